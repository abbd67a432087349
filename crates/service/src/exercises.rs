//! Endgame exercises, generated and graded by the solver.

use othellier_board::{Move, Position};
use othellier_locale::reviews;
use othellier_measure::endgames::{EndgameExercises, solve_moves};
use othellier_record::AnyGame;
use othellier_record::obf::Problem;
use othellier_review::{self as review, Mark, Value};
use othellier_search::StopSignal;
use othellier_search::champion::{Goal, Selectivity, Solver};
use othellier_wire::{Exercise, ExerciseGoal, Grade, ScoredMove};
use serde::Deserialize;

use crate::error::ServiceError;
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
    pub empties: Option<u32>,
    /// The least difficulty, from 1 to 5.
    pub stars: Option<u8>,
    /// A seed gives the same exercise again.
    pub seed: Option<u64>,
    /// `best`: one move is better than all others; `win`: only some moves win.
    pub goal: Option<ExerciseGoal>,
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
    pub fn read(&self, new_seed: impl FnOnce() -> u64) -> Result<ExerciseRequest, ServiceError> {
        let [least, most] = limits::EXERCISE_EMPTIES;
        let empties = self.empties.unwrap_or(USUAL_EMPTIES);
        if !(least..=most).contains(&empties) {
            return Err(ServiceError::bad_request(format!("empties are from {least} to {most}")));
        }
        let stars = self.stars.unwrap_or(1);
        if !(1..=5).contains(&stars) {
            return Err(ServiceError::bad_request("stars are from 1 to 5"));
        }
        let goal = self.goal.unwrap_or(ExerciseGoal::Best);
        let seed = self.seed.unwrap_or_else(new_seed);
        Ok(ExerciseRequest { empties, stars, goal, seed })
    }
}

impl ExerciseRequest {
    pub fn generate(&self, stop: &StopSignal) -> Result<Exercise, ServiceError> {
        make_exercise(self.empties, self.stars, self.goal, self.seed, stop)
    }
}

fn make_exercise(
    empties: u32,
    stars: u8,
    goal: ExerciseGoal,
    seed: u64,
    stop: &StopSignal,
) -> Result<Exercise, ServiceError> {
    let mut exercises = EndgameExercises::new(empties, seed, TABLE_BYTES);
    let found = |exercise: &review::Exercise| exercise.difficulty.map_or(1, |it| it.stars());
    let exercise = exercises.find(ATTEMPTS, stop, |problem, exercise| {
        found(exercise) >= stars && fits_goal(problem, goal)
    });
    match exercise {
        Some(exercise) => Ok(Exercise {
            goal: Some(goal),
            stars: Some(found(&exercise)),
            seed: Some(seed.to_string()),
            ..Exercise::new(&exercise)
        }),
        None if stop.is_stopped() => Err(ServiceError::stopped()),
        None => Err(ServiceError::not_found(
            "no such exercise was found: try an easier one or another seed",
        )),
    }
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
    #[serde(rename = "move")]
    pub played: String,
}

/// A checked [`ExerciseAnswer`].
#[derive(Clone, Copy, Debug)]
pub struct GradeRequest {
    position: Position,
    played: Move,
}

impl ExerciseAnswer {
    pub fn read(&self) -> Result<GradeRequest, ServiceError> {
        let AnyGame::Eight(game) = read_position(&self.position, None, "")? else {
            return Err(ServiceError::bad_position("exercises are on 8×8 boards"));
        };
        let position = *game.position();
        let [_, most] = limits::EXERCISE_EMPTIES;
        if position.board().empties().len() > most {
            return Err(ServiceError::not_allowed(format!(
                "an exercise has at most {most} empty squares"
            )));
        }
        let played: Move = self.played.parse().map_err(ServiceError::illegal_move)?;
        position.play(played).map_err(ServiceError::illegal_move)?;
        Ok(GradeRequest { position, played })
    }
}

impl GradeRequest {
    /// Grades the answer by exact scores.
    pub fn grade(&self, stop: &StopSignal) -> Result<Grade, ServiceError> {
        grade_answer(self.position, self.played, stop)
    }
}

fn grade_answer(
    position: Position,
    played: Move,
    stop: &StopSignal,
) -> Result<Grade, ServiceError> {
    let mut solver = Solver::new(1, TABLE_BYTES);
    let solved = solve_moves(&mut solver, position, Selectivity::Exact, stop)
        .ok_or_else(ServiceError::stopped)?
        .problem;
    let none = || ServiceError::illegal_move(format!("{played} is not legal here"));
    let score = solved.score_of(played).ok_or_else(none)?;
    let best = solved.best().ok_or_else(none)?;
    let is_best = |(_, score): &&(Move, i32)| *score == best;
    let better = solved.scores.iter().find(is_best).map_or(played, |(best, _)| *best);
    let mut line = |first: Move| {
        let rest = solver.solve(position.after(first).board(), Goal::Exact, stop)?.line;
        Some(std::iter::once(first).chain(rest).collect::<Vec<Move>>())
    };
    let loss = f64::from(best - score);
    let grade = review::Grade {
        answer: played,
        best: Value::proven(best),
        value: Value::proven(score),
        loss,
        mark: Mark::of_loss(loss),
        line: line(played).ok_or_else(ServiceError::stopped)?,
        best_line: line(better).ok_or_else(ServiceError::stopped)?,
    };
    let at = reviews::When { number: 1, mover: position.side_to_move() };
    let describe = |reason: &_| reviews::in_both(reason, at).into();
    let scored = |&(played, score): &(Move, i32)| ScoredMove { played: played.to_string(), score };
    Ok(Grade {
        best: solved.scores.iter().filter(is_best).map(|(best, _)| best.to_string()).collect(),
        moves: solved.scores.iter().map(scored).collect(),
        ..Grade::new(&position, &grade, describe)
    })
}
