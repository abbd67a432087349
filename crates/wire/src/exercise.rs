//! Exercises and the grades of answers.

use othellier_board::Size;
use othellier_record::Game;
use serde::{Deserialize, Serialize};

use crate::{
    Mark, Position, Reason, Sentence, Side, TotalType, Trust, TrustedScore, hundredths, moves,
    type_tag,
};

type_tag! {
    ExerciseType = "exercise";
    GradeType = "grade";
}

/// A position in which the best move is to be found, without the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Exercise {
    #[serde(rename = "type")]
    pub kind: ExerciseType,
    /// Its number, from 1, among those that were made at once.
    pub number: Option<usize>,
    pub position: Position,
    /// The side that has to find a move.
    pub side: Side,
    /// The number of empty squares.
    pub empties: u32,
    /// The goal, where it was chosen.
    pub goal: Option<ExerciseGoal>,
    /// The difficulty, from 1 to 5, if it is known.
    pub stars: Option<u8>,
    /// The seed that makes it again.
    pub seed: Option<String>,
    pub difficulty: Option<Difficulty>,
    /// The move that was played in a game instead of the best one.
    pub missed: Option<Missed>,
}

/// The events of a session of exercises, besides the exercises and grades.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ExerciseEvent {
    Start {
        /// The seed that makes the same exercises.
        seed: u64,
    },
    /// An answer that is not a legal move.
    Error {
        /// The fault, in the language of the user.
        error: String,
    },
    /// The end of the session.
    Total {
        asked: usize,
        found: usize,
        /// Exercises solved at the first try.
        first: usize,
    },
}

/// The end of `exercise new`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExercisesTotal {
    #[serde(rename = "type")]
    pub kind: TotalType,
    pub exercises: usize,
    pub wanted: usize,
    pub seed: u64,
    /// The number of empty squares.
    pub empties: u32,
    pub interrupted: bool,
}

/// The goal of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ExerciseGoal {
    /// One move is better than all others.
    Best,
    Win,
}

/// The difficulty of an exercise, as measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Difficulty {
    /// From 1, easy, to 5.
    pub stars: u8,
    pub moves: usize,
    /// Moves that count as correct.
    pub good: usize,
    /// Whether the move that flips the most discs is wrong.
    pub greedy_fails: bool,
    /// Whether the move that leaves the fewest replies is wrong.
    pub mobility_fails: bool,
    /// Whether a corner can be taken, and taking it is wrong.
    pub corner_fails: bool,
    /// Whether only moves that touch an empty corner are right.
    pub unnatural: bool,
}

impl From<othellier_review::Difficulty> for Difficulty {
    fn from(difficulty: othellier_review::Difficulty) -> Difficulty {
        Difficulty {
            stars: difficulty.stars(),
            moves: difficulty.moves,
            good: difficulty.good,
            greedy_fails: difficulty.greedy_fails,
            mobility_fails: difficulty.mobility_fails,
            corner_fails: difficulty.corner_fails,
            unnatural: difficulty.is_unnatural,
        }
    }
}

/// The move that was played in a game instead of the best one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Missed {
    /// The number of the move in the game, from 1.
    pub number: usize,
    #[serde(rename = "move")]
    pub played: String,
    /// How many discs it lost.
    pub loss: f64,
    pub mark: Mark,
}

impl Exercise {
    pub fn new<S: Size>(exercise: &othellier_review::Exercise<S>) -> Exercise {
        let position = &exercise.position;
        Exercise {
            kind: ExerciseType::Tag,
            number: None,
            position: Position::of(&Game::from_position(*position)),
            side: position.side_to_move().into(),
            empties: position.board().empties().len(),
            goal: None,
            stars: exercise.difficulty.map(|difficulty| difficulty.stars()),
            seed: None,
            difficulty: exercise.difficulty.map(Difficulty::from),
            missed: exercise.missed.map(|missed| Missed {
                number: missed.number,
                played: missed.played.to_string(),
                loss: hundredths(missed.loss),
                mark: missed.mark.into(),
            }),
        }
    }
}

/// The grade of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Grade {
    #[serde(rename = "type")]
    pub kind: GradeType,
    /// The position of the exercise.
    pub position: String,
    /// The move that was answered.
    pub answer: String,
    /// Whether no move is better.
    pub right: bool,
    /// Whether the answer counts as correct: it loses at most one disc.
    pub found: bool,
    /// Whether a win stays a win, and a draw a draw.
    pub keeps_result: bool,
    /// The score of the answer.
    pub score: Option<f64>,
    /// The score of the best move.
    pub best_score: Option<f64>,
    /// How far the scores can be trusted.
    pub trust: Trust,
    /// The confidence of a selective score, out of 100.
    pub percent: Option<u8>,
    /// In discs; never negative.
    pub loss: f64,
    /// The mark of that loss.
    pub mark: Mark,
    pub best: Vec<String>,
    /// Every move with its final score, best first; empty if only some scores are known.
    pub moves: Vec<ScoredMove>,
    /// The answer and best play after it.
    pub pv: Vec<String>,
    /// The best move and best play after it.
    pub best_pv: Vec<String>,
    /// Why the answer is worse, most important first.
    pub reasons: Vec<Reason>,
}

/// A move and the final score after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScoredMove {
    #[serde(rename = "move")]
    pub played: String,
    /// In discs.
    pub score: i32,
}

impl Grade {
    /// The grade of an answer in this position, with the reasons if it is wrong; `describe` gives the
    /// sentence of a reason.
    pub fn new<S: Size>(
        position: &othellier_board::Position<S>,
        grade: &othellier_review::Grade<S>,
        describe: impl Fn(&othellier_review::Reason<S>) -> Sentence,
    ) -> Grade {
        let reasons = if grade.is_found() {
            Vec::new()
        } else {
            othellier_review::reasons(position, &grade.line, &grade.best_line)
        };
        let (best, value) = (TrustedScore::from(grade.best), TrustedScore::from(grade.value));
        let sign = |discs: f64| (discs > 0.0) as i8 - (discs < 0.0) as i8;
        let best_pv = moves(&grade.best_line);
        Grade {
            kind: GradeType::Tag,
            position: position.to_string(),
            answer: grade.answer.to_string(),
            right: grade.loss == 0.0,
            found: grade.is_found(),
            keeps_result: sign(grade.value.discs) == sign(grade.best.discs),
            score: value.score,
            best_score: best.score,
            trust: best.trust,
            percent: best.percent,
            loss: hundredths(grade.loss),
            mark: grade.mark.into(),
            best: best_pv.first().cloned().into_iter().collect(),
            moves: Vec::new(),
            pv: moves(&grade.line),
            best_pv,
            reasons: reasons.iter().map(|reason| Reason::new(reason, describe(reason))).collect(),
        }
    }
}
