//! The corner of the laboratory: matches between two players, watched while they are played.
//!
//! A match is on disk from its beginning, and every game of it when it was played. One that was
//! broken off by the end of the server is found again as stopped, with its games so far.

mod hurried;
mod kept;
mod play;
mod report;
pub(crate) mod routes;
mod wire;

use std::sync::{Arc, Mutex, MutexGuard};

use othellier_record::Record;
use othellier_search::StopSignal;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::allowed::Guest;
use crate::ids::new_id;
use crate::limits;
use crate::store::Store;
use crate::trouble::Trouble;
use wire::{GameEvent, Standings, Verdict};

/// The matches of this server: the latest are at hand, the others on disk.
pub(crate) struct Matches {
    store: Arc<Store>,
    /// The newest last.
    at_hand: Mutex<Vec<Arc<Match>>>,
}

/// A match.
pub(crate) struct Match {
    id: String,
    plan: Plan,
    stop: StopSignal,
    course: Mutex<Course>,
    /// Grows with every change.
    news: watch::Sender<u64>,
    store: Arc<Store>,
}

/// What is to be played.
#[derive(Clone, Debug)]
struct Plan {
    players: [Guest; 2],
    size: u8,
    games: usize,
    random_plies: usize,
    time: Option<std::time::Duration>,
    seed: u64,
    sprt: Option<[f64; 2]>,
}

/// How it has gone so far.
#[derive(Default)]
struct Course {
    state: State,
    standings: Standings,
    games: Vec<Arc<GameEvent>>,
    records: Vec<Record>,
    verdict: Option<Verdict>,
    trouble: Option<Trouble>,
}

/// What a match is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    #[default]
    Queued,
    Running,
    Done,
    Stopped,
    Failed,
}

impl State {
    fn is_over(self) -> bool {
        !matches!(self, State::Queued | State::Running)
    }
}

impl Matches {
    pub(crate) fn new(store: Arc<Store>) -> Matches {
        Matches { store, at_hand: Mutex::default() }
    }

    fn add(&self, plan: Plan) -> Result<Arc<Match>, Trouble> {
        let added = Match::new(new_id(), plan, Course::default(), self.store.clone());
        added.keep().map_err(unkept)?;
        take_to_hand(&mut self.lock(), added.clone());
        Ok(added)
    }

    fn find(&self, id: &str) -> Result<Arc<Match>, Trouble> {
        let mut at_hand = self.lock();
        if let Some(known) = at_hand.iter().find(|known| known.id == id) {
            return Ok(known.clone());
        }
        let kept = self.store.find_match(id).map_err(unkept)?;
        let (kept, games) = kept.ok_or_else(|| Trouble::not_found("there is no such match"))?;
        let (plan, course) = kept::read(&kept, &games)?;
        let found = Match::new(kept.id, plan, course, self.store.clone());
        take_to_hand(&mut at_hand, found.clone());
        Ok(found)
    }

    /// Tells all matches to stop.
    pub(crate) fn close(&self) {
        self.lock().iter().for_each(|known| known.stop.stop());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Match>>> {
        self.at_hand.lock().expect("no panic in the list")
    }
}

/// Adds a match to those at hand; the oldest that is over makes room.
fn take_to_hand(at_hand: &mut Vec<Arc<Match>>, taken: Arc<Match>) {
    let over = |known: &Arc<Match>| known.course().state.is_over();
    if at_hand.len() >= limits::MATCHES_AT_HAND
        && let Some(oldest) = at_hand.iter().position(over)
    {
        at_hand.remove(oldest);
    }
    at_hand.push(taken);
}

impl Match {
    fn new(id: String, plan: Plan, course: Course, store: Arc<Store>) -> Arc<Match> {
        let (stop, course) = (StopSignal::default(), Mutex::new(course));
        Arc::new(Match { id, plan, stop, course, news: watch::Sender::new(0), store })
    }

    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().expect("no panic in a match")
    }

    /// Changes what is known, keeps it, and tells everybody.
    fn change(&self, change: impl FnOnce(&mut Course)) {
        change(&mut self.course());
        // What cannot be kept can still be watched.
        let _ = self.keep();
        self.news.send_modify(|version| *version += 1);
    }

    /// Adds a game, keeps it, and tells everybody.
    fn add(&self, event: GameEvent, record: Record) {
        let _ = self.store.keep_match_game(&self.id, &kept::game(&event, &record));
        let mut course = self.course();
        course.standings = event.standings.clone();
        course.games.push(Arc::new(event));
        course.records.push(record);
        drop(course);
        self.news.send_modify(|version| *version += 1);
    }

    /// Waits until it is over.
    async fn over(&self) {
        let is_over = |_: &u64| self.course().state.is_over();
        let _ = self.news.subscribe().wait_for(is_over).await;
    }

    /// Keeps how it stands; its games are kept one by one.
    fn keep(&self) -> Result<(), crate::StoreError> {
        let kept = kept::write(&self.id, &self.plan, &self.course());
        self.store.keep_match(&kept, limits::MATCHES_KEPT)
    }
}

fn unkept(error: crate::StoreError) -> Trouble {
    Trouble::internal(error)
}
