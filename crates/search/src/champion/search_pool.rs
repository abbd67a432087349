//! The pool of search threads: where a thread with too much work meets those with none.
//!
//! Each thread has a stack of open split points. A thread without work takes a place at the one with the
//! greatest [priority](SplitPoint::priority). It first looks again and again, then gives way to other
//! programs, then sleeps until a split point is opened.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::split_point::{Assignment, SplitPoint};

/// The split points and idle threads of one call of the champion or the solver.
pub(super) struct SearchPool {
    /// How often a split point was cut or the search halted. A thread whose count is older looks whether
    /// it is concerned.
    interrupts: OwnLine<AtomicU64>,
    /// The threads without work.
    idle: OwnLine<AtomicUsize>,
    /// Those of them that sleep.
    asleep: AtomicUsize,
    is_halted: AtomicBool,
    is_closed: AtomicBool,
    /// One for each thread.
    stacks: Vec<OwnLine<Stack>>,
    bed: Mutex<()>,
    alarm: Condvar,
}

/// A value on cache lines of its own, so that writing it does not slow the readers of others.
#[repr(align(128))]
#[derive(Default)]
pub(super) struct OwnLine<T>(pub(super) T);

/// The open split points of a thread: those with children that wait.
#[derive(Default)]
struct Stack {
    /// The greatest of their priorities; zero where there is none.
    priority: AtomicU32,
    split_points: Mutex<Vec<Arc<SplitPoint>>>,
}

/// A place at a split point, with a child to begin with.
pub(super) struct Joined {
    pub(super) split_point: Arc<SplitPoint>,
    pub(super) assignment: Assignment,
}

/// How often a thread looks for work before it gives way to other programs.
const MAX_SPINS: u32 = 1 << 10;
/// How often it looks for work before it sleeps.
const MAX_LOOKS: u32 = 1 << 11;

/// Waits a moment before the next look. Looking all the time would slow the threads that work: what they
/// write, they would have to share.
fn give_way(looks: u32) {
    /// About half a microsecond.
    const PAUSES: u32 = 16;
    if looks < MAX_SPINS {
        (0..PAUSES).for_each(|_| std::hint::spin_loop());
    } else {
        std::thread::yield_now();
    }
}

impl SearchPool {
    pub(super) fn new(threads: usize) -> SearchPool {
        SearchPool {
            interrupts: OwnLine::default(),
            idle: OwnLine::default(),
            asleep: AtomicUsize::new(0),
            is_halted: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            stacks: (0..threads).map(|_| OwnLine::default()).collect(),
            bed: Mutex::new(()),
            alarm: Condvar::new(),
        }
    }

    /// How often work was interrupted so far.
    #[inline(always)]
    pub(super) fn interrupts(&self) -> u64 {
        self.interrupts.0.load(Ordering::Acquire)
    }

    /// How many threads are waiting for work.
    #[inline(always)]
    pub(super) fn idle_threads(&self) -> usize {
        self.idle.0.load(Ordering::Relaxed)
    }

    /// Interrupts all threads: a limit was reached.
    pub(super) fn halt(&self) {
        self.is_halted.store(true, Ordering::Relaxed);
        self.interrupts.0.fetch_add(1, Ordering::Release);
    }

    /// Whether the search was halted.
    pub(super) fn is_halted(&self) -> bool {
        self.is_halted.load(Ordering::Relaxed)
    }

    /// Makes the pool ready for another search.
    pub(super) fn resume(&self) {
        self.is_halted.store(false, Ordering::Relaxed);
    }

    /// Opens a split point to other threads, if children wait and it is not open already.
    pub(super) fn open(&self, split_point: &Arc<SplitPoint>) {
        let stack = &self.stacks[split_point.node.owner].0;
        let mut split_points = stack.lock();
        split_points.retain(|open| !Arc::ptr_eq(open, split_point));
        if !split_point.progress().waiting.is_empty() {
            split_points.push(Arc::clone(split_point));
        }
        stack.publish(&split_points);
        drop(split_points);
        self.wake_one();
    }

    /// Closes a split point: no thread joins it any more.
    pub(super) fn close(&self, split_point: &SplitPoint) {
        let stack = &self.stacks[split_point.node.owner].0;
        let mut split_points = stack.lock();
        split_points.retain(|open| !std::ptr::eq(&**open, split_point));
        stack.publish(&split_points);
    }

    /// The next child of a split point. The thread that takes the last one closes it.
    pub(super) fn take(&self, split_point: &SplitPoint) -> Option<Assignment> {
        let assignment = split_point.take()?;
        if assignment.is_last {
            self.close(split_point);
        }
        Some(assignment)
    }

