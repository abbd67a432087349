//! The worker pool of analyses: a few threads, shared fairly by many clients.
//!
//! Work is cut into time slices. A worker takes the client that has waited longest, runs one slice
//! of the task of that client that has waited longest, and moves both to the end of the queue
//! (round robin). So every client progresses, one with four tasks no faster than one with a single
//! task, and no durations have to be estimated. Each worker has one champion, whose transposition
//! table keeps the results of earlier slices: memory does not grow with the number of clients.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;

use othellier_desk::analysis::Analysis;
use othellier_search::champion::Champion;

use crate::client::Client;

/// The transposition table of each worker.
const TABLE_BYTES: usize = 64 << 20;

/// Niceness of a worker: it yields to everything else on the machine, above all to the moves of
/// programs in games.
#[cfg(unix)]
const NICE: i32 = 5;

/// What a worker owns.
pub(crate) struct WorkerState {
    pub(crate) champion: Champion,
}

/// Work that can be done in slices.
pub(crate) trait SlicedTask: Send {
    /// Runs one slice, and returns whether there is more to do.
    fn slice(&mut self, worker: &mut WorkerState) -> TaskStatus;
}

/// Whether a task has more slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskStatus {
    Pending,
    Finished,
}

/// The workers and their queue.
pub(crate) struct Pool {
    queue: Arc<TaskQueue>,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct TaskQueue {
    state: Mutex<QueueState>,
    wakeup: Condvar,
}

#[derive(Default)]
struct QueueState {
    /// The client that has waited longest first, each with its tasks in order.
    clients: VecDeque<(Client, VecDeque<Box<dyn SlicedTask>>)>,
    tasks: usize,
    idle: usize,
    closed: bool,
}

impl Pool {
    /// Starts the workers.
    pub(crate) fn new(threads: usize) -> Pool {
        let queue = Arc::new(TaskQueue::default());
        let worker = |number| {
            let queue = queue.clone();
            let thread = std::thread::Builder::new().name(format!("analysis-{number}"));
            thread.spawn(move || work(&queue)).expect("a thread can be started")
        };
        let workers = (0..threads).map(worker).collect();
        Pool { queue, workers: Mutex::new(workers) }
    }

    /// Adds a task to the queue, and returns how many run before it.
    pub(crate) fn push(&self, client: Client, task: Box<dyn SlicedTask>) -> usize {
        let mut state = self.queue.state.lock().expect("never poisoned");
        let ahead = (state.tasks + 1).saturating_sub(state.idle);
        state.push(client, task);
        drop(state);
        self.queue.wakeup.notify_one();
        ahead
    }

    /// How many tasks wait for a worker.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.state.lock().expect("never poisoned").tasks
    }

    /// Stops and joins the workers. The running tasks must have been asked to stop.
    pub(crate) fn close(&self) {
        let mut state = self.queue.state.lock().expect("never poisoned");
        state.closed = true;
        state.clients.clear();
        drop(state);
        self.queue.wakeup.notify_all();
        let workers = std::mem::take(&mut *self.workers.lock().expect("closed once"));
        for worker in workers {
            let _ = worker.join();
        }
    }
}

impl QueueState {
    fn push(&mut self, client: Client, task: Box<dyn SlicedTask>) {
        self.tasks += 1;
        match self.clients.iter_mut().find(|(known, _)| *known == client) {
            Some((_, tasks)) => tasks.push_back(task),
            None => self.clients.push_back((client, VecDeque::from([task]))),
        }
    }

    /// The next task; its client moves to the end of the queue with its other tasks.
    fn pop(&mut self) -> Option<(Client, Box<dyn SlicedTask>)> {
        let (client, mut tasks) = self.clients.pop_front()?;
        let task = tasks.pop_front()?;
        self.tasks -= 1;
        if !tasks.is_empty() {
            self.clients.push_back((client.clone(), tasks));
        }
        Some((client, task))
    }
}

fn work(queue: &TaskQueue) {
    #[cfg(unix)]
    let _ = rustix::process::nice(NICE);
    let new_worker = || WorkerState { champion: Analysis::champion(TABLE_BYTES) };
    let mut worker = new_worker();
    let mut state = queue.state.lock().expect("never poisoned");
    loop {
        if state.closed {
            return;
        }
        let Some((client, mut task)) = state.pop() else {
            state.idle += 1;
            state = queue.wakeup.wait(state).expect("never poisoned");
            state.idle -= 1;
            continue;
        };
        drop(state);
        // A task that panics does not take the worker with it.
        let status = catch_unwind(AssertUnwindSafe(|| task.slice(&mut worker)));
        if status.is_err() {
            worker = new_worker();
        }
        let again = (status.ok() == Some(TaskStatus::Pending)).then_some(task);
        state = queue.state.lock().expect("never poisoned");
        if let Some(task) = again {
            state.push(client, task);
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
        sender: Sender<&'static str>,
    }

    impl SlicedTask for Counting {
        fn slice(&mut self, _: &mut WorkerState) -> TaskStatus {
            let _ = self.sender.send(self.name);
            self.left -= 1;
            assert!(self.left < 100, "broken");
            if self.left > 0 { TaskStatus::Pending } else { TaskStatus::Finished }
        }
    }

    #[test]
    fn clients_are_served_round_robin() {
        let mut state = QueueState::default();
        let (sender, _) = channel();
        let client = |cookie: &str| Client::new(Peer::default(), cookie.to_owned());
        for name in ["a", "a", "a", "b", "c"] {
            let task = Counting { name, left: 1, sender: sender.clone() };
            state.push(client(name), Box::new(task));
        }
        let order: Vec<_> = std::iter::from_fn(|| state.pop()).map(|(client, _)| client).collect();
        assert_eq!(order, ["a", "b", "c", "a", "a"].map(client));
        assert_eq!(state.tasks, 0);
    }

    #[test]
    fn all_tasks_finish_and_a_panic_is_contained() {
        let pool = Pool::new(2);
        let (sender, receiver) = channel();
        for (name, left) in [("a", 5), ("broken", 1000), ("b", 3)] {
            let client = Client::new(Peer::default(), name.to_owned());
            pool.push(client, Box::new(Counting { name, left, sender: sender.clone() }));
        }
        drop(sender);
        let mut receiver: Vec<_> = receiver.iter().collect();
        receiver.sort_unstable();
        assert_eq!(receiver, ["a", "a", "a", "a", "a", "b", "b", "b", "broken"]);
        pool.close();
    }
}
