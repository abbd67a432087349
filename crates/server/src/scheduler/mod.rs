//! The scheduler: searches and jobs get a core here, and give it up here.
//!
//! There are as many slots as cores. A task runs in a thread of its own while it holds a slot. When a
//! task waits that comes before one that runs, the running one is held: its [`StopSignal`], which every
//! search asks all the time, makes it wait at its [`Gate`] until it is next again. So a search of ten
//! seconds delays a short one by a few milliseconds, whoever came first. `shares` decides who is next.
//!
//! A task that is stopped while it waits is dropped at once. The time limit of a task counts the time in
//! which it runs, not the time in which it waits.

mod shares;

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use othellier_platform::parallel::{Gate, StopSignal};

pub(crate) use shares::{Account, Lane};
use shares::{Next, Shares, TaskId};

/// How often running tasks are charged, and compared with those that wait.
const TICK: Duration = Duration::from_millis(5);
/// How long a task runs before another one of its lane interrupts it. Most moves end within it, and a task
/// that is interrupted keeps its thread and its memory.
const LEAST_RUN: Duration = Duration::from_millis(20);
/// Threads at once: tasks that run or are held. Above this no further task is started.
const MOST_THREADS: usize = 256;
/// A thread that had nothing to do for this long ends.
const IDLE_TIME: Duration = Duration::from_secs(10);
/// Niceness of a thread: it yields to the threads that answer requests.
#[cfg(unix)]
const NICE: i32 = 5;

pub(crate) trait Work: Send {
    /// Works until the end, or for a slice.
    fn run(&mut self, slot: &Slot) -> Status;
}

/// Whether work has more slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Pending,
    Finished,
}

struct Once<F>(Option<F>);

impl<F: FnOnce(&Slot) + Send> Work for Once<F> {
    fn run(&mut self, slot: &Slot) -> Status {
        if let Some(work) = self.0.take() {
            work(slot);
        }
        Status::Finished
    }
}

/// A task's needs, and the account that it is charged to.
#[derive(Clone)]
pub(crate) struct TaskOptions {
    pub(crate) account: Account,
    pub(crate) lane: Lane,
    /// Stops the work; it must ask it often.
    pub(crate) signal: StopSignal,
    /// Whether it takes all slots that are free when it begins.
    pub(crate) is_wide: bool,
    /// Called when the work is held (`true`) and when it resumes.
    pub(crate) on_hold: Option<OnHold>,
}

/// A function that is called with whether work is held.
pub(crate) type OnHold = Arc<dyn Fn(bool) + Send + Sync>;

impl TaskOptions {
    pub(crate) fn new(account: Account, lane: Lane, signal: StopSignal) -> TaskOptions {
        TaskOptions { account, lane, signal, is_wide: false, on_hold: None }
    }
}

/// The scheduler. Clones share it.
#[derive(Clone)]
pub(crate) struct Scheduler(Arc<Inner>);

struct Inner {
    slots: usize,
    state: Mutex<State>,
    /// There is a task for a thread.
    ready: Condvar,
    /// A task that was held may resume, or was stopped.
    resumed: Condvar,
    running: Condvar,
}

struct State {
    shares: Shares,
    tasks: HashMap<TaskId, Task>,
    next_id: TaskId,
    free: usize,
    /// Tasks that have a slot and need a thread.
    ready: VecDeque<TaskId>,
    threads: usize,
    idle_threads: usize,
    handles: Vec<JoinHandle<()>>,
    waited: [(u64, Duration); 2],
    is_closed: bool,
}

/// A task that is over, with its work: both are dropped outside the lock.
type Finished = (Option<Task>, Option<Box<dyn Work>>);

struct Task {
    options: TaskOptions,
    /// Keeps the gate of its signal alive.
    _gate: Arc<TaskGate>,
    phase: Phase,
    /// The work, unless a thread has it.
    work: Option<Box<dyn Work>>,
    /// Slots that it takes when it runs; none before it begins.
    width: usize,
    /// Until when its time is charged, or since when it waits.
    since: Instant,
    /// Since when it has its slot.
    running_since: Instant,
    ran: Duration,
    /// When its time is up, by the time that it ran.
    limit: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// It waits for its beginning or its next slice.
    Queued,
    Running,
    /// It runs, and was asked to give its slot up.
    Yielding,
    /// It was interrupted, and waits.
    Held,
    /// It was stopped while it was held, and ends without a slot.
    Leaving,
}

