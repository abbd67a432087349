//! Where the generic search becomes machine code: here, once for each judge.
//!
//! The node function and all below it are generic over the judge and compiled for every kernel. A
//! crate that used them directly would compile all of it again. So they are entered by one function
//! that is not generic, behind a trait.

use othellier_board::kernel::Tier;
use othellier_board::{Eight, Four, Six};
use othellier_eval::Judge;
use othellier_eval::patterns::Patterns;

use super::haste::Haste;
use super::node::Node;
use super::rule::Rule;

/// A judge that the champion is compiled for.
pub trait ChampionJudge: Judge {
    #[doc(hidden)]
    fn enter(tier: Tier, root: Root<'_, '_, Self>) -> Option<i32>;
}

/// Makes everything ready that a search by a judge would otherwise have to wait for.
pub(super) fn make_ready<J: ChampionJudge>(judge: &J) {
    judge.make_ready();
    if J::FORETELLS {
        Haste::learned();
    }
}

/// The root of a search; only the champion makes one.
#[doc(hidden)]
pub struct Root<'a, 'b, J: Judge>(pub(super) Node<'a, 'b, J>);

macro_rules! compile_for {
    ($($judge:ty),*) => {$(
        impl ChampionJudge for $judge {
            #[inline(never)]
            fn enter(tier: Tier, root: Root<'_, '_, Self>) -> Option<i32> {
                tier.run(root.0)
            }
        }
    )*};
}

compile_for!(Patterns, Rule<Eight>, Rule<Six>, Rule<Four>);
