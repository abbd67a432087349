//! Experiments of the laboratory.

use serde::{Deserialize, Serialize};

use crate::{Weights, type_tag};

type_tag! {
    ExperimentType = "experiment";
    RunType = "run";
}

/// A built-in experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Experiment {
    #[serde(rename = "type")]
    pub kind: ExperimentType,
    pub name: String,
    /// Its title, in the language of the user.
    pub title: String,
    /// Its question, in the language of the user.
    pub question: String,
    /// Features that it needs and this version lacks; empty if it can be run.
    pub waits_for: Vec<String>,
}

/// The results of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ExperimentEvent {
    /// The settings: the same object as `settings.json` in the folder of the experiment.
    Settings(Box<ExperimentSettings>),
    /// The games of an arm.
    Arm(Box<ExperimentArm>),
    /// The evolutions with a law of the roulette wheel.
    Law {
        /// The name of the part.
        part: String,
        law: String,
        runs: usize,
        generations: usize,
        /// The best fitness of the first and the last generation, as means over the runs.
        best: [Option<f64>; 2],
        mean: [Option<f64>; 2],
        diversity: [Option<f64>; 2],
    },
    /// The time of an operation.
    Timing(Box<ExperimentTiming>),
    /// A result beside that of others.
    Comparison { what: String, theirs: String, ours: String },
    Total {
        name: String,
        /// The folder of its results.
        folder: String,
        units: usize,
        finished: usize,
        /// Those that were found before this run.
        resumed: usize,
        /// How long this run took.
        seconds: f64,
        interrupted: bool,
    },
    /// A report was written: the end of `lab run`, and of `lab report`.
    Report {
        files: Vec<String>,
        /// The number of its figures.
        figures: usize,
    },
    /// Pages of the documentation were written, by `lab pages`.
    Pages { files: Vec<String> },
}

/// Everything that is needed to repeat an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExperimentSettings {
    pub name: String,
    /// Whether it is the quick version.
    pub quick: bool,
    pub seed: u64,
    /// The grid values given by `--set`.
    pub set: Vec<String>,
    pub version: String,
    /// All nodes of `bench`.
    pub signature: u64,
    /// The weights of the evaluation.
    pub weights: Weights,
    /// A hash of everything that determines the results.
    pub fingerprint: String,
    pub runs: Vec<ExperimentRun>,
    /// Other work of the machine while units were timed one at a time.
    pub loads: Vec<ExperimentLoad>,
    pub units: usize,
    pub finished: usize,
    /// The players of the arms.
    pub arms: Vec<ArmSettings>,
    /// The text of the experiment.
    pub experiment: String,
}

/// A run that measured a part of an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExperimentRun {
    #[serde(rename = "type")]
    pub kind: RunType,
    /// Its start, in seconds since 1970.
    pub started: u64,
    pub threads: usize,
    pub machine: String,
    pub kernel: String,
    /// The cores of the machine.
    pub cores: usize,
}

/// The work of other programs while units were timed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExperimentLoad {
    /// The number of timed units.
    pub units: usize,
    /// The mean number of cores that other programs kept busy.
    pub cores: f64,
    /// The share of the time that the host of a virtual machine gave to others.
    pub steal: f64,
}

/// The players of an arm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArmSettings {
    /// The name of the part.
    pub part: String,
    /// The name of the arm.
    pub arm: String,
    pub player: String,
    /// The spec with all defaults filled in.
    pub effective: String,
    /// Its opponents, with all defaults filled in.
    pub opponents: Vec<String>,
}

/// The games of an arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExperimentArm {
    /// The name of the part.
    pub part: String,
    /// The name of the arm.
    pub arm: String,
    /// The spec of its player.
    pub player: String,
    /// The spec of the opponent, if there is one.
    pub opponent: Option<String>,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The share of the points; a draw counts half.
    pub score_rate: Option<f64>,
    /// Wilson's interval of the score rate, 95 %.
    pub score_interval: Option<[f64; 2]>,
    pub elo: Option<f64>,
    /// Its error, 95 %.
    pub elo_error: Option<f64>,
    /// Its discs minus the opponent's, per game.
    pub mean_disc_difference: Option<f64>,
    /// The mean time of a move.
    pub mean_ms_per_move: Option<f64>,
    /// The mean number of nodes of a move.
    pub mean_nodes_per_move: Option<f64>,
}

/// The time of an operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExperimentTiming {
    /// The name of the part.
    pub part: String,
    /// The name of the arm.
    pub arm: String,
    /// Whether it was measured: the machine may lack the instructions.
    pub measured: bool,
    pub operations: Option<u64>,
    pub repetitions: Option<usize>,
    /// The mean time of an operation.
    pub ns_per_operation: Option<f64>,
    /// Its error, 95 %.
    pub ns_error: Option<f64>,
    /// The time of an operation in the fastest repetition.
    pub fastest_ns: Option<f64>,
    /// Its time divided by that of the first arm.
    pub ratio: Option<f64>,
    /// The interval of the ratio, 95 %.
    pub ratio_interval: Option<[f64; 2]>,
    /// The bits of a board, if boards are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<usize>,
}

