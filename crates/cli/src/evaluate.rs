//! `othellier evaluate`: what evaluators say of a position, without a search.

use std::sync::Arc;

use clap::Args;
use othellier_board::{Position, Size, with_size};
use othellier_eval::{StaticEvaluator, build, catalogue};
use othellier_locale::{Lang, tr};
use othellier_spec::{Access, Spec};
use othellier_wire::{Evaluation, Probabilities};

use crate::common::error::CliError;
use crate::common::games::read_position;
use crate::common::options::{Common, board_side};
use crate::common::{output, values};

/// Evaluate a position without a search: scores, and who will probably win
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier evaluate --position f5d6c3
  othellier evaluate --position f5d6c3 --eval net --json")]
pub(crate) struct Options {
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, default_value = "startpos", value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// An evaluator, may be repeated: see `othellier evaluators`; by default all that need no option
    #[arg(long, value_name = "EVALUATOR")]
    eval: Vec<Spec>,
    /// Board size: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let side = board_side(options.size, &options.position);
    with_size!(side, S => evaluate::<S>(common, &options)).expect("a side that was checked")
}

fn evaluate<S: Size>(common: Common, options: &Options) -> Result<(), CliError> {
    let position: Position<S> = read_position(common.lang, &options.position)?;
    let evaluators = match &options.eval[..] {
        [] => all(),
        named => named.iter().map(with_evaluator).collect::<Result<_, _>>()?,
    };
    let width = evaluators.iter().map(|(spec, _)| spec.to_string().len()).max().unwrap_or(0);
    for (spec, evaluator) in &evaluators {
        let evaluation = Evaluation::new(&position, spec, &**evaluator);
        if common.json {
            output::json(&evaluation)?;
        } else {
            output::line(&row(common.lang, &evaluation, width))?;
        }
    }
    Ok(())
}

type Evaluator<S> = (Spec, Arc<dyn StaticEvaluator<S>>);

fn with_evaluator<S: Size>(spec: &Spec) -> Result<Evaluator<S>, CliError> {
    Ok((spec.clone(), build(spec, &Access::Full).map_err(CliError::usage)?))
}

/// The evaluators that need no option and support the size of the board.
fn all<S: Size>() -> Vec<Evaluator<S>> {
    let specs = catalogue::<S>()
        .into_iter()
        .map(|entry| Spec { name: entry.description.name.to_owned(), options: Vec::new() });
    specs
        .filter_map(|spec| build(&spec, &Access::Full).ok().map(|evaluator| (spec, evaluator)))
        .collect()
}

fn row(lang: Lang, evaluation: &Evaluation, width: usize) -> String {
    let Evaluation { evaluator, score, probabilities, .. } = evaluation;
    let score = lang.with_decimal_separator(&format!("{score:+.2}"));
    let row = format!("{evaluator:width$}  {score:>8}");
    match probabilities {
        None => row,
        Some(probabilities) => format!("{row}  {}", in_percent(lang, *probabilities)),
    }
}

fn in_percent(lang: Lang, probabilities: Probabilities) -> String {
    let Probabilities { win, draw, loss } = probabilities;
    let [win, draw, loss] = [win, draw, loss].map(|one| lang.decimals(100.0 * one, 1));
    tr!(lang, "evaluate-probabilities", win = win, draw = draw, loss = loss)
}
