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
use super::ybwc::Help;

/// An evaluator that the champion is compiled for.
///
/// Any [`IncrementalEvaluator`], of any crate, becomes one by
/// [`compile_champion_for!`](crate::compile_champion_for), which compiles the search for it in the
/// crate that calls the macro:
///
/// ```
/// use othellier_board::kernel::Kernel;
/// use othellier_board::{Board, Eight, Placement, Position};
/// use othellier_eval::IncrementalEvaluator;
/// use othellier_search::champion::{Champion, SearchLevel};
/// use othellier_search::{SearchLimits, Searcher, compile_champion_for};
///
/// /// More moves than the opponent is good.
/// #[derive(Clone)]
/// struct Mobility;
///
/// impl IncrementalEvaluator for Mobility {
///     type Size = Eight;
///     type FeatureState = ();
///     const SUPPORTS_PROBCUT: bool = false;
///     fn feature_state(&self, _: Board) {}
///     fn after(&self, _: &(), _: Placement) {}
///     fn passed(&self, _: &()) {}
///     fn evaluate<K: Kernel>(&self, kernel: K, _: &(), board: Board) -> i32 {
///         let count = |board| kernel.legal_moves(board).len() as i32;
///         100 * (count(board) - count(board.passed()))
///     }
/// }
/// compile_champion_for!(Mobility);
///
/// let mut champion = Champion::with(Mobility, SearchLevel::new(8), 1, 1 << 20);
/// let report = champion.search(&Position::start(), &SearchLimits::depth(4), &mut |_| ());
/// assert!(report.best_move().is_some());
/// ```
pub trait ChampionEvaluator: IncrementalEvaluator {
    /// Enters the search. Implemented by the macro, and by it alone.
    #[doc(hidden)]
    fn search_root(root: Root<'_, '_, Self>) -> Option<i32>;
}

/// Initialises what the first search with an evaluator would otherwise have to wait for.
pub(super) fn make_ready<E: ChampionEvaluator>(evaluator: &E) {
    evaluator.make_ready();
    if E::SUPPORTS_PROBCUT {
        LearnedOrdering::shipped();
    }
}

/// Where a thread enters the search; only the champion makes one.
#[doc(hidden)]
pub struct Root<'a, 'b, E: IncrementalEvaluator> {
    tier: Tier,
    entry: Entry<'a, 'b, E>,
}

enum Entry<'a, 'b, E: IncrementalEvaluator> {
    Node(Node<'a, 'b, E>),
    Help(Help<'a, 'b, E>),
}

impl<'a, 'b, E: IncrementalEvaluator> Root<'a, 'b, E> {
    /// The root of a search.
    pub(super) fn of_search(tier: Tier, node: Node<'a, 'b, E>) -> Root<'a, 'b, E> {
        Root { tier, entry: Entry::Node(node) }
    }

    /// A thread that helps others.
    pub(super) fn of_helper(tier: Tier, help: Help<'a, 'b, E>) -> Root<'a, 'b, E> {
        Root { tier, entry: Entry::Help(help) }
    }

    /// Searches, and returns the value of a root; `None` for a helper, and on a machine without the
    /// kernel.
    #[inline(always)]
    pub fn run(self) -> Option<i32> {
        match self.entry {
            Entry::Node(node) => self.tier.run(node),
            Entry::Help(help) => self.tier.run(help).and(None),
        }
    }
}

/// Compiles the champion for evaluators: each becomes a
/// [`ChampionEvaluator`](crate::champion::ChampionEvaluator). Call it once, in the crate of the
/// evaluator; the search is compiled there for every kernel of the target.
#[macro_export]
macro_rules! compile_champion_for {
    ($($evaluator:ty),* $(,)?) => {$(
        impl $crate::champion::ChampionEvaluator for $evaluator {
            #[inline(never)]
            fn search_root(root: $crate::champion::Root<'_, '_, Self>) -> Option<i32> {
                root.run()
            }
        }
    )*};
}

compile_champion_for!(Patterns, Heuristic<Eight>, Heuristic<Six>, Heuristic<Four>);
