//! Save files: a game as plain text, readable for people and checked by the parser.
//!
//! ```text
//! othellier-game 1                        the format and its version
//! size 8                                  squares per side: 4, 6, 8 or 10
//! black Alice                             the players' names; empty if not given
//! white random
//! start ---------------------------OX------XO--------------------------- X
//! at 2                                    the current position is after this many moves
//! ending resigned white                   or `ending out-of-time black`; only if it ended early
//! result 64-0                             discs of black and white at the end, if the game is over
//! moves 3                                 the number of moves, including undone ones
//! 1 f5 1.25s                              number, move, and its time if known
//! 2 d6
//! 3 pass
//! end
//! ```
//!
//! A game with metadata ([`Record`]) has version 2 and additional lines: after `white` any of
//! `event`, `place`, `round`, `date`, `black-rating`, `white-rating`, `score -24` (Black's discs
//! minus White's, if it does not follow from the moves), `theory +8@24` (the score of perfect play
//! from 24 empties on), `comment`, and `tag FORMAT AFTER NAME VALUE` for tags of another format;
//! and after a move and its time `eval 2.5` and `comment …`. Several games may follow each other in
//! a file ([`mod@file`]).
//!
//! A game with search costs has version 3, with `nodes 5120` after the time of a move, and `reused
//! 12` after that for nodes reused from the tree of an earlier move.
//!
//! A game with players or clocks has version 4, with any of `black-player human`, `white-player
//! champion(level=2)`, `black-clock 5m+2s` and `white-clock 5m` among the metadata. The times left
//! follow from the times of the moves. The parser builds no player.
//!
//! The lines come in this order; blank lines and lines that start with `#` may be inserted. In
//! texts, `\n`, `\t`, `\\` and `\u{2028}` are escapes. The result gives the empty squares to the
//! winner and is checked against the moves. The last line detects truncated files. A [`Game`]
//! round-trips completely; only a move that took more than 136 years would be rejected.
//!
//! A file may have any board size; read its size first:
//!
//! ```
//! use othellier_board::with_size;
//! use othellier_record::{Game, save};
//!
//! let text = save::to_text(&Game::<othellier_board::Six>::default()); // or save::load(path)?
//! let moves = with_size!(save::side_of(&text)?, S => save::from_text::<S>(&text)?.length());
//! assert_eq!(moves, Some(0));
//! # Ok::<(), save::SaveError>(())
//! ```

pub(crate) mod duration;
pub(crate) mod error;
mod escape;
pub mod file;
mod parse;
mod version;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use othellier_board::{Color, Size};

use crate::{Ending, FileProblem, Game, Outcome, Record, read_text, replace_file};

pub use error::{SaveError, SaveExpected, SaveProblem, WriteError};
pub use parse::{from_text, from_text_with, side_of};
use version::{FORMAT, PLAIN_VERSION};
pub use version::{MOST_BYTES, VERSION};

/// The version of a game with other metadata.
const META_VERSION: u32 = 2;

/// The version of a game with search costs.
const COSTS_VERSION: u32 = 3;

/// The game as the text of a save file.
pub fn to_text<S: Size>(game: &Game<S>) -> String {
    text_of(game, None)
}

/// The game as the text of a save file, with the metadata of a record.
pub fn to_text_with<S: Size>(game: &Game<S>, metadata: &Record) -> String {
    let bare = Record { game: metadata.game.clone(), ..Record::default() };
    let bare = Record { warnings: metadata.warnings.clone(), ..bare };
    text_of(game, (*metadata != bare).then_some(metadata))
}

/// The text of a save file: the game and its metadata.
fn text_of<S: Size>(game: &Game<S>, record: Option<&Record>) -> String {
    let version = match record {
        None => PLAIN_VERSION,
        Some(record) if record.players != [None, None] || record.clocks != [None, None] => VERSION,
        Some(record) if !record.costs.is_empty() => COSTS_VERSION,
        Some(_) => META_VERSION,
    };
    let mut text = format!("{FORMAT} {version}\nsize {}\n", S::SIDE);
    for color in Color::ALL {
        push_line(&mut text, &format!("{color} {}", escape::escaped(game.name(color))));
    }
    if let Some(record) = record {
        file::push_metadata(&mut text, record);
    }
    push_line(&mut text, &format!("start {}", game.start()));
    push_line(&mut text, &format!("at {}", game.length()));
    if let Some(ending) = game.ending() {
        push_line(&mut text, &format!("ending {} {}", ending_word(ending), ending.loser()));
    }
    if let Some(outcome) = last_outcome(game) {
        push_line(&mut text, &format!("result {}", result_text::<S>(outcome)));
    }
    push_line(&mut text, &format!("moves {}", game.full_length()));
    for (played, number) in game.all_moves().iter().zip(1..) {
        let took = played.duration.map(|took| format!(" {}", duration::duration_text(took)));
        let took = took.unwrap_or_default();
        let cost = record.and_then(|record| record.costs.get(&number));
        let cost = cost.map(file::cost_text).unwrap_or_default();
        let note = record.and_then(|record| record.notes.get(&number));
        let note = note.map(file::note_text).unwrap_or_default();
        push_line(&mut text, &format!("{number} {}{took}{cost}{note}", played.played));
    }
    push_line(&mut text, "end");
    text
}

