//! `othellier train check`: errors of an evaluation, by number of empty squares.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use othellier_board::Eight;
use othellier_eval::StaticEvaluator;
use othellier_locale::{message, tr};
use othellier_spec::{Access, Spec};
use othellier_train::Learned;
use othellier_train::check::{Check, CheckError};
use othellier_train::example::named_shards;
use othellier_wire::EvaluationEvent;

use super::table;
use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;

/// Measure an evaluation against known scores, by number of empty squares
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train check endgames.obf --weights my.bin
  othellier train check scores.tsv games --json
  othellier train check endgames.obf --eval mobility")]
pub(crate) struct Options {
    /// Problems (OBF), boards with scores (.tsv: board, side, score), shards or folders of shards
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Weights to check; by default the shipped ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Check this evaluator instead: see `othellier evaluators`; most count in points, not discs
    #[arg(long, value_name = "EVALUATOR", conflicts_with = "weights")]
    eval: Option<Spec>,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let (evaluator, evaluation): (Arc<dyn StaticEvaluator>, String) = match &options.eval {
        Some(spec) => {
            let built = othellier_eval::build::<Eight>(spec, &Access::Full);
            (built.map_err(CliError::usage)?, spec.to_string())
        }
        None => {
            let learned = Learned::load(options.weights.as_deref())?;
            (Arc::new(learned.patterns), learned.title)
        }
    };
    let files = named_shards(&options.files)?;
    let stop = stop_on_ctrl_c();
    let bar = progress::of_work(files.len() as u64);
    let mut check = Check::new(&*evaluator);
    let mut skipped = 0;
    let mut read = 0;
    for file in &files {
        if stop.is_stopped() {
            break;
        }
        bar.set_message(file.display().to_string());
        skipped += check.file(file).map_err(|error| match error {
            CheckError::Shard(error) => error.into(),
            error => CliError::usage(error),
        })?;
        read += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let interrupted = read < files.len();
    let total = check.total();
    if total.errors.count == 0 && !interrupted {
        return Err(CliError::usage(message!("train-check-nothing")));
    }
    let of_empties = |(&empties, findings)| table::of((empties, empties), findings);
    let lines: Vec<_> = check.by_empties.iter().map(of_empties).collect();
    let errors = table::total(&total);
    if common.json {
        lines.into_iter().try_for_each(|line| output::json(&EvaluationEvent::Empties(line)))?;
        output::json(&EvaluationEvent::Total { errors, evaluation, skipped, interrupted })?;
    } else {
        output::line(&tr!(lang, "train-check-title", evaluation = evaluation.as_str()))?;
        table::print(lang, &lines, &errors)?;
        if skipped > 0 {
            anstream::eprintln!("othellier: {}", tr!(lang, "train-check-skipped", count = skipped));
        }
    }
    if interrupted {
        interrupt();
    }
    Ok(())
}
