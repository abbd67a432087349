//! `othellier accuracy`: how well a player judges positions whose scores are known, or are proven
//! when the player has chosen ([`prove`]).
//!
//! Each position is given to a new player, so that the results do not depend on the order or on
//! the number of threads that share the positions. [`report`] tells people and machines.

mod prove;
mod report;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use clap::Args;
use othellier_board::{Size, Status, with_size};
use othellier_play::{Choice, Clock, Seat, Setup, StopSignal, build};
use othellier_record::Game;
use othellier_search::Trust;
use othellier_search::champion::Selectivity;
use othellier_spec::Spec;

use self::prove::{Provable, Prover};
use self::report::{Measures, Studied, Total, heads, mean, tell, tell_total};
use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::lang::{Lang, say};
use crate::match_play::plan;
use crate::output;
use crate::search::with_options;
use crate::solve::source::{self, Numbered, Only, Source};
use crate::solve::{check_room, progress_bar, stop_on_ctrl_c};
use crate::trouble::trouble;
use crate::values;

/// A move that loses no more than this is called good.
const SMALL_LOSS: i32 = 3;

/// Measure a player on positions with known scores, or scores that are proven for it
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
    /// Plies to look ahead, instead of the player's own
    #[arg(long, value_name = "D", value_parser = values::within::<u8>(1..=120), required_unless_present = "player")]
    depth: Option<u8>,
    /// How sure to be of what is left out, in percent, instead of the player's own
    #[arg(long, value_name = "S", value_parser = values::from::<u8>(0))]
    selectivity: Option<u8>,
    /// Who is measured: see `othellier players`
    #[arg(long, value_name = "PLAYER", default_value = "champion")]
    player: Spec,
    /// Prove the scores that the file does not give, as sure as that, in percent: 73, 87, 95, 98, 99
    /// or 100
    #[arg(long, value_name = "PERCENT", value_parser = values::selectivity)]
    prove: Option<Selectivity>,
    /// Size of the table of known positions of each thread that proves
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "128MiB")]
    #[arg(requires = "prove")]
    hash: usize,
    /// Take only the problems with these numbers, such as 40-44,47
    #[arg(long, value_name = "NUMBERS")]
    only: Option<Only>,
    /// Positions to study at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Seed of the dice: the same seed repeats the same choices
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Measures and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let source = Source::open(common.lang, Some(&options.file), None)?;
    with_size!(source.side(), S => measure::<S>(common, &options, source))
        .expect("a side that was seen")
}

fn measure<S: Provable>(
    common: Common,
    options: &Options,
    source: Source,
) -> Result<(), Complaint> {
    let lang = common.lang;
    let can_prove = options.prove.is_some();
    if can_prove && S::SIDE > 8 {
        return Err(Complaint::Usage(say!(lang, "solve-size", size = S::SIDE)));
    }
    let seed = options.seed.unwrap_or_else(values::seed);
    let depth = ("depth", options.depth.map(|depth| depth.to_string()));
    let selectivity = options.selectivity.map(|percent| percent.to_string());
    let given = [depth, ("selectivity", selectivity)];
    let spec = with_options(options.player.clone(), given);
    if let Seat::Human =
        build::<S>(&spec, &Setup { seed }).map_err(|error| Complaint::spec(lang, error))?
    {
        return Err(Complaint::Usage(lang.text("accuracy-person")));
    }
    let name = source.name().to_owned();
    let problems: Vec<Numbered<S>> = source.read(lang)?;
    let wanted = source::select(lang, &name, options.only.as_ref(), &problems)?;
    let (problems, skipped): (Vec<_>, Vec<_>) =
        wanted.into_iter().partition(|numbered| is_measurable(numbered, can_prove));
    let (some_skipped, nothing) = match can_prove {
        true => ("accuracy-skipped-over", "accuracy-nothing-to-choose"),
        false => ("accuracy-skipped", "accuracy-nothing"),
    };
    if !skipped.is_empty() {
        anstream::eprintln!("othellier: {}", say!(lang, some_skipped, count = skipped.len()));
    }
    if problems.is_empty() {
        return Err(Complaint::Usage(say!(lang, nothing, file = name)));
    }
    let threads = plan::threads(options.threads).get().min(problems.len());
    let gives_all = |numbered: &&Numbered<S>| numbered.problem.has_every_move();
    if can_prove && !problems.iter().all(gives_all) {
        check_room(lang, options.hash.saturating_mul(threads))?;
    }

    let stop = stop_on_ctrl_c();
    let bar = progress_bar(problems.len());
    if !common.json {
        output::line(&heads(lang))?;
    }
    let study = Study { lang, spec: &spec, seed, stop: &stop };
    let (mut all, mut proved) = (Vec::new(), 0);
    study_all(
        &problems,
        threads,
        &stop,
        || Proofs { surely: options.prove, table_bytes: options.hash, prover: None },
        |proofs, numbered| study.one(proofs, numbered),
        |studied| {
            let studied = studied.map_err(|(id, why)| {
                let id = id.to_string();
                Complaint::Failed(say!(lang, "accuracy-no-move", id = id, why = why))
            })?;
            bar.inc(1);
            bar.suspend(
                || if common.json { output::json(&studied) } else { tell(lang, &studied) },
            )?;
            all.push(studied.measures);
            proved += usize::from(studied.proved.is_some());
            Ok(())
        },
    )?;
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
        tell_total(lang, &total)?
    }
    if interrupted {
        interrupt();
    }
    Ok(())
}

