//! Matches with every game that was played in them.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

/// A match as it is kept: its plan and how it stands, both as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptMatch {
    pub(crate) id: String,
    pub(crate) plan: String,
    pub(crate) course: String,
}

/// A game of a match as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptGame {
    /// JSON.
    pub(crate) event: String,
    /// A save file.
    pub(crate) game: String,
}

impl Store {
    /// Keeps a match as it stands, without its games; of all matches only the latest so many are
    /// kept.
    pub(crate) fn keep_match(&self, kept: &KeptMatch, most: u64) -> Result<(), StoreError> {
        let KeptMatch { id, plan, course } = kept;
        let mut connection = self.lock();
        let begun = connection.transaction()?;
        begun.execute(
            "INSERT INTO matches (id, plan, course) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET course = ?3",
            params![id, plan, course],
        )?;
        begun.execute(
            "DELETE FROM matches WHERE number <= (SELECT max(number) FROM matches) - ?1",
            [most as i64],
        )?;
        begun.execute("DELETE FROM match_games WHERE id NOT IN (SELECT id FROM matches)", [])?;
        Ok(begun.commit()?)
    }

    /// Keeps one more game of a match.
    pub(crate) fn keep_match_game(&self, id: &str, kept: &KeptGame) -> Result<(), StoreError> {
        let connection = self.lock();
        let mut insert = connection.prepare_cached(
            "INSERT INTO match_games (id, number, event, game) VALUES
             (?1, (SELECT coalesce(max(number), 0) + 1 FROM match_games WHERE id = ?1), ?2, ?3)",
        )?;
        insert.execute(params![id, kept.event, kept.game])?;
        Ok(())
    }

    /// The match with this id and its games in their order.
    pub(crate) fn find_match(
        &self,
        id: &str,
    ) -> Result<Option<(KeptMatch, Vec<KeptGame>)>, StoreError> {
        let connection = self.lock();
        let mut query =
            connection.prepare_cached("SELECT id, plan, course FROM matches WHERE id = ?1")?;
        let found = query.query_row([id], |row| {
            Ok(KeptMatch { id: row.get(0)?, plan: row.get(1)?, course: row.get(2)? })
        });
        let Some(found) = found.optional()? else { return Ok(None) };
        let mut query = connection
            .prepare_cached("SELECT event, game FROM match_games WHERE id = ?1 ORDER BY number")?;
        let games =
            query.query_map([id], |row| Ok(KeptGame { event: row.get(0)?, game: row.get(1)? }))?;
        Ok(Some((found, games.collect::<Result<_, _>>()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_found_with_its_games_until_it_is_too_old() {
        let store = Store::in_memory().unwrap();
        let kept = |id: &str, course: &str| {
            let [id, plan, course] = [id, "plan", course].map(str::to_owned);
            KeptMatch { id, plan, course }
        };
        let game = |text: &str| KeptGame { event: text.to_owned(), game: format!("game {text}") };
        store.keep_match(&kept("a", "begun"), 2).unwrap();
        for text in ["one", "two"] {
            store.keep_match_game("a", &game(text)).unwrap();
        }
        store.keep_match(&kept("a", "ended"), 2).unwrap();
        let games = vec![game("one"), game("two")];
        assert_eq!(store.find_match("a").unwrap(), Some((kept("a", "ended"), games)));
        store.keep_match(&kept("b", ""), 2).unwrap();
        store.keep_match(&kept("c", ""), 2).unwrap();
        assert_eq!(store.find_match("a").unwrap(), None);
        assert_eq!(store.find_match("b").unwrap(), Some((kept("b", ""), Vec::new())));
    }
}
