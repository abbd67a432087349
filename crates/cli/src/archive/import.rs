//! `othellier archive import`: adds files of games to the archive.
//!
//! An interrupted import resumes when the command is repeated. An archive that is missing is created with
//! the first batch: an import of nothing leaves nothing behind.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use othellier_archive::{Added, Archive, Import, ImportEvent, Imported};
use othellier_locale::{Localized, games as locale_games, message, thousands, tr};
use othellier_record::source::game_sources;
use othellier_record::{Format, LostPart};
use othellier_wire::{ArchiveImportEvent, ArchiveImportTotal, GameFault};

use crate::common::archive::{ArchiveArgs, archive_error};
use crate::common::error::CliError;
use crate::common::formats::formats;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::Common;
use crate::common::{output, progress, values};

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
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    from: Option<Format>,
    /// Squares per side for transcripts that do not show a board
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    size: u8,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let mut files = Vec::new();
    for path in &options.files {
        files.extend(game_sources(path, options.from)?);
    }
    let path = options.archive_args.path()?;
    // An archive that is missing is created with the first batch.
    let mut archive =
        if path.exists() { Some(options.archive_args.open_to_write()?) } else { None };
    let (stop, bar) = (stop_on_ctrl_c(), progress::of_positions(files.len()));
    let began = Instant::now();
    let import = Import { sources: &files, side: options.size, stop: &stop };
    let imported = import.run(
        &mut |batch| {
            let opened = match archive.take() {
                Some(archive) => archive,
                None => options.archive_args.open_to_write()?,
            };
            let added = archive.insert(opened).add(batch);
            added.map_err(|error| archive_error(&path, None, error))
        },
        &mut |event| show(common, &bar, event),
    )?;
    bar.finish_and_clear();
    let games = archive.as_ref().map_or(Ok(0), Archive::games);
    let Imported { added: Added { new, known }, refused, doubtful, with_variations } = imported;
    let seconds = began.elapsed().as_secs_f64();
    let lost = (with_variations > 0).then(|| (LostPart::Variations.word().into(), with_variations));
    report(
        common,
        ArchiveImportTotal {
            archive: path.display().to_string(),
            files: files.len(),
            read: new + known,
            added: new,
            known,
            refused,
            doubtful,
            lost: lost.into_iter().collect(),
            games: games.map_err(|error| archive_error(&path, None, error))?,
            seconds,
            games_per_second: (new + known) as f64 / seconds.max(1e-9),
        },
    )?;
    if stop.is_stopped() {
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

/// Shows the progress of an import.
fn show(common: Common, bar: &ProgressBar, event: ImportEvent<'_>) -> Result<(), CliError> {
    let lang = common.lang;
    match event {
        ImportEvent::Refused { file, error } => {
            if common.json {
                let fault = GameFault::refused(error, error.problem.in_both().into());
                let fault = fault.in_file(file.argument());
                return output::json(&ArchiveImportEvent::Refused(fault));
            }
            let (file, place) = (file.in_language(lang), error.location.in_language(lang));
            let why = error.problem.in_language(lang);
            bar.suspend(|| anstream::eprintln!("{file}: {place}: {why}"));
        }
        ImportEvent::Stored(Imported { added, .. }) => {
            bar.set_message(thousands(added.new + added.known));
        }
        ImportEvent::Read { .. } => bar.inc(1),
    }
    Ok(())
}

fn report(common: Common, total: ArchiveImportTotal) -> Result<(), CliError> {
    if common.json {
        return output::json(&ArchiveImportEvent::Total(total));
    }
    let lang = common.lang;
    if let Some(games) = total.lost.get(LostPart::Variations.word()) {
        anstream::eprintln!("{}", locale_games::loss(lang, LostPart::Variations, *games));
    }
    if total.doubtful > 0 {
        anstream::eprintln!("{}", locale_games::doubtful(lang, total.doubtful));
    }
    output::line(&tr!(
        lang,
        "archive-imported",
        read = total.read,
        added = total.added,
        known = total.known,
        refused = total.refused,
        games = total.games,
        archive = total.archive,
        seconds = lang.decimals(total.seconds, 1)
    ))
}
