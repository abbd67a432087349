//! Numbers as they are shown.

use std::time::Duration;

/// Rounds to hundredths; never `-0`.
pub fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0 + 0.0
}

/// A duration in milliseconds, with its fraction.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_nanos() as f64 / 1e6
}

/// Whole nodes per second; none if no time has passed.
pub fn nodes_per_second(nodes: u64, seconds: f64) -> Option<u64> {
    (seconds > 0.0).then(|| (nodes as f64 / seconds) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_negative_numbers_become_zero() {
        assert_eq!(hundredths(-0.001).to_string(), "0");
        assert_eq!(hundredths(1.005), 1.0);
        assert_eq!(hundredths(-2.127), -2.13);
    }

    #[test]
    fn speed_needs_time() {
        assert_eq!(nodes_per_second(10, 0.0), None);
        assert_eq!(nodes_per_second(10, 4.0), Some(2));
    }
}
