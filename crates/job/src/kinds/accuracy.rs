//! How well a player judges positions, some in each unit.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use othellier_board::Eight;
use othellier_measure::Lines;
use othellier_measure::accuracy::{Accuracy, Intervals, Measures};
use othellier_record::obf;
use othellier_record::problems::NumberedProblem;
use othellier_search::champion::Selectivity;
use othellier_spec::Access;
use othellier_wire::{AccuracyTotal, JudgedPosition};
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::rows::{CsvFile, RowFile, check_lines, of_lines, summary, to_lines};
use super::solve::{selectivity, table_bytes};
use super::{JobProblem, Kind, ResultWriter, RowCheck, Work, in_units, pieces, specs};
use crate::output::{OutputError, Summary};
use crate::{Progress, RowFault, UnitError};

/// The accuracy of a player, as by `othellier accuracy`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct AccuracyRun {
    /// Problem file (OBF), in units for 8×8; `-` for standard input
    #[cfg_attr(feature = "args", arg(id = "file", value_name = "FILE.obf"))]
    pub positions: Lines,
    /// Who is measured: see `othellier players`
    #[serde(default = "player")]
    #[cfg_attr(feature = "args", arg(long, value_name = "PLAYER", default_value_t = player()))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::spec))]
    pub player: String,
    /// Positions of a unit of work
    #[serde(default = "unit")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = unit()))]
    #[cfg_attr(feature = "args", arg(requires = "units"))]
    pub unit: usize,
    /// Solve for the scores that the file does not give, with this confidence in percent: 73, 87, 95,
    /// 98, 99, or 100 for a proof
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "PERCENT"))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::selectivity))]
    pub prove: Option<u8>,
    /// Size of the transposition table of each thread that solves
    #[serde(default = "super::solve::hash")]
    #[cfg_attr(feature = "args", arg(long, value_name = "SIZE", default_value = "128MiB"))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::bytes, requires = "prove"))]
    pub hash: String,
    /// Seed of the random numbers: the same seed repeats the same choices; by default a random one, in
    /// units always the same
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub seed: Option<u64>,
}

fn player() -> String {
    "champion".to_owned()
}

fn unit() -> usize {
    20
}

impl AccuracyRun {
    /// The confidence with which missing scores are solved.
    pub fn prove(&self) -> Result<Option<Selectivity>, JobProblem> {
        self.prove.map(|percent| selectivity("prove", percent)).transpose()
    }

    pub fn table_bytes(&self) -> Result<usize, JobProblem> {
        table_bytes(&self.hash)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    fn accuracy(&self, access: &Access) -> Result<Accuracy, JobProblem> {
        Ok(Accuracy {
            player: specs::checked(&self.player)?,
            access: access.clone(),
            seed: self.seed(),
            prove: self.prove()?,
            table_bytes: self.table_bytes()?,
            threads: NonZeroUsize::MIN,
        })
    }

    /// The positions that can be measured, and how many cannot.
    fn problems(
        &self,
        accuracy: &Accuracy,
    ) -> Result<(Vec<NumberedProblem<Eight>>, usize), JobProblem> {
        let text = self.positions.text(&Access::Sealed)?;
        let problems = (1..).zip(obf::read(text.as_bytes()));
        let problems = problems.map(|(id, read)| Ok(NumberedProblem { id, problem: read?.1 }));
        let problems = problems.collect::<Result<Vec<_>, JobProblem>>()?;
        let all = problems.len();
        let wanted: Vec<_> =
            problems.into_iter().filter(|problem| accuracy.can_measure(problem)).collect();
        let skipped = all - wanted.len();
        Ok((wanted, skipped))
    }
}

impl Kind for AccuracyRun {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        self.player = specs::resolved(&self.player, files)?;
        files.read(&mut self.positions)
    }

    fn units(&self) -> Result<u64, JobProblem> {
        in_units(self.problems(&self.accuracy(&Access::Sealed)?)?.0.len(), self.unit)
    }

