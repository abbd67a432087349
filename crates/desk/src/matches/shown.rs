//! The JSON of a match.

use othellier_board::Size;
use othellier_lab::{FaultKind, MatchGame, Side as Player, Totals};
use othellier_record::transcript;
use othellier_wire::{Side, hundredths};
use serde::{Deserialize, Serialize};

use super::Plan;
use crate::ErrorShown;
use crate::error::DeskError;

/// A match and its standings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchShown {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
    state: State,
    a: String,
    b: String,
    size: u8,
    games: usize,
    random_plies: usize,
    seed: u64,
    standings: Standings,
    /// `h0` or `h1`, if the SPRT has decided.
    verdict: Option<Verdict>,
    error: Option<ErrorShown>,
}

/// The hypothesis that the SPRT accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The first.
    H0,
    /// The second.
    H1,
}

/// The standings, from the point of view of A.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Standings {
    /// Games played.
    pub played: u64,
    /// Games that A won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that A lost.
    pub losses: u64,
    /// A's share of the points.
    pub score_rate: Option<f64>,
    /// A's Elo above B.
    pub elo: Option<f64>,
    /// Its error, at 95 %.
    pub elo_error: Option<f64>,
    /// Pentanomial counts: pairs of games that scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// A's discs minus B's, on average.
    pub mean_disc_difference: Option<f64>,
    /// The time of a move, on average.
    pub mean_ms_per_move: PerPlayer,
    /// Illegal moves.
    pub illegal: u64,
    /// Players that failed.
    pub crashes: u64,
    /// Games lost on time.
    pub time_losses: u64,
}

/// A value for each player.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PerPlayer {
    /// A's.
    pub a: f64,
    /// B's.
    pub b: f64,
}

/// A game that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameEvent {
    #[serde(rename = "type")]
    kind: GameKind,
    /// Its number, from 0.
    pub index: usize,
    /// The number of its pair, from 0.
    pub pair: Option<usize>,
    /// The colour of A.
    pub a_color: Side,
    /// A's discs minus B's.
    pub difference: i32,
    /// From the start.
    pub moves: String,
    /// How many moves are the opening.
    pub opening_length: usize,
    /// How it ended.
    pub ending: Ending,
    /// The standings after it.
    pub standings: Standings,
}

/// The type of the event.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
enum GameKind {
    Game,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// On the board.
    Played,
    /// By an illegal move.
    Illegal,
    /// A player failed.
    Failed,
    /// On time.
    OutOfTime,
}

impl Ending {
    /// The name in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Played => "played",
            Ending::Illegal => "illegal",
            Ending::Failed => "failed",
            Ending::OutOfTime => "out_of_time",
        }
    }
}

impl Standings {
    /// The standings of these totals.
    pub fn of(totals: &Totals) -> Standings {
        let elo = totals.elo();
        let mean = |side| {
            let mean = totals.effort(side).times().mean.as_secs_f64();
            hundredths(1000.0 * mean)
        };
        let sum = |count: fn(&othellier_lab::Effort) -> u64| totals.efforts.iter().map(count).sum();
        Standings {
            played: totals.games(),
            wins: totals.score.wins,
            draws: totals.score.draws,
            losses: totals.score.losses,
            score_rate: totals.score.score_rate(),
            elo: elo.map(|elo| hundredths(elo.difference)),
            elo_error: elo.map(|elo| hundredths(elo.error)),
            pairs: totals.pairs.0,
            mean_disc_difference: totals.mean_disc_difference().map(hundredths),
            mean_ms_per_move: PerPlayer { a: mean(Player::A), b: mean(Player::B) },
            illegal: sum(|effort| effort.illegal),
            crashes: sum(|effort| effort.crashes),
            time_losses: sum(|effort| effort.time_losses),
        }
    }
}

impl GameEvent {
    /// A game, and the totals after it.
    pub fn of<S: Size>(game: &MatchGame<S>, totals: &Totals) -> GameEvent {
        let ending = match game.finished.fault.as_ref().map(|fault| &fault.kind) {
            None => Ending::Played,
            Some(FaultKind::Illegal(_)) => Ending::Illegal,
            Some(FaultKind::Failed(_) | FaultKind::Crashed(_)) => Ending::Failed,
            Some(FaultKind::OutOfTime(_)) => Ending::OutOfTime,
        };
        GameEvent {
            kind: GameKind::Game,
            index: game.index,
            pair: game.pair,
            a_color: game.a_color.into(),
            difference: game.difference(),
            moves: transcript::write_with_passes(&game.finished.game),
            opening_length: game.opening_length,
            ending,
            standings: Standings::of(totals),
        }
    }
}

impl MatchShown {
    /// The match with this id.
    pub fn new(
        id: &str,
        plan: &Plan,
        state: State,
        standings: &Standings,
        verdict: Option<Verdict>,
        error: Option<&DeskError>,
    ) -> MatchShown {
        let [a, b] = plan.players.each_ref().map(|player| player.spec().to_string());
        MatchShown {
            kind: "match",
            id: id.to_owned(),
            state,
            a,
            b,
            size: plan.size,
            games: plan.games,
            random_plies: plan.random_plies,
            seed: plan.seed,
            standings: standings.clone(),
            verdict,
            error: error.map(DeskError::shown),
        }
    }
}

/// The state of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It waits for its turn.
    #[default]
    Queued,
    /// It is played.
    Running,
    /// All games are played, or the test is decided.
    Done,
    /// It was stopped.
    Stopped,
    /// A player could not be built.
    Failed,
}

impl State {
    /// Whether no more games are played.
    pub fn is_over(self) -> bool {
        !matches!(self, State::Queued | State::Running)
    }
}
