//! Endgames with the score of every move, some in each unit.

use std::path::Path;

use othellier_board::Position;
use othellier_measure::endgames::{EndgameSettings, Half, solve_moves};
use othellier_play::parse_bytes;
use othellier_record::obf::Problem;
use othellier_search::champion::{Selectivity, Solver};
use othellier_spec::Access;
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::rows::RowFile;
use super::solve::selectivity;
use super::{Expected, JobProblem, Kind, ResultWriter, RowCheck, Work, in_units, pieces};
use crate::output::OutputError;
use crate::{Progress, RowFault, RowsError, UnitError};

const MAX_EMPTIES: u32 = 54;

/// Endgames, as by `othellier generate endgames`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndgamesRun {
    /// Empty squares of every position.
    pub empties: u32,
    pub count: usize,
    #[serde(default = "unit")]
    pub unit: usize,
    /// The depth at which the champion plays the games; by default they come from noisy play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub champion: Option<u8>,
    /// Only this half of all positions: `tune` or `report`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half: Option<String>,
    /// The confidence of the scores in percent; 100 is a proof.
    #[serde(default = "proof")]
    pub selectivity: u8,
    /// The size of the transposition table of each thread.
    #[serde(default = "hash")]
    pub hash: String,
    /// The seed of the positions.
    #[serde(default = "super::match_play::seed")]
    pub seed: u64,
}

fn unit() -> usize {
    EndgamesRun::UNIT
}

fn proof() -> u8 {
    100
}

fn hash() -> String {
    "64MiB".to_owned()
}

impl EndgamesRun {
    /// Positions in a unit, unless it is said otherwise.
    pub const UNIT: usize = 10;

    fn settings(&self) -> Result<EndgameSettings, JobProblem> {
        let wrong = |key, expected| JobProblem::Setting { key, expected };
        if self.empties == 0 {
            return Err(wrong("empties", Expected::Positive));
        }
        if self.empties > MAX_EMPTIES {
            return Err(wrong("empties", Expected::AtMost(MAX_EMPTIES)));
        }
        let half = self.half.as_deref().map(|name| {
            let found = [Half::Tune, Half::Report].into_iter().find(|half| half.name() == name);
            found.ok_or_else(|| wrong("half", Expected::Half))
        });
        let selectivity = selectivity(self.selectivity);
        Ok(EndgameSettings {
            empties: self.empties,
            seed: self.seed,
            games: Vec::new(),
            champion: self.champion,
            half: half.transpose()?,
            selectivity: Some(
                selectivity.ok_or_else(|| wrong("selectivity", Expected::Selectivity))?,
            ),
        })
    }

    fn positions(&self) -> Result<Vec<Position>, JobProblem> {
        let settings = self.settings()?;
        let positions = settings.positions(&mut |_, _| {}).expect("no file of games is read");
        let positions: Vec<Position> = positions.take(self.count).collect();
        if positions.len() < self.count {
            Err(JobProblem::Setting { key: "count", expected: Expected::FewerPositions })
        } else {
            Ok(positions)
        }
    }

    fn table_bytes(&self) -> Result<usize, JobProblem> {
        let wrong = JobProblem::Setting { key: "hash", expected: Expected::Bytes };
        parse_bytes(&self.hash).ok_or(wrong)
    }
}

impl Kind for EndgamesRun {
    fn resolve(&mut self, _: &mut JobFiles) -> Result<(), JobProblem> {
        Ok(())
    }

    fn units(&self) -> Result<u64, JobProblem> {
        self.settings()?;
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
            selectivity: self.settings()?.selectivity.unwrap_or(Selectivity::Exact),
            table_bytes: self.table_bytes()?,
            unit: self.unit,
        }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        Ok(Box::new(EndgameCheck { positions: self.positions()?, unit: self.unit }))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        let mut file = RowFile::create(folder.join("endgames.obf"))?;
        let header = self.settings().map_err(OutputError::Job)?.header();
        file.write(format!("{header}\n").as_bytes())?;
        Ok(Box::new(EndgameRows { file }))
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

struct EndgameRows {
    file: RowFile,
}

impl ResultWriter for EndgameRows {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        let text = str::from_utf8(rows).map_err(|_| OutputError::Rows(RowsError { number }))?;
        if text.lines().all(|line| line.parse::<Problem>().is_ok()) {
            self.file.write(rows)
        } else {
            Err(OutputError::Rows(RowsError { number }))
        }
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        self.file.finish()
    }
}
