//! One number of every game, side by side, so that a look at all games is a look at few bytes.
//!
//! A column is cut into rows of [`CHUNK`] games, each the blob of a page; game 1 is the first of
//! row 0. For every number of discs there is a column with the key of the position that each game
//! had then; two more hold the scores and the years. To find a position is to run through one
//! column, a megabyte for 128 000 games.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, params};

use crate::ArchiveError;

/// Games to a row. Their keys fill a page of the file.
pub(crate) const CHUNK: usize = 500;

/// The squares of the largest board.
const MOST_DISCS: u8 = 100;

/// A kind of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Column {
    /// The key of the position with so many discs; zero where there was none. Eight bytes.
    Key(u8),
    /// Black's discs less White's, in hundredths; [`UNFINISHED`] where there is no score. Two bytes.
    Score,
    /// The year; zero where it is not known. Two bytes.
    Year,
}

/// The score of a game without one.
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

/// Shows a column to `see`, row by row: the number of the row and its bytes.
pub(crate) fn run_through(
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

/// The numbers of some games, given by their places from 0 in rising order; zero where there is
/// none.
pub(crate) fn gather<const N: usize>(
    connection: &Connection,
    column: Column,
    places: &[u32],
) -> Result<Vec<[u8; N]>, ArchiveError> {
    let mut statement = connection.prepare_cached("SELECT data FROM columns WHERE id = ?1")?;
    let mut found = Vec::with_capacity(places.len());
    for of_chunk in places.chunk_by(|one, other| chunk_of(*one) == chunk_of(*other)) {
        let mut rows = statement.query([column.row(chunk_of(of_chunk[0]))])?;
        let row = rows.next()?;
        let data = match &row {
            Some(row) => row.get_ref(0)?.as_blob().unwrap_or_default(),
            None => &[],
        };
        let (numbers, _) = data.as_chunks::<N>();
        let number = |place: &u32| numbers.get(*place as usize % CHUNK).copied();
        found.extend(of_chunk.iter().map(|place| number(place).unwrap_or([0; N])));
    }
    Ok(found)
}

fn chunk_of(place: u32) -> usize {
    place as usize / CHUNK
}

/// The last row of every column, which is being filled.
pub(crate) struct LastRow {
    chunk: usize,
    /// How many games are in it.
    filled: usize,
    columns: BTreeMap<Column, Vec<u8>>,
}

impl LastRow {
    /// The row that the game after so many others goes to.
    pub(crate) fn after(connection: &Connection, games: u32) -> Result<LastRow, ArchiveError> {
        let (chunk, filled) = (chunk_of(games), games as usize % CHUNK);
        let mut last = LastRow { chunk, filled, columns: Default::default() };
        if filled == 0 {
            return Ok(last);
        }
        let mut statement = connection.prepare_cached("SELECT data FROM columns WHERE id = ?1")?;
        let keys = (0..=MOST_DISCS).map(Column::Key);
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
        // Games that have no such number have zero.
        data.resize(self.filled * column.width(), 0);
        data.extend(number);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.filled == CHUNK
    }

    /// Writes the row, and goes on to the next one if this one is full.
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
