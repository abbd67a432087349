//! Adding files of games, batch by batch.
//!
//! A batch is stored atomically and duplicates are skipped, so an import that was stopped or killed resumes
//! when it is repeated.

use othellier_platform::parallel::StopSignal;
use othellier_record::source::{GameSource, SourceError, SourceName};
use othellier_record::{ReadError, Record};

use crate::Added;

/// Games of a batch.
const BATCH: usize = 1000;

/// Files of games to import.
///
/// ```
/// use std::error::Error;
/// use othellier_archive::{Archive, Import};
/// use othellier_platform::parallel::StopSignal;
/// use othellier_record::source::game_sources;
///
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("games.txt"), "f5d6c3\nf5f6e6\n")?;
/// let sources = game_sources(folder.path(), None)?;
/// let mut archive = Archive::open(&folder.path().join("games.sqlite"))?;
/// let import = Import { sources: &sources, side: 8, stop: &StopSignal::default() };
/// let imported = import.run::<Box<dyn Error>>(
///     &mut |batch| Ok(archive.add(batch)?),
///     &mut |_| Ok(()),
/// )?;
/// assert_eq!((imported.added.new, imported.refused), (2, 0));
/// # Ok::<(), Box<dyn Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    pub sources: &'a [GameSource],
    /// Squares per side for transcripts that do not show a board.
    pub side: u8,
    /// Ends the import after the games that were read so far.
    pub stop: &'a StopSignal,
}

/// The progress of an import.
#[derive(Clone, Copy, Debug)]
pub enum ImportEvent<'a> {
    /// A game of a file cannot be read; the next one may be.
    Refused {
        file: &'a SourceName,
        error: &'a ReadError,
    },
    /// A batch is stored: the totals so far.
    Stored(Imported),
    Read {
        file: &'a SourceName,
    },
}

/// The totals of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The games that were read and stored.
    pub added: Added,
    /// Games that cannot be read.
    pub refused: u64,
    pub doubtful: u64,
    /// Games with variations, which an archive does not store.
    pub with_variations: u64,
}

impl Import<'_> {
    /// Reads the games, passes them to `store` in batches, which [`Archive::add`](crate::Archive::add) takes,
    /// and reports the progress to `watch`. Without a game `store` is not called. A file that cannot be opened
    /// and any error of `store` or `watch` end the import; the batches before it stay.
    pub fn run<E: From<SourceError>>(
        &self,
        store: &mut dyn FnMut(&[Record]) -> Result<Added, E>,
        watch: &mut dyn FnMut(ImportEvent<'_>) -> Result<(), E>,
    ) -> Result<Imported, E> {
        let mut totals = Imported::default();
        let mut batch = Vec::with_capacity(BATCH);
        let mut write = |batch: &mut Vec<Record>, totals: &mut Imported| {
            let added = store(batch)?;
            batch.clear();
            totals.added.new += added.new;
            totals.added.known += added.known;
            Ok::<(), E>(())
        };
        for source in self.sources {
            if self.stop.is_stopped() {
                break;
            }
            let file = source.name();
            source.read(self.side, |_, records| {
                for read in records {
                    if self.stop.is_stopped() {
                        break;
                    }
                    match read {
                        Ok(record) => {
                            totals.doubtful += u64::from(!record.warnings.is_empty());
                            totals.with_variations += u64::from(record.has_variations());
                            batch.push(record);
                        }
                        Err(error) => {
                            totals.refused += 1;
                            watch(ImportEvent::Refused { file: &file, error: &error })?;
                        }
                    }
                    if batch.len() == BATCH {
                        write(&mut batch, &mut totals)?;
                        watch(ImportEvent::Stored(totals))?;
                    }
                }
                Ok::<(), E>(())
            })??;
            if !self.stop.is_stopped() {
                watch(ImportEvent::Read { file: &file })?;
            }
        }
        if !batch.is_empty() {
            write(&mut batch, &mut totals)?;
            watch(ImportEvent::Stored(totals))?;
        }
        Ok(totals)
    }
}
