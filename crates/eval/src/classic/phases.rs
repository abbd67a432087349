//! Phases of the game: values are given at the centre of each phase and interpolated between.
//!
//! ```text
//! e = empty squares, scaled to a game of 60 moves
//! value(e) = given at the centre of each phase, linear between two of them, constant beyond the outer
//! ```
//!
//! Such a value never jumps from one phase to the next, so that a search can compare positions on both
//! sides of a border.

use std::marker::PhantomData;

use othellier_board::{Eight, Size};

use super::mixed::{FIRST_DISCS, USUAL_MOVES};

/// The phases of a game on a board of this size.
#[derive(Clone, Debug)]
pub(super) struct Phases<S: Size = Eight> {
    /// Empty squares at the centre of each, decreasing, times the moves of a whole game on this board.
    centres: Vec<i64>,
    size: PhantomData<S>,
}

impl<S: Size> Phases<S> {
    /// Phases with these centres, in empty squares of 60: at least one, decreasing.
    pub(super) fn new(centres: &[u32]) -> Phases<S> {
        // Empty squares and phases are compared as shares of a whole game: e / all = centre / 60.
        let all_moves = i64::from(u32::from(S::SQUARES) - FIRST_DISCS);
        let centres = centres.iter().map(|&centre| i64::from(centre) * all_moves).collect();
        Phases { centres, size: PhantomData }
    }

    /// The interpolated value for this many empty squares; `at_centre` is called for at most two phases.
    /// Rounded towards zero, so that negated values interpolate to the negated result.
    pub(super) fn between(&self, empties: u32, at_centre: impl Fn(usize) -> i64) -> i64 {
        let now = i64::from(empties * USUAL_MOVES);
        let next = self.centres.partition_point(|&centre| centre > now);
        if next == 0 {
            at_centre(0)
        } else if next == self.centres.len() {
            at_centre(next - 1)
        } else {
            let (since, until) = (self.centres[next - 1] - now, now - self.centres[next]);
            (at_centre(next - 1) * until + at_centre(next) * since) / (since + until)
        }
    }
}
