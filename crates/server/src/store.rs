//! Games, seats, rooms, reviews and matches on disk: one SQLite file, written before a change is acknowledged.
//!
//! A game is stored as a save file, which carries its version and is validated when it is read, and
//! the settings that a save file does not have: players, names, clock. The database is in WAL mode,
//! so a process that is killed at any moment keeps every acknowledged change.

mod matches;
mod reviews;
mod rooms;
mod seatings;

pub(crate) use matches::{StoredMatch, StoredMatchGame};
pub(crate) use rooms::StoredRoom;
pub(crate) use seatings::StoredSeating;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};

/// The version of the schema; raised when it, or the meaning of what it stores, changes.
const VERSION: i64 = 8;

const TABLES: &str = "
    CREATE TABLE games (
        id TEXT PRIMARY KEY NOT NULL,
        view TEXT UNIQUE NOT NULL,
        game TEXT NOT NULL,
        settings TEXT NOT NULL,
        changed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX games_by_change ON games (changed);
    CREATE TABLE reviews (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        level INTEGER NOT NULL,
        events TEXT NOT NULL,
        UNIQUE (game, level)
    ) STRICT;
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY,
        id TEXT UNIQUE NOT NULL,
        settings TEXT NOT NULL,
        progress TEXT NOT NULL
    ) STRICT;
    CREATE TABLE match_games (
        id TEXT NOT NULL,
        number INTEGER NOT NULL,
        event TEXT NOT NULL,
        game TEXT NOT NULL,
        PRIMARY KEY (id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE seatings (
        id TEXT PRIMARY KEY NOT NULL,
        code TEXT UNIQUE,
        seating TEXT NOT NULL,
        changed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX seatings_by_change ON seatings (changed);
    CREATE INDEX invitations_by_change ON seatings (changed)
        WHERE json_extract(seating, '$.guest') IS NULL;
    CREATE TABLE rooms (
        code TEXT PRIMARY KEY NOT NULL,
        room TEXT NOT NULL,
        changed INTEGER NOT NULL
    ) STRICT;";

pub(crate) struct Store {
    connection: Mutex<Connection>,
    /// The name of its file.
    file: String,
    condition: Mutex<Condition>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Condition {
    pub(crate) writes: u64,
    /// Reads and writes that failed.
    pub(crate) errors: u64,
    /// Why it cannot be used, if it cannot.
    pub(crate) problem: Option<String>,
    /// Whether the file itself is damaged: nothing that succeeds later changes that.
    is_damaged: bool,
    /// When something failed for the last time, and when it was last tried.
    failed: Option<Instant>,
    tried: Option<Instant>,
}

/// A change that is tried does not prove within this time that one that failed would succeed.
const DOUBT_TIME: Duration = Duration::from_secs(30);
/// How often it is tried whether something can be stored.
const TRIAL_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredGame {
    pub(crate) id: String,
    pub(crate) view: String,
    pub(crate) game: String,
    pub(crate) settings: String,
}

/// The database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{0}")]
    Sql(#[from] rusqlite::Error),
    /// A file that was opened cannot be used any more.
    #[error("{file} cannot be used: {error}")]
    Use {
        /// The name of the file.
        file: String,
        error: rusqlite::Error,
    },
    /// Another version of this program wrote the file, or another program.
    #[error(
        "another version of this program stored the games (schema {found}, expected {VERSION})"
    )]
    OtherVersion {
        /// The version of its schema.
        found: i64,
    },
}

impl othellier_locale::French for StoreError {
    fn french(&self) -> String {
        match self {
            StoreError::Sql(error) => error.french(),
            StoreError::Use { file, error } => {
                let (file, why) = (file.clone(), error.french());
                othellier_locale::tr!(
                    othellier_locale::Lang::Fr,
                    "store-use",
                    file = file,
                    why = why
                )
            }
            StoreError::OtherVersion { found } => {
                let (found, expected) = (found.to_string(), VERSION.to_string());
                othellier_locale::tr!(
                    othellier_locale::Lang::Fr,
                    "store-version",
                    found = found,
                    expected = expected
                )
            }
        }
    }
}

impl Store {
    /// Opens a file, which is created if there is none.
    pub(crate) fn open(file: &Path) -> Result<Store, StoreError> {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        close_to_others(file);
        Store::with(Connection::open(file)?, name)
    }

    pub(crate) fn in_memory() -> Result<Store, StoreError> {
        Store::with(Connection::open_in_memory()?, "the memory".to_owned())
    }

    fn with(mut connection: Connection, file: String) -> Result<Store, StoreError> {
        connection.busy_timeout(Duration::from_secs(5))?;
        create_or_check(&mut connection)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        Ok(Store { connection: Mutex::new(connection), file, condition: Mutex::default() })
    }

    /// Stores a new game; when there are more than `limit`, deletes those that changed longest ago.
    pub(crate) fn add(&self, stored: &StoredGame, limit: u64) -> Result<(), StoreError> {
        let StoredGame { id, view, game, settings } = stored;
        self.write(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT INTO games (id, view, game, settings, changed) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![id, view, game, settings, now()],
            )?;
            delete_oldest(&transaction, "games", limit)?;
            Ok(transaction.commit()?)
        })
    }

    /// Stores a game as it is now; returns whether it still exists.
    pub(crate) fn update(&self, stored: &StoredGame) -> Result<bool, StoreError> {
        let StoredGame { id, game, settings, .. } = stored;
        self.write(|connection| {
            let mut update = connection.prepare_cached(
                "UPDATE games SET game = ?2, settings = ?3, changed = ?4 WHERE id = ?1",
            )?;
            Ok(update.execute(params![id, game, settings, now()])? == 1)
        })
    }

    /// The game with this id or this view id.
    pub(crate) fn find(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, view, game, settings FROM games WHERE id = ?1 OR view = ?1",
            )?;
            let stored = query.query_row([id], |row| {
                Ok(StoredGame {
                    id: row.get(0)?,
                    view: row.get(1)?,
                    game: row.get(2)?,
                    settings: row.get(3)?,
                })
            });
            Ok(stored.optional()?)
        })
    }

    pub(crate) fn delete(&self, id: &str) -> Result<(), StoreError> {
        self.write(|connection| {
            connection.execute("DELETE FROM games WHERE id = ?1", [id])?;
            Ok(())
        })
    }

    /// Reads, and notes whether that succeeded.
    fn read<T>(
        &self,
        read: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let done = read(&mut self.lock());
        done.map_err(|error| self.failed(error))
    }

    /// Writes, and notes whether that succeeded.
    fn write<T>(
        &self,
        write: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let done = write(&mut self.lock()).map_err(|error| self.failed(error))?;
        let mut condition = self.condition.lock().expect("never poisoned");
        condition.writes += 1;
        if !condition.is_damaged {
            condition.problem = None;
        }
        Ok(done)
    }

    /// Notes that something failed; the error then names the file.
    fn failed(&self, error: StoreError) -> StoreError {
        let StoreError::Sql(error) = error else { return error };
        let code = error.sqlite_error_code();
        let error = StoreError::Use { file: self.file.clone(), error };
        // That something exists already, or that a query has no result, says nothing of the file.
        if code.is_none() || code == Some(ErrorCode::ConstraintViolation) {
            return error;
        }
        tracing::error!(file = self.file, %error, "the database failed");
        let mut condition = self.condition.lock().expect("never poisoned");
        condition.errors += 1;
        condition.is_damaged |=
            matches!(code, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase));
        condition.problem = Some(error.to_string());
        condition.failed = Some(Instant::now());
        error
    }

    /// How the database does. Now and then it is tried whether something can be stored.
    pub(crate) fn condition(&self) -> Condition {
        let mut before = self.condition.lock().expect("never poisoned");
        let is_recent = |at: Option<Instant>, time| at.is_some_and(|at| at.elapsed() < time);
        if is_recent(before.tried, TRIAL_INTERVAL) {
            return before.clone();
        }
        before.tried = Some(Instant::now());
        let (in_doubt, problem) = (is_recent(before.failed, DOUBT_TIME), before.problem.clone());
        drop(before);
        let tried = self.write(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for table in tables() {
                transaction.execute_batch(&format!("SELECT 1 FROM {table} LIMIT 1"))?;
            }
            transaction.pragma_update(None, "user_version", VERSION)?;
            Ok(transaction.commit()?)
        });
        let mut condition = self.condition.lock().expect("never poisoned");
        if tried.is_ok() && in_doubt {
            condition.problem = condition.problem.take().or(problem);
        }
        condition.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Connection> {
        self.connection.lock().expect("never poisoned")
    }
}

