//! Matches between two programs, watched while they are played.
//!
//! A match is stored when it is created, and each of its games when it ends. A match that was
//! interrupted by a shutdown is found again as stopped, with its games so far.

mod report;
pub(crate) mod routes;
mod stored;
mod time_limited;

use std::sync::{Arc, Mutex, MutexGuard};

use othellier_desk::DeskError;
use othellier_desk::matches::{MatchRun, Plan};
use othellier_record::Record;
use othellier_search::StopSignal;
use othellier_wire::{self as wire, MatchState, Standings, WatchedGame};
use tokio::sync::watch;

use crate::error::ApiError;
use crate::ids::new_id;
use crate::limits;
use crate::store::Store;
use time_limited::MoveTime;

/// The matches of this server: the latest are in memory, the others on disk.
pub(crate) struct Matches {
    store: Arc<Store>,
    /// The newest last.
    in_memory: Mutex<Vec<Arc<Match>>>,
}

/// A match.
pub(crate) struct Match {
    id: String,
    plan: Plan,
    stop: StopSignal,
    progress: Mutex<MatchProgress>,
    /// Increases with every change.
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
    error: Option<DeskError>,
}

impl Matches {
    pub(crate) fn new(store: Arc<Store>) -> Matches {
        Matches { store, in_memory: Mutex::default() }
    }

    fn add(&self, plan: Plan) -> Result<Arc<Match>, ApiError> {
        let added = Match::new(new_id(), plan, MatchProgress::default(), self.store.clone());
        added.save().map_err(store_error)?;
        cache(&mut self.lock(), added.clone());
        Ok(added)
    }

    fn find(&self, id: &str) -> Result<Arc<Match>, ApiError> {
        let mut in_memory = self.lock();
        if let Some(known) = in_memory.iter().find(|known| known.id == id) {
            return Ok(known.clone());
        }
        let stored = self.store.find_match(id).map_err(store_error)?;
        let (stored, games) =
            stored.ok_or_else(|| ApiError::not_found("there is no such match"))?;
        let (plan, progress) = stored::read(&stored, &games)?;
        let found = Match::new(stored.id, plan, progress, self.store.clone());
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
    fn new(id: String, plan: Plan, progress: MatchProgress, store: Arc<Store>) -> Arc<Match> {
        let (stop, progress) = (StopSignal::default(), Mutex::new(progress));
        Arc::new(Match { id, plan, stop, progress, changes: watch::Sender::new(0), store })
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

    /// The match as JSON.
    fn shown(&self) -> wire::Match {
        let progress = self.progress();
        let MatchProgress { state, standings, error, .. } = &*progress;
        self.plan.shown(&self.id, *state, standings, error.as_ref())
    }

    /// Plays the match to its end, or until it is asked to stop.
    fn play(&self) {
        if self.stop.is_stopped() {
            return self.change(|progress| progress.state = MatchState::Stopped);
        }
        self.change(|progress| progress.state = MatchState::Running);
        let mut run = MatchRun::new(self.plan.clone());
        let ended = loop {
            match run.next_game(&MoveTime, &self.stop) {
                Ok(Some(game)) => self.add(game.event, game.record),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        self.change(|progress| {
            progress.state = match ended {
                Ok(()) if self.stop.is_stopped() => MatchState::Stopped,
                Ok(()) => MatchState::Done,
                Err(_) => MatchState::Failed,
            };
            progress.error = ended.err();
        });
    }

    /// Waits until the match is over.
    async fn over(&self) {
        let is_over = |_: &u64| self.progress().state.is_over();
        let _ = self.changes.subscribe().wait_for(is_over).await;
    }

    /// Stores the progress; games are stored one by one.
    fn save(&self) -> Result<(), crate::StoreError> {
        let stored = stored::write(&self.id, &self.plan, &self.progress());
        self.store.save_match(&stored, limits::STORED_MATCHES)
    }
}

fn store_error(error: crate::StoreError) -> ApiError {
    ApiError::internal(error)
}
