//! `othellier accuracy`: how well a player judges positions whose every move has a known score.
//!
//! Each position is given to a new player, so that the results do not depend on the order or on
//! the number of threads that share the positions.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use clap::Args;
use othellier_board::{Size, Status, with_size};
use othellier_play::{Clock, Seat, Setup, StopSignal, build};
use othellier_record::Game;
use othellier_search::Trust;
use othellier_spec::Spec;
use serde::Serialize;

use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::duel::{plan, table};
use crate::lang::{Lang, say};
use crate::output::{self, thousands};
use crate::search::with_options;
use crate::solve::source::{self, Numbered, Only, Source};
use crate::solve::{progress_bar, stop_on_ctrl_c};
use crate::trouble::trouble;

/// A move that loses no more than this is called good.
const SMALL_LOSS: i32 = 3;

/// Measure a player on positions whose every move has a known score
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier accuracy fforum-1-19.obf --depth 6
  othellier accuracy problems.obf --player 'mcts(playouts=5000)' --json")]
pub(crate) struct Options {
    /// Problem file (OBF); `-` for standard input
    #[arg(value_name = "FILE.obf")]
    file: PathBuf,
    /// Plies to look ahead, instead of the player's own
    #[arg(long, value_name = "D", required_unless_present = "player")]
    depth: Option<u8>,
    /// How sure to be of what is left out, in percent, instead of the player's own
    #[arg(long, value_name = "S")]
    selectivity: Option<u8>,
    /// Who is measured: see `othellier players`
    #[arg(long, value_name = "PLAYER", default_value = "champion")]
    player: Spec,
    /// Take only the problems with these numbers, such as 40-44,47
    #[arg(long, value_name = "NUMBERS")]
    only: Option<Only>,
    /// Positions to study at once; by default as many as there are cores
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Seed of the dice: the same seed repeats the same choices
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// What is measured, of one position or as the mean of many.
#[derive(Clone, Copy, Default, Serialize)]
struct Measures {
    /// Nothing for a player that gives no score.
    mean_abs_error: Option<f64>,
    best_move_rate: f64,
    within_3_rate: f64,
    mean_loss: f64,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Studied {
    #[serde(rename = "type")]
    kind: &'static str,
    id: u64,
    empties: u32,
    #[serde(rename = "move")]
    played: String,
    score: Option<f64>,
    expected: i32,
    loss: i32,
    #[serde(flatten)]
    measures: Measures,
}

#[derive(Serialize)]
struct Total<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    positions: usize,
    skipped: usize,
    #[serde(flatten)]
    measures: Measures,
    player: &'a str,
    seed: u64,
    interrupted: bool,
}

/// Measures and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let source = Source::open(common.lang, Some(&options.file), None)?;
    with_size!(source.side(), S => measure::<S>(common, &options, source))
        .expect("a side that was seen")
}

