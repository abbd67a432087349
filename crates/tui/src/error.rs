//! Why a game at the terminal cannot be played.

use std::io;
use std::path::PathBuf;

use othellier_locale::{Lang, Localized, tr};
use othellier_record::FileError;
use othellier_record::save::SaveError;

use crate::config::ConfigError;
use crate::seats::SeatError;

/// Why a game at the terminal cannot be played.
pub enum PlayError {
    /// Standard input or output failed.
    Terminal(io::Error),
    /// A file cannot be read.
    File(FileError),
    /// The configuration file is wrong.
    Config { path: PathBuf, error: ConfigError },
    /// The save file cannot be opened.
    Load(SaveError),
    /// The save file is wrong.
    Save { path: PathBuf, error: SaveError },
    /// A player cannot sit down.
    Seat(SeatError),
    /// The start position is wrong.
    Position(Box<dyn Localized + Send + Sync>),
    /// The full screen was asked for without a terminal.
    NoTerminal,
    /// The game is not on disk, for this reason.
    NotSaved(String),
}

impl From<io::Error> for PlayError {
    fn from(error: io::Error) -> PlayError {
        PlayError::Terminal(error)
    }
}

impl Localized for PlayError {
    fn in_language(&self, lang: Lang) -> String {
        let refused =
            |file: String, why: String| tr!(lang, "match-file-refused", file = file, why = why);
        match self {
            PlayError::Terminal(error) => error.in_language(lang),
            PlayError::File(error) => {
                refused(error.path.display().to_string(), error.problem.in_language(lang))
            }
            PlayError::Config { path, error } => {
                refused(path.display().to_string(), error.message(lang))
            }
            PlayError::Load(error) => error.in_language(lang),
            PlayError::Save { path, error } => {
                refused(path.display().to_string(), error.in_language(lang))
            }
            PlayError::Seat(error) => error.in_language(lang),
            PlayError::Position(error) => error.in_language(lang),
            PlayError::NoTerminal => lang.text("play-no-terminal"),
            PlayError::NotSaved(why) => why.clone(),
        }
    }
}

/// The exit code of a command that Ctrl-C interrupted.
const INTERRUPTED: i32 = 130;

/// Exits after Ctrl-C: restores the terminal and ends the child processes of foreign engines.
pub fn interrupt() -> ! {
    #[cfg(feature = "screen")]
    crate::terminal::leave();
    othellier_play::end_foreign_engines();
    std::process::exit(INTERRUPTED)
}
