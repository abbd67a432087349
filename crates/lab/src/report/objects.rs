//! The results of an experiment as objects for programs, one per line.

use serde::Serialize;

use super::summary::{self, LawSummary};
use crate::experiment::{
    Arm, Findings, Folder, GameFindings, Job, TimedWork, TimingFindings, TimingPlan,
};
use crate::words::Words;

/// A result; as JSON, `type` names its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ResultObject<'a> {
    /// The games of an arm.
    Arm(Box<ArmObject<'a>>),
    /// What a law of the genetic algorithm bred.
    Law(LawObject<'a>),
    /// The time of an arm.
    Timing(Box<TimingObject<'a>>),
    /// A result of others beside ours.
    Comparison {
        /// What is compared.
        what: String,
        /// Their result.
        theirs: String,
        /// Ours.
        ours: String,
    },
}

/// The games of an arm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmObject<'a> {
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

/// What a law bred.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LawObject<'a> {
    part: &'a str,
    law: String,
    runs: usize,
    generations: usize,
    /// The best fitness of the first and the last generation, as means over the runs.
    best: [Option<f64>; 2],
    mean: [Option<f64>; 2],
    diversity: [Option<f64>; 2],
}

/// The time of an arm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimingObject<'a> {
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

/// The results of each part, then the comparisons.
pub fn objects<'a>(
    words: &dyn Words,
    folder: &'a Folder,
    findings: &Findings,
) -> Vec<ResultObject<'a>> {
    let mut objects = Vec::new();
    for job in &folder.plan.jobs {
        match job {
            Job::Evolution(bred) => {
                let laws = summary::laws(bred, findings).into_iter();
                let law = |law| ResultObject::Law(of_law(&bred.part.name, law));
                objects.extend(laws.map(law));
            }
            Job::Timed(timed) => {
                let found = findings.timings(&timed.name);
                let arms = timed.arms().into_iter().zip(found).enumerate();
                objects.extend(arms.map(|(index, (arm, found))| {
                    ResultObject::Timing(Box::new(of_timing(timed, index, arm, found.as_ref())))
                }));
            }
            Job::Games { part, arms, .. } => {
                let arms = arms.iter().zip(findings.games(&part.name));
                objects.extend(arms.map(|(arm, found)| {
                    ResultObject::Arm(Box::new(of_arm(&part.name, arm, found)))
                }));
            }
            Job::Positions { .. } | Job::Predictions { .. } => {}
        }
    }
    let compared = summary::compared(words, folder, findings).into_iter();
    let comparison =
        |[what, theirs, ours]: [String; 3]| ResultObject::Comparison { what, theirs, ours };
    objects.extend(compared.map(comparison));
    objects
}

fn of_arm<'a>(part: &'a str, arm: &'a Arm, found: &GameFindings) -> ArmObject<'a> {
    let elo = found.elo();
    ArmObject {
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

fn of_law(part: &str, summary: LawSummary) -> LawObject<'_> {
    let LawSummary { law, runs, generations, best, mean, diversity } = summary;
    LawObject { part, law: law.to_string(), runs, generations, best, mean, diversity }
}

fn of_timing<'a>(
    timed: &'a TimingPlan,
    index: usize,
    arm: &'a str,
    found: Option<&TimingFindings>,
) -> TimingObject<'a> {
    let ratio = found.and_then(|found| found.ratio);
    TimingObject {
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
