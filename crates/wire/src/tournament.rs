//! Tournaments of many players.

#[cfg(feature = "measure")]
use othellier_measure::tournament::TournamentSettings;
use serde::{Deserialize, Serialize};

use crate::GameEnding;

/// The events of a tournament on the command line.
#[cfg(feature = "measure")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum TournamentEvent {
    /// The settings, before the first game.
    Settings(Box<PreparedTournament>),
    /// A game that was played.
    Game(Box<TournamentGame>),
    /// The standings after a round.
    Standings {
        /// The number of the round, from 1.
        round: usize,
        games: usize,
        standings: Vec<StandingRow>,
    },
    Total(Box<TournamentTotal>),
}

/// A tournament that is about to begin: its settings, which are all that is needed to repeat it, and what
/// follows from them.
#[cfg(feature = "measure")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PreparedTournament {
    #[serde(flatten)]
    pub settings: TournamentSettings,
    /// The players with their names in the standings.
    pub participants: Vec<Entrant>,
    pub threads: usize,
    pub version: String,
}

/// A participant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Entrant {
    /// The name in the standings.
    pub name: String,
    pub spec: String,
    /// The spec with all defaults filled in.
    pub effective: String,
}

/// A game of a tournament; also a row of a unit of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TournamentGame {
    /// The number of the round, from 1.
    pub round: usize,
    /// The number of the pairing in the round, from 1.
    pub pairing: usize,
    /// The number of the game in the pairing, from 1.
    pub game: usize,
    /// The name of the player with Black.
    pub black: String,
    /// The name of the player with White.
    pub white: String,
    /// The moves of the opening, or its position if it is not given by moves.
    pub opening: String,
    /// All moves, from the start or from the position of the opening.
    pub moves: String,
    /// Discs of Black and White, empty squares to the winner.
    pub result: String,
    /// Black's discs minus White's, empty squares to the winner.
    pub black_score: i32,
    pub ending: GameEnding,
    pub reason: Option<String>,
    pub seconds: f64,
    /// The mean time of Black's moves.
    pub black_mean_ms: f64,
    /// The mean time of White's moves.
    pub white_mean_ms: f64,
    pub black_nodes: u64,
    pub white_nodes: u64,
}

/// A player's line in the standings; also a row of a table, and therefore flat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StandingRow {
    /// From 1.
    pub rank: usize,
    /// The name of the player.
    pub name: String,
    pub spec: String,
    /// A win is one point, a draw half.
    pub points: f64,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Games without an opponent, counted as won.
    pub byes: u64,
    /// The share of the points.
    pub score_rate: Option<f64>,
    /// The Brightwell quotient, which breaks ties.
    pub brightwell: f64,
    pub discs: u64,
    /// Its discs minus the opponents'.
    pub disc_difference: i64,
    /// Stages won in a knock-out.
    pub stages: usize,
    /// The maximum-likelihood rating, with mean 0; none if it is not finite.
    pub elo: Option<f64>,
    /// Its error, 95 %.
    pub elo_error: Option<f64>,
    /// Games lost by an illegal move.
    pub illegal: u64,
    /// Games lost by giving no move.
    pub crashes: u64,
    pub time_losses: u64,
}

/// The final result of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TournamentTotal {
    pub games: usize,
    pub rounds: usize,
    pub standings: Vec<StandingRow>,
    /// Wins, draws and losses of the row against the column, in the order of the settings.
    pub cross_table: Vec<Vec<[u64; 3]>>,
    /// The time of the whole tournament.
    pub seconds: f64,
    pub interrupted: bool,
}

#[cfg(feature = "measure")]
mod of_measure {
    use std::time::Duration;

    use othellier_board::{Color, Size};
    use othellier_measure::effective;
    use othellier_measure::stats::{Counts, Ratings};
    use othellier_measure::tournament::{
        Forfeit, GameId, GameResult, Participant, PlayedGame, Results, Standing, Tournament,
    };
    use othellier_record::{Game, transcript};

    use super::*;
    use crate::match_play::{opening_of, result_of};
    use crate::milliseconds;

