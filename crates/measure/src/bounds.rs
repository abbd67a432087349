//! What the numbers of settings can be, on the command line and in files.

use std::ops::RangeInclusive;

/// A number that a setting cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutOfBounds {
    #[error("a number from {0} to {1}")]
    Within(u64, u64),
    #[error("an even number such as 2")]
    Even,
}

/// A number, with or without decimals, within these bounds; NaN is within none.
pub(crate) fn within(number: f64, bounds: RangeInclusive<u64>) -> Result<f64, OutOfBounds> {
    let (low, high) = (*bounds.start(), *bounds.end());
    let fits = (low as f64..=high as f64).contains(&number);
    fits.then_some(number).ok_or(OutOfBounds::Within(low, high))
}

/// A number of games in pairs.
pub(crate) fn even(number: usize) -> Result<usize, OutOfBounds> {
    let fits = number > 0 && number.is_multiple_of(2);
    fits.then_some(number).ok_or(OutOfBounds::Even)
}
