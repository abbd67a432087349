//! Reviews that were finished, each under the game that it is of.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

impl Store {
    /// Keeps the review of a game at a level; of all reviews only the latest so many are kept.
    pub(crate) fn keep_review(
        &self,
        game: &str,
        level: u32,
        events: &str,
        most: u64,
    ) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let begun = connection.transaction()?;
        begun.execute(
            "INSERT OR REPLACE INTO reviews (number, game, level, events)
             VALUES ((SELECT coalesce(max(number), 0) + 1 FROM reviews), ?1, ?2, ?3)",
            params![game, level, events],
        )?;
        begun.execute(
            "DELETE FROM reviews WHERE number <= (SELECT max(number) FROM reviews) - ?1",
            [most as i64],
        )?;
        Ok(begun.commit()?)
    }

    /// The review of a game at a level or, where none is said, at the highest that was kept.
    pub(crate) fn review(
        &self,
        game: &str,
        level: Option<u32>,
    ) -> Result<Option<String>, StoreError> {
        let connection = self.lock();
        let mut query = connection.prepare_cached(
            "SELECT events FROM reviews WHERE game = ?1 AND level = coalesce(?2, level)
             ORDER BY level DESC LIMIT 1",
        )?;
        Ok(query.query_row(params![game, level], |row| row.get(0)).optional()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_reviews_are_kept_each_once() {
        let store = Store::in_memory().unwrap();
        for (game, events) in [("a", "1"), ("b", "2"), ("a", "3"), ("c", "4")] {
            store.keep_review(game, 14, events, 2).unwrap();
        }
        let found = ["a", "b", "c"].map(|game| store.review(game, Some(14)).unwrap());
        assert_eq!(found.each_ref().map(Option::as_deref), [Some("3"), None, Some("4")]);
        store.keep_review("c", 10, "5", 2).unwrap();
        let found = [None, Some(10), Some(12)].map(|level| store.review("c", level).unwrap());
        assert_eq!(found.each_ref().map(Option::as_deref), [Some("4"), Some("5"), None]);
    }
}
