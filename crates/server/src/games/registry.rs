//! The registry of live game sessions, backed by the store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use othellier_search::StopSignal;
use othellier_service::ServiceError;
use othellier_service::games::{LiveGame, game_shown};
use othellier_wire::{Game, ThoughtEvent};
use tokio::sync::broadcast;

use crate::error::ApiError;
use crate::ids::{is_id, new_id};
use crate::limits;
use crate::scheduler::Account;
use crate::store::{Store, StoredGame, insert_live};

type Handles = HashMap<String, Arc<SessionHandle>>;

/// The live sessions and the store behind them.
pub(crate) struct Registry {
    store: Arc<Store>,
    handles: Mutex<Handles>,
}

/// At this many live sessions, the idle ones are dropped from memory.
const MAX_LIVE: usize = 256;
/// Events that a slow viewer may lag behind; after that it gets the full game.
const EVENT_BUFFER: usize = 64;

/// A live session: the game, its viewers and its current turn.
pub(crate) struct SessionHandle {
    pub(crate) id: String,
    pub(crate) view: String,
    session: Mutex<LiveGame>,
    pub(crate) events: broadcast::Sender<SessionEvent>,
    pub(crate) turn: Mutex<Turn>,
    /// Which account the searches of its programs are charged to: that of the last who acted.
    account: Mutex<Option<Account>>,
}

/// An event for the viewers of a game.
#[derive(Clone)]
pub(crate) enum SessionEvent {
    Changed,
    Thought(Arc<ThoughtEvent>),
    Deleted,
}

/// The current turn: everything that belongs to an earlier one is stale.
#[derive(Default)]
pub(crate) struct Turn {
    pub(crate) number: u64,
    pub(crate) stop: StopSignal,
    /// Whether programs wait for a viewer.
    pub(crate) awaits_viewer: bool,
}

/// A session with the rights of an id.
#[derive(Clone)]
pub(crate) struct SessionAccess {
    pub(crate) handle: Arc<SessionHandle>,
    pub(crate) may_play: bool,
}

impl Registry {
    pub(crate) fn new(store: Arc<Store>) -> Registry {
        Registry { store, handles: Mutex::default() }
    }

    /// Stores a new game and opens its session.
    pub(crate) fn open(&self, session: LiveGame) -> Result<Arc<SessionHandle>, ApiError> {
        let handle = SessionHandle::new(new_id(), new_id(), session);
        let stored = handle.stored(&handle.lock())?;
        self.store.add(&stored, limits::STORED_GAMES)?;
        insert_live(&mut self.handles(), MAX_LIVE, &handle.id, &handle);
        Ok(handle)
    }

    /// The session with this id, and whether it was just loaded from disk.
    pub(crate) fn find(&self, id: &str) -> Result<(SessionAccess, bool), ApiError> {
        if !is_id(id) {
            return Err(no_such_game());
        }
        let mut handles = self.handles();
        if let Some(handle) = handles.get(id) {
            return Ok((SessionAccess { handle: handle.clone(), may_play: true }, false));
        }
        let stored = self.store.find(id)?.ok_or_else(no_such_game)?;
        let may_play = stored.id == id;
        if let Some(handle) = handles.get(&stored.id) {
            return Ok((SessionAccess { handle: handle.clone(), may_play }, false));
        }
        let session = LiveGame::from_stored(&stored.game, &stored.settings)?;
        let handle = SessionHandle::new(stored.id, stored.view, session);
        insert_live(&mut handles, MAX_LIVE, &handle.id, &handle);
        Ok((SessionAccess { handle, may_play }, true))
    }

    /// Changes a game and stores it. If either fails, nothing has changed.
    pub(crate) fn change(
        &self,
        handle: &SessionHandle,
        change: impl FnOnce(&mut LiveGame) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let mut session = handle.lock();
        let mut changed = session.clone();
        change(&mut changed)?;
        // Viewers and stored choices know a state by its version: every change needs a new one.
        if changed.session.version() == session.session.version() {
            changed.session.touch();
        }
        if !self.store.update(&handle.stored(&changed)?)? {
            return Err(no_such_game());
        }
        *session = changed;
        drop(session);
        let _ = handle.events.send(SessionEvent::Changed);
        Ok(())
    }

