//! Which games are meant.

use std::ops::RangeInclusive;

use rusqlite::Connection;

use crate::columns::{CHUNK, Column, gather, run_through};
use crate::{Archive, ArchiveError, Spot};

/// What games must have. Nothing set means: all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Each of these is part of a name of one player or the other, in any case.
    pub players: Vec<String>,
    /// Part of Black's name.
    pub black: Option<String>,
    /// Part of White's name.
    pub white: Option<String>,
    /// Part of the event's name.
    pub event: Option<String>,
    /// The years, both included.
    pub years: Option<RangeInclusive<u16>>,
    /// How it ended.
    pub verdict: Option<Verdict>,
    /// What was on the board at some time, however it was turned.
    pub spot: Option<Spot>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// No result is known.
    Unknown,
}

impl Filter {
    /// The condition on the table of games; nothing where there is none.
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
        parts.extend(self.verdict.map(|verdict| {
            let condition = match verdict {
                Verdict::Black => "score > 0",
                Verdict::White => "score < 0",
                Verdict::Draw => "score = 0",
                Verdict::Unknown => "score IS NULL",
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

/// The numbers of all names with this in them, as a list of SQL; nothing where there is none.
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
    /// The numbers of the games that a filter lets through: the latest years first, then in the
    /// order in which they were added.
    pub fn find(&self, filter: &Filter) -> Result<Vec<u32>, ArchiveError> {
        let mut places = self.places(filter)?;
        let years = gather::<2>(&self.connection, Column::Year, &places)?;
        let mut dated: Vec<_> =
            years.into_iter().map(u16::from_le_bytes).zip(places.drain(..)).collect();
        dated.sort_by_key(|&(year, place)| (std::cmp::Reverse(year), place));
        Ok(dated.into_iter().map(|(_, place)| place + 1).collect())
    }

    /// The places, from 0 and rising, of the games that a filter lets through.
    pub(crate) fn places(&self, filter: &Filter) -> Result<Vec<u32>, ArchiveError> {
        let condition = filter.condition(&self.connection)?;
        match (filter.spot, condition) {
            (None, None) => Ok((0..self.games()?).collect()),
            (Some(spot), None) => self.places_at(spot),
            (None, Some(condition)) => self.places_where(&condition),
            (Some(spot), Some(condition)) => {
                let allowed = self.places_where(&condition)?;
                let mut places = self.places_at(spot)?;
                places.retain(|place| allowed.binary_search(place).is_ok());
                Ok(places)
            }
        }
    }

    fn places_where(&self, condition: &str) -> Result<Vec<u32>, ArchiveError> {
        let sql = format!("SELECT id - 1 FROM games WHERE {condition} ORDER BY id");
        let mut statement = self.connection.prepare(&sql)?;
        let places = statement.query_map([], |row| row.get(0))?;
        Ok(places.collect::<Result<_, _>>()?)
    }

    /// The games that came by this spot.
    fn places_at(&self, spot: Spot) -> Result<Vec<u32>, ArchiveError> {
        let wanted = spot.key.to_le_bytes();
        let mut places = Vec::new();
        run_through(&self.connection, Column::Key(spot.discs), |chunk, data| {
            let (keys, _) = data.as_chunks::<8>();
            let found = keys.iter().enumerate().filter(|(_, key)| **key == wanted);
            places.extend(found.map(|(at, _)| (chunk * CHUNK + at) as u32));
        })?;
        Ok(places)
    }
}
