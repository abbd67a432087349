//! `othellier generate openings`: the openings in which neither side stands better.
//!
//! All openings of some plies are searched in a fixed order. Those near a draw become lines of the
//! file; now and then a comment says how many were looked at, and a file that was begun is gone on
//! with from there.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use othellier_board::Position;
use othellier_lab::balance::{ScoredOpening, score_all};
use othellier_record::{Game, distinct_games, transcript};
use serde::Serialize;

use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::growing_file::{Format, GrowingFile};
use crate::lang::{Lang, say};
use crate::match_play::plan;
use crate::output;
use crate::solve::{progress_bar, stop_on_ctrl_c};
use crate::values;

/// How every file of openings begins.
const BEGINNING: &str = "# othellier generate openings ";

/// A comment says how far it is after this many openings.
const MARKED: usize = 500;
const MARK: &str = "# looked at ";

/// Make the list of openings after which neither side stands better
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier generate openings --plies 6 --depth 6
  othellier generate openings --out balanced.txt         the list that matches begin with
  othellier match A B --openings balanced.txt
  Interrupted, the same command goes on where it stopped.")]
pub(crate) struct Options {
    /// Plies of every opening
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(1..=9), default_value = "8")]
    plies: u32,
    /// Plies that the champion looks ahead from there
    #[arg(long, value_name = "D", value_parser = values::within::<u8>(1..=30), default_value = "12")]
    depth: u8,
    /// Keep the openings that no side wins by more discs than this
    #[arg(long, value_name = "DISCS", value_parser = values::discs, default_value = "1")]
    within: f64,
    /// Write to this file, and go on with it when it was begun before
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Openings to search at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

#[derive(Serialize)]
struct Kept {
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
    /// All that there are.
    openings: usize,
    looked_at: usize,
    kept: usize,
    plies: u32,
    depth: u8,
    within: f64,
    seconds: f64,
    interrupted: bool,
}

/// Searches, keeps, writes.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let Options { plies, depth, within, .. } = options;
    let games: Vec<Game> = distinct_games(plies);
    let openings = games.len();
    let first_line = format!("{BEGINNING}--plies {plies} --depth {depth} --within {within}");
    let mut list = List::open(common, options.out.as_deref(), &first_line, openings)?;

    let stop = stop_on_ctrl_c();
    let bar = progress_bar(openings);
    let mut looked_at = list.found.looked_at;
    bar.set_position(looked_at as u64);
    let started = Instant::now();
    let mut written: Result<(), Complaint> = Ok(());
    let left = games.into_iter().skip(looked_at);
    score_all(left, depth, plan::threads(options.threads), &stop, &mut |opening| {
        looked_at += 1;
        bar.inc(1);
        written = bar.suspend(|| {
            if opening.score.abs() <= within {
                list.keep(&opening)?;
            }
            if looked_at % MARKED == 0 || looked_at == openings {
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
    tell_total(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

/// Where the openings go.
struct List {
    common: Common,
    file: Option<GrowingFile>,
    found: Found,
    kept: usize,
    /// Kept after the last mark of the file that was begun: they are found again, and not written.
    again: usize,
}

/// What a file that was begun holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    /// By the last mark.
    looked_at: usize,
    kept: usize,
    kept_since: usize,
}

impl List {
    fn open(
        common: Common,
        path: Option<&Path>,
        first_line: &str,
        openings: usize,
    ) -> Result<List, Complaint> {
        let lang = common.lang;
        let Some(path) = path else {
            if !common.json {
                output::line(first_line)?;
            }
            return Ok(List { common, file: None, found: Found::default(), kept: 0, again: 0 });
        };
        let format = Format { beginning: BEGINNING, first_line, stranger: "openings-not-one" };
        let (file, found) = GrowingFile::open(lang, path, &format, |lines| {
            read_begun(lang, lines, first_line, openings)
        })?;
        Ok(List { common, file: Some(file), found, kept: found.kept, again: found.kept_since })
    }

    fn keep(&mut self, opening: &ScoredOpening) -> Result<(), Complaint> {
        if self.again > 0 {
            self.again -= 1;
            return Ok(());
        }
        self.kept += 1;
        let moves = transcript::write(&opening.game);
        let line = format!("{moves}  # {:+.2}", opening.score);
        if let Some(file) = &mut self.file {
            file.append(self.common.lang, &line)?;
        }
        match (self.common.json, &self.file) {
            (true, _) => output::json(&Kept { kind: "opening", moves, score: opening.score }),
            (false, None) => output::line(&line),
            (false, Some(_)) => Ok(()),
        }
    }

    fn mark(&mut self, looked_at: usize) -> Result<(), Complaint> {
        match &mut self.file {
            Some(file) => file.append(self.common.lang, &format!("{MARK}{looked_at}")),
            None => Ok(()),
        }
    }
}

/// Reads what a file holds, if it is one of the same list.
fn read_begun(lang: Lang, lines: &str, first_line: &str, openings: usize) -> Result<Found, String> {
    let mut found = Found::default();
    let mut lines = (1..).zip(lines.lines());
    match lines.next() {
        None => return Ok(found),
        Some((_, first)) if first == first_line => {}
        Some(_) => return Err(lang.text("openings-others")),
    }
    for (line, text) in lines {
        let wrong = || say!(lang, "openings-line", line = line.to_string());
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

/// People read it on stderr: standard output may be the openings.
fn tell_total(common: Common, total: &Total) -> Result<(), Complaint> {
    if common.json {
        return output::json(total);
    }
    let sentence = say!(
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
