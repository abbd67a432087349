//! `othellier generate endgames`: positions from noisy play, from the champion's play or from played
//! games, with the score of every move (OBF).
//!
//! Lines are written in the order of the positions, so that the file does not depend on the number
//! of threads. An existing file is compared with the positions of the same seed, and resumed.
//!
//! With `--boards-only` nothing is solved, and the lines have no scores.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use othellier_board::{Move, Position};
use othellier_job::Job;
use othellier_job::kinds::EndgamesRun;
use othellier_locale::{message, tr};
use othellier_measure::endgames::{EndgameFile, EndgameSettings, SolvedEndgame, solve_all};
use othellier_record::obf::Problem;
use othellier_record::source::SourceName;
use othellier_search::champion::Selectivity;
use othellier_wire::{EndgamesEvent, EndgamesTotal, ScoredMove};

use crate::common::error::CliError;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::{Common, check_table_fits};
use crate::common::units::UnitArgs;
use crate::common::{games, options as shared, output, progress, values};

/// Generate endgames from noisy play, the champion's play or games, with the proven score of every move (OBF)
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier generate endgames --empties 12 --count 5 --seed 1
  othellier generate endgames --empties 20 --count 1000 --seed 1 --out endgames.obf
  othellier generate endgames --empties 30 --count 60 --seed 1 --selectivity 99 --out likely.obf
  othellier generate endgames --empties 26 --count 200 --seed 26 --boards-only > boards.obf
  othellier generate endgames --games WTH_1999.wtb --empties 16 --count 100 --seed 1
  othellier generate endgames --champion 8 --half tune --empties 24 --count 50 --seed 1")]
pub(crate) struct Options {
    #[command(flatten)]
    settings: EndgamesRun,
    /// Take the positions from the games of these files or folders, in random order
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "units")]
    games: Vec<PathBuf>,
    /// Write the positions without scores: nothing is solved
    #[arg(long, conflicts_with_all = ["selectivity", "threads", "hash", "units"])]
    boards_only: bool,
    /// Write to this file, and resume it if it exists; with --shard or --on a folder
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Positions to solve in parallel; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: UnitArgs,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let threads = shared::threads(options.threads);
    if options.units.is_elsewhere() {
        let folder = options.out.as_deref();
        let folder = folder.ok_or_else(|| CliError::usage(message!("units-no-folder")))?;
        return options.units.run(common, Job::Endgames(options.settings), folder, threads);
    }
    let lang = common.lang;
    let EndgamesRun { empties, count, .. } = options.settings;
    let seed = options.settings.seed.unwrap_or_else(values::seed);
    let table_bytes = options.settings.table_bytes()?;
    let mut settings = options.settings.settings(seed, options.games)?;
    let threads = if options.boards_only {
        settings.selectivity = None;
        NonZeroUsize::MIN
    } else {
        check_table_fits(table_bytes)?;
        threads
    };
    let mut report_refused = |name: &SourceName, count| games::report_refused(lang, name, count);
    let mut endgames = settings.positions(&mut report_refused)?;
    let (file, found_in_file) = match &options.out {
        Some(path) => {
            let (file, found) = EndgameFile::open(path, &settings, &mut *endgames)?;
            (Some(file), found)
        }
        None => (None, 0),
    };
    let mut out = EndgameWriter { json: common.json, file };
    out.begin(&settings)?;

    let stop = stop_on_ctrl_c();
    let bar = progress::of_positions(count);
    bar.set_position(found_in_file as u64);
    let started = Instant::now();
    let (mut positions, mut nodes) = (found_in_file, 0);
    let mut written = Ok(());
    let left = endgames.take(count.saturating_sub(found_in_file));
    let mut keep = |solved: SolvedEndgame| {
        positions += 1;
        nodes += solved.nodes;
        bar.inc(1);
        written = bar.suspend(|| out.write(positions, &solved));
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    match settings.selectivity {
        Some(selectivity) => {
            solve_all(left, selectivity, threads, table_bytes, &stop, &mut keep);
        }
        None => {
            let mut boards = left.take_while(|_| !stop.is_stopped()).map(unsolved);
            let _ = boards.try_for_each(keep);
        }
    }
    bar.finish_and_clear();
    written?;
    out.finish()?;
    let total = EndgamesTotal {
        positions,
        found_in_file,
        empties,
        seed,
        selectivity: settings.selectivity.map(Selectivity::percent),
        threads: threads.get(),
        nodes,
        seconds: started.elapsed().as_secs_f64(),
        interrupted: positions < count && stop.is_stopped(),
    };
    print_total(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    if positions < count {
        return Err(CliError::failed(message!("endgames-no-more", positions = positions)));
    }
    Ok(())
}

fn unsolved(position: Position) -> SolvedEndgame {
    SolvedEndgame { problem: Problem::new(position), nodes: 0, elapsed: Duration::ZERO }
}

/// Writes problems to the file, and to standard output as JSON or where there is no file.
struct EndgameWriter {
    json: bool,
    file: Option<EndgameFile>,
}

impl EndgameWriter {
    fn begin(&self, settings: &EndgameSettings) -> Result<(), CliError> {
        if self.json || self.file.is_some() { Ok(()) } else { output::line(&settings.header()) }
    }

    fn write(&mut self, id: usize, solved: &SolvedEndgame) -> Result<(), CliError> {
        if let Some(file) = &mut self.file {
            file.append(&solved.problem)?;
        }
        match (self.json, &self.file) {
            (true, _) => print_position(id, solved),
            (false, None) => output::line(&solved.problem.to_string()),
            (false, Some(_)) => Ok(()),
        }
    }

    fn finish(&self) -> Result<(), CliError> {
        Ok(self.file.as_ref().map_or(Ok(()), EndgameFile::finish)?)
    }
}

fn print_position(id: usize, solved: &SolvedEndgame) -> Result<(), CliError> {
    let problem = &solved.problem;
    let scored = |&(played, score): &(Move, i32)| ScoredMove { played: played.to_string(), score };
    output::json(&EndgamesEvent::Position {
        id,
        position: problem.position.to_string(),
        empties: problem.position.board().empties().len(),
        score: problem.best(),
        moves: problem.scores.iter().map(scored).collect(),
        nodes: solved.nodes,
        seconds: solved.elapsed.as_secs_f64(),
    })
}

/// Prints the total on stderr: standard output may hold the problems.
fn print_total(common: Common, total: &EndgamesTotal) -> Result<(), CliError> {
    if common.json {
        return output::json(&EndgamesEvent::Total(*total));
    }
    let sentence = tr!(
        common.lang,
        "endgames-total",
        positions = total.positions,
        found = total.found_in_file,
        empties = total.empties,
        seed = total.seed.to_string(),
        nodes = total.nodes,
        seconds = common.lang.decimals(total.seconds, 1)
    );
    anstream::eprintln!("{sentence}");
    Ok(())
}
