//! Who thinks next: a few threads, and many clients who want them.
//!
//! Work is cut into slices. A worker takes the client who waited longest, does one slice of the
//! job that this client has waited with longest, and sends both to the end of the line. So
//! everybody gets on, a client with four jobs no faster than one with a single one, and nobody has
//! to guess how long a job will take. Each worker has one champion, whose table remembers what
//! earlier slices found out: memory does not grow with the number of clients.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;

use othellier_search::champion::{Champion, SearchLevel};

use crate::client::Client;

/// The table of each worker.
const TABLE_BYTES: usize = 64 << 20;

/// How much a worker yields to everything else on the machine: programs that play a person, first
/// of all.
#[cfg(unix)]
const NICE: i32 = 5;

/// What a worker has at hand.
pub(crate) struct Desk {
    pub(crate) champion: Champion,
}

/// Work that can be done in slices.
pub(crate) trait Job: Send {
    /// Does a little, and says whether there is more to do.
    fn slice(&mut self, desk: &mut Desk) -> More;
}

/// Whether a job is to be gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum More {
    Yes,
    No,
}

/// The workers and those who wait for them.
pub(crate) struct Pool {
    line: Arc<Line>,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct Line {
    waiting: Mutex<Waiting>,
    bell: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// Whoever waited longest first, each with the jobs in their order.
    clients: VecDeque<(Client, VecDeque<Box<dyn Job>>)>,
    jobs: usize,
    idle: usize,
    closed: bool,
}

impl Pool {
    /// So many workers.
    pub(crate) fn new(threads: usize) -> Pool {
        let line = Arc::new(Line::default());
        let worker = |number| {
            let line = line.clone();
            let thread = std::thread::Builder::new().name(format!("analysis-{number}"));
            thread.spawn(move || work(&line)).expect("the machine has threads")
        };
        let workers = (0..threads).map(worker).collect();
        Pool { line, workers: Mutex::new(workers) }
    }

    /// Puts a job into the line, and says how many are served before it.
    pub(crate) fn put(&self, client: Client, job: Box<dyn Job>) -> usize {
        let mut waiting = self.line.waiting.lock().expect("no panic in the line");
        let ahead = (waiting.jobs + 1).saturating_sub(waiting.idle);
        waiting.push(client, job);
        drop(waiting);
        self.line.bell.notify_one();
        ahead
    }

    /// How many jobs wait for a worker.
    pub(crate) fn waiting(&self) -> usize {
        self.line.waiting.lock().expect("no panic in the line").jobs
    }

    /// Sends everybody home. The jobs that are at work must have been told to stop.
    pub(crate) fn close(&self) {
        let mut waiting = self.line.waiting.lock().expect("no panic in the line");
        waiting.closed = true;
        waiting.clients.clear();
        drop(waiting);
        self.line.bell.notify_all();
        let workers = std::mem::take(&mut *self.workers.lock().expect("closed once"));
        for worker in workers {
            let _ = worker.join();
        }
    }
}

impl Waiting {
    fn push(&mut self, client: Client, job: Box<dyn Job>) {
        self.jobs += 1;
        match self.clients.iter_mut().find(|(known, _)| *known == client) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.clients.push_back((client, VecDeque::from([job]))),
        }
    }

    /// The next job; its client goes to the end of the line with the others it has.
    fn pop(&mut self) -> Option<(Client, Box<dyn Job>)> {
        let (client, mut jobs) = self.clients.pop_front()?;
        let job = jobs.pop_front()?;
        self.jobs -= 1;
        if !jobs.is_empty() {
            self.clients.push_back((client.clone(), jobs));
        }
        Some((client, job))
    }
}

fn work(line: &Line) {
    #[cfg(unix)]
    let _ = rustix::process::nice(NICE);
    let new_desk =
        || Desk { champion: Champion::new(SearchLevel::new(SearchLevel::MAX), 1, TABLE_BYTES) };
    let mut desk = new_desk();
    let mut waiting = line.waiting.lock().expect("no panic in the line");
    loop {
        if waiting.closed {
            return;
        }
        let Some((client, mut job)) = waiting.pop() else {
            waiting.idle += 1;
            waiting = line.bell.wait(waiting).expect("no panic in the line");
            waiting.idle -= 1;
            continue;
        };
        drop(waiting);
        // A job that breaks down takes nobody with it.
        let more = catch_unwind(AssertUnwindSafe(|| job.slice(&mut desk)));
        if more.is_err() {
            desk = new_desk();
        }
        let again = (more.ok() == Some(More::Yes)).then_some(job);
        waiting = line.waiting.lock().expect("no panic in the line");
        if let Some(job) = again {
            waiting.push(client, job);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;
    use crate::client::Peer;

    struct Counting {
        name: &'static str,
        left: usize,
        told: Sender<&'static str>,
    }

    impl Job for Counting {
        fn slice(&mut self, _: &mut Desk) -> More {
            let _ = self.told.send(self.name);
            self.left -= 1;
            assert!(self.left < 100, "broken");
            if self.left > 0 { More::Yes } else { More::No }
        }
    }

    #[test]
    fn clients_take_turns_whatever_they_bring() {
        let mut waiting = Waiting::default();
        let (told, _) = channel();
        let client = |cookie: &str| Client::new(Peer::default(), cookie.to_owned());
        for name in ["a", "a", "a", "b", "c"] {
            let job = Counting { name, left: 1, told: told.clone() };
            waiting.push(client(name), Box::new(job));
        }
        let order: Vec<_> =
            std::iter::from_fn(|| waiting.pop()).map(|(client, _)| client).collect();
        assert_eq!(order, ["a", "b", "c", "a", "a"].map(client));
        assert_eq!(waiting.jobs, 0);
    }

    #[test]
    fn everything_is_done_and_a_broken_job_harms_nobody() {
        let pool = Pool::new(2);
        let (told, heard) = channel();
        for (name, left) in [("a", 5), ("broken", 1000), ("b", 3)] {
            let client = Client::new(Peer::default(), name.to_owned());
            pool.put(client, Box::new(Counting { name, left, told: told.clone() }));
        }
        drop(told);
        let mut heard: Vec<_> = heard.iter().collect();
        heard.sort_unstable();
        assert_eq!(heard, ["a", "a", "a", "a", "a", "b", "b", "b", "broken"]);
        pool.close();
    }
}
