//! Standings: points, then Brightwell's tie-break, then discs.
//!
//! Points: 1 for a win, ½ for a draw. Players with equal points are ranked by Brightwell's
//! quotient, as at the World Othello Championship:
//!
//! ```text
//! BQ = discs in all games, empty squares to the winner
//!    + c × points of every opponent, once for each game against it
//!    + for each bye: half the squares + c × own points           c = 6
//! ```
//!
//! It gives discs, and wins against strong opponents, about equal weight; the constant is made for
//! events of about thirteen games. The next tie-breaks are the discs alone and the order of the
//! list. In a knock-out, the stages won come before points; in a gauntlet, where some players have
//! many more games than others, points per game replace points.

use super::{Forfeit, Format, Results};
use crate::stats::Counts;

/// The usual constant of Brightwell's quotient.
pub const BRIGHTWELL: f64 = 6.0;

/// A player's line in the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub player: usize,
    /// Its wins, draws and losses.
    pub counts: Counts,
    /// Games without an opponent, counted as won.
    pub byes: u64,
    /// Its discs, empty squares to the winner; a forfeited game is lost by every square.
    pub discs: u64,
    /// Its discs minus its opponents'.
    pub difference: i64,
    pub brightwell: f64,
    /// Stages won in a knock-out; 0 in other formats.
    pub stages_won: usize,
    /// Games lost by an illegal move.
    pub illegal: u64,
    /// Games lost by giving no move or crashing.
    pub crashes: u64,
    pub time_losses: u64,
}

impl Standing {
    /// 1 for a win, ½ for a draw, 1 for a bye.
    pub fn points(&self) -> f64 {
        (self.counts.wins + self.byes) as f64 + self.counts.draws as f64 / 2.0
    }
}

/// The standings, the best first, on a board with this many squares.
pub fn standings(
    format: Format,
    players: usize,
    squares: u32,
    results: &Results,
    brightwell: f64,
) -> Vec<Standing> {
    let stages_won = format.stages_won(players, results);
    let mut standings: Vec<Standing> =
        (0..players).map(|player| Standing::new(player, stages_won[player])).collect();
    for pairing in results.pairings() {
        for (game, result) in pairing.results.iter().enumerate() {
            let Some(result) = result else { continue };
            let [black, white] = pairing.seats(game);
            standings[black].add(result.black_score, result.forfeit, squares);
            standings[white].add(-result.black_score, result.forfeit, squares);
        }
    }
    for round in &results.rounds {
        round.byes.iter().for_each(|&player| standings[player].byes += round.games as u64);
    }
    let points: Vec<f64> = standings.iter().map(Standing::points).collect();
    for standing in &mut standings {
        let bye = f64::from(squares) / 2.0 + brightwell * points[standing.player];
        standing.brightwell = standing.discs as f64 + standing.byes as f64 * bye;
    }
    for pairing in results.pairings() {
        let games = pairing.played as f64;
        let [a, b] = pairing.players;
        standings[a].brightwell += brightwell * games * points[b];
        standings[b].brightwell += brightwell * games * points[a];
    }
    standings.sort_by(|a, b| {
        let further = b.stages_won.cmp(&a.stages_won);
        let points = || b.ranking_points(format).total_cmp(&a.ranking_points(format));
        let quotient = || b.brightwell.total_cmp(&a.brightwell);
        further.then_with(points).then_with(quotient).then_with(|| b.discs.cmp(&a.discs))
    });
    standings
}

impl Standing {
    /// The points to rank by; in a gauntlet, points per game.
    fn ranking_points(&self, format: Format) -> f64 {
        match format {
            Format::Gauntlet { .. } => self.counts.score_rate().unwrap_or(0.0),
            _ => self.points(),
        }
    }

    fn new(player: usize, stages_won: usize) -> Standing {
        Standing {
            player,
            counts: Counts::default(),
            byes: 0,
            discs: 0,
            difference: 0,
            brightwell: 0.0,
            stages_won,
            illegal: 0,
            crashes: 0,
            time_losses: 0,
        }
    }

