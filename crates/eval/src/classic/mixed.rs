//! Mixed: a different evaluator for each part of the game.
//!
//! Early, good squares; later, many moves; at the end, discs.
//!
//! ```text
//! m = moves played = discs on the board − 4
//! evaluate = discs      if m ≥ discs_from
//!            mobility   if m ≥ mobility_from
//!            matrix     otherwise
//! ```
//!
//! Move numbers are those of a game of 60 moves; on another board they are scaled: 40 of 60 is
//! move 64 of 96 on 10×10. With `mobility_from` equal to `discs_from` mobility is never used: that is
//! `mixed-discs`.
//!
//! Cost: that of the current evaluator. The score jumps where the evaluator changes, so a search across
//! the change compares values that are not comparable: compare with `phased`, which changes smoothly.
//!
//! From three of the student reports: one counts discs from the fortieth move, one goes through all
//! three, and so does one by its later version, with square values for 25 moves and discs for the last
//! 22. The thresholds 20 and 50 are ours.

use othellier_board::{Board, Eight, Size};

use super::{Discs, Matrix, Mobility, Quarter};
use crate::{Score, StaticEvaluator};

/// Square values, then mobility, then discs.
#[derive(Clone, Debug)]
pub struct Mixed<S: Size = Eight> {
    position: Matrix<S>,
    /// Discs on the board from which mobility counts, and from which discs do.
    mobility_from: u32,
    discs_from: u32,
}

/// Discs on the board at the start.
pub(super) const FIRST_DISCS: u32 = 4;
/// Moves of a whole game on the 8×8 board.
pub(super) const USUAL_MOVES: u32 = 60;

impl<S: Size> Mixed<S> {
    /// These square values, mobility from one move and discs from another, both of 60.
    pub fn new(quarter: &Quarter, mobility_from: u32, discs_from: u32) -> Mixed<S> {
        let all_moves = u32::from(S::SQUARES) - FIRST_DISCS;
        let discs_at = |played: u32| FIRST_DISCS + (played * all_moves).div_ceil(USUAL_MOVES);
        Mixed {
            position: Matrix::new(quarter),
            mobility_from: discs_at(mobility_from),
            discs_from: discs_at(discs_from),
        }
    }
}

impl<S: Size> StaticEvaluator<S> for Mixed<S> {
    fn evaluate(&self, board: Board<S>) -> Score {
        let discs = board.discs().len();
        if discs >= self.discs_from {
            Discs.evaluate(board)
        } else if discs >= self.mobility_from {
            Mobility::default().evaluate(board)
        } else {
            self.position.evaluate(board)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::MATRIX1;
    use super::*;
    use othellier_board::{Bitboard, Four, Square, Ten};

    /// The mover has the first squares of the board, so that the evaluators disagree; the last
    /// squares but one are empty, and the opponent has one disc.
    fn after_moves<S: Size>(played: u32) -> Board<S> {
        let discs = FIRST_DISCS + played;
        let mover: Bitboard<S> = Square::all().take(discs as usize - 1).collect();
        let opponent = Square::all().next_back().unwrap().bitboard();
        Board::new(mover, opponent).unwrap()
    }

    fn is_discs<S: Size>(mixed: &Mixed<S>, played: u32) -> bool {
        let board = after_moves(played);
        mixed.evaluate(board) == Discs.evaluate(board)
    }

    #[test]
    fn the_switch_to_discs_comes_with_the_fortieth_move_and_can_be_moved() {
        let mixed = Mixed::<Eight>::new(&MATRIX1, 40, 40);
        assert!(!is_discs(&mixed, 39) && is_discs(&mixed, 40));
        let matrix = Matrix::<Eight>::new(&MATRIX1);
        assert_eq!(mixed.evaluate(after_moves(39)), matrix.evaluate(after_moves(39)));
        let later = Mixed::<Eight>::new(&MATRIX1, 50, 50);
        assert!(!is_discs(&later, 49) && is_discs(&later, 50));
    }

    #[test]
    fn the_switch_is_scaled_to_shorter_and_longer_games() {
        let short = Mixed::<Four>::new(&MATRIX1, 40, 40);
        assert!(!is_discs(&short, 7) && is_discs(&short, 8));
        let long = Mixed::<Ten>::new(&MATRIX1, 40, 40);
        assert!(!is_discs(&long, 63) && is_discs(&long, 64));
    }

    #[test]
    fn mixed_is_position_then_mobility_then_discs() {
        let mixed = Mixed::<Eight>::new(&MATRIX1, 20, 50);
        let at = |played| mixed.evaluate(after_moves(played));
        assert_eq!(at(19), Matrix::<Eight>::new(&MATRIX1).evaluate(after_moves(19)));
        for played in [20, 49] {
            assert_eq!(at(played), Mobility::default().evaluate(after_moves::<Eight>(played)));
        }
        assert_eq!(at(50), Discs.evaluate(after_moves::<Eight>(50)));
    }
}
