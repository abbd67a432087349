//! The interface of every search algorithm.

use othellier_board::{Eight, Position, Size};

use crate::classic::Trace;
use crate::{SearchLimits, SearchReport};

/// A way to choose a move: every algorithm from the random player to the champion is one.
pub trait Searcher<S: Size = Eight>: Send {
    /// Does the initialisation that the first search would otherwise have to wait for, before any clock
    /// runs.
    fn make_ready(&mut self) {}

    /// Blocks until a move is chosen or a limit is reached. `watch` is called with a report after each
    /// iteration; nothing is printed here.
    fn search(
        &mut self,
        position: &Position<S>,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> SearchReport<S>;

    /// Searches one depth and records the whole tree, to be drawn; `None` for a searcher without such a
    /// tree.
    fn trace(&mut self, _position: &Position<S>, _depth: u8) -> Option<Trace<S>> {
        None
    }
}
