//! Summary statistics of an archive.

use crate::{Archive, ArchiveError};

/// The contents of an archive in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    pub games: u64,
    pub players: u64,
    pub events: u64,
    /// Moves in all games, including passes.
    pub moves: u64,
    /// The first and the last year.
    pub years: Option<(u16, u16)>,
    pub black_wins: u64,
    pub draws: u64,
    pub white_wins: u64,
    /// Black's discs minus White's, averaged over games with a result.
    pub mean_score: Option<f64>,
    /// The players with the most games, and their counts.
    pub busiest: Vec<(String, u64)>,
    pub bytes: u64,
}

/// How many of the most active players are listed.
const BUSIEST: usize = 10;

impl Archive {
    pub fn stats(&self) -> Result<Stats, ArchiveError> {
        let connection = &self.connection;
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, u64>(0));
        let mut stats = connection.query_row(
            "SELECT count(*), coalesce(sum(length(moves)), 0), min(year), max(year),
                    count(*) FILTER (WHERE score > 0), count(*) FILTER (WHERE score = 0),
                    count(*) FILTER (WHERE score < 0), avg(score)
             FROM games",
            [],
            |row| {
                let years: (Option<u16>, Option<u16>) = (row.get(2)?, row.get(3)?);
                Ok(Stats {
                    games: row.get(0)?,
                    moves: row.get(1)?,
                    years: years.0.zip(years.1),
                    black_wins: row.get(4)?,
                    draws: row.get(5)?,
                    white_wins: row.get(6)?,
                    mean_score: row.get(7)?,
                    ..Stats::default()
                })
            },
        )?;
        stats.players = number("SELECT count(*) FROM players WHERE name <> ''")?;
        stats.events = number("SELECT count(*) FROM events WHERE name <> ''")?;
        stats.bytes =
            number("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")?;
        let mut busiest = connection.prepare(
            "SELECT name, count(*) AS played
             FROM (SELECT black AS player FROM games UNION ALL SELECT white FROM games)
             JOIN players ON players.id = player
             WHERE name <> ''
             GROUP BY player ORDER BY played DESC, name LIMIT ?1",
        )?;
        let rows = busiest.query_map([BUSIEST], |row| Ok((row.get(0)?, row.get(1)?)))?;
        stats.busiest = rows.collect::<Result<_, _>>()?;
        Ok(stats)
    }
}
