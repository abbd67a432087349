//! The corner of the laboratory: matches between two players, watched while they are played.

mod play;
mod report;
pub(crate) mod routes;
mod wire;

use std::sync::{Arc, Mutex, MutexGuard};

use othellier_record::Record;
use othellier_search::StopSignal;
use tokio::sync::watch;

use crate::allowed::Guest;
use crate::ids::new_id;
use crate::limits;
use crate::trouble::Trouble;
use wire::{GameEvent, Standings};

/// The matches of this server, the newest last.
#[derive(Default)]
pub(crate) struct Matches(Mutex<Vec<Arc<Match>>>);

/// A match.
pub(crate) struct Match {
    id: String,
    plan: Plan,
    stop: StopSignal,
    course: Mutex<Course>,
    /// Grows with every change.
    news: watch::Sender<u64>,
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
    verdict: Option<&'static str>,
    trouble: Option<Trouble>,
}

/// What a match is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
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
    fn add(&self, plan: Plan) -> Arc<Match> {
        let (stop, course, news) = (StopSignal::default(), Mutex::default(), watch::Sender::new(0));
        let added = Arc::new(Match { id: new_id(), plan, stop, course, news });
        let mut matches = self.lock();
        let over = |known: &Arc<Match>| known.course().state.is_over();
        if matches.len() >= limits::MATCHES_KEPT
            && let Some(oldest) = matches.iter().position(over)
        {
            matches.remove(oldest);
        }
        matches.push(added.clone());
        added
    }

    fn find(&self, id: &str) -> Result<Arc<Match>, Trouble> {
        let found = self.lock().iter().find(|known| known.id == id).cloned();
        found.ok_or_else(|| Trouble::not_found("there is no such match"))
    }

    /// Tells all matches to stop.
    pub(crate) fn close(&self) {
        self.lock().iter().for_each(|known| known.stop.stop());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Match>>> {
        self.0.lock().expect("no panic in the list")
    }
}

impl Match {
    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().expect("no panic in a match")
    }

    /// Changes what is known, and tells everybody.
    fn change(&self, change: impl FnOnce(&mut Course)) {
        change(&mut self.course());
        self.news.send_modify(|version| *version += 1);
    }
}
