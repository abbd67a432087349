//! How long things took: the middle, the tail and the worst.

use std::time::Duration;

/// A summary of many durations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// How many there are; everything else is zero where there are none.
    pub count: usize,
    /// Their sum.
    pub total: Duration,
    /// Their sum over their number.
    pub mean: Duration,
    /// Half are no longer than this; between the two in the middle where their number is even.
    pub median: Duration,
    /// The least that 95 of 100 are no longer than: the nearest rank, one of the durations.
    pub p95: Duration,
    /// The longest.
    pub slowest: Duration,
}

impl Times {
    /// Sums them up.
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
    fn the_middle_the_tail_and_the_worst() {
        check([], [0, 0, 0, 0, 0]);
        check([7], [7, 7, 7, 7, 7]);
        check([40, 10, 20, 30], [100, 25, 25, 40, 40]);
        check((1..=100).rev().map(|n| 2 * n), [10_100, 101, 101, 190, 200]);
        check((1..=20).chain([1050]), [1260, 60, 11, 20, 1050]);
    }
}