    /// Adds a game that ended with this difference for the player.
    fn add(&mut self, difference: i32, forfeit: Option<Forfeit>, squares: u32) {
        self.counts += Counts::of_difference(difference);
        self.discs += ((squares as i32 + difference) / 2) as u64;
        self.difference += i64::from(difference);
        match forfeit.filter(|_| difference < 0) {
            Some(Forfeit::Illegal) => self.illegal += 1,
            Some(Forfeit::Crash) => self.crashes += 1,
            Some(Forfeit::Time) => self.time_losses += 1,
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GameId, GameResult, Round};
    use super::*;

    /// The pairings of a round, each with the score of its one game, and the byes.
    type Played = (Vec<([usize; 2], i32)>, Vec<usize>);

    fn results(rounds: Vec<Played>) -> Results {
        let mut results = Results::default();
        for (pairings, byes) in rounds {
            let pairs = pairings.iter().map(|(players, _)| *players).collect();
            results.rounds.push(Round { byes, ..Round::new(pairs, 1) });
            let round = results.rounds.len() - 1;
            for (pairing, (_, black_score)) in pairings.into_iter().enumerate() {
                let result = GameResult { black_score, forfeit: None };
                results.record(GameId { round, pairing, game: 0 }, result);
            }
        }
        results
    }

    /// Three players, three rounds of one game, a bye each. 0 beats 1 by 40 to 24 and loses to 2 by
    /// 30 to 34; 1 beats 2 by 48 to 16. Everyone has a win and a bye: 2 points. With c = 6:
    ///
    /// 0: 40 + 30 + 6 × (2 + 2) + 32 + 6 × 2 = 138
    /// 1: 24 + 48 + 24 + 44 = 140
    /// 2: 34 + 16 + 24 + 44 = 118
    #[test]
    fn brightwell_by_hand() {
        let results = results(vec![
            (vec![([0, 1], 16)], vec![2]),
            (vec![([0, 2], -4)], vec![1]),
            (vec![([1, 2], 32)], vec![0]),
        ]);
        let standings = standings(Format::Swiss { rounds: 3 }, 3, 64, &results, BRIGHTWELL);
        let found: Vec<_> =
            standings.iter().map(|s| (s.player, s.points(), s.brightwell)).collect();
        assert_eq!(found, [(1, 2.0, 140.0), (0, 2.0, 138.0), (2, 2.0, 118.0)]);
    }

    /// Equal points, fewer discs, but against a stronger opponent: 0 beat 2, which beat 3; 1 beat
    /// 3, which has no points. 0: 33 + 6 × 1 = 39 and 1: 34 + 6 × 0 = 34.
    #[test]
    fn strong_opponents_count() {
        let results =
            results(vec![(vec![([0, 2], 2), ([1, 3], 4)], vec![]), (vec![([2, 3], 10)], vec![])]);
        let standings = standings(Format::RoundRobin, 4, 64, &results, BRIGHTWELL);
        let order: Vec<_> = standings.iter().map(|standing| standing.player).collect();
        assert_eq!(order, [2, 0, 1, 3]);
        assert_eq!((standings[1].brightwell, standings[2].brightwell), (39.0, 34.0));
    }

    /// 0 runs the gauntlet: 1 point of 3 games is fewer per game than 1 of 1, which 2 has.
    #[test]
    fn a_gauntlet_is_ranked_by_points_per_game() {
        let pairings = vec![([0, 1], 10), ([0, 2], -10), ([0, 3], -2)];
        let results = results(vec![(pairings, vec![])]);
        let format = Format::Gauntlet { runners: 1 };
        let order: Vec<_> =
            standings(format, 4, 64, &results, BRIGHTWELL).iter().map(|s| s.player).collect();
        assert_eq!(order, [2, 3, 0, 1]);
    }

    #[test]
    fn forfeits_are_counted_for_the_loser() {
        let mut results = results(vec![(vec![([0, 1], -64)], vec![])]);
        let id = GameId { round: 0, pairing: 0, game: 0 };
        results.record(id, GameResult { black_score: -64, forfeit: Some(Forfeit::Illegal) });
        let standings = standings(Format::RoundRobin, 2, 64, &results, BRIGHTWELL);
        assert_eq!((standings[0].player, standings[0].illegal), (1, 0));
        assert_eq!((standings[1].illegal, standings[1].discs), (1, 0));
    }
}
