//! Limits on guessing: passwords, the codes of rooms and invitations, and tokens.
//!
//! A few wrong guesses are mistakes. Then each closes the door to the address that guessed, for twice as long
//! as the one before; and when all addresses together have guessed often, to everybody. While it is closed
//! nothing is looked at: the right guess gets the same answer as a wrong one. The same wrong guess again is
//! not another one: a browser repeats a password, a program an old code.
//!
//! Whoever is in stays in: a token that was right before is let through. It has 128 random bits, so it
//! cannot be one of the guesses; nor is it one where it opens nothing, since a page sends the token of its
//! room with other requests too.
//!
//! Memory is bounded by the limits themselves: an address is kept while one of its guesses counts, and all
//! addresses together soon have no more guesses. The refused ones are counted by address for a fixed number of
//! addresses, and together for the others.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

use crate::address::Address;
use crate::error::ApiError;
use crate::limits;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Secret {
    Password,
    Code,
    Token,
}

impl Secret {
    fn name(self) -> &'static str {
        match self {
            Secret::Password => "password",
            Secret::Code => "code",
            Secret::Token => "token",
        }
    }
}

/// The wrong guesses of all addresses, and the keys that were right.
#[derive(Default)]
pub(crate) struct Guesses {
    /// Guesses and keys are kept as hashes alone.
    hasher: RandomState,
    tally: Mutex<Tally>,
}

impl Guesses {
    /// The finding of `find` with this guess; nothing if the guess is wrong. It is not called while the door
    /// is closed, unless this `key` was right before.
    ///
    /// Nothing is awaited between the check and the count: at the limit there is at most one guess too many
    /// for each thread of the server.
    pub(crate) fn look<T>(
        &self,
        address: Address,
        (secret, guess): (Secret, &str),
        key: Option<Key>,
        find: impl FnOnce() -> Result<Option<T>, ApiError>,
    ) -> Result<Option<T>, ApiError> {
        let now = Instant::now();
        self.tally().check(address, secret, key, now)?;
        let found = find()?;
        let mut tally = self.tally();
        if found.is_none() && !tally.knows(key) {
            let guess = self.hasher.hash_one((address, secret, guess));
            tally.count(address, secret, guess, now);
        }
        Ok(found)
    }

    /// The finding of `find` with a token; nothing if it is wrong, or if there is none.
    pub(crate) fn look_at_token<T>(
        &self,
        address: Address,
        token: Option<&str>,
        find: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ApiError> {
        let Some(token) = token else { return Ok(None) };
        let key = self.key("", token);
        let found = self.look(address, (Secret::Token, token), Some(key), || Ok(find(token)))?;
        if found.is_some() {
            self.remember(key);
        }
        Ok(found)
    }

    /// The key that a token is to a place.
    pub(crate) fn key(&self, place: &str, token: &str) -> Key {
        Key(self.hasher.hash_one((place, token)))
    }

    /// Remembers that a key was right.
    pub(crate) fn remember(&self, key: Key) {
        self.tally().remember(key, Instant::now());
    }

    /// Forgets the guesses that do not count any more, and the keys that nobody uses.
    pub(crate) fn tidy_up(&self) {
        self.tally().forget(Instant::now());
    }

    /// Wrong guesses, and guesses that were not looked at.
    pub(crate) fn figures(&self) -> [u64; 2] {
        let tally = self.tally();
        [tally.wrong, tally.refused]
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().expect("never poisoned")
    }
}

/// The hash of a token and of what it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(u64);

/// The state, which is handed the time.
#[derive(Default)]
struct Tally {
    addresses: HashMap<Address, Wrong>,
    together: Wrong,
    refusals: Refusals,
    keys: HashMap<Key, Instant>,
    wrong: u64,
    refused: u64,
}

impl Tally {
    /// Refuses a guess while the door is closed.
    fn check(
        &mut self,
        address: Address,
        secret: Secret,
        key: Option<Key>,
        now: Instant,
    ) -> Result<(), ApiError> {
        let own = self.addresses.get_mut(&address);
        let of_own = own.and_then(|wrong| wrong.closed_for(limits::GUESSES, now));
        let of_all = self.together.closed_for(limits::ALL_GUESSES, now);
        let Some(left) = of_own.max(of_all) else { return Ok(()) };
        if self.knows(key) {
            return Ok(());
        }
        self.refused += 1;
        let refused = self.refusals.count(address, now);
        // A flood of guesses is no flood of lines: each has ten times the number of the one before.
        if 10_u64.pow(refused.ilog10()) == refused {
            tracing::warn!(%address, secret = secret.name(), refused, "guesses are refused");
        }
        let seconds = left.as_secs_f64().ceil() as u64;
        let message = format!("too many wrong guesses: try again in {seconds} s");
        Err(ApiError::too_many(message).retry_after(seconds))
    }

