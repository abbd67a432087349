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
use othellier_measure::Lines;
use othellier_measure::suite::{self, SuiteEvent, SuiteJournal, SuiteTotals};
use othellier_record::problems::{NumberRanges, NumberedProblem, ProblemSource};
use othellier_search::champion::{ChampionEvaluator, Goal, Heuristic, Selectivity, Solver};

use self::report::Report;
use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::options::check_table_fits;
use crate::common::problems::select;
use crate::common::progress;
use crate::common::units::FolderArgs;
use crate::common::values;

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
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "units")]
    position: Option<String>,
    /// Solve only the problems with these numbers, such as 40-44,47
    #[arg(long, value_name = "NUMBERS", conflicts_with = "units")]
    only: Option<NumberRanges>,
    /// Prove only who wins (WLD): faster; of the score only the sign is exact
    #[arg(long, conflicts_with = "selectivity")]
    outcome: bool,
    /// Confidence in percent: 73, 87, 95, 98, 99, or 100 for a proof
    #[arg(long, value_name = "S", value_parser = values::selectivity, default_value = "100")]
    selectivity: Selectivity,
    /// Keep every result in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    journal: Option<PathBuf>,
    /// Threads to solve with; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition table
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "256MiB")]
    hash: usize,
    /// Squares to a side: 8, 6 or 4; by default that of the positions
    #[arg(long, value_name = "N", value_parser = values::side, conflicts_with = "units")]
    size: Option<u8>,
    #[command(flatten)]
    units: FolderArgs,
}

impl Options {
    /// The positions of the file as a job.
    fn job(&self) -> Result<Job, CliError> {
        let file = self.file.clone().filter(|file| file != Path::new("-"));
        Ok(Job::Solve(Solve {
            positions: Lines::File(file.ok_or_else(|| CliError::usage(message!("units-no-file")))?),
            outcome: self.outcome,
            selectivity: self.selectivity.percent(),
            hash: self.hash.to_string(),
            unit: Solve::UNIT,
        }))
    }
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    if let Some(folder) = options.units.folder()? {
        let threads = shared::threads(options.threads);
        return options.units.run(common, options.job()?, folder, threads);
    }
    let source = open(options.file.as_deref(), options.position.as_deref())?;
    let threads = shared::threads(options.threads).get();
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

/// Solves one problem after the other, and reports each and the total.
fn solve_all<J: ChampionEvaluator>(
    common: Common,
    options: &Options,
    source: ProblemSource,
    mut solver: Solver<J>,
) -> Result<(), CliError> {
    let name = source.name().clone();
    let problems: Vec<NumberedProblem<J::Size>> = source.read()?;
    let wanted = select(options.only.as_ref(), &name, &problems)?;
    let goal = goal(options);
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

/// The position if given, else the file, else standard input unless it is a terminal.
fn open(file: Option<&Path>, position: Option<&str>) -> Result<ProblemSource, CliError> {
    match (position, file) {
        (Some(text), _) => Ok(ProblemSource::position(text)),
        (None, None) if std::io::stdin().is_terminal() => {
            Err(CliError::usage(message!("solve-nothing")))
        }
        (None, file) => Ok(ProblemSource::open(file.unwrap_or(Path::new("-")))?),
    }
}
