//! Rooms.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError, delete_oldest, now};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredRoom {
    pub(crate) code: String,
    pub(crate) room: String,
}

impl Store {
    /// Stores a room as it is now; when there are more than `limit`, deletes those that changed
    /// longest ago.
    pub(crate) fn save_room(&self, stored: &StoredRoom, limit: u64) -> Result<(), StoreError> {
        let StoredRoom { code, room } = stored;
        self.write(|connection| {
            let transaction = connection.transaction()?;
            let known = transaction
                .prepare_cached("UPDATE rooms SET room = ?2, changed = ?3 WHERE code = ?1")?
                .execute(params![code, room, now()])?;
            if known == 0 {
                transaction.execute(
                    "INSERT INTO rooms (code, room, changed) VALUES (?1, ?2, ?3)",
                    params![code, room, now()],
                )?;
                delete_oldest(&transaction, "rooms", limit)?;
            }
            Ok(transaction.commit()?)
        })
    }

    /// The room with this code, as JSON.
    pub(crate) fn find_room(&self, code: &str) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached("SELECT room FROM rooms WHERE code = ?1")?;
            Ok(query.query_row([code], |row| row.get(0)).optional()?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_stored_up_to_the_limit() {
        let store = Store::in_memory().unwrap();
        let save = |code: &str, room: &str| {
            let [code, room] = [code, room].map(str::to_owned);
            store.save_room(&StoredRoom { code, room }, 2).unwrap();
        };
        save("A", "empty");
        save("A", "full");
        save("B", "");
        assert_eq!(store.find_room("A").unwrap().as_deref(), Some("full"));
        save("C", "");
        assert_eq!(store.find_room("A").unwrap(), None);
        assert!(store.find_room("C").unwrap().is_some());
    }
}
