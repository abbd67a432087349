//! `othellier solve`: the true scores of positions, proven to the end of the game.
//!
//! The problems come from a file, a pipe or an argument ([`source`]) and are solved one after the
//! other. With a [`journal`] each result is on disk before the next problem begins, so that a run
//! that was interrupted goes on where it stopped. [`report`] tells people and machines.

pub(crate) mod journal;
mod report;
pub(crate) mod source;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use othellier_board::{Four, Six};
use othellier_play::{StopSignal, has_room};
use othellier_search::champion::{ChampionEvaluator, Goal, Heuristic, Selectivity, Solver};

use self::journal::{Finished, Journal};
use self::report::{Report, Tally, Verdict};
use self::source::{Numbered, Only, Source};
use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::lang::{Lang, say};
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
    only: Option<Only>,
    /// Prove who wins and no more: faster, and the score has the right sign
    #[arg(long, conflicts_with = "selectivity")]
    outcome: bool,
    /// How sure to be, in percent: 73, 87, 95, 98, 99, or 100 for a proof
    #[arg(long, value_name = "S", value_parser = values::selectivity, default_value = "100")]
    selectivity: Selectivity,
    /// Keep every result in this file, and go on from it when it exists
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Threads to solve with; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the table of known positions
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "256MiB")]
    hash: usize,
    /// Squares to a side: 8, 6 or 4; by default that of the positions
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
}

/// Solves and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let lang = common.lang;
    let source = Source::open(lang, options.file.as_deref(), options.position.as_deref())?;
    let threads = plan::threads(options.threads).get();
    let size = options.size.unwrap_or(source.side());
    // What no machine has is refused, whether or not this board would use it.
    check_room(lang, options.hash)?;
    let table_bytes = if size == 4 { options.hash.min(ENOUGH_FOR_FOUR) } else { options.hash };
    match size {
        8 => solve_all(common, &options, source, Solver::new(threads, table_bytes)),
        // What was learned was learned on 8×8: smaller boards go by a rule of thumb.
        6 => {
            let solver = Solver::with(Heuristic::<Six>::default(), threads, table_bytes);
            solve_all(common, &options, source, solver)
        }
        4 => {
            let solver = Solver::with(Heuristic::<Four>::default(), threads, table_bytes);
            solve_all(common, &options, source, solver)
        }
        size => Err(Complaint::Usage(say!(lang, "solve-size", size = size))),
    }
}

/// A table of so many bytes holds all that is worth keeping of a game on 4×4.
const ENOUGH_FOR_FOUR: usize = 1 << 20;

fn goal(options: &Options) -> Goal {
    if options.outcome { Goal::Outcome } else { options.selectivity.into() }
}

/// Refuses a table that does not fit.
pub(crate) fn check_room(lang: Lang, bytes: usize) -> Result<(), Complaint> {
    match has_room(bytes) {
        true => Ok(()),
        false => Err(Complaint::Usage(say!(lang, "solve-no-room", mebibytes = bytes >> 20))),
    }
}

/// Solves one problem after the other, and tells of each and of all.
fn solve_all<J: ChampionEvaluator>(
    common: Common,
    options: &Options,
    source: Source,
    mut solver: Solver<J>,
) -> Result<(), Complaint> {
    let lang = common.lang;
    let name = source.name().to_owned();
    let problems: Vec<Numbered<J::Size>> = source.read(lang)?;
    let wanted = source::select(lang, &name, options.only.as_ref(), &problems)?;
    let goal = goal(options);
    let journal = options.journal.as_deref();
    let mut journal = journal.map(|path| Journal::open(lang, path, goal, &problems)).transpose()?;
    let stop = stop_on_ctrl_c();
    solver.make_ready();
    let bar = progress_bar(wanted.len());
    let report = Report { common, goal };
    let mut tally = Tally::default();
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
            Some(Finished::new(numbered, solved))
        };
        bar.set_message(report.in_progress(numbered));
        let Some(finished) = known.or_else(&mut prove) else { break };
        if let Some(journal) = journal.as_mut().filter(|_| !is_journalled) {
            journal.add(lang, &finished)?;
        }
        let verdict = Verdict::new(goal, finished, numbered, is_journalled);
        tally.add(&verdict);
        bar.inc(1);
        bar.suspend(|| report.position(&verdict))?;
        if options.position.is_some() {
            bar.suspend(|| report.line(&verdict))?;
        }
    }
    bar.finish_and_clear();
    let interrupted = tally.positions < wanted.len() as u64;
    report.total(&tally, interrupted)?;
    if interrupted {
        interrupt();
    }
    tally.verdict(lang)
}

/// A signal that Ctrl-C gives; a second one ends the program.
pub(crate) fn stop_on_ctrl_c() -> StopSignal {
    let stop = StopSignal::default();
    let told = stop.clone();
    let _ = ctrlc::set_handler(move || match told.is_stopped() {
        true => interrupt(),
        false => told.stop(),
    });
    stop
}

/// Shown only on a terminal.
pub(crate) fn progress_bar(positions: usize) -> ProgressBar {
    let bar = ProgressBar::new(positions as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