    impl TournamentGame {
        /// A game between two of the participants.
        pub fn new<S: Size>(
            participants: &[Participant],
            game: &othellier_measure::tournament::TournamentGame<S>,
        ) -> TournamentGame {
            let finished = &game.finished;
            let name = |color: Color| participants[game.seats[color as usize]].name.clone();
            let moves = |color| finished.move_stats.iter().filter(move |one| one.color == color);
            let mean_ms = |color| {
                let total: Duration = moves(color).map(|stats| stats.duration).sum();
                milliseconds(total) / moves(color).count().max(1) as f64
            };
            let nodes = |color| moves(color).map(|stats| stats.nodes).sum();
            let (ending, reason) = GameEnding::of(finished);
            TournamentGame {
                round: game.id.round + 1,
                pairing: game.id.pairing + 1,
                game: game.id.game + 1,
                black: name(Color::Black),
                white: name(Color::White),
                opening: opening_of(&finished.game, game.opening_length),
                moves: transcript::write(&finished.game),
                result: result_of::<S>(finished.outcome.black_score),
                black_score: finished.outcome.black_score,
                ending,
                reason,
                seconds: finished.elapsed.as_secs_f64(),
                black_mean_ms: mean_ms(Color::Black),
                white_mean_ms: mean_ms(Color::White),
                black_nodes: nodes(Color::Black),
                white_nodes: nodes(Color::White),
            }
        }
    }

    impl TournamentGame {
        /// The same with what follows from the game itself: its opening of this many moves, and its result.
        pub fn completed<S: Size>(self, played: &Game<S>, opening_length: usize) -> TournamentGame {
            let opening = opening_of(played, opening_length);
            TournamentGame { opening, result: result_of::<S>(self.black_score), ..self }
        }

        /// The game as a tournament counts it, if its players are among the participants.
        pub fn played<S: Size>(
            &self,
            participants: &[Participant],
        ) -> Option<(GameId, PlayedGame)> {
            let number =
                |name: &str| participants.iter().position(|participant| participant.name == name);
            let id = GameId {
                round: self.round.checked_sub(1)?,
                pairing: self.pairing.checked_sub(1)?,
                game: self.game.checked_sub(1)?,
            };
            let forfeit = match self.ending {
                GameEnding::Board | GameEnding::Resigned => None,
                GameEnding::Illegal => Some(Forfeit::Illegal),
                GameEnding::Crash => Some(Forfeit::Crash),
                GameEnding::Time => Some(Forfeit::Time),
            };
            if self.black_score.unsigned_abs() > u32::from(S::SQUARES) {
                return None;
            }
            let result = GameResult { black_score: self.black_score, forfeit };
            let seats = [number(&self.black)?, number(&self.white)?];
            Some((id, PlayedGame { seats, result }))
        }
    }

    impl PreparedTournament {
        /// The tournament that was prepared from these settings.
        pub fn new<S: Size>(
            settings: TournamentSettings,
            tournament: &Tournament<S>,
        ) -> PreparedTournament {
            let entrant = |participant: &Participant| Entrant {
                name: participant.name.clone(),
                spec: participant.spec.to_string(),
                effective: effective(&participant.spec).to_string(),
            };
            PreparedTournament {
                participants: tournament.participants.iter().map(entrant).collect(),
                threads: tournament.threads.get(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                settings,
            }
        }
    }

    impl TournamentTotal {
        /// The result of these games.
        pub fn new(
            results: &Results,
            standings: Vec<StandingRow>,
            elapsed: Duration,
        ) -> TournamentTotal {
            let cell = |counts: Counts| [counts.wins, counts.draws, counts.losses];
            let rows = results.cross_table(standings.len()).into_iter();
            TournamentTotal {
                games: results.games(),
                rounds: results.rounds.len(),
                standings,
                cross_table: rows.map(|row| row.into_iter().map(cell).collect()).collect(),
                seconds: elapsed.as_secs_f64(),
                interrupted: !results.is_over,
            }
        }
    }

    impl StandingRow {
        /// The standings, the best first.
        pub fn all(
            participants: &[Participant],
            standings: &[Standing],
            ratings: &Ratings,
        ) -> Vec<StandingRow> {
            let row = |(at, standing): (usize, &Standing)| {
                let participant = &participants[standing.player];
                let elo = ratings.of(standing.player);
                let Counts { wins, draws, losses } = standing.counts;
                StandingRow {
                    rank: at + 1,
                    name: participant.name.clone(),
                    spec: participant.spec.to_string(),
                    points: standing.points(),
                    games: standing.counts.games(),
                    wins,
                    draws,
                    losses,
                    byes: standing.byes,
                    score_rate: standing.counts.score_rate(),
                    brightwell: standing.brightwell,
                    discs: standing.discs,
                    disc_difference: standing.difference,
                    stages: standing.stages_won,
                    elo: elo.map(|elo| elo.difference),
                    elo_error: elo.map(|elo| elo.error),
                    illegal: standing.illegal,
                    crashes: standing.crashes,
                    time_losses: standing.time_losses,
                }
            };
            standings.iter().enumerate().map(row).collect()
        }
    }
}
