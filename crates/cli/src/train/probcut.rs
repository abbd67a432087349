//! `othellier train probcut`: measures the errors of shallow searches and fits the ProbCut models.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use othellier_locale::{Lang, message, tr};
use othellier_search::champion::Selectivity;
use othellier_train::NamedEvaluator;
use othellier_train::example::named_shards;
use othellier_train::probcut::{Calibration, Cell, Model, Stage, boards, models};
use othellier_wire::ProbcutEvent;

use super::counting;
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

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let evaluator = NamedEvaluator::load(options.weights.as_deref())?;
    let shards = named_shards(&options.shards)?;
    let boards = boards(&shards, options.boards.get(), options.seed)?;
    if boards.is_empty() {
        return Err(CliError::usage(message!("train-no-examples")));
    }
    let stop = stop_on_ctrl_c();
    let bar = progress::of_work(boards.len() as u64);
    let watch = counting(lang, &bar, boards.len());
    let threads = shared::threads(options.threads).get();
    let (deepest, solve_from) = (options.depth, options.solve_from);
    let values = evaluator.measure(&boards, deepest, solve_from, threads, &stop, &watch);
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
            output::json(&ProbcutEvent::Model {
                model: model.stage.name().to_owned(),
                factors: model.fitted.0,
                weights: evaluator.title().to_owned(),
                boards: values.len(),
                seed: options.seed,
                interrupted,
            })?;
        } else {
            print_tables(lang, model)?;
        }
    }
    if !common.json {
        let (weights, boards) = (evaluator.title(), values.len());
        output::line(&tr!(lang, "train-probcut-models", weights = weights, boards = boards))?;
        for model in &models {
            output::line(&model.parameters())?;
        }
    }
    if interrupted {
        interrupt();
    }
    Ok(())
}

fn print_json(model: &Model) -> Result<(), CliError> {
    for cell in &model.cells {
        let Cell { empties, shallow, deep, count, mean, sigma } = *cell;
        let fitted = model.fitted.discs(empties, deep, shallow);
        let model = model.stage.name().to_owned();
        output::json(&ProbcutEvent::Sigma {
            model,
            empties,
            shallow,
            deep,
            count,
            mean,
            sigma,
            fitted,
        })?;
    }
    for one in &model.calibration {
        let Calibration { shallow, deep, count, within, right } = *one;
        let (model, expected) = (model.stage.name().to_owned(), confidences());
        output::json(&ProbcutEvent::Calibration {
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
    let is_endgame = model.stage == Stage::Endgame;
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
