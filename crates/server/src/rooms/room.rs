//! The state of a room: plain data, stored as JSON.

use othellier_wire::lines::is_line;
use othellier_wire::{
    Answer, FaultKind, Outcome, Pairings, QuestionKind, SeatKind, SetAnswer, Side, Terms,
    TournamentState,
};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::ids::new_id;
use crate::limits;
use crate::seats::Holder;

/// Characters of the name of a member or of a room.
const NAME_CHARS: usize = 40;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Room {
    pub(crate) code: String,
    pub(crate) name: String,
    pub(crate) is_open: bool,
    /// The first is the owner. A member's number is its place in the list, from 1.
    pub(crate) members: Vec<Member>,
    pub(crate) challenges: Vec<Challenge>,
    /// How many challenges there have been.
    pub(crate) challenged: usize,
    pub(crate) games: Vec<RoomGame>,
    /// How many games there have been.
    pub(crate) begun: usize,
    pub(crate) tournaments: Vec<Tournament>,
    pub(crate) board: Option<Board>,
    pub(crate) questions: Vec<Question>,
    pub(crate) sets: Vec<ExerciseSet>,
}

/// A member of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Member {
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) kind: SeatKind,
    pub(crate) token: String,
    pub(crate) has_left: bool,
}

/// A challenge that nobody has accepted yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Challenge {
    pub(crate) number: usize,
    pub(crate) from: usize,
    pub(crate) to: Option<usize>,
    /// The colour of whoever challenges; none: by lot.
    pub(crate) color: Option<Side>,
    pub(crate) terms: Terms,
}

/// A game of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoomGame {
    pub(crate) number: usize,
    /// The id of its seats; none if it was forfeited before it began.
    pub(crate) seats: Option<String>,
    /// The members with Black and with White.
    pub(crate) players: [usize; 2],
    /// Its place in a tournament.
    pub(crate) place: Option<TournamentPlace>,
    /// None while it is played.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) fault: Option<FaultKind>,
}

/// The place of a game in a tournament; the tournament counts from 1, the others from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TournamentPlace {
    pub(crate) tournament: usize,
    pub(crate) round: usize,
    pub(crate) pairing: usize,
    pub(crate) game: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tournament {
    pub(crate) number: usize,
    pub(crate) format: Pairings,
    pub(crate) state: TournamentState,
    pub(crate) rounds: usize,
    pub(crate) games: usize,
    pub(crate) terms: Terms,
    pub(crate) random_plies: usize,
    pub(crate) seed: u64,
    pub(crate) players: Vec<usize>,
    /// The rounds drawn so far.
    pub(crate) drawn: Vec<DrawnRound>,
}

/// A round that was drawn; players are places in the list of the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DrawnRound {
    pub(crate) pairings: Vec<[usize; 2]>,
    pub(crate) byes: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Board {
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    /// After each number of moves, from none.
    pub(crate) positions: Vec<String>,
    pub(crate) ply: usize,
    pub(crate) note: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) number: usize,
    pub(crate) text: String,
    pub(crate) kind: QuestionKind,
    pub(crate) choices: Vec<String>,
    pub(crate) position: Option<String>,
    pub(crate) is_open: bool,
    pub(crate) is_shown: bool,
    pub(crate) answers: Vec<Answer>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ExerciseSet {
    pub(crate) number: usize,
    pub(crate) title: String,
    pub(crate) positions: Vec<String>,
    pub(crate) answers: Vec<StoredAnswer>,
}

/// The first answer of a member to an exercise, which counts from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredAnswer {
    pub(crate) member: usize,
    pub(crate) exercise: usize,
    pub(crate) answer: SetAnswer,
}

impl Member {
    /// The member as it sits at a game.
    pub(crate) fn holder(&self) -> Holder {
        Holder { token: self.token.clone(), name: self.name.clone(), kind: self.kind }
    }

    /// Whether the member owns the room.
    pub(crate) fn is_owner(&self) -> bool {
        self.number == 1
    }
}

impl Room {
    /// A room with its owner.
    pub(crate) fn new(code: String, name: &str, owner: &str) -> Result<Room, ApiError> {
        let mut room = Room {
            code,
            name: checked_name(name)?,
            is_open: true,
            members: Vec::new(),
            challenges: Vec::new(),
            challenged: 0,
            games: Vec::new(),
            begun: 0,
            tournaments: Vec::new(),
            board: None,
            questions: Vec::new(),
            sets: Vec::new(),
        };
        room.add_member(owner, SeatKind::Person)?;
        Ok(room)
    }

    /// Admits a member with a new token.
    pub(crate) fn add_member(&mut self, name: &str, kind: SeatKind) -> Result<Member, ApiError> {
        let name = checked_name(name)?;
        let is_taken = |member: &Member| member.name.to_lowercase() == name.to_lowercase();
        match () {
            () if !self.is_open => return Err(ApiError::conflict("the room is closed")),
            () if self.members.iter().any(is_taken) => {
                return Err(ApiError::conflict("this name is taken"));
            }
            () if self.members.len() >= limits::ROOM_MEMBERS => {
                return Err(ApiError::conflict("the room is full"));
            }
            () => {}
        }
        let number = self.members.len() + 1;
        let member = Member { number, name, kind, token: new_id(), has_left: false };
        self.members.push(member.clone());
        Ok(member)
    }

    /// The member with this token; not one who has left.
    pub(crate) fn member_of(&self, token: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.token == token && !member.has_left)
    }

    /// The member with this token; any other token is refused.
    pub(crate) fn expect_member(&self, token: Option<&str>) -> Result<&Member, ApiError> {
        let member = token.and_then(|token| self.member_of(token));
        member.ok_or_else(no_member)
    }

    /// The owner; any other token is refused.
    pub(crate) fn expect_owner(&self, token: Option<&str>) -> Result<&Member, ApiError> {
        let member = self.expect_member(token)?;
        if member.is_owner() {
            Ok(member)
        } else {
            Err(ApiError::not_owner("only the owner of the room can do this"))
        }
    }

    /// The member with this number.
    pub(crate) fn member(&self, number: usize) -> Result<&Member, ApiError> {
        let member = number.checked_sub(1).and_then(|at| self.members.get(at));
        member.ok_or_else(|| ApiError::not_found("there is no such member"))
    }

    /// Whether a member has left; also if there is no such member.
    pub(crate) fn has_left(&self, number: usize) -> bool {
        self.member(number).map_or(true, |member| member.has_left)
    }
}

/// The refusal of a token that no member has.
pub(crate) fn no_member() -> ApiError {
    ApiError::no_seat("this token is no member's")
}

/// A name on one line, not empty.
fn checked_name(name: &str) -> Result<String, ApiError> {
    let name = name.trim();
    if !name.is_empty() && is_line(name, NAME_CHARS) {
        Ok(name.to_owned())
    } else {
        Err(ApiError::bad_request(format!(
            "a name has 1 to {NAME_CHARS} characters, on one line and without control characters"
        )))
    }
}
