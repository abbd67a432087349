//! Clients, and quotas that give each of them a fair share.
//!
//! A client is a browser, identified by a random cookie and its address. A program can send any
//! cookie, so what one address may use is bounded as well, and so is the total. Requests without a
//! cookie are those of one client per address, which has the limits of the address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

use crate::address::Address;
use crate::error::ApiError;
use crate::ids::is_id;

/// The name of the cookie.
pub(crate) const COOKIE_NAME: &str = "client";

/// The remote address of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

impl Default for Peer {
    fn default() -> Peer {
        Peer(Ipv4Addr::LOCALHOST.into())
    }
}

/// The client that sent a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    address: Address,
    cookie: String,
}

impl Client {
    pub(crate) fn new(peer: Peer, cookie: String) -> Client {
        Client { address: peer.0.into(), cookie }
    }

    /// Whoever sends no cookie from an address.
    pub(crate) fn anonymous(peer: Peer) -> Client {
        Client::new(peer, String::new())
    }

    pub(crate) fn address(&self) -> Address {
        self.address
    }

    fn is_anonymous(&self) -> bool {
        self.cookie.is_empty()
    }
}

/// The client's cookie, if it has the form of one of ours.
pub(crate) fn cookie(headers: &HeaderMap) -> Option<String> {
    cookie_named(headers, COOKIE_NAME)
}

/// The cookie of a name, if it has the form of one of ours.
pub(crate) fn cookie_named(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.split_once('='));
    let found = pairs.find(|(known, _)| known.trim() == name);
    found.map(|(_, value)| value.trim().to_owned()).filter(|value| is_id(value))
}

/// A quota: how many of something may be in use at once, per client, per address and in total.
pub(crate) struct Quota {
    what: &'static str,
    most: [usize; 3],
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    by_client: HashMap<Client, usize>,
    by_address: HashMap<Address, usize>,
    in_all: usize,
}

/// One use of a quota, returned when it is dropped.
pub(crate) struct Permit {
    quota: Arc<Quota>,
    client: Client,
}

impl Quota {
    pub(crate) fn new(what: &'static str, most: [usize; 3]) -> Arc<Quota> {
        Arc::new(Quota { what, most, taken: Mutex::default() })
    }

    /// Takes one for this client, or reports which limit is reached.
    pub(crate) fn take(self: &Arc<Quota>, client: &Client) -> Result<Permit, ApiError> {
        let what = format!("{} at once", self.what);
        self.taken.lock().expect("never poisoned").add(client, self.most, &what)?;
        Ok(Permit { quota: self.clone(), client: client.clone() })
    }

    /// How many are in use.
    pub(crate) fn taken(&self) -> usize {
        self.taken.lock().expect("never poisoned").in_all
    }
}

impl Taken {
    /// Counts one more for this client, or reports which limit is reached.
    fn add(&mut self, client: &Client, most: [usize; 3], what: &str) -> Result<(), ApiError> {
        let [of_client, of_address, in_all] = most;
        if self.in_all >= in_all {
            return Err(ApiError::busy(format!("this server allows no more than {in_all} {what}")));
        }
        let taken = self.by_client.get(client).copied().unwrap_or_default();
        if taken >= of_client && !client.is_anonymous() {
            return Err(ApiError::too_many(format!("no more than {of_client} {what}")));
        }
        if self.by_address.get(&client.address).is_some_and(|n| *n >= of_address) {
            let sentence = format!("no more than {of_address} {what} from one address");
            return Err(ApiError::too_many(sentence));
        }
        self.in_all += 1;
        *self.by_client.entry(client.clone()).or_default() += 1;
        *self.by_address.entry(client.address).or_default() += 1;
        Ok(())
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Ok(mut taken) = self.quota.taken.lock() else { return };
        taken.in_all -= 1;
        let Taken { by_client, by_address, .. } = &mut *taken;
        give_back(by_client, &self.client);
        give_back(by_address, &self.client.address);
    }
}

