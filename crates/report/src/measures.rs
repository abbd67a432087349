//! The values of measures: with their intervals, their units, and as text.

use std::time::Duration;

use othellier_board::{Eight, Size};

use crate::chart::Scale;
use crate::evolution::formula;
use crate::words::{Words, thousands};
use othellier_measure::experiment::{GameFindings, Measure, RoulettePart, SearchFindings};
use othellier_measure::stats::{Counts, Elo, Mean, elo_of};

/// The key of a measure in messages and in file names.
pub fn key(measure: Measure) -> &'static str {
    match measure {
        Measure::Wins => "wins",
        Measure::Draws => "draws",
        Measure::Losses => "losses",
        Measure::Score => "score",
        Measure::Elo => "elo",
        Measure::Discs => "discs",
        Measure::FirstMove => "first-move",
        Measure::LastMove => "last-move",
        Measure::Occupation => "occupation",
        Measure::GameTime => "game-time",
        Measure::Time => "time",
        Measure::Speedup => "speedup",
        Measure::TimeByMove => "time-by-move",
        Measure::MedianTimeByMove => "median-time-by-move",
        Measure::Nodes => "nodes",
        Measure::NodesByMove => "nodes-by-move",
        Measure::PeakMemory => "peak-memory",
        Measure::PeakMemoryByMove => "peak-memory-by-move",
        Measure::CumulatedMemory => "cumulated-memory",
        Measure::LiveMemory => "live-memory",
        Measure::TableHits => "table-hits",
        Measure::TableCollisions => "table-collisions",
        Measure::TableFill => "table-fill",
        Measure::Squares => "squares",
    }
}

