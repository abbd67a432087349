//! Who is next: fair queueing by virtual time.
//!
//! Tasks belong to an account: a client in a group, which is an address or a room. The group that has
//! used the least time is next, in it the client that has used the least, of this client the task that
//! has waited longest. So a client with many tasks gets no more than one with a single task, and an
//! address with many clients no more than one with a single client.
//!
//! Whoever comes after a pause is placed at most [`CREDIT`] before those who worked meanwhile: a short
//! task of such a client overtakes the long ones of all others, but nobody saves up an hour.
//!
//! There are two lanes, each with its own times. Moves that a person waits for come first, but while the
//! background waits it gets [`BACKGROUND_PART`] of what they use.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::Duration;

use crate::address::Address;
use crate::client::Client;

/// The credit of a client that was idle, before it is equal to the others.
const CREDIT: Duration = Duration::from_millis(250);
/// How far a task must be ahead of another to interrupt it.
const GRAIN: Duration = Duration::from_millis(10);
/// The background is owed one part in this many of the time of moves.
const BACKGROUND_PART: u32 = 7;
/// It comes first when this much is owed, until nothing is.
const BACKGROUND_TURN: Duration = Duration::from_millis(20);

/// The number of a task.
pub(super) type TaskId = u64;

/// The purpose of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Moves of programs that a person waits for.
    Moves,
    Background,
}

impl Lane {
    pub(crate) const ALL: [Lane; 2] = [Lane::Moves, Lane::Background];

    pub(crate) fn name(self) -> &'static str {
        ["moves", "background"][self as usize]
    }
}

/// Who has a share: its clients divide it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Group {
    /// All clients of an address.
    Address(Address),
    /// All people in a room.
    Room(String),
}

/// The account of a request and its tasks: a client, alone or as a member of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    group: Group,
    pub(crate) client: Client,
}

impl Account {
    /// The account of a client.
    pub(crate) fn of(client: &Client) -> Account {
        Account { group: Group::Address(client.address()), client: client.clone() }
    }

    /// The account of a client in a room: the share of the room is charged.
    pub(crate) fn in_room(room: &str, client: &Client) -> Account {
        Account { group: Group::Room(room.to_owned()), client: client.clone() }
    }
}

/// All tasks that wait, and the times of their accounts.
pub(super) struct Shares {
    lanes: [LaneShares; 2],
    /// Tasks of one client that may be started at once.
    most_started: usize,
    owed_to_background: Duration,
    is_background_first: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Next {
    pub(super) id: TaskId,
    pub(super) lane: Lane,
    pub(super) account: Account,
}

#[derive(Default)]
struct LaneShares {
    groups: Times<Group, GroupShares>,
    waiting: usize,
}

#[derive(Default)]
struct GroupShares {
    clients: Times<Client, ClientTasks>,
}

#[derive(Default)]
struct ClientTasks {
    /// Those that have begun run or were interrupted, and hold what they need to continue.
    started: usize,
    waiting: VecDeque<(TaskId, IsStarted)>,
}

type IsStarted = bool;

/// Owners with the time that each has used, and the time of the one that was served last.
struct Times<K, T> {
    now: Duration,
    owners: HashMap<K, Owner<T>>,
}

impl<K, T> Default for Times<K, T> {
    fn default() -> Times<K, T> {
        Times { now: Duration::ZERO, owners: HashMap::new() }
    }
}

#[derive(Default)]
struct Owner<T> {
    used: Duration,
    /// Tasks that wait or run.
    active: usize,
    inner: T,
}

/// Above this many owners, those whose time has passed are forgotten.
const OWNERS: usize = 64;

impl<K: Clone + Eq + Hash, T: Default> Times<K, T> {
    /// One more task of an owner.
    fn enter(&mut self, key: &K) -> &mut T {
        let least = self.now.saturating_sub(CREDIT);
        if self.owners.len() >= OWNERS {
            self.owners.retain(|_, owner| owner.active > 0 || owner.used > least);
        }
        let owner = self.owners.entry(key.clone()).or_default();
        if owner.active == 0 {
            owner.used = owner.used.max(least);
        }
        owner.active += 1;
        &mut owner.inner
    }

