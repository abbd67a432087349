//! `othellier archive import`: adds files of games to the archive.
//!
//! Games are added in batches, each atomically, and duplicates are skipped: so an interrupted
//! import resumes when the command is repeated. An archive that is not there is made with the first
//! batch: an import of nothing leaves nothing behind.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use othellier_archive::{Added, Archive};
use othellier_locale::{Localized, games as locale_games, message, thousands, tr};
use othellier_play::StopSignal;
use othellier_record::source::{GameSource, SourceName};
use othellier_record::{LostPart, ReadError, Record};
use othellier_wire::{ArchiveImportEvent, ArchiveImportTotal, GameFault};

use crate::common::archive::{ArchiveArgs, archive_error};
use crate::common::error::CliError;
use crate::common::games::{FormatName, sources};
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::values;

/// Add files of games to the archive; duplicates are skipped
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier archive import wthor/ games.sgf
  othellier archive import WTH_2024.wtb --archive games.sqlite")]
pub(super) struct Options {
    /// Files or folders of games; `-` for standard input
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    archive_args: ArchiveArgs,
    /// Format to read; by default by extension, else by content
    #[arg(long, value_name = "FORMAT")]
    from: Option<FormatName>,
    /// Squares per side for transcripts that do not show a board
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    size: u8,
}

const BATCH: usize = 1000;

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let mut files = Vec::new();
    for path in &options.files {
        files.extend(sources(path, options.from)?);
    }
    let path = options.archive_args.path()?;
    let archive = if path.exists() { Some(options.archive_args.open_to_write()?) } else { None };
    let (stop, bar) = (stop_on_ctrl_c(), progress::of_positions(files.len()));
    let began = Instant::now();
    let mut import = Import {
        common,
        archive_args: &options.archive_args,
        archive,
        path: &path,
        stop,
        bar,
        batch: Vec::with_capacity(BATCH),
        added: Added::default(),
        refused: 0,
        doubtful: 0,
        with_variations: 0,
    };
    for source in &files {
        if import.stop.is_stopped() {
            break;
        }
        import.take(source, options.size)?;
    }
    import.write()?;
    import.bar.finish_and_clear();
    let refused = import.refused;
    import.report(files.len(), began.elapsed())?;
    if import.stop.is_stopped() {
        interrupt();
    }
    let names: Vec<_> = options.files.iter().map(|file| file.display().to_string()).collect();
    match refused {
        0 => Ok(()),
        _ => Err(CliError::failed(message!(
            "check-refused",
            file = names.join(", "),
            refused = refused
        ))),
    }
}

/// The state of an import.
struct Import<'a> {
    common: Common,
    archive_args: &'a ArchiveArgs,
    /// `None` until there is a game to store.
    archive: Option<Archive>,
    path: &'a Path,
    stop: StopSignal,
    bar: ProgressBar,
    /// Games of the current batch.
    batch: Vec<Record>,
    added: Added,
    refused: u64,
    doubtful: u64,
    /// Games with variations, which are not stored.
    with_variations: u64,
}

impl Import<'_> {
    /// Reads the games of a file.
    fn take(&mut self, source: &GameSource, side: u8) -> Result<(), CliError> {
        source.read(side, |_, records| {
            for read in records {
                if self.stop.is_stopped() {
                    break;
                }
                match read {
                    Ok(record) => {
                        self.doubtful += u64::from(!record.warnings.is_empty());
                        self.with_variations += u64::from(record.has_variations());
                        self.batch.push(record);
                    }
                    Err(error) => self.refuse(&source.name(), &error)?,
                }
                if self.batch.len() == BATCH {
                    self.write()?;
                }
            }
            Ok::<_, CliError>(())
        })??;
        self.bar.inc(1);
        Ok(())
    }

    fn write(&mut self) -> Result<(), CliError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let archive = match self.archive.take() {
            Some(archive) => archive,
            None => self.archive_args.open_to_write()?,
        };
        let added = self.archive.insert(archive).add(&self.batch);
        let added = added.map_err(|error| archive_error(self.path, None, error))?;
        self.batch.clear();
        self.added.new += added.new;
        self.added.known += added.known;
        self.bar.set_message(thousands(self.added.new + self.added.known));
        Ok(())
    }

    fn refuse(&mut self, file: &SourceName, error: &ReadError) -> Result<(), CliError> {
        self.refused += 1;
        if self.common.json {
            let fault = GameFault::refused(error, error.problem.in_both().into());
            let fault = fault.in_file(file.argument());
            return output::json(&ArchiveImportEvent::Refused(fault));
        }
        let lang = self.common.lang;
        let (file, place) = (file.in_language(lang), error.location.in_language(lang));
        let why = error.problem.in_language(lang);
        self.bar.suspend(|| anstream::eprintln!("{file}: {place}: {why}"));
        Ok(())
    }

    /// What the archive does not store, and for how many games.
    fn lost(&self) -> impl Iterator<Item = (LostPart, u64)> {
        Some((LostPart::Variations, self.with_variations))
            .into_iter()
            .filter(|(_, games)| *games > 0)
    }

    fn report(&self, files: usize, elapsed: Duration) -> Result<(), CliError> {
        let lang = self.common.lang;
        let games = self.archive.as_ref().map_or(Ok(0), Archive::games);
        let games = games.map_err(|error| archive_error(self.path, None, error))?;
        let (Added { new, known }, seconds) = (self.added, elapsed.as_secs_f64());
        let archive = self.path.display().to_string();
        if self.common.json {
            return output::json(&ArchiveImportEvent::Total(ArchiveImportTotal {
                archive,
                files,
                read: new + known,
                added: new,
                known,
                refused: self.refused,
                doubtful: self.doubtful,
                lost: self.lost().map(|(part, games)| (part.word().to_owned(), games)).collect(),
                games,
                seconds,
                games_per_second: (new + known) as f64 / seconds.max(1e-9),
            }));
        }
        for (part, games) in self.lost() {
            anstream::eprintln!("{}", locale_games::loss(lang, part, games));
        }
        if self.doubtful > 0 {
            anstream::eprintln!("{}", locale_games::doubtful(lang, self.doubtful));
        }
        output::line(&tr!(
            lang,
            "archive-imported",
            read = new + known,
            added = new,
            known = known,
            refused = self.refused,
            games = games,
            archive = archive,
            seconds = lang.decimals(seconds, 1)
        ))
    }
}
