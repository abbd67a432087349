//! Positions in which something is to be found.
//!
//! A bad move of a review is one: there was something better. A position near the end whose moves
//! are all proven is another; [`Difficulty`] says how hard it is.

use othellier_board::{Bitboard, Eight, Move, Position, Size};
use othellier_eval::classic::near;
use othellier_record::obf::Problem;
use othellier_search::Trust;

use crate::{Mark, Review, Value};

/// An answer that loses no more discs than this is taken as found.
pub const TOLERANCE: f64 = 1.0;

/// A position in which something is to be found.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise<S: Size = Eight> {
    /// Where; the side to move is to find a move.
    pub position: Position<S>,
    /// What the position is worth to it.
    pub value: Value,
    /// A best move.
    pub best: Move<S>,
    /// The move that was played instead, where it comes from a game.
    pub missed: Option<Missed<S>>,
    /// How hard it is, where every move is proven.
    pub difficulty: Option<Difficulty>,
}

/// What was played in a game instead of the move to find.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Missed<S: Size = Eight> {
    /// The number of the move in the game, from 1.
    pub number: usize,
    /// The move.
    pub played: Move<S>,
    /// The discs it lost.
    pub loss: f64,
    /// How bad that is.
    pub mark: Mark,
}

/// How hard an exercise is: what was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Legal moves.
    pub moves: usize,
    /// Those that count as found.
    pub good: usize,
    /// Whether the move that turns the most discs is wrong.
    pub greedy_fails: bool,
    /// Whether the move that leaves the fewest replies is wrong.
    pub mobility_fails: bool,
    /// Whether a corner can be taken, and taking it is wrong.
    pub corner_fails: bool,
    /// Whether only moves beside an empty corner are right.
    pub is_unnatural: bool,
}

impl Difficulty {
    /// From 1, easy, to 5: one each for few good moves, for the greedy move that fails, for the move
    /// with the fewest replies that fails, and for the instinct about corners that fails.
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

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade<S: Size = Eight> {
    /// The answer.
    pub answer: Move<S>,
    /// What the best move is worth.
    pub best: Value,
    /// What the answer is worth.
    pub value: Value,
    /// How many discs less; never negative.
    pub loss: f64,
    /// The same in a word.
    pub mark: Mark,
    /// The best line.
    pub best_line: Vec<Move<S>>,
    /// The answer and what may follow.
    pub line: Vec<Move<S>>,
}

impl<S: Size> Grade<S> {
    /// Whether the answer counts as found.
    pub fn is_found(&self) -> bool {
        self.loss <= TOLERANCE
    }
}

/// The mistakes and blunders of a game as exercises, in the order of the game.
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

/// An exercise from a position whose moves are all proven; nothing where one is not, or where all of
/// them are right.
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

/// How hard it is to find a best move, by what is known of all of them.
fn difficulty(problem: &Problem, best: i32) -> Option<Difficulty> {
    let position = problem.position;
    let squares = position.legal_moves();
    let is_good = |square| {
        let score = problem.score_of(Move::Place(square));
        score.is_some_and(|score| f64::from(best - score) <= TOLERANCE)
    };
    let good: Bitboard = squares.into_iter().filter(|&square| is_good(square)).collect();
    // A rule of thumb fails when none of the moves that it likes best is good.
    let fails = |worth: &dyn Fn(othellier_board::Square) -> i32| {
        let most = squares.into_iter().map(worth).max();
        !squares.into_iter().any(|square| Some(worth(square)) == most && good.contains(square))
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
    fn a_position_in_which_nothing_can_be_missed_is_no_exercise() {
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; \
            G8:+18; H1:+18; H7:+18; A2:+18; A3:+18; B1:+18; A4:+18; G2:+18;";
        assert_eq!(of_problem(&problem(text)), None);
        // Nor is one of which a move is not known.
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;";
        assert_eq!(of_problem(&problem(text)), None);
    }

    #[test]
    fn stars_count_what_makes_it_hard() {
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
