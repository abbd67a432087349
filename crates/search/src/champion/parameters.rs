//! All parameters of the champion, in one table: name, value, range, meaning.
//!
//! In a normal build each is a constant. With the cargo feature `tune` each search reads them from the
//! `ParameterValues` of its champion, so that two champions with different values can play each
//! other in one process; `othellier tune` changes them by SPSA. A parameter is a whole number; the doc
//! says the unit where it is not plies, squares or moves.
//!
//! What is not here is structure, not strength: sizes of tables, the layers of the exact endgame, how
//! often the clock is read.

use std::ops::RangeInclusive;

/// A parameter of the champion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// The name in specs and tables.
    pub name: &'static str,
    /// The value in a normal build.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
    /// Its effect, in a few words.
    pub about: &'static str,
}

impl Parameter {
    /// The range from `min` to `max`.
    pub fn range(&self) -> RangeInclusive<i32> {
        self.min..=self.max
    }
}

/// Whether this is a tuning build, in which the numbers can be changed.
pub const TUNABLE: bool = cfg!(feature = "tune");

/// Every tunable number of the champion.
pub fn parameters() -> &'static [Parameter] {
    PARAMETERS
}

macro_rules! parameters {
    ($($(#[doc = $about:literal])+ $name:ident: $type:ty = $default:literal, $min:literal..=$max:literal;)*) => {
        const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            about: concat!($($about),+).trim_ascii_start(),
        }),*];

        $(
            $(#[doc = $about])+
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(super) const fn $name() -> $type {
                $default as $type
            }
        )*

        /// The place of each parameter in the table.
        #[cfg(feature = "tune")]
        #[allow(non_camel_case_types, reason = "the names are those of the parameters")]
        enum Place { $($name),* }

        $(
            $(#[doc = $about])+
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub(super) fn $name() -> $type {
                tuned::value(Place::$name as usize) as $type
            }
        )*
    };
}

parameters! {
    // Principal variation search.
    /// Enhanced transposition cutoffs (ETC) are tried from this depth on.
    etc_min_depth: u32 = 5, 2..=16;
    /// In a search to the end of the game, ETC are tried from this depth on.
    etc_min_depth_endgame: u32 = 13, 11..=24;
    /// Late-move reduction (LMR) starts at this depth, in selective midgame searches.
    lmr_min_depth: u32 = 4, 3..=12;
    /// The first moves of a node are never reduced by LMR.
    lmr_full_depth_moves: usize = 3, 1..=10;
    /// By how many plies LMR reduces late moves; one that fails high is searched again at full depth.
    lmr_reduction: u32 = 2, 1..=4;

    // Threads.
    /// A node is split between threads (YBWC) from this depth on, if a thread is idle.
    split_min_depth: u32 = 9, 3..=16;
    /// In a search to the end of the game, a node is split from this depth on, if a thread is idle.
    split_min_depth_endgame: u32 = 13, 11..=20;
    /// A node is split from this depth on even if no thread is idle yet.
    split_open_depth: u32 = 9, 3..=20;
    /// In a search to the end of the game, a node is split from this depth on even if no thread is idle yet.
    split_open_depth_endgame: u32 = 17, 11..=30;
    /// Up to this depth a node whose children must probably all be searched is split before the first.
    split_all_max_depth: u32 = 14, 0..=30;
    /// In a search to the end of the game, a node is split before its first child up to this depth.
    split_all_max_depth_endgame: u32 = 20, 0..=40;
    /// From this depth on a midgame node with an open window is split before its first child is searched
    /// (speculation).
    speculation_min_depth: u32 = 7, 3..=64;
    /// The least number of idle threads for speculation: few threads gain nothing by it.
    speculation_min_idle: usize = 4, 1..=64;
    /// By how much the forecast is below the value of an earlier search, in hundredths of a disc.
    speculation_margin: i32 = 50, 0..=300;
    /// With fewer empty squares a search to the end is left to one thread.
    parallel_min_empties: u32 = 16, 11..=24;
    /// A midgame search of less than this depth is left to one thread.
    parallel_min_depth: u32 = 9, 4..=16;

    // Multi-ProbCut.
    /// Below this depth the full search is cheaper than the ProbCut search.
    probcut_min_depth: u32 = 3, 3..=8;
    /// In a search to the end of the game, there is no ProbCut below this depth.
    probcut_min_depth_endgame: u32 = 13, 11..=20;
    /// How many ProbCut searches may be nested.
    probcut_max_nesting: u32 = 2, 1..=4;
    /// A ProbCut search has twice the depth divided by this, and the same parity.
    probcut_divisor: u32 = 4, 3..=8;
    /// In a search to the end of the game, twice the depth is divided by this.
    probcut_divisor_endgame: u32 = 8, 4..=12;
    /// Sigma in the midgame, as the logarithm of discs in 1/10000: the constant.
    probcut_sigma: i32 = 14100, 8000..=20000;
    /// Sigma in the midgame: for each ply of the shallower search.
    probcut_sigma_shallow: i32 = -1471, -3000..=0;
    /// Sigma in the midgame: for each ply of the deeper search.
    probcut_sigma_depth: i32 = 937, 0..=2000;
    /// Sigma in the midgame: for each empty square.
    probcut_sigma_empties: i32 = -157, -400..=100;
    /// Sigma in the midgame: for each sixtieth of the product of empty squares and depth.
    probcut_sigma_product: i32 = -507, -1500..=300;
    /// Sigma to the end of the game, as the logarithm of discs in 1/10000: the constant.
    probcut_sigma_endgame: i32 = 13000, 8000..=20000;
    /// Sigma to the end of the game: for each ply of the shallower search.
    probcut_sigma_endgame_shallow: i32 = -825, -2000..=0;
    /// Sigma to the end of the game: for each empty square.
    probcut_sigma_endgame_empties: i32 = 430, 0..=1000;
    /// The margin of ProbCut at a confidence of 73 %, in hundredths of sigma.
    probcut_margin_73: i32 = 110, 60..=200;
    /// The margin of ProbCut at 87 %.
    probcut_margin_87: i32 = 150, 80..=250;
    /// The margin of ProbCut at 95 %.
    probcut_margin_95: i32 = 200, 120..=300;
    /// The margin of ProbCut at 98 %.
    probcut_margin_98: i32 = 260, 160..=400;
    /// The margin of ProbCut at 99 %.
    probcut_margin_99: i32 = 330, 200..=500;

    // Move ordering.
    /// The weight of one reply of the opponent (fastest-first), in hundredths of a disc.
    mobility_weight: i32 = 100, 0..=400;
    /// The weight of a reply in a search to the end of the game, for an evaluator without learned weights.
    mobility_weight_endgame: i32 = 400, 0..=1600;
    /// The weight of a move to a quadrant with an odd number of empty squares (parity), for the same.
    parity_weight: i32 = 50, 0..=400;
    /// Ordering searches use a window of this many hundredths of a disc to either side.
    ordering_window: i32 = 2400, 400..=6400;
    /// From this depth on midgame moves are ordered by a search of one ply.
    ordering_depth_1: u32 = 12, 4..=20;
    /// From this depth on midgame moves are ordered by a search of two plies.
    ordering_depth_2: u32 = 16, 8..=24;
    /// From this depth on moves of a search to the end are ordered by a search of one ply.
    ordering_depth_1_endgame: u32 = 16, 11..=24;
    /// From this depth on moves of a search to the end are ordered by a search of two plies.
    ordering_depth_2_endgame: u32 = 20, 12..=28;
    /// From this depth on moves of a search to the end are ordered by a search of three plies.
    ordering_depth_3_endgame: u32 = 24, 14..=32;
    /// From this depth on moves of a search to the end are ordered by a search of four plies.
    ordering_depth_4_endgame: u32 = 28, 16..=36;
    /// Seven to ten empty squares: the weight of a reply of the opponent.
    near_mobility_weight: i32 = 16, 4..=64;
    /// Seven to ten empty squares: the weight of parity.
    near_parity_weight: i32 = 8, 0..=64;
    /// Eight to ten empty squares: the weight of an empty square beside the mover's discs (frontier).
    near_frontier_weight: i32 = 4, 0..=32;
    /// Eight to ten empty squares: the weight of a corner held and of a disc beside it.
    near_corner_weight: i32 = 6, 0..=64;
    /// The local TT is used from this many empty squares on.
    local_tt_min_empties: u32 = 8, 7..=10;

    // Iterative deepening.
    /// By how many plies the depth grows from one iteration to the next.
    iteration_step: u32 = 2, 1..=4;
    /// Half the width of the aspiration window, in hundredths of a disc.
    aspiration_window: i32 = 300, 50..=1600;
    /// Shallower iterations are searched with an open window.
    aspiration_min_depth: u32 = 5, 2..=12;
    /// A search to the end starts when the midgame iterations are this many plies short of it.
    endgame_jump: u32 = 10, 4..=16;
    /// To the end of the game: an iteration at 73 % from this many empty squares on.
    endgame_73_min_empties: u32 = 14, 11..=24;
    /// To the end of the game: an iteration at 87 % from this many empty squares on.
    endgame_87_min_empties: u32 = 22, 11..=34;
    /// To the end of the game: an iteration at 87 % up to this many empty squares.
    endgame_87_max_empties: u32 = 25, 11..=60;
    /// To the end of the game: an iteration at 95 % from this many empty squares on.
    endgame_95_min_empties: u32 = 26, 14..=36;
    /// To the end of the game: an iteration at 98 % from this many empty squares on.
    endgame_98_min_empties: u32 = 30, 16..=40;
    /// To the end of the game: an iteration at 99 % from this many empty squares on.
    endgame_99_min_empties: u32 = 32, 18..=44;

    // Time management on a game clock, in percent of the optimum unless the unit is named.
    /// What a move takes while the best move stays the same.
    clock_stable: u32 = 80, 40..=100;
    /// For how many iterations the best move must be the same for that.
    clock_stable_iterations: usize = 4, 2..=10;
    /// Percent added for a change of the best move; the next iteration halves it.
    clock_change: u32 = 50, 0..=200;
    /// Percent added for each disc by which the value falls.
    clock_fall: u32 = 25, 0..=100;
    /// From this fall on, in hundredths of a disc, the search may continue up to the maximum.
    clock_fall_min: i32 = 100, 20..=400;
    /// After this time it is seen whether one move is far ahead.
    clock_far_ahead_start: u32 = 25, 10..=80;
    /// By how much every other move must be worse, in hundredths of a disc.
    clock_far_ahead_margin: i32 = 500, 200..=1600;
    /// The search that sees it is shallower than the iteration by this much.
    clock_far_ahead_reduction: u32 = 4, 0..=10;
    /// An iteration is stopped at this percentage of the time by which it should have been complete.
    clock_overrun: u32 = 150, 100..=300;
    /// The expected time of an iteration of a greater confidence, in percent of the one before.
    clock_growth_confidence: u32 = 400, 100..=1000;

    // Proofs.
    /// From this many empty squares on, selective searches guess the score before a proof.
    guess_min_empties: u32 = 14, 11..=20;
    /// Midgame searches that are shallower than the end by more than this are skipped before a proof.
    guess_max_shortfall: u32 = 14, 6..=24;
    /// Half the width of the aspiration window of these guesses, in hundredths of a disc.
    guess_window: i32 = 200, 50..=1600;
}

#[cfg(feature = "tune")]
pub use tuned::{ParameterError, ParameterValues};

#[cfg(feature = "tune")]
mod tuned {
    use std::cell::Cell;
    use std::fmt;

    use super::{PARAMETERS, Parameter};

    thread_local! {
        /// The values of the search that runs on this thread.
        static VALUES: [Cell<i32>; PARAMETERS.len()] = const {
            let mut values = [const { Cell::new(0) }; PARAMETERS.len()];
            let mut at = 0;
            while at < values.len() {
                values[at] = Cell::new(PARAMETERS[at].default);
                at += 1;
            }
            values
        };
    }

    /// A parameter of the search that runs on this thread.
    #[inline(always)]
    pub(super) fn value(place: usize) -> i32 {
        VALUES.with(|values| values[place].get())
    }

    /// A value for every parameter, for one champion.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub struct ParameterValues([i32; PARAMETERS.len()]);

    impl Default for ParameterValues {
        fn default() -> ParameterValues {
            ParameterValues(std::array::from_fn(|at| PARAMETERS[at].default))
        }
    }

    impl ParameterValues {
        /// The value of a parameter, if there is one of this name.
        pub fn get(&self, name: &str) -> Option<i32> {
            Some(self.0[place(name)?])
        }

        /// Sets a parameter, or refuses a name or a value outside its range.
        pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParameterError> {
            let at =
                place(name).ok_or_else(|| ParameterError::Unknown { name: name.to_owned() })?;
            if !PARAMETERS[at].range().contains(&value) {
                return Err(ParameterError::OutOfRange { parameter: PARAMETERS[at], value });
            }
            self.0[at] = value;
            Ok(())
        }

        /// Makes these the values of searches on this thread.
        pub(in crate::champion) fn install(&self) {
            VALUES.with(|values| {
                values.iter().zip(self.0).for_each(|(cell, value)| cell.set(value));
            });
        }
    }

    fn place(name: &str) -> Option<usize> {
        PARAMETERS.iter().position(|parameter| parameter.name == name)
    }

    /// Why a parameter was not set.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ParameterError {
        /// There is no such parameter.
        Unknown {
            /// The name that is not in the table.
            name: String,
        },
        /// The value is not one of its sensible ones.
        OutOfRange {
            /// The parameter and its range.
            parameter: Parameter,
            /// The value outside its range.
            value: i32,
        },
    }

    impl fmt::Display for ParameterError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                ParameterError::Unknown { name } => {
                    write!(f, "the champion has no parameter `{name}`")
                }
                ParameterError::OutOfRange {
                    parameter: Parameter { name, min, max, .. },
                    value,
                } => {
                    write!(f, "{value} is not a value of {name}; expected {min} to {max}")
                }
            }
        }
    }

    impl std::error::Error for ParameterError {}
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_parameter_is_within_its_range_and_has_a_name_of_its_own() {
        let mut names = BTreeSet::new();
        for parameter in parameters() {
            assert!(parameter.range().contains(&parameter.default), "{parameter:?}");
            assert!(parameter.about.ends_with('.'), "{parameter:?}");
            assert!(names.insert(parameter.name), "{parameter:?}");
        }
    }

    #[cfg(feature = "tune")]
    #[test]
    fn values_belong_to_the_thread_that_installed_them() {
        let mut values = ParameterValues::default();
        assert_eq!(values.get("lmr_reduction"), Some(2));
        values.set("lmr_reduction", 3).unwrap();
        assert!(values.set("lmr_reduction", 30).is_err());
        assert!(values.set("nothing", 1).is_err());
        std::thread::spawn(move || {
            values.install();
            assert_eq!(lmr_reduction(), 3);
        })
        .join()
        .unwrap();
        assert_eq!(lmr_reduction(), 2);
    }
}
