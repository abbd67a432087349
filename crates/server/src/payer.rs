//! Whose share pays for what a request orders: the client's, or that of the room in which it is
//! ordered. `rooms` finds out which.

use crate::client::Client;
use crate::scheduler::Account;

/// Who ordered something, and in which room.
pub(crate) struct Payer {
    pub(crate) client: Client,
    /// The code of the room that pays.
    pub(crate) room: Option<String>,
}

impl Payer {
    pub(crate) fn account(&self) -> Account {
        match &self.room {
            Some(room) => Account::in_room(room, &self.client),
            None => Account::of(&self.client),
        }
    }
}
