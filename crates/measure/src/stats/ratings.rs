//! Maximum-likelihood ratings of many players from all their games (Bradley-Terry model).
//!
//! Player i is expected to score against j
//!
//! ```text
//! pᵢⱼ = 1 / (1 + 10^(−(Rᵢ − Rⱼ)/400))
//! ```
//!
//! a draw being half a win and half a loss (Bradley and Terry 1952; the scale is Elo's). The
//! ratings maximise the log-likelihood Σ sᵢⱼ ln pᵢⱼ over the points sᵢⱼ. At the maximum everyone's
//! score equals its expected score; for two players that is [`elo_of`](super::elo_of) of the score
//! rate. Newton's method finds the maximum; the mean rating is 0.
//!
//! ```text
//! g = Σ (sᵢⱼ − nᵢⱼ pᵢⱼ)             gradient: score minus expected score
//! L = Σ nᵢⱼ pᵢⱼ (1 − pᵢⱼ)           negative Hessian: a Laplacian, one edge per pair of players
//! V = Σ nᵢⱼ pᵢⱼ (1 − pᵢⱼ) − dᵢⱼ/4   variance of the gradient, dᵢⱼ games being drawn
//!
//! step = L⁺ g        covariance = L⁺ V L⁺
//! ```
//!
//! Draws make the points of a game vary less, hence V; without them V = L and the covariance is the
//! usual L⁺. Errors are half-widths of the 95 % interval, relative to the mean of all.
//!
//! Not all results have such ratings: a player, or a group of players, that won every game against
//! all others is infinitely stronger. So only the largest strongly connected group (i and j each
//! scored against the other, if only through a chain of others) is rated (Ford 1957); the others
//! have no rating. With a prior, each player has some additional draws against a virtual average
//! player; then all are rated.

use super::{Counts, Elo, Z};

/// One unit of the natural scale in Elo: 400 / ln 10.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton's method has converged when a step is this small, in natural units.
const PRECISION: f64 = 1e-12;

/// The maximum number of Newton steps; usually a handful are enough.
const MAX_STEPS: usize = 200;

/// The maximum number of halvings of a step that lowers the likelihood.
const MAX_HALVINGS: usize = 64;

/// The results of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    pub players: [usize; 2],
    /// Wins, draws and losses of the first.
    pub counts: Counts,
}

/// Estimated strengths of many players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The numbers of the rated players.
    rated: Vec<usize>,
    /// Their strengths in natural units, with mean 0.
    strengths: Vec<f64>,
    covariance: Matrix,
}

type Matrix = Vec<Vec<f64>>;

impl Ratings {
    /// The maximum-likelihood ratings, with `prior` additional draws of each player against a
    /// virtual average player.
    pub fn new(players: usize, head_to_head: &[HeadToHead], prior: f64) -> Ratings {
        let mut all = CrossTable::new(players + 1);
        for pair in head_to_head {
            all.add(pair);
        }
        for player in 0..players {
            all.add_draws([player, players], prior);
        }
        let rated = all.largest_group();
        let table = all.restricted_to(&rated);
        let strengths = table.maximum_likelihood();
        let covariance = table.covariance(&strengths);
        Ratings { rated, strengths, covariance }.without(players)
    }

    /// Removes the virtual player and centres the others on their mean.
    fn without(mut self, absent: usize) -> Ratings {
        if let Some(at) = self.rated.iter().position(|&player| player == absent) {
            self.rated.remove(at);
            self.strengths.remove(at);
            self.covariance.remove(at);
            for row in &mut self.covariance {
                row.remove(at);
            }
        }
        let count = self.rated.len();
        if count == 0 {
            return self;
        }
        let mean = self.strengths.iter().sum::<f64>() / count as f64;
        self.strengths.iter_mut().for_each(|strength| *strength -= mean);
        // Subtracting the mean is a projection, applied to both sides of the covariance.
        let projection: Matrix = (0..count)
            .map(|i| (0..count).map(|j| f64::from(i == j) - 1.0 / count as f64).collect())
            .collect();
        self.covariance = product(&product(&projection, &self.covariance), &projection);
        self
    }

    /// The rating of a player, with its error relative to the mean of all.
    pub fn of(&self, player: usize) -> Option<Elo> {
        let at = self.rated.iter().position(|&rated| rated == player)?;
        Some(elo(self.strengths[at], self.covariance[at][at]))
    }

