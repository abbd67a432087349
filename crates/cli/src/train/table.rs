//! Error statistics, as rows of a table.

use std::ops::RangeInclusive;

use othellier_locale::{Lang, thousands};
use othellier_report::words::Words;
use othellier_train::check::Findings;
use othellier_train::fit::Errors;
use othellier_wire::ErrorStatistics;

use crate::common::error::CliError;
use crate::common::output;

/// The statistics of a range of empty squares.
pub(super) fn of(empties: (u32, u32), findings: &Findings) -> ErrorStatistics {
    let (from, to) = empties;
    ErrorStatistics { empties_from: Some(from), empties_to: Some(to), ..total(findings) }
}

/// The statistics of all boards.
pub(super) fn total(findings: &Findings) -> ErrorStatistics {
    let Findings { errors, choices } = findings;
    ErrorStatistics {
        empties_from: None,
        empties_to: None,
        count: errors.count,
        bias: errors.bias(),
        mae: errors.mae(),
        rmse: errors.rmse(),
        sign_rate: errors.sign_rate(),
        mae_without_net: None,
        rmse_without_net: None,
        best_move_rate: choices.best_rate(),
        mean_loss: choices.mean_loss(),
    }
}

/// Adds the statistics of the same weights without their network.
pub(super) fn with_linear(with_net: ErrorStatistics, linear: &ErrorStatistics) -> ErrorStatistics {
    let (mae, rmse) = (Some(linear.mae), Some(linear.rmse));
    ErrorStatistics { mae_without_net: mae, rmse_without_net: rmse, ..with_net }
}

fn text(line: &ErrorStatistics, lang: Lang, with_choices: bool) -> String {
    let empties = match (line.empties_from, line.empties_to) {
        (Some(from), Some(to)) if from == to => from.to_string(),
        (Some(from), Some(to)) => format!("{from}-{to}"),
        _ => lang.text("train-all"),
    };
    let discs = |number: f64| lang.decimals(number, 2);
    let mut cells = vec![
        empties,
        thousands(line.count),
        lang.signed(line.bias, 2),
        discs(line.mae),
        discs(line.rmse),
        lang.percent(line.sign_rate),
    ];
    cells.extend([line.mae_without_net, line.rmse_without_net].into_iter().flatten().map(discs));
    if with_choices {
        cells.push(line.best_move_rate.map_or("-".to_owned(), |rate| lang.percent(rate)));
        cells.push(line.mean_loss.map_or("-".to_owned(), discs));
    }
    columns(&cells)
}

/// Right-aligned cells in columns of the usual widths.
fn columns(cells: &[String]) -> String {
    let widths = [8, 12, 8, 8, 8, 9, 10, 8];
    let cells = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}"));
    cells.collect::<Vec<_>>().join(" ")
}

/// Prints lines and the total as a table.
pub(super) fn print(
    lang: Lang,
    lines: &[ErrorStatistics],
    total: &ErrorStatistics,
) -> Result<(), CliError> {
    let with_choices = total.best_move_rate.is_some();
    let mut keys = vec!["empties", "count", "bias", "mae", "rmse", "sign"];
    if total.mae_without_net.is_some() {
        keys.extend(["mae", "rmse"]);
    }
    if with_choices {
        keys.extend(["best", "loss"]);
    }
    let heads: Vec<String> = keys.iter().map(|key| lang.text(&format!("train-{key}"))).collect();
    output::line(&columns(&heads))?;
    for line in lines.iter().chain([total]) {
        output::line(&text(line, lang, with_choices))?;
    }
    Ok(())
}

/// Lines by game stage, and the total.
pub(super) fn by_stage(errors: &[Errors]) -> (Vec<ErrorStatistics>, ErrorStatistics) {
    let stages = Errors::by_stage(errors).into_iter();
    let line = |(empties, errors): (RangeInclusive<u32>, Errors)| {
        of((*empties.start(), *empties.end()), &errors.into())
    };
    (stages.map(line).collect(), total(&Errors::sum(errors).into()))
}
