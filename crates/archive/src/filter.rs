//! Selecting games.

use std::ops::RangeInclusive;

use rusqlite::Connection;

use crate::columns::{CHUNK, Column, gather, scan_column};
use crate::{Archive, ArchiveError, PositionKey};

/// Conditions on games. An empty filter matches all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Each of these must be part of one player's name, ignoring case.
    pub players: Vec<String>,
    pub black: Option<String>,
    pub white: Option<String>,
    /// Part of the event's name.
    pub event: Option<String>,
    pub years: Option<RangeInclusive<u16>>,
    pub result: Option<GameResult>,
    /// A position that the game reached, up to symmetry.
    pub position_key: Option<PositionKey>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    Black,
    White,
    Draw,
    Unknown,
}

impl GameResult {
    pub const ALL: [GameResult; 4] =
        [GameResult::Black, GameResult::White, GameResult::Draw, GameResult::Unknown];

    /// Its name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            GameResult::Black => "black",
            GameResult::White => "white",
            GameResult::Draw => "draw",
            GameResult::Unknown => "unknown",
        }
    }
}

impl Filter {
    /// The SQL condition on the table of games; `None` if there is no condition.
    fn condition(&self, connection: &Connection) -> Result<Option<String>, ArchiveError> {
        let mut parts = Vec::new();
        for text in &self.players {
            let ids = players(connection, text)?;
            parts.push(format!("(black IN ({ids}) OR white IN ({ids}))"));
        }
        for (column, text) in [("black", &self.black), ("white", &self.white)] {
            if let Some(text) = text {
                parts.push(format!("{column} IN ({})", players(connection, text)?));
            }
        }
        if let Some(text) = &self.event {
            let ids = named(connection, "events", text)?;
            let none = || ArchiveError::NoSuchEvent { text: text.clone() };
            parts.push(format!("event IN ({})", ids.ok_or_else(none)?));
        }
        if let Some(years) = &self.years {
            parts.push(format!("year BETWEEN {} AND {}", years.start(), years.end()));
        }
        parts.extend(self.result.map(|result| {
            let condition = match result {
                GameResult::Black => "score > 0",
                GameResult::White => "score < 0",
                GameResult::Draw => "score = 0",
                GameResult::Unknown => "score IS NULL",
            };
            condition.to_owned()
        }));
        Ok((!parts.is_empty()).then(|| parts.join(" AND ")))
    }
}

fn players(connection: &Connection, text: &str) -> Result<String, ArchiveError> {
    let ids = named(connection, "players", text)?;
    ids.ok_or_else(|| ArchiveError::NoSuchPlayer { text: text.to_owned() })
}

/// The ids of all names that contain this text, as an SQL list; `None` if there are none.
fn named(connection: &Connection, table: &str, text: &str) -> Result<Option<String>, ArchiveError> {
    let wanted = text.to_lowercase();
    let mut statement = connection.prepare(&format!("SELECT id, name FROM {table}"))?;
    let mut rows = statement.query([])?;
    let mut ids: Vec<String> = Vec::new();
    while let Some(row) = rows.next()? {
        let name: String = row.get(1)?;
        if name.to_lowercase().contains(&wanted) {
            ids.push(row.get::<_, i64>(0)?.to_string());
        }
    }
    Ok((!ids.is_empty()).then(|| ids.join(",")))
}

impl Archive {
    /// The numbers of the games that match a filter: latest years first, then in the order in which
    /// they were added.
    pub fn find(&self, filter: &Filter) -> Result<Vec<u32>, ArchiveError> {
        let mut indices = self.indices(filter)?;
        let years = gather::<2>(&self.connection, Column::Year, &indices)?;
        let mut dated: Vec<_> =
            years.into_iter().map(u16::from_le_bytes).zip(indices.drain(..)).collect();
        dated.sort_by_key(|&(year, index)| (std::cmp::Reverse(year), index));
        Ok(dated.into_iter().map(|(_, index)| index + 1).collect())
    }

    /// The indices of the games that match a filter, from 0 and ascending.
    pub(crate) fn indices(&self, filter: &Filter) -> Result<Vec<u32>, ArchiveError> {
        let condition = filter.condition(&self.connection)?;
        match (filter.position_key, condition) {
            (None, None) => Ok((0..self.games()?).collect()),
            (Some(position_key), None) => self.indices_of_position(position_key),
            (None, Some(condition)) => self.indices_where(&condition),
            (Some(position_key), Some(condition)) => {
                let allowed = self.indices_where(&condition)?;
                let mut indices = self.indices_of_position(position_key)?;
                indices.retain(|index| allowed.binary_search(index).is_ok());
                Ok(indices)
            }
        }
    }

    fn indices_where(&self, condition: &str) -> Result<Vec<u32>, ArchiveError> {
        let sql = format!("SELECT id - 1 FROM games WHERE {condition} ORDER BY id");
        let mut statement = self.connection.prepare(&sql)?;
        let indices = statement.query_map([], |row| row.get(0))?;
        Ok(indices.collect::<Result<_, _>>()?)
    }

    /// The games that reached this position.
    fn indices_of_position(&self, position_key: PositionKey) -> Result<Vec<u32>, ArchiveError> {
        let wanted = position_key.key.to_le_bytes();
        let mut indices = Vec::new();
        scan_column(&self.connection, Column::Key(position_key.discs), |chunk, data| {
            let (keys, _) = data.as_chunks::<8>();
            let found = keys.iter().enumerate().filter(|(_, key)| **key == wanted);
            indices.extend(found.map(|(at, _)| (chunk * CHUNK + at) as u32));
        })?;
        Ok(indices)
    }
}
