//! The formats of files of games, by name, by extension and by what a file begins with.

use std::io::{self, BufRead, Write};
use std::path::Path;

use crate::fault::{Doubt, Place, Remark};
use crate::losses::{self, Part, Unwritable};
use crate::record::Records;
use crate::wthor::{Archive, Day, Names};
use crate::{Record, ggf, obf, pgn, save, sgf, transcript};

/// A way to write games to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Our own ([`save::file`]), which holds everything.
    Save,
    /// The server's ([`ggf`]).
    Ggf,
    /// Smart Game Format ([`sgf`]).
    Sgf,
    /// Headers and moves ([`pgn`]).
    Pgn,
    /// Moves alone ([`transcript::read_file`]).
    Transcript,
    /// The archive of the French federation ([`wthor`](crate::wthor)).
    Wthor,
    /// Problems ([`obf::read_games`]).
    Obf,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 7] = [
        Format::Save,
        Format::Ggf,
        Format::Sgf,
        Format::Pgn,
        Format::Transcript,
        Format::Wthor,
        Format::Obf,
    ];

    /// The word for it on a command line.
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

    /// The format of a word.
    pub fn from_word(word: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.word() == word)
    }

    /// Extensions of its files, the usual one first.
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

    /// The format that the extension of a path names, in any case.
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.extensions().contains(&extension.as_str()))
    }

    /// The format that a file begins as; anything else may be a transcript.
    pub fn guess(head: &[u8]) -> Format {
        if crate::wthor::begins(head) {
            return Format::Wthor;
        }
        let text = String::from_utf8_lossy(head);
        let text = text.trim_start_matches(|letter: char| {
            letter.is_whitespace() || letter.is_ascii_digit() || letter == '\u{feff}'
        });
        let first_line = text.lines().find(|line| !line.trim_start().starts_with(['#', '%']));
        let first_line = first_line.unwrap_or_default().trim();
        let board = first_line.split([';', '%']).next().unwrap_or_default();
        if first_line.starts_with("othellier-game") {
            Format::Save
        } else if text.starts_with('(') {
            let is_ggf = text.to_ascii_lowercase().contains("gm[othello]");
            if is_ggf { Format::Ggf } else { Format::Sgf }
        } else if first_line.starts_with('[') {
            Format::Pgn
        } else if crate::guess_side(board).is_some() && board.len() > 10 {
            Format::Obf
        } else {
            Format::Transcript
        }
    }
}

/// What a reader must be told beside the format.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// Squares to a side where a transcript does not show its board.
    pub side: u8,
    /// Whether the variations of a game are games too, where a format has any.
    pub with_variations: bool,
    /// The names of an archive.
    pub names: &'a Names,
}

/// The games of a file of a format, as they are asked for.
pub fn read<'a>(format: Format, file: impl BufRead + 'a, reading: Reading<'a>) -> Records<'a> {
    match format {
        Format::Save => Box::new(save::file::read(file)),
        Format::Ggf => Box::new(ggf::read(file)),
        Format::Sgf if reading.with_variations => Box::new(sgf::read_variations(file)),
        Format::Sgf => Box::new(sgf::read(file)),
        Format::Pgn => Box::new(pgn::read(file)),
        Format::Transcript => Box::new(transcript::read_file(file, reading.side)),
        Format::Wthor => Box::new(crate::wthor::read(file, reading.names)),
        Format::Obf => Box::new(obf::read_games(file)),
    }
}

/// A file that is being written.
pub struct Writer<W> {
    format: Format,
    file: W,
    archive: Archive,
}

/// A game could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteRecordError {
    /// This game cannot; others can.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The file cannot be written to.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl<W: Write> Writer<W> {
    /// Begins a file. The names are those that an archive goes on with.
    pub fn new(format: Format, file: W, names: Names) -> Writer<W> {
        Writer { format, file, archive: Archive::with_names(names) }
    }

    /// Writes a game, and says what of it the format does not hold.
    pub fn write(&mut self, record: &Record) -> Result<Vec<Part>, WriteRecordError> {
        let file = &mut self.file;
        match self.format {
            Format::Save => save::file::write(file, record)?,
            Format::Ggf => ggf::write(file, record)?,
            Format::Sgf => sgf::write(file, record)?,
            Format::Pgn => pgn::write(file, record)?,
            Format::Transcript => transcript::write_line(file, record)?,
            Format::Obf => obf::write_game(file, record)?,
            Format::Wthor => return Ok(losses::add(&mut self.archive, record)?),
        }
        Ok(losses::losses(record, self.format))
    }

    /// Ends the file, which is made on this day. The names of an archive are handed back, to be
    /// written beside it.
    pub fn finish(mut self, today: Day) -> io::Result<(W, Names)> {
        if self.format == Format::Wthor {
            self.archive.write(&mut self.file, today)?;
        }
        self.file.flush()?;
        Ok((self.file, self.archive.names))
    }
}

/// Remarks that the score of a finished game is not that of its moves.
pub(crate) fn doubt_score(record: &mut Record, place: Place) {
    let (Some(said), Some(outcome)) = (record.score, record.game.outcome()) else { return };
    if record.game.ending().is_none() {
        let doubt = Doubt::Score { said, shown: outcome.black_score };
        record.remarks.push(Remark { place, doubt });
    }
}
