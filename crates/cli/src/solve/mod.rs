//! `othellier solve`: exact scores of positions, proven by search to the end of the game.
//!
//! The problems come from a file, a pipe or an argument ([`source`]) and are solved one after the
//! other. With a [`journal`] each result is on disk before the next problem starts, so that an
//! interrupted run resumes where it stopped. [`report`] prints tables and JSON.

pub(crate) mod journal;
mod report;
pub(crate) mod source;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use othellier_board::{Four, Six};
use othellier_locale::message;
use othellier_play::{StopSignal, has_room};
use othellier_search::champion::{ChampionEvaluator, Goal, Heuristic, Selectivity, Solver};

use self::journal::{Journal, JournalEntry};
use self::report::{PositionReport, Report, Totals};
use self::source::{NumberRanges, NumberedProblem, ProblemSource};
use crate::arguments::Common;
use crate::error::{CliError, interrupt};
use crate::match_play::plan;
use crate::values;

/// Solve positions: the final score of perfect play, proven
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier solve fforum-40-59.obf --only 40-49 --journal ffo.jsonl
  othellier solve --position startpos --size 6 --hash 512MiB
  head -3 problems.obf | othellier solve --json")]
pub(crate) struct Options {
    /// Problem file (OBF); `-` for standard input
    #[arg(value_name = "FILE.obf", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Solve only the problems with these numbers, such as 40-44,47
    #[arg(long, value_name = "NUMBERS")]
    only: Option<NumberRanges>,
    /// Prove only who wins (WLD): faster; of the score only the sign is exact
    #[arg(long, conflicts_with = "selectivity")]
    outcome: bool,
    /// Confidence in percent: 73, 87, 95, 98, 99, or 100 for a proof
    #[arg(long, value_name = "S", value_parser = values::selectivity, default_value = "100")]
    selectivity: Selectivity,
    /// Keep every result in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Threads to solve with; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition table
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "256MiB")]
    hash: usize,
    /// Squares to a side: 8, 6 or 4; by default that of the positions
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
}

/// Solves and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let source = ProblemSource::open(lang, options.file.as_deref(), options.position.as_deref())?;
    let threads = plan::threads(options.threads).get();
    let size = options.size.unwrap_or(source.side());
    // Refused even for 4×4, which would not use all of it.
    check_table_fits(options.hash)?;
    let table_bytes = if size == 4 { options.hash.min(ENOUGH_FOR_FOUR) } else { options.hash };
    match size {
        8 => solve_all(common, &options, source, Solver::new(threads, table_bytes)),
        // The learned evaluation is for 8×8; smaller boards use a heuristic.
        6 => {
            let solver = Solver::with(Heuristic::<Six>::default(), threads, table_bytes);
            solve_all(common, &options, source, solver)
        }
        4 => {
            let solver = Solver::with(Heuristic::<Four>::default(), threads, table_bytes);
            solve_all(common, &options, source, solver)
        }
        size => Err(CliError::usage(message!("solve-size", size = size))),
    }
}

/// A table of this many bytes is large enough for 4×4.
const ENOUGH_FOR_FOUR: usize = 1 << 20;

fn goal(options: &Options) -> Goal {
    if options.outcome { Goal::Outcome } else { options.selectivity.into() }
}

/// Refuses a table that does not fit into memory.
pub(crate) fn check_table_fits(bytes: usize) -> Result<(), CliError> {
    match has_room(bytes) {
        true => Ok(()),
        false => Err(CliError::usage(message!("solve-no-room", mebibytes = bytes >> 20))),
    }
}

/// Solves one problem after the other, and reports each and the total.
fn solve_all<J: ChampionEvaluator>(
    common: Common,
    options: &Options,
    source: ProblemSource,
    mut solver: Solver<J>,
) -> Result<(), CliError> {
    let lang = common.lang;
    let name = source.name().to_owned();
    let problems: Vec<NumberedProblem<J::Size>> = source.read(lang)?;
    let wanted = source::select(&name, options.only.as_ref(), &problems)?;
    let goal = goal(options);
    let journal = options.journal.as_deref();
    let mut journal = journal.map(|path| Journal::open(lang, path, goal, &problems)).transpose()?;
    let stop = stop_on_ctrl_c();
    solver.make_ready();
    let bar = progress_bar(wanted.len());
    let report = Report { common, goal };
    let mut totals = Totals::default();
    report.begin()?;
    for &numbered in &wanted {
        if stop.is_stopped() {
            break;
        }
        let known = journal.as_ref().and_then(|journal| journal.find(numbered.id)).cloned();
        let is_journalled = known.is_some();
        let mut prove = || {
            let board = numbered.problem.position.board();
            let watch = &mut |score| bar.set_message(report.known_so_far(numbered, score));
            let solved = solver.solve_watched(board, goal, &stop, watch)?;
            Some(JournalEntry::new(numbered, solved))
        };
        bar.set_message(report.in_progress(numbered));
        let Some(entry) = known.or_else(&mut prove) else { break };
        if let Some(journal) = journal.as_mut().filter(|_| !is_journalled) {
            journal.add(lang, &entry)?;
        }
        let solved = PositionReport::new(goal, entry, numbered, is_journalled);
        totals.add(&solved);
        bar.inc(1);
        bar.suspend(|| report.position(&solved))?;
        if options.position.is_some() {
            bar.suspend(|| report.line(&solved))?;
        }
    }
    bar.finish_and_clear();
    let interrupted = totals.positions < wanted.len() as u64;
    report.total(&totals, interrupted)?;
    if interrupted {
        interrupt();
    }
    totals.check(lang)
}

/// A stop signal that Ctrl-C sets; a second Ctrl-C exits at once.
pub(crate) fn stop_on_ctrl_c() -> StopSignal {
    let stop = StopSignal::default();
    let on_ctrl_c = stop.clone();
    let _ = ctrlc::set_handler(move || match on_ctrl_c.is_stopped() {
        true => interrupt(),
        false => on_ctrl_c.stop(),
    });
    stop
}

/// A progress bar, shown only on a terminal.
pub(crate) fn progress_bar(positions: usize) -> ProgressBar {
    let bar = ProgressBar::new(positions as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
