//! Reading and writing games in any format.

use std::io::{self, BufRead, Write};

pub use crate::format_name::Format;
use crate::losses::{self, LostPart, UnsupportedGame};
use crate::record::Records;
use crate::wthor::{Day, Names, WthorWriter};
use crate::{Record, ggf, obf, pgn, save, sgf, transcript};

impl Format {
    /// Guesses the format from the start of a file; anything unknown may be a transcript.
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

/// Options for reading, beside the format.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'a> {
    /// Squares per side for transcripts that do not show a board.
    pub side: u8,
    /// Whether to read variations as games, if the format has any.
    pub with_variations: bool,
    /// The names for WTHOR files.
    pub names: &'a Names,
}

/// An iterator over the games of a file.
pub fn read<'a>(format: Format, file: impl BufRead + 'a, options: ReadOptions<'a>) -> Records<'a> {
    match format {
        Format::Save => Box::new(save::file::read(file)),
        Format::Ggf => Box::new(ggf::read(file)),
        Format::Sgf if options.with_variations => Box::new(sgf::read_variations(file)),
        Format::Sgf => Box::new(sgf::read(file)),
        Format::Pgn => Box::new(pgn::read(file)),
        Format::Transcript => Box::new(transcript::read_file(file, options.side)),
        Format::Wthor => Box::new(crate::wthor::read(file, options.names)),
        Format::Obf => Box::new(obf::read_games(file)),
    }
}

/// Writes a file of games.
pub struct Writer<W> {
    format: Format,
    file: W,
    wthor: WthorWriter,
}

/// A game could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteRecordError {
    /// The format cannot hold this game; others may be written.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedGame),
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl<W: Write> Writer<W> {
    /// Starts a file. A WTHOR file continues these lists of names.
    pub fn new(format: Format, file: W, names: Names) -> Writer<W> {
        Writer { format, file, wthor: WthorWriter::with_names(names) }
    }

    /// Writes a game, and returns what the format cannot hold.
    pub fn write(&mut self, record: &Record) -> Result<Vec<LostPart>, WriteRecordError> {
        let file = &mut self.file;
        match self.format {
            Format::Save => save::file::write(file, record)?,
            Format::Ggf => ggf::write(file, record)?,
            Format::Sgf => sgf::write(file, record)?,
            Format::Pgn => pgn::write(file, record)?,
            Format::Transcript => transcript::write_line(file, record)?,
            Format::Obf => obf::write_game(file, record)?,
            Format::Wthor => return Ok(losses::add(&mut self.wthor, record)?),
        }
        Ok(losses::losses(record, self.format))
    }

    /// Finishes the file, dated `today`. Returns the names, which WTHOR stores in separate files.
    pub fn finish(mut self, today: Day) -> io::Result<(W, Names)> {
        if self.format == Format::Wthor {
            self.wthor.write(&mut self.file, today)?;
        }
        self.file.flush()?;
        Ok((self.file, self.wthor.names))
    }
}
