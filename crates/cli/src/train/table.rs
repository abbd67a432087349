//! Error statistics, as table rows for people and JSON objects for programs.

use std::ops::RangeInclusive;

use othellier_lab::words::Words;
use othellier_locale::{Lang, thousands};
use othellier_train::check::Findings;
use othellier_train::fit::Errors;
use serde::Serialize;

use crate::common::error::CliError;
use crate::common::output;

/// The statistics of a range of empty squares.
#[derive(Serialize)]
pub(super) struct Line {
    #[serde(rename = "type")]
    kind: &'static str,
    /// The fewest empty squares, and the most; `None` for the total.
    #[serde(skip_serializing_if = "Option::is_none")]
    empties_from: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    empties_to: Option<u32>,
    count: u64,
    bias: f64,
    mae: f64,
    rmse: f64,
    sign_rate: f64,
    /// The same for the weights without their network, where they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    mae_without_net: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rmse_without_net: Option<f64>,
    /// For 1-ply choices, where the score of every move is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_move_rate: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_loss: Option<f64>,
}

impl Line {
    /// The line of a range of empty squares.
    pub(super) fn of(empties: (u32, u32), findings: &Findings) -> Line {
        let line = Line::total(findings);
        Line { kind: "empties", empties_from: Some(empties.0), empties_to: Some(empties.1), ..line }
    }

    /// The line of the total.
    pub(super) fn total(findings: &Findings) -> Line {
        let Findings { errors, choices } = findings;
        Line {
            kind: "total",
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
    pub(super) fn with_linear(self, linear: &Line) -> Line {
        Line { mae_without_net: Some(linear.mae), rmse_without_net: Some(linear.rmse), ..self }
    }

    fn text(&self, lang: Lang, with_choices: bool) -> String {
        let empties = match (self.empties_from, self.empties_to) {
            (Some(from), Some(to)) if from == to => from.to_string(),
            (Some(from), Some(to)) => format!("{from}-{to}"),
            _ => lang.text("train-all"),
        };
        let discs = |number: f64| lang.decimals(number, 2);
        let mut cells = vec![
            empties,
            thousands(self.count),
            lang.signed(self.bias, 2),
            discs(self.mae),
            discs(self.rmse),
            lang.percent(self.sign_rate),
        ];
        cells
            .extend([self.mae_without_net, self.rmse_without_net].into_iter().flatten().map(discs));
        if with_choices {
            cells.push(self.best_move_rate.map_or("-".to_owned(), |rate| lang.percent(rate)));
            cells.push(self.mean_loss.map_or("-".to_owned(), discs));
        }
        columns(&cells)
    }
}

/// Right-aligned cells in columns of the usual widths.
fn columns(cells: &[String]) -> String {
    let widths = [8, 12, 8, 8, 8, 9, 10, 8];
    let cells = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}"));
    cells.collect::<Vec<_>>().join(" ")
}

/// Prints lines and the total, as a table or as JSON objects.
pub(super) fn print(lang: Lang, json: bool, lines: &[Line], total: &Line) -> Result<(), CliError> {
    if json {
        lines.iter().try_for_each(output::json)?;
        return Ok(());
    }
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
        output::line(&line.text(lang, with_choices))?;
    }
    Ok(())
}

/// Lines by game stage, and the total.
pub(super) fn by_stage(errors: &[Errors]) -> (Vec<Line>, Line) {
    let stages = Errors::by_stage(errors).into_iter();
    let line = |(empties, errors): (RangeInclusive<u32>, Errors)| {
        Line::of((*empties.start(), *empties.end()), &errors.into())
    };
    (stages.map(line).collect(), Line::total(&Errors::sum(errors).into()))
}
