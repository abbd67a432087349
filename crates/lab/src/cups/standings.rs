//! Who stands where: points, then Brightwell's tie-break, then discs.
//!
//! Points: 1 for a game won, ½ for one drawn. Players with as many are ranked by Brightwell's
//! quotient, as at the World Othello Championship:
//!
//! ```text
//! BQ = discs in all games, empty squares to the winner
//!    + c × points of every opponent, once for each game against it
//!    + for each bye: half the squares + c × own points           c = 6
//! ```
//!
//! It values discs, and wins against strong opponents, about equally; the constant is made for
//! events of about thirteen games. Then come the discs alone, and at last the order of the list. In
//! a knock-out, whoever came further is ahead of all that; in a gauntlet, where some play much more
//! than others, points a game count.

use super::{Format, Lapse, Sheet};
use crate::stats::Counts;

/// The usual constant of Brightwell's quotient.
pub const BRIGHTWELL: f64 = 6.0;

/// How a player stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its number.
    pub player: usize,
    /// Its games.
    pub counts: Counts,
    /// Games that it was given for want of an opponent, counted as won.
    pub byes: u64,
    /// Its discs, empty squares to the winner; a game lost by a fault is lost by every square.
    pub discs: u64,
    /// Its discs less its opponents'.
    pub difference: i64,
    /// Brightwell's quotient.
    pub brightwell: f64,
    /// Stages it has survived in a knock-out; 0 elsewhere.
    pub reached: usize,
    /// Games lost by an illegal move.
    pub illegal: u64,
    /// Games lost by giving no move or breaking down.
    pub crashes: u64,
    /// Games lost by thinking too long.
    pub time_losses: u64,
}

impl Standing {
    /// 1 for a win, ½ for a draw, 1 for a bye.
    pub fn points(&self) -> f64 {
        (self.counts.wins + self.byes) as f64 + self.counts.draws as f64 / 2.0
    }
}

/// Everyone, the best first, on a board of this many squares.
pub fn standings(
    format: Format,
    players: usize,
    squares: u32,
    sheet: &Sheet,
    brightwell: f64,
) -> Vec<Standing> {
    let reached = format.reached(players, sheet);
    let mut standings: Vec<Standing> =
        (0..players).map(|player| Standing::new(player, reached[player])).collect();
    for meeting in sheet.meetings() {
        for (game, result) in meeting.results.iter().enumerate() {
            let Some(result) = result else { continue };
            let [black, white] = meeting.seats(game);
            standings[black].add(result.black_score, result.lapse, squares);
            standings[white].add(-result.black_score, result.lapse, squares);
        }
    }
    for round in &sheet.rounds {
        round.byes.iter().for_each(|&player| standings[player].byes += round.games as u64);
    }
    let points: Vec<f64> = standings.iter().map(Standing::points).collect();
    for standing in &mut standings {
        let bye = f64::from(squares) / 2.0 + brightwell * points[standing.player];
        standing.brightwell = standing.discs as f64 + standing.byes as f64 * bye;
    }
    for meeting in sheet.meetings() {
        let games = meeting.played as f64;
        let [a, b] = meeting.players;
        standings[a].brightwell += brightwell * games * points[b];
        standings[b].brightwell += brightwell * games * points[a];
    }
    standings.sort_by(|a, b| {
        let further = b.reached.cmp(&a.reached);
        let points = || b.merit(format).total_cmp(&a.merit(format));
        let quotient = || b.brightwell.total_cmp(&a.brightwell);
        further.then_with(points).then_with(quotient).then_with(|| b.discs.cmp(&a.discs))
    });
    standings
}

impl Standing {
    /// What is ranked by: points; in a gauntlet, where some play much more, points a game.
    fn merit(&self, format: Format) -> f64 {
        match format {
            Format::Gauntlet { .. } => self.counts.score_rate().unwrap_or(0.0),
            _ => self.points(),
        }
    }

    fn new(player: usize, reached: usize) -> Standing {
        Standing {
            player,
            counts: Counts::default(),
            byes: 0,
            discs: 0,
            difference: 0,
            brightwell: 0.0,
            reached,
            illegal: 0,
            crashes: 0,
            time_losses: 0,
        }
    }

