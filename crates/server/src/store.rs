//! Games, reviews and matches on disk: one SQLite file, written before a change is answered.
//!
//! A game is kept as our own save file, which says its version and is checked when it is read, and
//! beside it what a save file does not know: who sits there. The file is in WAL mode, so that a
//! process that dies at any moment leaves the last answered change behind.

mod matches;
mod reviews;

pub(crate) use matches::{KeptGame, KeptMatch};

use std::path::Path;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

/// The version of the tables.
const VERSION: i64 = 3;

/// Tables by the version that brought them: an older file gets those that it lacks.
const TABLES: [&str; VERSION as usize] = [
    "CREATE TABLE games (
        id TEXT PRIMARY KEY NOT NULL,
        view TEXT UNIQUE NOT NULL,
        game TEXT NOT NULL,
        settings TEXT NOT NULL,
        changed INTEGER NOT NULL
    ) STRICT;",
    "CREATE TABLE reviews (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        level INTEGER NOT NULL,
        events TEXT NOT NULL,
        UNIQUE (game, level)
    ) STRICT;
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY,
        id TEXT UNIQUE NOT NULL,
        plan TEXT NOT NULL,
        course TEXT NOT NULL
    ) STRICT;
    CREATE TABLE match_games (
        id TEXT NOT NULL,
        number INTEGER NOT NULL,
        event TEXT NOT NULL,
        game TEXT NOT NULL,
        PRIMARY KEY (id, number)
    ) STRICT, WITHOUT ROWID;",
    "CREATE INDEX games_by_change ON games (changed);",
];

/// What is on disk.
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) id: String,
    pub(crate) view: String,
    /// A save file.
    pub(crate) game: String,
    /// JSON.
    pub(crate) settings: String,
}

/// The games cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite says so.
    #[error("{0}")]
    Sql(#[from] rusqlite::Error),
    /// The file was made by a later version of this program.
    #[error(
        "the games were kept by a later version of this program (tables {found}, expected {VERSION})"
    )]
    TooNew {
        /// The version of its tables.
        found: i64,
    },
}

impl Store {
    /// The games of a file, which is made if there is none.
    pub(crate) fn open(file: &Path) -> Result<Store, StoreError> {
        Store::with(Connection::open(file)?)
    }

    /// Games that are forgotten with the server.
    pub(crate) fn in_memory() -> Result<Store, StoreError> {
        Store::with(Connection::open_in_memory()?)
    }

    fn with(mut connection: Connection) -> Result<Store, StoreError> {
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found: i64 = begun.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let known = usize::try_from(found).ok().and_then(|found| TABLES.get(found..));
        for tables in known.ok_or(StoreError::TooNew { found })? {
            begun.execute_batch(tables)?;
        }
        begun.pragma_update(None, "user_version", VERSION)?;
        begun.commit()?;
        Ok(Store { connection: Mutex::new(connection) })
    }

    /// Keeps a new game; of all games only so many are kept, those changed last.
    pub(crate) fn add(&self, kept: &Kept, most: u64) -> Result<(), StoreError> {
        let Kept { id, view, game, settings } = kept;
        let mut connection = self.lock();
        let begun = connection.transaction()?;
        begun.execute(
            "INSERT INTO games (id, view, game, settings, changed) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![id, view, game, settings, now()],
        )?;
        begun.execute(
            "DELETE FROM games WHERE rowid IN (SELECT rowid FROM games ORDER BY changed, rowid
             LIMIT max(0, (SELECT count(*) FROM games) - ?1))",
            [most as i64],
        )?;
        Ok(begun.commit()?)
    }

    /// Keeps a game as it is now, and says whether it is still there to be kept.
    pub(crate) fn update(&self, kept: &Kept) -> Result<bool, StoreError> {
        let Kept { id, game, settings, .. } = kept;
        let connection = self.lock();
        let mut update = connection.prepare_cached(
            "UPDATE games SET game = ?2, settings = ?3, changed = ?4 WHERE id = ?1",
        )?;
        Ok(update.execute(params![id, game, settings, now()])? == 1)
    }

    /// The game with this id, or with this id for looking.
    pub(crate) fn find(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        let connection = self.lock();
        let mut query = connection.prepare_cached(
            "SELECT id, view, game, settings FROM games WHERE id = ?1 OR view = ?1",
        )?;
        let kept = query.query_row([id], |row| {
            Ok(Kept {
                id: row.get(0)?,
                view: row.get(1)?,
                game: row.get(2)?,
                settings: row.get(3)?,
            })
        });
        Ok(kept.optional()?)
    }

    /// Forgets a game.
    pub(crate) fn delete(&self, id: &str) -> Result<(), StoreError> {
        self.lock().execute("DELETE FROM games WHERE id = ?1", [id])?;
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Connection> {
        self.connection.lock().expect("no panic while storing")
    }
}

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(id: &str) -> Kept {
        let [view, game, settings] = ["v", "g", "s"].map(|letter| format!("{letter}{id}"));
        Kept { id: id.to_owned(), view, game, settings }
    }

    #[test]
    fn what_is_saved_is_found_by_either_id_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let store = Store::open(&file).unwrap();
        store.add(&kept("a"), 9).unwrap();
        store.add(&kept("b"), 9).unwrap();
        assert!(store.update(&Kept { game: "new".to_owned(), ..kept("a") }).unwrap());
        // Not closed: as if it were killed.
        std::mem::forget(store);
        let store = Store::open(&file).unwrap();
        assert_eq!(store.find("a").unwrap().unwrap().game, "new");
        assert_eq!(store.find("vb").unwrap(), Some(kept("b")));
        assert_eq!(store.find("c").unwrap(), None);
        store.delete("a").unwrap();
        assert!(!store.update(&kept("a")).unwrap());
        assert_eq!(store.find("a").unwrap(), None, "what was forgotten does not come back");
    }

    #[test]
    fn the_game_that_lay_untouched_longest_makes_room() {
        let store = Store::in_memory().unwrap();
        for (at, id) in ["a", "b", "c"].into_iter().enumerate() {
            store.add(&kept(id), 3).unwrap();
            let changed = format!("UPDATE games SET changed = {at} WHERE id = '{id}'");
            store.lock().execute(&changed, []).unwrap();
        }
        store.update(&kept("a")).unwrap();
        store.add(&kept("d"), 3).unwrap();
        let found = ["a", "b", "c", "d"].map(|id| store.find(id).unwrap().is_some());
        assert_eq!(found, [true, false, true, true]);
    }

    #[test]
    fn an_older_file_gets_the_tables_that_it_lacks() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let old = Connection::open(&file).unwrap();
        old.execute_batch(TABLES[0]).unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        old.execute("INSERT INTO games VALUES ('a', 'va', 'ga', 'sa', 0)", []).unwrap();
        drop(old);
        let store = Store::open(&file).unwrap();
        assert_eq!(store.find("a").unwrap(), Some(kept("a")));
        store.keep_review("f5", 10, "[]", 1).unwrap();
        assert_eq!(store.review("f5", None).unwrap().as_deref(), Some("[]"));
    }

    #[test]
    fn a_file_from_the_future_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        Connection::open(&file).unwrap().pragma_update(None, "user_version", 9).unwrap();
        assert!(matches!(Store::open(&file), Err(StoreError::TooNew { found: 9 })));
    }
}
