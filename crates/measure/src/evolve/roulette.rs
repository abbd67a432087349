//! Roulette-wheel selection: the fitter an individual, the wider its sector of the wheel and the
//! higher its probability to become a parent.
//!
//! ```text
//! probability of i = w(fᵢ) / Σ w(fⱼ)
//!
//! power k:        w(f) = (f + N)^k     N squares: no weight is negative
//! exponential s:  w(f) = e^(f/s)
//! ```
//!
//! With k = 1 the selection pressure is low; with k = 8 or e^(f/20) a few individuals have nearly
//! the whole wheel. The report chose k = 4 after drawing the wheels for k = 1, 4, 8 and e^(f/20).
//! Its formula divides by the sum of the bare fitness; the sum must be that of the weights.

use std::fmt;
use std::str::FromStr;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The law by which the sector of an individual grows with its fitness (fitness scaling).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    Power(f64),
    Exponential(f64),
}

impl Law {
    /// The probability of each individual to be drawn, on a board with this many squares. If all
    /// weights are zero, all are equal.
    ///
    /// ```
    /// use othellier_measure::evolve::Law;
    /// let probabilities = Law::Power(1.0).probabilities(&[-64.0, 0.0, 64.0], 64);
    /// assert_eq!(probabilities, [0.0, 1.0 / 3.0, 2.0 / 3.0]);
    /// ```
    pub fn probabilities(self, fitness: &[f64], squares: u32) -> Vec<f64> {
        // Only ratios matter: relative to the fittest, nothing overflows.
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

/// Spins the wheel: draws an index according to the probabilities.
pub(super) fn spin(probabilities: &[f64], rng: &mut Xoshiro256PlusPlus) -> usize {
    let mut left: f64 = rng.random();
    for (at, chance) in probabilities.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return at;
        }
    }
    // Rounding may leave a gap after the last non-empty sector.
    probabilities.iter().rposition(|&chance| chance > 0.0).unwrap_or(0)
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

/// The text is not a law of the roulette wheel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a law of the roulette; expected power:4, exp:20 or another number above 0"
)]
pub struct ParseLawError {
    pub text: String,
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[track_caller]
    fn check(law: Law, expected: [f64; 3]) {
        let probabilities = law.probabilities(&[-32.0, 0.0, 32.0], 64);
        for (found, expected) in probabilities.iter().zip(expected) {
            assert!((found - expected).abs() < 5e-6, "{law:?}: {probabilities:?}");
        }
    }

    /// Fitness −32, 0 and 32 by hand: the bases are 32, 64 and 96, as 1 : 2 : 3. Their powers are
    /// 1, 2, 3 of 6; 1, 16, 81 of 98; 1, 256, 6561 of 6818. For e^(f/20): 0.201897, 1, 4.953032 of
    /// 6.154929.
    #[test]
    fn the_four_wheels_of_the_report() {
        check(Law::Power(1.0), [1.0 / 6.0, 2.0 / 6.0, 3.0 / 6.0]);
        check(Law::Power(4.0), [1.0 / 98.0, 16.0 / 98.0, 81.0 / 98.0]);
        check(Law::Power(8.0), [1.0 / 6818.0, 256.0 / 6818.0, 6561.0 / 6818.0]);
        check(Law::Exponential(20.0), [0.032_802, 0.162_471, 0.804_726]);
    }

    #[test]
    fn where_all_lost_everything_all_have_the_same_chance() {
        assert_eq!(Law::Power(4.0).probabilities(&[-64.0; 4], 64), [0.25; 4]);
        assert_eq!(Law::Exponential(1e-3).probabilities(&[-64.0; 4], 64), [0.25; 4]);
        let extreme = Law::Power(1e6).probabilities(&[-64.0, 63.0, 64.0], 64);
        assert_eq!((extreme[0], extreme[2] > 0.99), (0.0, true));
    }

    #[test]
    fn draws_follow_the_probabilities() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = [0; 4];
        (0..10_000).for_each(|_| counts[spin(&[0.0, 0.2, 0.8, 0.0], &mut rng)] += 1);
        assert_eq!((counts[0], counts[3]), (0, 0));
        // The deviation of the count is √(10 000 × 0.16) = 40.
        assert!((1840..2160).contains(&counts[1]), "{counts:?}");
    }

    #[test]
    fn laws_round_trip_as_text() {
        for law in [Law::Power(4.0), Law::Exponential(20.0), Law::Power(0.5)] {
            assert_eq!(law.to_string().parse(), Ok(law));
        }
        for text in ["", "power", "power:0", "exp:-1", "exp:nan", "rank:2", "power:inf"] {
            assert!(text.parse::<Law>().is_err(), "{text}");
        }
    }
}
