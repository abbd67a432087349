//! `othellier train probcut`: measures the errors of shallow searches and fits the ProbCut models.
//!
//! The models are fitted to one half of the boards and calibrated on the other.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use othellier_locale::{Lang, message, tr};
use othellier_search::champion::{ProbCutSigma, Selectivity};
use othellier_train::probcut::{Calibration, Cell, Values, boards, calibrate, cells, fit, measure};
use serde::Serialize;

use super::weights::{EvaluatorChoice, with_evaluator};
use super::{counting, shard_error, shards};
use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::values;

/// Measure how far shallow searches are from deeper ones, and fit the models of ProbCut
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train probcut games --boards 4000 --depth 10
  othellier train probcut games --weights my.bin --json")]
pub(crate) struct Options {
    /// Folders of shards, or shards, to take boards from
    #[arg(value_name = "SHARDS", required = true)]
    shards: Vec<PathBuf>,
    /// Weights of the search; by default the shipped ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How many boards, evenly over the numbers of empty squares
    #[arg(long, value_name = "N", default_value = "2000")]
    boards: NonZeroUsize,
    /// The deepest search, in plies
    #[arg(long, value_name = "D", value_parser = values::within::<u8>(2..=30), default_value = "8")]
    depth: u8,
    /// Solve the boards with this many empty squares or fewer
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(values::SOLVABLE), default_value = "18")]
    solve_from: u32,
    /// Random seed of the sample of boards
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Boards to search at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

/// A fitted model, with the data it was made from.
struct Model {
    name: &'static str,
    fitted: ProbCutSigma,
    cells: Vec<Cell>,
    calibration: Vec<Calibration>,
}

#[derive(Serialize)]
struct CellLine {
    #[serde(rename = "type")]
    kind: &'static str,
    model: &'static str,
    empties: u32,
    shallow: u32,
    deep: u32,
    count: u32,
    mean: f64,
    spread: f64,
    fitted: f32,
}

#[derive(Serialize)]
struct CalibrationLine {
    #[serde(rename = "type")]
    kind: &'static str,
    model: &'static str,
    shallow: u32,
    deep: Option<u32>,
    count: u32,
    expected: [u8; 5],
    within: [f64; 5],
    right: [f64; 5],
}

#[derive(Serialize)]
struct ModelLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    model: &'static str,
    factors: &'a [f32; 5],
    weights: &'a str,
    boards: usize,
    seed: u64,
    interrupted: bool,
}

/// Measures, fits and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let evaluator_choice = EvaluatorChoice::load(lang, options.weights.as_deref())?;
    let shards = shards(&options.shards)?;
    let boards = boards(&shards, options.boards.get(), options.seed).map_err(shard_error)?;
    if boards.is_empty() {
        return Err(CliError::usage(message!("train-no-examples")));
    }
    let stop = stop_on_ctrl_c();
    let bar = progress::of_work(boards.len() as u64);
    let watch = counting(lang, &bar, boards.len());
    let threads = shared::threads(options.threads).get();
    let (deepest, solve_from) = (options.depth, options.solve_from);
    let values = with_evaluator!(&evaluator_choice, evaluator => {
        measure(evaluator, &boards, deepest, solve_from, threads, &stop, &watch)
    });
    bar.finish_and_clear();
    let interrupted = values.len() < boards.len();
    let Some(models) = models(&values) else {
        if interrupted {
            interrupt();
        }
        return Err(CliError::failed(message!("train-probcut-few", boards = values.len())));
    };
    for model in &models {
        if common.json {
            print_json(model)?;
            output::json(&ModelLine {
                kind: "model",
                model: model.name,
                factors: &model.fitted.0,
                weights: evaluator_choice.title(),
                boards: values.len(),
                seed: options.seed,
                interrupted,
            })?;
        } else {
            print_tables(lang, model)?;
        }
    }
    if !common.json {
        let (weights, boards) = (evaluator_choice.title(), values.len());
        output::line(&tr!(lang, "train-probcut-models", weights = weights, boards = boards))?;
        for model in &models {
            output::line(&constant(model))?;
        }
    }
    if interrupted {
        interrupt();
    }
    Ok(())
}

