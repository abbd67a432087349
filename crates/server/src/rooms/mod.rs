//! Rooms for a class or a club: members with names, challenges, games to watch, tournaments, and the
//! teacher's board. There are no accounts: a member is a token, and the room is found by its code.
//!
//! ```text
//! code ──join──▶ member token ──▶ challenges, moves (by `seats`), answers
//!                                     │
//! tournament ──lab──▶ round ──▶ seated games ──follow──▶ results ──▶ next round
//! ```
//!
//! The whole room is one JSON text in the store, written before a change is answered. The result of
//! a game is read from the game: a process that is killed between the end of a game and its entry in
//! the room finds it when the room is loaded again. Every game of a room has a clock, so every game
//! ends, whoever disconnects.

mod account;
mod class;
mod entry;
mod events;
pub(crate) mod play;
mod room;
pub(crate) mod routes;
mod shown;
mod tournament;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::watch;

pub(crate) use entry::Caller;
pub(crate) use events::{__path_events, events};
pub(crate) use room::{Member, Room};

use crate::error::ApiError;
use crate::store::{Store, StoredRoom, insert_live};
use crate::{App, limits};

/// At this many rooms in memory, the idle ones are dropped.
const MAX_LIVE: usize = 64;

/// The rooms in memory, and the store behind them.
pub(crate) struct RoomRegistry {
    store: Arc<Store>,
    rooms: Mutex<HashMap<String, Arc<RoomHandle>>>,
    charged: account::ChargedRooms,
}

pub(crate) struct RoomHandle {
    pub(crate) code: String,
    room: Mutex<Room>,
    present: Mutex<HashMap<usize, usize>>,
    /// The tournaments as they are shown, and the state that they were computed from.
    standings: Mutex<Option<Standings>>,
    /// The games whose end is awaited.
    followed: Mutex<HashSet<usize>>,
    /// Counts changes of the room.
    changes: watch::Sender<u64>,
    /// Counts changes of the room and of its games.
    pub(crate) ticks: watch::Sender<u64>,
}

type Standings = (Vec<room::RoomGame>, Vec<room::Tournament>, Vec<othellier_wire::RoomTournament>);

impl RoomRegistry {
    pub(crate) fn new(store: Arc<Store>) -> RoomRegistry {
        RoomRegistry { store, rooms: Mutex::default(), charged: account::ChargedRooms::default() }
    }

    pub(crate) fn open(&self, room: Room) -> Result<Arc<RoomHandle>, ApiError> {
        self.save(&room)?;
        let handle = RoomHandle::new(room);
        insert_live(&mut self.rooms(), MAX_LIVE, &handle.code, &handle);
        Ok(handle)
    }

    /// The room with this code, and whether it was just loaded from disk.
    pub(crate) fn find(&self, code: &str) -> Result<Option<(Arc<RoomHandle>, bool)>, ApiError> {
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(code) {
            return Ok(Some((room.clone(), false)));
        }
        let Some(stored) = self.store.find_room(code)? else {
            return Ok(None);
        };
        let handle = RoomHandle::new(serde_json::from_str(&stored).map_err(ApiError::internal)?);
        insert_live(&mut rooms, MAX_LIVE, &handle.code, &handle);
        Ok(Some((handle, true)))
    }

    /// Whether a member of a room in memory has an open stream.
    pub(crate) fn is_present(&self, code: &str, token: &str) -> bool {
        let handle = self.rooms().get(code).cloned();
        handle.is_some_and(|handle| {
            let member = handle.lock().member_of(token).map(|member| member.number);
            member.is_some_and(|member| handle.is_present(member))
        })
    }

    /// Whether a token is that of a member.
    pub(crate) fn has_member(&self, code: &str, token: &str) -> bool {
        let has_member = |room: &Room| room.member_of(token).is_some();
        let handle = self.rooms().get(code).cloned();
        match handle {
            Some(handle) => has_member(&handle.lock()),
            // Not loaded for this: a room that is loaded resumes its tournament.
            None => {
                let stored = self.store.find_room(code).ok().flatten();
                let room = stored.and_then(|room| serde_json::from_str(&room).ok());
                room.as_ref().is_some_and(has_member)
            }
        }
    }

    fn save(&self, room: &Room) -> Result<(), ApiError> {
        let code = room.code.clone();
        let room = serde_json::to_string(room).map_err(ApiError::internal)?;
        Ok(self.store.save_room(&StoredRoom { code, room }, limits::STORED_ROOMS)?)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<RoomHandle>>> {
        self.rooms.lock().expect("never poisoned")
    }
}

/// The room with this code. One that was loaded from disk resumes.
pub(crate) fn find(app: &App, code: &str) -> Result<Option<Arc<RoomHandle>>, ApiError> {
    let Some((handle, is_new)) = app.rooms.find(code)? else { return Ok(None) };
    if is_new {
        change(app, &handle, |room| tournament::advance(app, room))?;
    }
    Ok(Some(handle))
}

/// Changes a room and stores it, and then follows the games that have begun. If either fails, the
/// room has not changed.
pub(crate) fn change<T>(
    app: &App,
    handle: &Arc<RoomHandle>,
    change: impl FnOnce(&mut Room) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    let mut room = handle.lock();
    let mut changed = room.clone();
    let answer = change(&mut changed)?;
    if changed != *room {
        app.rooms.save(&changed)?;
        *room = changed;
    }
    drop(room);
    handle.notify();
    play::follow_all(app, handle);
    Ok(answer)
}

impl RoomHandle {
    fn new(room: Room) -> Arc<RoomHandle> {
        Arc::new(RoomHandle {
            code: room.code.clone(),
            room: Mutex::new(room),
            present: Mutex::default(),
            standings: Mutex::default(),
            followed: Mutex::default(),
            changes: watch::Sender::new(0),
            ticks: watch::Sender::new(0),
        })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Room> {
        self.room.lock().expect("never poisoned")
    }

    fn notify(&self) {
        self.changes.send_modify(|count| *count += 1);
        self.tick();
    }

    fn tick(&self) {
        self.ticks.send_modify(|count| *count += 1);
    }

    pub(crate) fn is_present(&self, member: usize) -> bool {
        self.present.lock().expect("never poisoned").contains_key(&member)
    }
}

/// An open stream of a member, counted until it is dropped.
pub(crate) struct Present {
    room: Arc<RoomHandle>,
    member: usize,
}

impl Present {
    pub(crate) fn new(room: &Arc<RoomHandle>, member: usize) -> Present {
        *room.present.lock().expect("never poisoned").entry(member).or_default() += 1;
        room.notify();
        Present { room: room.clone(), member }
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        if let Ok(mut present) = self.room.present.lock()
            && let Some(count) = present.get_mut(&self.member)
        {
            *count -= 1;
            if *count == 0 {
                present.remove(&self.member);
            }
        }
        self.room.notify();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_known_before_the_room_is_loaded() {
        let store = Arc::new(Store::in_memory().unwrap());
        let room = Room::new(crate::seats::new_code(), "Class", "Ms Noether").unwrap();
        let (code, token) = (room.code.clone(), room.members[0].token.clone());
        let before = RoomRegistry::new(store.clone());
        before.open(room).unwrap();
        let after = RoomRegistry::new(store);
        for registry in [before, after] {
            assert!(registry.has_member(&code, &token));
            assert!(!registry.has_member(&code, "AAAAAAAAAAAAAAAAAAAAAA"));
            assert!(!registry.has_member("AAAA-AAAA", &token));
        }
    }
}