    fn count(&mut self, address: Address, secret: Secret, guess: u64, now: Instant) {
        let own = self.addresses.entry(address).or_default();
        if !own.count(guess, now) {
            return;
        }
        self.together.count(guess, now);
        self.wrong += 1;
        let (secret, wrong, together) =
            (secret.name(), own.guesses.len(), self.together.guesses.len());
        let closed = own.closed_for(limits::GUESSES, now).unwrap_or_default().as_secs();
        tracing::warn!(%address, secret, wrong, together, closed, "wrong guess");
    }

    /// Whether this key was right.
    fn knows(&self, key: Option<Key>) -> bool {
        key.is_some_and(|key| self.keys.contains_key(&key))
    }

    fn remember(&mut self, key: Key, now: Instant) {
        if self.keys.len() < limits::KNOWN_KEYS || self.keys.contains_key(&key) {
            self.keys.insert(key, now);
        }
    }

    fn forget(&mut self, now: Instant) {
        self.keys.retain(|_, used| now.duration_since(*used) < limits::KEY_TIME);
        self.addresses.retain(|_, wrong| {
            wrong.forget(now);
            !wrong.guesses.is_empty()
        });
        self.refusals.forget(now);
    }
}

/// The guesses that were not looked at.
#[derive(Default)]
struct Refusals {
    /// By address, and when the last one was made.
    addresses: HashMap<Address, (u64, Instant)>,
    of_others: u64,
}

impl Refusals {
    /// Counts one; the number of those of this address, or of the addresses that are not counted alone.
    fn count(&mut self, address: Address, now: Instant) -> u64 {
        let is_full = self.addresses.len() >= limits::REFUSED_ADDRESSES;
        let number = if is_full && !self.addresses.contains_key(&address) {
            &mut self.of_others
        } else {
            let (number, last) = self.addresses.entry(address).or_insert((0, now));
            *last = now;
            number
        };
        *number += 1;
        *number
    }

    fn forget(&mut self, now: Instant) {
        self.addresses.retain(|_, (_, last)| now.duration_since(*last) < limits::GUESS_TIME);
        if self.addresses.len() < limits::REFUSED_ADDRESSES {
            self.of_others = 0;
        }
    }
}

/// The wrong guesses of an address, or of all.
#[derive(Default)]
struct Wrong {
    /// Different guesses and when they were made, the oldest first.
    guesses: VecDeque<(u64, Instant)>,
}

impl Wrong {
    /// Counts a guess; not one that is counted already.
    fn count(&mut self, guess: u64, now: Instant) -> bool {
        let is_new = self.guesses.iter().all(|(known, _)| *known != guess);
        if is_new {
            self.guesses.push_back((guess, now));
        }
        is_new
    }

    /// For how long the door is still closed.
    fn closed_for(&mut self, limit: limits::GuessLimit, now: Instant) -> Option<Duration> {
        self.forget(now);
        let over = self.guesses.len().checked_sub(limit.closes_at)?;
        let (_, last) = self.guesses.back()?;
        let doubled = 1_u32.checked_shl(over as u32).unwrap_or(u32::MAX);
        let pause = limits::FIRST_PAUSE.saturating_mul(doubled).min(limit.longest_pause);
        (*last + pause).checked_duration_since(now).filter(|left| !left.is_zero())
    }

