//! Actions of players: join, move, ask and answer, resign, abort, claim; and how it is shown.

use std::sync::Arc;
use std::time::Duration;

use othellier_board::Color;
use othellier_play::SessionState;
use othellier_record::with_game;
use othellier_service::games::{GameCommand, LiveGame, NewGame, Resign};
use othellier_service::imports::nth_game;
use othellier_service::positions::read_position;
use othellier_service::{ErrorKind, ServiceError};
use othellier_wire::{
    Ask, AskKind, Both, Fault, FaultKind, Outcome, Role, Seat, SeatKind, Seats, SeatsState,
    SeatsType, Side, Terms,
};

use super::seating::{BrokenOff, Holder, PendingAsk, RoomRules};
use super::{Place, SeatedGame, Seating};
use crate::App;
use crate::client::Client;
use crate::error::ApiError;
use crate::games::{SessionHandle, drive};
use crate::store::now;

/// Without a clock: after this time the opponent of an absent player to move may claim the game.
pub(crate) const CLAIM_AFTER: Duration = Duration::from_secs(120);
/// A game can be aborted before both players have moved.
const ABORT_PLIES: usize = 2;
const CORNERS: u8 = 4;

/// The game that two players agreed on; Black's name first.
pub(crate) fn new_game(terms: &Terms, names: [&str; 2]) -> Result<LiveGame, ApiError> {
    new_game_from(terms, names, handicap_position(terms)?)
}

/// Such a game from a position, or from the moves of an opening.
pub(crate) fn new_game_from(
    terms: &Terms,
    names: [&str; 2],
    position: Option<String>,
) -> Result<LiveGame, ApiError> {
    let none = |_: &_| Err(ServiceError::internal("not a copy"));
    let names = Both::from_array(names.map(str::to_owned));
    let new = NewGame {
        size: Some(terms.size),
        names: Some(names),
        clock: terms.clock.clone(),
        position,
        ..NewGame::default()
    };
    Ok(new.open(rand::random(), nth_game, none)?)
}

/// The start with corners for Black, in the order a1, h8, h1, a8; then White begins.
pub(crate) fn handicap_position(terms: &Terms) -> Result<Option<String>, ApiError> {
    if terms.handicap == 0 {
        return Ok(None);
    }
    if terms.handicap > CORNERS {
        return Err(ApiError::bad_request(format!("a handicap has at most {CORNERS} corners")));
    }
    let start = read_position("startpos", Some(terms.size), "")?;
    let mut text = with_game!(&start, game => game.start().to_string()).into_bytes();
    let side = usize::from(terms.size);
    let corners = [0, side * side - 1, side - 1, side * (side - 1)];
    for corner in corners.into_iter().take(terms.handicap.into()) {
        text[corner] = b'X';
    }
    *text.last_mut().expect("the text of a position is not empty") = b'O';
    Ok(Some(String::from_utf8_lossy(&text).into_owned()))
}

/// The seated game with this id.
pub(crate) fn find(app: &App, id: &str) -> Result<Arc<SeatedGame>, ApiError> {
    let found = app.seats.find(id)?;
    found.filter(|game| game.id == id).ok_or_else(|| ApiError::not_found("there is no such game"))
}

/// The place of whoever looks at a game with this token. Without one, or with another, one is a spectator.
pub(super) fn viewer(
    app: &App,
    client: &Client,
    game: &SeatedGame,
    token: Option<&str>,
) -> Result<Option<Place>, ApiError> {
    // The members of a room watch each other's games with their own tokens.
    let place = |token: &str| {
        let seating = game.seating();
        let place = seating.place(token);
        let is_member = |room: &RoomRules| app.rooms.has_member(&room.code, token);
        (place.is_some() || seating.room.as_ref().is_some_and(is_member)).then_some(place)
    };
    Ok(app.guesses.look_at_token(client.address(), token, place)?.flatten())
}

/// A seated game, and the place that the token of a request holds there.
pub(crate) struct Player<'a> {
    app: &'a App,
    game: Arc<SeatedGame>,
    place: Place,
}

impl<'a> Player<'a> {
    /// The player who sends a request with this token; any other token is refused.
    pub(crate) fn of(
        app: &'a App,
        client: &Client,
        game: Arc<SeatedGame>,
        token: Option<&str>,
    ) -> Result<Self, ApiError> {
        let place = |token: &str| game.lock().place(token);
        let place = app.guesses.look_at_token(client.address(), token, place)?;
        Player::at(app, game, place)
    }

