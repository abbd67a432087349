//! The archive that a command names, and the games it selects.

mod filter;

use std::path::{Path, PathBuf};

use clap::Args;
use etcetera::BaseStrategy;
use othellier_archive::{Archive, ArchiveError};
use othellier_locale::{Lang, Value, message, nearest};
use othellier_record::Record;

pub(crate) use self::filter::FilterArgs;
use super::error::CliError;
use super::files::write_error;

/// The option that names the archive.
#[derive(Args)]
pub(crate) struct ArchiveArgs {
    /// The archive; by default the user's, in the system's data folder
    #[arg(long, value_name = "FILE")]
    pub(crate) archive: Option<PathBuf>,
}

impl ArchiveArgs {
    pub(crate) fn path(&self) -> Result<PathBuf, CliError> {
        if let Some(path) = &self.archive {
            return Ok(path.clone());
        }
        let folders = etcetera::choose_base_strategy();
        let folders = folders.map_err(|_| CliError::usage(message!("archive-no-home")))?;
        Ok(folders.data_dir().join("othellier").join("archive.sqlite"))
    }

    /// The path of the archive; if it was given, it must be an archive.
    pub(crate) fn checked(&self) -> Result<Option<PathBuf>, CliError> {
        match self.archive {
            Some(_) => self.open().and_then(|_| self.path()).map(Some),
            None => Ok(self.path().ok()),
        }
    }

    /// Opens the archive for reading.
    pub(crate) fn open(&self) -> Result<Archive, CliError> {
        let path = self.path()?;
        Archive::open_read_only(&path).map_err(|error| archive_error(&path, None, error))
    }

    /// Opens the archive for writing; creates it if missing.
    pub(crate) fn open_to_write(&self) -> Result<Archive, CliError> {
        let path = self.path()?;
        if self.archive.is_none()
            && let Some(folder) = path.parent()
        {
            std::fs::create_dir_all(folder).map_err(|error| write_error(folder, error))?;
        }
        Archive::open(&path).map_err(|error| archive_error(&path, None, error))
    }
}

/// Calls `each` with every game that matches a filter, in the order in which they were added.
pub(crate) fn for_each_game(
    lang: Lang,
    archive_args: &ArchiveArgs,
    filter: &FilterArgs,
    mut each: impl FnMut(Record),
) -> Result<(), CliError> {
    let filter = filter.filter(lang, None)?;
    let (archive, path) = (archive_args.open()?, archive_args.path()?);
    let archive_error = |error| archive_error(&path, Some(&archive), error);
    let mut found = archive.find(&filter).map_err(archive_error)?;
    found.sort_unstable();
    for number in found {
        each(game(&archive, number).map_err(archive_error)?);
    }
    Ok(())
}

/// A game that must exist.
pub(crate) fn game(archive: &Archive, number: u32) -> Result<Record, ArchiveError> {
    archive.game(number)?.ok_or(ArchiveError::Damaged { game: number })
}

/// The error message for an archive error. The archive, if given, supplies the nearest name.
pub(crate) fn archive_error(
    path: &Path,
    archive: Option<&Archive>,
    error: ArchiveError,
) -> CliError {
    let file = path.display().to_string();
    let near = |text: &str, names: Result<Vec<String>, ArchiveError>| {
        let names = names.unwrap_or_default();
        let lower: Vec<_> = names.iter().map(|name| name.to_lowercase()).collect();
        let near = nearest(text, lower.iter().map(String::as_str));
        let at = near.and_then(|near| lower.iter().position(|name| name == near));
        at.map(|at| names[at].clone()).unwrap_or_default()
    };
    let players = || archive.map_or(Ok(Vec::new()), Archive::players);
    let events = || archive.map_or(Ok(Vec::new()), Archive::events);
    match error {
        ArchiveError::Missing { .. } => CliError::usage(message!("archive-missing", file = file)),
        ArchiveError::NotAnArchive { .. } => {
            CliError::usage(message!("archive-not-an-archive", file = file))
        }
        ArchiveError::OtherVersion { found, expected } => CliError::usage(message!(
            "archive-version",
            file = file,
            found = found.to_string(),
            expected = expected.to_string()
        )),
        ArchiveError::NoSuchPlayer { text } => {
            let near = near(&text, players());
            CliError::usage(message!("archive-no-player", text = text, near = near))
        }
        ArchiveError::NoSuchEvent { text } => {
            let near = near(&text, events());
            CliError::usage(message!("archive-no-event", text = text, near = near))
        }
        ArchiveError::InUse => CliError::failed(message!("archive-in-use", file = file)),
        ArchiveError::Damaged { game } => {
            CliError::failed(message!("archive-damaged", file = file, game = game.to_string()))
        }
        ArchiveError::Sqlite(error) => CliError::failed(message!(
            "archive-unreadable",
            file = file,
            why = Value::localized(error)
        )),
    }
}
