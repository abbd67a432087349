//! Adding games to the archive.

use othellier_board::{Position, Size};
use othellier_record::{Game, Record, with_game};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::archive::count;
use crate::columns::{LastRow, UNFINISHED};
use crate::row::{Row, year};
use crate::{Archive, ArchiveError, PositionKey};

/// The outcome of adding games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    pub new: u64,
    /// Duplicates: games that were in the archive already, or twice in the batch.
    pub known: u64,
}

impl Archive {
    /// Adds games atomically: on an error or a kill, none is added. A duplicate is skipped: a game
    /// with the same start and moves, players, event, year and round.
    pub fn add(&mut self, records: &[Record]) -> Result<Added, ArchiveError> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut added = Added::default();
        let mut games = count(&transaction)?;
        let mut last = LastRow::after(&transaction, games)?;
        for record in records {
            if !insert(&transaction, games + 1, record)? {
                added.known += 1;
                continue;
            }
            games += 1;
            added.new += 1;
            let keys = with_game!(&record.game, game => keys(game));
            let score = record.black_score().map_or(UNFINISHED, hundredths);
            last.push(&keys, score, year(&record.date).unwrap_or(0));
            if last.is_full() {
                last.write(&transaction)?;
            }
        }
        last.write(&transaction)?;
        transaction.commit()?;
        Ok(added)
    }
}

/// Adds a row to the table of games, unless it is a duplicate.
fn insert(connection: &Connection, number: u32, record: &Record) -> Result<bool, ArchiveError> {
    let row = Row::of(record);
    let digest = row.digest(record);
    let mut known = connection.prepare_cached("SELECT 1 FROM games WHERE digest = ?1")?;
    if known.exists([&digest[..]])? {
        return Ok(false);
    }
    let black = name(connection, "players", &row.black)?;
    let white = name(connection, "players", &row.white)?;
    let event = name(connection, "events", &row.event)?;
    let mut statement = connection.prepare_cached(
        "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?;
    statement.execute(params![
        number,
        &digest[..],
        black,
        white,
        event,
        year(&row.date),
        row.date,
        row.side,
        row.score,
        row.theory,
        row.theory_empties,
        row.moves,
        row.rest,
    ])?;
    Ok(true)
}

/// The id of a name; a new name is added.
fn name(connection: &Connection, table: &str, name: &str) -> Result<i64, ArchiveError> {
    let mut find = connection.prepare_cached(&format!("SELECT id FROM {table} WHERE name = ?1"))?;
    if let Some(id) = find.query_row([name], |row| row.get(0)).optional()? {
        return Ok(id);
    }
    let mut add = connection.prepare_cached(&format!("INSERT INTO {table} (name) VALUES (?1)"))?;
    Ok(add.insert([name])?)
}

/// The position keys of a game, by number of discs.
fn keys<S: Size>(game: &Game<S>) -> Vec<(u8, u64)> {
    let mut keys = Vec::with_capacity(game.length() + 1);
    let mut position: Position<S> = *game.start();
    let mut note = |position: &Position<S>| {
        let PositionKey { discs, key } = PositionKey::of(position);
        // A pass changes no disc; the position counts once.
        if keys.last().is_none_or(|&(last, _)| last != discs) {
            keys.push((discs, key));
        }
    };
    note(&position);
    for played in game.moves() {
        position = position.after(played.played);
        note(&position);
    }
    keys
}

fn hundredths(score: f64) -> i16 {
    // The cast saturates; `UNFINISHED` is excluded.
    ((100.0 * score).round() as i16).max(UNFINISHED + 1)
}
