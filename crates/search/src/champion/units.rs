//! The unit of values in the champion.

/// Hundredths in a disc.
pub(super) const DISC: i32 = 100;
/// More than any value.
pub(super) const INFINITE: i32 = 10_000;
