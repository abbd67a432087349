//! Positions solved, some in each unit.

use std::ops::ControlFlow;
use std::path::Path;

use othellier_board::{Eight, Four, Six, Size, Status};
use othellier_measure::Lines;
use othellier_measure::suite::{self, SolvedProblem, SuiteEvent, SuiteTotals, agrees, goal_name};
use othellier_platform::parallel::StopSignal;
use othellier_play::parse_bytes;
use othellier_record::obf;
use othellier_record::problems::NumberedProblem;
use othellier_record::{Game, guess_side};
use othellier_search::champion::{ChampionEvaluator, Goal, Heuristic, Selectivity, Solver};
use othellier_spec::Access;
use othellier_wire::{SolveTotal, SolvedPosition};
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::rows::{CsvFile, RowFile, check_lines, of_lines, summary, to_lines};
use super::{Expected, JobProblem, Kind, ResultWriter, RowCheck, Work, in_units, pieces};
use crate::output::{OutputError, Summary};
use crate::{Progress, RowFault, UnitError};

/// Positions to be solved, as by `othellier solve`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// Problem file (OBF); by default, and with `-`, standard input
    #[cfg_attr(feature = "args", arg(id = "file", value_name = "FILE.obf", default_value = "-"))]
    #[cfg_attr(feature = "args", arg(hide_default_value = true))]
    pub positions: Lines,
    /// Positions of a unit of work
    #[serde(default = "unit")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = unit()))]
    #[cfg_attr(feature = "args", arg(requires = "units"))]
    pub unit: usize,
    /// Prove only who wins (WLD): faster; of the score only the sign is exact
    #[serde(default)]
    #[cfg_attr(feature = "args", arg(long, conflicts_with = "selectivity"))]
    pub outcome: bool,
    /// Confidence in percent: 73, 87, 95, 98, 99, or 100 for a proof
    #[serde(default = "proof")]
    #[cfg_attr(feature = "args", arg(long, value_name = "S", default_value_t = proof()))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::selectivity))]
    pub selectivity: u8,
    /// Size of the transposition table; in units, of that of each thread
    #[serde(default = "hash")]
    #[cfg_attr(feature = "args", arg(long, value_name = "SIZE", default_value = "256MiB"))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::bytes))]
    pub hash: String,
}

fn unit() -> usize {
    1
}

pub(super) fn proof() -> u8 {
    100
}

pub(super) fn hash() -> String {
    "64MiB".to_owned()
}

/// The number of bytes of a table.
pub(super) fn table_bytes(hash: &str) -> Result<usize, JobProblem> {
    let wrong = JobProblem::Setting { key: "hash", expected: Expected::Bytes };
    parse_bytes(hash).ok_or(wrong)
}

impl Solve {
    fn problems<S: Size>(&self) -> Result<Vec<NumberedProblem<S>>, JobProblem> {
        let text = self.positions.text(&Access::Sealed)?;
        let problems = (1..).zip(obf::read(text.as_bytes()));
        problems.map(|(id, read)| Ok(NumberedProblem { id, problem: read?.1 })).collect()
    }

    /// The size of the first board.
    fn side(&self) -> Result<u8, JobProblem> {
        let text = self.positions.text(&Access::Sealed)?;
        let boards =
            text.lines().map(|line| line.split([';', '%']).next().unwrap_or_default().trim());
        let first = boards.into_iter().find(|board| !board.is_empty()).unwrap_or_default();
        Ok(guess_side(first).unwrap_or(8))
    }

    pub fn goal(&self) -> Result<Goal, JobProblem> {
        let selectivity = selectivity("selectivity", self.selectivity)?;
        Ok(if self.outcome { Goal::Outcome } else { selectivity.into() })
    }

    pub fn table_bytes(&self) -> Result<usize, JobProblem> {
        table_bytes(&self.hash)
    }
}

/// The selectivity with this confidence in percent.
pub(super) fn selectivity(key: &'static str, percent: u8) -> Result<Selectivity, JobProblem> {
    let wrong = JobProblem::Setting { key, expected: Expected::Selectivity };
    Selectivity::from_percent(percent).ok_or(wrong)
}

impl Kind for Solve {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        files.read(&mut self.positions)
    }

    fn units(&self) -> Result<u64, JobProblem> {
        self.goal()?;
        self.table_bytes()?;
        let count = match self.side()? {
            8 => self.problems::<Eight>()?.len(),
            6 => self.problems::<Six>()?.len(),
            4 => self.problems::<Four>()?.len(),
            _ => {
                return Err(JobProblem::Setting { key: "positions", expected: Expected::Boards });
            }
        };
        in_units(count, self.unit)
    }

    fn is_reproducible(&self) -> bool {
        true
    }

    fn prepare(&self, _: &Access) -> Result<Box<dyn Work>, JobProblem> {
        let (goal, table_bytes, unit) = (self.goal()?, self.table_bytes()?, self.unit);
        macro_rules! solving {
            ($solver:expr) => {
                Box::new(Solving {
                    problems: self.problems()?,
                    goal,
                    unit,
                    solver: Box::new(move || $solver),
                })
            };
        }
        Ok(match self.side()? {
            4 => solving!(Solver::with(Heuristic::<Four>::default(), 1, table_bytes)),
            6 => solving!(Solver::with(Heuristic::<Six>::default(), 1, table_bytes)),
            _ => solving!(Solver::new(1, table_bytes)),
        })
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        let goal = self.goal()?;
        Ok(match self.side()? {
            4 => {
                Box::new(SolvedCheck::<Four> { problems: self.problems()?, goal, unit: self.unit })
            }
            6 => Box::new(SolvedCheck::<Six> { problems: self.problems()?, goal, unit: self.unit }),
            _ => {
                Box::new(SolvedCheck::<Eight> { problems: self.problems()?, goal, unit: self.unit })
            }
        })
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        let goal = self.goal().map_or_else(|_| String::new(), goal_name);
        Ok(Box::new(SolvedFiles {
            lines: RowFile::create(folder.join("positions.jsonl"))?,
            table: CsvFile::create(folder.join("positions.csv"))?,
            totals: SuiteTotals::default(),
            goal,
        }))
    }
}

