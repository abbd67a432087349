//! The tournament formats and what they have in common.

use std::fmt;

use super::{Results, Round, colors, gauntlet, knockout, round_robin, swiss};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    RoundRobin,
    /// The first `runners` players meet all the others, who do not meet each other.
    Gauntlet {
        /// The number of players who run the gauntlet.
        runners: usize,
    },
    /// In every round, players with similar points meet who have not met before.
    Swiss {
        rounds: usize,
    },
    /// The loser of a pairing is eliminated.
    KnockOut,
}

/// What rounds are drawn by, besides the results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawing {
    pub games: usize,
    /// The constant of Brightwell's quotient.
    pub brightwell: f64,
    /// Decides between colours that are equally due, where the number of games is odd.
    pub seed: u64,
}

/// As in settings and files.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::RoundRobin => f.write_str("round-robin"),
            Format::Gauntlet { runners } => write!(f, "gauntlet, runners {runners}"),
            Format::Swiss { rounds } => write!(f, "swiss, rounds {rounds}"),
            Format::KnockOut => f.write_str("knock-out"),
        }
    }
}

impl Format {
    /// A Swiss with enough rounds to find the winner, and two more, but no more than there are
    /// opponents.
    pub fn swiss(players: usize) -> Format {
        let sufficient = players.next_power_of_two().trailing_zeros() as usize + 2;
        let most = players - 1 + players % 2;
        Format::Swiss { rounds: sufficient.min(most) }
    }

    /// The next rounds, which may be played in parallel; none when the tournament is over. All
    /// rounds before must be complete. The first of a pairing begins with Black; with an odd number of
    /// games, that is whoever should have it.
    pub fn next_rounds(self, players: usize, results: &Results, drawing: Drawing) -> Vec<Round> {
        let games = drawing.games;
        let mut rounds = match self {
            Format::RoundRobin if results.rounds.is_empty() => {
                round_robin::schedule(players, games)
            }
            Format::Gauntlet { runners } if results.rounds.is_empty() => {
                gauntlet::schedule(players, runners, games)
            }
            Format::RoundRobin | Format::Gauntlet { .. } => Vec::new(),
            Format::Swiss { rounds } if results.rounds.len() < rounds => {
                vec![swiss::pair_round(players, results, drawing)]
            }
            Format::Swiss { .. } => Vec::new(),
            Format::KnockOut => knockout::next_round(players, games, results),
        };
        if !games.is_multiple_of(2) {
            colors::assign(players, results, &mut rounds, drawing.seed);
        }
        rounds
    }

    /// The stages each player has won in a knock-out; zeros in other formats.
    pub(super) fn stages_won(self, players: usize, results: &Results) -> Vec<usize> {
        match self {
            Format::KnockOut => knockout::stages_won(players, results),
            _ => vec![0; players],
        }
    }

    /// The maximum number of games, without replays of tied pairings.
    pub fn games(self, players: usize, games: usize) -> usize {
        let pairings = match self {
            Format::RoundRobin => players * players.saturating_sub(1) / 2,
            Format::Gauntlet { runners } => runners * players.saturating_sub(runners),
            Format::Swiss { rounds } => rounds.saturating_mul(players / 2),
            Format::KnockOut => players.saturating_sub(1),
        };
        games.saturating_mul(pairings)
    }

    /// The maximum number of openings.
    pub fn openings(self, players: usize, games: usize) -> usize {
        let pairs = games / 2;
        match self {
            Format::RoundRobin => pairs.saturating_mul(round_robin::rounds(players)),
            Format::Gauntlet { runners } => pairs.saturating_mul(runners.max(players - runners)),
            Format::Swiss { rounds } => pairs.saturating_mul(rounds),
            Format::KnockOut => {
                let each = pairs.saturating_add(knockout::MAX_REPLAYS);
                each.saturating_mul(knockout::stages(players))
            }
        }
    }
}
