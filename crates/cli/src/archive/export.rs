//! `othellier archive export`: games of the archive as a file of any format.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use othellier_archive::Archive;
use othellier_locale::{Lang, Localized, games as locale_games, message, tr};
use othellier_record::format::{WriteRecordError, Writer};
use othellier_record::source::names_beside;
use othellier_record::wthor::Names;
use othellier_record::{Format, LostPart, UnsupportedGame};
use othellier_wire::{ArchiveExportEvent, GameFault};

use crate::common::archive::{ArchiveArgs, FilterArgs, archive_error, game};
use crate::common::error::CliError;
use crate::common::files::{Unwritten, write_error, write_with};
use crate::common::formats::{format_of, formats, today, write_names};
use crate::common::options::Common;
use crate::common::output;

/// Write games of the archive to a file: all of them, or those of a search
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier archive export games.pgn
  othellier archive export tamenori.sgf --player tamenori --position f5d6c3")]
pub(super) struct Options {
    /// File to write; `-` for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Format to write; by default that of the extension
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: Option<Format>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Games that reached this position, up to symmetry
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "opening")]
    position: Option<String>,
    #[command(flatten)]
    archive_args: ArchiveArgs,
}

#[derive(Default)]
pub(super) struct Counts {
    written: u64,
    refused: u64,
    lost: BTreeMap<LostPart, u64>,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let format = format_of(options.to, &options.output)?;
    let filter = options.filter.filter(lang, options.position.as_deref())?;
    let archive = options.archive_args.open()?;
    let path = options.archive_args.path()?;
    let found = archive.find(&filter);
    let mut found = found.map_err(|error| archive_error(&path, Some(&archive), error))?;
    // In the order in which they were added.
    found.sort_unstable();
    let is_piped = options.output == Path::new("-");
    let failed = |error: io::Error| {
        if is_piped { error.into() } else { write_error(&options.output, error) }
    };
    let write = |file: &mut dyn Write, names: Names| -> Result<(Counts, Names), CliError> {
        let writer = Writer::new(format, BufWriter::new(file), names);
        let refuse = |number, why: UnsupportedGame| {
            if !common.json || is_piped {
                return refuse_in_words(lang, number, why);
            }
            let fault = GameFault::not_written(number.into(), why, why.in_both().into());
            let fault = fault.in_file(path.display().to_string());
            output::json(&ArchiveExportEvent::Refused(fault))
        };
        let (writer, counts) = write_all(writer, &archive, &path, &found, &refuse, &failed)?;
        Ok((counts, writer.finish(today()).map_err(failed)?.1))
    };
    let counts = if is_piped {
        write(&mut io::stdout().lock(), Names::default())?.0
    } else {
        let (names, lists) = match format {
            Format::Wthor => {
                names_beside(&options.output).map(|(names, lists)| (names, Some(lists)))?
            }
            _ => (Names::default(), None),
        };
        let known = [names.players.len(), names.tournaments.len()];
        let written =
            write_with(&options.output, |file| write(file, names).map_err(Unwritten::Content));
        let (counts, names) = written.map_err(|unwritten| match unwritten {
            Unwritten::File(error) => failed(error),
            Unwritten::Content(error) => error,
        })?;
        if let Some(lists) = lists {
            write_names(&names, known, &lists)?;
        }
        counts
    };
    report(common, &counts, is_piped)?;
    match counts.refused {
        0 => Ok(()),
        refused => {
            let file = path.display().to_string();
            Err(CliError::failed(message!("check-refused", file = file, refused = refused)))
        }
    }
}

/// Writes games of the archive; `refuse` reports a game that the format cannot hold, by its number;
/// `failed` maps a write error to a message.
pub(super) fn write_all<W: Write>(
    mut writer: Writer<W>,
    archive: &Archive,
    path: &Path,
    numbers: &[u32],
    refuse: &dyn Fn(u32, UnsupportedGame) -> Result<(), CliError>,
    failed: &dyn Fn(io::Error) -> CliError,
) -> Result<(Writer<W>, Counts), CliError> {
    let mut counts = Counts::default();
    for &number in numbers {
        let record = game(archive, number);
        let record = record.map_err(|error| archive_error(path, Some(archive), error))?;
        match writer.write(&record) {
            Ok(lost) => {
                counts.written += 1;
                for part in lost {
                    *counts.lost.entry(part).or_default() += 1;
                }
            }
            Err(WriteRecordError::Unsupported(why)) => {
                counts.refused += 1;
                refuse(number, why)?;
            }
            Err(WriteRecordError::Io(error)) => return Err(failed(error)),
        }
    }
    Ok((writer, counts))
}

/// Reports in words a game that the format cannot hold.
pub(super) fn refuse_in_words(
    lang: Lang,
    number: u32,
    why: UnsupportedGame,
) -> Result<(), CliError> {
    let number = tr!(lang, "games-number", number = number.to_string());
    anstream::eprintln!("{number}: {}", why.in_language(lang));
    Ok(())
}

fn report(common: Common, counts: &Counts, is_piped: bool) -> Result<(), CliError> {
    let lang = common.lang;
    let &Counts { written, refused, .. } = counts;
    if common.json && !is_piped {
        let lost =
            counts.lost.iter().map(|(part, games)| (part.word().to_owned(), *games)).collect();
        return output::json(&ArchiveExportEvent::Total { written, refused, lost });
    }
    for (&part, &games) in &counts.lost {
        anstream::eprintln!("{}", locale_games::loss(lang, part, games));
    }
    anstream::eprintln!("{}", tr!(lang, "archive-exported", written = written, refused = refused));
    Ok(())
}
