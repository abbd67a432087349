//! Programs as members of a room: their events, one JSON object on each line. They answer with
//! the requests of `seats`.
//!
//! A program needs no state: after each connection it is notified of every game in which it is to move. A
//! game that it does not answer is decided by the clock, one with an illegal move at once; nothing
//! else happens, and the other games continue.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use othellier_board::Color;
use othellier_play::SessionState;
use othellier_record::with_game;
use othellier_wire::{BotEvent, BotTurn, FaultKind, Outcome, Position, SeatKind, Side};
use tokio::sync::watch;

use crate::App;
use crate::client::Permit;
use crate::error::{ApiError, ErrorBody};
use crate::rooms::{Caller, Member, Present, RoomHandle};
use crate::seats::{End, SeatedGame};

/// How often a line is sent to keep the connection open.
const PING: Duration = Duration::from_secs(15);

/// The events of a program as a member of a room, as lines of JSON.
#[utoipa::path(get, path = "/api/rooms/{code}/bot", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, body = BotEvent, content_type = "application/x-ndjson"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn bot(caller: Caller) -> Result<Response, ApiError> {
    let (room, member) = caller.entered()?;
    let Caller { app, code, .. } = caller;
    if member.kind != SeatKind::Bot {
        return Err(ApiError::no_seat("this token is a person's"));
    }
    let permit = app.watchers.take(&code.client)?;
    let (name, number) = (member.name.clone(), member.number);
    let hello = BotEvent::Hello { room: room.code.clone(), member: number, name };
    let mut listener = Listener {
        ticks: room.ticks.subscribe(),
        closing: app.closing(),
        _present: Present::new(&room, member.number),
        _permit: permit,
        known: HashMap::new(),
        due: VecDeque::from([hello]),
        is_over: false,
        app,
        room,
        member,
    };
    listener.ticks.mark_changed();
    let lines = unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        let mut line = serde_json::to_vec(&event).unwrap_or_default();
        line.push(b'\n');
        Some((Ok::<_, Infallible>(Bytes::from(line)), listener))
    });
    let mut response = Body::from_stream(lines).into_response();
    let value = HeaderValue::from_static;
    response.headers_mut().insert(header::CONTENT_TYPE, value("application/x-ndjson"));
    // A proxy must not buffer the stream.
    response.headers_mut().insert("x-accel-buffering", value("no"));
    Ok(response)
}

struct Listener {
    app: App,
    room: Arc<RoomHandle>,
    member: Member,
    ticks: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    _present: Present,
    _permit: Permit,
    /// By game: the version of the turn that it was notified of last.
    known: HashMap<String, u64>,
    due: VecDeque<BotEvent>,
    is_over: bool,
}

/// An event that a listener waits for.
enum Happened {
    Change,
    Silence,
    Closing,
}

impl Listener {
    /// The next event; none after the last.
    async fn next(&mut self) -> Option<BotEvent> {
        loop {
            if let Some(event) = self.due.pop_front() {
                return Some(event);
            }
            if self.is_over {
                return None;
            }
            let happened = tokio::select! {
                changed = self.ticks.changed() => changed.map(|()| Happened::Change),
                () = tokio::time::sleep(PING) => Ok(Happened::Silence),
                _ = self.closing.wait_for(|closing| *closing) => Ok(Happened::Closing),
            };
            match happened {
                Ok(Happened::Change) => self.look(),
                Ok(Happened::Silence) => return Some(BotEvent::Ping),
                Ok(Happened::Closing) | Err(_) => {
                    self.is_over = true;
                    return Some(BotEvent::Goodbye);
                }
            }
        }
    }

    /// Collects what has happened in the games of this program.
    fn look(&mut self) {
        let (games, has_left) = {
            let room = self.room.lock();
            let own = room.games.iter().filter(|game| game.players.contains(&self.member.number));
            let is_new = |seats: &String| self.known.contains_key(seats);
            let awaited = own.filter_map(|game| {
                let seats = game.seats.clone()?;
                (game.outcome.is_none() || is_new(&seats)).then_some((seats, game.players))
            });
            (awaited.collect::<Vec<_>>(), room.has_left(self.member.number))
        };
        for (seats, players) in games {
            let color = if players[0] == self.member.number { Color::Black } else { Color::White };
            // A game that cannot be read now is looked at again after the next change.
            if let Ok(Some(game)) = self.app.seats.find(&seats) {
                let _ = self.look_at(&game, color);
            }
        }
        self.is_over |= has_left;
    }

    fn look_at(&mut self, game: &SeatedGame, color: Color) -> Result<(), ApiError> {
        let seating = game.seating();
        let opponent = seating.player(!color).map(|holder| holder.name.clone());
        match game.end(&self.app)? {
            End::Playing => {}
            End::Over(outcome, fault) => {
                self.end(&game.id, color, outcome, fault);
                return Ok(());
            }
            End::Gone => {
                self.known.remove(&game.id);
                return Ok(());
            }
        }
        let Some(session) = seating.session(&self.app)? else { return Ok(()) };
        if !self.known.contains_key(&game.id) {
            self.known.insert(game.id.clone(), 0);
            self.due.push_back(BotEvent::Start {
                game: game.id.clone(),
                color: color.into(),
                opponent: opponent.unwrap_or_default(),
                terms: seating.terms,
            });
        }
        let live = session.lock();
        let version = live.session.version();
        let is_due = live.state() == SessionState::Waiting
            && live.session.side_to_move() == color
            && self.known.get(&game.id) != Some(&version);
        if is_due {
            self.known.insert(game.id.clone(), version);
            let left = live.left().map(|left| left.map(|time| time.as_millis() as u64));
            let played = live.game();
            let position = Position::of_any(&played);
            let (start, moves) = with_game!(&played, played => (
                played.start().to_string(),
                played.moves().iter().map(|one| one.played.to_string()).collect(),
            ));
            self.due.push_back(BotEvent::Turn(BotTurn {
                game: game.id.clone(),
                ply: live.session.length(),
                color: color.into(),
                size: live.session.side(),
                legal: position.moves.iter().map(|one| one.played.clone()).collect(),
                position: position.text,
                start,
                moves,
                left_ms: left.map(|left| left[color as usize]),
                opponent_left_ms: left.map(|left| left[!color as usize]),
            }));
        }
        Ok(())
    }

    /// Reports once that a game is over.
    fn end(&mut self, id: &str, color: Color, outcome: Outcome, fault: Option<FaultKind>) {
        if self.known.remove(id).is_some() {
            let (game, color) = (id.to_owned(), Side::from(color));
            self.due.push_back(BotEvent::Over { game, color, outcome, fault });
        }
    }
}
