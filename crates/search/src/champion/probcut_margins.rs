//! The error model of ProbCut and the margins that follow from it.
//!
//! The error of a shallow value as a forecast of the deep one is normally distributed; its standard
//! deviation (sigma) depends on both depths and on the number of empty squares. A margin is
//! `sigmas × sigma` of a confidence, tabulated once.

use std::sync::Arc;
#[cfg(not(feature = "tune"))]
use std::sync::LazyLock;

use super::parameters;
use super::selectivity::Selectivity;
use super::units::DISC;

/// The standard deviation between a search and a shallower one: its logarithm, in discs, is linear in
/// both depths, in the number of empty squares, and in the product of that and the deeper depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCutSigma(pub [f32; 5]);

impl ProbCutSigma {
    /// The terms of the linear model, one for each coefficient.
    pub fn terms(empties: u32, depth: u32, shallow: u32) -> [f32; 5] {
        let to_the_end = depth >= empties;
        let (empties, depth, shallow) = (empties as f32, depth as f32, shallow as f32);
        if to_the_end {
            return [1.0, shallow, empties, 0.0, 0.0];
        }
        [1.0, shallow, depth, empties, empties * depth / 60.0]
    }

    /// The standard deviation in discs.
    pub fn discs(&self, empties: u32, depth: u32, shallow: u32) -> f32 {
        let terms = ProbCutSigma::terms(empties, depth, shallow);
        exp(self.0.iter().zip(terms).map(|(factor, term)| factor * term).sum())
    }
}

/// The exponential, by operations that are exactly rounded: the same bits on every machine, which
/// `f32::exp` does not promise, so that every machine visits the same nodes.
fn exp(x: f32) -> f32 {
    let x = f64::from(x).clamp(-80.0, 80.0);
    let halvings = (x / std::f64::consts::LN_2).round();
    let rest = x - halvings * std::f64::consts::LN_2;
    // The Taylor series, by Horner's rule; the rest is at most 0.35.
    let series = (1..=14).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    let power = f64::from_bits(((1023 + halvings as i64) as u64) << 52);
    (series * power) as f32
}

/// The model of the midgame, fitted by `othellier train probcut`; narrowed for a later evaluation by
/// the ratio that it measured.
fn midgame() -> ProbCutSigma {
    ProbCutSigma(
        [
            parameters::probcut_sigma(),
            parameters::probcut_sigma_shallow(),
            parameters::probcut_sigma_depth(),
            parameters::probcut_sigma_empties(),
            parameters::probcut_sigma_product(),
        ]
        .map(|coefficient| coefficient as f32 / 10_000.0),
    )
}

/// The fit for searches to the end of the game.
fn endgame() -> ProbCutSigma {
    let [constant, shallow, empties] = [
        parameters::probcut_sigma_endgame(),
        parameters::probcut_sigma_endgame_shallow(),
        parameters::probcut_sigma_endgame_empties(),
    ]
    .map(|coefficient| coefficient as f32 / 10_000.0);
    ProbCutSigma([constant, shallow, empties, 0.0, 0.0])
}

/// The reduced depth that forecasts a search of this depth; of the same parity.
pub(super) fn reduced_depth(depth: u32, to_the_end: bool) -> u32 {
    let divisor = if to_the_end {
        parameters::probcut_divisor_endgame()
    } else {
        parameters::probcut_divisor()
    };
    depth / divisor * 2 + depth % 2
}

/// At this depth the static evaluation takes the place of the reduced search.
pub(super) const STATIC_PROBCUT_DEPTH: u32 = 2;

/// Empty squares and plies, from none to all.
const COUNTS: usize = 65;

/// The margin of one ProbCut search, in hundredths of a disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Margin {
    /// How far outside the window the reduced search must be.
    pub(super) margin: i32,
    /// How much less far the static evaluation may be for a reduced search to be worth trying.
    pub(super) slack: i32,
}

/// The margins of a confidence, in hundredths of a disc.
pub(super) struct ProbCutMargins {
    /// Those of reduced searches, by the number of empty squares, then by depth.
    reduced: Vec<[Margin; COUNTS]>,
    /// Those of static ProbCut, by the number of empty squares.
    pub(super) of_evaluation: [i32; COUNTS],
}

impl ProbCutMargins {
    /// The margins of a confidence; `None` where nothing is pruned.
    #[cfg(not(feature = "tune"))]
    pub(super) fn of(selectivity: Selectivity) -> Option<Arc<ProbCutMargins>> {
        static ALL: LazyLock<Vec<Arc<ProbCutMargins>>> = LazyLock::new(|| {
            let margins = Selectivity::ALL.into_iter().filter_map(Selectivity::sigmas);
            margins.map(|sigmas| Arc::new(ProbCutMargins::new(sigmas))).collect()
        });
        selectivity.sigmas()?;
        ALL.get(selectivity as usize).cloned()
    }

    /// The margins in a tuning build: computed again for each search.
    #[cfg(feature = "tune")]
    pub(super) fn of(selectivity: Selectivity) -> Option<Arc<ProbCutMargins>> {
        Some(Arc::new(ProbCutMargins::new(selectivity.sigmas()?)))
    }

    fn new(sigmas: f32) -> ProbCutMargins {
        let (midgame, endgame) = (midgame(), endgame());
        let hundredths = |discs: f32| (discs * DISC as f32) as i32;
        let reduced = |empties: u32, depth: u32| {
            let to_the_end = depth >= empties;
            let model = if to_the_end { &endgame } else { &midgame };
            let near = model.discs(empties, depth, reduced_depth(depth, to_the_end));
            let far = model.discs(empties, depth, 0);
            let slack = hundredths(sigmas * (far - near).max(0.0) / 2.0);
            Margin { margin: hundredths(sigmas * near), slack }
        };
        // No search is deeper than the number of empty squares.
        let row = |empties: u32| {
            let mut row = [Margin::default(); COUNTS];
            for depth in 0..=empties {
                row[depth as usize] = reduced(empties, depth);
            }
            row
        };
        let of_evaluation = |empties: usize| {
            hundredths(sigmas * midgame.discs(empties as u32, STATIC_PROBCUT_DEPTH, 0))
        };
        ProbCutMargins {
            reduced: (0..COUNTS as u32).map(row).collect(),
            of_evaluation: std::array::from_fn(of_evaluation),
        }
    }

    #[inline(always)]
    pub(super) fn reduced(&self, empties: u32, depth: u32) -> Margin {
        self.reduced[empties as usize][depth as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_that_of_the_standard_library() {
        for thousandth in -20_000..20_000 {
            let x = thousandth as f32 / 1000.0;
            let (own, other) = (exp(x), x.exp());
            assert!((own - other).abs() <= other * f32::EPSILON, "{x}: {own} {other}");
        }
        assert_eq!(exp(0.0), 1.0);
    }

    #[test]
    fn a_surer_cut_needs_a_wider_margin() {
        let of = |selectivity| ProbCutMargins::of(selectivity).unwrap().reduced(30, 12).margin;
        let margins: Vec<i32> = Selectivity::ALL[..5].iter().map(|&level| of(level)).collect();
        assert!(margins.is_sorted() && margins[0] > 0, "{margins:?}");
        assert!(ProbCutMargins::of(Selectivity::Exact).is_none());
    }
}
