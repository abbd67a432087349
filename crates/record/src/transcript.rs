//! The moves of a game as text: `f5d6c3…`.
//!
//! Output uses the most common form: lower case, no separators, passes omitted or shown as `--`.
//! Input accepts all usual notations:
//!
//! ```text
//! transcript := { separator | number | move } [ result ]
//! separator  := white space | "," | ";" | "." | "-" alone | "+" before a square
//! number     := digits, then "." or white space or the end
//! move       := column row | "--" | "pa" | "ps" | "pp" | "pass"          in any case
//! result     := [ ":" ] ( digits "-" digits | "+" digits | "-" digits )  and nothing after it
//! ```
//!
//! Case does not indicate the colour. A forced pass may be written or omitted: if the mover cannot
//! move and a square follows, the pass is inserted. At the end no pass is inserted, so a game may
//! stop before a forced pass. Move numbers and the result are skipped unchecked, since games may be
//! resigned, and numbers may count moves or pairs of moves; anything else is an error.

pub(crate) mod file;

use othellier_board::{Eight, IllegalMove, Move, Position, Size, Status};

use crate::Game;
use crate::quote::quoted;

pub use file::{read as read_file, write as write_line};

/// The moves up to the current position, without passes.
///
/// ```
/// use othellier_board::Position;
/// use othellier_record::transcript;
///
/// let game = transcript::read(Position::start(), "1. F5 d6 2. C3")?;
/// assert_eq!(transcript::write(&game), "f5d6c3");
/// # Ok::<(), transcript::TranscriptError>(())
/// ```
pub fn write<S: Size>(game: &Game<S>) -> String {
    written(game, "")
}

/// The moves up to the current position, with `--` for a pass.
pub fn write_with_passes<S: Size>(game: &Game<S>) -> String {
    written(game, "--")
}

fn written<S: Size>(game: &Game<S>, pass: &str) -> String {
    let moves = game.moves().iter().map(|played| match played.played {
        Move::Place(square) => square.to_string(),
        Move::Pass => pass.to_owned(),
    });
    moves.collect()
}

/// Parses a game from a given start.
pub fn read<S: Size>(start: Position<S>, text: &str) -> Result<Game<S>, TranscriptError<S>> {
    let mut game = Game::from_position(start);
    match append_moves(&mut game, text) {
        Ok(_) => Ok(game),
        Err((offset, word, problem)) => {
            Err(TranscriptError { text: word.to_owned(), offset, problem, game: Box::new(game) })
        }
    }
}

/// The offset of an error, the word there, and the reason.
type Stop<'a> = (usize, &'a str, TranscriptProblem);

/// Plays the moves of a text, and returns the result that follows them; empty if there is none.
fn append_moves<'a, S: Size>(game: &mut Game<S>, text: &'a str) -> Result<&'a str, Stop<'a>> {
    let mut words = Words::of(text);
    for (offset, word) in words.by_ref() {
        play_word(game, word).map_err(|problem| (offset, word, problem))?;
    }
    Ok(&words.text[words.offset..])
}

/// Plays the move that a word names, inserting an omitted pass. On an error nothing changes.
fn play_word<S: Size>(game: &mut Game<S>, word: &str) -> Result<(), TranscriptProblem> {
    let attempted = word.parse().map_err(|_| TranscriptProblem::NotAMove)?;
    Ok(game.play_after_pass(attempted)?)
}

/// The words of a transcript that should be moves, each with its offset.
struct Words<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Words<'a> {
        Words { text: text.trim_end(), offset: 0 }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        loop {
            let rest = &self.text[self.offset..];
            if rest.is_empty() || is_result(rest) {
                return None;
            }
            let offset = self.offset;
            match filler_length(rest) {
                0 => {
                    let word = &rest[..word_length(rest)];
                    self.offset += word.len();
                    return Some((offset, word));
                }
                length => self.offset += length,
            }
        }
    }
}

/// Whether the rest is a result, such as `: 34-30` or `+12`.
fn is_result(rest: &str) -> bool {
    let score = rest.strip_prefix(':').unwrap_or(rest).trim_start();
    let (first, after) = score.split_at(digits_length(score));
    let second = match first {
        "" => after.strip_prefix(['+', '-']),
        _ => after.strip_prefix('-'),
    };
    second.is_some_and(|second| !second.is_empty() && digits_length(second) == second.len())
}

/// The length in bytes of leading separators or a leading move number, or 0.
fn filler_length(rest: &str) -> usize {
    let separators = prefix_length(rest, is_separator);
    let number = digits_length(rest);
    let after_number = rest[number..].chars().next();
    if separators > 0 {
        separators
    } else if is_lone_sign(rest) {
        1
    } else if after_number.is_none_or(|next| next == '.' || next.is_whitespace()) {
        number
    } else {
        0
    }
}

