//! Shards of self-play, some in each unit.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use othellier_measure::files::write;
use othellier_spec::Access;
use othellier_train::NamedEvaluator;
use othellier_train::example::parse_shard;
use othellier_train::selfplay::{Settings, shard_name};
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::rows::{of_files, summary, to_files};
use super::solve::selectivity;
use super::{
    Expected, JobProblem, Kind, ResultWriter, RowCheck, Work, check_within, in_units, pieces,
};
use crate::output::{OutputError, Summary};
use crate::{Digest, Progress, RowFault, RowsError, UnitError};

/// The name of the hand-written heuristic, in place of a weights file.
const RULE: &str = "rule";

/// Random moves by default, where games do not start from listed openings.
const RANDOM: [u32; 2] = [6, 40];

/// After more plies there are too many positions to list.
const OPENINGS: RangeInclusive<u32> = 1..=9;

/// Depths of a search in plies.
pub(super) const DEPTHS: RangeInclusive<u32> = 1..=60;

/// Empty squares of positions that are solved in bulk: with more, a single one takes hours.
pub(super) const SOLVABLE: RangeInclusive<u32> = 0..=30;

/// Self-play, as by `othellier train selfplay`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[serde(deny_unknown_fields, default)]
pub struct Selfplay {
    /// Weights of the players: a file, or `rule` to start from nothing; by default the shipped ones
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "FILE"))]
    pub weights: Option<String>,
    /// Shards of a unit of work
    #[cfg_attr(
        feature = "args",
        arg(long, value_name = "N", default_value = "1", requires = "units")
    )]
    pub unit: usize,
    /// How many shards to make
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = Selfplay::default().shards))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::positive::<u32>))]
    pub shards: u32,
    /// Games per shard; positions equal up to symmetry are kept once per shard
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = Selfplay::default().games))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::positive::<u32>))]
    pub games: u32,
    /// Search depth in plies
    #[cfg_attr(feature = "args", arg(long, value_name = "D", default_value_t = Selfplay::default().depth))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::within::<u32>(DEPTHS)))]
    pub depth: u32,
    /// Confidence of the search in per cent: 73, 87, 95, 98, 99 or 100
    #[cfg_attr(feature = "args", arg(long, value_name = "S", default_value_t = Selfplay::default().selectivity))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::selectivity))]
    pub selectivity: u8,
    /// Solve games from this many empty squares on, at most 30
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = Selfplay::default().solve_from))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::within::<u32>(SOLVABLE)))]
    pub solve_from: u32,
    /// Start at each distinct position after this many plies in turn, with one more random move each time
    /// round; by default at the initial position
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "PLIES"))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::within::<u32>(OPENINGS)))]
    pub openings: Option<u32>,
    /// Random moves at the start, from the fewest to the most; by default 6-40, or none with --openings
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "A-B", value_parser = super::args::range))]
    pub random: Option<[u32; 2]>,
    /// Endgame exploration: noisy continuations of each game that are solved as well
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "args", arg(default_value_t = Selfplay::default().endgame_exploration))]
    pub endgame_exploration: u32,
    /// Midgame exploration: positions of each game that are left by a random move, stored with the value of
    /// a search
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "args", arg(default_value_t = Selfplay::default().midgame_exploration))]
    pub midgame_exploration: u32,
    /// Best line: store best play from the solved position to the end, and N random moves off each position
    /// of it, solved as well
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = Selfplay::default().best_line))]
    pub best_line: u32,
    /// Store only the positions of exploration, not those of the games
    #[cfg_attr(feature = "args", arg(long))]
    pub exploration_only: bool,
    /// Random seed: the same seed plays the same games, on any number of threads
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = Selfplay::default().seed))]
    pub seed: u64,
}

impl Default for Selfplay {
    fn default() -> Selfplay {
        let usual = Settings::default();
        Selfplay {
            weights: None,
            unit: 1,
            shards: usual.shards,
            games: usual.games,
            depth: usual.depth,
            selectivity: usual.selectivity.percent(),
            solve_from: usual.solve_from,
            openings: None,
            random: None,
            endgame_exploration: usual.endgame_exploration,
            midgame_exploration: usual.midgame_exploration,
            best_line: usual.best_line,
            exploration_only: !usual.game_positions,
            seed: usual.seed,
        }
    }
}

