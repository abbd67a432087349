//! Ratios of measurements, with confidence intervals.
//!
//! Ratios are averaged by their logarithms (geometric mean), so that twice and half cancel out; the
//! interval is Student's on the logarithmic scale, so it stays above zero.

use super::Mean;

/// A ratio of two measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The number of pairs or, for two means, the smaller number of measurements.
    pub count: usize,
    pub value: f64,
    /// The confidence interval, if there is more than one measurement.
    pub interval: Option<(f64, f64)>,
}

impl Ratio {
    /// The geometric mean of the ratios of pairs, first over second; pairs with a number that is
    /// not positive are skipped.
    pub fn of_pairs(pairs: impl IntoIterator<Item = (f64, f64)>) -> Option<Ratio> {
        let positive = pairs.into_iter().filter(|(a, b)| *a > 0.0 && *b > 0.0);
        let mean = Mean::of(&positive.map(|(a, b)| (a / b).ln()).collect::<Vec<_>>())?;
        let interval = mean.interval().map(|(low, high)| (low.exp(), high.exp()));
        Some(Ratio { count: mean.count, value: mean.mean.exp(), interval })
    }

    /// The ratio of two positive means that were measured independently: their relative errors add
    /// up as squares.
    pub fn of_means(first: Mean, second: Mean) -> Option<Ratio> {
        let value = (first.mean > 0.0 && second.mean > 0.0).then_some(first.mean / second.mean)?;
        let relative = |mean: Mean| Some(mean.error()? / mean.mean);
        let error = relative(first).zip(relative(second)).map(|(a, b)| a.hypot(b).exp());
        let interval = error.map(|error| (value / error, value * error));
        Some(Ratio { count: first.count.min(second.count), value, interval })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_and_half_cancel_out() {
        let ratio = Ratio::of_pairs([(2.0, 1.0), (1.0, 2.0), (0.0, 3.0)]).unwrap();
        assert!((ratio.value - 1.0).abs() < 1e-12);
        assert_eq!(ratio.count, 2);
        let (low, high) = ratio.interval.unwrap();
        assert!(low > 0.0 && (low * high - 1.0).abs() < 1e-9);
        assert_eq!(Ratio::of_pairs([(3.0, 2.0)]).unwrap().interval, None);
        assert_eq!(Ratio::of_pairs([]), None);
    }

    /// Logarithms 0, 1 and 2: mean 1, deviation 1; Student's quantile for two degrees of freedom is
    /// 4.303, so that the logarithm lies within 1 ± 4.303/√3.
    #[test]
    fn the_interval_is_students() {
        let pairs = [0.0_f64, 1.0, 2.0].map(|log| (log.exp(), 1.0));
        let ratio = Ratio::of_pairs(pairs).unwrap();
        let (low, high) = ratio.interval.unwrap();
        assert!((ratio.value.ln() - 1.0).abs() < 1e-12);
        assert!((high.ln() - 3.484).abs() < 1e-3 && (low.ln() + 1.484).abs() < 1e-3);
    }

    #[test]
    fn ratio_of_two_means() {
        let mean = |numbers: &[f64]| Mean::of(numbers).unwrap();
        let (slow, fast) = (mean(&[10.0, 12.0]), mean(&[4.0, 4.0, 4.0]));
        let ratio = Ratio::of_means(slow, fast).unwrap();
        assert!((ratio.value - 2.75).abs() < 1e-12 && ratio.count == 2);
        // The second mean has no error, so the relative error is that of the first.
        let (_, high) = ratio.interval.unwrap();
        assert!((high / ratio.value - (slow.error().unwrap() / 11.0).exp()).abs() < 1e-9);
        assert_eq!(Ratio::of_means(slow, mean(&[4.0])).unwrap().interval, None);
        assert_eq!(Ratio::of_means(slow, mean(&[0.0, 0.0])), None);
    }
}