    /// Interrupts the threads below a split point that was cut.
    pub(super) fn cut(&self, split_point: &SplitPoint) {
        self.close(split_point);
        if split_point.has_helpers() {
            self.interrupts.0.fetch_add(1, Ordering::Release);
        }
    }

    /// Joins the split point with the greatest priority, as soon as there is one, and takes a child of it.
    /// `None` when the pool is closed.
    pub(super) fn join_when_open(&self) -> Option<Joined> {
        self.idle.0.fetch_add(1, Ordering::Relaxed);
        let mut looks = 0;
        let joined = loop {
            if self.is_closed.load(Ordering::Relaxed) {
                break None;
            }
            if let Some(joined) = self.join_first() {
                break Some(joined);
            }
            looks += 1;
            if looks < MAX_LOOKS {
                give_way(looks);
            } else {
                self.sleep();
                looks = 0;
            }
        };
        self.idle.0.fetch_sub(1, Ordering::Relaxed);
        // A node that one thread can join, the next one can often join too.
        self.wake_one();
        joined
    }

    fn join_first(&self) -> Option<Joined> {
        let priority = |stack: &&OwnLine<Stack>| stack.0.priority.load(Ordering::Relaxed);
        let first = self.stacks.iter().max_by_key(priority).filter(|stack| priority(stack) > 0)?;
        let any = || self.stacks.iter().find_map(|stack| stack.0.join(|_| true));
        first.0.join(|_| true).or_else(any)
    }

    /// Joins a split point below this one, as soon as there is one: work that its owner is waiting for.
    /// `None` when nobody helps the owner any more.
    pub(super) fn join_below(&self, above: &SplitPoint) -> Option<Joined> {
        if !above.has_helpers() {
            return None;
        }
        self.idle.0.fetch_add(1, Ordering::Relaxed);
        let mut looks = 0;
        let joined = loop {
            if !above.has_helpers() {
                break None;
            }
            if !above.is_obsolete()
                && let Some(joined) =
                    self.stacks.iter().find_map(|stack| stack.0.join(|open| open.is_below(above)))
            {
                break Some(joined);
            }
            looks += 1;
            give_way(looks);
        };
        self.idle.0.fetch_sub(1, Ordering::Relaxed);
        joined
    }

    /// Sends all idle threads home.
    pub(super) fn close_pool(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        let _bed = self.lock_bed();
        self.alarm.notify_all();
    }

    /// Sleeps until a split point is opened or the pool is closed; or, sometimes, for no reason.
    fn sleep(&self) {
        let bed = self.lock_bed();
        self.asleep.fetch_add(1, Ordering::SeqCst);
        // A split point that is opened from now on wakes this thread.
        let has_work = self.stacks.iter().any(|stack| stack.0.priority.load(Ordering::SeqCst) > 0);
        if !has_work && !self.is_closed.load(Ordering::SeqCst) {
            drop(self.alarm.wait(bed));
        }
        self.asleep.fetch_sub(1, Ordering::SeqCst);
    }

    fn wake_one(&self) {
        if self.asleep.load(Ordering::SeqCst) > 0 {
            let _bed = self.lock_bed();
            self.alarm.notify_one();
        }
    }

    fn lock_bed(&self) -> MutexGuard<'_, ()> {
        self.bed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stack {
    fn lock(&self) -> MutexGuard<'_, Vec<Arc<SplitPoint>>> {
        self.split_points.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins the split point with the greatest priority that is wanted. One that nobody needs any more will soon be closed, and
    /// a stack that another thread is looking at is not worth waiting for.
    fn join(&self, is_wanted: impl Fn(&SplitPoint) -> bool) -> Option<Joined> {
        if self.priority.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let mut split_points = self.split_points.try_lock().ok()?;
        let joinable = split_points
            .iter()
            .enumerate()
            .filter(|(_, open)| is_wanted(open) && !open.is_obsolete());
        let (at, first) = joinable.max_by_key(|(_, open)| open.priority())?;
        let assignment = first.take()?;
        let split_point = if assignment.is_last {
            split_points.remove(at)
        } else {
            Arc::clone(&split_points[at])
        };
        split_point.join();
        self.publish(&split_points);
        Some(Joined { split_point, assignment })
    }

    fn publish(&self, split_points: &[Arc<SplitPoint>]) {
        let priority = split_points.iter().map(|open| open.priority()).max();
        self.priority.store(priority.unwrap_or(0), Ordering::SeqCst);
    }
}
