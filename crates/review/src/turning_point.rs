//! The move that lost the game.

use othellier_board::{Color, Size};

use crate::MoveReview;

/// The number of the move that lost the game: the last move of the losing side before which it had
/// at least a draw and after which it did not.
///
/// `None` for a draw, and if the loser never had a draw in the reviewed moves.
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
#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mark, Value};
    use othellier_board::{Board, Move, Position, Square};

    /// Alternating moves, Black first, each with the score after it for Black.
    fn moves(scores: &[i32]) -> Vec<MoveReview> {
        let mut before = 0;
        let review = |(number, &score): (usize, &i32)| {
            let mover = Color::ALL[(number + 1) % 2];
            let seen =
                |score: i32| Value::proven(if mover == Color::Black { score } else { -score });
            let review = MoveReview {
                number,
                position: Position::new(Board::default(), mover),
                played: Move::Place(Square::F5),
                before: seen(before),
                after: seen(score),
                loss: 0.0,
                mark: Mark::Good,
                best: Vec::new(),
                line: Vec::new(),
                reasons: Vec::new(),
            };
            before = score;
            review
        };
        (1..).zip(scores).map(review).collect()
    }

    #[test]
    fn the_last_move_that_gave_the_game_away_counts() {
        // Black loses it with the first move, gets it back by the second, loses it with the fifth.
        assert_eq!(turning_point(&moves(&[-2, 4, 4, 4, -6, -6])), Some(5));
        // White loses a drawn game.
        assert_eq!(turning_point(&moves(&[0, 8, 8, 10])), Some(2));
    }

    #[test]
    fn a_draw_has_no_turning_point() {
        assert_eq!(turning_point(&moves(&[-2, 4, 0])), None);
        assert_eq!(turning_point::<othellier_board::Eight>(&[]), None);
    }

    #[test]
    fn a_side_that_was_losing_from_the_start_has_no_turning_point() {
        let lost = moves(&[-2, -2, -4, -4]);
        assert_eq!(turning_point(&lost), Some(1));
        assert_eq!(turning_point(&lost[1..]), None);
    }
}
