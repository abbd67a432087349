//! One game of a tournament: a line of JSON and of the journal, a row of CSV, a line of moves.

use std::time::Duration;

use othellier_board::{Color, Size};
use othellier_lab::cups::{CupGame, Entrant, GameId, GameResult, KnownGame, Lapse};
use othellier_record::transcript;
use serde::{Deserialize, Serialize};

use crate::duel::line::{ending, milliseconds, opening, result, transcript_line};

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GameLine {
    /// From 1, as are the meeting and the game.
    round: usize,
    meeting: usize,
    game: usize,
    black: String,
    white: String,
    /// The moves of the opening; the position itself where it is not reached by moves.
    opening: String,
    /// From the start, or from the position of the opening.
    moves: String,
    /// Discs of Black and White, empty squares to the winner.
    result: String,
    /// Black's discs less White's, empty squares to the winner.
    black_score: i32,
    /// `board`, `resigned`, or the loser's fault: `illegal`, `crash`, `time`.
    ending: String,
    reason: Option<String>,
    seconds: f64,
    black_mean_ms: f64,
    white_mean_ms: f64,
    black_nodes: u64,
    white_nodes: u64,
}

#[derive(Serialize)]
pub(super) struct Typed<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    line: &'a GameLine,
}

impl GameLine {
    pub(super) fn new<S: Size>(entrants: &[Entrant], game: &CupGame<S>) -> GameLine {
        let finished = &game.finished;
        let name = |color: Color| entrants[game.seats[color as usize]].name.clone();
        let thoughts = |color| finished.thoughts.iter().filter(move |one| one.color == color);
        let mean_ms = |color| {
            let total: Duration = thoughts(color).map(|thought| thought.duration).sum();
            milliseconds(total) / thoughts(color).count().max(1) as f64
        };
        let nodes = |color| thoughts(color).map(|thought| thought.nodes).sum();
        let (ending, reason) = ending(finished);
        GameLine {
            round: game.id.round + 1,
            meeting: game.id.meeting + 1,
            game: game.id.game + 1,
            black: name(Color::Black),
            white: name(Color::White),
            opening: opening(&finished.game, game.opening_length),
            moves: transcript::write(&finished.game),
            result: result::<S>(finished.outcome.black_score),
            black_score: finished.outcome.black_score,
            ending: ending.to_owned(),
            reason,
            seconds: finished.elapsed.as_secs_f64(),
            black_mean_ms: mean_ms(Color::Black),
            white_mean_ms: mean_ms(Color::White),
            black_nodes: nodes(Color::Black),
            white_nodes: nodes(Color::White),
        }
    }

    /// The game as the tournament knows it again, if it is one of these entrants.
    pub(super) fn known<S: Size>(&self, entrants: &[Entrant]) -> Option<(GameId, KnownGame)> {
        let number = |name: &str| entrants.iter().position(|entrant| entrant.name == name);
        let id = GameId {
            round: self.round.checked_sub(1)?,
            meeting: self.meeting.checked_sub(1)?,
            game: self.game.checked_sub(1)?,
        };
        let lapse = match self.ending.as_str() {
            "board" | "resigned" => None,
            "illegal" => Some(Lapse::Illegal),
            "crash" => Some(Lapse::Breakdown),
            "time" => Some(Lapse::Time),
            _ => return None,
        };
        if self.black_score.unsigned_abs() > u32::from(S::SQUARES) {
            return None;
        }
        let result = GameResult { black_score: self.black_score, lapse };
        let seats = [number(&self.black)?, number(&self.white)?];
        Some((id, KnownGame { seats, result }))
    }

    /// The game as an object of its own.
    pub(super) fn typed(&self) -> Typed<'_> {
        Typed { kind: "game", line: self }
    }

    pub(super) fn transcript(&self) -> String {
        transcript_line(&self.opening, &self.moves, &self.result)
    }
}
