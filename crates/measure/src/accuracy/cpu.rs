//! CPU time: what a computation costs, whatever else the machine does meanwhile.

use std::time::Duration;

/// Whose CPU time is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuClock {
    /// All threads of the process: right where one computation runs at a time.
    Process,
    /// The calling thread: right for a computation on one thread.
    Thread,
}

impl CpuClock {
    /// The CPU time so far; `None` where the system does not say.
    #[cfg(unix)]
    pub fn now(self) -> Option<Duration> {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(match self {
            CpuClock::Process => ClockId::ProcessCPUTime,
            CpuClock::Thread => ClockId::ThreadCPUTime,
        });
        Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
    }

    /// The CPU time so far; `None` where the system does not say.
    #[cfg(not(unix))]
    pub fn now(self) -> Option<Duration> {
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Sleeping takes no CPU time, and work of another thread is none of this one's.
    #[test]
    fn work_counts_and_waiting_does_not() {
        let thread = |before: Duration| CpuClock::Thread.now().unwrap() - before;
        let start = CpuClock::Thread.now().unwrap();
        let process = CpuClock::Process.now().unwrap();
        std::thread::spawn(|| {
            let start = CpuClock::Thread.now().unwrap();
            while CpuClock::Thread.now().unwrap() - start < Duration::from_millis(20) {}
        })
        .join()
        .unwrap();
        assert!(thread(start) < Duration::from_millis(20));
        assert!(CpuClock::Process.now().unwrap() - process >= Duration::from_millis(20));
    }
}
