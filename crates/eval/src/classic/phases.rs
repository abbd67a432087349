//! Phases of the game: what is given at the heart of each, and linear between.
//!
//! ```text
//! e = empty squares, scaled to a game of 60 moves
//! value(e) = given at the heart of each phase, linear between two of them, constant beyond the outer
//! ```
//!
//! A value that changes a little with every disc never jumps from one phase to the next, and
//! positions on the two sides of a border can be compared by a search.

use std::marker::PhantomData;

use othellier_board::{Eight, Size};

use super::mixed::{FIRST_DISCS, USUAL_MOVES};

/// The phases of a game on a board of this size.
#[derive(Clone, Debug)]
pub(super) struct Phases<S: Size = Eight> {
    /// Empty squares at the heart of each, falling, times the moves of a whole game on this board.
    hearts: Vec<i64>,
    size: PhantomData<S>,
}

impl<S: Size> Phases<S> {
    /// Phases with these hearts, in empty squares of 60: at least one, falling.
    pub(super) fn new(hearts: &[u32]) -> Phases<S> {
        // Empty squares and phases are compared as parts of a whole game: e / all = heart / 60.
        let all_moves = i64::from(u32::from(S::SQUARES) - FIRST_DISCS);
        let hearts = hearts.iter().map(|&heart| i64::from(heart) * all_moves).collect();
        Phases { hearts, size: PhantomData }
    }

    /// The value with so many empty squares, of those at the hearts of the phases; of these at most
    /// two are asked for. Rounded towards zero, so that opposite values have opposite ones between.
    pub(super) fn between(&self, empties: u32, at_heart: impl Fn(usize) -> i64) -> i64 {
        let now = i64::from(empties * USUAL_MOVES);
        let next = self.hearts.partition_point(|&heart| heart > now);
        if next == 0 {
            at_heart(0)
        } else if next == self.hearts.len() {
            at_heart(next - 1)
        } else {
            let (since, until) = (self.hearts[next - 1] - now, now - self.hearts[next]);
            (at_heart(next - 1) * until + at_heart(next) * since) / (since + until)
        }
    }
}
