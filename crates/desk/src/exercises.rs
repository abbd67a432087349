//! Endgame exercises, generated and graded by the solver.

use othellier_board::{Move, Position};
use othellier_lab::endgames::{Endgames, solve_moves};
use othellier_record::obf::Problem;
use othellier_record::{AnyGame, Game};
use othellier_review::exercise::of_problem;
use othellier_search::StopSignal;
use othellier_search::champion::{Goal, Selectivity, Solver};
use othellier_wire as wire;
use serde::{Deserialize, Serialize};

use crate::error::DeskError;
use crate::limits;
use crate::positions::read_position;

/// The transposition table of the solver.
const TABLE_BYTES: usize = 4 << 20;
/// How many positions are tried before giving up.
const ATTEMPTS: usize = 300;
const USUAL_EMPTIES: u32 = 8;

/// The query of an exercise.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct ExerciseQuery {
    /// Empty squares.
    pub empties: Option<u32>,
    /// The least difficulty, from 1 to 5.
    pub stars: Option<u8>,
    /// The same seed gives the same exercise.
    pub seed: Option<u64>,
    /// `best`: one move is better than all others; `win`: only some moves win.
    pub goal: Option<ExerciseGoal>,
}

/// What must be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ExerciseGoal {
    /// One move is better than all others.
    Best,
    /// Only some moves win.
    Win,
}

/// An exercise.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExerciseShown {
    #[serde(rename = "type")]
    kind: &'static str,
    position: wire::Position,
    empties: u32,
    goal: ExerciseGoal,
    /// The difficulty, from 1 to 5.
    stars: u8,
    seed: String,
}

/// A checked [`ExerciseQuery`].
#[derive(Clone, Copy, Debug)]
pub struct ExerciseRequest {
    empties: u32,
    stars: u8,
    goal: ExerciseGoal,
    seed: u64,
}

impl ExerciseQuery {
    /// Checks the query; `new_seed` is asked where it has no seed.
    pub fn read(&self, new_seed: impl FnOnce() -> u64) -> Result<ExerciseRequest, DeskError> {
        let [least, most] = limits::EXERCISE_EMPTIES;
        let empties = self.empties.unwrap_or(USUAL_EMPTIES);
        if !(least..=most).contains(&empties) {
            return Err(DeskError::bad_request(format!("empties are from {least} to {most}")));
        }
        let stars = self.stars.unwrap_or(1);
        if !(1..=5).contains(&stars) {
            return Err(DeskError::bad_request("stars are from 1 to 5"));
        }
        let goal = self.goal.unwrap_or(ExerciseGoal::Best);
        let seed = self.seed.unwrap_or_else(new_seed);
        Ok(ExerciseRequest { empties, stars, goal, seed })
    }
}

impl ExerciseRequest {
    /// Generates the exercise.
    pub fn generate(&self, stop: &StopSignal) -> Result<ExerciseShown, DeskError> {
        make_exercise(self.empties, self.stars, self.goal, self.seed, stop)
    }
}

fn make_exercise(
    empties: u32,
    stars: u8,
    goal: ExerciseGoal,
    seed: u64,
    stop: &StopSignal,
) -> Result<ExerciseShown, DeskError> {
    let mut solver = Solver::new(1, TABLE_BYTES);
    for position in Endgames::new(empties, seed).take(ATTEMPTS) {
        let solved = solve_moves(&mut solver, position, Selectivity::Exact, stop)
            .ok_or_else(DeskError::stopped)?;
        let Some(exercise) = of_problem(&solved.problem) else { continue };
        let found = exercise.difficulty.map_or(1, |difficulty| difficulty.stars());
        if found < stars || !fits_goal(&solved.problem, goal) {
            continue;
        }
        let game = AnyGame::from(Game::from_position(position));
        let (position, seed) = (wire::Position::of_any(&game), seed.to_string());
        return Ok(ExerciseShown { kind: "exercise", position, empties, goal, stars: found, seed });
    }
    Err(DeskError::not_found("no such exercise was found: try an easier one or another seed"))
}

