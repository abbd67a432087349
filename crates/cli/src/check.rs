//! `othellier check`: what is wrong with a file of games, and where.

use std::path::PathBuf;

use clap::Args;
use othellier_record::Place;
use serde::Serialize;

use crate::arguments::{Common, side};
use crate::complaint::Complaint;
use crate::games::{FormatName, sentence, sources};
use crate::lang::{Lang, say};
use crate::output;

/// Check files of games: list what is wrong with its line or offset
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier check WTH_1999.wtb
  othellier check games.sgf --strict && echo sound")]
pub(crate) struct Options {
    /// File or folder to check; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Format to read; by default that of the extension, else of what the file begins with
    #[arg(long, value_name = "FORMAT")]
    from: Option<FormatName>,
    /// Squares to a side where a transcript does not show its board
    #[arg(long, value_name = "N", value_parser = side, default_value = "8")]
    size: u8,
    /// Exit code 1 if anything is wrong or doubtful
    #[arg(long)]
    strict: bool,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Refused {
        file: &'a str,
        #[serde(flatten)]
        place: WirePlace,
        reason: String,
    },
    Doubtful {
        file: &'a str,
        #[serde(flatten)]
        place: WirePlace,
        reason: String,
    },
    File {
        file: &'a str,
        format: &'static str,
        read: u64,
        refused: u64,
        doubtful: u64,
    },
    Total {
        files: usize,
        read: u64,
        refused: u64,
        doubtful: u64,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum WirePlace {
    Line(usize),
    Offset(u64),
}

impl From<Place> for WirePlace {
    fn from(place: Place) -> WirePlace {
        match place {
            Place::Line(line) => WirePlace::Line(line),
            Place::Offset(offset) => WirePlace::Offset(offset),
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Tally {
    read: u64,
    refused: u64,
    doubtful: u64,
}

/// Checks and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let lang = common.lang;
    let sources = sources(lang, &options.file, options.from)?;
    let mut total = Tally::default();
    for source in &sources {
        let file = source.name.as_str();
        let (format, tally) =
            source.read(lang, options.size, |format, records| {
                let mut tally = Tally::default();
                for read in records {
                    match read {
                        Ok(record) => {
                            tally.read += 1;
                            tally.doubtful += u64::from(!record.remarks.is_empty());
                            for remark in record.remarks {
                                let reason = sentence::doubt(lang, &remark.doubt);
                                let place = remark.place;
                                tell(common, file, place, reason, |place, reason| {
                                    Line::Doubtful { file, place, reason }
                                })?;
                            }
                        }
                        Err(error) => {
                            tally.refused += 1;
                            let reason = sentence::fault(lang, &error.fault);
                            tell(common, file, error.place, reason, |place, reason| {
                                Line::Refused { file, place, reason }
                            })?;
                        }
                    }
                }
                Ok::<_, Complaint>((format, tally))
            })??;
        let Tally { read, refused, doubtful } = tally;
        match common.json {
            true => {
                let format = format.word();
                output::json(&Line::File { file, format, read, refused, doubtful })?;
            }
            false => output::line(&format!("{file} ({}): {}", format.word(), counts(lang, tally)))?,
        }
        total.read += read;
        total.refused += refused;
        total.doubtful += doubtful;
    }
    let Tally { read, refused, doubtful } = total;
    match common.json {
        true => output::json(&Line::Total { files: sources.len(), read, refused, doubtful })?,
        false if sources.len() > 1 => output::line(&counts(lang, total))?,
        false => {}
    }
    match options.strict && (refused > 0 || doubtful > 0) {
        true => Err(Complaint::Failed(lang.text("check-strict"))),
        false => Ok(()),
    }
}

fn tell<'a>(
    common: Common,
    file: &str,
    place: Place,
    reason: String,
    line: impl FnOnce(WirePlace, String) -> Line<'a>,
) -> Result<(), Complaint> {
    match common.json {
        true => output::json(&line(place.into(), reason)),
        false => {
            output::line(&format!("{file}: {}: {reason}", sentence::place(common.lang, place)))
        }
    }
}

fn counts(lang: Lang, tally: Tally) -> String {
    say!(
        lang,
        "check-counts",
        count = tally.read,
        read = output::thousands(tally.read),
        refused = output::thousands(tally.refused),
        doubtful = output::thousands(tally.doubtful)
    )
}
