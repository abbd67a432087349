//! `othellier train ordering`: trains the learned move ordering of the endgame.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use othellier_eval::patterns::Patterns;
use othellier_locale::{message, tr};
use othellier_train::example::named_shards;
use othellier_train::ordering::{Settings, Trained, measure, read, roots, train};
use othellier_wire::OrderingEvent;

use super::{check_validation, counting};
use crate::common::error::CliError;
use crate::common::files;
use crate::common::games::refused;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::values;

/// Measure the cost of endgame moves, and train the learned move ordering of the solver
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train ordering games --boards 5000 --costs costs.txt --out ordering.bin
  othellier train ordering --costs costs.txt --out ordering.bin    trains on earlier measurements")]
pub(crate) struct Options {
    /// Folders of shards, or shards, to take boards from; none to measure nothing more
    #[arg(value_name = "SHARDS")]
    shards: Vec<PathBuf>,
    /// The cost file: measurements are appended, and boards already in it are not solved again
    #[arg(long, value_name = "FILE")]
    costs: PathBuf,
    /// Write the trained weights here; the solver includes crates/search/weights/ordering.bin
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many boards to solve; at most 300 positions are taken from each
    #[arg(long, value_name = "N", default_value = "1000")]
    boards: NonZeroUsize,
    /// Training epochs
    #[arg(long, value_name = "N", default_value = "8")]
    epochs: NonZeroUsize,
    /// Keep one board in N as the validation set; 0 for none
    #[arg(long, value_name = "N", default_value = "16")]
    validation: usize,
    /// Random seed of the sample of boards and positions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Boards to solve at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    check_validation(options.validation)?;
    if let Some(out) = &options.out {
        if othellier_platform::file::is_same(out, &options.costs) {
            return Err(CliError::usage(message!("train-ordering-same")));
        }
        files::check_writable(out)?;
    }
    let stop = stop_on_ctrl_c();
    let costs = options.costs.display().to_string();
    let unreadable = |error: std::io::Error| refused(&costs, error);
    if !options.shards.is_empty() {
        let shards = named_shards(&options.shards)?;
        let boards = roots(&shards, options.boards.get(), options.seed)?;
        if boards.is_empty() {
            return Err(CliError::usage(message!("train-no-examples")));
        }
        let bar = progress::of_work(boards.len() as u64);
        let watch = counting(lang, &bar, boards.len());
        let threads = shared::threads(options.threads).get();
        let evaluator = Patterns::shipped();
        measure(&evaluator, &boards, options.seed, &options.costs, threads, &stop, &watch)?;
        bar.finish_and_clear();
        if stop.is_stopped() {
            anstream::eprintln!(
                "othellier: {}",
                tr!(lang, "train-ordering-later", file = costs.clone())
            );
            interrupt();
        }
    }
    let nodes = read(&options.costs).map_err(unreadable)?;
    let nodes = nodes.map_err(|line| {
        refused(&costs, message!("train-ordering-line", line = line.to_string()))
    })?;
    let (epochs, validation_one_in) = (options.epochs.get(), options.validation);
    let settings = Settings { epochs, validation_one_in };
    let bar = progress::of_work(epochs as u64);
    let trained = train(&nodes, settings, &stop, &mut |epoch| bar.set_position(epoch as u64));
    bar.finish_and_clear();
    let Some(trained) = trained else {
        if stop.is_stopped() {
            interrupt();
        }
        let key = if nodes.is_empty() { "train-ordering-few" } else { "train-ordering-validation" };
        return Err(CliError::failed(message!(key, file = costs.clone())));
    };
    if let Some(out) = &options.out {
        files::write(out, &trained.to_bytes())?;
    }
    let excluded: usize = trained.validation.iter().map(|layer| layer.positions).sum();
    let positions = nodes.len() - excluded;
    report(common, &trained, positions, validation_one_in, options.seed)
}

fn report(
    common: Common,
    trained: &Trained,
    positions: usize,
    validation_one_in: usize,
    seed: u64,
) -> Result<(), CliError> {
    let lang = common.lang;
    if common.json {
        for layer in &trained.validation {
            let (empties, positions) = (layer.empties, layer.positions);
            let (by_replies, learned) = (layer.by_replies, layer.learned);
            output::json(&OrderingEvent::Layer { empties, positions, by_replies, learned })?;
        }
        return output::json(&OrderingEvent::Total { positions, validation_one_in, seed });
    }
    output::line(&tr!(
        lang,
        "train-ordering-learned",
        positions = positions,
        seed = seed.to_string()
    ))?;
    for layer in &trained.validation {
        output::line(&tr!(
            lang,
            "train-ordering-layer",
            empties = layer.empties,
            positions = layer.positions,
            replies = lang.decimals(layer.by_replies, 3),
            learned = lang.decimals(layer.learned, 3)
        ))?;
    }
    Ok(())
}