fn fits_goal(problem: &Problem, goal: ExerciseGoal) -> bool {
    let Some(best) = problem.best() else { return false };
    let count = |is_right: &dyn Fn(i32) -> bool| {
        problem.scores.iter().filter(|(_, score)| is_right(*score)).count()
    };
    match goal {
        ExerciseGoal::Best => count(&|score| score == best) == 1,
        ExerciseGoal::Win => best > 0 && 2 * count(&|score| score > 0) <= problem.scores.len(),
    }
}

/// An answer to an exercise.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ExerciseAnswer {
    /// The position of the exercise.
    pub position: String,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
}

/// The grade of an answer.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GradeShown {
    #[serde(rename = "type")]
    kind: &'static str,
    /// Whether no move is better.
    right: bool,
    /// Whether a win stays a win, and a draw a draw.
    keeps_result: bool,
    loss: i32,
    best: Vec<String>,
    /// Every move with its final score.
    moves: Vec<ScoredMove>,
    line: Vec<String>,
    best_line: Vec<String>,
}

/// A move and the final score after it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScoredMove {
    #[serde(rename = "move")]
    played: String,
    score: i32,
}

/// A checked [`ExerciseAnswer`].
#[derive(Clone, Copy, Debug)]
pub struct GradeRequest {
    position: Position,
    played: Move,
}

impl ExerciseAnswer {
    /// Checks the answer.
    pub fn read(&self) -> Result<GradeRequest, DeskError> {
        let AnyGame::Eight(game) = read_position(&self.position, None, "")? else {
            return Err(DeskError::bad_position("exercises are on 8×8 boards"));
        };
        let position = *game.position();
        let [_, most] = limits::EXERCISE_EMPTIES;
        if position.board().empties().len() > most {
            return Err(DeskError::not_allowed(format!(
                "an exercise has at most {most} empty squares"
            )));
        }
        let played: Move = self.played.parse().map_err(DeskError::illegal_move)?;
        position.play(played).map_err(DeskError::illegal_move)?;
        Ok(GradeRequest { position, played })
    }
}

impl GradeRequest {
    /// Grades the answer by exact scores.
    pub fn grade(&self, stop: &StopSignal) -> Result<GradeShown, DeskError> {
        grade_answer(self.position, self.played, stop)
    }
}

fn grade_answer(
    position: Position,
    played: Move,
    stop: &StopSignal,
) -> Result<GradeShown, DeskError> {
    let mut solver = Solver::new(1, TABLE_BYTES);
    let solved = solve_moves(&mut solver, position, Selectivity::Exact, stop)
        .ok_or_else(DeskError::stopped)?
        .problem;
    let none = || DeskError::illegal_move(format!("{played} is not legal here"));
    let score = solved.score_of(played).ok_or_else(none)?;
    let best = solved.best().ok_or_else(none)?;
    let is_best = |(_, score): &&(Move, i32)| *score == best;
    let better = solved.scores.iter().find(is_best).map_or(played, |(best, _)| *best);
    let mut line = |first: Move| {
        let rest = solver.solve(position.after(first).board(), Goal::Exact, stop)?.line;
        let moves: Vec<Move> = std::iter::once(first).chain(rest).collect();
        Some(wire::moves(&moves))
    };
    Ok(GradeShown {
        kind: "grade",
        right: score == best,
        keeps_result: score.signum() == best.signum(),
        loss: best - score,
        best: solved.scores.iter().filter(is_best).map(|(best, _)| best.to_string()).collect(),
        moves: solved
            .scores
            .iter()
            .map(|(played, score)| ScoredMove { played: played.to_string(), score: *score })
            .collect(),
        line: line(played).ok_or_else(DeskError::stopped)?,
        best_line: line(better).ok_or_else(DeskError::stopped)?,
    })
}
