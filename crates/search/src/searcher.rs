//! What every way of choosing a move can do.

use othellier_board::{Eight, Position, Size};

use crate::classic::Trace;
use crate::{SearchLimits, SearchReport};

/// A way to choose a move: from dice to the champion, every algorithm is one.
pub trait Searcher<S: Size = Eight>: Send {
    /// Makes everything ready that the first search would otherwise have to wait for, before any clock
    /// runs.
    fn make_ready(&mut self) {}

    /// Blocks until it has chosen, or a limit is met. `watch` sees each deepening; nothing is
    /// printed here.
    fn search(
        &mut self,
        position: &Position<S>,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> SearchReport<S>;

    /// Searches one depth and records the whole tree, to be drawn; nothing from a searcher that has
    /// no such tree.
    fn trace(&mut self, _position: &Position<S>, _depth: u8) -> Option<Trace<S>> {
        None
    }
}
