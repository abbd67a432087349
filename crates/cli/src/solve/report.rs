//! What solving tells: a line for each position and one for all, for people or machines.

use std::ops::RangeInclusive;
use std::time::Duration;

use othellier_board::Size;
use othellier_search::champion::Goal;
use serde::Serialize;

use super::journal::{Finished, goal_name};
use super::source::Numbered;
use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::lang::{Lang, say};
use crate::match_play::table;
use crate::output::{self, thousands};

/// A position that was solved, and whether the file agrees.
#[derive(Serialize)]
pub(super) struct Verdict {
    #[serde(rename = "type")]
    kind: &'static str,
    id: u64,
    empties: u32,
    score: i32,
    #[serde(rename = "move")]
    played: Option<String>,
    pv: String,
    nodes: u64,
    seconds: f64,
    expected: Option<i32>,
    ok: bool,
    journalled: bool,
}

impl Verdict {
    pub(super) fn new<S: Size>(
        goal: Goal,
        finished: Finished,
        numbered: &Numbered<S>,
        journalled: bool,
    ) -> Verdict {
        let expected = numbered.problem.best();
        Verdict {
            kind: "position",
            id: finished.id,
            empties: numbered.problem.position.board().empties().len(),
            score: finished.score,
            played: finished.pv.split(' ').next().filter(|m| !m.is_empty()).map(str::to_owned),
            pv: finished.pv,
            nodes: finished.nodes,
            seconds: finished.seconds,
            expected,
            ok: expected.is_none_or(|expected| match goal {
                Goal::Exact | Goal::Window { .. } | Goal::Likely(_) => finished.score == expected,
                Goal::Outcome => finished.score.signum() == expected.signum(),
            }),
            journalled,
        }
    }
}

/// The sums over all positions, those of the journal included.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) positions: u64,
    wrong: u64,
    journalled: u64,
    nodes: u64,
    seconds: f64,
}

impl Tally {
    pub(super) fn add(&mut self, verdict: &Verdict) {
        self.positions += 1;
        self.wrong += u64::from(!verdict.ok);
        self.journalled += u64::from(verdict.journalled);
        self.nodes = self.nodes.saturating_add(verdict.nodes);
        self.seconds += verdict.seconds;
    }

    /// Whether the job held.
    pub(super) fn verdict(&self, lang: Lang) -> Result<(), Complaint> {
        let Tally { positions, wrong, .. } = *self;
        match wrong {
            0 => Ok(()),
            _ => {
                let sentence = say!(lang, "solve-failed", wrong = wrong, positions = positions);
                Err(Complaint::Failed(sentence))
            }
        }
    }
}

#[derive(Serialize)]
struct Total {
    #[serde(rename = "type")]
    kind: &'static str,
    positions: u64,
    wrong: u64,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    goal: String,
    journalled: u64,
    interrupted: bool,
}

/// Who is told, and what was asked.
pub(super) struct Report {
    pub(super) common: Common,
    pub(super) goal: Goal,
}

impl Report {
    /// The heads of the columns.
    pub(super) fn begin(&self) -> Result<(), Complaint> {
        if self.common.json {
            return Ok(());
        }
        let cells = ["id", "empties", "score", "move", "nodes", "time", "speed"];
        let cells = cells.map(|key| self.common.lang.text(&format!("solve-{key}")));
        output::line(&columns(cells.each_ref().map(String::as_str)))
    }

    /// What is being solved.
    pub(super) fn in_progress<S: Size>(&self, numbered: &Numbered<S>) -> String {
        let empties = numbered.problem.position.board().empties().len();
        let (lang, id) = (self.common.lang, numbered.id.to_string());
        say!(lang, "solve-in-progress", id = id, empties = empties)
    }

    /// What the score of it can still be.
    pub(super) fn known_so_far<S: Size>(
        &self,
        numbered: &Numbered<S>,
        score: RangeInclusive<i32>,
    ) -> String {
        let (lang, so_far) = (self.common.lang, self.in_progress(numbered));
        let [least, most] = [score.start(), score.end()].map(|score| format!("{score:+}"));
        say!(lang, "solve-known-so-far", so_far = so_far, least = least, most = most)
    }

    /// One position.
    pub(super) fn position(&self, verdict: &Verdict) -> Result<(), Complaint> {
        if self.common.json {
            return output::json(verdict);
        }
        let lang = self.common.lang;
        let line = columns([
            &verdict.id.to_string(),
            &verdict.empties.to_string(),
            &format!("{:+}", verdict.score),
            verdict.played.as_deref().unwrap_or("-"),
            &thousands(verdict.nodes),
            &table::time(lang, Duration::try_from_secs_f64(verdict.seconds).unwrap_or_default()),
            &lang.decimals(rate(verdict.nodes, verdict.seconds) / 1e6, 1),
        ]);
        let said = match verdict.expected {
            None => String::new(),
            Some(_) if verdict.ok => lang.text("solve-ok"),
            Some(expected) => say!(lang, "solve-wrong", expected = format!("{expected:+}")),
        };
        output::line(format!("{line}  {said}").trim_end())
    }

    /// How it is best played to the end.
    pub(super) fn line(&self, verdict: &Verdict) -> Result<(), Complaint> {
        if self.common.json || verdict.pv.is_empty() {
            return Ok(());
        }
        output::line(&say!(self.common.lang, "solve-line", line = verdict.pv.as_str()))
    }

    /// All positions.
    pub(super) fn total(&self, tally: &Tally, interrupted: bool) -> Result<(), Complaint> {
        let rate = rate(tally.nodes, tally.seconds);
        if self.common.json {
            return output::json(&Total {
                kind: "total",
                positions: tally.positions,
                wrong: tally.wrong,
                nodes: tally.nodes,
                seconds: tally.seconds,
                nodes_per_second: rate,
                goal: goal_name(self.goal),
                journalled: tally.journalled,
                interrupted,
            });
        }
        let lang = self.common.lang;
        output::line(&say!(
            lang,
            "solve-total",
            positions = tally.positions,
            wrong = tally.wrong,
            journalled = tally.journalled,
            nodes = tally.nodes,
            seconds = lang.decimals(tally.seconds, 3),
            rate = lang.decimals(rate / 1e6, 1)
        ))
    }
}

fn rate(nodes: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 }
}

/// Cells on the right of columns that are wide enough for what usually stands there.
fn columns([id, empties, score, played, nodes, time, speed]: [&str; 7]) -> String {
    format!("{id:>6} {empties:>7} {score:>5} {played:>5} {nodes:>19} {time:>10} {speed:>8}")
}