/// Writes a game to a file, atomically.
pub fn write<S: Size>(path: &Path, game: &Game<S>) -> Result<(), WriteError> {
    write_with(path, game, &Record::default())
}

/// Writes the game with the metadata of a record.
pub fn write_with<S: Size>(
    path: &Path,
    game: &Game<S>,
    metadata: &Record,
) -> Result<(), WriteError> {
    let text = to_text_with(game, metadata);
    replace_file(path, |file| file.write_all(text.as_bytes()))
        .map_err(|cause| WriteError { path: path.to_owned(), cause })
}

/// Reads a game of a known size from a file.
pub fn read<S: Size>(path: &Path) -> Result<Game<S>, SaveError> {
    from_text(&load(path)?).map_err(|error| error.in_file(path))
}

/// The text of a save file of any size, for [`side_of`] and [`from_text`].
pub fn load(path: &Path) -> Result<String, SaveError> {
    load_text(path).map_err(|error| error.in_file(path))
}

fn load_text(path: &Path) -> Result<String, SaveError> {
    read_text(path, MOST_BYTES).map_err(|error| match error.problem {
        problem @ (FileProblem::Unreadable(_) | FileProblem::NamedPipe) => {
            SaveProblem::Unreadable(problem.into()).into()
        }
        FileProblem::TooLarge { .. } => SaveProblem::TooLarge.into(),
        FileProblem::NotUtf8 { line } => SaveError::at_line(line, SaveProblem::NotUtf8),
    })
}

fn push_line(text: &mut String, line: &str) {
    let _ = writeln!(text, "{}", line.trim_end());
}

fn ending_word(ending: Ending) -> &'static str {
    match ending {
        Ending::Resigned(_) => "resigned",
        Ending::OutOfTime(_) => "out-of-time",
    }
}

/// The outcome after redoing every move.
fn last_outcome<S: Size>(game: &Game<S>) -> Option<Outcome> {
    let mut game = game.clone();
    while game.redo().is_some() {}
    game.outcome()
}

/// The discs of Black and White, with the empty squares given to the winner.
fn result_text<S: Size>(outcome: Outcome) -> String {
    let squares = i32::from(S::SQUARES);
    let black = (squares + outcome.black_score) / 2;
    format!("{black}-{}", squares - black)
}

#[cfg(test)]
mod tests {
    use othellier_board::Eight;

    use super::*;

    #[test]
    fn a_file_gives_back_its_game() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("game.txt");
        let mut game = Game::new();
        write(&path, &game).unwrap();
        game.play("f5".parse().unwrap()).unwrap();
        write(&path, &game).unwrap();
        assert_eq!(read(&path).unwrap(), game);
        assert_eq!(load(&path).unwrap(), to_text(&game));
    }

    /// The error for a file with this content, without its path.
    fn error_of(content: &[u8]) -> String {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("game.txt");
        std::fs::write(&path, content).unwrap();
        let error = read::<Eight>(&path).unwrap_err();
        assert_eq!(error.path.as_ref(), Some(&path));
        error.to_string().strip_prefix(&path.display().to_string()).unwrap().to_owned()
    }

    #[test]
    fn files_that_hold_no_game_are_refused_with_path_and_line() {
        let not_text = b"othellier-game 1\nsize 8\nblack \xff\n";
        assert_eq!(error_of(not_text), ", line 3: not text; expected UTF-8");
        let large = vec![b'\n'; MOST_BYTES as usize + 1];
        let too_large = ": too large for a saved game; expected at most 1048576 bytes";
        assert_eq!(error_of(&large), too_large);
        let stops = ", line 1048577: unexpected end of text; expected `othellier-game 1`";
        assert_eq!(error_of(&large[1..]), stops);
        let wrong = ", line 1: not a saved game; expected `othellier-game 1`, read `f5d6`";
        assert_eq!(error_of(b"f5d6"), wrong);
    }

    #[test]
    fn a_missing_file_or_directory_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("missing").join("game.txt");
        let error = load(&path).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: cannot be read: ", path.display())), "{error}");
        let error = write(&path, &Game::new()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("cannot write {}: ", path.display())), "{error}");
        assert!(load(directory.path()).is_err());
    }
}
