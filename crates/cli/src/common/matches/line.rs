//! One game of a match as JSON, as a CSV row, or as a transcript.

use std::time::Duration;

use othellier_board::{Color, Size};
use othellier_lab::{FaultKind, FinishedGame, MatchGame, Totals};
use othellier_record::{Game, transcript};
use othellier_spec::Spec;
use serde::Serialize;

/// A game. The fields of A and B are not nested, because a CSV row is flat.
#[derive(Serialize)]
pub(crate) struct GameLine {
    /// The number of the game, from 0.
    index: usize,
    pair: Option<usize>,
    /// The moves of the opening, or its position if it is not given by moves.
    opening: String,
    a_color: String,
    black: String,
    white: String,
    /// All moves, from the start or from the position of the opening.
    moves: String,
    /// Discs of Black and White, empty squares to the winner.
    result: String,
    winner: Option<String>,
    black_discs: u32,
    white_discs: u32,
    empties: u32,
    /// A's score: 1, 0.5 or 0.
    score: f64,
    /// A's discs minus B's, empty squares to the winner.
    difference: i32,
    /// `board`, `resigned`, or the fault that ended the game: `illegal`, `crash`, `time`.
    ending: &'static str,
    /// Details of the fault.
    reason: Option<String>,
    seconds: f64,
    a_mean_ms: f64,
    b_mean_ms: f64,
    a_slowest_ms: f64,
    b_slowest_ms: f64,
    a_nodes: u64,
    b_nodes: u64,
    a_peak_bytes: usize,
    b_peak_bytes: usize,
}

#[derive(Serialize)]
pub(crate) struct Typed<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    line: &'a GameLine,
}

impl GameLine {
    pub(crate) fn new<S: Size>(players: &[Spec; 2], game: &MatchGame<S>) -> GameLine {
        let finished = &game.finished;
        let position = finished.game.position();
        let name = |color| players[game.side(color) as usize].to_string();
        // The totals of a match with only this game hold all its costs.
        let mut alone = Totals::default();
        alone.add(game);
        let [a, b] = &alone.efforts;
        let (ending, reason) = ending(finished);
        GameLine {
            index: game.index,
            pair: game.pair,
            opening: opening(&finished.game, game.opening_length),
            a_color: game.a_color.to_string(),
            black: name(Color::Black),
            white: name(Color::White),
            moves: transcript::write(&finished.game),
            result: result::<S>(finished.outcome.black_score),
            winner: finished.outcome.winner.map(|color| color.to_string()),
            black_discs: position.discs(Color::Black).len(),
            white_discs: position.discs(Color::White).len(),
            empties: position.board().empties().len(),
            score: game.half_points() as f64 / 2.0,
            difference: game.difference(),
            ending,
            reason,
            seconds: finished.elapsed.as_secs_f64(),
            a_mean_ms: milliseconds(a.times().mean),
            b_mean_ms: milliseconds(b.times().mean),
            a_slowest_ms: milliseconds(a.times().slowest),
            b_slowest_ms: milliseconds(b.times().slowest),
            a_nodes: a.nodes,
            b_nodes: b.nodes,
            a_peak_bytes: a.peak_bytes,
            b_peak_bytes: b.peak_bytes,
        }
    }

    /// The game as a JSON object with a type.
    pub(crate) fn typed(&self) -> Typed<'_> {
        Typed { kind: "game", line: self }
    }

    /// The game as a line of moves and result, which every reader of transcripts accepts. If the
    /// game does not begin at the start, its first position comes before the moves.
    pub(crate) fn transcript(&self) -> String {
        transcript_line(&self.opening, &self.moves, &self.result)
    }
}

/// A line of moves and result: see [`GameLine::transcript`].
pub(crate) fn transcript_line(opening: &str, moves: &str, result: &str) -> String {
    let is_position = opening.contains(' ');
    let start = if is_position { format!("{opening} ") } else { String::new() };
    format!("{start}{moves} {result}\n")
}

/// How a game ended, `board`, `resigned`, `illegal`, `crash` or `time`, and details of a fault.
pub(crate) fn ending<S: Size>(finished: &FinishedGame<S>) -> (&'static str, Option<String>) {
    match finished.fault.as_ref().map(|fault| &fault.kind) {
        None if finished.game.ending().is_some() => ("resigned", None),
        None => ("board", None),
        Some(FaultKind::Illegal(attempted)) => ("illegal", Some(attempted.to_string())),
        Some(FaultKind::Failed(error)) => ("crash", Some(error.to_string())),
        Some(FaultKind::Crashed(words)) => ("crash", Some(words.clone())),
        Some(FaultKind::OutOfTime(taken)) => ("time", Some(format!("{taken:?}"))),
    }
}

/// The moves of an opening of this length, or its position if it is not given by moves.
pub(crate) fn opening<S: Size>(played: &Game<S>, length: usize) -> String {
    if *played.start() != Default::default() {
        return played.start().to_string();
    }
    let mut opening: Game<S> = Game::default();
    for played in &played.moves()[..length] {
        opening.play(played.played).expect("a move of a game is legal");
    }
    match length {
        0 => "startpos".to_owned(),
        _ => transcript::write(&opening),
    }
}

/// The discs of Black and White, empty squares to the winner.
pub(crate) fn result<S: Size>(black_score: i32) -> String {
    let squares = i32::from(S::SQUARES);
    let black = (squares + black_score) / 2;
    format!("{black}-{}", squares - black)
}

/// A duration in milliseconds.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.as_nanos() as f64 / 1e6
}