/// The figures of the scheduler.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Figures {
    pub(crate) slots: usize,
    pub(crate) waiting: [usize; 2],
    pub(crate) running: usize,
    pub(crate) held: usize,
    pub(crate) threads: usize,
    pub(crate) clients: usize,
    /// Tasks that have begun and how long they had waited, by lane.
    pub(crate) waited: [(u64, Duration); 2],
}

impl Scheduler {
    /// A scheduler with this number of slots, one for each core.
    pub(crate) fn new(slots: usize) -> Scheduler {
        let state = State {
            shares: Shares::new(slots),
            tasks: HashMap::new(),
            next_id: 0,
            free: slots,
            ready: VecDeque::new(),
            threads: 0,
            idle_threads: 0,
            handles: Vec::new(),
            waited: Default::default(),
            is_closed: false,
        };
        let inner = Arc::new(Inner {
            slots,
            state: Mutex::new(state),
            ready: Condvar::new(),
            resumed: Condvar::new(),
            running: Condvar::new(),
        });
        let ticking = inner.clone();
        let ticker = spawn("scheduler", move || ticking.tick());
        inner.lock().handles.extend(ticker);
        Scheduler(inner)
    }

    /// How many tasks of a lane would wait before a new one, with itself; none if a slot is free.
    pub(crate) fn ahead(&self, lane: Lane) -> usize {
        let state = self.0.lock();
        if state.free == 0 { state.shares.waiting(lane) + 1 } else { 0 }
    }

    pub(crate) fn push(&self, options: TaskOptions, work: Box<dyn Work>) {
        let signal = options.signal.clone();
        let mut state = self.0.lock();
        if state.is_closed {
            drop(state);
            return signal.stop();
        }
        let id = state.next_id;
        state.next_id += 1;
        let gate = Arc::new(TaskGate { inner: Arc::downgrade(&self.0), id });
        let weak: Weak<TaskGate> = Arc::downgrade(&gate);
        signal.attach(weak);
        state.shares.enter(options.lane, &options.account, id);
        let (phase, ran, since) = (Phase::Queued, Duration::ZERO, Instant::now());
        let (work, limit, running_since) = (Some(work), None, since);
        state.tasks.insert(
            id,
            Task { options, _gate: gate, phase, work, width: 0, since, running_since, ran, limit },
        );
        self.0.fill(&mut state);
        drop(state);
        // It may have been stopped before the gate was attached.
        if signal.is_stopped_now() {
            self.0.stopped(id);
        }
    }

    pub(crate) fn spawn(&self, options: TaskOptions, work: impl FnOnce(&Slot) + Send + 'static) {
        self.push(options, Box::new(Once(Some(work))));
    }

    pub(crate) fn figures(&self) -> Figures {
        let state = self.0.lock();
        let count = |phases: &[Phase]| {
            state.tasks.values().filter(|task| phases.contains(&task.phase)).count()
        };
        Figures {
            slots: self.0.slots,
            waiting: Lane::ALL.map(|lane| state.shares.waiting(lane)),
            running: count(&[Phase::Running, Phase::Yielding]),
            held: count(&[Phase::Held]),
            threads: state.threads,
            clients: state.shares.clients(),
            waited: state.waited,
        }
    }

    /// Stops all tasks, and waits for the threads.
    pub(crate) fn close(&self) {
        let mut state = self.0.lock();
        state.is_closed = true;
        let signals: Vec<_> =
            state.tasks.values().map(|task| task.options.signal.clone()).collect();
        drop(state);
        signals.iter().for_each(StopSignal::stop);
        self.0.ready.notify_all();
        self.0.running.notify_all();
        let handles = std::mem::take(&mut self.0.lock().handles);
        for handle in handles {
            let _ = handle.join();
        }
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    std::thread::Builder::new().name(name.to_owned()).spawn(run).ok()
}

/// The slot of a task that runs: its width, its time and its limit.
#[derive(Clone)]
pub(crate) struct Slot {
    inner: Arc<Inner>,
    id: TaskId,
    width: usize,
}

impl Slot {
    /// How many threads the work may use.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// How long the work has run, without the time in which it waited.
    pub(crate) fn ran(&self) -> Duration {
        let state = self.inner.lock();
        let Some(task) = state.tasks.get(&self.id) else { return Duration::ZERO };
        let is_running = matches!(task.phase, Phase::Running | Phase::Yielding);
        task.ran + if is_running { task.since.elapsed() } else { Duration::ZERO }
    }

