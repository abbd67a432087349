//! What a position is worth to the side to move.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A value for the side to move, in hundredths of a disc.
///
/// An evaluator that does not count discs uses the same scale for its own unit, one point for one
/// disc. The end of a game is worth more than any guess: a won game is [`Score::WON`] and the discs
/// it is won by, so that a search prefers a sure win to a fine position, and among wins the larger.
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
    /// Neither side is better.
    pub const ZERO: Score = Score(0);
    /// Less than any value.
    pub const MIN: Score = Score(-2 * Score::WON.0);
    /// More than any value.
    pub const MAX: Score = Score(2 * Score::WON.0);
    /// A game won by nothing: more than any guess.
    pub const WON: Score = Score(1_000_000_000 / 2);
    /// The smallest difference of two scores.
    pub const STEP: Score = Score(1);
    /// Hundredths in one disc.
    const DISC: i32 = 100;

    /// A guess of that many hundredths of a disc, kept below a win.
    pub fn guess(hundredths: i64) -> Score {
        let most = i64::from(Score::WON.0 - 1);
        Score(hundredths.clamp(-most, most) as i32)
    }

    /// A guess of that many whole discs, or points.
    pub fn from_discs(discs: i32) -> Score {
        Score::guess(i64::from(discs) * i64::from(Score::DISC))
    }

    /// The value of a finished game with this disc difference.
    pub const fn of_end(difference: i32) -> Score {
        Score(difference.signum() * Score::WON.0 + difference * Score::DISC)
    }

    /// The disc difference of a finished game, if that is what this is the value of; a draw is
    /// worth zero, as some guesses are.
    pub const fn end(self) -> Option<i32> {
        match self.0 {
            0 => Some(0),
            value if value.abs() >= Score::WON.0 => {
                Some((value - value.signum() * Score::WON.0) / Score::DISC)
            }
            _ => None,
        }
    }

    /// Hundredths of a disc; those of a finished game count the win as well.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_ordered_by_their_discs_and_stand_above_all_guesses() {
        let ends: Vec<Score> = (-100..=100).map(Score::of_end).collect();
        assert!(ends.is_sorted());
        assert!((-100..=100).zip(&ends).all(|(difference, end)| end.end() == Some(difference)));
        assert!(Score::guess(i64::MAX) < Score::of_end(1));
        assert!(Score::guess(i64::MIN) > Score::of_end(-1));
        assert!(Score::MIN < Score::of_end(-100) && Score::of_end(100) < Score::MAX);
        assert_eq!(-Score::MIN, Score::MAX);
    }
}
