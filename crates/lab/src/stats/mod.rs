//! What counts mean: rates with their uncertainty, Elo, pairs, ratings, a sequential test, times.
//!
//! Every estimate is an `Option`: nothing can be said of no games, and no finite Elo of a side that
//! never scored. A confidence is always [`CONFIDENCE`], whose normal quantile is [`Z`].

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
pub use pairs::Pairs;
pub use ratings::{Encounter, Ratings};
pub use ratio::Ratio;
pub use sprt::{Sprt, Verdict};
pub use times::Times;

/// How sure an interval is.
pub const CONFIDENCE: f64 = 0.95;

/// The interval of a normal variable with [`CONFIDENCE`] reaches this many standard deviations to
/// either side of its mean.
pub const Z: f64 = 1.959_963_984_540_054;

/// The standard error of the mean of points per game between 0 and 1, given their variance in so many
/// samples, at least one.
///
/// Few samples that happen to be equal do not show that all are. So the variance is at least what one
/// more sample would bring that lies half a point from all others: ¼ / (n + 1). Of one pair that is
/// as much as of two separate games, and of samples that differ it is less than they show.
fn standard_error(variance: f64, samples: u64) -> f64 {
    let samples = samples as f64;
    (variance.max(0.25 / (samples + 1.0)) / samples).sqrt()
}
