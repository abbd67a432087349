//! The JSON of a match.

use othellier_board::{Color, Size};
use othellier_lab::{FaultKind, MatchGame, Side as Player, Totals};
use othellier_record::transcript;
use othellier_wire::{Side, hundredths};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Match, State};
use othellier_desk::ErrorShown;

/// A match and its standings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MatchShown {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    H0,
    H1,
}

/// The standings, from the point of view of A.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Standings {
    pub(crate) played: u64,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) score_rate: Option<f64>,
    pub(crate) elo: Option<f64>,
    pub(crate) elo_error: Option<f64>,
    /// Pentanomial counts: pairs of games that scored 0, ½, 1, 1½ and 2 points.
    pub(crate) pairs: [u64; 5],
    pub(crate) mean_disc_difference: Option<f64>,
    pub(crate) mean_ms_per_move: PerPlayer,
    pub(crate) illegal: u64,
    pub(crate) crashes: u64,
    pub(crate) time_losses: u64,
}

/// A value for each player.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct PerPlayer {
    pub(crate) a: f64,
    pub(crate) b: f64,
}

/// A game that was played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct GameEvent {
    #[serde(rename = "type")]
    kind: GameKind,
    pub(crate) index: usize,
    pub(crate) pair: Option<usize>,
    pub(crate) a_color: Side,
    /// A's discs minus B's.
    pub(crate) difference: i32,
    /// From the start.
    pub(crate) moves: String,
    pub(crate) opening_length: usize,
    pub(crate) ending: Ending,
    pub(crate) standings: Standings,
}

/// The type of the event.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum GameKind {
    Game,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ending {
    Played,
    Illegal,
    Failed,
    OutOfTime,
}

impl Ending {
    /// The name in JSON.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Ending::Played => "played",
            Ending::Illegal => "illegal",
            Ending::Failed => "failed",
            Ending::OutOfTime => "out_of_time",
        }
    }
}

impl Standings {
    pub(crate) fn of(totals: &Totals) -> Standings {
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
    pub(crate) fn of<S: Size>(game: &MatchGame<S>, totals: &Totals) -> GameEvent {
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

    /// The index of the player that had this colour.
    pub(crate) fn holder(&self, color: Color) -> usize {
        usize::from(Color::from(self.a_color) != color)
    }
}

/// The match as JSON.
pub(crate) fn match_shown(shown: &Match) -> MatchShown {
    let (plan, progress) = (&shown.plan, shown.progress());
    let [a, b] = [0, 1].map(|side| plan.players[side].spec().to_string());
    MatchShown {
        kind: "match",
        id: shown.id.clone(),
        state: progress.state,
        a,
        b,
        size: plan.size,
        games: plan.games,
        random_plies: plan.random_plies,
        seed: plan.seed,
        standings: progress.standings.clone(),
        verdict: progress.verdict,
        error: progress.error.as_ref().map(|error| error.shown()),
    }
}
