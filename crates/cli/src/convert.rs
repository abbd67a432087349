//! `othellier convert`: converts games between formats, and reports what is lost.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use othellier_locale::{Localized, games as locale_games, message, tr};
use othellier_play::StopSignal;
use othellier_record::format::{WriteRecordError, Writer};
use othellier_record::source::{GameSource, SourceName, game_sources, names_beside};
use othellier_record::wthor::Names;
use othellier_record::{Format, LostPart, Record};
use othellier_wire::{ConvertEvent, GameFault};

use crate::common::error::CliError;
use crate::common::files::{Unwritten, write_error, write_with};
use crate::common::formats::{format_of, formats, today, write_names};
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::Common;
use crate::common::{output, values};

/// Convert files of games: WTHOR, GGF, SGF, PGN, transcripts, OBF, our own
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier convert WTH_1999.wtb games.sgf
  othellier convert wthor/ games.txt               every file of a folder
  othellier convert game.ggf - --to transcript     to standard output
  othellier convert study.sgf lines.txt --variations")]
pub(crate) struct Options {
    /// File or folder to read; `-` for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File to write; `-` for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Format to read; by default by extension, else by content
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    from: Option<Format>,
    /// Format to write; by default that of the extension
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: Option<Format>,
    /// Squares per side for transcripts that do not show a board
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    size: u8,
    /// Read the variations of a game (SGF) as separate games; by default only the main line is kept
    #[arg(long)]
    variations: bool,
    /// Exit code 1 also if anything is lost, not only if a game is refused
    #[arg(long)]
    strict: bool,
}

#[derive(Default)]
struct Counts {
    read: u64,
    written: u64,
    refused: u64,
    doubtful: u64,
    lost: BTreeMap<LostPart, u64>,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let format = format_of(options.to, &options.output)?;
    let mut sources = game_sources(&options.input, options.from)?;
    sources.iter_mut().for_each(|source| source.with_variations = options.variations);
    let is_piped = options.output == Path::new("-");
    let output = (!is_piped).then_some(options.output.as_path());
    let job = Job { common, output, side: options.size, stop: stop_on_ctrl_c() };
    let (names, paths) = match format {
        Format::Wthor if !is_piped => {
            let (names, paths) = names_beside(&options.output)?;
            (names, Some(paths))
        }
        _ => (Names::default(), None),
    };
    let known = [names.players.len(), names.tournaments.len()];
    let mut counts = Counts::default();
    let began = Instant::now();
    let converted = if is_piped {
        job.convert(&sources, format, io::stdout().lock(), names, &mut counts)
    } else {
        // The file is replaced atomically, and not by an empty one; games are read while it is written.
        let written = write_with(&options.output, |file| {
            let names = job.convert(&sources, format, file, names, &mut counts);
            match names {
                Ok(names) if counts.written > 0 && !job.stop.is_stopped() => Ok(names),
                nothing => Err(Unwritten::Content(Box::new(nothing))),
            }
        });
        written.or_else(|unwritten| match unwritten {
            Unwritten::File(error) => Err(write_error(&options.output, error)),
            Unwritten::Content(nothing) => *nothing,
        })
    };
    if job.stop.is_stopped() {
        interrupt();
    }
    let names = converted?;
    if let Some(paths) = paths {
        write_names(&names, known, &paths)?;
    } else if format == Format::Wthor && names.players.len() > 0 {
        counts.lost.insert(LostPart::Names, counts.written);
    }
    job.total(&counts, began.elapsed())?;
    if counts.written == 0 && !is_piped {
        let file = options.output.display().to_string();
        return Err(CliError::failed(message!("convert-nothing", file = file)));
    }
    if counts.refused > 0 {
        let (file, refused) = (options.input.display().to_string(), counts.refused);
        return Err(CliError::failed(message!("check-refused", file = file, refused = refused)));
    }
    if options.strict && !counts.lost.is_empty() {
        Err(CliError::failed(message!("convert-strict")))
    } else {
        Ok(())
    }
}

struct Job<'a> {
    common: Common,
    /// The output file; `None` for standard output.
    output: Option<&'a Path>,
    side: u8,
    stop: StopSignal,
}

