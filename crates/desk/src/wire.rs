//! JSON types that many answers share.

use othellier_board::{Color, Move, Size};
use othellier_search::{Line, SearchReport, StopReason, Trust};
use serde::{Deserialize, Serialize};

/// Black or White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// A value for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Both<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> Both<T> {
    /// Black first.
    pub fn from_array([black, white]: [T; 2]) -> Both<T> {
        Both { black, white }
    }

    /// Black first.
    pub fn into_array(self) -> [T; 2] {
        [self.black, self.white]
    }
}

/// A sentence in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sentence {
    /// In English.
    pub en: &'static str,
    /// In French.
    pub fr: &'static str,
}

impl Sentence {
    /// A text of a catalogue: English where its French is not known.
    pub(crate) fn of(english: &'static str) -> Sentence {
        Sentence { en: english, fr: othellier_locale::french(english).unwrap_or(english) }
    }
}

/// How far a score can be trusted, and the confidence of a selective one.
pub fn trust_shown(trust: Trust) -> (&'static str, Option<u8>) {
    match trust {
        Trust::Exact => ("exact", None),
        Trust::Selective { percent } => ("selective", Some(percent)),
        Trust::Estimate => ("estimate", None),
        Trust::None => ("none", None),
    }
}

/// A line that a search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LineShown {
    #[serde(rename = "move")]
    /// The move.
    pub played: String,
    /// In discs for the side to move; none if the move was not chosen by a score.
    pub score: Option<f64>,
    /// `exact`, `selective`, `estimate` or `none`.
    pub trust: &'static str,
    /// The confidence of a selective score.
    pub percent: Option<u8>,
    /// The loss against the best move, in discs.
    pub loss: Option<f64>,
    /// The move and the expected replies.
    pub line: Vec<String>,
}

/// The lines of a report, best first.
pub fn lines_shown<S: Size>(report: &SearchReport<S>) -> Vec<LineShown> {
    let best = report.lines.first().and_then(score_of);
    let shown = report.lines.iter().map(|line| {
        let score = score_of(line);
        let (trust, percent) = trust_shown(line.trust);
        let loss = best.zip(score).map(|(best, score)| round(best - score));
        let line = moves_shown(&line.moves);
        LineShown {
            played: line.first().cloned().unwrap_or_default(),
            score,
            trust,
            percent,
            loss,
            line,
        }
    });
    shown.collect()
}

/// Moves as texts.
pub fn moves_shown<S: Size>(moves: &[Move<S>]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// The score of a line, if there is one.
pub fn score_of<S: Size>(line: &Line<S>) -> Option<f64> {
    (line.trust != Trust::None).then(|| line.score.discs())
}

/// Rounds to hundredths.
pub fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Nodes per second; none if no time has passed.
pub fn speed(nodes: u64, seconds: f64) -> Option<u64> {
    (seconds > 0.0).then(|| (nodes as f64 / seconds) as u64)
}

/// Why a search ended.
pub fn reason_shown(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Done => "done",
        StopReason::Nodes => "nodes",
        StopReason::Time => "time",
        StopReason::Memory => "memory",
        StopReason::Stopped => "stopped",
    }
}
