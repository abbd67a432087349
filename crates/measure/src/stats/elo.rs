//! The Elo scale: score rates as differences of strength.

use super::Z;

/// A difference of strength, with the half-width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Positive if the first side is stronger.
    pub difference: f64,
    /// The half-width of the 95 % confidence interval.
    pub error: f64,
}

impl Elo {
    /// The difference that corresponds to a score rate, given the standard error of that rate;
    /// `None` for a rate of 0 or 1, which no finite difference explains.
    ///
    /// The error is half the distance between the Elo of both ends of the interval, as cutechess
    /// and fastchess report it. If an end lies beyond 0 or 1, it is the error of the rate times the
    /// slope of the scale, dElo/dp = 400 / (ln 10 · p(1−p)).
    pub(crate) fn new(rate: f64, standard_error: f64) -> Option<Elo> {
        let difference = elo_of(rate)?;
        let half_width = Z * standard_error;
        let error = match (elo_of(rate - half_width), elo_of(rate + half_width)) {
            (Some(low), Some(high)) => (high - low) / 2.0,
            _ => half_width * 400.0 / (std::f64::consts::LN_10 * rate * (1.0 - rate)),
        };
        Some(Elo { difference, error })
    }
}

/// The Elo difference of a side that scores this rate: `400 log10(p / (1 − p))`; `None` unless the
/// rate lies between 0 and 1.
///
/// ```
/// use othellier_measure::stats::elo_of;
/// assert_eq!(elo_of(0.6).map(f64::round), Some(70.0));
/// assert_eq!(elo_of(1.0), None);
/// ```
pub fn elo_of(rate: f64) -> Option<f64> {
    (rate > 0.0 && rate < 1.0).then(|| 400.0 * (rate / (1.0 - rate)).log10())
}

/// The expected score rate for an Elo difference: `1 / (1 + 10^(−Elo/400))`.
pub fn rate_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the table of FIDE's formula: 10 : 1 is 400 by definition, 75 % is 400 log10 3 = 190.85,
    /// 60 % is 400 log10 1.5 = 70.44.
    #[test]
    fn the_scale() {
        for (rate, elo) in [(0.5, 0.0), (0.6, 70.44), (0.75, 190.85), (10.0 / 11.0, 400.0)] {
            assert!((elo_of(rate).unwrap() - elo).abs() < 0.005, "{rate}");
            assert!((elo_of(1.0 - rate).unwrap() + elo).abs() < 0.005, "{rate}");
            assert!((rate_of(elo) - rate).abs() < 1e-4, "{elo}");
        }
        for rate in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
            assert_eq!(elo_of(rate), None);
        }
    }

    /// 49 of 50: the standard error is √(0.98 × 0.02 / 50) = 0.0197990 and the upper end
    /// 0.98 + 0.0388053 lies beyond 1. The slope at 0.98 is 173.7178 / 0.0196 = 8863.15, so the
    /// error is 343.94.
    #[test]
    fn near_the_edge_the_slope_gives_the_error() {
        let elo = Elo::new(0.98, 0.019_799_0).unwrap();
        assert!((elo.difference - 676.08).abs() < 0.005, "{elo:?}");
        assert!((elo.error - 343.94).abs() < 0.01, "{elo:?}");
    }
}
