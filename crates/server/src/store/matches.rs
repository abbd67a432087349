//! Matches and their games.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

/// A stored match: its settings and its progress, both as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredMatch {
    pub(crate) id: String,
    pub(crate) settings: String,
    pub(crate) progress: String,
}

/// A stored game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredMatchGame {
    pub(crate) event: String,
    pub(crate) game: String,
}

impl Store {
    /// Stores the progress of a match, without its games; when there are more than `limit` matches,
    /// deletes the oldest.
    pub(crate) fn save_match(&self, stored: &StoredMatch, limit: u64) -> Result<(), StoreError> {
        let StoredMatch { id, settings, progress } = stored;
        self.write(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT INTO matches (id, settings, progress) VALUES (?1, ?2, ?3)
                 ON CONFLICT (id) DO UPDATE SET progress = ?3",
                params![id, settings, progress],
            )?;
            transaction.execute(
                "DELETE FROM matches WHERE number <= (SELECT max(number) FROM matches) - ?1",
                [limit as i64],
            )?;
            transaction
                .execute("DELETE FROM match_games WHERE id NOT IN (SELECT id FROM matches)", [])?;
            Ok(transaction.commit()?)
        })
    }

    /// Stores one more game of a match.
    pub(crate) fn save_match_game(
        &self,
        id: &str,
        stored: &StoredMatchGame,
    ) -> Result<(), StoreError> {
        self.write(|connection| {
            let mut insert = connection.prepare_cached(
                "INSERT INTO match_games (id, number, event, game) VALUES
                 (?1, (SELECT coalesce(max(number), 0) + 1 FROM match_games WHERE id = ?1), ?2, ?3)",
            )?;
            insert.execute(params![id, stored.event, stored.game])?;
            Ok(())
        })
    }

    /// The match with this id, and its games in order.
    pub(crate) fn find_match(
        &self,
        id: &str,
    ) -> Result<Option<(StoredMatch, Vec<StoredMatchGame>)>, StoreError> {
        self.read(|connection| {
            let mut query = connection
                .prepare_cached("SELECT id, settings, progress FROM matches WHERE id = ?1")?;
            let found = query.query_row([id], |row| {
                Ok(StoredMatch { id: row.get(0)?, settings: row.get(1)?, progress: row.get(2)? })
            });
            let Some(found) = found.optional()? else { return Ok(None) };
            let mut query = connection.prepare_cached(
                "SELECT event, game FROM match_games WHERE id = ?1 ORDER BY number",
            )?;
            let games = query.query_map([id], |row| {
                Ok(StoredMatchGame { event: row.get(0)?, game: row.get(1)? })
            })?;
            Ok(Some((found, games.collect::<Result<_, _>>()?)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_stored_with_their_games_up_to_the_limit() {
        let store = Store::in_memory().unwrap();
        let stored = |id: &str, progress: &str| {
            let [id, settings, progress] = [id, "settings", progress].map(str::to_owned);
            StoredMatch { id, settings, progress }
        };
        let game =
            |text: &str| StoredMatchGame { event: text.to_owned(), game: format!("game {text}") };
        store.save_match(&stored("a", "transaction"), 2).unwrap();
        for text in ["one", "two"] {
            store.save_match_game("a", &game(text)).unwrap();
        }
        store.save_match(&stored("a", "ended"), 2).unwrap();
        let games = vec![game("one"), game("two")];
        assert_eq!(store.find_match("a").unwrap(), Some((stored("a", "ended"), games)));
        store.save_match(&stored("b", ""), 2).unwrap();
        store.save_match(&stored("c", ""), 2).unwrap();
        assert_eq!(store.find_match("a").unwrap(), None);
        assert_eq!(store.find_match("b").unwrap(), Some((stored("b", ""), Vec::new())));
    }
}
