//! The results of an experiment as JSON, one object per line.

use othellier_lab::experiment::{
    Arm, Findings, Folder, GameFindings, Job, TimedWork, TimingFindings, TimingPlan,
};
use othellier_lab::report::summary::{self, LawSummary};
use othellier_locale::Lang;
use serde::Serialize;

use crate::common::error::CliError;
use crate::common::output;

#[derive(Serialize)]
/// The whole experiment.
struct Total<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'a str,
    folder: String,
    units: usize,
    finished: usize,
    /// Rows found before this run.
    resumed: usize,
    seconds: f64,
    interrupted: bool,
}

#[derive(Serialize)]
struct ArmLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    part: &'a str,
    arm: &'a str,
    player: String,
    opponent: Option<String>,
    wins: u64,
    draws: u64,
    losses: u64,
    score_rate: Option<f64>,
    score_interval: Option<(f64, f64)>,
    elo: Option<f64>,
    elo_error: Option<f64>,
    mean_disc_difference: Option<f64>,
    mean_ms_per_move: Option<f64>,
    mean_nodes_per_move: Option<f64>,
}

#[derive(Serialize)]
struct ComparisonLine {
    #[serde(rename = "type")]
    kind: &'static str,
    what: String,
    theirs: String,
    ours: String,
}

#[derive(Serialize)]
struct LawLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    part: &'a str,
    law: String,
    runs: usize,
    generations: usize,
    /// The best fitness of the first and the last generation, as means over the runs.
    best: [Option<f64>; 2],
    mean: [Option<f64>; 2],
    diversity: [Option<f64>; 2],
}

#[derive(Serialize)]
struct TimingLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    part: &'a str,
    arm: &'a str,
    /// Whether the machine has the instructions.
    measured: bool,
    operations: Option<u64>,
    repetitions: Option<usize>,
    ns_per_operation: Option<f64>,
    ns_error: Option<f64>,
    fastest_ns: Option<f64>,
    /// The ratio of its time to that of the first arm.
    ratio: Option<f64>,
    ratio_interval: Option<(f64, f64)>,
    /// The bits of a board, if boards are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<usize>,
}

/// Prints the settings, each arm, the comparisons and the total.
pub(super) fn print(
    lang: Lang,
    folder: &Folder,
    findings: &Findings,
    resumed: usize,
    seconds: f64,
    interrupted: bool,
) -> Result<(), CliError> {
    output::json(&folder.provenance())?;
    for job in &folder.plan.jobs {
        match job {
            Job::Evolution(bred) => {
                let mut laws = summary::laws(bred, findings).into_iter();
                laws.try_for_each(|law| output::json(&law_line(&bred.part.name, law)))?;
            }
            Job::Timed(timed) => {
                let found = findings.timings(&timed.name);
                let mut arms = timed.arms().into_iter().zip(found).enumerate();
                arms.try_for_each(|(index, (arm, found))| {
                    output::json(&timing_line(timed, index, arm, found.as_ref()))
                })?;
            }
            Job::Games { part, arms, .. } => {
                let mut arms = arms.iter().zip(findings.games(&part.name));
                arms.try_for_each(|(arm, found)| output::json(&arm_line(&part.name, arm, found)))?;
            }
            Job::Positions { .. } | Job::Predictions { .. } => {}
        }
    }
    for [what, theirs, ours] in summary::compared(&lang, folder, findings) {
        output::json(&ComparisonLine { kind: "comparison", what, theirs, ours })?;
    }
    output::json(&Total {
        kind: "total",
        name: &folder.plan.experiment.name,
        folder: folder.path.display().to_string(),
        units: folder.plan.units().len(),
        finished: folder.rows.len(),
        resumed,
        seconds,
        interrupted,
    })
}

fn arm_line<'a>(part: &'a str, arm: &'a Arm, found: &GameFindings) -> ArmLine<'a> {
    let elo = found.elo();
    ArmLine {
        kind: "arm",
        part,
        arm: &arm.name,
        player: arm.player.to_string(),
        opponent: arm.opponent.as_ref().map(ToString::to_string),
        wins: found.score.wins,
        draws: found.score.draws,
        losses: found.score.losses,
        score_rate: found.score.score_rate(),
        score_interval: found.score.interval(),
        elo: elo.map(|elo| elo.difference),
        elo_error: elo.map(|elo| elo.error),
        mean_disc_difference: found.discs.map(|mean| mean.mean),
        mean_ms_per_move: found.milliseconds.map(|mean| mean.mean),
        mean_nodes_per_move: found.nodes.map(|mean| mean.mean),
    }
}

fn law_line(part: &str, summary: LawSummary) -> LawLine<'_> {
    let LawSummary { law, runs, generations, best, mean, diversity } = summary;
    LawLine { kind: "law", part, law: law.to_string(), runs, generations, best, mean, diversity }
}

fn timing_line<'a>(
    timed: &'a TimingPlan,
    index: usize,
    arm: &'a str,
    found: Option<&TimingFindings>,
) -> TimingLine<'a> {
    let ratio = found.and_then(|found| found.ratio);
    TimingLine {
        kind: "timing",
        part: &timed.name,
        arm,
        measured: found.is_some(),
        operations: found.map(|found| found.operations),
        repetitions: found.map(|found| found.nanoseconds.count),
        ns_per_operation: found.map(|found| found.nanoseconds.mean),
        ns_error: found.and_then(|found| found.nanoseconds.error()),
        fastest_ns: found.map(|found| found.fastest),
        ratio: ratio.map(|ratio| ratio.value),
        ratio_interval: ratio.and_then(|ratio| ratio.interval),
        bits: match &timed.work {
            TimedWork::Perft { part, .. } => Some(part.boards[index].bits()),
            TimedWork::Hashing { .. } => None,
        },
    }
}