/// A unit of display: its size in units of the measure, and its name.
pub(super) type Unit = (f64, &'static str);

/// The unit for times up to this many milliseconds.
fn time_unit(longest_ms: f64) -> Unit {
    match longest_ms {
        1000.0.. => (1000.0, "s"),
        1.0.. => (1.0, "ms"),
        _ => (1e-3, "µs"),
    }
}

fn memory_unit(most: f64) -> Unit {
    match most {
        1_048_576.0.. => (1_048_576.0, "MiB"),
        1024.0.. => (1024.0, "KiB"),
        _ => (1.0, "B"),
    }
}

/// The colours of a player, as keys of messages.
pub(super) const COLORS: [&str; 2] = ["black", "white"];

const PLAIN: Unit = (1.0, "");
pub(super) const PERCENT: Unit = (0.01, "%");

/// The unit of a measure whose largest value is this.
pub(super) fn unit(measure: Measure, greatest: f64) -> Unit {
    match measure {
        Measure::GameTime | Measure::Time | Measure::TimeByMove | Measure::MedianTimeByMove => {
            time_unit(greatest)
        }
        Measure::PeakMemory
        | Measure::PeakMemoryByMove
        | Measure::CumulatedMemory
        | Measure::LiveMemory => memory_unit(greatest),
        Measure::Wins
        | Measure::Draws
        | Measure::Losses
        | Measure::Score
        | Measure::FirstMove
        | Measure::Occupation
        | Measure::TableHits
        | Measure::TableCollisions
        | Measure::TableFill => PERCENT,
        _ => PLAIN,
    }
}

/// A value with its confidence interval.
pub(super) type Value = (f64, Option<(f64, f64)>);

fn of_mean(mean: Mean) -> Value {
    (mean.mean, mean.interval())
}

/// The mean of a quantity that is never negative: times, nodes, memory.
pub(super) fn of_amount(mean: Mean) -> Value {
    let (mean, interval) = of_mean(mean);
    (mean, interval.map(|(low, high)| (low.max(0.0), high)))
}

/// The share of `count` in all games, with Wilson's interval.
pub(super) fn share(count: u64, all: Counts) -> Option<Value> {
    let counted = Counts { wins: count, draws: 0, losses: all.games() - count };
    Some((counted.score_rate()?, counted.interval()))
}

/// The share of games won, with Wilson's interval.
pub(super) fn wins(counts: Counts) -> Option<Value> {
    share(counts.wins, counts)
}

/// Seconds per game in milliseconds.
pub(super) fn game_time(seconds: Mean) -> Value {
    let (mean, interval) = of_amount(seconds);
    (1e3 * mean, interval.map(|(low, high)| (1e3 * low, 1e3 * high)))
}

/// The value of a measure for an arm, if it is one number.
pub(super) fn value(measure: Measure, found: &GameFindings) -> Option<Value> {
    match measure {
        Measure::Wins => wins(found.score),
        Measure::Draws => share(found.score.draws, found.score),
        Measure::Losses => share(found.score.losses, found.score),
        Measure::Score => Some((found.score.score_rate()?, found.score.interval())),
        Measure::Discs => found.discs.map(of_mean),
        Measure::GameTime => found.game_seconds.map(game_time),
        Measure::Time => found.milliseconds.map(of_amount),
        Measure::Nodes => found.nodes.map(of_amount),
        Measure::PeakMemory => Some((found.peak_bytes as f64, None)),
        Measure::LiveMemory => Some((found.live_bytes as f64, None)),
        Measure::CumulatedMemory => found.cumulated_bytes.map(of_amount),
        Measure::TableHits => Some((found.table.hits?, None)),
        Measure::TableCollisions => Some((found.table.collisions?, None)),
        Measure::TableFill => Some((found.table.fill?, None)),
        _ => None,
    }
}

/// The value of a measure of searches.
pub(super) fn of_search(measure: Measure, found: &SearchFindings) -> Option<Value> {
    match measure {
        Measure::Nodes => Some(of_amount(found.nodes)),
        Measure::Time => Some(of_amount(found.milliseconds)),
        Measure::Speedup => found.speedup.map(|ratio| (ratio.value, ratio.interval)),
        Measure::PeakMemory => Some(of_amount(found.peak_bytes)),
        Measure::CumulatedMemory => Some(of_amount(found.cumulated_bytes)),
        Measure::LiveMemory => Some(of_amount(found.live_bytes)),
        Measure::TableHits => Some((found.table.hits?, None)),
        Measure::TableCollisions => Some((found.table.collisions?, None)),
        Measure::TableFill => Some((found.table.fill?, None)),
        _ => None,
    }
}

/// The Elo difference as text, with both ends of its interval. A player that won or lost every game
/// has no finite Elo; the interval of the score still gives a bound.
pub(super) fn elo_shown(found: &GameFindings) -> (String, Option<(f64, f64, f64)>) {
    if let Some(Elo { difference, error }) = found.elo() {
        let ends = (difference, difference - error, difference + error);
        return (format!("{difference:+.0} ± {error:.0}"), Some(ends));
    }
    let bound = found.score.interval().and_then(|(low, high)| {
        let least = elo_of(low).map(|least| (least, f64::INFINITY, '>'));
        least.or_else(|| elo_of(high).map(|most| (most, f64::NEG_INFINITY, '<')))
    });
    match bound {
        Some((bound, far, sign)) => {
            (format!("{sign} {bound:+.0}"), Some((far, bound.min(far), bound.max(far))))
        }
        None => ("–".to_owned(), None),
    }
}

/// A value for a scale. On a logarithmic scale the interval is `m · exp(±e / m)`: it stays above
/// zero and is symmetric around its mean.
pub(super) fn on_scale((value, interval): Value, scale: Scale) -> Value {
    let by_powers = |(_, high): (f64, f64)| {
        let error = ((high - value) / value).exp();
        (value / error, value * error)
    };
    match scale {
        Scale::Log if value > 0.0 => (value, interval.map(by_powers)),
        _ => (value, interval),
    }
}

/// A value of a measure as text.
pub(super) fn shown(words: &dyn Words, measure: Measure, value: f64) -> String {
    match measure {
        Measure::Nodes | Measure::NodesByMove => thousands(value.round() as u64),
        Measure::Time | Measure::TimeByMove | Measure::MedianTimeByMove | Measure::GameTime => {
            words.time(Duration::from_secs_f64(value.max(0.0) / 1e3))
        }
        Measure::PeakMemory
        | Measure::PeakMemoryByMove
        | Measure::CumulatedMemory
        | Measure::LiveMemory => words.bytes(value.round() as u64),
        Measure::Discs => words.signed(value, 1),
        Measure::Speedup => words.decimals(value, 2),
        _ => words.percent(value),
    }
}

/// A share in percent, with enough decimals not to be rounded to 100 %.
pub(super) fn fine_percent(words: &dyn Words, share: f64) -> String {
    let rounded = |places: usize| format!("{:.places$}", 100.0 * share);
    let places = (1..=4).find(|&places| rounded(places).parse::<f64>().is_ok_and(|n| n < 100.0));
    format!("{} %", words.decimals(100.0 * share, places.unwrap_or(4)))
}

/// How much more or less the first is than the second, in percent.
pub(super) fn change(words: &dyn Words, value: f64, base: f64) -> String {
    let share = value / base - 1.0;
    let sign = if share < 0.0 { '−' } else { '+' };
    format!("{sign}{}", fine_percent(words, share.abs()))
}

/// The shares under each law, given as a formula.
pub(super) fn wheels(part: &RoulettePart) -> Vec<(String, Vec<f64>)> {
    let squares = u32::from(Eight::SQUARES);
    part.wheels().map(|(law, shares)| (formula(law, squares), shares)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_never_reach_below_zero() {
        let mean = Mean::of(&[1.0, 30.0]).unwrap();
        assert_eq!(of_amount(mean).1.unwrap().0, 0.0);
        let (value, interval) = on_scale((10.0, Some((-5.0, 25.0))), Scale::Log);
        let (low, high) = interval.unwrap();
        assert!(low > 0.0 && (high / value - value / low).abs() < 1e-9);
    }

    /// Ten wins of ten: Wilson's interval begins at 10 / 13.8415, in Elo +166.
    #[test]
    fn winning_every_game_gives_a_lower_bound() {
        let score = |wins, losses| GameFindings {
            score: Counts { wins, draws: 0, losses },
            ..GameFindings::default()
        };
        let (shown, ends) = elo_shown(&score(10, 0));
        assert_eq!((shown.as_str(), ends.unwrap().0), ("> +166", f64::INFINITY));
        assert_eq!(elo_shown(&score(0, 10)).0, "< -166");
        assert_eq!(elo_shown(&score(0, 0)), ("–".to_owned(), None));
    }

    #[test]
    fn units_give_short_numbers() {
        assert_eq!(time_unit(0.2).1, "µs");
        assert_eq!(time_unit(20.0).1, "ms");
        assert_eq!(time_unit(2e4).1, "s");
        assert_eq!(memory_unit(310.0 * 1024.0).1, "KiB");
    }
}