    /// The player with a token that is known to be right.
    pub(crate) fn find(app: &'a App, id: &str, token: &str) -> Result<Self, ApiError> {
        let game = find(app, id)?;
        let place = game.lock().place(token);
        Player::at(app, game, place)
    }

    fn at(app: &'a App, game: Arc<SeatedGame>, place: Option<Place>) -> Result<Self, ApiError> {
        let place = place.ok_or_else(no_seat)?;
        Ok(Player { app, game, place })
    }

    /// The game as this player sees it.
    pub(crate) fn shown(&self) -> Result<Seats, ApiError> {
        self.game.shown_at(self.app, Some(self.place))
    }

    /// Plays a move of the player's colour, at this ply. A program whose move is illegal loses.
    pub(crate) fn play(&self, played: &str, ply: usize) -> Result<(), ApiError> {
        let handle = self.app.seats.change(&self.game, |seating| {
            let (handle, color) = self.board(seating)?;
            let is_bot = seating.holder(self.place).is_some_and(|one| one.kind == SeatKind::Bot);
            self.app.registry.change(&handle, |live| {
                if live.flag() {
                    return Ok(());
                }
                expect_turn(live, color, ply)?;
                match live.play(played) {
                    Err(error) if is_bot && error.kind == ErrorKind::IllegalMove => {
                        // The text of a client is stored: not more of it than a move has.
                        let played = Some(played.chars().take(8).collect());
                        let (color, fault) = (color.into(), FaultKind::Illegal);
                        seating.fault = Some(Fault { color, fault, played });
                        Ok(lose(live, color.into())?)
                    }
                    played => Ok(played?),
                }
            })?;
            Ok(handle)
        })?;
        drive(self.app, &handle);
        Ok(())
    }

    pub(crate) fn resign(&self) -> Result<(), ApiError> {
        let (handle, color) = self.board(&self.game.seating())?;
        self.app.registry.change(&handle, |live| {
            if !live.flag() {
                expect_playing(live)?;
                lose(live, color)?;
            }
            Ok(())
        })?;
        self.game.notify();
        drive(self.app, &handle);
        Ok(())
    }

    /// Breaks the game off before both have moved: it is deleted and has no result.
    pub(crate) fn abort(&self) -> Result<(), ApiError> {
        self.app.seats.change(&self.game, |seating| {
            if seating.room.as_ref().is_some_and(|room| room.is_tournament) {
                return Err(ApiError::conflict("a tournament game cannot be aborted"));
            }
            let (handle, _) = self.board(seating)?;
            let (length, is_over) = {
                let live = handle.lock();
                (live.session.length(), live.state() == SessionState::Over)
            };
            if is_over || length >= ABORT_PLIES {
                return Err(ApiError::conflict("both have moved: resign instead"));
            }
            self.app.registry.delete(&handle)?;
            seating.broken_off = Some(BrokenOff::Aborted);
            Ok(())
        })
    }

    /// Withdraws the invitation, which nobody has accepted.
    pub(crate) fn withdraw(&self) -> Result<(), ApiError> {
        self.app.seats.change(&self.game, |seating| {
            if self.place != Place::Host {
                return Err(no_seat());
            }
            if seating.guest.is_some() {
                return Err(ApiError::conflict("the seat is taken"));
            }
            seating.broken_off = Some(BrokenOff::Withdrawn);
            Ok(())
        })
    }

    /// Wins a game without a clock whose player to move has been away for long.
    pub(crate) fn claim(&self) -> Result<(), ApiError> {
        self.app.seats.change(&self.game, |seating| {
            let (handle, color) = self.board(seating)?;
            let wait = self.game.claim_wait(seating, &handle.lock());
            let is_absent = handle.lock().session.side_to_move() != color;
            if wait != Some(Duration::ZERO) || !is_absent {
                return Err(ApiError::conflict("the opponent is not away for long enough"));
            }
            self.app.registry.change(&handle, |live| Ok(lose(live, !color)?))?;
            let color = Side::from(!color);
            seating.fault = Some(Fault { color, fault: FaultKind::Absent, played: None });
            Ok(())
        })
    }

