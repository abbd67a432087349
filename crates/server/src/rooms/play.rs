//! Games of a room: begun, followed to their end, entered with their result.

use std::sync::Arc;
use std::time::Duration;

use othellier_play::SessionState;
use othellier_wire::{Side, Terms};
use tokio::sync::broadcast::error::RecvError;

use super::room::{Challenge, RoomGame, TournamentPlace};
use super::{Room, RoomHandle, change, tournament};
use crate::error::ApiError;
use crate::games::SessionEvent;
use crate::seats::{End, RoomRules, Seating, begin_with, handicap_position, new_game_from};
use crate::{App, limits};

/// The clock of a game in a room, where none is given.
pub(crate) const USUAL_CLOCK: &str = "10m";
/// After this time a result that could not be stored is stored again.
const RETRY: Duration = Duration::from_secs(1);

/// Begins a game between two members, Black first; `start` is a position, or the moves of an
/// opening.
pub(super) fn begin(
    app: &App,
    room: &mut Room,
    players: [usize; 2],
    terms: &Terms,
    start: Option<String>,
    place: Option<TournamentPlace>,
) -> Result<(), ApiError> {
    let [black, white] = players;
    let holders = [room.member(black)?.holder(), room.member(white)?.holder()];
    let names = holders.each_ref().map(|holder| holder.name.as_str());
    let live = new_game_from(terms, names, start)?;
    let rules = RoomRules { code: room.code.clone(), is_tournament: place.is_some() };
    let in_room = |seating| Seating { room: Some(rules), ..seating };
    let seated = begin_with(app, holders, terms.clone(), live, in_room)?;
    enter(room, Some(seated.id.clone()), players, place);
    Ok(())
}

/// Adds a game to the list.
pub(super) fn enter(
    room: &mut Room,
    seats: Option<String>,
    players: [usize; 2],
    place: Option<TournamentPlace>,
) -> &mut RoomGame {
    room.begun += 1;
    let number = room.begun;
    room.games.push(RoomGame { number, seats, players, place, outcome: None, fault: None });
    room.games.last_mut().expect("just pushed")
}

/// Begins the game of a challenge that a member accepts.
pub(super) fn accept(
    app: &App,
    room: &mut Room,
    challenge: &Challenge,
    member: usize,
) -> Result<(), ApiError> {
    if room.games.len() >= limits::ROOM_GAMES {
        return Err(ApiError::conflict("the room has too many games"));
    }
    let lot = || if rand::random() { Side::Black } else { Side::White };
    let players = match challenge.color.unwrap_or_else(lot) {
        Side::Black => [challenge.from, member],
        Side::White => [member, challenge.from],
    };
    let start = handicap_position(&challenge.terms)?;
    begin(app, room, players, &challenge.terms, start, None)?;
    room.challenges.retain(|one| one.number != challenge.number);
    Ok(())
}

/// Follows every game that is played and not followed yet.
pub(super) fn follow_all(app: &App, handle: &Arc<RoomHandle>) {
    let running: Vec<(usize, String)> = {
        let room = handle.lock();
        let running = room.games.iter().filter(|game| game.outcome.is_none());
        running.filter_map(|game| Some((game.number, game.seats.clone()?))).collect()
    };
    let mut followed = handle.followed.lock().expect("never poisoned");
    for (number, seats) in running {
        if followed.insert(number) {
            tokio::spawn(follow(app.clone(), handle.clone(), number, seats));
        }
    }
}

/// Waits for the end of a game, and enters its result.
async fn follow(app: App, handle: Arc<RoomHandle>, number: usize, seats: String) {
    let mut closing = app.closing();
    if let Ok(Some(seated)) = app.seats.find(&seats)
        && let Ok(Some(session)) = seated.seating().session(&app)
    {
        let mut updates = session.events.subscribe();
        loop {
            handle.tick();
            if session.lock().state() == SessionState::Over {
                break;
            }
            tokio::select! {
                updated = updates.recv() => match updated {
                    Ok(SessionEvent::Deleted) | Err(RecvError::Closed) => break,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                },
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }
    while change(&app, &handle, |room| conclude(&app, room, number, &seats)).is_err() {
        tokio::select! {
            () = tokio::time::sleep(RETRY) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
    handle.followed.lock().expect("never poisoned").remove(&number);
}

/// Enters the result of a game, and draws what follows from it.
fn conclude(app: &App, room: &mut Room, number: usize, seats: &str) -> Result<(), ApiError> {
    let end = match app.seats.find(seats)? {
        Some(seated) => seated.end(app)?,
        None => End::Gone,
    };
    match end {
        End::Playing => return Err(ApiError::conflict("the game is not over")),
        End::Over(outcome, fault) => {
            if let Some(game) = room.games.iter_mut().find(|game| game.number == number) {
                (game.outcome, game.fault) = (Some(outcome), fault);
            }
        }
        End::Gone => room.games.retain(|game| game.number != number),
    }
    tournament::advance(app, room)
}
