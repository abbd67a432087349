//! The output of `solve`: a line per position and a total, as tables or JSON.

use std::ops::RangeInclusive;
use std::time::Duration;

use othellier_board::Size;
use othellier_locale::{thousands, tr};
use othellier_measure::suite::{SolvedProblem, SuiteTotals, goal_name};
use othellier_record::problems::NumberedProblem;
use othellier_search::champion::Goal;
use othellier_wire::{SolveEvent, SolveTotal, SolvedPosition};

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

/// The output settings and the goal.
pub(super) struct Report {
    pub(super) common: Common,
    pub(super) goal: Goal,
}

impl Report {
    /// The heads of the columns.
    pub(super) fn begin(&self) -> Result<(), CliError> {
        if self.common.json {
            return Ok(());
        }
        let cells = ["id", "empties", "score", "move", "nodes", "time", "speed"];
        let cells = cells.map(|key| self.common.lang.text(&format!("solve-{key}")));
        output::line(&columns(cells.each_ref().map(String::as_str)))
    }

    /// The progress message of a problem.
    pub(super) fn in_progress<S: Size>(&self, numbered: &NumberedProblem<S>) -> String {
        let empties = numbered.problem.position.board().empties().len();
        let (lang, id) = (self.common.lang, numbered.id.to_string());
        tr!(lang, "solve-in-progress", id = id, empties = empties)
    }

    /// The progress message with the bounds of the score so far.
    pub(super) fn known_so_far<S: Size>(
        &self,
        numbered: &NumberedProblem<S>,
        score: RangeInclusive<i32>,
    ) -> String {
        let (lang, so_far) = (self.common.lang, self.in_progress(numbered));
        let [least, most] = [score.start(), score.end()].map(|score| format!("{score:+}"));
        tr!(lang, "solve-known-so-far", so_far = so_far, least = least, most = most)
    }

    /// Prints one position, and its principal variation if wanted.
    pub(super) fn position(&self, solved: SolvedProblem, with_line: bool) -> Result<(), CliError> {
        let solved = SolvedPosition::from(solved);
        if self.common.json {
            return output::json(&SolveEvent::Position(Box::new(solved)));
        }
        let lang = self.common.lang;
        let line = columns([
            &solved.id.to_string(),
            &solved.empties.to_string(),
            &format!("{:+}", solved.score),
            solved.played.as_deref().unwrap_or("-"),
            &thousands(solved.nodes),
            &lang.time(Duration::try_from_secs_f64(solved.seconds).unwrap_or_default()),
            &lang.decimals(rate(solved.nodes, solved.seconds) / 1e6, 1),
        ]);
        let said = match solved.expected {
            None => String::new(),
            Some(_) if solved.ok => lang.text("solve-ok"),
            Some(expected) => tr!(lang, "solve-wrong", expected = format!("{expected:+}")),
        };
        output::line(format!("{line}  {said}").trim_end())?;
        if with_line && !solved.pv.is_empty() {
            output::line(&tr!(lang, "solve-line", line = solved.pv.join(" ")))
        } else {
            Ok(())
        }
    }

    pub(super) fn total(&self, totals: &SuiteTotals, interrupted: bool) -> Result<(), CliError> {
        let rate = rate(totals.nodes, totals.seconds);
        if self.common.json {
            let total = SolveTotal::new(totals, goal_name(self.goal), interrupted);
            return output::json(&SolveEvent::Total(Box::new(total)));
        }
        let lang = self.common.lang;
        output::line(&tr!(
            lang,
            "solve-total",
            positions = totals.positions,
            wrong = totals.wrong,
            journalled = totals.journalled,
            nodes = totals.nodes,
            seconds = lang.decimals(totals.seconds, 3),
            rate = lang.decimals(rate / 1e6, 1)
        ))
    }
}

fn rate(nodes: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 }
}

/// Right-aligned cells in columns wide enough for usual values.
fn columns([id, empties, score, played, nodes, time, speed]: [&str; 7]) -> String {
    format!("{id:>6} {empties:>7} {score:>5} {played:>5} {nodes:>19} {time:>10} {speed:>8}")
}