impl Job<'_> {
    fn convert(
        &self,
        sources: &[GameSource],
        format: Format,
        file: impl Write,
        names: Names,
        counts: &mut Counts,
    ) -> Result<Names, CliError> {
        let lang = self.common.lang;
        let mut writer = Writer::new(format, BufWriter::with_capacity(1 << 16, file), names);
        for source in sources {
            source.read(self.side, |_, records| -> Result<(), CliError> {
                for read in records {
                    if self.stop.is_stopped() {
                        break;
                    }
                    match read {
                        Ok(record) => {
                            counts.read += 1;
                            self.write(&mut writer, &record, &source.name(), counts)?;
                        }
                        Err(error) => {
                            counts.refused += 1;
                            let place = error.location.in_language(lang);
                            let fault = GameFault::refused(&error, error.problem.in_both().into());
                            self.refuse(&source.name(), &place, &error.problem, fault)?;
                        }
                    }
                }
                Ok(())
            })??;
        }
        Ok(writer.finish(today()).map_err(|error| self.write_error(error))?.1)
    }

    /// The error for a failed write.
    fn write_error(&self, error: io::Error) -> CliError {
        match self.output {
            Some(path) => write_error(path, error),
            None => error.into(),
        }
    }

    fn write<W: Write>(
        &self,
        writer: &mut Writer<W>,
        record: &Record,
        name: &SourceName,
        counts: &mut Counts,
    ) -> Result<(), CliError> {
        match writer.write(record) {
            Ok(lost) => {
                counts.written += 1;
                counts.doubtful += u64::from(!record.warnings.is_empty());
                for part in lost {
                    *counts.lost.entry(part).or_default() += 1;
                }
                Ok(())
            }
            Err(WriteRecordError::Unsupported(why)) => {
                counts.refused += 1;
                let number = counts.read.to_string();
                let place = tr!(self.common.lang, "games-number", number = number);
                let fault = GameFault::not_written(counts.read, why, why.in_both().into());
                self.refuse(name, &place, &why, fault)
            }
            Err(WriteRecordError::Io(error)) => Err(self.write_error(error)),
        }
    }

    /// Reports a game that was not converted: as an object, or in words with its place and why.
    fn refuse(
        &self,
        file: &SourceName,
        place: &str,
        why: &impl Localized,
        fault: GameFault,
    ) -> Result<(), CliError> {
        if self.common.json {
            return self.object(&ConvertEvent::Refused(fault.in_file(file.argument())));
        }
        let lang = self.common.lang;
        anstream::eprintln!("{}: {place}: {}", file.in_language(lang), why.in_language(lang));
        Ok(())
    }

    fn total(&self, counts: &Counts, elapsed: Duration) -> Result<(), CliError> {
        let lang = self.common.lang;
        let seconds = elapsed.as_secs_f64();
        let &Counts { read, written, refused, doubtful, .. } = counts;
        if self.common.json {
            let lost =
                counts.lost.iter().map(|(part, games)| (part.word().to_owned(), *games)).collect();
            let games_per_second = written as f64 / seconds.max(1e-9);
            return self.object(&ConvertEvent::Total {
                read,
                written,
                refused,
                doubtful,
                lost,
                seconds,
                games_per_second,
            });
        }
        for (&part, &games) in &counts.lost {
            anstream::eprintln!("{}", locale_games::loss(lang, part, games));
        }
        if doubtful > 0 {
            anstream::eprintln!("{}", locale_games::doubtful(lang, doubtful));
        }
        let rate = (written as f64 / seconds.max(1e-9)) as u64;
        anstream::eprintln!(
            "{}",
            tr!(
                lang,
                "convert-total",
                read = read,
                written = written,
                refused = refused,
                seconds = lang.decimals(seconds, 2),
                rate = rate
            )
        );
        Ok(())
    }

    /// Prints an object: to standard output, or to standard error if the games go to standard
    /// output.
    fn object(&self, event: &ConvertEvent) -> Result<(), CliError> {
        if self.output.is_some() {
            return output::json(event);
        }
        anstream::eprintln!("{}", output::json_text(event)?);
        Ok(())
    }
}
