//! `othellier train check`: errors of an evaluation, by number of empty squares.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use othellier_board::Eight;
use othellier_eval::StaticEvaluator;
use othellier_locale::{message, tr};
use othellier_record::obf;
use othellier_spec::Spec;
use othellier_train::check::{Check, parse_table_line};
use othellier_train::example::read_shard;
use serde::Serialize;

use super::weights::Learned;
use super::{shard_error, shards, table};
use crate::common::error::CliError;
use crate::common::games::refused;
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

#[derive(Serialize)]
struct Total {
    #[serde(flatten)]
    line: table::Line,
    evaluation: String,
    skipped: u64,
    interrupted: bool,
}

/// Checks and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let (evaluator, evaluation): (Arc<dyn StaticEvaluator>, String) = match &options.eval {
        Some(spec) => {
            let built = othellier_eval::build::<Eight>(spec);
            (built.map_err(CliError::usage)?, spec.to_string())
        }
        None => {
            let learned = Learned::load(lang, options.weights.as_deref())?;
            (Arc::new(learned.patterns), learned.title)
        }
    };
    let files = shards(&options.files)?;
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
        let extension = file.extension().unwrap_or_default();
        skipped += match extension.to_str() {
            Some("examples") => from_shard(file, &mut check)?,
            Some("tsv") => from_table(file, &mut check)?,
            _ => from_problems(file, &mut check)?,
        };
        read += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let interrupted = read < files.len();
    let total = check.total();
    if total.errors.count == 0 && !interrupted {
        return Err(CliError::usage(message!("train-check-nothing")));
    }
    let lines: Vec<table::Line> = check
        .by_empties
        .iter()
        .map(|(&empties, findings)| table::Line::of((empties, empties), findings))
        .collect();
    let line = table::Line::total(&total);
    if !common.json {
        output::line(&tr!(lang, "train-check-title", evaluation = evaluation.as_str()))?;
    }
    table::print(lang, common.json, &lines, &line)?;
    if common.json {
        output::json(&Total { line, evaluation, skipped, interrupted })?;
    } else if skipped > 0 {
        anstream::eprintln!("othellier: {}", tr!(lang, "train-check-skipped", count = skipped));
    }
    if interrupted {
        interrupt();
    }
    Ok(())
}

/// Each of the following functions returns how many boards had no score.
fn from_shard(file: &Path, check: &mut Check<'_>) -> Result<u64, CliError> {
    let (_, examples) = read_shard(file).map_err(shard_error)?;
    examples.iter().for_each(|example| check.example(example));
    Ok(0)
}

fn from_table(file: &Path, check: &mut Check<'_>) -> Result<u64, CliError> {
    let name = file.display().to_string();
    let opened = othellier_file::open(file).map_err(|problem| refused(&name, problem))?;
    for (number, line) in (1..).zip(othellier_file::lines(BufReader::new(opened))) {
        let line = line.map_err(|error| refused(&name, error))?;
        let is_head = number == 1 && line.starts_with("board");
        if line.trim().is_empty() || is_head {
            continue;
        }
        let wrong = || refused(&name, message!("train-check-line", line = number.to_string()));
        let (board, score) = parse_table_line(&line).ok_or_else(wrong)?;
        check.board(board, score);
    }
    Ok(0)
}

fn from_problems(file: &Path, check: &mut Check<'_>) -> Result<u64, CliError> {
    let name = file.display().to_string();
    let opened = othellier_file::open(file).map_err(|problem| refused(&name, problem))?;
    let mut skipped = 0;
    for problem in obf::read(BufReader::new(opened)) {
        let (_, problem) = problem.map_err(|error| refused(&name, error))?;
        skipped += u64::from(!check.problem(&problem));
    }
    Ok(skipped)
}
