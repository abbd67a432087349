//! Matches between two programs, watched while they are played.
//!
//! A match is stored when it is created, and each of its games when it ends. A match that was
//! interrupted by a shutdown is found again as stopped, with its games so far.

mod report;
pub(crate) mod routes;
mod stored;
mod time_limited;

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use othellier_record::Record;
use othellier_search::StopSignal;
use othellier_service::ServiceError;
use othellier_service::matches::{AllowedMatch, MatchRun};
use othellier_wire::{self as wire, MatchState, Standings, WatchedGame};
use tokio::sync::watch;

use crate::client::Permit;
use crate::error::ApiError;
use crate::ids::new_id;
use crate::limits;
use crate::scheduler::{Slot, Status, Work};
use crate::store::Store;
use crate::tables::Tables;
use time_limited::MoveTime;

/// The matches of this server: the latest are in memory, the others on disk.
pub(crate) struct Matches {
    store: Arc<Store>,
    in_memory: Mutex<Vec<Arc<Match>>>,
}

pub(crate) struct Match {
    id: String,
    allowed: AllowedMatch,
    stop: StopSignal,
    progress: Mutex<MatchProgress>,
    changes: watch::Sender<u64>,
    store: Arc<Store>,
}

/// The progress of a match.
#[derive(Default)]
struct MatchProgress {
    state: MatchState,
    standings: Standings,
    games: Vec<Arc<WatchedGame>>,
    records: Vec<Record>,
    error: Option<ServiceError>,
}

impl Matches {
    pub(crate) fn new(store: Arc<Store>) -> Matches {
        Matches { store, in_memory: Mutex::default() }
    }

    fn add(&self, allowed: AllowedMatch) -> Result<Arc<Match>, ApiError> {
        let added = Match::new(new_id(), allowed, MatchProgress::default(), self.store.clone());
        added.save()?;
        cache(&mut self.lock(), added.clone());
        Ok(added)
    }

    fn find(&self, id: &str) -> Result<Arc<Match>, ApiError> {
        let mut in_memory = self.lock();
        if let Some(known) = in_memory.iter().find(|known| known.id == id) {
            return Ok(known.clone());
        }
        let stored = self.store.find_match(id)?;
        let (stored, games) =
            stored.ok_or_else(|| ApiError::not_found("there is no such match"))?;
        let (allowed, progress) = stored::read(&stored, &games)?;
        let found = Match::new(stored.id, allowed, progress, self.store.clone());
        cache(&mut in_memory, found.clone());
        Ok(found)
    }

    /// Asks all matches to stop.
    pub(crate) fn close(&self) {
        self.lock().iter().for_each(|known| known.stop.stop());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Match>>> {
        self.in_memory.lock().expect("never poisoned")
    }
}

/// Adds a match to those in memory; the oldest finished one is dropped if there are too many.
fn cache(in_memory: &mut Vec<Arc<Match>>, taken: Arc<Match>) {
    let over = |known: &Arc<Match>| known.progress().state.is_over();
    if in_memory.len() >= limits::MATCHES_IN_MEMORY
        && let Some(oldest) = in_memory.iter().position(over)
    {
        in_memory.remove(oldest);
    }
    in_memory.push(taken);
}

impl Match {
    fn new(
        id: String,
        allowed: AllowedMatch,
        progress: MatchProgress,
        store: Arc<Store>,
    ) -> Arc<Match> {
        let (stop, progress) = (StopSignal::default(), Mutex::new(progress));
        Arc::new(Match { id, allowed, stop, progress, changes: watch::Sender::new(0), store })
    }

    fn progress(&self) -> MutexGuard<'_, MatchProgress> {
        self.progress.lock().expect("never poisoned")
    }

    /// Changes the progress, stores it, and notifies the viewers.
    fn change(&self, change: impl FnOnce(&mut MatchProgress)) {
        change(&mut self.progress());
        // If storing fails, the match can still be watched.
        let _ = self.save();
        self.changes.send_modify(|version| *version += 1);
    }

    /// Adds a game, stores it, and notifies the viewers.
    fn add(&self, event: WatchedGame, record: Record) {
        let _ = self.store.save_match_game(&self.id, &stored::game(&event, &record));
        let mut progress = self.progress();
        progress.standings = event.standings.clone();
        progress.games.push(Arc::new(event));
        progress.records.push(record);
        drop(progress);
        self.changes.send_modify(|version| *version += 1);
    }

    fn shown(&self) -> wire::Match {
        let progress = self.progress();
        let MatchProgress { state, standings, error, .. } = &*progress;
        self.allowed.shown(&self.id, *state, standings, error.as_ref())
    }

    fn end(&self, state: MatchState, error: Option<ServiceError>) {
        self.change(|progress| (progress.state, progress.error) = (state, error));
    }

    /// Stores the progress; games are stored one by one.
    fn save(&self) -> Result<(), crate::StoreError> {
        let stored = stored::write(&self.id, &self.allowed, &self.progress());
        self.store.save_match(&stored, limits::STORED_MATCHES)
    }
}

/// A match as work: a slice is a game.
struct PlayedMatch {
    playing: Arc<Match>,
    run: MatchRun,
    tables: Tables,
    /// How long it has played.
    played: Duration,
    _permit: Permit,
}

impl PlayedMatch {
    fn new(playing: Arc<Match>, tables: Tables, permit: Permit) -> PlayedMatch {
        let run = MatchRun::new(playing.allowed.clone());
        PlayedMatch { playing, run, tables, played: Duration::ZERO, _permit: permit }
    }
}

impl Work for PlayedMatch {
    fn run(&mut self, slot: &Slot) -> Status {
        let playing = &self.playing;
        if playing.progress().state == MatchState::Queued {
            playing.change(|progress| progress.state = MatchState::Running);
        }
        let bytes = playing.allowed.table_bytes();
        let _room = self.tables.room(bytes, bytes);
        let limit = MoveTime { slot: slot.clone(), time: playing.allowed.settings().time_per_move };
        let began = slot.ran();
        match self.run.next_game(&limit, &playing.stop) {
            Ok(Some(game)) => playing.add(game.event, game.record),
            Ok(None) if playing.stop.is_stopped_now() => return Status::Finished,
            Ok(None) => {
                playing.end(MatchState::Done, None);
                return Status::Finished;
            }
            Err(error) => {
                playing.end(MatchState::Failed, Some(error));
                return Status::Finished;
            }
        }
        self.played += slot.ran().saturating_sub(began);
        if self.played > limits::MATCH_TIME {
            return Status::Finished;
        }
        Status::Pending
    }
}

impl Drop for PlayedMatch {
    /// Work that is dropped before its end was stopped.
    fn drop(&mut self) {
        if !self.playing.progress().state.is_over() {
            self.playing.end(MatchState::Stopped, None);
        }
    }
}
