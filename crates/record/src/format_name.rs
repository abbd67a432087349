//! The names and extensions of file formats.

use std::path::Path;

/// A file format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Our own format ([`save::file`](crate::save::file)), which is lossless.
    Save,
    /// Generic Game Format, of the server GGS ([`ggf`](crate::ggf)).
    Ggf,
    /// Smart Game Format ([`sgf`](crate::sgf)).
    Sgf,
    /// Headers and moves ([`pgn`](crate::pgn)).
    Pgn,
    /// Moves only ([`transcript::read_file`](crate::transcript::read_file)).
    Transcript,
    /// WTHOR, the database of the French federation ([`wthor`](crate::wthor)).
    Wthor,
    /// Othello Board File, problems ([`obf::read_games`](crate::obf::read_games)).
    Obf,
}

impl Format {
    /// Every format, in the order of the messages.
    pub const ALL: [Format; 7] = [
        Format::Save,
        Format::Ggf,
        Format::Sgf,
        Format::Pgn,
        Format::Transcript,
        Format::Wthor,
        Format::Obf,
    ];

    /// The name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Format::Save => "save",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Pgn => "pgn",
            Format::Transcript => "transcript",
            Format::Wthor => "wthor",
            Format::Obf => "obf",
        }
    }

    /// The format with this name.
    pub fn from_word(word: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.word() == word)
    }

    /// File extensions, the usual one first.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Save => &["othellier"],
            Format::Ggf => &["ggf"],
            Format::Sgf => &["sgf"],
            Format::Pgn => &["pgn"],
            Format::Transcript => &["txt", "gam"],
            Format::Wthor => &["wtb", "wtd"],
            Format::Obf => &["obf", "scr"],
        }
    }

    /// The format of a path by its extension, ignoring case.
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.extensions().contains(&extension.as_str()))
    }
}
