//! `othellier accuracy`: measures a player on positions whose scores are known, or are solved after
//! the player has chosen ([`prove`]).
//!
//! Each position gets a new player, so that the results do not depend on the order or on the number
//! of threads. [`report`] prints tables and JSON.

mod prove;
mod report;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use othellier_board::{Size, Status, with_size};
use othellier_locale::{Lang, Localized, message, tr};
use othellier_parallel::{StopSignal, parallel_for_ordered};
use othellier_play::{Choice, Clock, Seat, Setup, build_seat};
use othellier_record::Game;
use othellier_search::Trust;
use othellier_search::champion::Selectivity;
use othellier_spec::Spec;

use self::prove::{Provable, Prover};
use self::report::{Measures, PositionReport, Total, header, mean, print_position, print_total};
use crate::arguments::Common;
use crate::error::{CliError, interrupt};
use crate::match_play::plan;
use crate::output;
use crate::search::with_options;
use crate::solve::source::{self, NumberRanges, NumberedProblem, ProblemSource};
use crate::solve::{check_table_fits, progress_bar, stop_on_ctrl_c};
use crate::values;

/// The loss in discs up to which `within_3_rate` counts a move.
const SMALL_LOSS: i32 = 3;

/// Measure a player on positions with known scores, or scores that are solved on the way
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier accuracy fforum-1-19.obf --depth 6
  othellier accuracy problems.obf --player 'mcts(playouts=5000)' --json
  othellier accuracy boards.obf --depth 15 --selectivity 73 --prove 100")]
pub(crate) struct Options {
    /// Problem file (OBF); `-` for standard input
    #[arg(value_name = "FILE.obf")]
    file: PathBuf,
    /// Search depth in plies, instead of the player's own
    #[arg(long, value_name = "D", value_parser = values::within::<u8>(1..=120), required_unless_present = "player")]
    depth: Option<u8>,
    /// Confidence of selective search in percent, instead of the player's own
    #[arg(long, value_name = "S", value_parser = values::from::<u8>(0))]
    selectivity: Option<u8>,
    /// Who is measured: see `othellier players`
    #[arg(long, value_name = "PLAYER", default_value = "champion")]
    player: Spec,
    /// Solve for the scores that the file does not give, with this confidence in percent: 73, 87, 95,
    /// 98, 99, or 100 for a proof
    #[arg(long, value_name = "PERCENT", value_parser = values::selectivity)]
    prove: Option<Selectivity>,
    /// Size of the transposition table of each thread that solves
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "128MiB")]
    #[arg(requires = "prove")]
    hash: usize,
    /// Take only the problems with these numbers, such as 40-44,47
    #[arg(long, value_name = "NUMBERS")]
    only: Option<NumberRanges>,
    /// Positions to measure in parallel; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Seed of the random numbers: the same seed repeats the same choices
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Measures and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let source = ProblemSource::open(common.lang, Some(&options.file), None)?;
    with_size!(source.side(), S => measure::<S>(common, &options, source))
        .expect("a side that was seen")
}

fn measure<S: Provable>(
    common: Common,
    options: &Options,
    source: ProblemSource,
) -> Result<(), CliError> {
    let lang = common.lang;
    let can_prove = options.prove.is_some();
    if can_prove && S::SIDE > 8 {
        return Err(CliError::usage(message!("solve-size", size = S::SIDE)));
    }
    let seed = options.seed.unwrap_or_else(values::seed);
    let depth = ("depth", options.depth.map(|depth| depth.to_string()));
    let selectivity = options.selectivity.map(|percent| percent.to_string());
    let given = [depth, ("selectivity", selectivity)];
    let spec = with_options(options.player.clone(), given);
    if let Seat::Human =
        build_seat::<S>(&spec, &Setup { seed }).map_err(|error| CliError::usage(error))?
    {
        return Err(CliError::usage(message!("accuracy-person")));
    }
    let name = source.name().to_owned();
    let problems: Vec<NumberedProblem<S>> = source.read(lang)?;
    let wanted = source::select(&name, options.only.as_ref(), &problems)?;
    let (problems, skipped): (Vec<_>, Vec<_>) =
        wanted.into_iter().partition(|numbered| is_measurable(numbered, can_prove));
    let (some_skipped, nothing) = match can_prove {
        true => ("accuracy-skipped-over", "accuracy-nothing-to-choose"),
        false => ("accuracy-skipped", "accuracy-nothing"),
    };
    if !skipped.is_empty() {
        anstream::eprintln!("othellier: {}", tr!(lang, some_skipped, count = skipped.len()));
    }
    if problems.is_empty() {
        return Err(CliError::usage(message!(nothing, file = name)));
    }
    let threads = plan::threads(options.threads);
    let gives_all = |numbered: &&NumberedProblem<S>| numbered.problem.has_every_move();
    if can_prove && !problems.iter().all(gives_all) {
        check_table_fits(options.hash.saturating_mul(threads.get().min(problems.len())))?;
    }

    let stop = stop_on_ctrl_c();
    let bar = progress_bar(problems.len());
    if !common.json {
        output::line(&header(lang))?;
    }
    let measurement = Measurement { lang, spec: &spec, seed };
    let (mut all, mut proved) = (Vec::new(), 0);
    let end = parallel_for_ordered(
        threads,
        problems.iter().copied(),
        &stop,
        || LazyProver { selectivity: options.prove, table_bytes: options.hash, prover: None },
        |prover, numbered, stop| measurement.measure_one(prover, numbered, stop),
        |measured| {
            let shown = measured
                .map_err(|(id, why)| {
                    let id = id.to_string();
                    CliError::failed(message!("accuracy-no-move", id = id, why = why))
                })
                .and_then(|measured| {
                    bar.inc(1);
                    all.push(measured.measures);
                    proved += usize::from(measured.proved.is_some());
                    bar.suspend(|| match common.json {
                        true => output::json(&measured),
                        false => print_position(lang, &measured),
                    })
                });
            shown.map_or_else(ControlFlow::Break, ControlFlow::Continue)
        },
    );
    if let ControlFlow::Break(error) = end {
        return Err(error);
    }
    bar.finish_and_clear();
    let interrupted = all.len() < problems.len();
    let total = Total {
        kind: "total",
        positions: all.len(),
        skipped: skipped.len(),
        proved,
        measures: mean(&all),
        player: &spec.to_string(),
        seed,
        interrupted,
    };
    if common.json {
        output::json(&total)?
    } else {
        print_total(lang, &total)?
    }
    if interrupted {
        interrupt();
    }
    Ok(())
}

