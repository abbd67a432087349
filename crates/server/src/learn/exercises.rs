//! Endgames to solve, made and graded by the solver.

use axum::Json;
use axum::extract::State;
use othellier_board::{Move, Position};
use othellier_lab::endgames::{Endgames, solve_moves};
use othellier_record::obf::Problem;
use othellier_record::{AnyGame, Game};
use othellier_review::exercise::of_problem;
use othellier_search::StopSignal;
use othellier_search::champion::{Goal, Selectivity, Solver};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::client::Client;
use crate::errand::{errand, stopped};
use crate::extract::{Body, Params};
use crate::limits;
use crate::positions::{PositionShown, position_shown, read_position};
use crate::trouble::{ErrorBody, Trouble};
use crate::wire::moves_shown;

/// The table of the solver.
const TABLE_BYTES: usize = 4 << 20;
/// How many positions in a row may not be what is wanted.
const ATTEMPTS: usize = 300;
const USUAL_EMPTIES: u32 = 8;

/// Which exercise is wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExerciseQuery {
    /// Empty squares.
    empties: Option<u32>,
    /// How hard at least, from 1 to 5.
    stars: Option<u8>,
    /// The same seed makes the same exercise.
    seed: Option<u64>,
    /// `best`: one move is better than all others; `win`: only some moves win.
    goal: Option<ExerciseGoal>,
}

/// What is to be found.
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
    position: PositionShown,
    empties: u32,
    goal: ExerciseGoal,
    /// From 1, easy, to 5.
    stars: u8,
    seed: String,
}

/// A new exercise.
#[utoipa::path(get, path = "/api/exercises/new", tag = "learning", params(ExerciseQuery), responses(
    (status = 200, body = ExerciseShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn exercise(
    State(app): State<App>,
    client: Client,
    Params(query): Params<ExerciseQuery>,
) -> Result<Json<ExerciseShown>, Trouble> {
    let [least, most] = limits::EXERCISE_EMPTIES;
    let empties = query.empties.unwrap_or(USUAL_EMPTIES);
    if !(least..=most).contains(&empties) {
        return Err(Trouble::bad_request(format!("empties are from {least} to {most}")));
    }
    let stars = query.stars.unwrap_or(1);
    if !(1..=5).contains(&stars) {
        return Err(Trouble::bad_request("stars are from 1 to 5"));
    }
    let goal = query.goal.unwrap_or(ExerciseGoal::Best);
    // Small enough for every language that reads the answer.
    let seed = query.seed.unwrap_or_else(|| rand::random::<u64>() >> 11);
    let made = errand(&app, &client, move |stop| made(empties, stars, goal, seed, stop));
    made.await.map(Json)
}

fn made(
    empties: u32,
    stars: u8,
    goal: ExerciseGoal,
    seed: u64,
    stop: &StopSignal,
) -> Result<ExerciseShown, Trouble> {
    let mut solver = Solver::new(1, TABLE_BYTES);
    for position in Endgames::new(empties, seed).take(ATTEMPTS) {
        let solved =
            solve_moves(&mut solver, position, Selectivity::Exact, stop).ok_or_else(stopped)?;
        let Some(exercise) = of_problem(&solved.problem) else { continue };
        let found = exercise.difficulty.map_or(1, |difficulty| difficulty.stars());
        if found < stars || !is_wanted(&solved.problem, goal) {
            continue;
        }
        let game = AnyGame::from(Game::from_position(position));
        let (position, seed) = (position_shown(&game), seed.to_string());
        return Ok(ExerciseShown { kind: "exercise", position, empties, goal, stars: found, seed });
    }
    Err(Trouble::not_found("no such exercise was found: ask for an easier one or another seed"))
}

fn is_wanted(problem: &Problem, goal: ExerciseGoal) -> bool {
    let Some(best) = problem.best() else { return false };
    let count = |is_right: &dyn Fn(i32) -> bool| {
        problem.scores.iter().filter(|(_, score)| is_right(*score)).count()
    };
    match goal {
        ExerciseGoal::Best => count(&|score| score == best) == 1,
        ExerciseGoal::Win => best > 0 && 2 * count(&|score| score > 0) <= problem.scores.len(),
    }
}

/// An answer to be graded.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    position: String,
    #[serde(rename = "move")]
    played: String,
}

/// What an answer is worth.
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

/// What an answer is worth, proven.
#[utoipa::path(post, path = "/api/exercises/grade", tag = "learning", request_body = Answer, responses(
    (status = 200, body = GradeShown), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn grade(
    State(app): State<App>,
    client: Client,
    Body(answer): Body<Answer>,
) -> Result<Json<GradeShown>, Trouble> {
    let AnyGame::Eight(game) = read_position(&answer.position, None, "")? else {
        return Err(Trouble::bad_position("exercises are on 8×8 boards"));
    };
    let position = *game.position();
    let [_, most] = limits::EXERCISE_EMPTIES;
    if position.board().empties().len() > most {
        return Err(Trouble::not_allowed(format!("an exercise has {most} empty squares at most")));
    }
    let played: Move = answer.played.parse().map_err(Trouble::illegal_move)?;
    position.play(played).map_err(Trouble::illegal_move)?;
    let graded = errand(&app, &client, move |stop| graded(position, played, stop));
    graded.await.map(Json)
}

fn graded(position: Position, played: Move, stop: &StopSignal) -> Result<GradeShown, Trouble> {
    let mut solver = Solver::new(1, TABLE_BYTES);
    let solved =
        solve_moves(&mut solver, position, Selectivity::Exact, stop).ok_or_else(stopped)?.problem;
    let none = || Trouble::illegal_move(format!("{played} is not legal here"));
    let score = solved.score_of(played).ok_or_else(none)?;
    let best = solved.best().ok_or_else(none)?;
    let is_best = |(_, score): &&(Move, i32)| *score == best;
    let better = solved.scores.iter().find(is_best).map_or(played, |(best, _)| *best);
    let mut line = |first: Move| {
        let rest = solver.solve(position.after(first).board(), Goal::Exact, stop)?.line;
        let moves: Vec<Move> = std::iter::once(first).chain(rest).collect();
        Some(moves_shown(&moves))
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
