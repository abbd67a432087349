//! The file and its tables.
//!
//! ```text
//! players, events   number, name
//! games             number, digest, Black, White, event, year, date, side, score, theory, moves, rest
//! columns           one number of every game, 500 games to a row
//! ```
//!
//! If the columns cannot represent a record completely, `rest` holds the whole record as a save
//! file.

use std::path::Path;
use std::time::Duration;

use othellier_record::Record;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior};

use crate::ArchiveError;
use crate::row::Row;

/// The SQLite application id in the file header: `Othl`.
const APPLICATION: i64 = 0x4f74_686c;
const VERSION: i64 = 1;
/// How long to wait for another writer.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

const TABLES: &str = "
    CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE events (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        black INTEGER NOT NULL REFERENCES players,
        white INTEGER NOT NULL REFERENCES players,
        event INTEGER NOT NULL REFERENCES events,
        year INTEGER,
        date TEXT NOT NULL,
        side INTEGER NOT NULL,
        score REAL,
        theory INTEGER,
        theory_empties INTEGER,
        moves BLOB NOT NULL,
        rest TEXT
    );
    CREATE INDEX games_by_black ON games (black);
    CREATE INDEX games_by_white ON games (white);
    CREATE INDEX games_by_event ON games (event);
    CREATE INDEX games_by_year ON games (year);
    CREATE TABLE columns (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
";

/// A connection to an archive.
pub struct Archive {
    pub(crate) connection: Connection,
}

impl Archive {
    /// Opens an archive for reading and writing; creates it if the file is missing or empty.
    pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut archive = Archive::connect(path, flags)?;
        if archive.is_empty(path)? {
            archive.create_tables()?;
        }
        archive.check(path)?;
        Ok(archive)
    }

    /// Opens an archive for reading only.
    pub fn open_read_only(path: &Path) -> Result<Archive, ArchiveError> {
        if !path.is_file() {
            return Err(ArchiveError::Missing { path: path.to_owned() });
        }
        // With write permission SQLite can roll back an interrupted transaction; nothing else is
        // written.
        let archive = Archive::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .or_else(|_| Archive::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY))?;
        archive.connection.pragma_update(None, "query_only", true)?;
        archive.check(path)?;
        Ok(archive)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Archive, ArchiveError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "mmap_size", 1_i64 << 30)?;
        Ok(Archive { connection })
    }

    /// Whether the file has no tables yet.
    fn is_empty(&self, path: &Path) -> Result<bool, ArchiveError> {
        let tables = "SELECT count(*) FROM sqlite_schema";
        let tables = self.connection.query_row(tables, [], |row| row.get::<_, i64>(0));
        Ok(tables.map_err(|error| not_an_archive(error, path))? == 0)
    }

    fn create_tables(&mut self) -> Result<(), ArchiveError> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have created the tables in the meantime.
        let version: i64 =
            transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version == 0 {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        Ok(transaction.commit()?)
    }

    fn check(&self, path: &Path) -> Result<(), ArchiveError> {
        let pragma = |name| self.connection.pragma_query_value(None, name, |row| row.get(0));
        let application: i64 =
            pragma("application_id").map_err(|error| not_an_archive(error, path))?;
        let found: i64 = pragma("user_version")?;
        match (application, found) {
            (APPLICATION, VERSION) => Ok(()),
            (APPLICATION, found) => Err(ArchiveError::OtherVersion { found, expected: VERSION }),
            _ => Err(ArchiveError::NotAnArchive { path: path.to_owned() }),
        }
    }

    /// The number of games. Games are numbered from 1.
    pub fn games(&self) -> Result<u32, ArchiveError> {
        count(&self.connection)
    }

    /// The game with this number, if there is one.
    pub fn game(&self, number: u32) -> Result<Option<Record>, ArchiveError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT black.name, white.name, events.name, date, side, score, theory,
                    theory_empties, moves, rest
             FROM games
             JOIN players AS black ON black.id = games.black
             JOIN players AS white ON white.id = games.white
             JOIN events ON events.id = games.event
             WHERE games.id = ?1",
        )?;
        let row = statement.query_row([number], Row::read).optional()?;
        let Some(row) = row else { return Ok(None) };
        row.record().map(Some).ok_or(ArchiveError::Damaged { game: number })
    }

    /// The names of all players.
    pub fn players(&self) -> Result<Vec<String>, ArchiveError> {
        self.names("players")
    }

    /// The names of all events.
    pub fn events(&self) -> Result<Vec<String>, ArchiveError> {
        self.names("events")
    }

    fn names(&self, table: &str) -> Result<Vec<String>, ArchiveError> {
        let sql = format!("SELECT name FROM {table} WHERE name <> '' ORDER BY name");
        let mut statement = self.connection.prepare(&sql)?;
        let names = statement.query_map([], |row| row.get(0))?;
        Ok(names.collect::<Result<_, _>>()?)
    }

    /// The problems that SQLite's integrity check finds; empty for a sound file.
    pub fn integrity_errors(&self) -> Result<Vec<String>, ArchiveError> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check")?;
        let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
        let lines: Vec<_> = lines.collect::<Result<_, _>>()?;
        Ok(lines.into_iter().filter(|line| line != "ok").collect())
    }
}

/// The number of games: they are numbered without gaps.
pub(crate) fn count(connection: &Connection) -> Result<u32, ArchiveError> {
    let sql = "SELECT coalesce(max(id), 0) FROM games";
    Ok(connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
}

/// Maps SQLite's "not a database" to [`ArchiveError::NotAnArchive`]; passes other errors on.
fn not_an_archive(error: rusqlite::Error, path: &Path) -> ArchiveError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => ArchiveError::NotAnArchive { path: path.to_owned() },
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_refused_and_left_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().join("notes.txt");
        let written = "not a database, but long enough to be taken for one ".repeat(100);
        std::fs::write(&text, &written).unwrap();
        for open in [Archive::open, Archive::open_read_only] {
            assert!(matches!(open(&text), Err(ArchiveError::NotAnArchive { .. })));
        }
        assert_eq!(std::fs::read_to_string(&text).unwrap(), written);

        let other = folder.path().join("other.sqlite");
        let connection = Connection::open(&other).unwrap();
        connection.execute_batch("CREATE TABLE recipes (id)").unwrap();
        assert!(matches!(Archive::open(&other), Err(ArchiveError::NotAnArchive { .. })));

        let none = folder.path().join("none.sqlite");
        assert!(matches!(Archive::open_read_only(&none), Err(ArchiveError::Missing { .. })));
        assert!(!none.exists());

        let later = folder.path().join("later.sqlite");
        drop(Archive::open(&later).unwrap());
        Connection::open(&later).unwrap().pragma_update(None, "user_version", 9).unwrap();
        let error = Archive::open_read_only(&later).err().unwrap();
        assert_eq!(error.to_string(), "the archive has version 9; expected 1");
    }

    #[test]
    fn it_can_be_sent_to_another_thread() {
        fn is_send<T: Send>() {}
        is_send::<Archive>();
        is_send::<ArchiveError>();
    }
}