    /// Asks the opponent. A rematch that the opponent has asked for begins.
    pub(crate) fn ask(&self, ask: AskKind) -> Result<(), ApiError> {
        self.app.seats.change(&self.game, |seating| {
            let (handle, color) = self.board(seating)?;
            let (version, state, has_move) = {
                let live = handle.lock();
                (live.session.version(), live.state(), live.last_choice(color).is_some())
            };
            let is_over = state == SessionState::Over;
            let is_tournament = seating.room.as_ref().is_some_and(|room| room.is_tournament);
            let refused = match ask {
                AskKind::TakeBack if is_tournament => Some("no move of a tournament is taken back"),
                AskKind::TakeBack if is_over => Some("the game is over"),
                AskKind::TakeBack if !has_move => Some("there is no move to take back"),
                AskKind::Rematch if seating.room.is_some() => Some("challenge again in the room"),
                AskKind::Rematch if !is_over => Some("the game is not over"),
                AskKind::Rematch if seating.rematch.is_some() => Some("there is a rematch already"),
                _ => None,
            };
            if let Some(why) = refused {
                return Err(ApiError::conflict(why));
            }
            match seating.pending(ask, version) {
                Some(known) if known.from == color.into() => {}
                Some(_) if ask == AskKind::Rematch => self.begin_rematch(seating)?,
                Some(_) => return Err(ApiError::conflict("the opponent asks for the same")),
                None => {
                    seating.drop_asks(ask);
                    seating.asks.push(PendingAsk { from: color.into(), ask, version });
                }
            }
            Ok(())
        })
    }

    pub(crate) fn answer(&self, ask: AskKind, accepts: bool) -> Result<(), ApiError> {
        let mut changed = None;
        self.app.seats.change(&self.game, |seating| {
            let (handle, color) = self.board(seating)?;
            let version = handle.lock().session.version();
            let asked = seating.pending(ask, version).filter(|one| one.from != color.into());
            let asked = asked.ok_or_else(|| ApiError::conflict("nothing was asked"))?;
            seating.drop_asks(ask);
            match ask {
                _ if !accepts => {}
                AskKind::Rematch => self.begin_rematch(seating)?,
                AskKind::TakeBack => {
                    self.app.registry.change(&handle, |live| {
                        if live.session.version() != version {
                            return Err(ApiError::conflict("the game has changed"));
                        }
                        Ok(live.take_back(asked.from.into())?)
                    })?;
                    changed = Some(handle);
                }
            }
            Ok(())
        })?;
        if let Some(handle) = changed {
            drive(self.app, &handle);
        }
        Ok(())
    }

    fn begin_rematch(&self, seating: &mut Seating) -> Result<(), ApiError> {
        let players = seating.rematch_players().ok_or_else(no_game)?;
        let next = begin(self.app, players, seating.terms.clone(), |seating| seating)?;
        seating.drop_asks(AskKind::Rematch);
        seating.rematch = Some(next.id.clone());
        Ok(())
    }

    /// The session of the game, and the colour of this player.
    fn board(&self, seating: &Seating) -> Result<(Arc<SessionHandle>, Color), ApiError> {
        let color = seating.color(self.place);
        let handle = seating.session(self.app)?;
        Ok((handle.ok_or_else(no_game)?, color.ok_or_else(no_game)?))
    }
}

/// Begins a game between two who are known, Black first; `finish` completes the seating before it
/// is stored.
pub(crate) fn begin(
    app: &App,
    players: [Holder; 2],
    terms: Terms,
    finish: impl FnOnce(Seating) -> Seating,
) -> Result<Arc<SeatedGame>, ApiError> {
    let live = new_game(&terms, players.each_ref().map(|player| player.name.as_str()))?;
    begin_with(app, players, terms, live, finish)
}

/// Begins such a game from a position of its own.
pub(crate) fn begin_with(
    app: &App,
    players: [Holder; 2],
    terms: Terms,
    live: LiveGame,
    finish: impl FnOnce(Seating) -> Seating,
) -> Result<Arc<SeatedGame>, ApiError> {
    let handle = app.registry.open(live)?;
    let seating = finish(Seating::between(players, terms, handle.id.clone()));
    let game = app.seats.open(seating)?;
    drive(app, &handle);
    Ok(game)
}

/// How a game ended, or that it has not.
pub(crate) enum End {
    Playing,
    Over(Outcome, Option<FaultKind>),
    /// Aborted: there is no result.
    Gone,
}