fn give_back<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// A rate limit: how often something may be done per minute or second, per client, per address and in
/// total.
pub(crate) struct Rate {
    what: &'static str,
    most: [usize; 3],
    window: Duration,
    /// When the current window began, and what was counted in it.
    current: Mutex<(Instant, Taken)>,
}

const MINUTE: Duration = Duration::from_secs(60);
const SECOND: Duration = Duration::from_secs(1);

impl Rate {
    pub(crate) fn new(what: &'static str, most: [usize; 3]) -> Rate {
        let current = Mutex::new((Instant::now(), Taken::default()));
        Rate { what, most, window: MINUTE, current }
    }

    pub(crate) fn per_second(what: &'static str, most: [usize; 3]) -> Rate {
        Rate { window: SECOND, ..Rate::new(what, most) }
    }

    /// Counts one, or reports that the limit is reached.
    pub(crate) fn count(&self, client: &Client) -> Result<(), ApiError> {
        let mut current = self.current.lock().expect("never poisoned");
        if current.0.elapsed() >= self.window {
            *current = (Instant::now(), Taken::default());
        }
        let per = if self.window == SECOND { "second" } else { "minute" };
        current.1.add(client, self.most, &format!("{} per {per}", self.what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: [u8; 4], cookie: &str) -> Client {
        Client::new(Peer(address.into()), cookie.to_owned())
    }

    #[test]
    fn quotas_limit_clients_addresses_and_the_total() {
        let quota = Quota::new("analyses", [2, 3, 4]);
        let (here, there) = ([127, 0, 0, 1], [10, 0, 0, 7]);
        let first = quota.take(&client(there, "a")).unwrap();
        let _second = quota.take(&client(there, "a")).unwrap();
        assert_eq!(quota.take(&client(there, "a")).err().unwrap().code, "too_many");
        let _third = quota.take(&client(there, "b")).unwrap();
        assert_eq!(quota.take(&client(there, "c")).err().unwrap().code, "too_many");
        assert_eq!(quota.take(&client(there, "")).err().unwrap().code, "too_many");
        let _fourth = quota.take(&client(here, "d")).unwrap();
        assert_eq!(quota.take(&client(here, "e")).err().unwrap().code, "busy");
        drop(first);
        assert_eq!(quota.taken(), 3);
        assert!(quota.take(&client(there, "a")).is_ok());
    }

    #[test]
    fn the_limits_hold_on_this_machine_and_without_a_cookie() {
        let quota = Quota::new("matches", [1, 3, 9]);
        let here = [127, 0, 0, 1];
        let taken: Vec<_> = (0..3).map(|_| quota.take(&client(here, "")).unwrap()).collect();
        assert_eq!(quota.take(&client(here, "")).err().unwrap().code, "too_many");
        assert_eq!(quota.take(&client(here, "a")).err().unwrap().code, "too_many");
        drop(taken);
        let _own = quota.take(&client(here, "a")).unwrap();
        assert_eq!(quota.take(&client(here, "a")).err().unwrap().code, "too_many");
        assert!(quota.take(&client(here, "b")).is_ok());
    }

    #[test]
    fn rates_limit_clients_addresses_and_the_total() {
        let rate = Rate::new("games", [2, 3, 5]);
        let (here, there) = ([127, 0, 0, 1], [10, 0, 0, 7]);
        let code = |address, cookie| {
            let counted = rate.count(&client(address, cookie));
            counted.map_or_else(|error| error.code, |()| "ok")
        };
        assert_eq!(["a", "a", "a"].map(|cookie| code(there, cookie)), ["ok", "ok", "too_many"]);
        // A client that changes its cookie keeps its address.
        assert_eq!(["b", "c"].map(|cookie| code(there, cookie)), ["ok", "too_many"]);
        assert_eq!(["d", "e", "f"].map(|cookie| code(here, cookie)), ["ok", "ok", "busy"]);
        let long_ago = Instant::now().checked_sub(MINUTE).unwrap();
        rate.current.lock().unwrap().0 = long_ago;
        assert_eq!(code(there, "a"), "ok");
    }
}
