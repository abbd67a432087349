//! Rooms for a class or a club: members, challenges, games, tournaments, the teacher's board; and
//! the events of a program in a room.

use serde::{Deserialize, Serialize};

use crate::{FaultKind, Outcome, Position, SeatKind, Side, StandingRow, Terms, type_tag};

type_tag! {
    RoomType = "room";
    MemberTokenType = "member";
}

/// A room, as the holder of a token, or a visitor, sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Room {
    #[serde(rename = "type")]
    pub kind: RoomType,
    /// The code that members join by.
    pub code: String,
    /// The name of the room.
    pub name: String,
    /// Whether new members are admitted.
    pub open: bool,
    /// The number of the member that the token belongs to; none for a visitor.
    pub you: Option<usize>,
    /// Whether the token is the owner's.
    pub owner: bool,
    /// All members, also those who left.
    pub members: Vec<RoomMember>,
    /// Challenges that nobody has accepted yet.
    pub challenges: Vec<Challenge>,
    /// Games that are played, and the latest that are over.
    pub games: Vec<RoomGame>,
    pub tournaments: Vec<RoomTournament>,
    pub board: Option<TeacherBoard>,
    /// The questions of the owner.
    pub questions: Vec<Question>,
    pub sets: Vec<ExerciseSet>,
}

/// A member that has just joined: the only object that has its token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MemberToken {
    #[serde(rename = "type")]
    pub kind: MemberTokenType,
    /// The key of the member, for the header `Authorization: Bearer TOKEN`.
    pub token: String,
    /// The number of the member.
    pub member: usize,
    /// The address of the room's page.
    pub link: String,
    pub room: Room,
}

/// A member of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomMember {
    /// From 1.
    pub number: usize,
    /// The name, unique in the room.
    pub name: String,
    /// A person or a program.
    pub kind: SeatKind,
    /// Whether the member owns the room.
    pub owner: bool,
    /// Whether a stream of the member is open.
    pub present: bool,
    /// Whether the member has left.
    pub left: bool,
}

/// A challenge that nobody has accepted yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Challenge {
    /// From 1.
    pub number: usize,
    pub from: usize,
    /// Who is challenged; none: anybody.
    pub to: Option<usize>,
    /// The colour of whoever accepts; none: by lot.
    pub color: Option<Side>,
    pub terms: Terms,
}

/// A game of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomGame {
    /// From 1.
    pub number: usize,
    /// The id of its seats; none for a game that was forfeited before it began.
    pub seats: Option<String>,
    pub black: usize,
    pub white: usize,
    /// The number of its tournament.
    pub tournament: Option<usize>,
    /// The round of the tournament, from 1.
    pub round: Option<usize>,
    /// The result; none while it is played.
    pub outcome: Option<Outcome>,
    /// Why the loser lost without resigning.
    pub fault: Option<FaultKind>,
}

/// How the members of a tournament are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pairings {
    /// Players with similar points meet, who have not met before.
    #[default]
    Swiss,
    RoundRobin,
}

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum TournamentState {
    Running,
    Done,
    Stopped,
}

/// A tournament among members of a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomTournament {
    /// From 1.
    pub number: usize,
    pub format: Pairings,
    pub state: TournamentState,
    pub rounds: usize,
    /// The round that is played, from 1; the last one when it is over.
    pub round: usize,
    pub games: usize,
    /// The terms that all games have in common.
    pub terms: Terms,
    /// Random moves that begin a game.
    pub random_plies: usize,
    /// The seed of those moves.
    pub seed: u64,
    /// The members, in the order of the cross table.
    pub players: Vec<usize>,
    /// Members without an opponent, by round.
    pub byes: Vec<Vec<usize>>,
    pub standings: Vec<StandingRow>,
    /// Wins, draws and losses of the row against the column, in the order of `players`.
    pub cross_table: Vec<Vec<[u64; 3]>>,
}

/// The owner's board on everybody's screen: a position, or a game at one of its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TeacherBoard {
    pub start: String,
    pub moves: Vec<String>,
    /// After how many of them.
    pub ply: usize,
    pub position: Position,
    pub note: String,
}

/// The kind of answer to a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum QuestionKind {
    /// A legal move in the position of the board.
    #[default]
    Move,
    Choice,
    Text,
}

/// A question of the owner to all members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Question {
    /// From 1.
    pub number: usize,
    pub text: String,
    /// The kind of answer.
    pub kind: QuestionKind,
    pub choices: Vec<String>,
    /// The position of the board when it was asked.
    pub position: Option<String>,
    /// Whether answers are still taken.
    pub open: bool,
    /// Whether everybody sees the answers.
    pub shown: bool,
    pub answered: usize,
    /// All answers for the owner, and for everybody once they are shown; else the member's own.
    pub answers: Vec<Answer>,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Answer {
    pub member: usize,
    pub answer: String,
}

/// A set of exercises that was handed out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExerciseSet {
    /// From 1.
    pub number: usize,
    pub title: String,
    pub positions: Vec<String>,
    /// All results for the owner; else the member's own.
    pub results: Vec<SetResult>,
}

/// The results of one member.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SetResult {
    pub member: usize,
    /// How many answers are right.
    pub right: usize,
    /// By exercise; none where there is no answer yet.
    pub answers: Vec<Option<SetAnswer>>,
}

/// The first answer of a member to an exercise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SetAnswer {
    #[serde(rename = "move")]
    pub played: String,
    /// Whether no move is better.
    pub right: bool,
    /// In discs.
    pub loss: f64,
}

/// An event for a program in a room, one object on each line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum BotEvent {
    Hello {
        /// The code of the room.
        room: String,
        /// The number of the program among the members.
        member: usize,
        name: String,
    },
    /// A game of the program; after a reconnect also those that are played already.
    Start {
        /// The id of the game.
        game: String,
        /// The colour of the program.
        color: Side,
        /// The name of the opponent.
        opponent: String,
        terms: Terms,
    },
    /// The program is to move.
    Turn(BotTurn),
    /// A game of the program is over.
    Over {
        /// The id of the game.
        game: String,
        /// The colour of the program.
        color: Side,
        outcome: Outcome,
        /// Why the loser lost without resigning.
        fault: Option<FaultKind>,
    },
    /// Nothing has happened for a while.
    Ping,
    /// The server shuts down: connect again.
    Goodbye,
}

/// The turn of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BotTurn {
    /// The id of the game.
    pub game: String,
    /// To be sent back with the move.
    pub ply: usize,
    /// The colour of the program.
    pub color: Side,
    /// Board size: 4, 6, 8 or 10.
    pub size: u8,
    pub position: String,
    /// The first position of the game.
    pub start: String,
    pub moves: Vec<String>,
    pub legal: Vec<String>,
    /// The time left to the program.
    pub left_ms: Option<u64>,
    /// The time left to the opponent.
    pub opponent_left_ms: Option<u64>,
}