/// Both models; `None` with too few boards.
fn models(values: &[Values]) -> Option<[Model; 2]> {
    // Neighbouring boards have about as many empty squares, so each half covers all stages.
    let half = |odd: usize| -> Vec<Values> {
        let every = values.iter().enumerate();
        every.filter(|(at, _)| at % 2 == odd).map(|(_, values)| values.clone()).collect()
    };
    let (training, validation) = (half(0), half(1));
    let model = |name, to_the_end| {
        let fitted = fit(&cells(&training, to_the_end))?;
        let calibration = calibrate(&validation, &fitted, to_the_end);
        Some(Model { name, fitted, cells: cells(values, to_the_end), calibration })
    };
    Some([model("MIDGAME", false)?, model("ENDGAME", true)?])
}

/// The model as values of the champion's parameters.
fn constant(model: &Model) -> String {
    let names: &[&str] = match model.name {
        "MIDGAME" => &["", "_shallow", "_depth", "_empties", "_product"],
        _ => &["_endgame", "_endgame_shallow", "_endgame_empties"],
    };
    let value = |(name, factor): (&&str, f32)| {
        format!("probcut_sigma{name} = {}", (10_000.0 * factor).round())
    };
    names.iter().zip(model.fitted.0).map(value).collect::<Vec<_>>().join(", ")
}

fn print_json(model: &Model) -> Result<(), CliError> {
    for cell in &model.cells {
        let Cell { empties, shallow, deep, count, mean, sigma: spread } = *cell;
        let fitted = model.fitted.discs(empties, deep, shallow);
        let (kind, model) = ("spread", model.name);
        let line = CellLine { kind, model, empties, shallow, deep, count, mean, spread, fitted };
        output::json(&line)?;
    }
    for one in &model.calibration {
        let Calibration { shallow, deep, count, within, right } = *one;
        let (kind, model) = ("calibration", model.name);
        let expected = confidences();
        output::json(&CalibrationLine {
            kind,
            model,
            shallow,
            deep,
            count,
            expected,
            within,
            right,
        })?;
    }
    Ok(())
}

fn confidences() -> [u8; 5] {
    std::array::from_fn(|at| Selectivity::ALL[at].percent())
}

/// Prints two tables: the sigmas by depths and empty squares, and the calibration.
fn print_tables(lang: Lang, model: &Model) -> Result<(), CliError> {
    let is_endgame = model.name == "ENDGAME";
    let title = if is_endgame { "train-probcut-endgame" } else { "train-probcut-midgame" };
    output::line(&lang.text(title))?;
    let mut columns: Vec<u32> = model.cells.iter().map(|cell| cell.empties).collect();
    columns.sort();
    columns.dedup();
    let label = |shallow: u32, deep: Option<u32>| match deep {
        Some(deep) => format!("{deep} ← {shallow}"),
        None => format!("← {shallow}"),
    };
    let key = |cell: &Cell| ((!is_endgame).then_some(cell.deep), cell.shallow);
    let mut rows: Vec<_> = model.cells.iter().map(key).collect();
    rows.sort();
    rows.dedup();
    let heads = columns.iter().map(|empties| format!("{empties:>6}")).collect::<String>();
    output::line(&format!("{:>9}{heads}", lang.text("train-empties")))?;
    for row in rows {
        let cells = columns.iter().map(|empties| {
            let own = |cell: &&Cell| key(cell) == row && cell.empties == *empties;
            let cell = model.cells.iter().find(own);
            let sigma = cell.map_or("-".to_owned(), |cell| lang.decimals(cell.sigma, 2));
            format!("{sigma:>6}")
        });
        let cells = cells.collect::<String>();
        output::line(&format!("{:>9}{cells}", label(row.1, row.0)))?;
    }
    output::line("")?;
    output::line(&lang.text("train-probcut-calibration"))?;
    let heads = confidences().map(|percent| format!("{:>14}", format!("{percent} %"))).concat();
    output::line(&format!("{:>9}{:>8}{heads}", "", lang.text("train-count")))?;
    for one in &model.calibration {
        let pairs = one.within.iter().zip(one.right).map(|(within, right)| {
            let [within, right] = [*within, right].map(|share| lang.decimals(100.0 * share, 1));
            format!("{:>14}", format!("{within} ({right})"))
        });
        let (label, count) = (label(one.shallow, one.deep), one.count);
        output::line(&format!("{label:>9}{count:>8}{}", pairs.collect::<String>()))?;
    }
    output::line("")
}
