//! `othellier accuracy`: measures a player on positions whose scores are known, or are solved after
//! the player has chosen. [`report`] prints tables and JSON.

mod report;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use othellier_board::with_size;
use othellier_job::Job;
use othellier_job::kinds::AccuracyRun;
use othellier_locale::{Value, message, tr};
use othellier_measure::accuracy::prove::Provable;
use othellier_measure::accuracy::{Accuracy, Intervals, MeasuredPosition, Measures};
use othellier_play::{NamedLevel, StopSignal};
use othellier_record::problems::{NumberRanges, NumberedProblem, ProblemSource};
use othellier_record::show_duration;
use othellier_spec::{Access, Spec};
use othellier_wire::{AccuracyEvent, AccuracyTotal};

use self::report::{header, print_position, print_total};
use crate::common::error::CliError;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::{Common, check_table_fits};
use crate::common::problems::select;
use crate::common::units::FolderArgs;
use crate::common::{options as shared, output, progress, values};

/// Measure a player on positions with known scores, or scores that are solved on the way
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier accuracy fforum-1-19.obf --depth 6
  othellier accuracy problems.obf --player 'mcts(playouts=5000)' --json
  othellier accuracy boards.obf --depth 15 --selectivity 73 --prove 100
  othellier accuracy problems.obf --time 10ms,100ms,1s")]
pub(crate) struct Options {
    #[command(flatten)]
    settings: AccuracyRun,
    /// Search depth in plies, instead of the player's own
    #[arg(long, value_name = "D", value_parser = values::within::<u8>(1..=120))]
    #[arg(required_unless_present_any = ["player", "time"])]
    depth: Option<u8>,
    /// Time of each choice on the wall clock, instead of the player's own; for each of several times
    /// all positions are measured, one at a time unless --threads is given
    #[arg(long, value_name = "T", value_delimiter = ',', value_parser = values::time)]
    time: Vec<Duration>,
    /// Confidence of selective search in percent, instead of the player's own
    #[arg(long, value_name = "S", value_parser = values::from::<u8>(0))]
    selectivity: Option<u8>,
    /// Take only the problems with these numbers, such as 40-44,47
    #[arg(long, value_name = "NUMBERS", conflicts_with = "units")]
    only: Option<NumberRanges>,
    /// Positions to measure in parallel; by default as many as there are cores, and with --time one
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: FolderArgs,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let file = options.settings.positions.file().unwrap_or(Path::new("-"));
    if let Some(folder) = options.units.folder()? {
        let player = match options.time.as_slice() {
            [] => player(&options, None),
            [time] => player(&options, Some(*time)),
            _ => return Err(CliError::usage(message!("units-one-time"))),
        };
        if file == Path::new("-") {
            return Err(CliError::usage(message!("units-no-file")));
        }
        let settings = AccuracyRun { player: player?.to_string(), ..options.settings.clone() };
        let threads = shared::threads(options.threads);
        return options.units.run(common, Job::Accuracy(settings), folder, threads);
    }
    let source = ProblemSource::open(file)?;
    with_size!(source.side(), S => measure::<S>(common, &options, source))
        .expect("a side that was seen")
}

