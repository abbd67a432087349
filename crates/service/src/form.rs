//! Which options of players and evaluators strangers may set, and within what bounds. Forms are
//! generated from this table, and every spec is checked against it.
//!
//! An option that is not in the table may not be set. Files, programs and threads are not, and
//! neither is a new option of the catalogues until it has a line here.

use std::time::Duration;

use othellier_play::{parse_bytes, parse_duration};
use othellier_search::champion::SearchLevel;
use serde::Serialize;

use crate::limits;

/// The values that a field accepts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Form {
    Number {
        min: u64,
        max: u64,
    },
    Real {
        min: f64,
        max: f64,
    },
    Choice {
        choices: &'static [&'static str],
    },
    /// The spec of an evaluator.
    Evaluator,
    /// A time, such as `5s`.
    Duration {
        /// The longest, in milliseconds.
        max_ms: u64,
    },
    /// An amount of memory, such as `4MiB`.
    Bytes {
        max_bytes: usize,
    },
}

const SECONDS: Form = Form::Duration { max_ms: limits::SPEC_TIME.as_millis() as u64 };
const MEMORY: Form = Form::Bytes { max_bytes: limits::SPEC_BYTES };

/// The field of an option of a player or an evaluator; `None` if strangers may not set it.
pub fn form(owner: &str, option: &str) -> Option<Form> {
    let number = |min, max| Form::Number { min, max };
    let choice = |choices| Form::Choice { choices };
    let form = match (owner, option) {
        ("champion", "level") => number(0, SearchLevel::MAX.into()),
        ("champion", "depth") => number(1, 60),
        ("champion", "selectivity") => choice(&["73", "87", "95", "98", "99", "100"]),
        // Only the shipped book: another one would be a file.
        ("champion", "book") => choice(&["off", "on"]),
        ("champion", "variety") => Form::Real { min: 0.0, max: 64.0 },
        ("mcts", "playouts") => number(1, 200_000),
        ("mcts", "c") => Form::Real { min: 0.0, max: 100.0 },
        ("mcts", "policy") => choice(&["random", "corners"]),
        ("mixed", "mobility_from" | "discs_from") | ("mixed-discs", "from") => number(0, 60),
        ("mixed" | "mixed-discs", "matrix") => choice(&["1", "2"]),
        ("matrix1" | "matrix2" | "matrix", "count") => choice(&["difference", "own"]),
        ("mobility", "corners") => choice(&["on", "off"]),
        ("mobility", "rule") => choice(&["difference", "literal"]),
        ("parity", "rule") => choice(&["regions", "more-discs"]),
        ("stability", "semi") => number(0, 100),
        ("stability", "rule") => choice(&["next-move", "edges"]),
        ("runs", "discs") | ("strategic", "phase") => choice(&["on", "off"]),
        (_, "depth") => number(1, 12),
        (_, "nodes") => number(1, 1_000_000_000),
        (_, "time") => SECONDS,
        (_, "hash") => MEMORY,
        (_, "eval") => Form::Evaluator,
        (_, "order") => choice(&["none", "static", "dynamic", "mobility", "endgame"]),
        (_, "table") => choice(&["none", "modulo", "zobrist"]),
        // A tree in memory is the one board representation whose size has no small bound.
        (_, "memory") => choice(&["undo", "copy"]),
        (_, "deepening") => choice(&["on", "off"]),
        (_, "endgame") => number(0, 20),
        (_, "ties") => choice(&["first", "random"]),
        (_, "convention") => choice(&["negamax", "minmax"]),
        _ => return None,
    };
    Some(form)
}

impl Form {
    /// The expectation, if a value is out of bounds. The catalogue reports texts that are not
    /// values.
    pub fn violation(self, value: &str) -> Option<String> {
        match self {
            Form::Number { max, .. } => {
                let number: Option<u64> = value.parse().ok();
                // A number with too many digits is above any bound.
                let digits =
                    !value.is_empty() && value.bytes().all(|letter| letter.is_ascii_digit());
                let beyond =
                    number.is_some_and(|number| number > max) || digits && number.is_none();
                beyond.then(|| format!("at most {max}"))
            }
            Form::Real { max, .. } => {
                let number: f64 = value.parse().ok()?;
                (number > max).then(|| format!("at most {max}"))
            }
            Form::Choice { choices } => {
                (!choices.contains(&value)).then(|| format!("one of {}", choices.join(", ")))
            }
            Form::Duration { max_ms } => {
                let time = parse_duration(value).ok()?;
                (time > Duration::from_millis(max_ms))
                    .then(|| format!("at most {}s", max_ms / 1000))
            }
            Form::Bytes { max_bytes } => {
                let bytes = parse_bytes(value)?;
                (bytes > max_bytes).then(|| format!("at most {}MiB", max_bytes >> 20))
            }
            Form::Evaluator => None,
        }
    }
}