impl Selfplay {
    /// The checked settings for this number of threads.
    pub fn settings(&self, threads: usize) -> Result<Settings, JobProblem> {
        let wrong = |key, expected| JobProblem::Setting { key, expected };
        let default = if self.openings.is_some() { [0, 0] } else { RANDOM };
        let [random_min, random_max] = self.random.unwrap_or(default);
        if random_min > random_max {
            return Err(wrong("random", Expected::Range));
        }
        for (key, number) in [("shards", self.shards), ("games", self.games)] {
            if number == 0 {
                return Err(wrong(key, Expected::Positive));
            }
        }
        check_within("depth", self.depth, DEPTHS)?;
        self.openings.map_or(Ok(()), |plies| check_within("openings", plies, OPENINGS))?;
        check_within("solve_from", self.solve_from, SOLVABLE)?;
        Ok(Settings {
            shards: self.shards,
            games: self.games,
            depth: self.depth,
            selectivity: selectivity("selectivity", self.selectivity)?,
            solve_from: self.solve_from,
            openings: self.openings.unwrap_or(0),
            random_min,
            random_max,
            game_positions: !self.exploration_only,
            endgame_exploration: self.endgame_exploration,
            midgame_exploration: self.midgame_exploration,
            best_line: self.best_line,
            seed: self.seed,
            threads,
        })
    }
}

/// Replaces a weights file by its digest.
pub(super) fn resolve_weights(
    weights: &mut Option<String>,
    files: &mut JobFiles,
) -> Result<(), JobProblem> {
    if let Some(name) = weights.as_mut().filter(|name| *name != RULE) {
        *name = files.input(Path::new(name))?.to_string();
    }
    Ok(())
}

/// Checks that weights are named by their digest.
pub(super) fn check_weights(weights: Option<&str>) -> Result<(), JobProblem> {
    match weights {
        None | Some(RULE) => Ok(()),
        Some(name) => match name.parse::<Digest>() {
            Ok(_) => Ok(()),
            Err(_) => Err(JobProblem::NotAnInput { name: name.to_owned() }),
        },
    }
}

/// Loads the weights of a manifest.
pub(super) fn load_weights(
    weights: Option<&str>,
    access: &Access,
) -> Result<NamedEvaluator, JobProblem> {
    let path = match weights {
        Some(RULE) => Some(PathBuf::from(RULE)),
        Some(digest) => Some(access.file(digest)?),
        None => None,
    };
    Ok(NamedEvaluator::load(path.as_deref())?)
}

impl Kind for Selfplay {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        resolve_weights(&mut self.weights, files)
    }

    fn units(&self) -> Result<u64, JobProblem> {
        check_weights(self.weights.as_deref())?;
        in_units(self.settings(1)?.shards as usize, self.unit)
    }

    fn is_reproducible(&self) -> bool {
        true
    }

    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        let evaluator = load_weights(self.weights.as_deref(), access)?;
        Ok(Box::new(Playing { settings: self.settings(1)?, evaluator, unit: self.unit }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        Ok(Box::new(ShardCheck { shards: self.shards as usize, unit: self.unit }))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        let shards = 0..self.shards;
        let paths = shards.map(|shard| folder.join(shard_name(shard))).collect();
        Ok(Box::new(ShardFiles { paths, unit: self.unit, total: Default::default() }))
    }
}

struct Playing {
    settings: Settings,
    evaluator: NamedEvaluator,
    unit: usize,
}

impl Work for Playing {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let tick = || progress.progressed(1);
        let shards = pieces(number, self.unit, self.settings.shards as usize);
        let shards = shards.map(|shard| {
            self.evaluator.play_shard(&self.settings, shard as u32, progress.stop(), &tick)
        });
        let shards: Option<Vec<_>> = shards.collect();
        Ok(to_files(&shards.ok_or(UnitError::Stopped)?))
    }
}

/// Checks that a unit has its shards, and that each can be read.
pub(super) struct ShardCheck {
    pub(super) shards: usize,
    pub(super) unit: usize,
}

impl RowCheck for ShardCheck {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let expected = pieces(number, self.unit, self.shards).len();
        let shards = of_files(number, rows).map_err(|_| RowFault::Unreadable)?;
        if shards.len() != expected {
            return Err(RowFault::Count { found: shards.len(), expected });
        }
        if shards.iter().all(|shard| parse_shard(shard).is_ok()) {
            Ok(())
        } else {
            Err(RowFault::Unreadable)
        }
    }
}

/// Writes the shards of each unit as files.
pub(super) struct ShardFiles {
    /// The file of each shard.
    pub(super) paths: Vec<PathBuf>,
    pub(super) unit: usize,
    pub(super) total: ShardTotal,
}

/// What is in the shards of a job.
#[derive(Default, Serialize)]
pub(super) struct ShardTotal {
    shards: usize,
    examples: usize,
}

impl ResultWriter for ShardFiles {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        let paths = &self.paths[pieces(number, self.unit, self.paths.len())];
        let shards = of_files(number, rows)?;
        let unreadable = || OutputError::Rows(RowsError { number });
        if shards.len() != paths.len() {
            return Err(unreadable());
        }
        for (path, shard) in paths.iter().zip(shards) {
            let (_, examples) = parse_shard(shard).map_err(|_| unreadable())?;
            self.total.shards += 1;
            self.total.examples += examples.len();
            write(path, shard)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Summary, OutputError> {
        Ok(summary(&self.total))
    }
}