    /// Interrupts the signal of the work when it has run for this much longer. [`unlimited`](Slot::unlimited)
    /// takes it back.
    pub(crate) fn limit(&self, time: Duration) {
        let limit = self.ran() + time;
        self.set_limit(Some(limit));
    }

    pub(crate) fn unlimited(&self) {
        self.set_limit(None);
    }

    fn set_limit(&self, limit: Option<Duration>) {
        if let Some(task) = self.inner.lock().tasks.get_mut(&self.id) {
            task.limit = limit;
            if limit.is_none() {
                task.options.signal.revive();
                if task.phase == Phase::Yielding {
                    task.options.signal.hold();
                }
            }
        }
    }
}

/// Where a held task waits.
struct TaskGate {
    inner: Weak<Inner>,
    id: TaskId,
}

impl Gate for TaskGate {
    fn wait(&self) {
        if let Some(inner) = self.inner.upgrade() {
            inner.wait(self.id);
        }
    }

    fn stopped(&self) {
        if let Some(inner) = self.inner.upgrade() {
            inner.stopped(self.id);
        }
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("never poisoned")
    }

    /// Gives the free slots to the tasks that are next, and interrupts those that are not.
    fn fill(self: &Arc<Inner>, state: &mut State) {
        loop {
            let threads = MOST_THREADS.saturating_sub(state.threads) + state.idle_threads;
            let Some(next) = state.shares.next(threads > state.ready.len()) else { return };
            let needed = state.tasks[&next.id].width.max(1);
            if state.free >= needed {
                self.begin(state, &next);
                continue;
            }
            let of = |phase: Phase| {
                let tasks = state.tasks.iter();
                tasks.filter(move |(_, task)| task.phase == phase)
            };
            let coming: usize = of(Phase::Yielding).map(|(_, task)| task.width).sum();
            if state.free + coming >= needed {
                return;
            }
            let is_before = |next: &Next, task: &Task| {
                state.shares.is_before(next, task.options.lane, &task.options.account)
                    && (next.lane != task.options.lane || task.running_since.elapsed() >= LEAST_RUN)
            };
            let last = of(Phase::Running).filter(|(_, task)| is_before(&next, task)).reduce(
                |last, other| {
                    let own = &last.1.options;
                    let last_as_next =
                        Next { id: *last.0, lane: own.lane, account: own.account.clone() };
                    if is_before(&last_as_next, other.1) { other } else { last }
                },
            );
            let Some(last) = last.map(|(id, _)| *id) else { return };
            if let Some(task) = state.tasks.get_mut(&last) {
                task.phase = Phase::Yielding;
                task.options.signal.hold();
            }
        }
    }

    /// Gives a slot to a task.
    fn begin(self: &Arc<Inner>, state: &mut State, next: &Next) {
        state.shares.begin(next);
        let (free, now) = (state.free, Instant::now());
        let Some(task) = state.tasks.get_mut(&next.id) else { return };
        let is_new = task.width == 0;
        if is_new {
            task.width = if task.options.is_wide { free } else { 1 };
            let waited = &mut state.waited[next.lane as usize];
            waited.0 += 1;
            waited.1 += now - task.since;
        }
        let is_held = task.phase == Phase::Held;
        (task.phase, task.since, task.running_since) = (Phase::Running, now, now);
        state.free -= task.width;
        if is_held {
            task.options.signal.release();
            self.resumed.notify_all();
        } else {
            state.ready.push_back(next.id);
            if state.ready.len() > state.idle_threads && state.threads < MOST_THREADS {
                self.start_thread(state);
            }
            self.ready.notify_one();
        }
        self.running.notify_one();
    }

