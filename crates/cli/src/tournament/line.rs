//! One game of a tournament as JSON (output and journal), as a CSV row, or as a transcript.

use std::time::Duration;

use othellier_board::{Color, Size};
use othellier_lab::tournament::{
    Forfeit, GameId, GameResult, Participant, PlayedGame, TournamentGame,
};
use othellier_record::transcript;
use serde::{Deserialize, Serialize};

use crate::common::matches::line::ending;

use crate::common::matches::line::milliseconds;

use crate::common::matches::line::opening;

use crate::common::matches::line::result;

use crate::common::matches::line::transcript_line;

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GameLine {
    /// From 1, like the pairing (`meeting`) and the game.
    round: usize,
    meeting: usize,
    game: usize,
    black: String,
    white: String,
    /// The moves of the opening, or its position if it is not given by moves.
    opening: String,
    /// All moves, from the start or from the position of the opening.
    moves: String,
    /// Discs of Black and White, empty squares to the winner.
    result: String,
    /// Black's discs minus White's, empty squares to the winner.
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
    pub(super) fn new<S: Size>(participants: &[Participant], game: &TournamentGame<S>) -> GameLine {
        let finished = &game.finished;
        let name = |color: Color| participants[game.seats[color as usize]].name.clone();
        let move_stats = |color| finished.move_stats.iter().filter(move |one| one.color == color);
        let mean_ms = |color| {
            let total: Duration = move_stats(color).map(|stats| stats.duration).sum();
            milliseconds(total) / move_stats(color).count().max(1) as f64
        };
        let nodes = |color| move_stats(color).map(|stats| stats.nodes).sum();
        let (ending, reason) = ending(finished);
        GameLine {
            round: game.id.round + 1,
            meeting: game.id.pairing + 1,
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

    /// The game in the form that the tournament takes, if its players are among the participants.
    pub(super) fn played<S: Size>(
        &self,
        participants: &[Participant],
    ) -> Option<(GameId, PlayedGame)> {
        let number =
            |name: &str| participants.iter().position(|participant| participant.name == name);
        let id = GameId {
            round: self.round.checked_sub(1)?,
            pairing: self.meeting.checked_sub(1)?,
            game: self.game.checked_sub(1)?,
        };
        let forfeit = match self.ending.as_str() {
            "board" | "resigned" => None,
            "illegal" => Some(Forfeit::Illegal),
            "crash" => Some(Forfeit::Crash),
            "time" => Some(Forfeit::Time),
            _ => return None,
        };
        if self.black_score.unsigned_abs() > u32::from(S::SQUARES) {
            return None;
        }
        let result = GameResult { black_score: self.black_score, forfeit };
        let seats = [number(&self.black)?, number(&self.white)?];
        Some((id, PlayedGame { seats, result }))
    }

    /// The game as a JSON object with a type.
    pub(super) fn typed(&self) -> Typed<'_> {
        Typed { kind: "game", line: self }
    }

    pub(super) fn transcript(&self) -> String {
        transcript_line(&self.opening, &self.moves, &self.result)
    }
}
