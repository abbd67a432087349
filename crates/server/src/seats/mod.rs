//! Games between two people on two devices: invitations, seats, spectators.
//!
//! ```text
//! invitation ──code──▶ join ──▶ token ──Authorization──▶ moves, asks, answers of one colour
//!      └─ link, QR picture        └─ kept by the browser, never in an address
//! ```
//!
//! A [`SeatedGame`] is a game of the [registry](crate::games::Registry) whose playing id nobody
//! knows: only the tokens of its two [holders](seating::Holder) can change it, each for one colour.
//! Its own id permits watching. Every change is stored before it is answered: first the game, then
//! the seating, so that a process that is killed in between has lost nothing it has acknowledged.

mod actions;
mod codes;
mod events;
mod presence;
mod qr;
pub(crate) mod routes;
mod seating;
mod token;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::watch;

pub(crate) use actions::{End, Player, begin_with, handicap_position, new_game_from};
pub(crate) use codes::{Code, new_code, read_code};
pub(crate) use events::{__path_events, events};
pub(crate) use presence::Presence;
pub(crate) use qr::picture;
pub(crate) use seating::INVITATION_KEPT;
#[cfg(test)]
pub(crate) use seating::INVITATION_LIFE;
pub(crate) use seating::{Holder, Place, RoomRules, Seating};
pub(crate) use token::Token;

use crate::error::ApiError;
use crate::ids::new_id;
use crate::limits;
use crate::store::{Store, StoreError, StoredSeating, insert_live};

/// At this many seated games in memory, the idle ones are dropped.
const MAX_LIVE: usize = 256;

/// The seated games in memory, and the store behind them.
pub(crate) struct SeatRegistry {
    store: Arc<Store>,
    games: Mutex<HashMap<String, Arc<SeatedGame>>>,
}

/// A game with two seats.
pub(crate) struct SeatedGame {
    pub(crate) id: String,
    seating: Mutex<Seating>,
    pub(crate) presence: Presence,
    /// Counts changes, for the streams.
    changes: watch::Sender<u64>,
}

impl SeatRegistry {
    pub(crate) fn new(store: Arc<Store>) -> SeatRegistry {
        SeatRegistry { store, games: Mutex::default() }
    }

    pub(crate) fn open(&self, seating: Seating) -> Result<Arc<SeatedGame>, ApiError> {
        let game = SeatedGame::new(new_id(), seating);
        self.save(&game.id, &game.lock())?;
        insert_live(&mut self.games(), MAX_LIVE, &game.id, &game);
        Ok(game)
    }

    /// The seated game with this id, or with this code of its invitation.
    pub(crate) fn find(&self, id: &str) -> Result<Option<Arc<SeatedGame>>, ApiError> {
        let mut games = self.games();
        if let Some(game) = games.get(id) {
            return Ok(Some(game.clone()));
        }
        let Some(stored) = self.store.find_seating(id)? else {
            return Ok(None);
        };
        if let Some(game) = games.get(&stored.id) {
            return Ok(Some(game.clone()));
        }
        let seating = serde_json::from_str(&stored.seating).map_err(ApiError::internal)?;
        let game = SeatedGame::new(stored.id, seating);
        insert_live(&mut games, MAX_LIVE, &game.id, &game);
        Ok(Some(game))
    }

    /// Changes a seating and stores it. If either fails, the seating has not changed. The seating
    /// is locked meanwhile: of two requests for the same seat one is first.
    pub(crate) fn change<T>(
        &self,
        game: &SeatedGame,
        change: impl FnOnce(&mut Seating) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let mut seating = game.lock();
        let mut changed = seating.clone();
        let answer = change(&mut changed)?;
        if changed != *seating {
            self.save(&game.id, &changed)?;
            *seating = changed;
        }
        drop(seating);
        game.notify();
        Ok(answer)
    }

    /// Deletes the invitations that nobody has accepted for a week, at this time in seconds since 1970.
    pub(crate) fn delete_unanswered(&self, now: i64) -> Result<(), StoreError> {
        let mut games = self.games();
        for id in self.store.delete_unanswered(now - INVITATION_KEPT.as_secs() as i64)? {
            games.remove(&id);
        }
        Ok(())
    }

    fn save(&self, id: &str, seating: &Seating) -> Result<(), ApiError> {
        let (id, code) = (id.to_owned(), seating.code.clone());
        let seating = serde_json::to_string(seating).map_err(ApiError::internal)?;
        let stored = StoredSeating { id, code, seating };
        Ok(self.store.save_seating(&stored, limits::STORED_GAMES)?)
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, Arc<SeatedGame>>> {
        self.games.lock().expect("never poisoned")
    }
}

impl SeatedGame {
    fn new(id: String, seating: Seating) -> Arc<SeatedGame> {
        let (presence, changes) = (Presence::default(), watch::Sender::new(0));
        Arc::new(SeatedGame { id, seating: Mutex::new(seating), presence, changes })
    }

    fn lock(&self) -> MutexGuard<'_, Seating> {
        self.seating.lock().expect("never poisoned")
    }

    pub(crate) fn seating(&self) -> Seating {
        self.lock().clone()
    }

    /// Tells the streams that something has changed.
    pub(crate) fn notify(&self) {
        self.changes.send_modify(|count| *count += 1);
    }
}
