//! `othellier generate openings`: the balanced openings.
//!
//! All openings of N plies are searched in a fixed order. Those near a draw become lines of the file.
//! Every few hundred openings a comment marks how many were searched; an existing file is resumed
//! from its last mark.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use othellier_board::Position;
use othellier_lab::balance::{ScoredOpening, score_all};
use othellier_locale::{Lang, tr};
use othellier_record::{Game, distinct_games, transcript};
use serde::Serialize;

use crate::append_file::{AppendFile, Format};
use crate::arguments::Common;
use crate::error::{CliError, interrupt};
use crate::match_play::plan;
use crate::output;
use crate::solve::{progress_bar, stop_on_ctrl_c};
use crate::values;

/// The prefix of every file of openings.
const BEGINNING: &str = "# othellier generate openings ";

/// Openings between two marks.
const MARK_INTERVAL: usize = 500;
const MARK: &str = "# looked at ";

/// Generate the list of balanced openings
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier generate openings --plies 6 --depth 6
  othellier generate openings --out balanced.txt         the list that matches begin with
  othellier match A B --openings balanced.txt
  After an interruption, the same command resumes where it stopped.")]
pub(crate) struct Options {
    /// Plies of every opening
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(1..=9), default_value = "8")]
    plies: u32,
    /// Depth of the champion's search from there, in plies
    #[arg(long, value_name = "D", value_parser = values::within::<u8>(1..=30), default_value = "12")]
    depth: u8,
    /// Keep the openings whose score is at most this many discs from a draw
    #[arg(long, value_name = "DISCS", value_parser = values::discs, default_value = "1")]
    within: f64,
    /// Write to this file, and resume it if it exists
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Openings to search in parallel; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

#[derive(Serialize)]
struct OpeningEvent {
    #[serde(rename = "type")]
    kind: &'static str,
    moves: String,
    /// For the side to move.
    score: f64,
}

#[derive(Serialize)]
struct Total {
    #[serde(rename = "type")]
    kind: &'static str,
    /// All openings of this length.
    openings: usize,
    looked_at: usize,
    kept: usize,
    plies: u32,
    depth: u8,
    within: f64,
    seconds: f64,
    interrupted: bool,
}

/// Searches, filters and writes.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let Options { plies, depth, within, .. } = options;
    let games: Vec<Game> = distinct_games(plies);
    let openings = games.len();
    let first_line = format!("{BEGINNING}--plies {plies} --depth {depth} --within {within}");
    let mut list = OpeningWriter::open(common, options.out.as_deref(), &first_line, openings)?;

    let stop = stop_on_ctrl_c();
    let bar = progress_bar(openings);
    let mut looked_at = list.found.looked_at;
    bar.set_position(looked_at as u64);
    let started = Instant::now();
    let mut written: Result<(), CliError> = Ok(());
    let left = games.into_iter().skip(looked_at);
    score_all(left, depth, plan::threads(options.threads), &stop, &mut |opening| {
        looked_at += 1;
        bar.inc(1);
        written = bar.suspend(|| {
            if opening.score.abs() <= within {
                list.keep(&opening)?;
            }
            if looked_at % MARK_INTERVAL == 0 || looked_at == openings {
                list.mark(looked_at)?;
            }
            Ok(())
        });
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    written?;
    let total = Total {
        kind: "total",
        openings,
        looked_at,
        kept: list.kept,
        plies,
        depth,
        within,
        seconds: started.elapsed().as_secs_f64(),
        interrupted: looked_at < openings,
    };
    print_total(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

/// Writes openings to the file or standard output.
struct OpeningWriter {
    common: Common,
    file: Option<AppendFile>,
    found: Progress,
    kept: usize,
    /// Openings after the last mark of the existing file: found again, but not written twice.
    already_written: usize,
}

/// The contents of an existing file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Progress {
    /// From the last mark.
    looked_at: usize,
    kept: usize,
    kept_since: usize,
}

impl OpeningWriter {
    fn open(
        common: Common,
        path: Option<&Path>,
        first_line: &str,
        openings: usize,
    ) -> Result<OpeningWriter, CliError> {
        let lang = common.lang;
        let Some(path) = path else {
            if !common.json {
                output::line(first_line)?;
            }
            return Ok(OpeningWriter {
                common,
                file: None,
                found: Progress::default(),
                kept: 0,
                already_written: 0,
            });
        };
        let format = Format { prefix: BEGINNING, first_line, wrong_kind: "openings-not-one" };
        let (file, found) = AppendFile::open(lang, path, &format, |lines| {
            read_existing(lang, lines, first_line, openings)
        })?;
        Ok(OpeningWriter {
            common,
            file: Some(file),
            found,
            kept: found.kept,
            already_written: found.kept_since,
        })
    }

    fn keep(&mut self, opening: &ScoredOpening) -> Result<(), CliError> {
        if self.already_written > 0 {
            self.already_written -= 1;
            return Ok(());
        }
        self.kept += 1;
        let moves = transcript::write(&opening.game);
        let line = format!("{moves}  # {:+.2}", opening.score);
        if let Some(file) = &mut self.file {
            file.append(self.common.lang, &line)?;
        }
        match (self.common.json, &self.file) {
            (true, _) => {
                output::json(&OpeningEvent { kind: "opening", moves, score: opening.score })
            }
            (false, None) => output::line(&line),
            (false, Some(_)) => Ok(()),
        }
    }

    fn mark(&mut self, looked_at: usize) -> Result<(), CliError> {
        match &mut self.file {
            Some(file) => file.append(self.common.lang, &format!("{MARK}{looked_at}")),
            None => Ok(()),
        }
    }
}

/// Parses an existing file, which must have the same settings.
fn read_existing(
    lang: Lang,
    lines: &str,
    first_line: &str,
    openings: usize,
) -> Result<Progress, String> {
    let mut found = Progress::default();
    let mut lines = (1..).zip(lines.lines());
    match lines.next() {
        None => return Ok(found),
        Some((_, first)) if first == first_line => {}
        Some(_) => return Err(lang.text("openings-others")),
    }
    for (line, text) in lines {
        let wrong = || tr!(lang, "openings-line", line = line.to_string());
        if let Some(number) = text.strip_prefix(MARK) {
            let number = number.parse().ok();
            found.looked_at = number.filter(|number| *number <= openings).ok_or_else(wrong)?;
            found.kept_since = 0;
        } else {
            let moves = text.split('#').next().unwrap_or_default();
            let _: Game = transcript::read(Position::start(), moves).map_err(|_| wrong())?;
            found.kept += 1;
            found.kept_since += 1;
        }
    }
    Ok(found)
}

/// Prints the total on stderr: standard output may hold the openings.
fn print_total(common: Common, total: &Total) -> Result<(), CliError> {
    if common.json {
        return output::json(total);
    }
    let sentence = tr!(
        common.lang,
        "openings-total",
        kept = total.kept,
        looked_at = total.looked_at,
        openings = total.openings,
        seconds = common.lang.decimals(total.seconds, 1)
    );
    anstream::eprintln!("{sentence}");
    Ok(())
}
