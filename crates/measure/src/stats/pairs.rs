//! Game pairs: one opening played twice with the colours swapped, counted as one result (the
//! pentanomial model).
//!
//! The two games of a pair share an opening, which may favour one colour. So the pair, not the
//! game, is the independent sample: the advantage of the opening cancels out, and the error is
//! smaller where openings are lopsided.

use std::collections::HashMap;

use super::{Elo, standard_error};

/// The numbers of pairs in which the first side scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts a pair by its score in half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    pub fn score_rate(self) -> Option<f64> {
        let quarters: u64 = self.0.iter().zip(0..).map(|(count, quarters)| count * quarters).sum();
        (self.count() > 0).then(|| quarters as f64 / (4 * self.count()) as f64)
    }

    /// The variance of a pair's points per game.
    pub fn variance(self) -> Option<f64> {
        let rate = self.score_rate()?;
        let squares = self.rated().map(|(points, count)| count as f64 * (points - rate).powi(2));
        Some(squares.sum::<f64>() / self.count() as f64)
    }

    /// The standard error of the score rate: the standard deviation of pairs over the root of their
    /// number. It is never 0: even if all pairs are equal, the next one may differ.
    pub fn standard_error(self) -> Option<f64> {
        Some(standard_error(self.variance()?, self.count()))
    }

    /// The Elo difference of the score rate, its error from the variance of pairs.
    pub fn elo(self) -> Option<Elo> {
        Elo::new(self.score_rate()?, self.standard_error()?)
    }

    /// Normalised Elo: the advantage in standard deviations of a game, scaled to agree with Elo
    /// where there are no draws: `800 / ln 10 · (p − ½) / (σ √2)`, σ being the deviation of a pair.
    /// It determines how many games are needed to show the difference, whatever the openings and
    /// the draw rate. `None` if all pairs scored the same.
    pub fn normalised_elo(self) -> Option<f64> {
        let game_deviation = (2.0 * self.variance()?).sqrt();
        let advantage = self.score_rate()? - 0.5;
        (game_deviation > 0.0).then(|| 800.0 / std::f64::consts::LN_10 * advantage / game_deviation)
    }

    /// The points per game of each of the five kinds of pair, with its count.
    pub(super) fn rated(self) -> impl Iterator<Item = (f64, u64)> {
        [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(self.0)
    }
}

/// The half points of a side for a disc difference: 2 for a win, 1 for a draw.
pub fn half_points(difference: i32) -> usize {
    (difference.signum() + 1) as usize
}

/// Counts the pairs of games that come one by one, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairCounter {
    pairs: Pairs,
    /// The half points of the first game of each pair whose second game has not come.
    halves: HashMap<usize, usize>,
}

impl PairCounter {
    /// Adds a game of the pair with this number; returns whether that completes the pair.
    pub fn add(&mut self, pair: usize, difference: i32) -> bool {
        let half_points = half_points(difference);
        match self.halves.remove(&pair) {
            Some(first) => self.pairs.add(first + half_points),
            None => drop(self.halves.insert(pair, half_points)),
        }
        !self.halves.contains_key(&pair)
    }

    /// The pairs that are complete.
    pub fn pairs(&self) -> Pairs {
        self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
    }

    /// Results that others published, with the figures their programs gave.
    #[test]
    fn published_matches() {
        for (pairs, difference, error) in [
            // neural-reversi 4.0.0 against 3.0.0, Othello, 21 568 games on XOT openings.
            ([2410, 367, 5075, 327, 2605], 5.6, 4.5),
            // fastchess, Stockfish networks in the browser, 300 games.
            ([1, 10, 78, 48, 13], 72.85, 22.33),
            // fastchess, Zeno, 6 804 games.
            ([352, 579, 1264, 743, 464], 19.83, 6.77),
        ] {
            let elo = Pairs(pairs).elo().unwrap();
            near(elo.difference, difference, 0.05);
            near(elo.error, error, 0.05);
        }
    }

    /// These matches on the normalised scale, as fastchess printed them.
    #[test]
    fn published_normalised_elo() {
        near(Pairs([1, 10, 78, 48, 13]).normalised_elo().unwrap(), 132.30, 0.005);
        near(Pairs([352, 579, 1264, 743, 464]).normalised_elo().unwrap(), 24.25, 0.005);
    }

    /// By hand, [1, 2, 4, 2, 1]: the rate is ½; the variance (2 × ¼ + 4 × 1/16) / 10 = 0.075; the
    /// standard error √0.0075 = 0.0866025.
    #[test]
    fn the_variance_is_that_of_pairs() {
        let pairs = Pairs([1, 2, 4, 2, 1]);
        assert_eq!((pairs.count(), pairs.score_rate()), (10, Some(0.5)));
        near(pairs.variance().unwrap(), 0.075, 1e-12);
        near(pairs.standard_error().unwrap(), 0.086_602_5, 5e-8);
    }

    /// Openings that one colour always wins are no evidence against equality: ten pairs of one win
    /// and one loss have no variance; twenty separate games would have ±163 Elo. By hand, ¼ / 11 is
    /// the least variance, √(0.0227273 / 10) = 0.0476731 the standard error, 0.0934376 the
    /// half-width and 400 log10(0.5934376 / 0.4065624) = 65.70 Elo.
    #[test]
    fn lopsided_openings_cancel_out() {
        let mut pairs = Pairs::default();
        (0..10).for_each(|_| pairs.add(2));
        let elo = pairs.elo().unwrap();
        assert_eq!((elo.difference, pairs.variance()), (0.0, Some(0.0)));
        near(elo.error, 65.70, 0.005);
        assert_eq!(pairs.normalised_elo(), None);
    }

    /// One pair has the error of two games, √(0.25 / 2) = 0.353553: the half-width of
    /// 0.692952 reaches beyond 0 and 1, and times the slope 173.7178 / 0.25 it is 481.51 Elo.
    #[test]
    fn equal_pairs_still_have_an_error() {
        near(Pairs([0, 0, 1, 0, 0]).elo().unwrap().error, 481.51, 0.01);
        // More equal pairs have a smaller error, and one different pair does not reduce it.
        for kind in 1..4 {
            let errors = [1, 2, 3, 10, 1000].map(|count| {
                let mut pairs = [0; 5];
                pairs[kind] = count;
                Pairs(pairs).elo().unwrap().error
            });
            assert!(errors.is_sorted_by(|one, next| one > next), "{errors:?}");
            assert!(errors[4] > 0.5, "{errors:?}");
        }
        let error = |pairs: [u64; 5]| Pairs(pairs).standard_error().unwrap();
        assert_eq!(error([0, 1, 9, 0, 0]), error([0, 0, 10, 0, 0]));
        assert!(error([1, 0, 8, 0, 1]) > error([0, 0, 10, 0, 0]));
    }

    #[test]
    fn no_elo_without_pairs_or_without_a_point() {
        for none in [[0; 5], [3, 0, 0, 0, 0], [0, 0, 0, 0, 3]] {
            assert_eq!(Pairs(none).elo(), None);
        }
    }
}
