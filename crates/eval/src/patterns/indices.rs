//! Where a board is looked up: one index for each place of a shape, kept up to date move by move.

use othellier_board::{Board, Placement};

use super::shapes::{ALL, GEOMETRY, Geometry, PLACES, SMALL_PLACES};

/// The contents of every place, as the side to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Indices([u16; ALL]);

impl Indices {
    /// The indices of the shapes, those of one shape together, each on the page of its shape.
    #[inline(always)]
    pub fn of_shapes(&self) -> &[u16; PLACES] {
        self.0.first_chunk().expect("they come first")
    }

    /// The indices of the small shapes, likewise.
    #[inline(always)]
    pub fn of_small(&self) -> &[u16; SMALL_PLACES] {
        self.0.last_chunk().expect("they come last")
    }

    /// The indices of a board.
    #[inline(always)]
    pub fn of(board: Board) -> Indices {
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
        Indices(indices)
    }

    /// The indices after a move, as the other side sees them.
    #[inline(always)]
    pub(super) fn after(&self, geometry: &Geometry, placement: Placement) -> Indices {
        let mut next = self.passed(geometry);
        let steps = &geometry.steps[usize::from(placement.square.index()) % 64];
        for (index, step) in next.0.iter_mut().zip(steps) {
            *index = index.wrapping_add(*step);
        }
        let mut turned = [0_u16; ALL];
        for square in placement.flips {
            let steps = &geometry.steps[usize::from(square.index()) % 64];
            for (sum, step) in turned.iter_mut().zip(steps) {
                *sum += step;
            }
        }
        for (index, sum) in next.0.iter_mut().zip(&turned) {
            *index = index.wrapping_add(2 * sum);
        }
        next
    }

    /// The indices as the other side sees them.
    #[inline(always)]
    pub(super) fn passed(&self, geometry: &Geometry) -> Indices {
        let mut next = geometry.both;
        for (index, own) in next.iter_mut().zip(&self.0) {
            *index = index.wrapping_sub(*own);
        }
        Indices(next)
    }
}
