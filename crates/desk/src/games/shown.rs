//! The JSON of a game.

use othellier_board::{Color, Move, Position, Size};
use othellier_play::{GameSession, SessionState, with_session};
use othellier_record::Ending;
use othellier_wire::{self as wire, Both, Opening, Side};
use serde::Serialize;

use super::live::{LiveGame, ThoughtShown};
use crate::error::{DeskError, ErrorShown};

/// A game with everything that a page shows of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameShown {
    #[serde(rename = "type")]
    kind: &'static str,
    /// The id that may play; none for a view id.
    id: Option<String>,
    /// The view id.
    view: String,
    may_play: bool,
    /// Increases with every change.
    version: u64,
    size: u8,
    start: String,
    players: Both<GamePlayer>,
    clock: Option<String>,
    clocks: Option<ClocksShown>,
    pace_ms: u64,
    /// The current ply.
    ply: usize,
    /// The number of moves, those undone included.
    length: usize,
    moves: Vec<PlayedShown>,
    position: wire::Position,
    state: StateShown,
    opening: Option<Opening>,
    outcome: Option<OutcomeShown>,
    /// The lines that were left, oldest first.
    variations: Vec<VariationShown>,
    /// Why a program did not move.
    #[serde(rename = "trouble")]
    error: Option<ErrorShown>,
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schema(as = State))]
pub enum StateShown {
    /// The person whose turn it is.
    Waiting,
    /// The program whose turn it is.
    Thinking,
    /// A request that resumes the program.
    Paused,
    /// Nothing: the game is over.
    Over,
}

impl From<SessionState> for StateShown {
    fn from(state: SessionState) -> StateShown {
        match state {
            SessionState::Waiting => StateShown::Waiting,
            SessionState::Thinking => StateShown::Thinking,
            SessionState::Paused => StateShown::Paused,
            SessionState::Over => StateShown::Over,
        }
    }
}

/// A line that was left for another.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct VariationShown {
    /// The ply at which it was left.
    ply: usize,
    /// All its moves.
    moves: Vec<String>,
}

/// The player of one side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GamePlayer {
    spec: String,
    /// `human` or `program`.
    kind: &'static str,
    name: String,
}

/// The clocks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClocksShown {
    black_ms: u64,
    white_ms: u64,
    /// The side whose clock runs.
    running: Option<Side>,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayedShown {
    #[serde(rename = "move")]
    played: String,
    color: Side,
    flips: Vec<String>,
    /// The position after it.
    after: String,
    took_ms: Option<u64>,
    thought: Option<ThoughtShown>,
}

/// The result of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OutcomeShown {
    winner: Option<Side>,
    black_score: i32,
    /// `played`, `resigned` or `out_of_time`.
    reason: &'static str,
}

/// The game as an id with or without the right to play sees it.
pub fn game_shown(live: &LiveGame, id: &str, view: &str, may_play: bool) -> GameShown {
    let (session, game) = (&live.session, &live.game());
    let settings = session.settings();
    let player_of = |color: Color| {
        let player = session.player(color);
        let kind = if player.is_person { "human" } else { "program" };
        GamePlayer { spec: player.spec.to_string(), kind, name: player.shown_name() }
    };
    let outcome = game.outcome().map(|outcome| OutcomeShown {
        winner: outcome.winner.map(Side::from),
        black_score: outcome.black_score,
        reason: match game.ending() {
            None => "played",
            Some(Ending::Resigned(_)) => "resigned",
            Some(Ending::OutOfTime(_)) => "out_of_time",
        },
    });
    GameShown {
        kind: "game",
        id: may_play.then(|| id.to_owned()),
        view: view.to_owned(),
        may_play,
        version: session.version(),
        size: session.side(),
        start: with_session!(session, session => session.game().start().to_string()),
        players: Both::from_array(Color::ALL.map(player_of)),
        clock: settings.clocks[0].map(|clock| clock.to_string()),
        clocks: live.left().map(|[black, white]| ClocksShown {
            black_ms: black.as_millis() as u64,
            white_ms: white.as_millis() as u64,
            running: live.running().map(Side::from),
        }),
        pace_ms: live.pace.as_millis() as u64,
        ply: session.length(),
        length: session.full_length(),
        moves: with_session!(session, session => moves_shown(session)),
        position: wire::Position::of_any(game),
        state: live.state().into(),
        opening: Opening::of_any(game),
        outcome,
        variations: with_session!(session, session => variations_shown(session)),
        error: live.error.as_ref().map(DeskError::shown),
    }
}

fn moves_shown<S: Size>(session: &GameSession<S>) -> Vec<PlayedShown> {
    let game = session.game();
    let mut position: Position<S> = *game.start();
    let shown = game.all_moves().iter().zip(session.thoughts()).map(|(played, thought)| {
        let color = position.side_to_move();
        let flips = match played.played {
            Move::Place(_) => played.flips.into_iter().map(|square| square.to_string()).collect(),
            Move::Pass => Vec::new(),
        };
        position = position.after(played.played);
        PlayedShown {
            played: played.played.to_string(),
            color: color.into(),
            flips,
            after: position.to_string(),
            took_ms: played.duration.map(|took| took.as_millis() as u64),
            thought: thought.as_ref().map(ThoughtShown::from),
        }
    });
    shown.collect()
}

fn variations_shown<S: Size>(session: &GameSession<S>) -> Vec<VariationShown> {
    let shown = session.variations().iter().map(|variation| VariationShown {
        ply: variation.game.length(),
        moves: variation.game.all_moves().iter().map(|played| played.played.to_string()).collect(),
    });
    shown.collect()
}
