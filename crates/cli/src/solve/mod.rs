//! `othellier solve`: exact scores of positions, proven by search to the end of the game.
//!
//! [`suite`] solves the problems of a file, a pipe or an argument one after the other, and keeps them
//! in a journal. [`report`] prints tables and JSON.

mod report;

use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use othellier_board::{Four, Six};
use othellier_job::Job;
use othellier_job::kinds::Solve;
use othellier_locale::message;
use othellier_measure::suite::{self, SuiteEvent, SuiteJournal, SuiteTotals};
use othellier_record::problems::{NumberRanges, NumberedProblem, ProblemSource};
use othellier_search::champion::{ChampionEvaluator, Goal, Heuristic, Solver};

use self::report::Report;
use crate::common::error::CliError;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::{Common, check_table_fits};
use crate::common::problems::select;
use crate::common::units::FolderArgs;
use crate::common::{options as shared, progress, values};

/// Solve positions: the final score of perfect play, proven
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier solve fforum-40-59.obf --only 40-49 --journal ffo.jsonl
  othellier solve --position startpos --size 6 --hash 512MiB
  head -3 problems.obf | othellier solve --json")]
pub(crate) struct Options {
    #[command(flatten)]
    settings: Solve,
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["file", "units"])]
    position: Option<String>,
    /// Solve only the problems with these numbers, such as 40-44,47
    #[arg(long, value_name = "NUMBERS", conflicts_with = "units")]
    only: Option<NumberRanges>,
    /// Keep every result in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    journal: Option<PathBuf>,
    /// Threads to solve with; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Squares to a side: 8, 6 or 4; by default that of the positions
    #[arg(long, value_name = "N", value_parser = values::side, conflicts_with = "units")]
    size: Option<u8>,
    #[command(flatten)]
    units: FolderArgs,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let threads = shared::threads(options.threads);
    let file = options.settings.positions.file().unwrap_or(Path::new("-")).to_owned();
    if let Some(folder) = options.units.folder()? {
        if file == Path::new("-") {
            return Err(CliError::usage(message!("units-no-file")));
        }
        return options.units.run(common, Job::Solve(options.settings), folder, threads);
    }
    let source = open(&file, options.position.as_deref())?;
    let (goal, hash) = (options.settings.goal()?, options.settings.table_bytes()?);
    let threads = threads.get();
    let size = options.size.unwrap_or(source.side());
    // Refused even for 4×4, which would not use all of it.
    check_table_fits(hash)?;
    let table_bytes = if size == 4 { hash.min(ENOUGH_FOR_FOUR) } else { hash };
    match size {
        8 => solve_all(common, &options, goal, source, Solver::new(threads, table_bytes)),
        // The learned evaluation is for 8×8; smaller boards use a heuristic.
        6 => {
            let solver = Solver::with(Heuristic::<Six>::default(), threads, table_bytes);
            solve_all(common, &options, goal, source, solver)
        }
        4 => {
            let solver = Solver::with(Heuristic::<Four>::default(), threads, table_bytes);
            solve_all(common, &options, goal, source, solver)
        }
        size => Err(CliError::usage(message!("solve-size", size = size))),
    }
}

/// A table of this many bytes is large enough for 4×4.
const ENOUGH_FOR_FOUR: usize = 1 << 20;

/// Solves one problem after the other, and reports each and the total.
fn solve_all<J: ChampionEvaluator>(
    common: Common,
    options: &Options,
    goal: Goal,
    source: ProblemSource,
    mut solver: Solver<J>,
) -> Result<(), CliError> {
    let name = source.name().clone();
    let problems: Vec<NumberedProblem<J::Size>> = source.read()?;
    let wanted = select(options.only.as_ref(), &name, &problems)?;
    let journal = options.journal.as_deref();
    let mut journal = journal.map(|path| SuiteJournal::open(path, goal, &problems)).transpose()?;
    let stop = stop_on_ctrl_c();
    solver.make_ready();
    let bar = progress::of_positions(wanted.len());
    let report = Report { common, goal };
    let mut totals = SuiteTotals::default();
    report.begin()?;
    let mut watch = |event: SuiteEvent<'_, J::Size>| {
        match event {
            SuiteEvent::Begun(numbered) => bar.set_message(report.in_progress(numbered)),
            SuiteEvent::Bounds(numbered, score) => {
                bar.set_message(report.known_so_far(numbered, score));
            }
            SuiteEvent::Solved(solved) => {
                totals.add(&solved);
                bar.inc(1);
                let shown = bar.suspend(|| report.position(solved, options.position.is_some()));
                return shown.map_or_else(ControlFlow::Break, ControlFlow::Continue);
            }
        }
        ControlFlow::Continue(())
    };
    let end = suite::solve(&wanted, goal, &mut solver, journal.as_mut(), &stop, &mut watch)?;
    bar.finish_and_clear();
    if let ControlFlow::Break(error) = end {
        return Err(error);
    }
    let interrupted = totals.positions < wanted.len() as u64;
    report.total(&totals, interrupted)?;
    if interrupted {
        interrupt();
    }
    let SuiteTotals { positions, wrong, .. } = totals;
    match wrong {
        0 => Ok(()),
        _ => Err(CliError::failed(message!("solve-failed", wrong = wrong, positions = positions))),
    }
}

/// The position if given, else the file, or standard input unless it is a terminal.
fn open(file: &Path, position: Option<&str>) -> Result<ProblemSource, CliError> {
    match position {
        Some(text) => Ok(ProblemSource::position(text)),
        None if file == Path::new("-") && std::io::stdin().is_terminal() => {
            Err(CliError::usage(message!("solve-nothing")))
        }
        None => Ok(ProblemSource::open(file)?),
    }
}
