//! The value of a position for the side to move: a score, and a predicted outcome.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A value for the side to move, in hundredths of a disc.
///
/// An evaluator that does not count discs uses the same scale for its own unit, one point for one
/// disc. The end of a game exceeds any estimate: a won game is [`Score::WON`] plus the discs it is won by,
/// so that a search prefers a certain win to a good position, and a larger win to a smaller one.
///
/// ```
/// use othellier_eval::Score;
/// assert!(Score::of_end(2) > Score::from_discs(60));
/// assert_eq!(Score::of_end(-12).end(), Some(-12));
/// assert_eq!(Score::from_discs(3).to_string(), "+3.00");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A draw: equal for both sides.
    pub const ZERO: Score = Score(0);
    /// Less than any value.
    pub const MIN: Score = Score(-2 * Score::WON.0);
    /// More than any value.
    pub const MAX: Score = Score(2 * Score::WON.0);
    /// The base value of a won game: more than any estimate.
    pub const WON: Score = Score(1_000_000_000 / 2);
    /// The smallest difference of two scores.
    pub const STEP: Score = Score(1);
    /// Hundredths in one disc.
    const DISC: i32 = 100;

    /// An estimate in hundredths of a disc, clamped below a win.
    pub fn guess(hundredths: i64) -> Score {
        let most = i64::from(Score::WON.0 - 1);
        Score(hundredths.clamp(-most, most) as i32)
    }

    /// An estimate in whole discs, or points.
    pub fn from_discs(discs: i32) -> Score {
        Score::guess(i64::from(discs) * i64::from(Score::DISC))
    }

    /// The value of a finished game with this disc difference.
    pub const fn of_end(difference: i32) -> Score {
        Score(difference.signum() * Score::WON.0 + difference * Score::DISC)
    }

    /// The disc difference, if this is the value of a finished game. Zero counts as a draw, although an
    /// estimate may be zero as well.
    pub const fn end(self) -> Option<i32> {
        match self.0 {
            0 => Some(0),
            value if value.abs() >= Score::WON.0 => {
                Some((value - value.signum() * Score::WON.0) / Score::DISC)
            }
            _ => None,
        }
    }

    /// Hundredths of a disc; for a finished game this includes [`Score::WON`].
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// Discs, or points: the difference itself for a finished game.
    pub fn discs(self) -> f64 {
        match self.end() {
            Some(difference) => f64::from(difference),
            None => f64::from(self.0) / f64::from(Score::DISC),
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add for Score {
    type Output = Score;
    fn add(self, other: Score) -> Score {
        Score(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl Sub for Score {
    type Output = Score;
    fn sub(self, other: Score) -> Score {
        self + -other
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    fn mul(self, factor: i32) -> Score {
        Score(self.0.saturating_mul(factor))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end() {
            Some(difference) => write!(f, "{difference:+}"),
            None => write!(f, "{:+.2}", self.discs()),
        }
    }
}

/// The predicted outcome of a game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The probability that the side to move wins.
    pub win: f64,
    /// The probability of a draw.
    pub draw: f64,
    /// The probability that the side to move loses.
    pub loss: f64,
    /// The expected final score.
    pub score: Score,
}

impl Outcome {
    /// This outcome for the other side.
    pub(crate) fn reversed(self) -> Outcome {
        Outcome { win: self.loss, draw: self.draw, loss: self.win, score: -self.score }
    }

    /// The outcome of a finished game.
    pub(crate) fn of_end(difference: i32) -> Outcome {
        let chance = |is_so: bool| if is_so { 1.0 } else { 0.0 };
        Outcome {
            win: chance(difference > 0),
            draw: chance(difference == 0),
            loss: chance(difference < 0),
            score: Score::from_discs(difference),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_ordered_by_their_discs_and_exceed_all_estimates() {
        let ends: Vec<Score> = (-100..=100).map(Score::of_end).collect();
        assert!(ends.is_sorted());
        assert!((-100..=100).zip(&ends).all(|(difference, end)| end.end() == Some(difference)));
        assert!(Score::guess(i64::MAX) < Score::of_end(1));
        assert!(Score::guess(i64::MIN) > Score::of_end(-1));
        assert!(Score::MIN < Score::of_end(-100) && Score::of_end(100) < Score::MAX);
        assert_eq!(-Score::MIN, Score::MAX);
    }
}