struct Solving<E: ChampionEvaluator> {
    problems: Vec<NumberedProblem<E::Size>>,
    goal: Goal,
    unit: usize,
    solver: Box<dyn Fn() -> Solver<E> + Send + Sync>,
}

impl<E: ChampionEvaluator> Work for Solving<E> {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let mut solver = (self.solver)();
        let mut rows: Vec<SolvedPosition> = Vec::new();
        for problem in &self.problems[pieces(number, self.unit, self.problems.len())] {
            // The nodes of a position do not depend on its neighbours.
            solver.clear();
            let solved = self.solve(problem, &mut solver, progress.stop());
            let mut row = SolvedPosition::from(solved.ok_or(UnitError::Stopped)?);
            row.seconds = 0.0;
            rows.push(row);
            progress.progressed(1);
        }
        Ok(to_lines(&rows))
    }
}

impl<E: ChampionEvaluator> Solving<E> {
    fn solve(
        &self,
        problem: &NumberedProblem<E::Size>,
        solver: &mut Solver<E>,
        stop: &StopSignal,
    ) -> Option<SolvedProblem> {
        let mut found = None;
        let end = suite::solve(&[problem], self.goal, solver, None, stop, &mut |event| {
            if let SuiteEvent::Solved(solved) = event {
                found = Some(solved);
            }
            ControlFlow::<()>::Continue(())
        });
        let _ = end.expect("there is no journal that could fail");
        found
    }
}

struct SolvedCheck<S: Size> {
    problems: Vec<NumberedProblem<S>>,
    goal: Goal,
    unit: usize,
}

impl<S: Size> RowCheck for SolvedCheck<S> {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let problems = &self.problems[pieces(number, self.unit, self.problems.len())];
        check_lines(rows, problems.iter(), |problem, row| self.fits(problem, row))
    }
}

impl<S: Size> SolvedCheck<S> {
    /// Whether this can be the solution of the problem: the moves are legal, and where they lead to the
    /// end of the game, the score is the one there.
    fn fits(
        &self,
        NumberedProblem { id, problem }: &NumberedProblem<S>,
        row: &SolvedPosition,
    ) -> bool {
        let position = problem.position;
        let mut line = Game::from_position(position);
        let is_legal = row
            .pv
            .iter()
            .all(|played| played.parse().is_ok_and(|played| line.play(played).is_ok()));
        let squares = u32::from(S::SQUARES);
        let is_score = match line.position().status() {
            Status::Over { .. } if self.goal == Goal::Exact => {
                row.score == line.position().final_score(position.side_to_move())
            }
            _ => row.score.unsigned_abs() <= squares,
        };
        let expected = problem.best();
        is_legal
            && is_score
            && (row.id, row.empties) == (*id, position.board().empties().len())
            && row.position == position.to_string()
            && row.played.as_ref() == row.pv.first()
            && row.expected == expected
            && row.ok == agrees(self.goal, row.score, expected)
            && (row.seconds, row.journalled) == (0.0, false)
    }
}

/// A row of the table.
#[derive(Serialize)]
struct TableRow<'a> {
    id: u64,
    position: &'a str,
    empties: u32,
    score: i32,
    #[serde(rename = "move")]
    played: Option<&'a str>,
    pv: String,
    nodes: u64,
    expected: Option<i32>,
    ok: bool,
}

struct SolvedFiles {
    lines: RowFile,
    table: CsvFile,
    totals: SuiteTotals,
    goal: String,
}

impl ResultWriter for SolvedFiles {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        for solved in of_lines::<SolvedPosition>(number, rows)? {
            self.totals.positions += 1;
            self.totals.wrong += u64::from(!solved.ok);
            self.totals.nodes = self.totals.nodes.saturating_add(solved.nodes);
            self.table.add(&TableRow {
                id: solved.id,
                position: &solved.position,
                empties: solved.empties,
                score: solved.score,
                played: solved.played.as_deref(),
                pv: solved.pv.join(" "),
                nodes: solved.nodes,
                expected: solved.expected,
                ok: solved.ok,
            })?;
        }
        self.lines.write(rows)
    }

    fn finish(self: Box<Self>) -> Result<Summary, OutputError> {
        self.lines.finish()?;
        self.table.finish()?;
        let total = SolveTotal::new(&self.totals, self.goal, false);
        Ok(summary(&total))
    }
}
