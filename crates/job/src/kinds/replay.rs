//! Games that somebody else wrote down, replayed by the rules.

use othellier_board::{Color, Size, Status};
use othellier_record::{Game, transcript};
use othellier_wire::GameEnding;

/// The game with these moves, if it begins with the opening, and its moves are legal and written as
/// games are.
pub(super) fn replayed<S: Size>(opening: &Game<S>, moves: &str) -> Option<Game<S>> {
    let game = transcript::read(*opening.start(), moves).ok()?;
    let begin = game.moves().iter().zip(opening.moves());
    let has_opening = game.length() >= opening.length()
        && begin.into_iter().all(|(ours, theirs)| ours.played == theirs.played);
    (has_opening && transcript::write(&game) == moves).then_some(game)
}

/// Whether a game can have ended so: on the board with the score that is there, or early, lost by every
/// square by the side to move. A side may also fail before its first move.
pub(super) fn can_end<S: Size>(
    game: &Game<S>,
    opening: &Game<S>,
    ending: GameEnding,
    black_score: i32,
) -> bool {
    if ending == GameEnding::Board {
        return game.outcome().is_some_and(|outcome| outcome.black_score == black_score);
    }
    let loser = if black_score < 0 { Color::Black } else { Color::White };
    let position = game.position();
    let to_move = match position.status() {
        Status::MustPass => !position.side_to_move(),
        _ => position.side_to_move(),
    };
    !game.is_over()
        && black_score.unsigned_abs() == u32::from(S::SQUARES)
        && (loser == to_move || game.length() == opening.length())
}
