//! With what confidence ProbCut prunes.
//!
//! The value of a search of depth `d` differs from that of a shallower depth `s` by an error whose
//! standard deviation (sigma) was measured on many positions. A confidence is the probability that the
//! error is within a number of sigmas. If the shallow value is outside the window by as many, the deep
//! value is outside too with at least that confidence, and the deep search is skipped (multi-ProbCut).

use super::parameters;

/// The confidence with which branches are pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Selectivity {
    /// 73 %.
    Percent73,
    /// 87 %.
    Percent87,
    /// 95 %.
    Percent95,
    /// 98 %.
    Percent98,
    /// 99 %.
    Percent99,
    /// ProbCut is off. Far outside the window the evaluator may still return a cheaper value (lazy
    /// evaluation). To the end of the game the result is a proof.
    Exact,
}

impl Selectivity {
    /// All of them, least confident first.
    pub const ALL: [Selectivity; 6] = {
        use Selectivity::*;
        [Percent73, Percent87, Percent95, Percent98, Percent99, Exact]
    };

    /// The confidence out of 100.
    pub const fn percent(self) -> u8 {
        [73, 87, 95, 98, 99, 100][self as usize]
    }

    /// The one with this percentage.
    pub fn from_percent(percent: u8) -> Option<Selectivity> {
        Selectivity::ALL.into_iter().find(|selectivity| selectivity.percent() == percent)
    }

    /// The confidence multiplier of ProbCut: by how many standard deviations a shallow value must be
    /// outside the window. `None` where nothing is pruned.
    pub fn sigmas(self) -> Option<f32> {
        let hundredths = match self {
            Selectivity::Percent73 => parameters::probcut_margin_73(),
            Selectivity::Percent87 => parameters::probcut_margin_87(),
            Selectivity::Percent95 => parameters::probcut_margin_95(),
            Selectivity::Percent98 => parameters::probcut_margin_98(),
            Selectivity::Percent99 => parameters::probcut_margin_99(),
            Selectivity::Exact => return None,
        };
        Some(hundredths as f32 / 100.0)
    }
}