    fn start_thread(self: &Arc<Inner>, state: &mut State) {
        let inner = self.clone();
        // If no thread can be started, the task waits for one that ends.
        if let Some(handle) = spawn("thinker", move || inner.work()) {
            state.threads += 1;
            state.handles.retain(|handle| !handle.is_finished());
            state.handles.push(handle);
        }
    }

    /// A thread: runs tasks that have a slot.
    fn work(self: &Arc<Inner>) {
        #[cfg(unix)]
        let _ = rustix::process::nice(NICE);
        let mut state = self.lock();
        loop {
            if let Some(id) = state.ready.pop_front() {
                let task = state.tasks.get_mut(&id);
                let Some((mut work, width)) =
                    task.and_then(|task| Some((task.work.take()?, task.width)))
                else {
                    continue;
                };
                drop(state);
                let slot = Slot { inner: self.clone(), id, width };
                // Work that panics does not take the thread with it.
                let status = catch_unwind(AssertUnwindSafe(|| work.run(&slot)));
                let status = status.unwrap_or_else(|_| {
                    tracing::error!("a task crashed");
                    Status::Finished
                });
                let work = (status == Status::Pending).then_some(work);
                state = self.lock();
                let over = self.end_slice(&mut state, id, work);
                // Dropping work frees its tables and may wait for other locks: never under this one.
                drop(state);
                drop(over);
                state = self.lock();
                continue;
            }
            if state.is_closed {
                state.threads -= 1;
                return;
            }
            state.idle_threads += 1;
            let (locked, waited) =
                self.ready.wait_timeout(state, IDLE_TIME).expect("never poisoned");
            state = locked;
            state.idle_threads -= 1;
            let is_spare = state.threads > self.slots && state.ready.is_empty();
            if waited.timed_out() && is_spare {
                state.threads -= 1;
                return;
            }
        }
    }

    /// A slice has ended; with work, there is another one. Returns what is to be dropped.
    fn end_slice(
        self: &Arc<Inner>,
        state: &mut State,
        id: TaskId,
        work: Option<Box<dyn Work>>,
    ) -> Option<Finished> {
        state.charge(id);
        let task = state.tasks.get_mut(&id)?;
        let (lane, account) = (task.options.lane, task.options.account.clone());
        // Asked to yield, it came to the end of its slice first: its next slice must not wait.
        if task.phase == Phase::Yielding {
            task.options.signal.release();
        }
        // A task that leaves gave its slot back when it was held.
        if task.phase != Phase::Leaving {
            state.free += task.width;
        }
        let is_over = work.is_none() || task.options.signal.is_stopped_now() || state.is_closed;
        let dropped = if is_over {
            state.shares.leave(lane, &account, true);
            (state.tasks.remove(&id), work)
        } else {
            (task.phase, task.since, task.work) = (Phase::Queued, Instant::now(), work);
            task.width = 0;
            state.shares.requeue(lane, &account, id);
            (None, None)
        };
        self.fill(state);
        Some(dropped)
    }

    /// Waits in a thread of a task that is held.
    fn wait(self: &Arc<Inner>, id: TaskId) {
        let mut state = self.lock();
        let yields = state.tasks.get(&id).is_some_and(|task| task.phase == Phase::Yielding);
        let mut on_hold = None;
        if yields {
            let state = &mut *state;
            state.charge(id);
            if let Some(task) = state.tasks.get_mut(&id) {
                task.phase = Phase::Held;
                task.since = Instant::now();
                state.free += task.width;
                on_hold = task.options.on_hold.clone();
                let (lane, account) = (task.options.lane, task.options.account.clone());
                state.shares.hold(lane, &account, id);
            }
            self.fill(state);
        }
        // It locks the game, whose thread may wait for this lock.
        if let Some(on_hold) = &on_hold {
            drop(state);
            on_hold(true);
            state = self.lock();
        }
        let waits = |state: &mut State| {
            let task = state.tasks.get(&id);
            task.is_some_and(|task| {
                task.phase == Phase::Held && !task.options.signal.is_stopped_now()
            })
        };
        state = self.resumed.wait_while(state, |state| waits(state)).expect("never poisoned");
        // Stopped while it was held: it runs to its end without a slot, which is short.
        if let Some(task) = state.tasks.get_mut(&id)
            && task.phase == Phase::Held
        {
            task.phase = Phase::Leaving;
            let (lane, account) = (task.options.lane, task.options.account.clone());
            state.shares.cancel(lane, &account, id);
        }
        drop(state);
        if let Some(on_hold) = on_hold {
            on_hold(false);
        }
    }

