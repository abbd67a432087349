//! Games with two seats.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError, delete_oldest, now};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredSeating {
    pub(crate) id: String,
    /// The code of its invitation.
    pub(crate) code: Option<String>,
    pub(crate) seating: String,
}

impl Store {
    /// Stores a seating as it is now; when there are more than `limit`, deletes those that changed
    /// longest ago.
    pub(crate) fn save_seating(
        &self,
        stored: &StoredSeating,
        limit: u64,
    ) -> Result<(), StoreError> {
        let StoredSeating { id, code, seating } = stored;
        self.write(|connection| {
            let transaction = connection.transaction()?;
            let known = transaction
                .prepare_cached("UPDATE seatings SET seating = ?2, changed = ?3 WHERE id = ?1")?
                .execute(params![id, seating, now()])?;
            if known == 0 {
                transaction.execute(
                    "INSERT INTO seatings (id, code, seating, changed) VALUES (?1, ?2, ?3, ?4)",
                    params![id, code, seating, now()],
                )?;
                delete_oldest(&transaction, "seatings", limit)?;
            }
            Ok(transaction.commit()?)
        })
    }

    /// Deletes the invitations that nobody has accepted and that have not changed since this time in seconds
    /// since 1970; their ids.
    pub(crate) fn delete_unanswered(&self, since: i64) -> Result<Vec<String>, StoreError> {
        self.write(|connection| {
            let mut delete = connection.prepare_cached(
                "DELETE FROM seatings
                 WHERE json_extract(seating, '$.guest') IS NULL AND changed <= ?1 RETURNING id",
            )?;
            let ids = delete.query_map([since], |row| row.get(0))?;
            Ok(ids.collect::<Result<_, _>>()?)
        })
    }

    /// The seating with this id, or with this code of an invitation.
    pub(crate) fn find_seating(&self, id: &str) -> Result<Option<StoredSeating>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, code, seating FROM seatings WHERE id = ?1 OR code = ?1",
            )?;
            let stored = query.query_row([id], |row| {
                Ok(StoredSeating { id: row.get(0)?, code: row.get(1)?, seating: row.get(2)? })
            });
            Ok(stored.optional()?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seatings_are_found_by_id_and_by_code_up_to_the_limit() {
        let store = Store::in_memory().unwrap();
        let stored = |id: &str, code: Option<&str>, text: &str| StoredSeating {
            id: id.to_owned(),
            code: code.map(str::to_owned),
            seating: text.to_owned(),
        };
        let invited = stored("a", Some("CODE"), "{}");
        store.save_seating(&invited, 2).unwrap();
        assert_eq!(store.find_seating("CODE").unwrap(), Some(invited));
        let taken = stored("a", Some("CODE"), "{\"guest\": {}}");
        store.save_seating(&taken, 2).unwrap();
        store.save_seating(&stored("b", None, "{}"), 2).unwrap();
        assert_eq!(store.find_seating("a").unwrap(), Some(taken.clone()));
        assert!(
            store.save_seating(&stored("c", Some("CODE"), "{}"), 2).is_err(),
            "a code is unique"
        );
        assert_eq!(store.find_seating("CODE").unwrap(), Some(taken));
        store.save_seating(&stored("d", None, "{}"), 2).unwrap();
        assert_eq!(store.find_seating("a").unwrap(), None);
    }
}
