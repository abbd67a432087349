//! The move after which a game was lost for good.

use othellier_board::Color;
use othellier_board::Size;

use crate::MoveReview;

/// The number of the move after which the game was lost for good: the last one by the side that
/// stands to lose at the end, before which it had at least a draw and after which it did not.
///
/// Nothing where nobody lost, where the loser never had a draw in the moves that are known, and
/// where no such move was the loser's own.
pub(crate) fn turning_point<S: Size>(moves: &[MoveReview<S>]) -> Option<usize> {
    let end = moves.last()?.black_score();
    let loser = match end {
        score if score < 0.0 => Color::Black,
        score if score > 0.0 => Color::White,
        _ => return None,
    };
    let gave_away = |review: &&MoveReview<S>| {
        review.mover() == loser && review.before.discs >= 0.0 && review.after.discs < 0.0
    };
    moves.iter().rev().find(gave_away).map(|review| review.number)
}
