//! Games in progress.

use std::time::Duration;

use othellier_board::{Color, Size};
use othellier_record::Ending;
use othellier_session::{Participant, SessionState};
use serde::{Deserialize, Serialize};

use crate::{
    Both, Opening, Position, Side, Trust, TrustedScore, moves, nodes_per_second, type_tag,
};

type_tag! {
    GameType = "game";
    ThoughtType = "thought";
}

/// A game with everything that a page shows of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Game {
    #[serde(rename = "type")]
    pub kind: GameType,
    /// The id that may play; none for a view id.
    pub id: Option<String>,
    pub view: String,
    /// Whether this client may play.
    pub may_play: bool,
    pub version: u64,
    /// Board size: 4, 6, 8 or 10.
    pub size: u8,
    pub start: String,
    pub players: Both<GamePlayer>,
    pub clock: Option<String>,
    /// The clocks, if there is a time control.
    pub clocks: Option<Clocks>,
    /// The least time between the moves of programs.
    pub pace_ms: u64,
    pub ply: usize,
    /// The number of moves, those undone included.
    pub length: usize,
    /// All moves, those undone included.
    pub moves: Vec<PlayedMove>,
    pub position: Position,
    /// The person, program or command that the game waits for.
    pub state: GameState,
    /// The named opening that the game reached.
    pub opening: Option<Opening>,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
    /// The lines that were left, oldest first.
    pub variations: Vec<Variation>,
    /// Why a program did not move.
    pub trouble: Option<Error>,
}

/// A line that was left for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Variation {
    /// The ply at which it was left.
    pub ply: usize,
    pub moves: Vec<String>,
}

impl Variation {
    /// A line, at the position where it was left.
    pub fn new<S: Size>(game: &othellier_record::Game<S>) -> Variation {
        let moves = game.all_moves().iter().map(|played| played.played.to_string()).collect();
        Variation { ply: game.length(), moves }
    }
}

/// A code and a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Error {
    /// For programs: see `docs/api.md`.
    pub code: String,
    pub message: String,
}

/// The player of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GamePlayer {
    pub spec: String,
    /// A person or a program.
    pub kind: PlayerKind,
    /// The name that is shown.
    pub name: String,
}

/// A person or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    Human,
    Program,
}

