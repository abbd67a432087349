//! The JSON of a room, as one of its members, or a visitor, sees it.

use othellier_service::positions::read_position;
use othellier_wire::{
    self as wire, Answer, Position, RoomMember, RoomTournament, RoomType, SetResult, Side,
    TeacherBoard,
};

use super::room::{Board, Challenge, ExerciseSet, Question, RoomGame};
use super::{Room, RoomHandle};
use crate::error::ApiError;
use crate::limits;

impl RoomHandle {
    /// The room as the holder of a token sees it; any other token is a visitor's.
    pub(crate) fn shown(&self, token: Option<&str>) -> Result<wire::Room, ApiError> {
        let room = self.lock().clone();
        let you = token.and_then(|token| room.member_of(token));
        let is_owner = you.is_some_and(|member| member.is_owner());
        let you = you.map(|member| member.number);
        let members = room.members.iter().map(|member| RoomMember {
            number: member.number,
            name: member.name.clone(),
            kind: member.kind,
            owner: member.is_owner(),
            present: self.is_present(member.number),
            left: member.has_left,
        });
        let sees = |member: usize| is_owner || you == Some(member);
        Ok(wire::Room {
            kind: RoomType::Tag,
            code: room.code.clone(),
            name: room.name.clone(),
            open: room.is_open,
            you,
            owner: is_owner,
            members: members.collect(),
            challenges: room.challenges.iter().map(Challenge::shown).collect(),
            games: room.games_shown(),
            tournaments: self.tournaments(&room),
            board: room.board.as_ref().map(Board::shown).transpose()?,
            questions: room.questions.iter().map(|question| question.shown(&sees)).collect(),
            sets: room.sets.iter().map(|set| set.shown(&sees)).collect(),
        })
    }

    /// The tournaments with their standings, computed once for each state of the room.
    fn tournaments(&self, room: &Room) -> Vec<RoomTournament> {
        let mut known = self.standings.lock().expect("never poisoned");
        let is_known = known.as_ref().is_some_and(|(games, tournaments, _)| {
            *games == room.games && *tournaments == room.tournaments
        });
        if !is_known {
            let shown = room.tournaments.iter().map(|one| one.shown(room)).collect();
            *known = Some((room.games.clone(), room.tournaments.clone(), shown));
        }
        known.as_ref().map(|(_, _, shown)| shown.clone()).unwrap_or_default()
    }
}

impl Room {
    /// All games that are played, and the latest that are over.
    fn games_shown(&self) -> Vec<wire::RoomGame> {
        let over = self.games.iter().filter(|game| game.outcome.is_some()).count();
        let mut to_skip = over.saturating_sub(limits::ROOM_GAMES_SHOWN);
        let is_shown = |game: &&RoomGame| {
            let skips = game.outcome.is_some() && to_skip > 0;
            to_skip -= usize::from(skips);
            !skips
        };
        self.games.iter().filter(is_shown).map(RoomGame::shown).collect()
    }
}

impl Challenge {
    fn shown(&self) -> wire::Challenge {
        wire::Challenge {
            number: self.number,
            from: self.from,
            to: self.to,
            color: self.color.map(|color| match color {
                Side::Black => Side::White,
                Side::White => Side::Black,
            }),
            terms: self.terms.clone(),
        }
    }
}

impl RoomGame {
    fn shown(&self) -> wire::RoomGame {
        let [black, white] = self.players;
        wire::RoomGame {
            number: self.number,
            seats: self.seats.clone(),
            black,
            white,
            tournament: self.place.map(|place| place.tournament),
            round: self.place.map(|place| place.round + 1),
            outcome: self.outcome,
            fault: self.fault,
        }
    }
}

impl Board {
    fn shown(&self) -> Result<TeacherBoard, ApiError> {
        let position = read_position(&self.positions[self.ply], None, "")?;
        Ok(TeacherBoard {
            start: self.start.clone(),
            moves: self.moves.clone(),
            ply: self.ply,
            position: Position::of_any(&position),
            note: self.note.clone(),
        })
    }
}

impl Question {
    fn shown(&self, sees: &dyn Fn(usize) -> bool) -> wire::Question {
        let is_seen = |answer: &&Answer| self.is_shown || sees(answer.member);
        wire::Question {
            number: self.number,
            text: self.text.clone(),
            kind: self.kind,
            choices: self.choices.clone(),
            position: self.position.clone(),
            open: self.is_open,
            shown: self.is_shown,
            answered: self.answers.len(),
            answers: self.answers.iter().filter(is_seen).cloned().collect(),
        }
    }
}

impl ExerciseSet {
    fn shown(&self, sees: &dyn Fn(usize) -> bool) -> wire::ExerciseSet {
        let mut results: Vec<SetResult> = Vec::new();
        for stored in self.answers.iter().filter(|stored| sees(stored.member)) {
            let at = results.iter().position(|result| result.member == stored.member);
            let at = at.unwrap_or_else(|| {
                let answers = vec![None; self.positions.len()];
                results.push(SetResult { member: stored.member, right: 0, answers });
                results.len() - 1
            });
            results[at].right += usize::from(stored.answer.right);
            results[at].answers[stored.exercise] = Some(stored.answer.clone());
        }
        wire::ExerciseSet {
            number: self.number,
            title: self.title.clone(),
            positions: self.positions.clone(),
            results,
        }
    }
}
