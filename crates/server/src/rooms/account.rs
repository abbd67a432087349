//! Requests that a member sends in its room: they are charged to the share of the room.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::{Caller, RoomHandle};
use crate::address::Address;
use crate::client::Client;
use crate::error::ApiError;
use crate::scheduler::Account;
use crate::seats::{Code, Token};
use crate::{App, limits};

/// The header by which a member, beside its token, names its room.
const HEADER: &str = "x-room";
/// How long a room counts for the address that has sent a request in it.
const WINDOW: Duration = Duration::from_secs(60);

/// The account of a member in its room.
pub(super) fn account_in(app: &App, client: &Client, room: &RoomHandle) -> Account {
    if app.rooms.charged.admit(client.address(), &room.code, Instant::now()) {
        Account::in_room(&room.code, client)
    } else {
        Account::of(client)
    }
}

impl FromRequestParts<App> for Account {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Account, ApiError> {
        let client = Client::from_request_parts(parts, app).await?;
        let Some(header) = parts.headers.get(HEADER) else { return Ok(Account::of(&client)) };
        let code = Code::read(client, header.to_str().unwrap_or_default())?;
        let Token(token) = Token::from_request_parts(parts, app).await?;
        let caller = Caller { app: app.clone(), code, token };
        let (room, _) = caller.entered()?;
        Ok(account_in(app, &caller.code.client, &room))
    }
}

/// The rooms whose shares are charged, by the address that sends the requests. Whoever opens many rooms
/// has no more shares for it: beyond a few, the address is charged.
#[derive(Default)]
pub(super) struct ChargedRooms(Mutex<HashMap<Address, Rooms>>);

struct Rooms {
    since: Instant,
    codes: HashSet<String>,
}

impl ChargedRooms {
    fn admit(&self, address: Address, code: &str, now: Instant) -> bool {
        let mut addresses = self.0.lock().expect("never poisoned");
        addresses.retain(|_, rooms| now.duration_since(rooms.since) < WINDOW);
        let new = || Rooms { since: now, codes: HashSet::new() };
        let rooms = addresses.entry(address).or_insert_with(new);
        rooms.codes.contains(code)
            || rooms.codes.len() < limits::CHARGED_ROOMS && rooms.codes.insert(code.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;
    use crate::client::Peer;
    use crate::rooms::Room;
    use crate::seats::new_code;

    async fn account(app: &App, headers: &[(&str, &str)]) -> Result<Account, &'static str> {
        let mut request = Request::builder();
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        parts.extensions.insert(Client::anonymous(Peer::default()));
        Account::from_request_parts(&mut parts, app).await.map_err(|error| error.code)
    }

    #[tokio::test]
    async fn the_room_of_a_member_is_charged() {
        let app = App::new(crate::Config::default()).unwrap();
        let room = Room::new(new_code(), "Class", "Ms Noether").unwrap();
        let (code, token) = (room.code.clone(), format!("Bearer {}", room.members[0].token));
        app.rooms.open(room).unwrap();
        let client = Client::anonymous(Peer::default());
        let own = Ok(Account::of(&client));
        let room = Ok(Account::in_room(&code, &client));
        let member = ("authorization", token.as_str());
        assert_eq!(account(&app, &[]).await, own);
        assert_eq!(account(&app, &[member]).await, own);
        assert_eq!(account(&app, &[member, ("x-room", &code)]).await, room);
        assert_eq!(account(&app, &[member, ("x-room", &code.to_lowercase())]).await, room);
        // Strangers, forged tokens, rooms that do not exist.
        assert_eq!(account(&app, &[("x-room", &code)]).await, Err("no_seat"));
        let forged = ("authorization", "Bearer AAAAAAAAAAAAAAAAAAAAAA");
        assert_eq!(account(&app, &[forged, ("x-room", &code)]).await, Err("no_seat"));
        for wrong in [new_code().as_str(), "nonsense", ""] {
            assert_eq!(account(&app, &[member, ("x-room", wrong)]).await, Err("not_found"));
        }
        app.close();
    }

    #[test]
    fn an_address_has_few_rooms_that_are_charged() {
        let (charged, now) = (ChargedRooms::default(), Instant::now());
        let [here, there] =
            [[10, 0, 0, 1], [10, 0, 0, 2]].map(|one| std::net::IpAddr::from(one).into());
        for room in 0..limits::CHARGED_ROOMS {
            assert!(charged.admit(here, &room.to_string(), now));
        }
        assert!(!charged.admit(here, "another", now) && charged.admit(here, "0", now));
        assert!(charged.admit(there, "another", now));
        assert!(charged.admit(here, "another", now + WINDOW));
    }
}
