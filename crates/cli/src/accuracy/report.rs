//! The output of `accuracy`: a line per position and a total, as tables or JSON.
//!
//! Nodes and seconds are those of the player, without the solver's.

use std::time::Duration;

use othellier_board::Size;
use othellier_lab::accuracy::MeasuredPosition;
use othellier_locale::{Lang, rounded, thousands, tr};
use othellier_wire::{AccuracyEvent, AccuracyTotal, JudgedPosition};

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;
use crate::common::table;

pub(super) fn header(lang: Lang) -> String {
    let keys = ["solve-id", "solve-empties", "solve-move", "accuracy-loss"];
    let [id, empties, played, loss] = keys.map(|key| lang.text(key));
    let keys = ["solve-score", "accuracy-best", "accuracy-error", "solve-nodes", "solve-time"];
    let [score, best, error, nodes, time] = keys.map(|key| lang.text(key));
    columns([&id, &empties, &played, &loss, &score, &best, &error, &nodes, &time])
}

pub(super) fn print_position<S: Size>(
    common: Common,
    measured: MeasuredPosition<S>,
) -> Result<(), CliError> {
    let measured = JudgedPosition::from(measured);
    if common.json {
        return output::json(&AccuracyEvent::Position(Box::new(measured)));
    }
    let (lang, measures) = (common.lang, &measured.measures);
    let optional = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    output::line(&columns([
        &measured.id.to_string(),
        &measured.empties.to_string(),
        &measured.played,
        &measured.loss.to_string(),
        &optional(measured.score.map(|score| lang.signed(score, 2))),
        &format!("{:+}", measured.expected),
        &optional(measures.mean_abs_error.map(|error| lang.decimals(error, 2))),
        &thousands(measures.nodes),
        &lang.time(Duration::from_secs_f64(measures.seconds)),
    ]))
}

/// Right-aligned cells in columns wide enough for usual values.
fn columns(cells: [&str; 9]) -> String {
    let [id, empties, played, loss, score, best, error, nodes, time] = cells;
    format!(
        "{id:>6} {empties:>7} {played:>5} {loss:>5} {score:>8} {best:>5} {error:>7} \
         {nodes:>15} {time:>10}"
    )
}

pub(super) fn print_total(lang: Lang, total: &AccuracyTotal) -> Result<(), CliError> {
    let measures = &total.measures;
    let title =
        tr!(lang, "accuracy-total", player = total.player.as_str(), positions = total.positions);
    let discs = |number: f64| tr!(lang, "accuracy-discs", number = rounded(number, 2));
    let mut table = table::TextTable::new(title);
    table.row(lang.text("accuracy-best-rate"), table::percent(lang, measures.best_move_rate));
    table.row(lang.text("accuracy-within-3-rate"), table::percent(lang, measures.within_3_rate));
    table.row(lang.text("accuracy-mean-loss"), discs(measures.mean_loss));
    if let Some(error) = measures.mean_abs_error {
        table.row(lang.text("accuracy-mean-error"), discs(error));
    }
    let (nodes, seconds) = (measures.nodes, lang.decimals(measures.seconds, 3));
    let cost = tr!(lang, "accuracy-cost-is", nodes = nodes, seconds = seconds);
    table.row(lang.text("accuracy-cost"), cost);
    if total.proved > 0 {
        let positions = tr!(lang, "accuracy-proved-is", positions = total.proved);
        table.row(lang.text("accuracy-proved"), positions);
    }
    table.row(lang.text("accuracy-seed"), total.seed.to_string());
    table::print(&table)
}