    /// One task less of an owner.
    fn leave(&mut self, key: &K) {
        if let Some(owner) = self.owners.get_mut(key) {
            owner.active -= 1;
        }
        // Alone nobody is before or behind.
        if self.owners.values().all(|owner| owner.active == 0) {
            self.owners.clear();
        }
    }

    fn get(&mut self, key: &K) -> Option<&mut T> {
        self.owners.get_mut(key).map(|owner| &mut owner.inner)
    }

    fn charge(&mut self, key: &K, time: Duration) -> Option<&mut T> {
        let owner = self.owners.get_mut(key)?;
        owner.used += time;
        Some(&mut owner.inner)
    }

    fn serve(&mut self, key: &K) -> Option<&mut T> {
        let owner = self.owners.get_mut(key)?;
        self.now = self.now.max(owner.used);
        Some(&mut owner.inner)
    }

    /// Whether one owner is clearly before another.
    fn is_before(&self, one: &K, other: &K) -> bool {
        match (self.owners.get(one), self.owners.get(other)) {
            (Some(one), Some(other)) => one.used + GRAIN <= other.used,
            _ => false,
        }
    }
}

impl ClientTasks {
    fn next(&self, can_start: bool) -> Option<TaskId> {
        self.waiting.iter().find(|(_, is_started)| *is_started || can_start).map(|(id, _)| *id)
    }

    /// Takes a task out; returns whether it had begun.
    fn take(&mut self, id: TaskId) -> Option<IsStarted> {
        let at = self.waiting.iter().position(|(waiting, _)| *waiting == id)?;
        self.waiting.remove(at).map(|(_, is_started)| is_started)
    }
}

impl Shares {
    /// No tasks; each client may start `most_started` at once.
    pub(super) fn new(most_started: usize) -> Shares {
        Shares {
            lanes: Default::default(),
            most_started,
            owed_to_background: Duration::ZERO,
            is_background_first: false,
        }
    }

    pub(super) fn enter(&mut self, lane: Lane, account: &Account, id: TaskId) {
        let lane = &mut self.lanes[lane as usize];
        lane.waiting += 1;
        let client = lane.groups.enter(&account.group).clients.enter(&account.client);
        client.waiting.push_back((id, false));
    }

    /// The task that should run next; one that has not begun only if it may be started.
    pub(super) fn next(&self, can_start: bool) -> Option<Next> {
        let other = [Lane::Background, Lane::Moves][self.first_lane() as usize];
        [self.first_lane(), other].into_iter().find_map(|lane| self.next_in(lane, can_start))
    }

    fn next_in(&self, lane: Lane, can_start: bool) -> Option<Next> {
        let groups = self.lanes[lane as usize].groups.owners.iter();
        let next = groups.filter_map(|(group, owner)| {
            let clients = owner.inner.clients.owners.iter();
            let next = clients.filter_map(|(client, tasks)| {
                let can_start = can_start && tasks.inner.started < self.most_started;
                Some((tasks.used, tasks.inner.next(can_start)?, client))
            });
            let (_, id, client) = next.min_by_key(|(used, id, _)| (*used, *id))?;
            Some((owner.used, id, group, client))
        });
        let (_, id, group, client) = next.min_by_key(|(used, id, ..)| (*used, *id))?;
        let account = Account { group: group.clone(), client: client.clone() };
        Some(Next { id, lane, account })
    }

    /// A task that waited runs.
    pub(super) fn begin(&mut self, next: &Next) {
        let lane = &mut self.lanes[next.lane as usize];
        lane.waiting -= 1;
        let group = lane.groups.serve(&next.account.group);
        let client = group.and_then(|group| group.clients.serve(&next.account.client));
        if let Some(client) = client
            && client.take(next.id) == Some(false)
        {
            client.started += 1;
        }
    }

