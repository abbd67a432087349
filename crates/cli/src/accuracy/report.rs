//! The output of `accuracy`: a line per position and a total, as tables or JSON.
//!
//! Nodes and seconds are those of the player, without the solver's. Means have their 95 % confidence
//! interval beside them.

use std::time::Duration;

use othellier_board::Size;
use othellier_locale::{Lang, rounded, thousands, tr};
use othellier_measure::accuracy::MeasuredPosition;
use othellier_report::words::Words;
use othellier_tui::table::TextTable;
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
    let (measures, intervals) = (&total.measures, &total.intervals);
    let title =
        tr!(lang, "accuracy-total", player = total.player.as_str(), positions = total.positions);
    let discs = |number: f64| tr!(lang, "accuracy-discs", number = rounded(number, 2));
    let decimals = |number: f64| lang.decimals(number, 2);
    let signed = |number: f64| lang.signed(number, 2);
    let percent = |share: f64| lang.percent(share);
    let with = |text: String, interval: Option<[f64; 2]>, write: &dyn Fn(f64) -> String| {
        format!("{text}{}", between(lang, interval, write))
    };
    let mut table = TextTable::new(title);
    let mut row = |key: &str, text: String| table.row(lang.text(key), text);
    let (rate, within) = (measures.best_move_rate, measures.within_3_rate);
    row("accuracy-best-rate", with(percent(rate), intervals.best_move_rate, &percent));
    row("accuracy-within-3-rate", with(percent(within), intervals.within_3_rate, &percent));
    row("accuracy-mean-loss", with(discs(measures.mean_loss), intervals.mean_loss, &decimals));
    if let Some(error) = measures.mean_abs_error {
        row("accuracy-mean-error", with(discs(error), intervals.mean_abs_error, &decimals));
    }
    if let Some(bias) = measures.bias {
        row("accuracy-bias", with(signed(bias), intervals.bias, &signed));
    }
    let (nodes, seconds) = (measures.nodes, measures.seconds);
    let cost = tr!(lang, "accuracy-cost-is", nodes = nodes, seconds = lang.decimals(seconds, 3));
    row("accuracy-cost", cost);
    let positions = total.positions.max(1) as f64;
    let mean = |seconds: f64| lang.time(Duration::from_secs_f64(seconds / positions));
    let nodes = (nodes as f64 / positions) as u64;
    let each = match measures.cpu_seconds {
        Some(cpu) => {
            tr!(lang, "accuracy-each-is-cpu", nodes = nodes, wall = mean(seconds), cpu = mean(cpu))
        }
        None => tr!(lang, "accuracy-each-is", nodes = nodes, wall = mean(seconds)),
    };
    row("accuracy-each", each);
    if total.proved > 0 {
        row("accuracy-proved", tr!(lang, "accuracy-proved-is", positions = total.proved));
    }
    row("accuracy-seed", total.seed.to_string());
    table::print(&table)
}

/// An interval as it stands after its mean; empty if there is none.
fn between(lang: Lang, interval: Option<[f64; 2]>, write: &dyn Fn(f64) -> String) -> String {
    let text = |[low, high]: [f64; 2]| {
        format!("  {}", tr!(lang, "accuracy-between", low = write(low), high = write(high)))
    };
    interval.map(text).unwrap_or_default()
}
