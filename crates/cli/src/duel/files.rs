//! The files that each game of a match or a tournament is added to.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::complaint::Complaint;
use crate::lang::Lang;
use crate::whole_file::refused;

/// One row a game as CSV, one line a game as moves, where they are asked for.
pub(crate) struct GameFiles {
    csv: Option<csv::Writer<File>>,
    games: Option<File>,
}

impl GameFiles {
    pub(crate) fn create(
        lang: Lang,
        csv: Option<&PathBuf>,
        games: Option<&PathBuf>,
    ) -> Result<GameFiles, Complaint> {
        let csv = csv.map(|path| create(lang, path)).transpose()?.map(csv::Writer::from_writer);
        Ok(GameFiles { csv, games: games.map(|path| create(lang, path)).transpose()? })
    }

    /// A game is on disk before the next one ends, so that whatever happens only whole lines stay.
    pub(crate) fn write(&mut self, row: &impl Serialize, moves: &str) -> Result<(), Complaint> {
        if let Some(csv) = &mut self.csv {
            csv.serialize(row).map_err(|error| Complaint::Failed(error.to_string()))?;
            csv.flush()?;
        }
        if let Some(games) = &mut self.games {
            games.write_all(moves.as_bytes())?;
        }
        Ok(())
    }
}

/// A new file, or a sentence why there can be none.
pub(crate) fn create(lang: Lang, path: &Path) -> Result<File, Complaint> {
    File::create(path).map_err(|error| refused(lang, path, error))
}
