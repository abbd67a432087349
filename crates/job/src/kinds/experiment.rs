//! The games and searches of an experiment, some in each unit.

use std::collections::BTreeMap;
use std::path::Path;

use othellier_board::{Color, Eight, Move, Size};
use othellier_measure::experiment::{
    Folder, GameRow, GridValues, Job as PlanJob, Plan, PredictionGames, PredictionRow,
    PreparedExperiment, Row, Unit as PlanUnit, builtin,
};
use othellier_measure::{Colors, Lines, Match};
use othellier_record::Game;
use othellier_record::journal::Journal;
use othellier_spec::{Access, Spec};
use othellier_wire::GameEnding;
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::replay::{can_end, replayed};
use super::rows::{check_lines, of_lines, summary, to_lines};
use super::{Expected, JobProblem, Kind, PartFault, ResultWriter, RowCheck, Work, specs};
use crate::output::{OutputError, Summary};
use crate::{Progress, RowFault, RowsError, UnitError};

/// An experiment, as by `othellier lab run`. Times are not kept: they are those of many machines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct ExperimentRun {
    /// The experiment: the name of a built-in one, a file, or its lines. A command may run several.
    #[cfg_attr(feature = "args", arg(skip = Lines::Lines(Vec::new())))]
    pub file: Lines,
    /// Run the quick version: fewer games, positions and depths
    #[serde(default)]
    #[cfg_attr(feature = "args", arg(long))]
    pub quick: bool,
    /// Seed of the random numbers instead of the experiment's own
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub seed: Option<u64>,
    /// Other values for a key of the grids, such as depth=3,5 or engine='gtp(cmd="edax -gtp")'
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "args", arg(long, value_name = "KEY=VALUE"))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::grid_values))]
    pub set: Vec<String>,
    /// Games or searches of a unit of work
    #[serde(default = "unit")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = unit()))]
    #[cfg_attr(feature = "args", arg(requires = "units"))]
    pub unit: usize,
}

fn unit() -> usize {
    20
}

/// The squares of the board: the largest difference of discs.
const SQUARES: i32 = Eight::SQUARES as i32;

/// What units do: each a list of tasks, each task a list of units of the plan that depend on each
/// other.
type Pieces = Vec<Vec<Vec<PlanUnit>>>;

impl ExperimentRun {
    /// The other values of the grids.
    pub fn grid_values(&self) -> Result<Vec<GridValues>, JobProblem> {
        let wrong = |_| JobProblem::Setting { key: "set", expected: Expected::GridValues };
        self.set.iter().map(|text| text.parse().map_err(wrong)).collect()
    }

    fn prepared(&self) -> Result<PreparedExperiment, JobProblem> {
        let set = self.grid_values()?;
        let text = self.file.text(&Access::Sealed)?;
        // Its text is all that an experiment is: it has no inputs.
        let prepared =
            PreparedExperiment::new(&text, self.quick, self.seed, &set, &Access::Sealed)?;
        for job in &prepared.plan().jobs {
            let fault = match job {
                PlanJob::Timed(_) => Some(PartFault::Timed),
                job if job.sprt().is_some() => Some(PartFault::Sprt),
                _ => None,
            };
            if let Some(why) = fault {
                return Err(JobProblem::Part { part: job.name().to_owned(), why });
            }
        }
        Ok(prepared)
    }

    /// The tasks of the plan in groups; generations of one run are one task.
    fn pieces(&self, plan: &Plan) -> Pieces {
        let mut pieces: Pieces = Vec::new();
        for task in plan.tasks() {
            let in_last = pieces.last().filter(|piece| {
                piece.len() < self.unit && task.len() == 1 && piece[0][0].job == task[0].job
            });
            match in_last.is_some().then(|| pieces.last_mut()).flatten() {
                Some(piece) => piece.push(task),
                None => pieces.push(vec![task]),
            }
        }
        pieces
    }
}