/// Whether a text starts with a dash that is not a pass, or with the plus before Black's moves in
/// `+d3-c5`.
fn is_lone_sign(rest: &str) -> bool {
    let mut letters = rest.chars();
    match (letters.next(), letters.next()) {
        (Some('-'), next) => next != Some('-'),
        (Some('+'), Some(next)) => next.is_ascii_alphabetic(),
        _ => false,
    }
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | ';' | '.')
}

/// The length in bytes of the leading word: a pass, or letters and the digits after them, or else
/// one character. A square takes all digits after it, so that `f58` is rejected as a whole.
fn word_length(rest: &str) -> usize {
    if let Some(pass) = pass_length(rest) {
        return pass;
    }
    let letters = prefix_length(rest, char::is_alphabetic);
    let digits = digits_length(&rest[letters..]);
    let first = rest.chars().next().map_or(0, char::len_utf8);
    (letters + digits).max(first)
}

/// The length in bytes of a leading pass; longer spellings are tried first.
fn pass_length(rest: &str) -> Option<usize> {
    let starts_with = |pass: &&str| {
        let (start, after) = rest.as_bytes().split_at_checked(pass.len())?;
        let ends_there = !after.first().is_some_and(u8::is_ascii_digit);
        (start.eq_ignore_ascii_case(pass.as_bytes()) && ends_there).then_some(pass.len())
    };
    if rest.starts_with("--") {
        return Some(2);
    }
    ["pass", "pa", "ps", "pp"].iter().find_map(starts_with)
}

fn digits_length(text: &str) -> usize {
    prefix_length(text, |letter| letter.is_ascii_digit())
}

fn prefix_length(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !belongs(letter)).unwrap_or(text.len())
}

/// A transcript cannot be parsed from here on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {}, {} at offset {offset}, {}", self.move_number(), quoted(text), self.explanation())]
pub struct TranscriptError<S: Size = Eight> {
    /// The text in the file.
    pub text: String,
    /// Its byte offset in the transcript.
    pub offset: usize,
    /// The fault in the text.
    pub problem: TranscriptProblem,
    /// The game up to this point.
    pub game: Box<Game<S>>,
}

/// Why a word of a transcript is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranscriptProblem {
    /// It names neither a square of this board nor a pass.
    NotAMove,
    /// Nothing would be flipped there, or a disc is there already.
    Illegal,
    /// Moves follow the end of the game.
    GameOver,
    /// A pass although there is a legal move.
    PassNotForced,
}

impl<S: Size> TranscriptError<S> {
    /// The number of the move, from 1, counting passes, written or not.
    pub fn move_number(&self) -> usize {
        self.game.length() + 1
    }

    fn explanation(&self) -> String {
        let last = (b'a' + S::SIDE - 1) as char;
        match self.problem {
            TranscriptProblem::NotAMove => {
                format!("is not a move; expected a square a1-{last}{} or a pass", S::SIDE)
            }
            TranscriptProblem::Illegal => "is not legal here".to_owned(),
            TranscriptProblem::GameOver => "comes after the end of the game".to_owned(),
            TranscriptProblem::PassNotForced => {
                format!("is a pass; {} has a move to play", self.game.position().side_to_move())
            }
        }
    }
}

impl<S: Size> From<IllegalMove<S>> for TranscriptProblem {
    fn from(illegal: IllegalMove<S>) -> TranscriptProblem {
        match (illegal.position.status(), illegal.attempted) {
            (Status::Over { .. }, _) => TranscriptProblem::GameOver,
            (_, Move::Pass) => TranscriptProblem::PassNotForced,
            (_, Move::Place(_)) => TranscriptProblem::Illegal,
        }
    }
}

#[cfg(test)]
mod tests {
    use othellier_board::Ten;
    use proptest::prelude::*;

    use super::*;

    fn from_start(text: &str) -> Result<Game, TranscriptError> {
        read(Position::start(), text)
    }

    /// Black takes a1, White must pass, Black takes g1, and neither side can move.
    fn before_a_pass() -> Position {
        format!("-OXXXO--{} X", "-".repeat(56)).parse().unwrap()
    }

    #[test]
    fn the_usual_spellings_are_read() {
        for text in [
            "f5d6c3",
            "F5D6C3",
            "F5d6C3",
            " f5 d6\nc3\r\n",
            "f5,d6,c3",
            "f5; d6; c3;",
            "f5-d6-c3",
            "+f5-d6+c3",
            "+f5-d6+c3: +12",
            "1. f5 d6 2. c3",
            "1.f5 2.d6 3.c3",
            "1 f5 2 d6 3 c3",
            "1. f5 d6 2. c3 ... 3.",
            "f5d6c3: 34-30",
            "f5d6c3 : 34-30\n",
            "f5d6c3 34-30",
            "f5d6c3 +12",
            "f5d6c3:-4",
            "f5d6c3+0",
        ] {
            assert_eq!(write(&from_start(text).unwrap()), "f5d6c3", "{text:?}");
        }
        assert_eq!(from_start(""), Ok(Game::new()));
        assert_eq!(from_start(" \n"), Ok(Game::new()));
    }

