//! How well a side played, in one number.

use othellier_board::{Color, Size};

use crate::{Mark, MoveReview};

/// The loss, in discs, by which a move counts half.
pub const HALF: f64 = 6.0;

/// How well a side played.
///
/// A move that loses nothing counts 100 %, one that loses six discs 50 %, twelve 25 %: half for every
/// six discs, `2^(-loss / 6)`. The accuracy is the mean of the moves that were choices; forced ones
/// say nothing about a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Out of 100; nothing where there was no choice.
    pub percent: Option<f64>,
    /// Moves that were choices.
    pub choices: usize,
    /// Discs lost by all of them together.
    pub loss: f64,
    /// How many of each mark, in the order of [`Mark::ALL`].
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

    /// How many moves have this mark.
    pub fn count(&self, mark: Mark) -> usize {
        self.marks[mark as usize]
    }

    /// Discs lost by a choice, on average.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.loss / self.choices as f64)
    }
}