/// The players of a part.
fn players(job: &PlanJob) -> Vec<&Spec> {
    match job {
        PlanJob::Games { matchups, .. } => {
            matchups.iter().flat_map(|matchup| &matchup.players).collect()
        }
        PlanJob::Positions { arms, .. } => arms.iter().map(|arm| &arm.player).collect(),
        PlanJob::Predictions { source, .. } => source.players().iter().collect(),
        PlanJob::Evolution(bred) => bred.players().collect(),
        PlanJob::Timed(_) => Vec::new(),
    }
}

impl Kind for ExperimentRun {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        if let Lines::File(path) = &self.file
            && let Some(text) = path.to_str().and_then(builtin::find)
        {
            self.file = Lines::from(text);
        }
        files.read(&mut self.file)
    }

    fn units(&self) -> Result<u64, JobProblem> {
        if self.unit == 0 {
            return Err(JobProblem::Setting { key: "unit", expected: Expected::Positive });
        }
        Ok(self.pieces(self.prepared()?.plan()).len() as u64)
    }

    fn is_reproducible(&self) -> bool {
        let is = |job: &PlanJob| {
            let by_clock =
                matches!(job, PlanJob::Games { part, .. } if part.time_per_move.is_some());
            !by_clock && players(job).into_iter().all(specs::is_reproducible)
        };
        self.prepared().is_ok_and(|prepared| prepared.plan().jobs.iter().all(is))
    }

    fn prepare(&self, _: &Access) -> Result<Box<dyn Work>, JobProblem> {
        let prepared = self.prepared()?;
        let pieces = self.pieces(prepared.plan());
        Ok(Box::new(Experimenting { prepared, pieces }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        let prepared = self.prepared()?;
        let pieces = self.pieces(prepared.plan());
        Ok(Box::new(ExperimentCheck { prepared, pieces }))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        let prepared = self.prepared().map_err(OutputError::Job)?;
        let path = folder.join(prepared.folder_name());
        // What an earlier call wrote would be resumed instead of written.
        if path.is_dir() {
            std::fs::remove_dir_all(&path)
                .map_err(othellier_measure::files::WriteError::at(&path))?;
        }
        let (folder, journal) = Folder::open(&path, prepared)?;
        Ok(Box::new(ExperimentFiles { folder, journal }))
    }
}

struct Experimenting {
    prepared: PreparedExperiment,
    pieces: Pieces,
}

impl Work for Experimenting {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let plan = self.prepared.plan();
        let mut rows = Vec::new();
        for task in self.pieces.get(number as usize).into_iter().flatten() {
            let done = plan.run_task(task, progress.stop(), &mut || progress.progressed(1));
            let done = done.map_err(|error| UnitError::Failed(error.to_string()))?;
            rows.extend(done.ok_or(UnitError::Stopped)?.into_iter().map(Row::without_times));
        }
        Ok(to_lines(&rows))
    }
}

struct ExperimentCheck {
    prepared: PreparedExperiment,
    pieces: Pieces,
}

impl RowCheck for ExperimentCheck {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let plan = self.prepared.plan();
        let units: Vec<&PlanUnit> = self.pieces[number as usize].iter().flatten().collect();
        check_lines(rows, units.into_iter(), |unit, row: &Row| {
            let is_it = plan.unit_of(row) == Some(*unit) && row.clone().without_times() == *row;
            is_it && fits(plan, *unit, row)
        })
    }
}

