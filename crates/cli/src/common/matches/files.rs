//! The output files of a match or a tournament.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::common::error::CliError;
use crate::common::files::write_error;

/// CSV with one row per game and transcripts with one line per game, if requested.
pub(crate) struct GameFiles {
    csv: Option<(PathBuf, csv::Writer<File>)>,
    games: Option<(PathBuf, File)>,
}

impl GameFiles {
    pub(crate) fn create(
        csv: Option<&PathBuf>,
        games: Option<&PathBuf>,
    ) -> Result<GameFiles, CliError> {
        let named = |path: &PathBuf| Ok::<_, CliError>((path.clone(), create(path)?));
        let csv = csv.map(named).transpose()?;
        let csv = csv.map(|(path, file)| (path, csv::Writer::from_writer(file)));
        Ok(GameFiles { csv, games: games.map(named).transpose()? })
    }

    /// Flushes each game before the next one ends, so that a crash leaves only complete lines.
    pub(crate) fn write(&mut self, row: &impl Serialize, moves: &str) -> Result<(), CliError> {
        if let Some((path, csv)) = &mut self.csv {
            let written = csv.serialize(row).map_err(io::Error::from).and_then(|()| csv.flush());
            written.map_err(|error| write_error(path, error))?;
        }
        if let Some((path, games)) = &mut self.games {
            let written = games.write_all(moves.as_bytes());
            written.map_err(|error| write_error(path, error))?;
        }
        Ok(())
    }
}

/// A game as a line of moves and result, which every reader of transcripts accepts. If the game does
/// not begin at the start, its first position comes before the moves.
pub(crate) fn transcript_line(opening: &str, moves: &str, result: &str) -> String {
    let is_position = opening.contains(' ');
    let start = if is_position { format!("{opening} ") } else { String::new() };
    format!("{start}{moves} {result}\n")
}

/// Creates a file, or explains why it cannot be created.
pub(crate) fn create(path: &Path) -> Result<File, CliError> {
    File::create(path).map_err(|error| write_error(path, error))
}