/// Whether there is a move to choose and a score for whichever is chosen, or someone to prove it.
fn is_measurable<S: Size>(numbered: &Numbered<S>, can_prove: bool) -> bool {
    let problem = &numbered.problem;
    problem.position.status() == Status::ToMove && (can_prove || problem.has_every_move())
}

/// What a thread proves with: made when it is needed first.
struct Proofs<S: Size> {
    surely: Option<Selectivity>,
    table_bytes: usize,
    prover: Option<Box<dyn Prover<S>>>,
}

impl<S: Provable> Proofs<S> {
    /// The one that proves, if proofs are wanted.
    fn prover(&mut self) -> Option<&mut (dyn Prover<S> + 'static)> {
        if self.prover.is_none() {
            self.prover = S::prover(self.surely?, self.table_bytes);
        }
        self.prover.as_deref_mut()
    }
}

/// What one position gave, or why its player gave no move.
type Outcome = Result<Studied, (u64, String)>;

/// Studies positions on several threads, each with a tool of its own, and hands on the results in
/// their order, as far as they were complete when it was told to stop.
fn study_all<S: Size, T>(
    problems: &[&Numbered<S>],
    threads: usize,
    stop: &StopSignal,
    tool: impl Fn() -> T + Sync,
    study: impl Fn(&mut T, &Numbered<S>) -> Option<Outcome> + Sync,
    mut each: impl FnMut(Outcome) -> Result<(), Complaint>,
) -> Result<(), Complaint> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, tool, study) = (&next, &tool, &study);
            scope.spawn(move || {
                let mut tool = tool();
                loop {
                    let taken = next.fetch_add(1, Ordering::Relaxed);
                    let Some(numbered) = problems.get(taken) else { break };
                    // A choice or a proof that was cut short measures nothing.
                    let Some(studied) = study(&mut tool, numbered) else { break };
                    if stop.is_stopped() || sender.send((taken, studied)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut told = 0;
        for (taken, studied) in receiver {
            waiting.insert(taken, studied);
            while let Some(studied) = waiting.remove(&told) {
                each(studied).inspect_err(|_| stop.stop())?;
                told += 1;
            }
        }
        Ok(())
    })
}

/// How positions are studied.
struct Study<'a> {
    lang: Lang,
    spec: &'a Spec,
    seed: u64,
    stop: &'a StopSignal,
}

impl Study<'_> {
    /// Lets a new player choose, and compares; nothing when it was told to stop.
    fn one<S: Provable>(&self, proofs: &mut Proofs<S>, numbered: &Numbered<S>) -> Option<Outcome> {
        let (id, problem) = (numbered.id, &numbered.problem);
        let (choice, seconds) = match self.choice(numbered) {
            Ok(chosen) => chosen,
            Err(why) => return Some(Err((id, why))),
        };
        if self.stop.is_stopped() {
            return None;
        }
        let played = choice.chosen.to_string();
        if !problem.position.is_legal(choice.chosen) {
            return Some(Err((id, say!(self.lang, "player-illegal", played = played))));
        }
        let report = choice.report.as_ref();
        let line = report.and_then(|report| report.lines.first());
        let score = line.filter(|line| line.trust != Trust::None).map(|line| line.score.discs());
        let truth = prove::known(problem, choice.chosen)
            .or_else(|| prove::prove(proofs.prover()?, problem, choice.chosen, self.stop))?;
        let (expected, loss) = (truth.expected, truth.expected - truth.chosen);
        Some(Ok(Studied {
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

    /// What a new player chooses, and how many seconds it took; or why it chose nothing.
    fn choice<S: Size>(&self, numbered: &Numbered<S>) -> Result<(Choice<S>, f64), String> {
        let setup = Setup { seed: self.seed.wrapping_add(numbered.id) };
        let mut player = match build::<S>(self.spec, &setup) {
            Ok(Seat::Program(player)) => player,
            Ok(Seat::Human) => unreachable!("the player was no person before"),
            Err(error) => return Err(error.to_string()),
        };
        let game = Game::from_position(numbered.problem.position);
        let stop = self.stop;
        player.prepare(&game, stop).map_err(|error| trouble(self.lang, &error))?;
        let started = Instant::now();
        let choice = player.choose(&game, Clock::default(), stop, &mut |_| {});
        let seconds = started.elapsed().as_secs_f64();
        Ok((choice.map_err(|error| trouble(self.lang, &error))?, seconds))
    }
}