    /// Adds a game that ended with this difference for the player.
    fn add(&mut self, difference: i32, lapse: Option<Lapse>, squares: u32) {
        self.counts += Counts::of_difference(difference);
        self.discs += ((squares as i32 + difference) / 2) as u64;
        self.difference += i64::from(difference);
        match lapse.filter(|_| difference < 0) {
            Some(Lapse::Illegal) => self.illegal += 1,
            Some(Lapse::Breakdown) => self.crashes += 1,
            Some(Lapse::Time) => self.time_losses += 1,
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GameId, GameResult, Round};
    use super::*;

    /// The meetings of a round, each with the score of its one game, and the byes.
    type Played = (Vec<([usize; 2], i32)>, Vec<usize>);

    fn sheet(rounds: Vec<Played>) -> Sheet {
        let mut sheet = Sheet::default();
        for (meetings, byes) in rounds {
            let couples = meetings.iter().map(|(players, _)| *players).collect();
            sheet.rounds.push(Round { byes, ..Round::new(couples, 1) });
            let round = sheet.rounds.len() - 1;
            for (meeting, (_, black_score)) in meetings.into_iter().enumerate() {
                let result = GameResult { black_score, lapse: None };
                sheet.record(GameId { round, meeting, game: 0 }, result);
            }
        }
        sheet
    }

    /// Three players, three rounds of one game, a bye each. 0 beats 1 by 40 to 24 and loses to 2 by
    /// 30 to 34; 1 beats 2 by 48 to 16. Everyone has a win and a bye: 2 points. With c = 6:
    ///
    /// 0: 40 + 30 + 6 × (2 + 2) + 32 + 6 × 2 = 138
    /// 1: 24 + 48 + 24 + 44 = 140
    /// 2: 34 + 16 + 24 + 44 = 118
    #[test]
    fn brightwell_by_hand() {
        let sheet = sheet(vec![
            (vec![([0, 1], 16)], vec![2]),
            (vec![([0, 2], -4)], vec![1]),
            (vec![([1, 2], 32)], vec![0]),
        ]);
        let standings = standings(Format::Swiss { rounds: 3 }, 3, 64, &sheet, BRIGHTWELL);
        let found: Vec<_> =
            standings.iter().map(|s| (s.player, s.points(), s.brightwell)).collect();
        assert_eq!(found, [(1, 2.0, 140.0), (0, 2.0, 138.0), (2, 2.0, 118.0)]);
    }

    /// As many points, fewer discs, but against a stronger opponent: 0 beat 2, which beat 3; 1 beat
    /// 3, which has nothing. 0: 33 + 6 × 1 = 39 and 1: 34 + 6 × 0 = 34.
    #[test]
    fn strong_opponents_count() {
        let sheet =
            sheet(vec![(vec![([0, 2], 2), ([1, 3], 4)], vec![]), (vec![([2, 3], 10)], vec![])]);
        let standings = standings(Format::RoundRobin, 4, 64, &sheet, BRIGHTWELL);
        let order: Vec<_> = standings.iter().map(|standing| standing.player).collect();
        assert_eq!(order, [2, 0, 1, 3]);
        assert_eq!((standings[1].brightwell, standings[2].brightwell), (39.0, 34.0));
    }

    /// 0 runs the gauntlet: one of three points is fewer a game than the one of one that 2 has.
    #[test]
    fn a_gauntlet_is_ranked_by_points_a_game() {
        let meetings = vec![([0, 1], 10), ([0, 2], -10), ([0, 3], -2)];
        let sheet = sheet(vec![(meetings, vec![])]);
        let format = Format::Gauntlet { runners: 1 };
        let order: Vec<_> =
            standings(format, 4, 64, &sheet, BRIGHTWELL).iter().map(|s| s.player).collect();
        assert_eq!(order, [2, 3, 0, 1]);
    }

    #[test]
    fn faults_are_the_losers() {
        let mut sheet = sheet(vec![(vec![([0, 1], -64)], vec![])]);
        let id = GameId { round: 0, meeting: 0, game: 0 };
        sheet.record(id, GameResult { black_score: -64, lapse: Some(Lapse::Illegal) });
        let standings = standings(Format::RoundRobin, 2, 64, &sheet, BRIGHTWELL);
        assert_eq!((standings[0].player, standings[0].illegal), (1, 0));
        assert_eq!((standings[1].illegal, standings[1].discs), (1, 0));
    }
}