/// Takes the free seat: returns the token of the guest. A seat is taken once.
pub(crate) fn join(app: &App, game: &SeatedGame, name: String) -> Result<String, ApiError> {
    let mut opened = None;
    let token = app.seats.change(game, |seating| {
        if seating.broken_off.is_some() {
            return Err(ApiError::conflict("the invitation was withdrawn"));
        }
        if seating.guest.is_some() {
            return Err(ApiError::conflict("the seat is taken"));
        }
        if seating.open_for(now()).is_none() {
            return Err(ApiError::conflict("the invitation has expired"));
        }
        let guest = Holder::person(name);
        let lot = || if rand::random() { Side::Black } else { Side::White };
        seating.host_color = Some(seating.host_color.unwrap_or_else(lot));
        let token = guest.token.clone();
        seating.guest = Some(guest);
        let name = |color| seating.player(color).map_or("", |player| player.name.as_str());
        let live = new_game(&seating.terms, Color::ALL.map(name))?;
        let handle = app.registry.open(live)?;
        seating.game = Some(handle.id.clone());
        opened = Some(handle);
        Ok(token)
    })?;
    if let Some(handle) = opened {
        drive(app, &handle);
    }
    Ok(token)
}

impl Seating {
    /// The session of the game; none before it begins and after an abort.
    pub(crate) fn session(&self, app: &App) -> Result<Option<Arc<SessionHandle>>, ApiError> {
        match &self.game {
            Some(game) if self.broken_off.is_none() => Ok(Some(app.session(game)?.handle)),
            _ => Ok(None),
        }
    }

    fn state(&self, live: Option<&LiveGame>) -> SeatsState {
        match (self.broken_off, live) {
            (Some(BrokenOff::Aborted), _) => SeatsState::Aborted,
            (Some(BrokenOff::Withdrawn), _) => SeatsState::Withdrawn,
            (None, None) if self.guest.is_none() && self.open_for(now()).is_none() => {
                SeatsState::Expired
            }
            (None, None) => SeatsState::Open,
            (None, Some(live)) if live.state() == SessionState::Over => SeatsState::Over,
            (None, Some(_)) => SeatsState::Playing,
        }
    }
}

impl SeatedGame {
    /// The game as the holder of a token sees it; any other token is a spectator's.
    pub(crate) fn shown(&self, app: &App, token: Option<&str>) -> Result<Seats, ApiError> {
        let place = token.and_then(|token| self.lock().place(token));
        self.shown_at(app, place)
    }

    /// How the game ended, or that it has not.
    pub(crate) fn end(&self, app: &App) -> Result<End, ApiError> {
        // Locked: a fault is written together with the end of the game.
        let seating = self.lock();
        let Some(handle) = seating.session(app)? else { return Ok(End::Gone) };
        let game = handle.lock().game();
        let outcome = with_game!(&game, game => Outcome::of(game));
        let fault = seating.fault.as_ref().map(|fault| fault.fault);
        Ok(outcome.map_or(End::Playing, |outcome| End::Over(outcome, fault)))
    }

    pub(super) fn shown_at(&self, app: &App, place: Option<Place>) -> Result<Seats, ApiError> {
        let seating = self.seating();
        let handle = seating.session(app)?;
        let game = handle.as_ref().map(|handle| handle.shown(false));
        let seat = |color: Color| {
            let place = seating.place_of(color)?;
            let Holder { name, kind, token } = seating.holder(place)?.clone();
            let is_in_room = |room: &RoomRules| app.rooms.is_present(&room.code, &token);
            let away = self.presence.away(place);
            let away = away.filter(|_| !seating.room.as_ref().is_some_and(is_in_room));
            let away_ms = away.map(|away| away.as_millis() as u64);
            Some(Seat { name, kind, present: away_ms.is_none(), away_ms })
        };
        // Before the game is locked: the members of a room are locked before their games.
        let seats = Both::of(seat);
        let live = handle.as_ref().map(|handle| handle.lock());
        let live = live.as_deref();
        let (state, version) = (seating.state(live), live.map_or(0, |live| live.session.version()));
        let is_pending = |ask: &&PendingAsk| seating.pending(ask.ask, version) == Some(**ask);
        let shown_ask = |ask: &PendingAsk| Ask { from: ask.from, ask: ask.ask };
        Ok(Seats {
            kind: SeatsType::Tag,
            id: self.id.clone(),
            state,
            role: if place.is_some() { Role::Player } else { Role::Spectator },
            color: place.and_then(|place| seating.color(place)).map(Side::from),
            seats,
            terms: seating.terms.clone(),
            asks: seating.asks.iter().filter(is_pending).map(shown_ask).collect(),
            rematch: seating.rematch.clone(),
            fault: seating.fault.clone(),
            claim_ms: live
                .and_then(|live| self.claim_wait(&seating, live))
                .map(|wait| wait.as_millis() as u64),
            room: seating.room.as_ref().map(|room| room.code.clone()),
            game,
        })
    }