impl From<&Participant> for GamePlayer {
    fn from(player: &Participant) -> GamePlayer {
        let kind = if player.is_person { PlayerKind::Human } else { PlayerKind::Program };
        GamePlayer { spec: player.spec.to_string(), kind, name: player.shown_name() }
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Clocks {
    pub black_ms: u64,
    pub white_ms: u64,
    /// The side whose clock runs.
    pub running: Option<Side>,
}

impl Clocks {
    pub fn new([black, white]: [Duration; 2], running: Option<Color>) -> Clocks {
        Clocks {
            black_ms: black.as_millis() as u64,
            white_ms: white.as_millis() as u64,
            running: running.map(Side::from),
        }
    }
}

/// The person, program or command that a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// The person whose turn it is.
    Waiting,
    /// The program whose turn it is.
    Thinking,
    /// A request that resumes the program.
    Paused,
    /// Nothing: the game is over.
    Over,
}

impl From<SessionState> for GameState {
    fn from(state: SessionState) -> GameState {
        match state {
            SessionState::Waiting => GameState::Waiting,
            SessionState::Thinking => GameState::Thinking,
            SessionState::Paused => GameState::Paused,
            SessionState::Over => GameState::Over,
        }
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayedMove {
    /// A square or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    pub color: Side,
    /// The discs that it flipped.
    pub flips: Vec<String>,
    pub after: String,
    /// How long the player took.
    pub took_ms: Option<u64>,
    /// The evaluation of a program.
    pub thought: Option<Thought>,
}

impl PlayedMove {
    /// All moves of a game, those undone included, with the evaluations of programs by move.
    pub fn all<S: Size>(
        game: &othellier_record::Game<S>,
        thoughts: impl IntoIterator<Item = Option<Thought>>,
    ) -> Vec<PlayedMove> {
        let mut position = *game.start();
        let shown = game.all_moves().iter().zip(thoughts).map(|(played, thought)| {
            let color = position.side_to_move();
            position = position.after(played.played);
            PlayedMove {
                played: played.played.to_string(),
                color: color.into(),
                flips: played.flips.into_iter().map(|square| square.to_string()).collect(),
                after: position.to_string(),
                took_ms: played.duration.map(|took| took.as_millis() as u64),
                thought,
            }
        });
        shown.collect()
    }
}

/// The evaluation of a program when it moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Thought {
    /// In discs, for the program; none if it has no score.
    pub score: Option<f64>,
    /// How far the score can be trusted.
    pub trust: Trust,
    /// The confidence of a selective score, out of 100.
    pub percent: Option<u8>,
    /// The depth of the search.
    pub depth: u8,
    pub nodes: u64,
    /// The move and the expected replies.
    pub pv: Vec<String>,
}

impl<S: Size> From<&othellier_session::Thought<S>> for Thought {
    fn from(thought: &othellier_session::Thought<S>) -> Thought {
        let TrustedScore { score, trust, percent } =
            TrustedScore::new(thought.score.unwrap_or_default(), thought.trust);
        let (depth, nodes, pv) = (thought.depth, thought.nodes, moves(&thought.line));
        Thought { score, trust, percent, depth, nodes, pv }
    }
}

impl Thought {
    /// The thought on a board of this size; none if `pv` has a move that is not on it.
    pub fn read<S: Size>(&self) -> Option<othellier_session::Thought<S>> {
        let line = self.pv.iter().map(|text| text.parse().ok()).collect::<Option<_>>()?;
        let Thought { score, trust, percent, depth, nodes, .. } = *self;
        let trust = TrustedScore { score, trust, percent }.into();
        Some(othellier_session::Thought { score, trust, depth, nodes, reused_nodes: 0, line })
    }
}

/// The evaluation of a program so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ThoughtEvent {
    #[serde(rename = "type")]
    pub kind: ThoughtType,
    /// The version of the game that it belongs to.
    pub version: u64,
    /// The side of the program.
    pub color: Side,
    /// The confidence of ProbCut in percent.
    pub selectivity: u8,
    #[serde(flatten)]
    pub thought: Thought,
    /// Nodes per second; none if no time has passed.
    pub nodes_per_second: Option<u64>,
    /// How long it has searched.
    pub seconds: f64,
}

impl ThoughtEvent {
    /// The evaluation of a program that has searched for so long.
    pub fn new(
        version: u64,
        color: Color,
        selectivity: u8,
        thought: Thought,
        elapsed: Duration,
    ) -> ThoughtEvent {
        let seconds = elapsed.as_secs_f64();
        ThoughtEvent {
            kind: ThoughtType::Tag,
            version,
            color: color.into(),
            selectivity,
            nodes_per_second: nodes_per_second(thought.nodes, seconds),
            thought,
            seconds,
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// The winner; none if it is a draw.
    pub winner: Option<Side>,
    /// Black's discs minus White's, empty squares to the winner.
    pub black_score: i32,
    /// How the game ended.
    pub code: OutcomeCode,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OutcomeCode {
    Played,
    Resigned,
    /// A player exceeded its time.
    OutOfTime,
}

impl Outcome {
    /// The result of a game; none before its end.
    pub fn of<S: Size>(game: &othellier_record::Game<S>) -> Option<Outcome> {
        let outcome = game.outcome()?;
        Some(Outcome {
            winner: outcome.winner.map(Side::from),
            black_score: outcome.black_score,
            code: match game.ending() {
                None => OutcomeCode::Played,
                Some(Ending::Resigned(_)) => OutcomeCode::Resigned,
                Some(Ending::OutOfTime(_)) => OutcomeCode::OutOfTime,
            },
        })
    }
}
