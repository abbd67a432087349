//! The size of the board as a setting.

use othellier_board::{Size, with_size};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// There is no board of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("size: expected 4, 6, 8 or 10")]
pub struct ParseSizeError;

pub(crate) fn usual() -> u8 {
    8
}

fn known(size: u8) -> Result<u8, ParseSizeError> {
    with_size!(size, S => S::SIDE).ok_or(ParseSizeError)
}

#[cfg(feature = "args")]
pub(crate) fn parse(text: &str) -> Result<u8, ParseSizeError> {
    known(text.parse().map_err(|_| ParseSizeError)?)
}

/// Reads the size of a board that exists.
pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    known(u8::deserialize(deserializer)?).map_err(Error::custom)
}
