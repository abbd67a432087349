//! Column storage: one number of every game, stored contiguously, so that a scan over all games
//! reads few bytes.
//!
//! A column is split into rows of [`CHUNK`] games, each a blob of one page; game 1 is the first of
//! row 0. For every number of discs there is a column with the key of the position that each game
//! had with that many discs; two more columns hold the scores and the years. Finding a position
//! scans one column: one megabyte for 128 000 games.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, params};

use crate::ArchiveError;

/// Games per row. Their keys fill a page of the file.
pub(crate) const CHUNK: usize = 500;

/// The squares of the largest board.
const MAX_DISCS: u8 = 100;

/// Which number of a game the column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Column {
    /// The key of the position with this many discs; zero if the game has none. Eight bytes.
    Key(u8),
    /// Black's discs minus White's, in hundredths; [`UNFINISHED`] if there is no score. Two bytes.
    Score,
    /// The year; zero if unknown. Two bytes.
    Year,
}

/// Stands for a missing score.
pub(crate) const UNFINISHED: i16 = i16::MIN;

impl Column {
    fn number(self) -> i64 {
        match self {
            Column::Key(discs) => discs.into(),
            Column::Score => 200,
            Column::Year => 201,
        }
    }

    fn width(self) -> usize {
        match self {
            Column::Key(_) => 8,
            Column::Score | Column::Year => 2,
        }
    }

    fn row(self, chunk: usize) -> i64 {
        self.number() << 32 | chunk as i64
    }
}

/// Calls `see` with each row of a column: its number and its bytes.
pub(crate) fn scan_column(
    connection: &Connection,
    column: Column,
    mut see: impl FnMut(usize, &[u8]),
) -> Result<(), ArchiveError> {
    let sql = "SELECT id, data FROM columns WHERE id BETWEEN ?1 AND ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([column.row(0), column.row(u32::MAX as usize)])?;
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let data = row.get_ref(1)?.as_blob().unwrap_or_default();
        see((id & i64::from(u32::MAX)) as usize, data);
    }
    Ok(())
}

/// The numbers of some games, given by ascending indices from 0; zero where a game has none.
pub(crate) fn gather<const N: usize>(
    connection: &Connection,
    column: Column,
    indices: &[u32],
) -> Result<Vec<[u8; N]>, ArchiveError> {
    let mut statement = connection.prepare_cached("SELECT data FROM columns WHERE id = ?1")?;
    let mut found = Vec::with_capacity(indices.len());
    for of_chunk in indices.chunk_by(|one, other| chunk_of(*one) == chunk_of(*other)) {
        let mut rows = statement.query([column.row(chunk_of(of_chunk[0]))])?;
        let row = rows.next()?;
        let data = match &row {
            Some(row) => row.get_ref(0)?.as_blob().unwrap_or_default(),
            None => &[],
        };
        let (numbers, _) = data.as_chunks::<N>();
        let number = |index: &u32| numbers.get(*index as usize % CHUNK).copied();
        found.extend(of_chunk.iter().map(|index| number(index).unwrap_or([0; N])));
    }
    Ok(found)
}

fn chunk_of(index: u32) -> usize {
    index as usize / CHUNK
}

/// The last, partly filled row of every column.
pub(crate) struct LastRow {
    chunk: usize,
    /// Games in this row so far.
    filled: usize,
    columns: BTreeMap<Column, Vec<u8>>,
}

impl LastRow {
    /// The row that receives the next game, given the number of games so far.
    pub(crate) fn after(connection: &Connection, games: u32) -> Result<LastRow, ArchiveError> {
        let (chunk, filled) = (chunk_of(games), games as usize % CHUNK);
        let mut last = LastRow { chunk, filled, columns: Default::default() };
        if filled == 0 {
            return Ok(last);
        }
        let mut statement = connection.prepare_cached("SELECT data FROM columns WHERE id = ?1")?;
        let keys = (0..=MAX_DISCS).map(Column::Key);
        for column in keys.chain([Column::Score, Column::Year]) {
            let data = statement.query_row([column.row(chunk)], |row| row.get(0)).optional()?;
            if let Some(data) = data {
                last.columns.insert(column, data);
            }
        }
        Ok(last)
    }

    /// Adds a game: its keys by the number of discs, its score and its year.
    pub(crate) fn push(&mut self, keys: &[(u8, u64)], score: i16, year: u16) {
        for &(discs, key) in keys {
            self.put(Column::Key(discs), &key.to_le_bytes());
        }
        self.put(Column::Score, &score.to_le_bytes());
        self.put(Column::Year, &year.to_le_bytes());
        self.filled += 1;
    }

    fn put(&mut self, column: Column, number: &[u8]) {
        let data = self.columns.entry(column).or_default();
        // Pad with zeros for games that have no such number.
        data.resize(self.filled * column.width(), 0);
        data.extend(number);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.filled == CHUNK
    }

    /// Writes the row, and starts the next one if this one is full.
    pub(crate) fn write(&mut self, connection: &Connection) -> Result<(), ArchiveError> {
        let sql = "INSERT OR REPLACE INTO columns (id, data) VALUES (?1, ?2)";
        let mut statement = connection.prepare_cached(sql)?;
        for (column, data) in &self.columns {
            statement.execute(params![column.row(self.chunk), data])?;
        }
        if self.is_full() {
            *self = LastRow { chunk: self.chunk + 1, filled: 0, columns: Default::default() };
        }
        Ok(())
    }
}