    #[test]
    fn a_pass_is_played_once_whether_it_is_written_or_not() {
        for (text, written) in [
            ("a1", "a1"),
            ("a1--", "a1--"),
            ("a1g1", "a1--g1"),
            ("a1--g1", "a1--g1"),
            ("1. a1 -- 2. g1", "a1--g1"),
            ("A1 pAss G1", "a1--g1"),
            ("a1PAg1", "a1--g1"),
            ("a1psg1", "a1--g1"),
            ("a1,pp,g1", "a1--g1"),
            ("a1---g1", "a1--g1"),
        ] {
            let game = read(before_a_pass(), text).unwrap();
            assert_eq!(write_with_passes(&game), written, "{text:?}");
            assert_eq!(write(&game), written.replace("--", ""), "{text:?}");
        }
    }

    #[test]
    fn a_row_may_have_two_digits() {
        let start = Position::<Ten>::default();
        let words: Vec<_> = Words::of("j10a1a10").collect();
        assert_eq!(words, [(0, "j10"), (3, "a1"), (5, "a10")]);
        assert_eq!(read(start, "j10").unwrap_err().problem, TranscriptProblem::Illegal);
        assert_eq!(read(start, "j11").unwrap_err().problem, TranscriptProblem::NotAMove);
    }

    #[test]
    fn much_blank_space_is_skipped_at_once() {
        let text = format!("f5{}d6", " ".repeat(4 << 20));
        assert_eq!(write(&from_start(&text).unwrap()), "f5d6");
    }

    #[test]
    fn undone_moves_are_not_written() {
        let mut game = from_start("f5d6c3").unwrap();
        game.undo();
        assert_eq!(write(&game), "f5d6");
    }

    #[track_caller]
    fn check_error(start: Position, text: &str, expected: &str) {
        assert_eq!(read(start, text).unwrap_err().to_string(), expected, "{text:?}");
    }

    #[test]
    fn errors_give_location_text_and_reason() {
        let start = Position::start();
        let not_a_move = "is not a move; expected a square a1-h8 or a pass";
        for (text, location) in [
            ("f5d6z9", "move 3, `z9` at offset 4,"),
            ("f5 d6 hello", "move 3, `hello` at offset 6,"),
            ("f5d", "move 2, `d` at offset 2,"),
            ("f58d6", "move 1, `f58` at offset 0,"),
            ("f10", "move 1, `f10` at offset 0,"),
            ("f05", "move 1, `f05` at offset 0,"),
            ("f5 (d6)", "move 2, `(` at offset 3,"),
            ("5f6d", "move 1, `5` at offset 0,"),
            ("f5 34-30 d6", "move 2, `34` at offset 3,"),
            ("f5 : d6", "move 2, `:` at offset 3,"),
            ("f5 é6", "move 2, `é6` at offset 3,"),
            ("f5pa6", "move 2, `pa6` at offset 2,"),
        ] {
            check_error(start, text, &format!("{location} {not_a_move}"));
        }
        check_error(start, "f5a1", "move 2, `a1` at offset 2, is not legal here");
        check_error(start, "f5f5", "move 2, `f5` at offset 2, is not legal here");
        let pass = "move 2, `--` at offset 2, is a pass; white has a move to play";
        check_error(start, "f5--", pass);
        let over = "move 4, `h1` at offset 4, comes after the end of the game";
        check_error(before_a_pass(), "a1g1h1", over);
        let over = "move 4, `pass` at offset 4, comes after the end of the game";
        check_error(before_a_pass(), "a1g1pass", over);
    }

    #[test]
    fn an_error_hands_back_the_game_so_far() {
        let error = from_start("f5d6a1").unwrap_err();
        assert_eq!(*error.game, from_start("f5d6").unwrap());
        assert_eq!(error.move_number(), 3);
        // The pass before an illegal move is not inserted.
        let error = read(before_a_pass(), "a1h8").unwrap_err();
        assert_eq!(*error.game, read(before_a_pass(), "a1").unwrap());
        assert_eq!(error.problem, TranscriptProblem::Illegal);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = from_start(&text);
        }

        #[test]
        fn no_text_of_likely_characters_panics(text in "[a-jA-Jp0-9séß;:,.+ -]{0,40}") {
            let _ = read(Position::<Ten>::default(), &text);
            let _ = from_start(&format!("f5{text}"));
        }
    }
}