    /// The first player's rating minus the second's.
    pub fn difference(&self, first: usize, second: usize) -> Option<Elo> {
        let at = |player| self.rated.iter().position(|&rated| rated == player);
        let (i, j) = (at(first)?, at(second)?);
        let c = &self.covariance;
        Some(elo(self.strengths[i] - self.strengths[j], c[i][i] + c[j][j] - 2.0 * c[i][j]))
    }
}

fn elo(strength: f64, variance: f64) -> Elo {
    Elo { difference: UNIT * strength, error: UNIT * Z * variance.max(0.0).sqrt() }
}

/// The results of all pairs of players.
struct CrossTable {
    /// Points of the row against the column.
    points: Matrix,
    draws: Matrix,
}

impl CrossTable {
    fn new(players: usize) -> CrossTable {
        let zeros = vec![vec![0.0; players]; players];
        CrossTable { points: zeros.clone(), draws: zeros }
    }

    fn add(&mut self, HeadToHead { players: [a, b], counts }: &HeadToHead) {
        self.points[*a][*b] += counts.wins as f64;
        self.points[*b][*a] += counts.losses as f64;
        self.add_draws([*a, *b], counts.draws as f64);
    }

    fn add_draws(&mut self, [a, b]: [usize; 2], draws: f64) {
        for (i, j) in [(a, b), (b, a)] {
            self.points[i][j] += draws / 2.0;
            self.draws[i][j] += draws;
        }
    }

    /// The results among some of the players.
    fn restricted_to(&self, chosen: &[usize]) -> CrossTable {
        let part = |matrix: &Matrix| {
            chosen.iter().map(|&i| chosen.iter().map(|&j| matrix[i][j]).collect()).collect()
        };
        CrossTable { points: part(&self.points), draws: part(&self.draws) }
    }

    fn games(&self, i: usize, j: usize) -> f64 {
        self.points[i][j] + self.points[j][i]
    }

    /// The largest strongly connected group of players, found by the transitive closure of "scored
    /// against"; the first of several equal ones, empty if no group has two players.
    fn largest_group(&self) -> Vec<usize> {
        let count = self.points.len();
        let mut beats: Vec<Vec<bool>> = self
            .points
            .iter()
            .map(|row| row.iter().map(|&points| points > 0.0).collect())
            .collect();
        for via in 0..count {
            for i in 0..count {
                for j in 0..count {
                    beats[i][j] |= beats[i][via] && beats[via][j];
                }
            }
        }
        let group = |i: usize| (0..count).filter(|&j| beats[i][j] && beats[j][i]).collect();
        let groups = (0..count).map(group);
        groups
            .reduce(|best: Vec<_>, next| if next.len() > best.len() { next } else { best })
            .unwrap_or_default()
    }

    /// The log-likelihood, which is concave.
    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let pairs = (0..strengths.len()).flat_map(|i| (0..strengths.len()).map(move |j| (i, j)));
        let of = |(i, j): (usize, usize)| match self.points[i][j] {
            0.0 => 0.0,
            points => points * expected(strengths[i] - strengths[j]).ln(),
        };
        pairs.map(of).sum()
    }

    fn maximum_likelihood(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.points.len()];
        let mut log_likelihood = self.log_likelihood(&strengths);
        for _ in 0..MAX_STEPS {
            let gradient: Vec<f64> = (0..strengths.len())
                .map(|i| {
                    let of =
                        |j| self.points[i][j] - self.games(i, j) * expected_score(&strengths, i, j);
                    (0..strengths.len()).map(of).sum()
                })
                .collect();
            let inverse = pseudo_inverse(&self.laplacian(&strengths, 0.0));
            let step: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
            let Some(step) = self.backtracked(&strengths, log_likelihood, step) else { break };
            strengths.iter_mut().zip(&step).for_each(|(strength, change)| *strength += change);
            log_likelihood = self.log_likelihood(&strengths);
            if is_tiny(&step) {
                break;
            }
        }
        strengths
    }

    /// Backtracking line search: halves a step until the log-likelihood does not fall. `None` if no
    /// fraction of it is good enough, as with a prior so large that the results are lost in
    /// rounding.
    fn backtracked(&self, strengths: &[f64], before: f64, mut step: Vec<f64>) -> Option<Vec<f64>> {
        for _ in 0..MAX_HALVINGS {
            let next: Vec<f64> = strengths.iter().zip(&step).map(|(s, d)| s + d).collect();
            if self.log_likelihood(&next) >= before || is_tiny(&step) {
                return Some(step);
            }
            step.iter_mut().for_each(|change| *change /= 2.0);
        }
        None
    }

    /// The Laplacian with an edge of n p (1 − p) for each pair, minus a share of its draws.
    fn laplacian(&self, strengths: &[f64], share_of_draws: f64) -> Matrix {
        let count = strengths.len();
        let mut matrix = vec![vec![0.0; count]; count];
        for (i, row) in matrix.iter_mut().enumerate() {
            for j in (0..count).filter(|&j| j != i) {
                let p = expected_score(strengths, i, j);
                let variance = self.games(i, j) * p * (1.0 - p);
                let weight = (variance - share_of_draws * self.draws[i][j]).max(0.0);
                row[i] += weight;
                row[j] -= weight;
            }
        }
        matrix
    }

    fn covariance(&self, strengths: &[f64]) -> Matrix {
        let inverse = pseudo_inverse(&self.laplacian(strengths, 0.0));
        let variance = self.laplacian(strengths, 0.25);
        product(&product(&inverse, &variance), &inverse)
    }
}

