//! Black and White, for people and files. Search speaks of mover and opponent instead.

use std::error::Error;
use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// One of the two players. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side of `X`, which moves first.
    Black,
    /// The side of `O`.
    White,
}

impl Color {
    /// Both, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The letter of this colour in text boards: `X` or `O`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }

    /// The colour that a letter of a text board stands for: `X`, `*`, `B` or `O`, `W`, any case.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
            'O' | 'o' | 'W' | 'w' => Some(Color::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        let wrong = || ParseColorError { text: text.to_owned() };
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Color::from_letter(letter).ok_or_else(wrong),
            _ if text.eq_ignore_ascii_case("black") => Ok(Color::Black),
            _ if text.eq_ignore_ascii_case("white") => Ok(Color::White),
            _ => Err(wrong()),
        }
    }
}

/// The text does not name a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseColorError {
    /// The text that is not a colour.
    pub text: String,
}

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a colour; expected black (X) or white (O)", self.text)
    }
}

impl Error for ParseColorError {}
