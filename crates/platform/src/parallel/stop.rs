//! A stop request that threads share, and a gate at which its work can be made to wait.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock, Weak};

/// A flag, shared by clones, that asks work in another thread to stop.
///
/// Work asks [`is_stopped`](StopSignal::is_stopped) again and again. That is also where it can be held:
/// whoever schedules the work attaches a [`Gate`], and between [`hold`](StopSignal::hold) and
/// [`release`](StopSignal::release) a thread that asks waits there. Without a gate nothing ever waits.
#[derive(Clone, Default)]
pub struct StopSignal(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: AtomicU8,
    gate: OnceLock<Weak<dyn Gate>>,
}

const RUNNING: u8 = 0;
const HELD: u8 = 1;
const INTERRUPTED: u8 = 2;
const STOPPED: u8 = 3;

/// Holds work until a scheduler lets it resume.
pub trait Gate: Send + Sync {
    /// Called by a thread of work that is held; returns when the work may resume, or was stopped.
    fn wait(&self);

    /// The work was asked to stop, so it must not wait any longer.
    fn stopped(&self);
}

impl StopSignal {
    /// Asks every holder of this signal to stop.
    pub fn stop(&self) {
        if self.0.state.swap(STOPPED, Ordering::Relaxed) != STOPPED
            && let Some(gate) = self.gate()
        {
            gate.stopped();
        }
    }

    /// Whether a stop was asked for. Work that is held waits here.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) != RUNNING && self.is_stopped_or_held()
    }

    /// Whether a stop was asked for, without waiting.
    pub fn is_stopped_now(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) >= INTERRUPTED
    }

    #[cold]
    fn is_stopped_or_held(&self) -> bool {
        while self.0.state.load(Ordering::Relaxed) == HELD {
            match self.gate() {
                Some(gate) => gate.wait(),
                None => self.release(),
            }
        }
        self.is_stopped_now()
    }

    /// Attaches the gate at which the work waits; a signal has one gate, the first. It must stay alive
    /// as long as the work can be held.
    pub fn attach(&self, gate: Weak<dyn Gate>) {
        let _ = self.0.gate.set(gate);
    }

    /// Makes the work wait at its gate when it next asks whether to stop, unless it was stopped.
    pub fn hold(&self) {
        self.change(RUNNING, HELD);
    }

    /// Lets held work resume.
    pub fn release(&self) {
        self.change(HELD, RUNNING);
    }

    /// Asks for a stop that [`revive`](StopSignal::revive) can take back: the end of one step of the
    /// work. Held work is not interrupted.
    pub fn interrupt(&self) {
        self.change(RUNNING, INTERRUPTED);
    }

    /// Takes an interruption back; a stop stays.
    pub fn revive(&self) {
        self.change(INTERRUPTED, RUNNING);
    }

    fn change(&self, from: u8, to: u8) {
        let _ = self.0.state.compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn gate(&self) -> Option<Arc<dyn Gate>> {
        self.0.gate.get()?.upgrade()
    }
}

impl fmt::Debug for StopSignal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = ["running", "held", "interrupted", "stopped"];
        let state = state[usize::from(self.0.state.load(Ordering::Relaxed))];
        formatter.debug_tuple("StopSignal").field(&state).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::sync::{Condvar, Mutex};

    use super::*;

    /// Opens when the test says so.
    struct Door {
        is_open: Mutex<bool>,
        opened: Condvar,
        signal: StopSignal,
        waiting: Sender<()>,
    }

    impl Door {
        fn new(signal: &StopSignal) -> (Arc<Door>, Receiver<()>) {
            let (waiting, arrived) = channel();
            let (is_open, opened, signal) = (Mutex::new(false), Condvar::new(), signal.clone());
            let door = Arc::new(Door { is_open, opened, signal: signal.clone(), waiting });
            let gate: Arc<dyn Gate> = door.clone();
            signal.attach(Arc::downgrade(&gate));
            (door, arrived)
        }

        fn open(&self) {
            self.signal.release();
            self.stopped();
        }
    }

    impl Gate for Door {
        fn wait(&self) {
            let _ = self.waiting.send(());
            let mut is_open = self.is_open.lock().unwrap();
            while !*is_open {
                is_open = self.opened.wait(is_open).unwrap();
            }
        }

        fn stopped(&self) {
            *self.is_open.lock().unwrap() = true;
            self.opened.notify_all();
        }
    }

    fn answer_of_held(then: impl FnOnce(&Door)) -> bool {
        let signal = StopSignal::default();
        let (door, arrived) = Door::new(&signal);
        signal.hold();
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| signal.is_stopped());
            arrived.recv().unwrap();
            then(&door);
            worker.join().unwrap()
        })
    }

    #[test]
    fn held_work_waits_until_it_is_released_or_stopped() {
        assert!(!answer_of_held(Door::open));
        assert!(answer_of_held(|door| door.signal.stop()));
    }

    #[test]
    fn without_a_gate_nothing_waits() {
        let signal = StopSignal::default();
        signal.hold();
        assert!(!signal.is_stopped());
        signal.stop();
        signal.release();
        assert!(signal.is_stopped());
    }

    #[test]
    fn an_interruption_is_taken_back_and_a_stop_is_not() {
        let signal = StopSignal::default();
        signal.interrupt();
        assert!(signal.is_stopped());
        signal.revive();
        assert!(!signal.is_stopped());
        signal.stop();
        signal.revive();
        assert!(signal.is_stopped());
        assert_eq!(format!("{signal:?}"), "StopSignal(\"stopped\")");
    }
}
