//! Endgames with the score of every move, some in each unit.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use othellier_board::Position;
use othellier_measure::endgames::{EndgameSettings, Half, solve_moves};
use othellier_record::obf::Problem;
use othellier_search::champion::{Selectivity, Solver};
use othellier_spec::Access;
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::rows::{RowFile, summary};
use super::solve::{selectivity, table_bytes};
use super::{
    Expected, JobProblem, Kind, ResultWriter, RowCheck, Work, check_within, in_units, pieces,
};
use crate::output::{OutputError, Summary};
use crate::{Progress, RowFault, RowsError, UnitError};

/// Empty squares of a position of noisy play, which begins with six random moves.
const EMPTIES: RangeInclusive<u32> = 1..=54;

/// Depths at which the champion plays games.
const CHAMPION_DEPTHS: RangeInclusive<u32> = 1..=30;

/// Endgames, as by `othellier generate endgames`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct EndgamesRun {
    /// Empty squares of every position
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::within::<u32>(1..=60)))]
    pub empties: u32,
    /// How many positions, no two equal up to symmetry
    #[cfg_attr(feature = "args", arg(long, value_name = "K"))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::positive::<usize>))]
    pub count: usize,
    /// Positions of a unit of work
    #[serde(default = "unit")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = unit()))]
    #[cfg_attr(feature = "args", arg(requires = "units"))]
    pub unit: usize,
    /// Let the champion play at this depth, and leave its line by one to three random moves
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "D", conflicts_with = "games"))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::within::<u8>(CHAMPION_DEPTHS)))]
    pub champion: Option<u8>,
    /// Take one half of all positions, by a hash of the board: one to tune on, one to report on
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "HALF"))]
    #[cfg_attr(feature = "args", arg(value_parser = HALVES.map(Half::name)))]
    pub half: Option<String>,
    /// Confidence of the scores in percent: 73, 87, 95, 98, 99, or 100 for proofs
    #[serde(default = "super::solve::proof")]
    #[cfg_attr(feature = "args", arg(long, value_name = "S"))]
    #[cfg_attr(feature = "args", arg(default_value_t = super::solve::proof()))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::selectivity))]
    pub selectivity: u8,
    /// Size of the transposition table of each thread
    #[serde(default = "super::solve::hash")]
    #[cfg_attr(feature = "args", arg(long, value_name = "SIZE"))]
    #[cfg_attr(feature = "args", arg(default_value_t = super::solve::hash()))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::bytes))]
    pub hash: String,
    /// Seed of the random numbers: the same seed makes the same positions; by default a random one, in
    /// units always the same
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub seed: Option<u64>,
}

fn unit() -> usize {
    10
}

const HALVES: [Half; 2] = [Half::Tune, Half::Report];

impl EndgamesRun {
    /// The settings of the positions, which come from no games.
    fn checked(&self) -> Result<EndgameSettings, JobProblem> {
        check_within("empties", self.empties, EMPTIES)?;
        check_within("champion", self.champion.unwrap_or(1).into(), CHAMPION_DEPTHS)?;
        self.settings(self.seed.unwrap_or(1), Vec::new())
    }

    /// The settings of positions from these games, or from games that are played.
    pub fn settings(&self, seed: u64, games: Vec<PathBuf>) -> Result<EndgameSettings, JobProblem> {
        let half = self.half.as_deref().map(|name| {
            let wrong = JobProblem::Setting { key: "half", expected: Expected::Half };
            HALVES.into_iter().find(|half| half.name() == name).ok_or(wrong)
        });
        Ok(EndgameSettings {
            empties: self.empties,
            seed,
            games,
            champion: self.champion,
            half: half.transpose()?,
            selectivity: Some(selectivity("selectivity", self.selectivity)?),
        })
    }

    pub fn table_bytes(&self) -> Result<usize, JobProblem> {
        table_bytes(&self.hash)
    }

