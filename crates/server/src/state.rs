//! The configuration and the state of the server.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use tokio::sync::{Semaphore, watch};

use crate::client::{Quota, Rate};
use crate::error::ApiError;
use crate::games::{self, Registry, SessionAccess};
use crate::grid::{GridSource, WatchedGrid};
use crate::guesses::Guesses;
use crate::matches::Matches;
use crate::metrics::Metrics;
use crate::page::PackedJson;
use crate::rooms::RoomRegistry;
use crate::scheduler::{Account, Scheduler};
use crate::seats::SeatRegistry;
use crate::store::{Store, now};
use crate::tables::{self, Tables};
use crate::work::WorkList;
use crate::{HostName, Network, Password, ServeError, limits};

/// The configuration of a server.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The folder of games, reviews and matches; without one they are only in memory.
    pub data: Option<PathBuf>,
    /// Cores for searches and jobs; by default all.
    pub threads: Option<usize>,
    /// Bytes for the tables of all searches; by default [`DEFAULT_MEMORY`].
    pub memory: Option<usize>,
    /// Host names of this server besides its addresses and `localhost`.
    pub names: Vec<HostName>,
    /// Proxies whose headers are believed.
    pub proxies: Vec<Network>,
    /// The password of the whole site.
    pub password: Option<Password>,
    /// A folder with the files of the page, instead of those in the program.
    pub ui: Option<PathBuf>,
    /// The archive of games for the opening explorer. The file need not exist yet.
    pub archive: Option<PathBuf>,
    /// The grid whose jobs and workers are shown.
    pub grid: Option<GridSource>,
}

/// Bytes for the tables of all searches, unless the configuration has another number.
pub const DEFAULT_MEMORY: usize = 256 << 20;

/// The state of the server. Clones share it.
#[derive(Clone)]
pub struct App(Arc<AppState>);

/// The state that the clones of an [`App`] share.
pub struct AppState {
    pub(crate) config: Config,
    pub(crate) store: Arc<Store>,
    pub(crate) registry: Registry,
    pub(crate) seats: SeatRegistry,
    pub(crate) rooms: RoomRegistry,
    pub(crate) new_rooms: Rate,
    /// Where passwords, codes and tokens are looked at.
    pub(crate) guesses: Guesses,
    /// Gives searches and jobs their cores.
    pub(crate) scheduler: Scheduler,
    /// Gives searches their memory.
    pub(crate) tables: Tables,
    pub(crate) analyses: Arc<Quota>,
    pub(crate) watchers: Arc<Quota>,
    pub(crate) jobs: Arc<Quota>,
    pub(crate) matches_quota: Arc<Quota>,
    pub(crate) work_quota: Arc<Quota>,
    /// The concurrency limit of archive queries.
    pub(crate) archive_limit: Arc<Semaphore>,
    pub(crate) matches: Matches,
    pub(crate) work: WorkList,
    pub(crate) grid: Option<Arc<WatchedGrid>>,
    /// The catalogue, once somebody has asked for it.
    pub(crate) catalogue: OnceLock<PackedJson>,
    pub(crate) new_games: Rate,
    pub(crate) requests: Rate,
    pub(crate) metrics: Metrics,
    closing: watch::Sender<bool>,
    pub(crate) started: Instant,
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

/// The database in the data folder.
const GAMES_FILE: &str = "games.db";

impl App {
    /// Opens the store and starts the workers.
    pub fn new(config: Config) -> Result<App, ServeError> {
        let store = match &config.data {
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .map_err(|error| ServeError::Data { folder: folder.clone(), error })?;
                let file = folder.join(GAMES_FILE);
                Store::open(&file).map_err(|error| ServeError::Store { file, error })?
            }
            None => Store::in_memory()
                .map_err(|error| ServeError::Store { file: ":memory:".into(), error })?,
        };
        let store = Arc::new(store);
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = config.threads.unwrap_or(cores).max(1);
        let tables = Tables::new(config.memory.unwrap_or(DEFAULT_MEMORY));
        let grid = config.grid.clone().map(|source| Arc::new(WatchedGrid::new(source)));
        Ok(App(Arc::new(AppState {
            config,
            registry: Registry::new(store.clone()),
            seats: SeatRegistry::new(store.clone()),
            rooms: RoomRegistry::new(store.clone()),
            new_rooms: Rate::new("new rooms", limits::NEW_ROOMS),
            guesses: Guesses::default(),
            scheduler: Scheduler::new(threads),
            tables,
            analyses: Quota::new("analyses", limits::ANALYSES),
            watchers: Quota::new("game streams", limits::WATCHERS),
            jobs: Quota::new("reviews, exercises and other jobs", limits::JOBS),
            matches_quota: Quota::new("matches", limits::MATCHES),
            work_quota: Quota::new("pieces of work", limits::WORK),
            archive_limit: Arc::new(Semaphore::new(limits::ARCHIVE_QUERIES)),
            matches: Matches::new(store.clone()),
            work: WorkList::default(),
            grid,
            catalogue: OnceLock::new(),
            store,
            new_games: Rate::new("new games", limits::NEW_GAMES),
            requests: Rate::per_second("requests", limits::REQUESTS),
            metrics: Metrics::default(),
            closing: watch::Sender::new(false),
            started: Instant::now(),
        })))
    }

    /// Ends all streams and asks all searches to stop.
    pub fn begin_shutdown(&self) {
        let _ = self.closing.send(true);
        self.registry.close();
        self.matches.close();
        self.work.close();
    }

    /// Stops all searches and jobs, and waits for their threads.
    pub fn close(&self) {
        self.begin_shutdown();
        self.scheduler.close();
    }

    /// Gives the memory back that nobody has used for a while.
    pub(crate) fn tidy_up(&self) {
        self.guesses.tidy_up();
        if let Some(before) = Instant::now().checked_sub(tables::IDLE_TIME) {
            self.tables.drop_unused(before);
        }
    }

    /// Deletes what is stored and nobody can use any more.
    pub(crate) fn delete_expired(&self) {
        // The store reports a failure itself, and it is tried again.
        let _ = self.seats.delete_unanswered(now());
    }

    /// The session with this id. One that was loaded from disk resumes.
    pub(crate) fn session(&self, id: &str) -> Result<SessionAccess, ApiError> {
        let (access, is_new) = self.registry.find(id)?;
        if is_new {
            games::drive(self, &access.handle);
        }
        Ok(access)
    }

    /// The session with this id. If it was loaded from disk, its programs are charged to this account.
    pub(crate) fn session_for(
        &self,
        account: &Account,
        id: &str,
    ) -> Result<SessionAccess, ApiError> {
        let (access, is_new) = self.registry.find(id)?;
        if is_new {
            access.handle.charge_to(account);
            games::drive(self, &access.handle);
        }
        Ok(access)
    }

    /// The grid that is shown.
    pub(crate) fn grid(&self) -> Result<Arc<WatchedGrid>, ApiError> {
        let grid = self.grid.clone();
        grid.ok_or_else(|| ApiError::not_found("this server shows no grid: it runs without --grid"))
    }

    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}