    /// A task that ran was interrupted, and waits: it is the next of its client.
    pub(super) fn hold(&mut self, lane: Lane, account: &Account, id: TaskId) {
        self.lanes[lane as usize].waiting += 1;
        if let Some(client) = self.client(lane, account) {
            client.waiting.push_front((id, true));
        }
    }

    /// A task that ran waits for its next slice: it is the last of its client.
    pub(super) fn requeue(&mut self, lane: Lane, account: &Account, id: TaskId) {
        self.lanes[lane as usize].waiting += 1;
        if let Some(client) = self.client(lane, account) {
            client.started -= 1;
            client.waiting.push_back((id, false));
        }
    }

    /// A task no longer waits; if it had begun, it runs by itself to its end.
    pub(super) fn cancel(&mut self, lane: Lane, account: &Account, id: TaskId) {
        if self.client(lane, account).is_some_and(|client| client.take(id).is_some()) {
            self.lanes[lane as usize].waiting -= 1;
        }
    }

    /// A task that does not wait is over.
    pub(super) fn leave(&mut self, lane: Lane, account: &Account, was_started: bool) {
        if let Some(client) = self.client(lane, account) {
            client.started -= usize::from(was_started);
        }
        let groups = &mut self.lanes[lane as usize].groups;
        if let Some(group) = groups.get(&account.group) {
            group.clients.leave(&account.client);
        }
        groups.leave(&account.group);
    }

    /// An account has used this time.
    pub(super) fn charge(&mut self, lane: Lane, account: &Account, time: Duration) {
        let group = self.lanes[lane as usize].groups.charge(&account.group, time);
        let _ = group.and_then(|group| group.clients.charge(&account.client, time));
        match lane {
            Lane::Moves if self.waiting(Lane::Background) > 0 => {
                self.owed_to_background += time / BACKGROUND_PART;
            }
            Lane::Moves => self.owed_to_background = Duration::ZERO,
            Lane::Background => {
                self.owed_to_background = self.owed_to_background.saturating_sub(time);
            }
        }
        if self.owed_to_background >= BACKGROUND_TURN {
            self.is_background_first = true;
        } else if self.owed_to_background.is_zero() {
            self.is_background_first = false;
        }
    }

    /// Whether a task that waits should interrupt one that runs.
    pub(super) fn is_before(&self, next: &Next, lane: Lane, account: &Account) -> bool {
        if next.lane != lane {
            return next.lane == self.first_lane();
        }
        let groups = &self.lanes[lane as usize].groups;
        if next.account.group != account.group {
            return groups.is_before(&next.account.group, &account.group);
        }
        let group = groups.owners.get(&account.group);
        group.is_some_and(|group| {
            group.inner.clients.is_before(&next.account.client, &account.client)
        })
    }

    /// How many tasks wait in a lane.
    pub(super) fn waiting(&self, lane: Lane) -> usize {
        self.lanes[lane as usize].waiting
    }

    /// How many clients have tasks.
    pub(super) fn clients(&self) -> usize {
        let groups = self.lanes.iter().flat_map(|lane| lane.groups.owners.values());
        let clients = groups.flat_map(|group| group.inner.clients.owners.values());
        clients.filter(|client| client.active > 0).count()
    }

    fn first_lane(&self) -> Lane {
        if self.is_background_first { Lane::Background } else { Lane::Moves }
    }

