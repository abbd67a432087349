//! Statistics of results: score rates with confidence intervals, Elo, pairs, ratings, the
//! sequential probability ratio test (SPRT), times.
//!
//! Every estimate is an `Option`: there is none without games, and no finite Elo of a side that
//! never scored. The confidence level is always [`CONFIDENCE`], whose normal quantile is [`Z`].

mod counts;
mod elo;
mod mean;
mod pairs;
mod ratings;
mod ratio;
mod sprt;
mod times;

pub use counts::Counts;
pub use elo::{Elo, elo_of, rate_of};
pub use mean::{Mean, student_quantile};
pub use pairs::{PairCounter, Pairs, half_points};
pub use ratings::{HeadToHead, Ratings};
pub use ratio::Ratio;
pub use sprt::{SequentialTest, Sprt, SprtError, Verdict};
pub use times::Times;

/// The confidence level of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// The half-width of the interval of a normal variable with [`CONFIDENCE`], in standard deviations.
pub const Z: f64 = 1.959_963_984_540_054;

/// The standard error of a mean of points per game between 0 and 1, given the variance of `samples`
/// samples, at least one.
///
/// A few equal samples do not prove that all are equal. So the variance is at least the one that
/// one more sample, half a point from all others, would cause: ¼ / (n + 1). One pair then has the
/// error of two separate games; samples that differ usually have a larger variance of their own.
fn standard_error(variance: f64, samples: u64) -> f64 {
    let samples = samples as f64;
    (variance.max(0.25 / (samples + 1.0)) / samples).sqrt()
}