    fn is_reproducible(&self) -> bool {
        self.accuracy(&Access::Sealed)
            .is_ok_and(|accuracy| specs::is_reproducible(&accuracy.player))
    }

    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        let accuracy = self.accuracy(access)?;
        accuracy.check::<Eight>()?;
        let (problems, _) = self.problems(&accuracy)?;
        Ok(Box::new(Measuring { accuracy, problems, unit: self.unit }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        let (problems, _) = self.problems(&self.accuracy(&Access::Sealed)?)?;
        Ok(Box::new(AccuracyCheck { problems, unit: self.unit }))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        let accuracy = self.accuracy(&Access::Sealed).map_err(OutputError::Job)?;
        let (_, skipped) = self.problems(&accuracy).map_err(OutputError::Job)?;
        let total = AccuracyTotal {
            positions: 0,
            skipped,
            proved: 0,
            measures: Measures::default().into(),
            intervals: Intervals::default().into(),
            player: self.player.clone(),
            seed: self.seed(),
            interrupted: false,
        };
        Ok(Box::new(AccuracyFiles {
            lines: RowFile::create(folder.join("positions.jsonl"))?,
            table: CsvFile::create(folder.join("positions.csv"))?,
            all: Vec::new(),
            total,
        }))
    }
}

struct Measuring {
    accuracy: Accuracy,
    problems: Vec<NumberedProblem<Eight>>,
    unit: usize,
}

impl Work for Measuring {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let range = pieces(number, self.unit, self.problems.len());
        let mut rows = Vec::new();
        // One at a time: what is solved for a position must not depend on its neighbours.
        for problem in &self.problems[range.clone()] {
            let measured = self.accuracy.measure(&[problem], progress.stop(), &mut |measured| {
                let mut row = JudgedPosition::from(measured);
                (row.measures.seconds, row.measures.cpu_seconds) = (0.0, None);
                rows.push(row);
                progress.progressed(1);
                ControlFlow::<()>::Continue(())
            });
            let _ = measured.map_err(|error| UnitError::Failed(error.to_string()))?;
        }
        if rows.len() == range.len() { Ok(to_lines(&rows)) } else { Err(UnitError::Stopped) }
    }
}

struct AccuracyCheck {
    problems: Vec<NumberedProblem<Eight>>,
    unit: usize,
}

impl RowCheck for AccuracyCheck {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let problems = &self.problems[pieces(number, self.unit, self.problems.len())];
        check_lines(rows, problems.iter(), fits)
    }
}

/// Whether this can be the judgement of the problem.
fn fits(NumberedProblem { id, problem }: &NumberedProblem<Eight>, row: &JudgedPosition) -> bool {
    let played = row.played.parse().ok().filter(|played| problem.position.is_legal(*played));
    let Some(played) = played else { return false };
    // What the file knows is not searched.
    let is_loss = match (row.proved, problem.best(), problem.score_of(played)) {
        (None, Some(best), Some(score)) => (row.expected, row.loss) == (best, best - score),
        _ => row.proved.is_some() && row.loss >= 0,
    };
    is_loss
        && (row.id, row.empties) == (*id, problem.position.board().empties().len())
        && (row.measures.seconds, row.measures.cpu_seconds) == (0.0, None)
}

/// A row of the table.
#[derive(Serialize)]
struct TableRow<'a> {
    id: u64,
    empties: u32,
    #[serde(rename = "move")]
    played: &'a str,
    score: Option<f64>,
    expected: i32,
    loss: i32,
    proved: Option<u8>,
    nodes: u64,
}

struct AccuracyFiles {
    lines: RowFile,
    table: CsvFile,
    all: Vec<Measures>,
    total: AccuracyTotal,
}

impl ResultWriter for AccuracyFiles {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        for judged in of_lines::<JudgedPosition>(number, rows)? {
            self.table.add(&TableRow {
                id: judged.id,
                empties: judged.empties,
                played: &judged.played,
                score: judged.score,
                expected: judged.expected,
                loss: judged.loss,
                proved: judged.proved,
                nodes: judged.measures.nodes,
            })?;
            self.total.proved += usize::from(judged.proved.is_some());
            let measures = judged.measures;
            self.all.push(Measures {
                mean_abs_error: measures.mean_abs_error,
                bias: measures.bias,
                best_move_rate: measures.best_move_rate,
                within_3_rate: measures.within_3_rate,
                mean_loss: measures.mean_loss,
                nodes: measures.nodes,
                seconds: 0.0,
                cpu_seconds: None,
            });
        }
        self.lines.write(rows)
    }

    fn finish(self: Box<Self>) -> Result<Summary, OutputError> {
        self.lines.finish()?;
        self.table.finish()?;
        let total = AccuracyTotal {
            positions: self.all.len(),
            measures: Measures::mean(&self.all).into(),
            intervals: Intervals::of(&self.all).into(),
            ..self.total
        };
        Ok(summary(&total))
    }
}
