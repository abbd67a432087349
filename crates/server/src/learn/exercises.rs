//! Endgame exercises, generated and graded by the solver.

use axum::Json;
use axum::extract::State;
use othellier_board::{Move, Position};
use othellier_lab::endgames::{Endgames, solve_moves};
use othellier_record::obf::Problem;
use othellier_record::{AnyGame, Game};
use othellier_review::exercise::of_problem;
use othellier_search::StopSignal;
use othellier_search::champion::{Goal, Selectivity, Solver};
use othellier_wire as wire;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, Params};
use crate::jobs::{run_job, stopped};
use othellier_desk::limits;
use othellier_desk::positions::read_position;

/// The transposition table of the solver.
const TABLE_BYTES: usize = 4 << 20;
/// How many positions are tried before giving up.
const ATTEMPTS: usize = 300;
const USUAL_EMPTIES: u32 = 8;

/// The query of an exercise.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExerciseQuery {
    /// Empty squares.
    empties: Option<u32>,
    /// The least difficulty, from 1 to 5.
    stars: Option<u8>,
    /// The same seed gives the same exercise.
    seed: Option<u64>,
    /// `best`: one move is better than all others; `win`: only some moves win.
    goal: Option<ExerciseGoal>,
}

/// What must be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ExerciseGoal {
    Best,
    Win,
}

/// An exercise.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExerciseShown {
    #[serde(rename = "type")]
    kind: &'static str,
    position: wire::Position,
    empties: u32,
    goal: ExerciseGoal,
    /// The difficulty, from 1 to 5.
    stars: u8,
    seed: String,
}

/// Generates an exercise.
#[utoipa::path(get, path = "/api/exercises/new", tag = "learning", params(ExerciseQuery), responses(
    (status = 200, body = ExerciseShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn exercise(
    State(app): State<App>,
    client: Client,
    Params(query): Params<ExerciseQuery>,
) -> Result<Json<ExerciseShown>, ApiError> {
    let [least, most] = limits::EXERCISE_EMPTIES;
    let empties = query.empties.unwrap_or(USUAL_EMPTIES);
    if !(least..=most).contains(&empties) {
        return Err(ApiError::bad_request(format!("empties are from {least} to {most}")));
    }
    let stars = query.stars.unwrap_or(1);
    if !(1..=5).contains(&stars) {
        return Err(ApiError::bad_request("stars are from 1 to 5"));
    }
    let goal = query.goal.unwrap_or(ExerciseGoal::Best);
    // 53 bits, so that every JSON reader keeps the number exactly.
    let seed = query.seed.unwrap_or_else(|| rand::random::<u64>() >> 11);
    let make_exercise =
        run_job(&app, &client, move |stop| make_exercise(empties, stars, goal, seed, stop));
    make_exercise.await.map(Json)
}

fn make_exercise(
    empties: u32,
    stars: u8,
    goal: ExerciseGoal,
    seed: u64,
    stop: &StopSignal,
) -> Result<ExerciseShown, ApiError> {
    let mut solver = Solver::new(1, TABLE_BYTES);
    for position in Endgames::new(empties, seed).take(ATTEMPTS) {
        let solved =
            solve_moves(&mut solver, position, Selectivity::Exact, stop).ok_or_else(stopped)?;
        let Some(exercise) = of_problem(&solved.problem) else { continue };
        let found = exercise.difficulty.map_or(1, |difficulty| difficulty.stars());
        if found < stars || !fits_goal(&solved.problem, goal) {
            continue;
        }
        let game = AnyGame::from(Game::from_position(position));
        let (position, seed) = (wire::Position::of_any(&game), seed.to_string());
        return Ok(ExerciseShown { kind: "exercise", position, empties, goal, stars: found, seed });
    }
    Err(ApiError::not_found("no such exercise was found: try an easier one or another seed"))
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
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExerciseAnswer {
    position: String,
    #[serde(rename = "move")]
    played: String,
}

/// The grade of an answer.
#[derive(Serialize, ToSchema)]
pub(crate) struct GradeShown {
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
#[derive(Serialize, ToSchema)]
pub(crate) struct ScoredMove {
    #[serde(rename = "move")]
    played: String,
    score: i32,
}

/// Grades an answer by exact scores.
#[utoipa::path(post, path = "/api/exercises/grade", tag = "learning", request_body = ExerciseAnswer, responses(
    (status = 200, body = GradeShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn grade(
    State(app): State<App>,
    client: Client,
    Body(answer): Body<ExerciseAnswer>,
) -> Result<Json<GradeShown>, ApiError> {
    let AnyGame::Eight(game) = read_position(&answer.position, None, "")? else {
        return Err(ApiError::bad_position("exercises are on 8×8 boards"));
    };
    let position = *game.position();
    let [_, most] = limits::EXERCISE_EMPTIES;
    if position.board().empties().len() > most {
        return Err(ApiError::not_allowed(format!("an exercise has at most {most} empty squares")));
    }
    let played: Move = answer.played.parse().map_err(ApiError::illegal_move)?;
    position.play(played).map_err(ApiError::illegal_move)?;
    let grade_answer = run_job(&app, &client, move |stop| grade_answer(position, played, stop));
    grade_answer.await.map(Json)
}

fn grade_answer(
    position: Position,
    played: Move,
    stop: &StopSignal,
) -> Result<GradeShown, ApiError> {
    let mut solver = Solver::new(1, TABLE_BYTES);
    let solved =
        solve_moves(&mut solver, position, Selectivity::Exact, stop).ok_or_else(stopped)?.problem;
    let none = || ApiError::illegal_move(format!("{played} is not legal here"));
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
        line: line(played).ok_or_else(stopped)?,
        best_line: line(better).ok_or_else(stopped)?,
    })
}