    /// How long the opponent of the player to move still has to wait before the game can be
    /// claimed; none if that player is there, or has a clock.
    fn claim_wait(&self, seating: &Seating, live: &LiveGame) -> Option<Duration> {
        let is_open = live.state() == SessionState::Waiting && seating.terms.clock.is_none();
        let place = seating.place_of(live.session.side_to_move()).filter(|_| is_open)?;
        Some(CLAIM_AFTER.saturating_sub(self.presence.away(place)?))
    }
}

/// An error unless the game is played, at this ply, and this colour is to move.
fn expect_turn(live: &LiveGame, color: Color, ply: usize) -> Result<(), ApiError> {
    expect_playing(live)?;
    let length = live.session.length();
    match () {
        () if ply != length => Err(ApiError::conflict(format!("the game is at move {length}"))),
        () if live.session.side_to_move() != color => {
            Err(ApiError::conflict("it is the opponent's turn"))
        }
        () => Ok(()),
    }
}

fn expect_playing(live: &LiveGame) -> Result<(), ApiError> {
    match live.state() {
        SessionState::Over => Err(ApiError::conflict("the game is over")),
        _ => Ok(()),
    }
}

fn lose(live: &mut LiveGame, color: Color) -> Result<(), ServiceError> {
    live.execute(GameCommand::Resign(Resign { color: Some(color.into()) }))
}

fn no_seat() -> ApiError {
    ApiError::no_seat("this token holds no seat here")
}

fn no_game() -> ApiError {
    ApiError::conflict("the game has not begun")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seats::{new_code, seating::INVITATION_KEPT, seating::INVITATION_LIFE};

    #[tokio::test]
    async fn an_invitation_that_has_expired_seats_nobody() {
        let app = App::new(crate::Config::default()).unwrap();
        let open = |age: i64| {
            let terms = Terms { size: 8, clock: None, handicap: 0 };
            let seating = Seating::open(new_code(), Holder::person(String::new()), None, terms);
            app.seats.open(Seating { invited: Some(now() - age), ..seating }).unwrap()
        };
        let life = INVITATION_LIFE.as_secs() as i64;
        let (old, new) = (open(life), open(life - 60));
        assert_eq!(old.shown(&app, None).unwrap().state, SeatsState::Expired);
        assert_eq!(join(&app, &old, String::new()).unwrap_err().code, "conflict");
        assert!(old.seating().guest.is_none());
        assert_eq!(new.shown(&app, None).unwrap().state, SeatsState::Open);
        assert!(join(&app, &new, String::new()).is_ok());
        assert_eq!(new.shown(&app, None).unwrap().state, SeatsState::Playing);
        app.close();
    }

    #[tokio::test]
    async fn an_invitation_that_nobody_accepts_is_deleted_after_a_week() {
        let app = App::new(crate::Config::default()).unwrap();
        let open = || {
            let terms = Terms { size: 8, clock: None, handicap: 0 };
            let seating = Seating::open(new_code(), Holder::person(String::new()), None, terms);
            app.seats.open(Seating { invited: Some(now()), ..seating }).unwrap()
        };
        let (unanswered, accepted) = (open(), open());
        join(&app, &accepted, String::new()).unwrap();
        let is_there = |game: &SeatedGame| {
            let code = game.seating().code.unwrap();
            let found = [&game.id, &code].map(|id| app.seats.find(id).unwrap().is_some());
            assert_eq!(found[0], found[1]);
            found[0]
        };
        let (opened, week) = (now(), INVITATION_KEPT.as_secs() as i64);
        app.seats.delete_unanswered(opened - 60 + week).unwrap();
        assert!(is_there(&unanswered) && is_there(&accepted));
        app.seats.delete_unanswered(opened + week).unwrap();
        assert!(!is_there(&unanswered) && is_there(&accepted));
        // A game of two people never is.
        app.seats.delete_unanswered(i64::MAX).unwrap();
        assert!(is_there(&accepted));
        app.close();
    }
}
