//! Exercises: positions in which the best move is to be found.
//!
//! Sources are the bad moves of a review, and endgame positions in which every move has an exact
//! score. [`Difficulty`] measures how hard such an endgame is.

use othellier_board::{Bitboard, Eight, Move, Position, Size};
use othellier_eval::classic::near;
use othellier_record::obf::Problem;
use othellier_search::Trust;

use crate::{Mark, Review, Value};

/// An answer that loses at most this many discs counts as correct.
pub const TOLERANCE: f64 = 1.0;

/// A position in which the best move is to be found.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise<S: Size = Eight> {
    /// The position; the side to move has to find a move.
    pub position: Position<S>,
    /// Its value for the side to move.
    pub value: Value,
    pub best: Move<S>,
    /// The move that was played instead, if the exercise comes from a game.
    pub missed: Option<Missed<S>>,
    /// Its difficulty, if every move has an exact score.
    pub difficulty: Option<Difficulty>,
}

/// The move that was played in a game instead of the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Missed<S: Size = Eight> {
    /// The number of the move in the game, from 1.
    pub number: usize,
    pub played: Move<S>,
    /// How many discs it lost.
    pub loss: f64,
    pub mark: Mark,
}

/// The difficulty of an exercise, as measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
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
    pub is_unnatural: bool,
}

impl Difficulty {
    /// From 1, easy, to 5. One star each if few moves are good, if the greedy move fails, if the
    /// move with the fewest replies fails, and if the usual rule about corners fails.
    pub fn stars(&self) -> u8 {
        let hard = [
            3 * self.good <= self.moves,
            self.greedy_fails,
            self.mobility_fails,
            self.corner_fails || self.is_unnatural,
        ];
        1 + hard.into_iter().filter(|hard| *hard).count() as u8
    }
}

/// The evaluation of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade<S: Size = Eight> {
    pub answer: Move<S>,
    /// The value of the best move.
    pub best: Value,
    /// The value of the answer.
    pub value: Value,
    /// The loss in discs; never negative.
    pub loss: f64,
    /// The mark of that loss.
    pub mark: Mark,
    pub best_line: Vec<Move<S>>,
    /// The answer and best play after it.
    pub line: Vec<Move<S>>,
}

impl<S: Size> Grade<S> {
    /// Whether the answer counts as correct.
    pub fn is_found(&self) -> bool {
        self.loss <= TOLERANCE
    }
}

/// The mistakes and blunders of a game as exercises, in game order.
pub fn of_review<S: Size>(review: &Review<S>) -> Vec<Exercise<S>> {
    let bad = review.moves.iter().filter(|review| review.mark >= Mark::Mistake);
    let exercise = |review: &crate::MoveReview<S>| Exercise {
        position: review.position,
        value: review.before,
        best: review.best_move(),
        missed: Some(Missed {
            number: review.number,
            played: review.played,
            loss: review.loss,
            mark: review.mark,
        }),
        difficulty: None,
    };
    bad.map(exercise).collect()
}

/// An exercise from a position with exact scores of all moves; `None` if one is missing, or if
/// every move is correct.
pub fn of_problem(problem: &Problem) -> Option<Exercise> {
    let position = problem.position;
    let best = problem.best().filter(|_| problem.has_every_move())?;
    let difficulty = difficulty(problem, best)?;
    let (answer, _) = problem.scores.iter().find(|&&(_, score)| score == best)?;
    (difficulty.good < difficulty.moves).then_some(Exercise {
        position,
        value: Value { discs: best.into(), trust: Trust::Exact },
        best: *answer,
        missed: None,
        difficulty: Some(difficulty),
    })
}

/// The difficulty of finding a best move, from the scores of all moves.
fn difficulty(problem: &Problem, best: i32) -> Option<Difficulty> {
    let position = problem.position;
    let squares = position.legal_moves();
    let is_good = |square| {
        let score = problem.score_of(Move::Place(square));
        score.is_some_and(|score| f64::from(best - score) <= TOLERANCE)
    };
    let good: Bitboard = squares.into_iter().filter(|&square| is_good(square)).collect();
    // A heuristic fails if none of its preferred moves is good.
    let fails = |heuristic: &dyn Fn(othellier_board::Square) -> i32| {
        let most = squares.into_iter().map(heuristic).max();
        !squares.into_iter().any(|square| Some(heuristic(square)) == most && good.contains(square))
    };
    let board = position.board();
    let corners = squares & Bitboard::corners();
    let risky = near(board.empties() & Bitboard::corners()) - Bitboard::corners();
    (!squares.is_empty()).then(|| Difficulty {
        moves: squares.len() as usize,
        good: good.len() as usize,
        greedy_fails: fails(&|square| board.flips(square).len() as i32),
        mobility_fails: fails(&|square| -(board.after(square).legal_moves().len() as i32)),
        corner_fails: !corners.is_empty() && !corners.intersects(good),
        is_unnatural: (good - risky).is_empty(),
    })
}
#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Problem {
        text.parse().unwrap()
    }

    #[test]
    fn an_exercise_has_a_best_move_and_a_difficulty() {
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; \
            G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;";
        let exercise = of_problem(&problem(text)).unwrap();
        assert_eq!(exercise.best, "g8".parse().unwrap());
        assert_eq!(exercise.value, Value::proven(18));
        let difficulty = exercise.difficulty.unwrap();
        assert_eq!((difficulty.moves, difficulty.good), (8, 1));
        assert!(difficulty.corner_fails, "h1 can be taken and is not best");
        assert!((2..=5).contains(&difficulty.stars()));
    }

    #[test]
    fn a_position_without_wrong_moves_is_not_an_exercise() {
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; \
            G8:+18; H1:+18; H7:+18; A2:+18; A3:+18; B1:+18; A4:+18; G2:+18;";
        assert_eq!(of_problem(&problem(text)), None);
        // Nor is one in which the score of a move is missing.
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;";
        assert_eq!(of_problem(&problem(text)), None);
    }

    #[test]
    fn stars_count_the_difficulties() {
        let easy = Difficulty {
            moves: 5,
            good: 3,
            greedy_fails: false,
            mobility_fails: false,
            corner_fails: false,
            is_unnatural: false,
        };
        assert_eq!(easy.stars(), 1);
        let hard = Difficulty {
            good: 1,
            greedy_fails: true,
            mobility_fails: true,
            is_unnatural: true,
            ..easy
        };
        assert_eq!(hard.stars(), 5);
    }
}
