//! An `Instant` whose clock is a function installed by the program.

#![cfg_attr(test, allow(dead_code, unreachable_pub, reason = "natively only tests use it"))]

use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Installs the clock: a function that returns the time since a fixed origin and never decreases.
/// Returns `false`, and changes nothing, where one is installed already.
pub fn install(since_origin: fn() -> Duration) -> bool {
    CLOCK.set(since_origin).is_ok()
}

/// A point in time, with the interface of [`std::time::Instant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// Now. While no clock is installed, always the origin.
    pub fn now() -> Instant {
        Instant(CLOCK.get().map_or(Duration::ZERO, |since_origin| since_origin()))
    }

    /// The time since this instant; zero if it lies in the future.
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// The time from an earlier instant to this one; zero if the other is later.
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The time from an earlier instant to this one; `None` if the other is later.
    pub fn checked_duration_since(&self, earlier: Instant) -> Option<Duration> {
        self.0.checked_sub(earlier.0)
    }

    /// The time from an earlier instant to this one; zero if the other is later.
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }

    /// This instant and a duration; `None` if it cannot be represented.
    pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
        self.0.checked_add(duration).map(Instant)
    }

    /// This instant less a duration; `None` if it would lie before the origin.
    pub fn checked_sub(&self, duration: Duration) -> Option<Instant> {
        self.0.checked_sub(duration).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    /// # Panics
    /// Where the sum cannot be represented.
    fn add(self, duration: Duration) -> Instant {
        self.checked_add(duration).expect("an instant that can be represented")
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, duration: Duration) {
        *self = *self + duration;
    }
}

impl Sub<Duration> for Instant {
    type Output = Instant;

    /// # Panics
    /// Where the result would lie before the origin.
    fn sub(self, duration: Duration) -> Instant {
        self.checked_sub(duration).expect("an instant after the origin")
    }
}

impl SubAssign<Duration> for Instant {
    fn sub_assign(&mut self, duration: Duration) {
        *self = *self - duration;
    }
}

impl Sub<Instant> for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// One test, because a clock is installed once in a process.
    #[test]
    fn time_stands_still_until_a_clock_is_installed() {
        static SECONDS: AtomicU64 = AtomicU64::new(5);
        let still = Instant::now();
        assert_eq!(still, Instant::now());
        assert_eq!(still.elapsed(), Duration::ZERO);

        assert!(install(|| Duration::from_secs(SECONDS.load(Ordering::Relaxed))));
        assert!(!install(|| Duration::ZERO), "a second clock is refused");
        let began = Instant::now();
        SECONDS.store(12, Ordering::Relaxed);
        assert_eq!(began.elapsed(), Duration::from_secs(7));
        assert_eq!(Instant::now() - began, Duration::from_secs(7));
        assert_eq!(began - Instant::now(), Duration::ZERO);
        assert_eq!(began.checked_duration_since(Instant::now()), None);
        assert_eq!(began + Duration::from_secs(7), Instant::now());
        assert_eq!(Instant::now() - Duration::from_secs(7), began);
        assert_eq!(began.checked_sub(Duration::from_secs(6)), None);
        assert!(began < Instant::now());
    }
}