    fn forget(&mut self, now: Instant) {
        let is_old = |(_, when): &(u64, Instant)| now.duration_since(*when) >= limits::GUESS_TIME;
        while self.guesses.front().is_some_and(is_old) {
            self.guesses.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(text: &str) -> Address {
        text.parse::<IpAddr>().unwrap().into()
    }

    /// Guesses as often as the door is open; the number of guesses that were looked at.
    fn guess_for(tally: &mut Tally, addresses: &[Address], time: Duration) -> usize {
        let begin = Instant::now();
        let mut looked = 0;
        for second in 0..time.as_secs() {
            let now = begin + Duration::from_secs(second);
            for address in addresses {
                while tally.check(*address, Secret::Password, None, now).is_ok() {
                    looked += 1;
                    tally.count(*address, Secret::Password, looked as u64, now);
                }
            }
        }
        looked
    }

    #[test]
    fn pauses_grow_and_are_forgotten() {
        let (mut tally, begin) = (Tally::default(), Instant::now());
        let here = address("192.0.2.1");
        let mut now = begin;
        let retry_of = |tally: &mut Tally, now| {
            tally.check(here, Secret::Code, None, now).map_err(|error| error.retry_after)
        };
        for guess in 0..limits::GUESSES.closes_at {
            assert_eq!(retry_of(&mut tally, now), Ok(()), "{guess}");
            tally.count(here, Secret::Code, guess as u64, now);
        }
        for (number, seconds) in
            [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900].iter().enumerate()
        {
            assert_eq!(retry_of(&mut tally, now), Err(*seconds));
            now += Duration::from_secs(*seconds) - Duration::from_millis(1);
            assert_eq!(retry_of(&mut tally, now), Err(1));
            now += Duration::from_millis(1);
            assert_eq!(retry_of(&mut tally, now), Ok(()));
            tally.count(here, Secret::Code, 1_000 + number as u64, now);
        }
        assert!(tally.check(address("192.0.2.2"), Secret::Code, None, now).is_ok());
        now += limits::GUESS_TIME;
        assert_eq!(retry_of(&mut tally, now), Ok(()));
        tally.forget(now);
        assert!(tally.addresses.is_empty());
    }

    #[test]
    fn the_same_guess_again_is_not_another_one() {
        let (mut tally, now) = (Tally::default(), Instant::now());
        let here = address("192.0.2.1");
        for _ in 0..1_000 {
            assert!(tally.check(here, Secret::Password, None, now).is_ok());
            tally.count(here, Secret::Password, 1, now);
        }
        assert_eq!((tally.wrong, tally.refused), (1, 0));
    }

    #[test]
    fn an_hour_has_few_guesses_from_one_address_and_from_all() {
        let hour = Duration::from_secs(3600);
        let looked = guess_for(&mut Tally::default(), &[address("192.0.2.1")], hour);
        assert!((20..40).contains(&looked), "{looked}");
        let homes = (0..60).map(|home| address(&format!("2001:db8:0:{home:x}::1")));
        let mut tally = Tally::default();
        let looked = guess_for(&mut tally, &homes.collect::<Vec<_>>(), hour);
        assert!((1_000..1_100).contains(&looked), "{looked}");
        assert_eq!(tally.together.guesses.len(), looked);
    }

    #[test]
    fn refused_guesses_are_counted_by_address() {
        let (mut refusals, now) = (Refusals::default(), Instant::now());
        let numbered = |number: usize| Address::from(IpAddr::from((number as u32).to_be_bytes()));
        for number in 0..limits::REFUSED_ADDRESSES {
            assert_eq!(refusals.count(numbered(number), now), 1);
        }
        let later = now + limits::GUESS_TIME / 2;
        assert_eq!(refusals.count(numbered(7), later), 2);
        let others = [1, 2].map(|one| numbered(limits::REFUSED_ADDRESSES + one));
        assert_eq!(others.map(|address| refusals.count(address, later)), [1, 2]);
        refusals.forget(now + limits::GUESS_TIME);
        assert_eq!(refusals.addresses.len(), 1);
        assert_eq!(refusals.count(numbered(7), later), 3);
        assert_eq!(others.map(|address| refusals.count(address, later)), [1, 1]);
    }

    #[test]
    fn a_key_that_was_right_is_let_through() {
        let (mut tally, now) = (Tally::default(), Instant::now());
        let here = address("2001:db8::1");
        tally.remember(Key(7), now);
        guess_for(&mut tally, &[address("2001:db8::2")], Duration::from_secs(1));
        assert!(tally.check(here, Secret::Token, None, now).is_err(), "one /64 is one address");
        assert!(tally.check(here, Secret::Token, Some(Key(8)), now).is_err());
        assert!(tally.check(here, Secret::Token, Some(Key(7)), now).is_ok());
        for key in 0..limits::KNOWN_KEYS as u64 + 9 {
            tally.remember(Key(key), now);
        }
        assert_eq!(tally.keys.len(), limits::KNOWN_KEYS);
        tally.remember(Key(7), now + limits::KEY_TIME);
        tally.forget(now + limits::KEY_TIME);
        assert_eq!(tally.keys.len(), 1);
    }
}
