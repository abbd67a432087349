//! The incremental feature state: the index of each pattern instance, updated move by move.

use othellier_board::{Board, Placement};

use super::geometry::{ALL_INSTANCES, GEOMETRY, Geometry, INSTANCES, NET_INSTANCES};

/// The configuration of every pattern instance, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PatternIndices([u16; ALL_INSTANCES]);

impl PatternIndices {
    /// The indices of the linear evaluation: the instances of one pattern together, each index
    /// relative to the start of the pattern's weight table.
    #[inline(always)]
    pub fn linear_indices(&self) -> &[u16; INSTANCES] {
        self.0.first_chunk().expect("they come first")
    }

    /// The indices of the net patterns, in the same layout.
    #[inline(always)]
    pub fn net_indices(&self) -> &[u16; NET_INSTANCES] {
        self.0.last_chunk().expect("they come last")
    }

    /// The indices of a board, computed from scratch.
    #[inline(always)]
    pub fn of(board: Board) -> PatternIndices {
        let geometry = &*GEOMETRY;
        let mut indices = geometry.empty;
        for square in board.mover() {
            let steps = &geometry.steps[usize::from(square.index()) % 64];
            indices.iter_mut().zip(steps).for_each(|(index, step)| *index -= step);
        }
        for square in board.opponent() {
            let steps = &geometry.steps[usize::from(square.index()) % 64];
            indices.iter_mut().zip(steps).for_each(|(index, step)| *index += step);
        }
        PatternIndices(indices)
    }

    /// The indices after a move, seen from the other side.
    #[inline(always)]
    pub(super) fn after(&self, geometry: &Geometry, placement: Placement) -> PatternIndices {
        let mut next = self.passed(geometry);
        let steps = &geometry.steps[usize::from(placement.square.index()) % 64];
        for (index, step) in next.0.iter_mut().zip(steps) {
            *index = index.wrapping_add(*step);
        }
        let mut flipped = [0_u16; ALL_INSTANCES];
        for square in placement.flips {
            let steps = &geometry.steps[usize::from(square.index()) % 64];
            for (sum, step) in flipped.iter_mut().zip(steps) {
                *sum += step;
            }
        }
        for (index, sum) in next.0.iter_mut().zip(&flipped) {
            *index = index.wrapping_add(2 * sum);
        }
        next
    }

    /// The indices seen from the other side.
    #[inline(always)]
    pub(super) fn passed(&self, geometry: &Geometry) -> PatternIndices {
        let mut next = geometry.both_sides;
        for (index, own) in next.iter_mut().zip(&self.0) {
            *index = index.wrapping_sub(*own);
        }
        PatternIndices(next)
    }
}