fn is_tiny(step: &[f64]) -> bool {
    step.iter().all(|change| change.abs() < PRECISION)
}

fn expected_score(strengths: &[f64], i: usize, j: usize) -> f64 {
    expected(strengths[i] - strengths[j])
}

/// The expected score of a player that is this much stronger, in natural units.
fn expected(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let column = |j: usize| b.iter().map(move |row| row[j]);
    a.iter()
        .map(|row| {
            (0..b.len()).map(|j| row.iter().zip(column(j)).map(|(a, b)| a * b).sum()).collect()
        })
        .collect()
}

/// The pseudo-inverse of the Laplacian of a connected graph: (L + J/n)⁻¹ − J/n, J being all ones.
fn pseudo_inverse(laplacian: &Matrix) -> Matrix {
    let count = laplacian.len();
    let share = 1.0 / count as f64;
    // Gauss-Jordan elimination: rows of [L + J/n | 1] become [1 | inverse].
    let mut rows: Matrix = (0..count)
        .map(|i| {
            let left = laplacian[i].iter().map(|value| value + share);
            left.chain((0..count).map(|j| f64::from(i == j))).collect()
        })
        .collect();
    for column in 0..count {
        let largest =
            |a: &usize, b: &usize| rows[*a][column].abs().total_cmp(&rows[*b][column].abs());
        let pivot = (column..count).max_by(largest).expect("a row is left");
        rows.swap(column, pivot);
        let scale = rows[column][column];
        rows[column].iter_mut().for_each(|value| *value /= scale);
        let pivot_row = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    rows.into_iter().map(|row| row[count..].iter().map(|value| value - share).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head_to_head(players: [usize; 2], wins: u64, draws: u64, losses: u64) -> HeadToHead {
        HeadToHead { players, counts: Counts { wins, draws, losses } }
    }

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
    }

    /// Baseball, American League East 1987, thirteen games of each against each (Agresti 2002,
    /// table 10.10): Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore. The
    /// maximum-likelihood strengths, Baltimore being 0, are those of his table 10.11; the standard
    /// errors those of the R package BradleyTerry2.
    #[test]
    fn published_baseball() {
        let wins: [[u64; 7]; 7] = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut results = Vec::new();
        for (i, row) in wins.iter().enumerate() {
            for (j, &won) in row.iter().enumerate().skip(i + 1) {
                assert_eq!(won + wins[j][i], 13);
                results.push(head_to_head([i, j], won, 0, wins[j][i]));
            }
        }
        let ratings = Ratings::new(7, &results, 0.0);
        let published = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68];
        let errors = [0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319];
        for (team, (strength, error)) in published.into_iter().zip(errors).enumerate() {
            let elo = ratings.difference(team, 6).unwrap();
            near(elo.difference / UNIT, strength, 0.005);
            near(elo.error / UNIT / Z, error, 0.000_06);
        }
        let sum: f64 = (0..7).map(|team| ratings.of(team).unwrap().difference).sum();
        near(sum, 0.0, 1e-9);
    }

    /// Two players: the Elo of the score rate. 60 to 40 is 70.44; the error is that of the rate,
    /// 1.959964 × √(0.24 / 100), times the slope 173.7178 / 0.24, which makes 69.50. Each stands
    /// half of both away from the mean.
    #[test]
    fn two_players_by_hand() {
        let ratings = Ratings::new(2, &[head_to_head([0, 1], 60, 0, 40)], 0.0);
        let elo = ratings.difference(0, 1).unwrap();
        near(elo.difference, 70.44, 0.005);
        near(elo.error, 69.50, 0.005);
        near(ratings.of(1).unwrap().difference, -35.22, 0.005);
        near(ratings.of(1).unwrap().error, 34.75, 0.005);
    }

    /// A rate of 60 % with draws, 50 won, 92 drawn, 18 lost: the points of a game vary by
    /// 0.24 − 92 / (4 × 160) = 0.09625, so the error is 1.959964 × √(0.09625 / 160) × 723.824 =
    /// 34.80.
    #[test]
    fn draws_make_the_error_smaller() {
        let ratings = Ratings::new(2, &[head_to_head([0, 1], 50, 92, 18)], 0.0);
        let elo = ratings.difference(0, 1).unwrap();
        near(elo.difference, 70.44, 0.005);
        near(elo.error, 34.80, 0.005);
    }

    /// A chain: 3 to 1 is 400 log10 3 = 190.85 each time, and A is twice that above C although they
    /// never met. The variances of the two steps add up: each is (16/3) / n in natural units with
    /// n = 8 games, 0.6667, so the error of both is 1.959964 × √1.33333 × 173.7178 = 393.15.
    #[test]
    fn a_chain_by_hand() {
        let chain = [head_to_head([0, 1], 6, 0, 2), head_to_head([2, 1], 2, 0, 6)];
        let ratings = Ratings::new(3, &chain, 0.0);
        let elo = ratings.difference(0, 2).unwrap();
        near(elo.difference, 381.70, 0.005);
        near(elo.error, 393.15, 0.005);
        near(ratings.of(1).unwrap().difference, 0.0, 1e-9);
    }

    /// The first wins everything, the last loses everything, the two between are equal.
    #[test]
    fn infinite_strengths_are_not_rated() {
        let table = [
            head_to_head([0, 1], 2, 0, 0),
            head_to_head([0, 2], 2, 0, 0),
            head_to_head([1, 2], 1, 0, 1),
            head_to_head([1, 3], 2, 0, 0),
            head_to_head([2, 3], 2, 0, 0),
        ];
        let ratings = Ratings::new(4, &table, 0.0);
        assert_eq!(ratings.of(0), None);
        assert_eq!(ratings.of(3), None);
        near(ratings.of(1).unwrap().difference, 0.0, 1e-9);
        near(ratings.of(2).unwrap().difference, 0.0, 1e-9);
        assert_eq!(ratings.difference(0, 1), None);
        assert_eq!(Ratings::new(3, &[], 0.0).of(0), None);
        assert_eq!(Ratings::new(0, &[], 1.0).of(0), None);
    }

    /// Two players with two draws each against the average player, and a match of two won by the
    /// first: by symmetry the average is at 0, the players at ±x with 2 (1 − p(2x)) = 2 (p(x) − ½).
    #[test]
    fn with_a_prior_everyone_is_rated() {
        let ratings = Ratings::new(2, &[head_to_head([0, 1], 2, 0, 0)], 2.0);
        let x = ratings.of(0).unwrap().difference / UNIT;
        near(1.0 - expected(2.0 * x), expected(x) - 0.5, 1e-9);
        near(ratings.of(1).unwrap().difference / UNIT, -x, 1e-9);
        assert!(x > 0.0);
    }

    /// With such priors a step is not a finite number, however often it is halved.
    #[test]
    fn the_iteration_ends_for_any_prior() {
        let table = [head_to_head([0, 1], 2, 0, 0), head_to_head([1, 2], 1, 1, 0)];
        for prior in [1e15, 1e20, 1e100, 1e308, f64::INFINITY, f64::NAN] {
            let ratings = Ratings::new(3, &table, prior);
            let rated = (0..3).filter_map(|player| ratings.of(player));
            rated.for_each(|elo| assert!(elo.difference.is_finite(), "{prior}: {elo:?}"));
        }
    }
}
