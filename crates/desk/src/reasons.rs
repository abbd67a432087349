//! Reasons in words. A reason is data; the edge supplies the sentences.

use othellier_board::{Eight, Four, Six, Ten};
use othellier_review::Reason;

/// A reason on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AnyReason {
    Four(Reason<Four>),
    Six(Reason<Six>),
    Eight(Reason<Eight>),
    Ten(Reason<Ten>),
}

macro_rules! from_reason {
    ($($size:ident)*) => {$(
        impl From<Reason<$size>> for AnyReason {
            fn from(reason: Reason<$size>) -> AnyReason {
                AnyReason::$size(reason)
            }
        }
    )*};
}
from_reason!(Four Six Eight Ten);

/// Describes a reason in English and French, given the number of the move.
pub type DescribeReason = fn(&AnyReason, usize) -> [String; 2];