fn measure<S: Provable>(
    common: Common,
    options: &Options,
    source: ProblemSource,
) -> Result<(), CliError> {
    let lang = common.lang;
    let (prove, table_bytes) = (options.settings.prove()?, options.settings.table_bytes()?);
    let can_prove = prove.is_some();
    if can_prove && S::SIDE > 8 {
        return Err(CliError::usage(message!("solve-size", size = S::SIDE)));
    }
    let seed = options.settings.seed.unwrap_or_else(values::seed);
    let threads = match options.threads {
        None if !options.time.is_empty() => NonZeroUsize::MIN,
        threads => shared::threads(threads),
    };
    let times = options.time.iter().copied().map(Some);
    let times = if options.time.is_empty() { vec![None] } else { times.collect() };
    let accuracy = |time| {
        let player = player(options, time)?;
        Ok(Accuracy { player, access: Access::Full, seed, prove, table_bytes, threads })
    };
    let runs = times.into_iter().map(accuracy).collect::<Result<Vec<_>, CliError>>()?;
    let accuracy = &runs[0];
    accuracy.check::<S>().map_err(CliError::usage)?;
    let name = source.name().clone();
    let problems: Vec<NumberedProblem<S>> = source.read()?;
    let wanted = select(options.only.as_ref(), &name, &problems)?;
    let (problems, skipped): (Vec<_>, Vec<_>) =
        wanted.into_iter().partition(|numbered| accuracy.can_measure(numbered));
    let (some_skipped, nothing) = if can_prove {
        ("accuracy-skipped-over", "accuracy-nothing-to-choose")
    } else {
        ("accuracy-skipped", "accuracy-nothing")
    };
    if !skipped.is_empty() {
        anstream::eprintln!("othellier: {}", tr!(lang, some_skipped, count = skipped.len()));
    }
    if problems.is_empty() {
        return Err(CliError::usage(message!(nothing, file = Value::localized(name))));
    }
    let gives_all = |numbered: &&NumberedProblem<S>| numbered.problem.has_every_move();
    if can_prove && !problems.iter().all(gives_all) {
        let tables = accuracy.threads.get().min(problems.len());
        check_table_fits(table_bytes.saturating_mul(tables))?;
    }

    let stop = stop_on_ctrl_c();
    runs.iter()
        .try_for_each(|accuracy| measure_one(common, accuracy, &problems, skipped.len(), &stop))
}

/// The player that is measured, with its limit of time if there is one.
fn player(options: &Options, time: Option<Duration>) -> Result<Spec, CliError> {
    let player = options.settings.player.parse().map_err(CliError::usage)?;
    let depth = options.depth.map(|depth| depth.to_string());
    let selectivity = options.selectivity.map(|percent| percent.to_string());
    let given = [("depth", depth), ("time", time.map(show_duration)), ("selectivity", selectivity)];
    Ok(with_options(player, given))
}

/// Measures one player on all positions and reports it.
fn measure_one<S: Provable>(
    common: Common,
    accuracy: &Accuracy,
    problems: &[&NumberedProblem<S>],
    skipped: usize,
    stop: &StopSignal,
) -> Result<(), CliError> {
    let lang = common.lang;
    let bar = progress::of_positions(problems.len());
    if !common.json {
        output::line(&header(lang))?;
    }
    let (mut all, mut proved) = (Vec::new(), 0);
    let mut watch = |measured: MeasuredPosition<S>| {
        bar.inc(1);
        all.push(measured.measures);
        proved += usize::from(measured.proved.is_some());
        let shown = bar.suspend(|| print_position(common, measured));
        shown.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    };
    let end = accuracy.measure(problems, stop, &mut watch).map_err(CliError::failed)?;
    if let ControlFlow::Break(error) = end {
        return Err(error);
    }
    bar.finish_and_clear();
    let interrupted = all.len() < problems.len();
    let total = AccuracyTotal {
        positions: all.len(),
        skipped,
        proved,
        measures: Measures::mean(&all).into(),
        intervals: Intervals::of(&all).into(),
        player: accuracy.player.to_string(),
        seed: accuracy.seed,
        interrupted,
    };
    if common.json {
        output::json(&AccuracyEvent::Total(Box::new(total)))?
    } else {
        print_total(lang, &total)?
    }
    if interrupted {
        interrupt();
    }
    Ok(())
}

/// A spec with its options replaced by these, where a value is given.
fn with_options(
    mut spec: Spec,
    options: impl IntoIterator<Item = (&'static str, Option<String>)>,
) -> Spec {
    for (key, value) in options {
        if let Some(value) = value {
            spec.set(key, value);
        }
    }
    // A level as it is keeps its name.
    if spec.options.is_empty() { spec } else { NamedLevel::expanded(&spec) }
}