    pub(crate) fn delete(&self, handle: &SessionHandle) -> Result<(), ApiError> {
        self.store.delete(&handle.id)?;
        self.handles().remove(&handle.id);
        handle.begin_turn();
        let _ = handle.events.send(SessionEvent::Deleted);
        Ok(())
    }

    /// Asks all programs to stop. The moves they return are not played.
    pub(crate) fn close(&self) {
        for handle in self.handles().values() {
            handle.begin_turn();
        }
    }

    /// How many sessions are in memory.
    pub(crate) fn live(&self) -> usize {
        self.handles().len()
    }

    fn handles(&self) -> MutexGuard<'_, Handles> {
        self.handles.lock().expect("never poisoned")
    }
}

impl SessionHandle {
    fn new(id: String, view: String, session: LiveGame) -> Arc<SessionHandle> {
        let (events, _) = broadcast::channel(EVENT_BUFFER);
        let (session, turn, account) = (Mutex::new(session), Mutex::default(), Mutex::default());
        Arc::new(SessionHandle { id, view, session, events, turn, account })
    }

    /// From now on the searches of its programs are charged to this account.
    pub(crate) fn charge_to(&self, account: &Account) {
        *self.account.lock().expect("never poisoned") = Some(account.clone());
    }

    /// Which account the searches of its programs are charged to.
    pub(crate) fn account(&self) -> Option<Account> {
        self.account.lock().expect("never poisoned").clone()
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, LiveGame> {
        self.session.lock().expect("never poisoned")
    }

    pub(crate) fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().expect("never poisoned")
    }

    /// Begins a new turn: returns its number and its stop signal. The previous turn is asked to
    /// stop, and becomes stale.
    pub(crate) fn begin_turn(&self) -> (u64, StopSignal) {
        let mut turn = self.turn();
        turn.stop.stop();
        *turn = Turn { number: turn.number + 1, ..Turn::default() };
        (turn.number, turn.stop.clone())
    }

    /// Records why the program did not move, unless the game has changed since.
    pub(crate) fn report_failure(&self, version: u64, error: ApiError) {
        let mut session = self.lock();
        if session.session.version() == version {
            session.error = Some(ServiceError::internal(error.message));
            drop(session);
            let _ = self.events.send(SessionEvent::Changed);
        }
    }

    pub(crate) fn shown(&self, may_play: bool) -> Game {
        game_shown(&self.lock(), &self.id, &self.view, may_play)
    }

    /// The session as it is stored.
    fn stored(&self, session: &LiveGame) -> Result<StoredGame, ApiError> {
        let (game, settings) = session.stored()?;
        Ok(StoredGame { id: self.id.clone(), view: self.view.clone(), game, settings })
    }
}

impl SessionAccess {
    pub(crate) fn shown(&self) -> Game {
        self.handle.shown(self.may_play)
    }
}

fn no_such_game() -> ApiError {
    ApiError::not_found("there is no such game")
}

#[cfg(test)]
mod tests {
    use othellier_play::{Participant, SessionSettings};
    use othellier_record::Record;

    use super::*;

    fn registry() -> Registry {
        Registry::new(Arc::new(Store::in_memory().unwrap()))
    }

    fn session() -> LiveGame {
        let players = [Participant::person(""), Participant::person("")];
        LiveGame::new(Record::default(), SessionSettings::new(players))
    }

    #[test]
    fn a_deleted_game_cannot_be_changed_through_an_old_handle() {
        let registry = registry();
        let handle = registry.open(session()).unwrap();
        let (number, stop) = handle.begin_turn();
        registry.delete(&handle).unwrap();
        assert!(stop.is_stopped() && handle.turn().number != number, "its turn is over");
        let late = registry.change(&handle, |session| Ok(session.play("f5")?));
        assert_eq!(late.unwrap_err().code, "not_found");
        assert_eq!(handle.lock().session.length(), 0);
        assert_eq!(registry.find(&handle.id).err().unwrap().code, "not_found");
    }

    #[test]
    fn idle_sessions_are_dropped_from_memory() {
        let registry = registry();
        let held = registry.open(session()).unwrap();
        let ids: Vec<_> =
            (0..2 * MAX_LIVE).map(|_| registry.open(session()).unwrap().id.clone()).collect();
        assert!(registry.handles().len() <= MAX_LIVE && registry.handles().contains_key(&held.id));
        assert!(ids.iter().all(|id| registry.find(id).is_ok()), "they are on disk");
    }
}