    /// A task was asked to stop: if it has not begun it is dropped, if it is held it resumes and ends.
    fn stopped(self: &Arc<Inner>, id: TaskId) {
        let mut state = self.lock();
        let dropped = match state.tasks.get(&id).map(|task| task.phase) {
            Some(Phase::Queued) => {
                let task = state.tasks.remove(&id);
                if let Some(task) = &task {
                    state.shares.cancel(task.options.lane, &task.options.account, id);
                    state.shares.leave(task.options.lane, &task.options.account, false);
                }
                task
            }
            Some(Phase::Held) => {
                self.resumed.notify_all();
                None
            }
            _ => None,
        };
        drop(state);
        drop(dropped);
    }

    /// The ticker: charges the running tasks, ends those whose time is up, and interrupts those that
    /// are no longer next.
    fn tick(self: &Arc<Inner>) {
        let mut state = self.lock();
        while !state.is_closed {
            let is_idle = state.free == self.slots;
            state = if is_idle {
                self.running.wait(state).expect("never poisoned")
            } else {
                self.running.wait_timeout(state, TICK).expect("never poisoned").0
            };
            let running = state.tasks.iter().filter(|(_, task)| task.phase == Phase::Running);
            let running: Vec<TaskId> = running.map(|(id, _)| *id).collect();
            for id in running {
                state.charge(id);
                if let Some(task) = state.tasks.get(&id)
                    && task.limit.is_some_and(|limit| task.ran >= limit)
                {
                    task.options.signal.interrupt();
                }
            }
            self.fill(&mut state);
        }
    }
}

impl State {
    /// Charges the time of a running task to its account.
    fn charge(&mut self, id: TaskId) {
        let Some(task) = self.tasks.get_mut(&id) else { return };
        if !matches!(task.phase, Phase::Running | Phase::Yielding) {
            return;
        }
        let now = Instant::now();
        let time = now.saturating_duration_since(task.since);
        (task.since, task.ran) = (now, task.ran + time);
        let (lane, slots) = (task.options.lane, task.width as u32);
        self.shares.charge(lane, &task.options.account, time * slots);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;
    use crate::client::{Client, Peer};

    fn options(name: &str, lane: Lane) -> TaskOptions {
        let client = Client::new(Peer::default(), name.to_owned());
        TaskOptions::new(Account::of(&client), lane, StopSignal::default())
    }

    /// Work that searches until it is stopped; tells when it has begun and when it has ended.
    fn endless(scheduler: &Scheduler, options: TaskOptions) -> Receiver<&'static str> {
        let (sender, receiver) = channel();
        let signal = options.signal.clone();
        scheduler.spawn(options, move |_| {
            let _ = sender.send("begun");
            while !signal.is_stopped() {
                std::hint::spin_loop();
            }
            let _ = sender.send("ended");
        });
        receiver
    }

    fn short(scheduler: &Scheduler, options: TaskOptions) -> Receiver<usize> {
        let (sender, receiver) = channel();
        scheduler.spawn(options, move |slot| {
            let _ = sender.send(slot.width());
        });
        receiver
    }

    #[test]
    fn a_short_task_does_not_wait_for_long_ones() {
        let scheduler = Scheduler::new(1);
        let long = options("a", Lane::Background);
        let events = endless(&scheduler, long.clone());
        let others: Vec<_> =
            (0..9).map(|_| endless(&scheduler, options("a", Lane::Background))).collect();
        assert_eq!(events.recv(), Ok("begun"));
        // In another lane, and of another client in the same lane.
        assert_eq!(short(&scheduler, options("b", Lane::Moves)).recv(), Ok(1));
        assert_eq!(short(&scheduler, options("b", Lane::Background)).recv(), Ok(1));
        assert!(events.try_recv().is_err(), "the long task was held, not ended");
        long.signal.stop();
        assert_eq!(events.recv(), Ok("ended"));
        scheduler.close();
        assert!(others.iter().all(|other| other.iter().last() != Some("begun")));
        assert_eq!(scheduler.figures().running, 0);
    }