fn measure<S: Size>(common: Common, options: &Options, source: Source) -> Result<(), Complaint> {
    let lang = common.lang;
    let seed = options.seed.unwrap_or_else(rand::random);
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
        wanted.into_iter().partition(|numbered| is_measurable(numbered));
    if !skipped.is_empty() {
        anstream::eprintln!("othellier: {}", say!(lang, "accuracy-skipped", count = skipped.len()));
    }
    if problems.is_empty() {
        return Err(Complaint::Usage(say!(lang, "accuracy-nothing", file = name)));
    }

    let stop = stop_on_ctrl_c();
    let bar = progress_bar(problems.len());
    if !common.json {
        output::line(&heads(lang))?;
    }
    let threads = plan::threads(options.threads).get();
    let mut all = Vec::new();
    study_all(
        &problems,
        threads,
        &stop,
        |numbered| study(lang, &spec, seed, numbered, &stop),
        |studied| {
            let studied = studied.map_err(|(id, why)| {
                let id = id.to_string();
                Complaint::Failed(say!(lang, "accuracy-no-move", id = id, why = why))
            })?;
            bar.inc(1);
            bar.suspend(|| if common.json { output::json(&studied) } else { tell(&studied) })?;
            all.push(studied.measures);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    let interrupted = all.len() < problems.len();
    let total = Total {
        kind: "total",
        positions: all.len(),
        skipped: skipped.len(),
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

/// Whether there is a move to choose and a score for whichever is chosen.
fn is_measurable<S: Size>(numbered: &Numbered<S>) -> bool {
    let problem = &numbered.problem;
    problem.position.status() == Status::ToMove && problem.has_every_move()
}

/// What one position gave, or why its player gave no move.
type Outcome = Result<Studied, (u64, String)>;

/// Studies positions on several threads and hands on the results in their order, as far as they
/// were complete when it was told to stop.
fn study_all<S: Size>(
    problems: &[&Numbered<S>],
    threads: usize,
    stop: &StopSignal,
    study: impl Fn(&Numbered<S>) -> Outcome + Sync,
    mut each: impl FnMut(Outcome) -> Result<(), Complaint>,
) -> Result<(), Complaint> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(problems.len()) {
            let sender = sender.clone();
            let (next, study) = (&next, &study);
            scope.spawn(move || {
                loop {
                    let taken = next.fetch_add(1, Ordering::Relaxed);
                    let Some(numbered) = problems.get(taken) else { break };
                    let studied = study(numbered);
                    // A choice that was cut short measures nothing.
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

/// Lets a new player choose, and compares.
fn study<S: Size>(
    lang: Lang,
    spec: &Spec,
    seed: u64,
    numbered: &Numbered<S>,
    stop: &StopSignal,
) -> Outcome {
    let (id, problem) = (numbered.id, &numbered.problem);
    let setup = Setup { seed: seed.wrapping_add(id) };
    let mut player = match build::<S>(spec, &setup) {
        Ok(Seat::Program(player)) => player,
        Ok(Seat::Human) => unreachable!("the player was no person before"),
        Err(error) => return Err((id, error.to_string())),
    };
    let game = Game::from_position(problem.position);
    player.prepare(&game, stop).map_err(|error| (id, trouble(lang, &error)))?;
    let started = Instant::now();
    let choice = player.choose(&game, Clock::default(), stop, &mut |_| {});
    let elapsed = started.elapsed();
    let choice = choice.map_err(|error| (id, trouble(lang, &error)))?;
    let report = choice.report.as_ref();
    let line = report.and_then(|report| report.lines.first());
    let score = line.filter(|line| line.trust != Trust::None).map(|line| line.score.discs());
    let expected = problem.best().expect("every move has a score");
    let loss = match problem.score_of(choice.chosen) {
        Some(score) => expected - score,
        None => {
            let played = choice.chosen.to_string();
            return Err((id, say!(lang, "player-illegal", played = played)));
        }
    };
    Ok(Studied {
        kind: "position",
        id,
        empties: problem.position.board().empties().len(),
        played: choice.chosen.to_string(),
        score,
        expected,
        loss,
        measures: Measures {
            mean_abs_error: score.map(|score| (score - f64::from(expected)).abs()),
            best_move_rate: f64::from(u8::from(loss == 0)),
            within_3_rate: f64::from(u8::from(loss <= SMALL_LOSS)),
            mean_loss: f64::from(loss),
            nodes: report.map_or(0, |report| report.nodes),
            seconds: elapsed.as_secs_f64(),
        },
    })
}

/// The means over all positions, and the sums of what they cost.
fn mean(all: &[Measures]) -> Measures {
    let mean =
        |value: fn(&Measures) -> f64| all.iter().map(value).sum::<f64>() / all.len().max(1) as f64;
    let errors: Option<Vec<f64>> = all.iter().map(|measures| measures.mean_abs_error).collect();
    let errors = errors.filter(|errors| !errors.is_empty());
    Measures {
        mean_abs_error: errors.map(|errors| errors.iter().sum::<f64>() / errors.len() as f64),
        best_move_rate: mean(|measures| measures.best_move_rate),
        within_3_rate: mean(|measures| measures.within_3_rate),
        mean_loss: mean(|measures| measures.mean_loss),
        nodes: all.iter().map(|measures| measures.nodes).sum(),
        seconds: all.iter().map(|measures| measures.seconds).sum(),
    }
}

fn heads(lang: Lang) -> String {
    let keys = ["solve-id", "solve-empties", "solve-move", "accuracy-loss"];
    let [id, empties, played, loss] = keys.map(|key| lang.text(key));
    let keys = ["solve-score", "accuracy-best", "accuracy-error", "solve-nodes", "solve-time"];
    let [score, best, error, nodes, time] = keys.map(|key| lang.text(key));
    columns([&id, &empties, &played, &loss, &score, &best, &error, &nodes, &time])
}

fn tell(studied: &Studied) -> Result<(), Complaint> {
    let measures = &studied.measures;
    let optional = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    output::line(&columns([
        &studied.id.to_string(),
        &studied.empties.to_string(),
        &studied.played,
        &studied.loss.to_string(),
        &studied.score.map_or("-".to_owned(), |score| format!("{score:+.2}")),
        &format!("{:+}", studied.expected),
        &optional(measures.mean_abs_error),
        &thousands(measures.nodes),
        &table::time(Duration::from_secs_f64(measures.seconds)),
    ]))
}

/// Cells on the right of columns that are wide enough for what usually stands there.
fn columns(cells: [&str; 9]) -> String {
    let [id, empties, played, loss, score, best, error, nodes, time] = cells;
    format!(
        "{id:>6} {empties:>7} {played:>5} {loss:>5} {score:>8} {best:>5} {error:>7} \
         {nodes:>15} {time:>10}"
    )
}

fn tell_total(lang: Lang, total: &Total<'_>) -> Result<(), Complaint> {
    let measures = &total.measures;
    let title = say!(lang, "accuracy-total", player = total.player, positions = total.positions);
    let discs = |number: f64| say!(lang, "accuracy-discs", number = format!("{number:.2}"));
    let mut table = table::Table::new(title);
    table.row(lang.text("accuracy-best-rate"), table::percent(measures.best_move_rate));
    table.row(lang.text("accuracy-within-3-rate"), table::percent(measures.within_3_rate));
    table.row(lang.text("accuracy-mean-loss"), discs(measures.mean_loss));
    if let Some(error) = measures.mean_abs_error {
        table.row(lang.text("accuracy-mean-error"), discs(error));
    }
    let (nodes, seconds) = (thousands(measures.nodes), format!("{:.3}", measures.seconds));
    let cost = say!(lang, "accuracy-cost-is", nodes = nodes, seconds = seconds);
    table.row(lang.text("accuracy-cost"), cost);
    table.row(lang.text("accuracy-seed"), total.seed.to_string());
    table::print(&table)
}
