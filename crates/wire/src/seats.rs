//! Games between people (or their programs) on several devices: invitations and seats.

use serde::{Deserialize, Serialize};

use crate::{Both, Game, Side, type_tag};

type_tag! {
    SeatsType = "seats";
    InvitationType = "invitation";
    SeatTokenType = "seat";
}

/// The agreement of two players before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Terms {
    /// Board size: 4, 6, 8 or 10.
    pub size: u8,
    pub clock: Option<String>,
    /// Corners that Black holds at the start; with one or more, White begins.
    pub handicap: u8,
}

/// A game with two seats, as the holder of a token, or a spectator, sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Seats {
    #[serde(rename = "type")]
    pub kind: SeatsType,
    /// The id, which permits watching only.
    pub id: String,
    pub state: SeatsState,
    /// The permission of the request's token.
    pub role: Role,
    /// The colour of the token; none for a spectator, and before it is drawn.
    pub color: Option<Side>,
    /// Who sits where; none for a seat that is not taken.
    pub seats: Both<Option<Seat>>,
    pub terms: Terms,
    /// The requests that wait for an answer.
    pub asks: Vec<Ask>,
    /// The id of the next game of the same two.
    pub rematch: Option<String>,
    /// Why a player lost without resigning.
    pub fault: Option<Fault>,
    /// In how many milliseconds the opponent of an absent player may claim the game.
    pub claim_ms: Option<u64>,
    /// The code of the room that the game belongs to.
    pub room: Option<String>,
    /// The game; none before the second seat is taken and after an abort.
    pub game: Option<Game>,
}

/// Where a game with two seats stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SeatsState {
    Open,
    Playing,
    /// The game has a result.
    Over,
    /// The game was broken off before both had moved: it has no result.
    Aborted,
    Withdrawn,
    /// Nobody accepted the invitation in time.
    Expired,
}

/// The permission of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Player,
    Spectator,
}

/// A seat that is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Seat {
    /// The name of the player.
    pub name: String,
    /// A person or a program.
    pub kind: SeatKind,
    /// Whether the player's stream is open.
    pub present: bool,
    /// How long the player has been away.
    pub away_ms: Option<u64>,
}

/// Who takes a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// A person: an illegal move is refused.
    #[default]
    Person,
    /// A program: an illegal move loses the game.
    Bot,
}

/// A request of one player to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ask {
    pub from: Side,
    pub ask: AskKind,
}

/// A player's request to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AskKind {
    /// To take back one's last move, and the reply to it.
    TakeBack,
    /// To play again with the colours exchanged.
    Rematch,
}

/// Why a player lost without resigning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fault {
    pub color: Side,
    pub fault: FaultKind,
    #[serde(rename = "move")]
    pub played: Option<String>,
}

/// How a player lost without resigning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// A program sent a move that is not legal.
    Illegal,
    /// The player stayed away, and the opponent claimed the game.
    Absent,
}

/// An invitation to take the second seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Invitation {
    #[serde(rename = "type")]
    pub kind: InvitationType,
    /// The code, to be read out or typed.
    pub code: String,
    /// The address of the page that takes the seat.
    pub link: String,
    /// Whether that address works on the server's machine only.
    pub local: bool,
    /// The id of the game.
    pub seats: String,
    pub host: String,
    /// The colour of whoever accepts; none: by lot.
    pub color: Option<Side>,
    pub terms: Terms,
    /// `open` until the seat is taken.
    pub state: SeatsState,
    /// For how long it can still be accepted, in milliseconds; none if it cannot.
    pub expires_ms: Option<u64>,
}

/// A seat that was just taken: the only object that has its token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatToken {
    #[serde(rename = "type")]
    pub kind: SeatTokenType,
    /// The key to the seat, for the header `Authorization: Bearer TOKEN`.
    pub token: String,
    pub seats: Seats,
    /// The invitation, for the host.
    pub invitation: Option<Invitation>,
}