#[cfg(feature = "measure")]
impl Experiment {
    /// An experiment in the language of this code: `en`, `fr`.
    pub fn new(experiment: &othellier_measure::experiment::Experiment, code: &str) -> Experiment {
        Experiment {
            kind: ExperimentType::Tag,
            name: experiment.name.clone(),
            title: experiment.title.tagged(code).to_owned(),
            question: experiment.question.tagged(code).to_owned(),
            waits_for: experiment.missing().into_iter().map(str::to_owned).collect(),
        }
    }
}

#[cfg(feature = "report")]
mod of_report {
    use othellier_measure::experiment::{
        Arm, Findings, Folder, GameFindings, Job, TimedWork, TimingFindings, TimingPlan,
    };
    use othellier_report::summary::{self, LawSummary};
    use othellier_report::words::Words;

    use super::*;

    impl ExperimentEvent {
        /// The results of each part, then the comparisons.
        pub fn results(
            words: &dyn Words,
            folder: &Folder,
            findings: &Findings,
        ) -> Vec<ExperimentEvent> {
            let mut results = Vec::new();
            for job in &folder.plan.jobs {
                match job {
                    Job::Evolution(bred) => {
                        let laws = summary::laws(bred, findings).into_iter();
                        results.extend(laws.map(|law| of_law(&bred.part.name, law)));
                    }
                    Job::Timed(timed) => {
                        let found = findings.timings(&timed.name);
                        let arms = timed.arms().into_iter().zip(found).enumerate();
                        results.extend(arms.map(|(index, (arm, found))| {
                            let timing = of_timing(timed, index, arm, found.as_ref());
                            ExperimentEvent::Timing(Box::new(timing))
                        }));
                    }
                    Job::Games { part, arms, .. } => {
                        let arms = arms.iter().zip(findings.games(&part.name));
                        results.extend(arms.map(|(arm, found)| {
                            ExperimentEvent::Arm(Box::new(of_arm(&part.name, arm, found)))
                        }));
                    }
                    Job::Positions { .. } | Job::Predictions { .. } => {}
                }
            }
            let compared = summary::compared(words, folder, findings).into_iter();
            results.extend(compared.map(|[what, theirs, ours]: [String; 3]| {
                ExperimentEvent::Comparison { what, theirs, ours }
            }));
            results
        }
    }

    fn of_arm(part: &str, arm: &Arm, found: &GameFindings) -> ExperimentArm {
        let elo = found.elo();
        ExperimentArm {
            part: part.to_owned(),
            arm: arm.name.clone(),
            player: arm.player.to_string(),
            opponent: arm.opponent.as_ref().map(ToString::to_string),
            wins: found.score.wins,
            draws: found.score.draws,
            losses: found.score.losses,
            score_rate: found.score.score_rate(),
            score_interval: found.score.interval().map(|(low, high)| [low, high]),
            elo: elo.map(|elo| elo.difference),
            elo_error: elo.map(|elo| elo.error),
            mean_disc_difference: found.discs.map(|mean| mean.mean),
            mean_ms_per_move: found.milliseconds.map(|mean| mean.mean),
            mean_nodes_per_move: found.nodes.map(|mean| mean.mean),
        }
    }

    fn of_law(part: &str, summary: LawSummary) -> ExperimentEvent {
        let LawSummary { law, runs, generations, best, mean, diversity } = summary;
        let (part, law) = (part.to_owned(), law.to_string());
        ExperimentEvent::Law { part, law, runs, generations, best, mean, diversity }
    }

    fn of_timing(
        timed: &TimingPlan,
        index: usize,
        arm: &str,
        found: Option<&TimingFindings>,
    ) -> ExperimentTiming {
        let ratio = found.and_then(|found| found.ratio);
        let interval = ratio.and_then(|ratio| ratio.interval);
        ExperimentTiming {
            part: timed.name.clone(),
            arm: arm.to_owned(),
            measured: found.is_some(),
            operations: found.map(|found| found.operations),
            repetitions: found.map(|found| found.nanoseconds.count),
            ns_per_operation: found.map(|found| found.nanoseconds.mean),
            ns_error: found.and_then(|found| found.nanoseconds.error()),
            fastest_ns: found.map(|found| found.fastest),
            ratio: ratio.map(|ratio| ratio.value),
            ratio_interval: interval.map(|(low, high)| [low, high]),
            bits: match &timed.work {
                TimedWork::Perft { part, .. } => Some(part.boards[index].bits()),
                TimedWork::Hashing { .. } => None,
            },
        }
    }
}
