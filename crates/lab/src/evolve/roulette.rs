//! The roulette: the fitter an individual, the wider its sector, and the likelier it is a parent.
//!
//! ```text
//! chance of i = w(fᵢ) / Σ w(fⱼ)
//!
//! power k:        w(f) = (f + N)^k     N squares: no weight is negative
//! exponential s:  w(f) = e^(f/s)
//! ```
//!
//! With k = 1 the wheel hardly prefers anyone; with k = 8 or e^(f/20) a few have nearly all of it.
//! The report chose k = 4 after drawing the wheels for k = 1, 4, 8 and e^(f/20). Its formula divides
//! by the sum of the bare fitness; the sum must be that of the weights.

use std::fmt;
use std::str::FromStr;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How wide the sector of an individual is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// (f + N)^k.
    Power(f64),
    /// e^(f/s).
    Exponential(f64),
}

impl Law {
    /// The chance of each to be drawn, on a board of this many squares. Where nobody has any
    /// weight, all have the same.
    ///
    /// ```
    /// use othellier_lab::evolve::Law;
    /// let chances = Law::Power(1.0).chances(&[-64.0, 0.0, 64.0], 64);
    /// assert_eq!(chances, [0.0, 1.0 / 3.0, 2.0 / 3.0]);
    /// ```
    pub fn chances(self, fitness: &[f64], squares: u32) -> Vec<f64> {
        // Only ratios count: from the fittest down, nothing overflows.
        let best = fitness.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let squares = f64::from(squares);
        let weight = |&fitness: &f64| match self {
            Law::Power(_) if best + squares <= 0.0 => 1.0,
            Law::Power(power) => ((fitness + squares).max(0.0) / (best + squares)).powf(power),
            Law::Exponential(scale) => ((fitness - best) / scale).exp(),
        };
        let weights: Vec<f64> = fitness.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }
}

/// Throws the ball: the number of one of them, by their chances.
pub(super) fn spin(chances: &[f64], dice: &mut Xoshiro256PlusPlus) -> usize {
    let mut left: f64 = dice.random();
    for (at, chance) in chances.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return at;
        }
    }
    // Rounding may leave a sliver after the last sector that is not empty.
    chances.iter().rposition(|&chance| chance > 0.0).unwrap_or(0)
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Law::Power(power) => write!(f, "power:{power}"),
            Law::Exponential(scale) => write!(f, "exp:{scale}"),
        }
    }
}

impl FromStr for Law {
    type Err = ParseLawError;

    fn from_str(text: &str) -> Result<Law, ParseLawError> {
        let error = || ParseLawError { text: text.to_owned() };
        let (name, number) = text.split_once(':').ok_or_else(error)?;
        let number: f64 = number.trim().parse().map_err(|_| error())?;
        let fits = number.is_finite() && number > 0.0;
        match name.trim() {
            "power" if fits => Ok(Law::Power(number)),
            "exp" if fits => Ok(Law::Exponential(number)),
            _ => Err(error()),
        }
    }
}

/// The text names no law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a law of the roulette; expected power:4, exp:20 or another number above 0"
)]
pub struct ParseLawError {
    /// What was read.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[track_caller]
    fn check(law: Law, expected: [f64; 3]) {
        let chances = law.chances(&[-32.0, 0.0, 32.0], 64);
        for (found, expected) in chances.iter().zip(expected) {
            assert!((found - expected).abs() < 5e-6, "{law:?}: {chances:?}");
        }
    }

    /// Of −32, 0 and 32 by hand: the bases are 32, 64 and 96, as 1 : 2 : 3. Their powers are 1, 2, 3
    /// of 6; 1, 16, 81 of 98; 1, 256, 6561 of 6818. For e^(f/20): 0.201897, 1, 4.953032 of 6.154929.
    #[test]
    fn the_four_wheels_of_the_report() {
        check(Law::Power(1.0), [1.0 / 6.0, 2.0 / 6.0, 3.0 / 6.0]);
        check(Law::Power(4.0), [1.0 / 98.0, 16.0 / 98.0, 81.0 / 98.0]);
        check(Law::Power(8.0), [1.0 / 6818.0, 256.0 / 6818.0, 6561.0 / 6818.0]);
        check(Law::Exponential(20.0), [0.032_802, 0.162_471, 0.804_726]);
    }

    #[test]
    fn where_all_lost_everything_all_have_the_same_chance() {
        assert_eq!(Law::Power(4.0).chances(&[-64.0; 4], 64), [0.25; 4]);
        assert_eq!(Law::Exponential(1e-3).chances(&[-64.0; 4], 64), [0.25; 4]);
        let extreme = Law::Power(1e6).chances(&[-64.0, 63.0, 64.0], 64);
        assert_eq!((extreme[0], extreme[2] > 0.99), (0.0, true));
    }

    #[test]
    fn the_ball_falls_by_the_chances() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut fallen = [0; 4];
        (0..10_000).for_each(|_| fallen[spin(&[0.0, 0.2, 0.8, 0.0], &mut dice)] += 1);
        assert_eq!((fallen[0], fallen[3]), (0, 0));
        // The deviation of the count is √(10 000 × 0.16) = 40.
        assert!((1840..2160).contains(&fallen[1]), "{fallen:?}");
    }

    #[test]
    fn laws_are_read_as_they_are_written() {
        for law in [Law::Power(4.0), Law::Exponential(20.0), Law::Power(0.5)] {
            assert_eq!(law.to_string().parse(), Ok(law));
        }
        for text in ["", "power", "power:0", "exp:-1", "exp:nan", "rank:2", "power:inf"] {
            assert!(text.parse::<Law>().is_err(), "{text}");
        }
    }
}
