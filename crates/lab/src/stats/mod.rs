//! What counts mean: rates with their uncertainty, Elo, pairs, ratings, a sequential test, times.
//!
//! Every estimate is an `Option`: nothing can be said of no games, and no finite Elo of a side that
//! never scored. A confidence is always [`CONFIDENCE`], whose normal quantile is [`Z`].

mod counts;
mod elo;
mod mean;
mod pairs;
mod ratings;
mod sprt;
mod times;

pub use counts::Counts;
pub use elo::{Elo, elo_of, rate_of};
pub use mean::{Mean, student_quantile};
pub use pairs::Pairs;
pub use ratings::{Encounter, Ratings};
pub use sprt::{Sprt, Verdict};
pub use times::Times;

/// How sure an interval is.
pub const CONFIDENCE: f64 = 0.95;

/// The interval of a normal variable with [`CONFIDENCE`] reaches this many standard deviations to
/// either side of its mean.
pub const Z: f64 = 1.959_963_984_540_054;
