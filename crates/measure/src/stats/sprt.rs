//! The sequential probability ratio test (SPRT): stop as soon as the games so far decide.
//!
//! Two hypotheses are compared: H0, the first side is `elo0` better, and H1, it is
//! `elo1` better (on the logistic scale: [`rate_of`](super::rate_of)). After every pair
//!
//! ```text
//! LLR = Σ nᵢ ln(p1ᵢ / p0ᵢ)
//! ```
//!
//! is compared with the bounds ±ln((1−α)/β), α = β = 0.05: above, H1 is accepted; below, H0. Here
//! nᵢ counts the pairs of each kind, and p0 and p1 are the maximum-likelihood probabilities of the
//! five kinds among those whose mean score is that of H0 and of H1. With the observed frequencies
//! fᵢ = nᵢ/n and the points per game aᵢ they are
//!
//! ```text
//! pᵢ = fᵢ / (1 + x (aᵢ − s))    with x such that    Σ fᵢ (aᵢ − s) / (1 + x (aᵢ − s)) = 0
//! ```
//!
//! This is the generalised test that fishtest and fastchess run (M. Van den Bergh, "A practical
//! introduction to the GSPRT"). For small differences it is close to
//! n (s1 − s0)(2p − s0 − s1) / 2σ², the form used for computation by hand.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{PairCounter, Pairs, rate_of};

/// The probability of accepting the wrong hypothesis, α = β.
const ERROR_RATE: f64 = 0.05;

/// A kind of pair that never occurred counts as this many, so that it stays possible.
const MIN_COUNT: f64 = 1e-3;

/// A test of one Elo difference against another: `[0, 10]` in files, `0,10` as text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[f64; 2]", into = "[f64; 2]")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// Two values are not the hypotheses of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sprt: expected two Elo differences, the smaller one first")]
pub struct SprtError;

impl TryFrom<[f64; 2]> for Sprt {
    type Error = SprtError;

    fn try_from([elo0, elo1]: [f64; 2]) -> Result<Sprt, SprtError> {
        Sprt::new(elo0, elo1).ok_or(SprtError)
    }
}

impl From<Sprt> for [f64; 2] {
    fn from(Sprt { elo0, elo1 }: Sprt) -> [f64; 2] {
        [elo0, elo1]
    }
}

/// Reads `ELO0,ELO1`.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let (elo0, elo1) = text.split_once(',').ok_or(SprtError)?;
        let number = |text: &str| text.trim().parse().map_err(|_| SprtError);
        Sprt::try_from([number(elo0)?, number(elo1)?])
    }
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Undecided,
    /// The difference is `elo0` or less.
    AcceptH0,
    /// The difference is `elo1` or more.
    AcceptH1,
}

/// Beyond this difference, the weaker side would practically never win a game.
const MAX_ELO: f64 = 3000.0;

impl Sprt {
    /// A test of H0 against H1; `None` unless `elo0 < elo1` and both are at most 3000 in size.
    pub fn new(elo0: f64, elo1: f64) -> Option<Sprt> {
        let is_measurable = |elo: f64| elo.abs() <= MAX_ELO;
        let fits = is_measurable(elo0) && is_measurable(elo1) && elo0 < elo1;
        fits.then_some(Sprt { elo0, elo1 })
    }

    /// The Elo differences of H0 and H1.
    pub fn hypotheses(self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// H0 is accepted at or below the first, H1 at or above the second.
    pub fn bounds(self) -> (f64, f64) {
        let bound = ((1.0 - ERROR_RATE) / ERROR_RATE).ln();
        (-bound, bound)
    }

    /// The log-likelihood ratio of H1 to H0, given the pairs; 0 without pairs.
    pub fn llr(self, pairs: Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let seen = pairs.rated().map(|(points, count)| (points, (count as f64).max(MIN_COUNT)));
        let seen: Vec<_> = seen.collect();
        let [s0, s1] = [rate_of(self.elo0), rate_of(self.elo1)];
        let [x0, x1] = [tilt(&seen, s0), tilt(&seen, s1)];
        let ratio = |points: f64| (1.0 + x0 * (points - s0)) / (1.0 + x1 * (points - s1));
        seen.iter().map(|&(points, count)| count * ratio(points).ln()).sum()
    }

    /// The decision that the pairs allow.
    pub fn verdict(self, pairs: Pairs) -> Verdict {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= low => Verdict::AcceptH0,
            llr if llr >= high => Verdict::AcceptH1,
            _ => Verdict::Undecided,
        }
    }
}

/// A test of games that come in any order. They count in the order of their numbers: otherwise fast games
/// would decide first, and the same games would end the test differently each time.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    sprt: Sprt,
    pairs: PairCounter,
    /// The next game to count.
    next: usize,
    /// The disc differences of games that came before their turn.
    waiting: BTreeMap<usize, i32>,
    decided_after: Option<usize>,
}

impl SequentialTest {
    pub fn new(sprt: Sprt) -> SequentialTest {
        let (pairs, waiting) = (PairCounter::default(), BTreeMap::new());
        SequentialTest { sprt, pairs, next: 0, waiting, decided_after: None }
    }