/// Whether this row can be of its unit.
fn fits(plan: &Plan, unit: PlanUnit, row: &Row) -> bool {
    match (&plan.jobs[unit.job], row) {
        (PlanJob::Games { matchups, .. }, Row::Game(game)) => is_game(&matchups[unit.arm], game),
        (PlanJob::Positions { part, positions, .. }, Row::Search(search)) => {
            let (phase, game) = &positions[unit.index / part.repetitions];
            let is_legal =
                search.chosen.parse().is_ok_and(|chosen| game.position().is_legal(chosen));
            is_legal && (&search.phase, &search.position) == (phase, &game.position().to_string())
        }
        (PlanJob::Predictions { source, .. }, Row::Prediction(prediction)) => {
            let start = Game::default();
            let opening = match source {
                PredictionGames::Played(games) => {
                    games.openings.cycled(games.opening_of(unit.index).1)
                }
                PredictionGames::File(_) => &start,
            };
            let Some(game) = replayed(opening, &prediction.moves) else { return false };
            let result = i32::from(prediction.result);
            let is_result = match game.outcome() {
                Some(outcome) => outcome.black_score.signum() == result,
                // A game that broke off has no winner; who resigns has the move.
                None => {
                    result == 0 || can_end(&game, opening, GameEnding::Resigned, result * SQUARES)
                }
            };
            // The evaluators do not search: what they say of the game is asked again.
            is_result
                && plan.predicted(unit, game).is_some_and(|predicted| {
                    PredictionRow { result: prediction.result, ..predicted } == *prediction
                })
        }
        // The games of a generation are not kept: only an audit tells whether they were played so.
        (PlanJob::Evolution(_), Row::Generation(generation)) => {
            generation.fitness.iter().all(|fitness| fitness.abs() <= f64::from(SQUARES))
        }
        _ => false,
    }
}

/// Whether this can be the game of the match with its index.
fn is_game(matchup: &Match, row: &GameRow) -> bool {
    let (color, number) = matchup.opening_of(row.index);
    let opening = matchup.openings.cycled(number);
    let Some(game) = replayed(opening, &row.moves) else { return false };
    let (position, difference) = (*game.position(), row.difference);
    if difference.unsigned_abs() > u32::from(Eight::SQUARES) {
        return false;
    }
    let black_score = if color == Color::Black { difference } else { -difference };
    let ending = match row.ending.as_str() {
        "board" => GameEnding::Board,
        "resigned" => GameEnding::Resigned,
        "illegal" => GameEnding::Illegal,
        "crash" => GameEnding::Crash,
        "time" if matchup.limit.is_some() => GameEnding::Time,
        _ => return false,
    };
    // A forced pass at the end of a game that ends early is not among its moves.
    let boards = [Some(position), position.play(Move::Pass).ok()];
    can_end(&game, opening, ending, black_score)
        && boards.into_iter().flatten().any(|position| position.to_string() == row.board)
        && (row.black, row.white)
            == (position.discs(Color::Black).len(), position.discs(Color::White).len())
        && (row.color == color.to_string(), row.opening_length) == (true, opening.length())
        && row.pair == (matchup.colors == Colors::Swapped).then_some(number)
}

#[derive(Serialize)]
struct Total {
    /// Games, searches, predictions and generations.
    rows: usize,
    /// Those of each part.
    parts: BTreeMap<String, usize>,
}

struct ExperimentFiles {
    folder: Folder,
    journal: Journal,
}

impl ResultWriter for ExperimentFiles {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        let rows: Vec<Row> = of_lines(number, rows)?;
        if rows.iter().all(|row| self.folder.plan.unit_of(row).is_some()) {
            Ok(self.folder.add(&mut self.journal, rows)?)
        } else {
            Err(OutputError::Rows(RowsError { number }))
        }
    }

    fn finish(self: Box<Self>) -> Result<Summary, OutputError> {
        let unwritten =
            |error: othellier_record::journal::JournalError| OutputError::Experiment(error.into());
        self.journal.sync().map_err(unwritten)?;
        self.folder.write_tables()?;
        let mut total = Total { rows: self.folder.rows.len(), parts: BTreeMap::new() };
        let plan = &self.folder.plan;
        for unit in self.folder.rows.iter().filter_map(|row| plan.unit_of(row)) {
            *total.parts.entry(plan.jobs[unit.job].name().to_owned()).or_default() += 1;
        }
        Ok(summary(&total))
    }
}