    fn positions(&self) -> Result<Vec<Position>, JobProblem> {
        let settings = self.checked()?;
        let positions = settings.positions(&mut |_, _| {}).expect("no file of games is read");
        let positions: Vec<Position> = positions.take(self.count).collect();
        if positions.len() < self.count {
            Err(JobProblem::Setting { key: "count", expected: Expected::FewerPositions })
        } else {
            Ok(positions)
        }
    }
}

impl Kind for EndgamesRun {
    fn resolve(&mut self, _: &mut JobFiles) -> Result<(), JobProblem> {
        Ok(())
    }

    fn units(&self) -> Result<u64, JobProblem> {
        self.checked()?;
        self.table_bytes()?;
        match self.count {
            0 => Err(JobProblem::Setting { key: "count", expected: Expected::Positive }),
            count => in_units(count, self.unit),
        }
    }

    fn is_reproducible(&self) -> bool {
        true
    }

    fn prepare(&self, _: &Access) -> Result<Box<dyn Work>, JobProblem> {
        Ok(Box::new(Generating {
            positions: self.positions()?,
            selectivity: self.checked()?.selectivity.unwrap_or(Selectivity::Exact),
            table_bytes: self.table_bytes()?,
            unit: self.unit,
        }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        Ok(Box::new(EndgameCheck { positions: self.positions()?, unit: self.unit }))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        let mut file = RowFile::create(folder.join("endgames.obf"))?;
        let header = self.checked().map_err(OutputError::Job)?.header();
        file.write(format!("{header}\n").as_bytes())?;
        Ok(Box::new(EndgameRows { file, total: Total::default() }))
    }
}

struct Generating {
    positions: Vec<Position>,
    selectivity: Selectivity,
    table_bytes: usize,
    unit: usize,
}

impl Work for Generating {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let mut solver = Solver::new(1, self.table_bytes);
        let mut rows = String::new();
        for position in &self.positions[pieces(number, self.unit, self.positions.len())] {
            let solved = solve_moves(&mut solver, *position, self.selectivity, progress.stop());
            rows += &format!("{}\n", solved.ok_or(UnitError::Stopped)?.problem);
            progress.progressed(1);
        }
        Ok(rows.into_bytes())
    }
}

struct EndgameCheck {
    positions: Vec<Position>,
    unit: usize,
}

impl RowCheck for EndgameCheck {
    /// Every line is the position of its place, with a score for each of its moves.
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let text = str::from_utf8(rows).map_err(|_| RowFault::Unreadable)?;
        let lines: Vec<&str> = text.split_terminator('\n').collect();
        let positions = &self.positions[pieces(number, self.unit, self.positions.len())];
        if lines.len() != positions.len() {
            return Err(RowFault::Count { found: lines.len(), expected: positions.len() });
        }
        for (row, (line, position)) in (1..).zip(lines.iter().zip(positions)) {
            let problem = line.parse::<Problem>().map_err(|_| RowFault::Unreadable)?;
            if problem.position != *position || !problem.has_every_move() {
                return Err(RowFault::Row { row });
            }
        }
        Ok(())
    }
}

#[derive(Default, Serialize)]
struct Total {
    positions: u64,
    /// Moves with a score.
    moves: u64,
    /// Positions that are lost, drawn and won with best play.
    lost: u64,
    drawn: u64,
    won: u64,
}

struct EndgameRows {
    file: RowFile,
    total: Total,
}

impl ResultWriter for EndgameRows {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        let unreadable = || OutputError::Rows(RowsError { number });
        let text = str::from_utf8(rows).map_err(|_| unreadable())?;
        for line in text.lines() {
            let problem = line.parse::<Problem>().map_err(|_| unreadable())?;
            self.total.positions += 1;
            self.total.moves += problem.scores.len() as u64;
            match problem.best().ok_or_else(unreadable)?.signum() {
                -1 => self.total.lost += 1,
                0 => self.total.drawn += 1,
                _ => self.total.won += 1,
            }
        }
        self.file.write(rows)
    }

    fn finish(self: Box<Self>) -> Result<Summary, OutputError> {
        self.file.finish()?;
        Ok(summary(&self.total))
    }
}
