//! Finished reviews, by game and level.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

impl Store {
    /// Stores the review of a game at a level; when there are more than `limit`, deletes the
    /// oldest.
    pub(crate) fn save_review(
        &self,
        game: &str,
        level: u32,
        events: &str,
        limit: u64,
    ) -> Result<(), StoreError> {
        self.write(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT OR REPLACE INTO reviews (number, game, level, events)
                 VALUES ((SELECT coalesce(max(number), 0) + 1 FROM reviews), ?1, ?2, ?3)",
                params![game, level, events],
            )?;
            transaction.execute(
                "DELETE FROM reviews WHERE number <= (SELECT max(number) FROM reviews) - ?1",
                [limit as i64],
            )?;
            Ok(transaction.commit()?)
        })
    }

    /// The review of a game at a level or, if none is given, at the highest level that is stored.
    pub(crate) fn review(
        &self,
        game: &str,
        level: Option<u32>,
    ) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT events FROM reviews WHERE game = ?1 AND level = coalesce(?2, level)
                 ORDER BY level DESC LIMIT 1",
            )?;
            Ok(query.query_row(params![game, level], |row| row.get(0)).optional()?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_reviews_are_stored_once_each() {
        let store = Store::in_memory().unwrap();
        for (game, events) in [("a", "1"), ("b", "2"), ("a", "3"), ("c", "4")] {
            store.save_review(game, 14, events, 2).unwrap();
        }
        let found = ["a", "b", "c"].map(|game| store.review(game, Some(14)).unwrap());
        assert_eq!(found.each_ref().map(Option::as_deref), [Some("3"), None, Some("4")]);
        store.save_review("c", 10, "5", 2).unwrap();
        let found = [None, Some(10), Some(12)].map(|level| store.review("c", level).unwrap());
        assert_eq!(found.each_ref().map(Option::as_deref), [Some("4"), Some("5"), None]);
    }
}