    /// Adds the game with this index; games 2i and 2i + 1 are a pair. A game that was added counts once.
    pub fn add(&mut self, index: usize, difference: i32) {
        if index < self.next {
            return;
        }
        self.waiting.insert(index, difference);
        while let Some(difference) = self.waiting.remove(&self.next) {
            let completes_pair = self.pairs.add(self.next / 2, difference);
            self.next += 1;
            let is_open = self.decided_after.is_none();
            if completes_pair
                && is_open
                && self.sprt.verdict(self.pairs.pairs()) != Verdict::Undecided
            {
                self.decided_after = Some(self.next);
            }
        }
    }

    /// The number of games, from the first one on, after which it was decided.
    pub fn decided_after(&self) -> Option<usize> {
        self.decided_after
    }
}

/// The `x` for which the tilted frequencies have the mean score `s`, found by bisection: the sum
/// falls all the way from +∞ to −∞ between the two values where a frequency would be infinite.
fn tilt(seen: &[(f64, f64)], s: f64) -> f64 {
    let excess = |x: f64| -> f64 {
        seen.iter().map(|&(points, count)| count * (points - s) / (1.0 + x * (points - s))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_decided_in_the_order_of_the_games() {
        let sprt = Sprt::new(0.0, 100.0).unwrap();
        let ended = |order: &mut dyn Iterator<Item = usize>| {
            let mut test = SequentialTest::new(sprt);
            order.for_each(|index| test.add(index, if index % 10 == 7 { -4 } else { 4 }));
            test.decided_after()
        };
        let games = ended(&mut (0..200)).expect("it is decided");
        assert_eq!(games % 2, 0);
        assert_eq!(ended(&mut (0..200).rev()), Some(games));
        assert_eq!(ended(&mut (0..200).flat_map(|index| [index, index / 2])), Some(games));
        assert_eq!(ended(&mut (0..games - 1)), None);
        assert_eq!(ended(&mut (1..200)), None, "the first game is missing");
    }

    #[track_caller]
    fn check(pairs: [u64; 5], (elo0, elo1): (f64, f64), llr: f64, tolerance: f64) {
        let found = Sprt::new(elo0, elo1).unwrap().llr(Pairs(pairs));
        assert!((found - llr).abs() <= tolerance, "{found} is not {llr} ± {tolerance}");
    }

    #[test]
    fn extreme_hypotheses_are_refused() {
        for (elo0, elo1) in [(10.0, 0.0), (0.0, 0.0), (0.0, 1e5), (f64::NAN, 5.0), (-1e5, 0.0)] {
            assert_eq!(Sprt::new(elo0, elo1), None, "{elo0} {elo1}");
        }
        let widest = Sprt::new(-3000.0, 3000.0).unwrap();
        assert!(widest.llr(Pairs([1, 2, 3, 4, 5])).is_finite());
    }

    /// ln(0.95 / 0.05) = ln 19 = 2.944.
    #[test]
    fn the_usual_bounds() {
        let (low, high) = Sprt::new(0.0, 10.0).unwrap().bounds();
        assert!((high - 2.944_439).abs() < 1e-6 && low == -high);
    }

    /// The figures of fastchess' own tests for its logistic pentanomial model.
    #[test]
    fn published_ratios() {
        check([223, 9863, 21279, 10037, 246], (0.5, 2.5), -3.07, 0.005);
        check([871, 26175, 55983, 26678, 821], (0.0, 2.0), -4.98, 0.005);
    }

    /// By hand with the short form: [20, 60, 200, 80, 40] has n = 400 and p = 0.5375. Around ½ the
    /// squares are (60 × ¼ + 140 × 1/16) / 400 = 0.059375, so σ² = 0.059375 − 0.0375² = 0.0579688.
    /// For 0 against 10 Elo, s0 = 0.5 and s1 = 0.5143872: the ratio is
    /// 400 × 0.0143872 × (1.075 − 1.0143872) / (2 × 0.0579688) = 3.0087.
    #[test]
    fn close_to_the_short_form() {
        check([20, 60, 200, 80, 40], (0.0, 10.0), 3.0087, 0.05);
    }

    #[test]
    fn the_ratio_decides() {
        let sprt = Sprt::new(0.0, 10.0).unwrap();
        assert_eq!(sprt.llr(Pairs::default()), 0.0);
        assert_eq!(sprt.verdict(Pairs([20, 60, 200, 80, 40])), Verdict::AcceptH1);
        assert_eq!(sprt.verdict(Pairs([40, 80, 200, 60, 20])), Verdict::AcceptH0);
        assert_eq!(sprt.verdict(Pairs([2, 6, 20, 8, 4])), Verdict::Undecided);
        assert_eq!(sprt.verdict(Pairs([0, 0, 0, 0, 400])), Verdict::AcceptH1);
        assert_eq!(sprt.verdict(Pairs([400, 0, 0, 0, 0])), Verdict::AcceptH0);
    }

    #[test]
    fn the_hypotheses_must_be_apart() {
        assert_eq!(Sprt::new(10.0, 0.0), None);
        assert_eq!(Sprt::new(5.0, 5.0), None);
        assert_eq!(Sprt::new(0.0, f64::INFINITY), None);
        assert_eq!(Sprt::new(f64::NAN, 1.0), None);
    }
}