    fn client(&mut self, lane: Lane, account: &Account) -> Option<&mut ClientTasks> {
        self.lanes[lane as usize].groups.get(&account.group)?.clients.get(&account.client)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Peer;

    const MS: Duration = Duration::from_millis(1);

    fn account(address: u8, cookie: &str) -> Account {
        Account::of(&Client::new(Peer([10, 0, 0, address].into()), cookie.to_owned()))
    }

    /// Runs slices of 5 ms on one core; returns whose they were.
    fn run(shares: &mut Shares, slices: usize) -> Vec<TaskId> {
        let mut order = Vec::new();
        for _ in 0..slices {
            let Some(next) = shares.next(true) else { break };
            shares.begin(&next);
            shares.charge(next.lane, &next.account, 5 * MS);
            shares.requeue(next.lane, &next.account, next.id);
            order.push(next.id);
        }
        order
    }

    fn count(order: &[TaskId], ids: std::ops::Range<TaskId>) -> usize {
        order.iter().filter(|id| ids.contains(id)).count()
    }

    #[test]
    fn a_client_with_many_tasks_gets_no_more_than_one_with_few() {
        let mut shares = Shares::new(2);
        (0..256).for_each(|id| shares.enter(Lane::Background, &account(1, "a"), id));
        shares.enter(Lane::Background, &account(1, "b"), 1000);
        let order = run(&mut shares, 100);
        assert_eq!(count(&order, 0..256), 50);
        assert_eq!(count(&order, 1000..1001), 50);
    }

    #[test]
    fn an_address_with_many_clients_gets_no_more_than_one_with_few() {
        let mut shares = Shares::new(2);
        for id in 0..50 {
            shares.enter(Lane::Background, &account(1, &format!("client {id}")), id);
        }
        shares.enter(Lane::Background, &account(2, "b"), 1000);
        let room = Client::new(Peer([10, 0, 0, 1].into()), "teacher".to_owned());
        shares.enter(Lane::Background, &Account::in_room("class", &room), 2000);
        let order = run(&mut shares, 90);
        assert_eq!(count(&order, 0..50), 30);
        assert_eq!(count(&order, 1000..1001), 30);
        assert_eq!(count(&order, 2000..2001), 30, "a room has a share of its own");
    }

    #[test]
    fn moves_come_first_and_the_background_gets_its_part() {
        let mut shares = Shares::new(2);
        shares.enter(Lane::Background, &account(1, "a"), 1);
        shares.enter(Lane::Moves, &account(1, "b"), 2);
        let order = run(&mut shares, 800);
        assert_eq!(order[0], 2);
        let background = count(&order, 1..2);
        assert!((90..=120).contains(&background), "{background} of 800");
    }

    #[test]
    fn a_client_that_was_idle_interrupts_one_that_was_not() {
        let mut shares = Shares::new(2);
        let (busy, idle) = (account(1, "a"), account(1, "b"));
        (0..9).for_each(|id| shares.enter(Lane::Moves, &busy, id));
        run(&mut shares, 200);
        let running = shares.next(true).unwrap();
        shares.begin(&running);
        shares.enter(Lane::Moves, &idle, 1000);
        let next = shares.next(true).unwrap();
        assert_eq!(next.id, 1000);
        assert!(shares.is_before(&next, Lane::Moves, &busy));
        shares.charge(Lane::Moves, &idle, CREDIT + 2 * GRAIN);
        assert!(!shares.is_before(&next, Lane::Moves, &busy), "its credit is bounded");
        let own = Next { account: busy.clone(), ..running };
        assert!(!shares.is_before(&own, Lane::Moves, &busy), "nobody interrupts himself");
    }

    #[test]
    fn a_client_starts_few_tasks_and_ends_them_first() {
        let mut shares = Shares::new(2);
        let own = account(1, "a");
        (0..4).for_each(|id| shares.enter(Lane::Moves, &own, id));
        for id in 0..2 {
            let next = shares.next(true).unwrap();
            assert_eq!(next.id, id);
            shares.begin(&next);
        }
        assert_eq!(shares.next(true), None, "two are started");
        shares.hold(Lane::Moves, &own, 1);
        assert_eq!(shares.next(false).unwrap().id, 1, "the one that was interrupted is next");
        shares.cancel(Lane::Moves, &own, 1);
        shares.leave(Lane::Moves, &own, true);
        assert_eq!(shares.next(true).unwrap().id, 2);
        assert_eq!(shares.waiting(Lane::Moves), 2);
        for id in [2, 3] {
            shares.cancel(Lane::Moves, &own, id);
            shares.leave(Lane::Moves, &own, false);
        }
        shares.leave(Lane::Moves, &own, true);
        assert_eq!((shares.waiting(Lane::Moves), shares.clients()), (0, 0));
        assert!(shares.lanes[0].groups.owners.is_empty(), "nothing is left");
    }
}