/// Deletes the rows of a table that changed longest ago, where there are more than `limit`.
fn delete_oldest(connection: &Connection, table: &str, limit: u64) -> Result<(), StoreError> {
    let delete = format!(
        "DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} ORDER BY changed, rowid
         LIMIT max(0, (SELECT count(*) FROM {table}) - ?1))"
    );
    connection.execute(&delete, [limit as i64])?;
    Ok(())
}

/// Creates the tables of a new file. A file with another schema is refused and not changed.
fn create_or_check(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found == VERSION {
        return Ok(());
    }
    let schema = "SELECT count(*) FROM sqlite_schema";
    let is_new = transaction.query_row(schema, [], |row| row.get::<_, i64>(0))? == 0;
    if found != 0 || !is_new {
        return Err(StoreError::OtherVersion { found });
    }
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

/// Creates the file of a database so that nobody else can read it: it has the tokens of all seats. SQLite
/// gives its other files the same mode; those that a killed process left are closed too.
fn close_to_others(file: &Path) {
    let beside = |end: &str| {
        let mut path = file.as_os_str().to_owned();
        path.push(end);
        Some(std::path::PathBuf::from(path)).filter(|path| path.exists())
    };
    let files = [Some(file.to_owned()), beside("-wal"), beside("-shm")];
    for file in files.into_iter().flatten() {
        // If it cannot be written at all, SQLite reports it.
        if let Err(error) = othellier_platform::file::private(&file) {
            let file = file.display();
            tracing::warn!(%file, %error, "others may be able to read this file");
        }
    }
}

/// The names of all tables.
fn tables() -> impl Iterator<Item = &'static str> {
    TABLES.split("CREATE TABLE ").skip(1).filter_map(|table| table.split_whitespace().next())
}

