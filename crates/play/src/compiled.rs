//! Where the players of the catalogue are compiled: here, once for each size of board.
//!
//! The textbook searches are generic over the size. A crate that built them directly would compile all of
//! them again, without optimisation where it is a debug build. So generic functions reach them through
//! functions that are not generic.

use std::sync::Arc;

use othellier_board::{Size, SizeFamily, each_size};
use othellier_eval::StaticEvaluator;
use othellier_search::classic::Algorithm;
use othellier_spec::{Spec, SpecError};

use crate::Player;
use crate::catalogue::entries;
use crate::entry::{Entry, Setup};
use crate::limits::MoveLimits;
use crate::textbook::classic_with_evaluator;

/// The code compiled for one size.
pub(crate) struct Compiled<S: Size> {
    /// The entries of the catalogue.
    pub(crate) entries: fn() -> Vec<Entry<S>>,
    /// Builds a textbook search.
    pub(crate) classic: BuildClassic<S>,
}

type BuildClassic<S> = fn(
    Algorithm,
    &Spec,
    Arc<dyn StaticEvaluator<S>>,
    &MoveLimits,
    &Setup,
) -> Result<Box<dyn Player<S>>, SpecError>;

struct OfEachSize;

impl SizeFamily for OfEachSize {
    type Of<S: Size> = Compiled<S>;
}

macro_rules! compile_for {
    ([$($side:literal $size:ident),*]) => {
        /// The code compiled for size `S`.
        pub(crate) fn compiled<S: Size>() -> Compiled<S> {
            None
                $(.or_else(|| {
                    use othellier_board::$size;
                    #[inline(never)]
                    fn compiled() -> Compiled<$size> {
                        Compiled { entries: entries::<$size>, classic: classic_with_evaluator::<$size> }
                    }
                    $size::cast::<OfEachSize, S>(compiled())
                }))*
                .expect("there is no other size")
        }
    };
}
each_size!(compile_for);
