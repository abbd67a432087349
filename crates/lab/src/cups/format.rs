//! The kinds of tournaments, and what all of them can say.

use super::{Round, Sheet, gauntlet, knockout, round_robin, swiss};

/// How it is decided who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first so many meet all the others, who do not meet each other.
    Gauntlet {
        /// How many run it.
        runners: usize,
    },
    /// In every round, players with about as many points meet who have not met before.
    Swiss {
        /// How many rounds there are.
        rounds: usize,
    },
    /// Who loses a meeting is out.
    KnockOut,
}

impl Format {
    /// The rounds that come next, all to be played at once; none when the tournament is over.
    /// Everything drawn before must have been played.
    pub fn draw(self, players: usize, games: usize, sheet: &Sheet, brightwell: f64) -> Vec<Round> {
        match self {
            Format::RoundRobin if sheet.rounds.is_empty() => round_robin::draw(players, games),
            Format::Gauntlet { runners } if sheet.rounds.is_empty() => {
                gauntlet::draw(players, runners, games)
            }
            Format::RoundRobin | Format::Gauntlet { .. } => Vec::new(),
            Format::Swiss { rounds } if sheet.rounds.len() < rounds => {
                vec![swiss::draw(players, games, sheet, brightwell)]
            }
            Format::Swiss { .. } => Vec::new(),
            Format::KnockOut => knockout::draw(players, games, sheet),
        }
    }

    /// The places of the players in the order of the ranking, where points alone do not decide.
    pub(super) fn reached(self, players: usize, sheet: &Sheet) -> Vec<usize> {
        match self {
            Format::KnockOut => knockout::reached(players, sheet),
            _ => vec![0; players],
        }
    }

    /// How many games there are at most, replays of tied meetings not counted.
    pub fn games(self, players: usize, games: usize) -> usize {
        let meetings = match self {
            Format::RoundRobin => players * players.saturating_sub(1) / 2,
            Format::Gauntlet { runners } => runners * players.saturating_sub(runners),
            Format::Swiss { rounds } => rounds.saturating_mul(players / 2),
            Format::KnockOut => players.saturating_sub(1),
        };
        games.saturating_mul(meetings)
    }

    /// How many openings are played at most.
    pub fn openings(self, players: usize, games: usize) -> usize {
        let pairs = games / 2;
        match self {
            Format::RoundRobin => pairs.saturating_mul(round_robin::rounds(players)),
            Format::Gauntlet { runners } => pairs.saturating_mul(runners.max(players - runners)),
            Format::Swiss { rounds } => pairs.saturating_mul(rounds),
            Format::KnockOut => {
                let each = pairs.saturating_add(knockout::MOST_REPLAYS);
                each.saturating_mul(knockout::stages(players))
            }
        }
    }
}
