//! The results of an experiment in a few lines, and its standing while it runs.

use std::collections::HashMap;

use super::names::arm_name;
use super::{about, breeding, timings};
use crate::words::{Words, tr};
use othellier_measure::experiment::{
    Arm, EvolutionPlan, Findings, Folder, GameFindings, Job, Plan, Row,
};
use othellier_measure::stats::Counts;

pub use super::breeding::LawSummary;

/// The results of each part as lines of text.
pub fn lines(words: &dyn Words, folder: &Folder, findings: &Findings) -> Vec<String> {
    let mut lines = Vec::new();
    for job in &folder.plan.jobs {
        match job {
            Job::Evolution(bred) => {
                let laws = laws(bred, findings);
                lines.extend(laws.iter().map(|law| breeding::in_line(words, law)));
            }
            Job::Timed(timed) => lines.extend(timings::in_lines(words, timed, findings)),
            Job::Games { part, arms, .. } => {
                lines.extend(games(words, arms, findings.games(&part.name)));
            }
            Job::Positions { .. } | Job::Predictions { .. } => {}
        }
    }
    let rows = compared(words, folder, findings);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    if let (Some(what_wide), Some(theirs_wide)) = (width(0), width(1)) {
        lines.push(words.text("lab-report-compare"));
        lines.extend(rows.iter().map(|[what, theirs, ours]| {
            format!("  {what:what_wide$}  {theirs:>theirs_wide$}  {ours}")
        }));
    }
    lines
}

/// The results of each law of a part.
pub fn laws(bred: &EvolutionPlan, findings: &Findings) -> Vec<LawSummary> {
    breeding::summaries(bred, findings)
}

/// Results of others beside those found here: what, theirs, ours.
pub fn compared(words: &dyn Words, folder: &Folder, findings: &Findings) -> Vec<[String; 3]> {
    about::compared(words, folder, findings)
}

/// One line for each arm of games.
fn games(words: &dyn Words, arms: &[Arm], found: &[GameFindings]) -> Vec<String> {
    let name_width = |arm: &Arm| arm_name(words, arm).chars().count();
    let widest = arms.iter().map(name_width).max().unwrap_or(0);
    let line = |(arm, found): (&Arm, &GameFindings)| {
        let (name, counts) = (arm_name(words, arm), found.score.plus_minus());
        let rate = found.score.score_rate();
        let rate = rate.map_or(String::new(), |rate| words.percent(rate));
        let interval = found.score.interval().map_or(String::new(), |(low, high)| {
            format!("({} – {})", words.percent(low), words.percent(high))
        });
        let nodes = found.nodes.map_or(String::new(), |mean| {
            tr!(words, "lab-nodes-per-move", nodes = mean.mean.round() as u64)
        });
        let line = format!("  {name:widest$}  {counts:14}  {rate:>7} {interval}  {nodes}");
        line.trim_end().to_owned()
    };
    arms.iter().zip(found).map(line).collect()
}

/// The scores of arms while an experiment runs.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    counts: HashMap<(String, usize), Counts>,
}

impl Standings {
    /// The scores of these rows.
    pub fn of(rows: &[Row]) -> Standings {
        let mut standings = Standings::default();
        rows.iter().for_each(|row| standings.add(row));
        standings
    }

    pub fn add(&mut self, row: &Row) {
        if let Row::Game(game) = row {
            *self.counts.entry((game.part.clone(), game.arm)).or_default() += game.counts();
        }
    }

    /// The score so far of the arm of a row.
    pub fn in_words(&self, words: &dyn Words, plan: &Plan, row: &Row) -> String {
        let (part, arm, _) = row.unit();
        let job = plan.jobs.iter().find(|job| job.name() == part);
        let name = job.and_then(|job| match job {
            Job::Games { arms, .. } | Job::Positions { arms, .. } => {
                Some(arm_name(words, arms.get(arm)?))
            }
            Job::Timed(timed) => timed.arms().get(arm).map(ToString::to_string),
            Job::Predictions { .. } | Job::Evolution(_) => None,
        });
        let name = name.unwrap_or_else(|| part.to_owned());
        if let (Row::Generation(row), Some(Job::Evolution(bred))) = (row, job) {
            let best = row.fitness.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let law = bred.evolutions[arm].breeding.law;
            return format!("{name}  {law}  {}", words.signed(best, 1));
        }
        match self.counts.get(&(part.to_owned(), arm)) {
            Some(counts) => {
                let rate = counts.score_rate().map_or(String::new(), |rate| words.percent(rate));
                format!("{name}  {}  {rate}", counts.plus_minus())
            }
            None => name,
        }
    }
}
