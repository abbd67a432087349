//! Where the generic search is compiled: here, once for each evaluator.
//!
//! The node function and all below it are generic over the evaluator and compiled for every kernel. A
//! crate that used them directly would compile all of it again. So they are entered through one
//! function that is not generic, behind a trait.

use othellier_board::kernel::Tier;
use othellier_board::{Eight, Four, Six};
use othellier_eval::IncrementalEvaluator;
use othellier_eval::patterns::Patterns;

use super::heuristic::Heuristic;
use super::learned_ordering::LearnedOrdering;
use super::node::Node;

/// An evaluator that the champion is compiled for.
pub trait ChampionEvaluator: IncrementalEvaluator {
    #[doc(hidden)]
    fn search_root(tier: Tier, root: Root<'_, '_, Self>) -> Option<i32>;
}

/// Initialises what the first search with an evaluator would otherwise have to wait for.
pub(super) fn make_ready<E: ChampionEvaluator>(evaluator: &E) {
    evaluator.make_ready();
    if E::SUPPORTS_PROBCUT {
        LearnedOrdering::shipped();
    }
}

/// The root of a search; only the champion makes one.
#[doc(hidden)]
pub struct Root<'a, 'b, E: IncrementalEvaluator>(pub(super) Node<'a, 'b, E>);

macro_rules! compile_for {
    ($($evaluator:ty),*) => {$(
        impl ChampionEvaluator for $evaluator {
            #[inline(never)]
            fn search_root(tier: Tier, root: Root<'_, '_, Self>) -> Option<i32> {
                tier.run(root.0)
            }
        }
    )*};
}

compile_for!(Patterns, Heuristic<Eight>, Heuristic<Six>, Heuristic<Four>);
