//! The JSON of a game.

use othellier_board::{Color, Move, Position, Size};
use othellier_record::{Ending, Game, with_game};
use othellier_wire::{self as wire, Both, Opening, Side};
use serde::Serialize;
use utoipa::ToSchema;

use super::session::{GameSession, State, Thought};
use othellier_desk::ErrorShown;

/// A game with everything that a page shows of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameShown {
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
    state: State,
    opening: Option<Opening>,
    outcome: Option<OutcomeShown>,
    /// Why a program did not move.
    #[serde(rename = "trouble")]
    error: Option<ErrorShown>,
}

/// The player of one side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GamePlayer {
    spec: String,
    /// `human` or `program`.
    kind: &'static str,
    name: String,
}

/// The clocks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClocksShown {
    black_ms: u64,
    white_ms: u64,
    /// The side whose clock runs.
    running: Option<Side>,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlayedShown {
    #[serde(rename = "move")]
    played: String,
    color: Side,
    flips: Vec<String>,
    /// The position after it.
    after: String,
    took_ms: Option<u64>,
    thought: Option<Thought>,
}

/// The result of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OutcomeShown {
    winner: Option<Side>,
    black_score: i32,
    /// `played`, `resigned` or `out_of_time`.
    reason: &'static str,
}

/// The game as an id with or without the right to play sees it.
pub(crate) fn game_shown(session: &GameSession, id: &str, view: &str, may_play: bool) -> GameShown {
    let game = session.game();
    let player_of = |color: Color| {
        let player = &session.players[color as usize];
        let kind = if player.is_human() { "human" } else { "program" };
        GamePlayer { spec: player.spec().to_string(), kind, name: session.name(color) }
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
        version: session.version,
        size: game.side(),
        start: with_game!(game, game => game.start().to_string()),
        players: Both::from_array(Color::ALL.map(player_of)),
        clock: session.clock.map(|clock| clock.to_string()),
        clocks: session.left().map(|[black, white]| ClocksShown {
            black_ms: black.as_millis() as u64,
            white_ms: white.as_millis() as u64,
            running: session.running().map(Side::from),
        }),
        pace_ms: session.pace.as_millis() as u64,
        ply: game.length(),
        length: game.full_length(),
        moves: with_game!(game, game => moves_shown(game, &session.thoughts)),
        position: wire::Position::of_any(game),
        state: session.state(),
        opening: Opening::of_any(game),
        outcome,
        error: session.error.as_ref().map(|error| error.shown()),
    }
}

fn moves_shown<S: Size>(game: &Game<S>, thoughts: &[Option<Thought>]) -> Vec<PlayedShown> {
    let mut position: Position<S> = *game.start();
    let shown = game.all_moves().iter().enumerate().map(|(at, played)| {
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
            thought: thoughts.get(at).cloned().flatten(),
        }
    });
    shown.collect()
}
