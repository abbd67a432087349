//! How sure a search wants to be of what it leaves out.
//!
//! A search of depth `d` is foretold by one of depth `s`: the difference has a mean and a spread,
//! known from many positions. If the shallow value is so far outside the window that the deep value
//! will be outside as well with the confidence asked for, the deep search is not made
//! (multi-ProbCut).

/// With what confidence branches are cut.
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
    /// No branch is cut that could matter; far outside the window a judge may still say a cheaper
    /// value. To the end of the game it is a proof.
    Exact,
}

impl Selectivity {
    /// All of them, least sure first.
    pub const ALL: [Selectivity; 6] = {
        use Selectivity::*;
        [Percent73, Percent87, Percent95, Percent98, Percent99, Exact]
    };

    /// Out of 100.
    pub const fn percent(self) -> u8 {
        [73, 87, 95, 98, 99, 100][self as usize]
    }

    /// The one with this percentage.
    pub fn from_percent(percent: u8) -> Option<Selectivity> {
        Selectivity::ALL.into_iter().find(|selectivity| selectivity.percent() == percent)
    }

    /// How many spreads a shallow value must be outside the window; nothing where nothing is cut.
    pub const fn spreads(self) -> Option<f32> {
        match self {
            Selectivity::Percent73 => Some(1.1),
            Selectivity::Percent87 => Some(1.5),
            Selectivity::Percent95 => Some(2.0),
            Selectivity::Percent98 => Some(2.6),
            Selectivity::Percent99 => Some(3.3),
            Selectivity::Exact => None,
        }
    }
}
