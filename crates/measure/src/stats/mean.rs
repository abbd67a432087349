//! The mean of measurements and its confidence interval.
//!
//! The variance is estimated from the same few measurements, so the interval is Student's, wider
//! than that of a normal variable. The quantile is found by bisection from the distribution
//! function, which is an incomplete beta function,
//!
//! ```text
//! P(T ≤ t) = 1 − ½ I(ν / (ν + t²); ν/2, ½)    for t ≥ 0 and ν degrees of freedom
//! ```
//!
//! computed by its continued fraction (Abramowitz and Stegun, 26.5.8 and 26.7.1).

use super::CONFIDENCE;

/// A summary of many measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The number of measurements, at least one.
    pub count: usize,
    pub mean: f64,
    /// The sample standard deviation (divided by n − 1).
    pub deviation: f64,
}

impl Mean {
    /// Summarises measurements; `None` if there are none.
    pub fn of(numbers: &[f64]) -> Option<Mean> {
        let count = numbers.len();
        let mean = numbers.iter().sum::<f64>() / count as f64;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let deviation = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 };
        (count > 0).then_some(Mean { count, mean, deviation })
    }

    /// The half-width of the interval with [`CONFIDENCE`]; `None` for a single measurement.
    pub fn error(self) -> Option<f64> {
        let degrees = self.count.checked_sub(1).filter(|&degrees| degrees > 0)?;
        let quantile = student_quantile(0.5 + CONFIDENCE / 2.0, degrees as f64);
        Some(quantile * self.deviation / (self.count as f64).sqrt())
    }

    /// The confidence interval of the mean, with [`CONFIDENCE`].
    pub fn interval(self) -> Option<(f64, f64)> {
        self.error().map(|error| (self.mean - error, self.mean + error))
    }
}

/// The quantile of Student's distribution for a probability above ½.
pub fn student_quantile(probability: f64, degrees_of_freedom: f64) -> f64 {
    let nu = degrees_of_freedom;
    let below = |t: f64| 1.0 - incomplete_beta(nu / (nu + t * t), nu / 2.0, 0.5) / 2.0;
    let (mut low, mut high) = (0.0, 1.0);
    while below(high) < probability && high < 1e9 {
        high *= 2.0;
    }
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if below(middle) < probability { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The regularised incomplete beta function I(x; a, b).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction converges fast below the mean; above it, use the symmetry I(x; a, b) = 1 − I(1 −
    // x; b, a).
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let front =
        (a * x.ln() + b * (1.0 - x).ln() + ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b)).exp();
    front / a * fraction(x, a, b)
}

/// The continued fraction of the incomplete beta function, by Lentz's method.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let away = |n: f64| if n.abs() < 1e-300 { 1e-300 } else { n };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut result = d;
    for m in 1..300 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut step = 1.0;
        for term in [even, odd] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            step = c * d;
            result *= step;
        }
        if (step - 1.0).abs() < 1e-15 {
            break;
        }
    }
    result
}

/// The logarithm of the gamma function: Stirling's series, after shifting x upwards.
fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 12.0 {
        shift -= x.ln();
        x += 1.0;
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    shift + (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two-sided 95 % and 99 %, as every table of Student's distribution has them.
    #[test]
    fn the_printed_table() {
        let table = [(1.0, 12.706, 63.657), (2.0, 4.303, 9.925), (4.0, 2.776, 4.604)];
        let more = [(9.0, 2.262, 3.250), (30.0, 2.042, 2.750), (120.0, 1.980, 2.617)];
        for (degrees, at_95, at_99) in table.into_iter().chain(more) {
            assert!((student_quantile(0.975, degrees) - at_95).abs() < 5e-4, "{degrees}");
            assert!((student_quantile(0.995, degrees) - at_99).abs() < 5e-4, "{degrees}");
        }
        assert!((student_quantile(0.975, 1e6) - super::super::Z).abs() < 1e-5);
    }

    /// The certified values of NIST's Statistical Reference Datasets for `NumAcc1`: 10000001,
    /// 10000003, 10000002 have the mean 10000002 and the deviation 1; and for `NumAcc2`: 1.2 once,
    /// then 1.1 and 1.3 five hundred times each, have 1.2 and 0.1.
    #[test]
    fn certified_means() {
        let first = Mean::of(&[10_000_001.0, 10_000_003.0, 10_000_002.0]).unwrap();
        assert_eq!((first.mean, first.deviation), (10_000_002.0, 1.0));
        let mut second = vec![1.2];
        (0..500).for_each(|_| second.extend([1.1, 1.3]));
        let second = Mean::of(&second).unwrap();
        assert!((second.mean - 1.2).abs() < 1e-12 && (second.deviation - 0.1).abs() < 1e-12);
    }

    /// Student's own example of 1908, additional hours of sleep from one drug over another: 1.2,
    /// 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4 have the mean 1.58, the deviation 1.23 and a 95
    /// % interval from 0.70 to 2.46.
    #[test]
    fn students_sleep() {
        let hours = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let mean = Mean::of(&hours).unwrap();
        let (low, high) = mean.interval().unwrap();
        assert!((mean.mean - 1.58).abs() < 1e-12 && (mean.deviation - 1.229_995).abs() < 5e-7);
        assert!((low - 0.700_114).abs() < 5e-6 && (high - 2.459_886).abs() < 5e-6, "{low} {high}");
        assert_eq!(Mean::of(&[]), None);
        assert_eq!(Mean::of(&[3.0]).unwrap().interval(), None);
    }
}
