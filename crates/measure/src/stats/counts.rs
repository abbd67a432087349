//! Wins, draws and losses.

use std::ops::AddAssign;

use super::{Elo, Z, standard_error};

/// How many games a side won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Counts {
    /// One game that ended with this disc difference for the side.
    pub fn of_difference(difference: i32) -> Counts {
        let mut counts = Counts::default();
        match difference {
            1.. => counts.wins = 1,
            0 => counts.draws = 1,
            _ => counts.losses = 1,
        }
        counts
    }

    /// These games counted for the other side.
    pub fn reversed(self) -> Counts {
        Counts { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Wins, draws and losses as text, such as `+15 =0 -25`.
    pub fn plus_minus(self) -> String {
        let Counts { wins, draws, losses } = self;
        format!("+{wins} ={draws} -{losses}")
    }

    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, a draw being half a point.
    pub fn score_rate(self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// The confidence interval of the score rate: Wilson's interval of a proportion.
    ///
    /// ```text
    /// (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n)
    /// ```
    ///
    /// It stays within 0 and 1 and is valid for few games too. With draws it is a little too wide,
    /// since they make the points vary less than p(1−p). (Wilson 1927, JASA 22.)
    pub fn interval(self) -> Option<(f64, f64)> {
        let rate = self.score_rate()?;
        let games = self.games() as f64;
        let shrink = 1.0 + Z * Z / games;
        let middle = (rate + Z * Z / (2.0 * games)) / shrink;
        let variance = rate * (1.0 - rate) / games + Z * Z / (4.0 * games * games);
        let half_width = Z * variance.sqrt() / shrink;
        // At the edges the formula gives 0 and 1 up to rounding.
        let low = if rate == 0.0 { 0.0 } else { middle - half_width };
        let high = if rate == 1.0 { 1.0 } else { middle + half_width };
        Some((low, high))
    }

    /// The Elo difference of the score rate, its error from the variance of games: for games
    /// that do not come in [`Pairs`](super::Pairs).
    pub fn elo(self) -> Option<Elo> {
        let rate = self.score_rate()?;
        let spread = |points: f64, count: u64| count as f64 * (points - rate).powi(2);
        let squares = spread(1.0, self.wins) + spread(0.5, self.draws) + spread(0.0, self.losses);
        Elo::new(rate, standard_error(squares / self.games() as f64, self.games()))
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(wins: u64, draws: u64, losses: u64) -> Counts {
        Counts { wins, draws, losses }
    }

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
    }

    #[test]
    fn a_draw_is_half_a_point() {
        assert_eq!(counts(5, 2, 3).score_rate(), Some(0.6));
        assert_eq!(counts(5, 2, 3).reversed().score_rate(), Some(0.4));
        assert_eq!(counts(0, 0, 0).score_rate(), None);
        let mut sum = Counts::of_difference(12);
        sum += Counts::of_difference(0);
        sum += Counts::of_difference(-2);
        assert_eq!(sum, counts(1, 1, 1));
    }

    /// The textbook case 8 of 10. By hand, z² = 3.8415: the middle is (0.8 + 0.19207) / 1.38415 =
    /// 0.71674; the root is of 0.016 + 0.0096036, so the half-width is 1.95996 × 0.160011 /
    /// 1.38415 = 0.22658.
    #[test]
    fn wilson_for_eight_of_ten() {
        let (low, high) = counts(8, 0, 2).interval().unwrap();
        near(low, 0.4902, 5e-5);
        near(high, 0.9433, 5e-5);
    }

    /// The four cases of Newcombe 1998, "Two-sided confidence intervals for the single proportion",
    /// table I, method 3.
    #[test]
    fn published_wilson_intervals() {
        for (hits, all, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = counts(hits, 0, all - hits).interval().unwrap();
            near(found.0, low, 5e-5);
            near(found.1, high, 5e-5);
        }
    }

    /// With p = 1 the formula shortens to n / (n + z²): 10 / 13.8415 = 0.72247.
    #[test]
    fn wilson_at_the_edges() {
        let (low, high) = counts(10, 0, 0).interval().unwrap();
        near(low, 0.72247, 5e-6);
        assert_eq!(high, 1.0);
        let (low, high) = counts(0, 0, 10).interval().unwrap();
        assert_eq!(low, 0.0);
        near(high, 1.0 - 0.72247, 5e-6);
        assert_eq!(counts(0, 0, 0).interval(), None);
    }

    /// 60 wins and 40 losses: √(0.6 × 0.4 / 100) = 0.0489898 is the standard error, so the rate is
    /// 0.6 ± 0.0960182. The ends in Elo are 400 log10(0.6960182 / 0.3039818) = +143.91 and
    /// 400 log10(0.5039818 / 0.4960182) = +2.77; half of their difference is 70.57.
    #[test]
    fn elo_of_sixty_percent() {
        let elo = counts(60, 0, 40).elo().unwrap();
        near(elo.difference, 70.44, 0.005);
        near(elo.error, 70.57, 0.005);
    }

    /// A rate of 60 % with draws: 50 won, 92 drawn and 18 lost of 160. The squares are 50 × 0.16 +
    /// 92 × 0.01 + 18 × 0.36 = 15.4, the standard error √15.4 / 160 = 0.0245268, the ends 0.648072
    /// and 0.551928, in Elo +106.07 and +36.21; half of their difference is 34.93.
    #[test]
    fn draws_make_the_error_smaller() {
        let elo = counts(50, 92, 18).elo().unwrap();
        near(elo.difference, 70.44, 0.005);
        near(elo.error, 34.93, 0.005);
    }

    /// Three draws: √(¼ / 4 / 3) = 0.144338 is the standard error, 0.282896 the half-width and
    /// 400 log10(0.782896 / 0.217104) = 222.815 Elo.
    #[test]
    fn draws_alone_are_not_certain() {
        let elo = counts(0, 3, 0).elo().unwrap();
        assert_eq!(elo.difference, 0.0);
        near(elo.error, 222.815, 0.005);
    }

    #[test]
    fn no_elo_without_games_or_without_a_point() {
        for none in [counts(0, 0, 0), counts(7, 0, 0), counts(0, 0, 7)] {
            assert_eq!(none.elo(), None);
        }
    }
}
