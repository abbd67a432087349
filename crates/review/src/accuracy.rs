//! The accuracy of a side in one number.

use othellier_board::{Color, Size};

use crate::{Mark, MoveReview};

/// The loss, in discs, at which a move counts half.
pub(crate) const HALF: f64 = 6.0;

/// How well a side played.
///
/// A move that loses nothing counts 100 %, one that loses six discs 50 %, twelve 25 %: `2^(-loss /
/// 6)`. The accuracy is the mean over all moves with a choice; forced moves are excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Out of 100; `None` if there was no choice.
    pub percent: Option<f64>,
    pub choices: usize,
    /// Discs lost by all of them in total.
    pub loss: f64,
    /// The number of moves with each mark, in the order of [`Mark::ALL`].
    pub marks: [usize; 6],
}

impl Accuracy {
    /// The accuracy of one side in the moves of a game.
    pub fn of<S: Size>(moves: &[MoveReview<S>], color: Color) -> Accuracy {
        let mut accuracy = Accuracy::default();
        let mut counted = 0.0;
        for review in moves.iter().filter(|review| review.mover() == color) {
            accuracy.marks[review.mark as usize] += 1;
            if review.mark != Mark::Forced {
                accuracy.choices += 1;
                accuracy.loss += review.loss;
                counted += (-review.loss / HALF).exp2();
            }
        }
        let choices = accuracy.choices;
        accuracy.percent = (choices > 0).then(|| 100.0 * counted / choices as f64);
        accuracy
    }

    /// The number of moves with this mark.
    pub fn count(&self, mark: Mark) -> usize {
        self.marks[mark as usize]
    }

    /// Mean number of discs lost per move with a choice.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.loss / self.choices as f64)
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use othellier_board::{Board, Move, Position, Square};

    fn review(mover: Color, loss: f64, mark: Mark) -> MoveReview {
        MoveReview {
            number: 1,
            position: Position::new(Board::default(), mover),
            played: Move::Place(Square::F5),
            before: Value::proven(0),
            after: Value::proven(0),
            loss,
            mark,
            best: Vec::new(),
            line: Vec::new(),
            reasons: Vec::new(),
        }
    }

    #[test]
    fn six_discs_count_half_and_forced_moves_do_not_count() {
        let moves = [
            review(Color::Black, 0.0, Mark::Best),
            review(Color::Black, 6.0, Mark::Mistake),
            review(Color::Black, 0.0, Mark::Forced),
            review(Color::White, 12.0, Mark::Blunder),
        ];
        let black = Accuracy::of(&moves, Color::Black);
        assert_eq!((black.percent, black.choices, black.loss), (Some(75.0), 2, 6.0));
        assert_eq!(black.mean_loss(), Some(3.0));
        assert_eq!(black.count(Mark::Forced), 1);
        let white = Accuracy::of(&moves, Color::White);
        assert_eq!(white.percent, Some(25.0));
        assert_eq!(Accuracy::of::<othellier_board::Eight>(&[], Color::White).percent, None);
    }
}
