//! The two sides.

use othellier_board::Color;
use serde::{Deserialize, Serialize};

/// Black or White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that moves first.
    Black,
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// A value for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Both<T> {
    pub black: T,
    pub white: T,
}

impl<T> Both<T> {
    /// From a pair, Black first.
    pub fn from_array([black, white]: [T; 2]) -> Both<T> {
        Both { black, white }
    }

    /// As a pair, Black first.
    pub fn into_array(self) -> [T; 2] {
        [self.black, self.white]
    }

    /// The value of each colour.
    pub fn of(value: impl FnMut(Color) -> T) -> Both<T> {
        Both::from_array(Color::ALL.map(value))
    }
}
