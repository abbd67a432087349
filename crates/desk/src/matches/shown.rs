//! The JSON of a match.

use othellier_board::Size;
use othellier_lab::{FaultKind, MatchGame, Totals};
use othellier_record::transcript;
use othellier_wire::{Side, Standings};
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
            standings: totals.into(),
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
