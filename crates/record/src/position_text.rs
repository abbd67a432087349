//! A position as users write it: `startpos`, a board, or the moves that lead there.
//!
//! The notation is decided first, so that an error is explained in its terms: a text that contains
//! a square such as `f5` is a list of moves; one that starts with a disc or an empty square is a
//! board.

use othellier_board::{Color, Eight, ParsePositionError, Position, Size};

use crate::quote::quoted;
use crate::transcript::{self, TranscriptError};
use crate::with_size;

/// The position that a text describes: `startpos`, a board such as [`Position`] writes, or a
/// [`transcript`] from the start. Case and white space do not matter.
///
/// ```
/// use othellier_board::Position;
/// use othellier_record::parse_position;
///
/// let start: Position = parse_position("startpos")?;
/// assert_eq!(parse_position(&start.to_string()), Ok(start));
/// let position: Position = parse_position("f5d6c3")?;
/// assert_eq!(position.board().empties().len(), 57);
/// # Ok::<(), othellier_record::PositionTextError>(())
/// ```
pub fn parse_position<S: Size>(text: &str) -> Result<Position<S>, PositionTextError<S>> {
    let trimmed = text.trim();
    if trimmed.eq_ignore_ascii_case("startpos") {
        Ok(Position::default())
    } else if has_square(trimmed) {
        Ok(*transcript::read(Position::default(), text)?.position())
    } else if trimmed.starts_with(is_board_letter) {
        parse_board(text)
    } else {
        Err(PositionTextError::Unknown { text: trimmed.to_owned() })
    }
}

/// Squares per side of the board in a text, by its number of squares, with or without the side to
/// move; `None` if the text is not a board, such as `startpos` or a list of moves, or not a square
/// one.
///
/// ```
/// use othellier_record::guess_side;
/// assert_eq!(guess_side("---- -OX- -XO- ---- X"), Some(4));
/// assert_eq!(guess_side("f5d6c3"), None);
/// ```
pub fn guess_side(text: &str) -> Option<u8> {
    let mut letters = 0_usize;
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        if !is_board_letter(letter) {
            return None;
        }
        letters += 1;
    }
    let (side, squares) = with_size!(letters.isqrt(), S => (S::SIDE, usize::from(S::SQUARES)))?;
    (letters - squares <= 1).then_some(side)
}

fn parse_board<S: Size>(text: &str) -> Result<Position<S>, PositionTextError<S>> {
    match guess_side(text) {
        Some(found) if found != S::SIDE => Err(PositionTextError::OtherSize { found }),
        _ => Ok(text.parse()?),
    }
}

fn is_board_letter(letter: char) -> bool {
    matches!(letter, '-' | '.') || Color::from_letter(letter).is_some()
}

/// Whether the text contains the name of a square.
fn has_square(text: &str) -> bool {
    let is_column = |letter: u8| matches!(letter.to_ascii_lowercase(), b'a'..=b'j');
    text.as_bytes().windows(2).any(|pair| is_column(pair[0]) && pair[1].is_ascii_digit())
}

/// The text does not describe a position of this size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError<S: Size = Eight> {
    /// The notation is not recognised.
    #[error(
        "{} is not a position; expected startpos, a board of X, O and - with the side to move, \
         or moves such as f5d6",
        quoted(text)
    )]
    Unknown {
        /// The text in the file.
        text: String,
    },
    /// It is a board of another size.
    #[error("the position has {found}x{found} squares; expected {0}x{0}", S::SIDE)]
    OtherSize {
        /// The size of the board in the text.
        found: u8,
    },
    /// The text is not a position.
    #[error(transparent)]
    Board(#[from] ParsePositionError),
    /// An invalid list of moves.
    #[error(transparent)]
    Moves(#[from] TranscriptError<S>),
}

#[cfg(test)]
mod tests {
    use othellier_board::{Four, Six, Ten};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_three_notations_agree() {
        let start = Position::start();
        let board = start.to_string();
        for text in ["startpos", " StartPos\n", &board, &board.to_lowercase()] {
            assert_eq!(parse_position(text), Ok(start), "{text:?}");
        }
        let after = transcript::read(start, "f5d6c3").unwrap();
        for text in ["f5d6c3", "F5 D6 C3", "1. f5 d6 2. c3", &after.position().to_string()] {
            assert_eq!(parse_position(text), Ok(*after.position()), "{text:?}");
        }
        assert_eq!(parse_position("startpos"), Ok(Position::<Ten>::default()));
    }

    #[test]
    fn the_side_is_guessed_from_a_board_alone() {
        fn check<S: Size>() {
            let text = Position::<S>::default().to_string();
            assert_eq!(guess_side(&text), Some(S::SIDE));
            assert_eq!(guess_side(&text[..text.len() - 2]), Some(S::SIDE));
        }
        check::<Four>();
        check::<Six>();
        check::<Eight>();
        check::<Ten>();
        for text in ["", "startpos", "f5d6c3", "b4", "XO", "--", &"-".repeat(66)] {
            assert_eq!(guess_side(text), None, "{text:?}");
        }
    }

    #[test]
    fn errors_are_explained_in_terms_of_the_notation() {
        let cells = "-".repeat(64);
        let six = Position::<Six>::default().to_string();
        for (text, reason) in [
            ("", "`` is not a position; expected startpos, a board of X, O and - with the side"),
            ("startpso", "`startpso` is not a position"),
            ("12", "`12` is not a position"),
            ("f5d6a1", "move 3, `a1` at offset 4, is not legal here"),
            (" f5d6z9", "move 3, `z9` at offset 5, is not a move"),
            ("XO", "the position has 2 squares; expected 64"),
            (&cells, "the position does not say who moves"),
            (&format!("{cells}?"), "unexpected `?` at offset 64"),
            (&cells.replacen('-', "0", 3).replacen('0', "-", 2), "unexpected `0` at offset 2"),
            (&six, "the position has 6x6 squares; expected 8x8"),
        ] {
            let error = parse_position::<Eight>(text).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{text:?}: {error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = parse_position::<Eight>(&text);
            let _ = guess_side(&text);
        }

        #[test]
        fn no_text_of_likely_characters_panics(text in "[XObw*. -é]{0,130}") {
            let _ = parse_position::<Eight>(&text);
            let _ = parse_position::<Ten>(&text);
            let _ = guess_side(&text);
        }
    }
}