/// Adds something that is stored to what is in memory of its kind. When there is `most`, what nobody
/// uses is dropped: it can be loaded again.
pub(crate) fn insert_live<T>(
    live: &mut HashMap<String, Arc<T>>,
    most: usize,
    id: &str,
    added: &Arc<T>,
) {
    if live.len() >= most {
        live.retain(|_, one| Arc::strong_count(one) > 1);
    }
    live.insert(id.to_owned(), added.clone());
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(id: &str) -> StoredGame {
        let [view, game, settings] = ["v", "g", "s"].map(|letter| format!("{letter}{id}"));
        StoredGame { id: id.to_owned(), view, game, settings }
    }

    #[test]
    fn stored_games_are_found_by_either_id_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let store = Store::open(&file).unwrap();
        store.add(&stored("a"), 9).unwrap();
        store.add(&stored("b"), 9).unwrap();
        assert!(store.update(&StoredGame { game: "new".to_owned(), ..stored("a") }).unwrap());
        // Not closed, as if the process were killed.
        std::mem::forget(store);
        let store = Store::open(&file).unwrap();
        assert_eq!(store.find("a").unwrap().unwrap().game, "new");
        assert_eq!(store.find("vb").unwrap(), Some(stored("b")));
        assert_eq!(store.find("c").unwrap(), None);
        store.delete("a").unwrap();
        assert!(!store.update(&stored("a")).unwrap());
        assert_eq!(store.find("a").unwrap(), None, "a deleted game does not reappear");
    }

    #[test]
    fn the_least_recently_changed_game_is_deleted_first() {
        let store = Store::in_memory().unwrap();
        for (at, id) in ["a", "b", "c"].into_iter().enumerate() {
            store.add(&stored(id), 3).unwrap();
            let changed = format!("UPDATE games SET changed = {at} WHERE id = '{id}'");
            store.lock().execute(&changed, []).unwrap();
        }
        store.update(&stored("a")).unwrap();
        store.add(&stored("d"), 3).unwrap();
        let found = ["a", "b", "c", "d"].map(|id| store.find(id).unwrap().is_some());
        assert_eq!(found, [true, false, true, true]);
    }

    #[test]
    fn a_store_that_cannot_be_used_says_so_and_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let store = Store::open(&file).unwrap();
        store.add(&stored("a"), 9).unwrap();
        assert_eq!(store.condition().problem, None);
        // No room: not one page more than there are.
        let pages: u32 =
            store.lock().pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        store.lock().pragma_update(None, "max_page_count", pages).unwrap();
        let large = StoredGame { game: "g".repeat(1 << 20), ..stored("b") };
        let error = store.add(&large, 9).unwrap_err().to_string();
        assert_eq!(error, "games.db cannot be used: database or disk is full");
        let condition = store.condition();
        assert_eq!(
            (condition.problem, condition.errors),
            (Some(error), 1),
            "and it stays in doubt"
        );
        store.lock().pragma_update(None, "max_page_count", 1 << 20).unwrap();
        store.add(&large, 9).unwrap();
        assert_eq!(store.condition().problem, None);
        assert!(store.add(&large, 9).is_err(), "there is one with this id");
        assert_eq!(store.condition().problem, None, "which is no fault of the file");
    }

    #[test]
    #[cfg(unix)]
    fn nobody_else_can_read_the_files() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let modes = || {
            let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap());
            let modes = files.map(|file| file.metadata().unwrap().permissions().mode() & 0o777);
            modes.collect::<Vec<_>>()
        };
        let store = Store::open(&file).unwrap();
        store.add(&stored("a"), 9).unwrap();
        assert_eq!(modes(), [0o600; 3], "the database, its log, and the index of the log");
        drop(store);
        // Something else has opened them to others.
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let store = Store::open(&file).unwrap();
        store.add(&stored("b"), 9).unwrap();
        assert_eq!(modes(), [0o600; 3]);
    }

    #[test]
    fn a_missing_table_is_noticed() {
        let store = Store::in_memory().unwrap();
        store.lock().execute_batch("DROP TABLE reviews").unwrap();
        let problem = store.condition().problem.unwrap();
        assert!(problem.contains("no such table: reviews"), "{problem}");
        assert_eq!(tables().next(), Some("games"));
    }

    /// That of a newer version, of an older one, and of another program.
    #[test]
    fn another_schema_is_refused_and_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        for found in [VERSION + 1, VERSION - 1, 0] {
            let other = Connection::open(&file).unwrap();
            other.execute_batch("CREATE TABLE IF NOT EXISTS games (id TEXT)").unwrap();
            other.pragma_update(None, "user_version", found).unwrap();
            drop(other);
            let bytes = std::fs::read(&file).unwrap();
            let Err(error) = Store::open(&file) else { panic!("schema {found} is accepted") };
            let said = format!(
                "another version of this program stored the games (schema {found}, expected 8)"
            );
            assert_eq!(error.to_string(), said);
            assert_eq!(std::fs::read(&file).unwrap(), bytes);
        }
    }
}