/// Whether there is a move to choose, and every move has a score or can be solved.
fn is_measurable<S: Size>(numbered: &NumberedProblem<S>, can_prove: bool) -> bool {
    let problem = &numbered.problem;
    problem.position.status() == Status::ToMove && (can_prove || problem.has_every_move())
}

/// The solver of a thread, created when it is first needed.
struct LazyProver<S: Size> {
    selectivity: Option<Selectivity>,
    table_bytes: usize,
    prover: Option<Box<dyn Prover<S>>>,
}

impl<S: Provable> LazyProver<S> {
    /// The solver, if `--prove` was given.
    fn prover(&mut self) -> Option<&mut (dyn Prover<S> + 'static)> {
        if self.prover.is_none() {
            self.prover = S::prover(self.selectivity?, self.table_bytes);
        }
        self.prover.as_deref_mut()
    }
}

/// The result of a position, or its id and why the player gave no move.
type Measured = Result<PositionReport, (u64, String)>;

/// How positions are measured.
struct Measurement<'a> {
    lang: Lang,
    spec: &'a Spec,
    seed: u64,
}

impl Measurement<'_> {
    /// Lets a new player choose and compares its move; `None` if stopped.
    fn measure_one<S: Provable>(
        &self,
        prover: &mut LazyProver<S>,
        numbered: &NumberedProblem<S>,
        stop: &StopSignal,
    ) -> Option<Measured> {
        let (id, problem) = (numbered.id, &numbered.problem);
        let (choice, seconds) = match self.choice(numbered, stop) {
            Ok(chosen) => chosen,
            Err(why) => return Some(Err((id, why))),
        };
        if stop.is_stopped() {
            return None;
        }
        let played = choice.chosen.to_string();
        if !problem.position.is_legal(choice.chosen) {
            return Some(Err((id, tr!(self.lang, "player-illegal", played = played))));
        }
        let report = choice.report.as_ref();
        let line = report.and_then(|report| report.lines.first());
        let score = line.filter(|line| line.trust != Trust::None).map(|line| line.score.discs());
        let truth = prove::from_file(problem, choice.chosen)
            .or_else(|| prove::prove(prover.prover()?, problem, choice.chosen, stop))?;
        let (expected, loss) = (truth.expected, truth.expected - truth.chosen);
        Some(Ok(PositionReport {
            kind: "position",
            id,
            empties: problem.position.board().empties().len(),
            played,
            score,
            expected,
            loss,
            proved: truth.proved,
            measures: Measures {
                mean_abs_error: score.map(|score| (score - f64::from(expected)).abs()),
                best_move_rate: f64::from(u8::from(loss == 0)),
                within_3_rate: f64::from(u8::from(loss <= SMALL_LOSS)),
                mean_loss: f64::from(loss),
                nodes: report.map_or(0, |report| report.nodes),
                seconds,
            },
        }))
    }

    /// The choice of a new player and its time in seconds, or why it gave no move.
    fn choice<S: Size>(
        &self,
        numbered: &NumberedProblem<S>,
        stop: &StopSignal,
    ) -> Result<(Choice<S>, f64), String> {
        let setup = Setup { seed: self.seed.wrapping_add(numbered.id) };
        let mut player = match build_seat::<S>(self.spec, &setup) {
            Ok(Seat::Program(player)) => player,
            Ok(Seat::Human) => unreachable!("checked before"),
            Err(error) => return Err(error.in_language(self.lang)),
        };
        let game = Game::from_position(numbered.problem.position);
        player.prepare(&game, stop).map_err(|error| error.in_language(self.lang))?;
        let started = Instant::now();
        let choice = player.choose(&game, Clock::default(), stop, &mut |_| {});
        let seconds = started.elapsed().as_secs_f64();
        Ok((choice.map_err(|error| error.in_language(self.lang))?, seconds))
    }
}
