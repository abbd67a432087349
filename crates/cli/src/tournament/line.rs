//! One game of a tournament as JSON (output and journal), as a CSV row, or as a transcript.

use othellier_board::Size;
use othellier_lab::tournament::{Forfeit, GameId, GameResult, Participant, PlayedGame};
use othellier_wire::{GameEnding, TournamentGame};

use crate::common::matches::files::transcript_line;

/// A game in the form that the tournament takes, if its players are among the participants.
pub(super) fn played<S: Size>(
    game: &TournamentGame,
    participants: &[Participant],
) -> Option<(GameId, PlayedGame)> {
    let number = |name: &str| participants.iter().position(|participant| participant.name == name);
    let id = GameId {
        round: game.round.checked_sub(1)?,
        pairing: game.pairing.checked_sub(1)?,
        game: game.game.checked_sub(1)?,
    };
    let forfeit = match game.ending {
        GameEnding::Board | GameEnding::Resigned => None,
        GameEnding::Illegal => Some(Forfeit::Illegal),
        GameEnding::Crash => Some(Forfeit::Crash),
        GameEnding::Time => Some(Forfeit::Time),
    };
    if game.black_score.unsigned_abs() > u32::from(S::SQUARES) {
        return None;
    }
    let result = GameResult { black_score: game.black_score, forfeit };
    let seats = [number(&game.black)?, number(&game.white)?];
    Some((id, PlayedGame { seats, result }))
}

/// The game as a line of moves and result.
pub(super) fn transcript(game: &TournamentGame) -> String {
    transcript_line(&game.opening, &game.moves, &game.result)
}