    #[test]
    fn a_held_task_can_be_stopped_and_is_told_that_it_was_held() {
        let scheduler = Scheduler::new(1);
        let (held, was_held) = channel();
        let on_hold: OnHold = Arc::new(move |is_held| held.send(is_held).unwrap());
        let background = TaskOptions { on_hold: Some(on_hold), ..options("a", Lane::Background) };
        let events = endless(&scheduler, background.clone());
        assert_eq!(events.recv(), Ok("begun"));
        let moves = options("b", Lane::Moves);
        let busy = endless(&scheduler, moves.clone());
        assert_eq!(busy.recv(), Ok("begun"));
        assert_eq!(was_held.recv(), Ok(true));
        background.signal.stop();
        assert_eq!(events.recv(), Ok("ended"));
        moves.signal.stop();
        assert_eq!(busy.recv(), Ok("ended"));
        scheduler.close();
        let figures = scheduler.figures();
        assert_eq!((figures.running, figures.held, figures.waiting), (0, 0, [0, 0]));
    }

    #[test]
    fn a_stopped_task_leaves_the_queue_at_once() {
        let scheduler = Scheduler::new(1);
        let first = options("a", Lane::Moves);
        let events = endless(&scheduler, first.clone());
        assert_eq!(events.recv(), Ok("begun"));
        let second = options("a", Lane::Moves);
        let waiting = endless(&scheduler, second.clone());
        assert_eq!(scheduler.figures().waiting, [1, 0]);
        second.signal.stop();
        assert_eq!(scheduler.figures().waiting, [0, 0]);
        assert!(waiting.recv().is_err(), "its work was dropped");
        scheduler.close();
    }

    #[test]
    fn a_limit_counts_running_time_and_can_be_taken_back() {
        let scheduler = Scheduler::new(1);
        let own = options("a", Lane::Moves);
        let (signal, (sender, receiver)) = (own.signal.clone(), channel());
        scheduler.spawn(own, move |slot| {
            slot.limit(Duration::from_millis(1));
            while !signal.is_stopped() {}
            let ran = slot.ran();
            slot.unlimited();
            let _ = sender.send((ran >= Duration::from_millis(1), signal.is_stopped()));
        });
        assert_eq!(receiver.recv(), Ok((true, false)));
        scheduler.close();
    }

    #[test]
    fn wide_work_takes_the_free_places_and_a_panic_is_contained() {
        let scheduler = Scheduler::new(3);
        scheduler.spawn(options("a", Lane::Moves), |_| panic!("broken"));
        let wide = |name| TaskOptions { is_wide: true, ..options(name, Lane::Background) };
        while scheduler.figures().running > 0 {
            std::thread::yield_now();
        }
        assert_eq!(short(&scheduler, wide("a")).recv(), Ok(3));
        while scheduler.figures().running > 0 {
            std::thread::yield_now();
        }
        let busy = options("b", Lane::Background);
        let events = endless(&scheduler, busy.clone());
        assert_eq!(events.recv(), Ok("begun"));
        assert_eq!(short(&scheduler, wide("c")).recv(), Ok(2));
        scheduler.close();
    }

    struct Slices(usize, std::sync::mpsc::Sender<&'static str>, &'static str);

    impl Work for Slices {
        fn run(&mut self, _: &Slot) -> Status {
            let _ = self.1.send(self.2);
            self.0 -= 1;
            if self.0 > 0 { Status::Pending } else { Status::Finished }
        }
    }

    #[test]
    fn slices_are_repeated_to_the_end() {
        let scheduler = Scheduler::new(2);
        let (sender, receiver) = channel();
        for (name, slices) in [("a", 5), ("b", 3)] {
            let work = Slices(slices, sender.clone(), name);
            scheduler.push(options(name, Lane::Background), Box::new(work));
        }
        drop(sender);
        let mut all: Vec<_> = receiver.iter().collect();
        all.sort_unstable();
        assert_eq!(all, ["a", "a", "a", "a", "a", "b", "b", "b"]);
        scheduler.close();
    }
}
