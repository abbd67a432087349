//! Summaries of durations: mean, median, 95th percentile, maximum.

use std::time::Duration;

/// A summary of many durations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// The number of durations; everything else is zero if there are none.
    pub count: usize,
    pub total: Duration,
    pub mean: Duration,
    /// The median; the mean of the middle two if the number is even.
    pub median: Duration,
    /// The 95th percentile by nearest rank, one of the durations.
    pub p95: Duration,
    pub slowest: Duration,
}

impl Times {
    pub fn of(durations: &[Duration]) -> Times {
        let mut sorted = durations.to_vec();
        sorted.sort_unstable();
        let (count, Some(&slowest)) = (sorted.len(), sorted.last()) else {
            return Times::default();
        };
        let total: Duration = sorted.iter().sum();
        Times {
            count,
            total,
            mean: total.div_f64(count as f64),
            median: (sorted[(count - 1) / 2] + sorted[count / 2]) / 2,
            p95: sorted[(count * 95).div_ceil(100) - 1],
            slowest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(durations: impl IntoIterator<Item = u64>, expected: [u64; 5]) {
        let durations: Vec<_> = durations.into_iter().map(Duration::from_millis).collect();
        let Times { count, total, mean, median, p95, slowest } = Times::of(&durations);
        assert_eq!(count, durations.len());
        assert_eq!([total, mean, median, p95, slowest], expected.map(Duration::from_millis));
    }

    /// The nearest rank by the usual example, 15, 20, 35, 40, 50: the median is 35, and every
    /// percentile above the 80th is 50.
    #[test]
    fn the_usual_example() {
        check([35, 20, 15, 50, 40], [160, 32, 35, 50, 50]);
    }

    #[test]
    fn median_percentile_and_maximum() {
        check([], [0, 0, 0, 0, 0]);
        check([7], [7, 7, 7, 7, 7]);
        check([40, 10, 20, 30], [100, 25, 25, 40, 40]);
        check((1..=100).rev().map(|n| 2 * n), [10_100, 101, 101, 190, 200]);
        check((1..=20).chain([1050]), [1260, 60, 11, 20, 1050]);
    }
}
