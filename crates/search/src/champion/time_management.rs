//! Time management on a game clock: after each iteration, whether the next one is worth its time.
//!
//! A search aims at the optimum that the clock allots. It wants less while the best move stays the
//! same, more after the best move has changed or its value has fallen, and never more than the maximum.
//! An iteration that would not be complete by then is not started, and one that takes much longer than
//! expected is stopped. A move that is far better than every other one is played early.
//!
//! All of it is a function of the iterations so far and of the time used; nothing here reads a clock
//! but the [`Deadline`], which the search checks within an iteration.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use othellier_board::Move;
use othellier_platform::clock::Instant;

use super::parameters;
use super::schedule::Iteration;
use super::units::DISC;
use crate::SearchLimits;

#[derive(Clone, Copy, Debug)]
pub(super) struct Completed {
    pub(super) iteration: Iteration,
    pub(super) best: Option<Move>,
    /// In hundredths of a disc.
    pub(super) score: i32,
    /// The time used when it was complete, from the beginning of the search.
    pub(super) at: Duration,
}

/// The time of a move on a game clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveTime {
    /// The time that the move should take.
    pub(super) optimum: Duration,
    /// The limit of its time.
    pub(super) maximum: Duration,
}

/// The decision after an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Play the best move.
    Stop,
    /// Start the next iteration, and stop it when this much time is used.
    Continue { until: Duration },
}

impl MoveTime {
    /// The time on the clock of these limits; `None` without a clock.
    pub(super) fn of(limits: &SearchLimits) -> Option<MoveTime> {
        let maximum = limits.max_time?;
        Some(MoveTime { optimum: limits.time.unwrap_or(maximum).min(maximum), maximum })
    }

    /// Whether the next iteration is started, after this much time.
    pub(super) fn decide(self, done: &[Completed], used: Duration, next: Iteration) -> Decision {
        let target = self.target(done);
        // While the choice is uncertain, a better move is worth more than the time.
        let limit = if is_uncertain(done) { self.maximum } else { target };
        let complete = done.last().map_or(used, |last| last.at + expected_duration(done, next));
        if used >= target || complete > limit {
            return Decision::Stop;
        }
        Decision::Continue { until: self.maximum.min(percent(limit, parameters::clock_overrun())) }
    }

    /// Whether it is time to see if the best move is far better than the others.
    pub(super) fn asks_if_far_ahead(self, done: &[Completed], used: Duration) -> bool {
        used >= percent(self.optimum, parameters::clock_far_ahead_start())
            && is_stable(done)
            && !is_uncertain(done)
    }

    /// The time that the move should take, as far as it is known.
    fn target(self, done: &[Completed]) -> Duration {
        let mut factor = parameters::clock_change() * recent_changes(done) / 100;
        factor += parameters::clock_fall() * fall(done).min(MAX_FALL) as u32 / DISC as u32;
        factor += if is_stable(done) { parameters::clock_stable() } else { 100 };
        percent(self.optimum, factor).min(self.maximum)
    }
}

/// A value that falls by more than this asks for no more time, in hundredths of a disc.
const MAX_FALL: i32 = 4 * DISC;

/// How often the best move has changed, in percent: each iteration halves the changes before it.
fn recent_changes(done: &[Completed]) -> u32 {
    done.windows(2).fold(0, |sum, pair| sum / 2 + 100 * u32::from(pair[0].best != pair[1].best))
}

/// By how much the value of the last iteration is less than the one before of the same parity.
fn fall(done: &[Completed]) -> i32 {
    let Some((last, before)) = done.split_last() else { return 0 };
    let same = |other: &&Completed| last.iteration.depth.abs_diff(other.iteration.depth) % 2 == 0;
    let previous = before.iter().rev().take(2).find(same);
    previous.map_or(0, |previous| (previous.score - last.score).max(0))
}

/// Whether the last iteration has changed the best move, or its value has fallen.
fn is_uncertain(done: &[Completed]) -> bool {
    let is_changed = matches!(done, [.., before, last] if before.best != last.best);
    is_changed || fall(done) >= parameters::clock_fall_min()
}

/// Whether the best move has been the same for some iterations.
fn is_stable(done: &[Completed]) -> bool {
    let needed = parameters::clock_stable_iterations();
    let mut last = done.iter().rev().take(needed);
    let best = done.last().map(|last| last.best);
    done.len() >= needed && last.all(|iteration| Some(iteration.best) == best)
}

/// How long the next iteration is expected to take: the last one, times the growth of each ply.
fn expected_duration(done: &[Completed], next: Iteration) -> Duration {
    let Some(at) = done.len().checked_sub(1) else { return Duration::ZERO };
    let (last, duration) = (done[at], duration(done, at));
    if next.depth <= last.iteration.depth {
        return percent(duration, parameters::clock_growth_confidence());
    }
    let plies = next.depth - last.iteration.depth;
    // Odd and even depths grow differently: the growth over four plies or more.
    let earlier = (0..at).rev().find(|at| done[*at].iteration.depth + 4 <= last.iteration.depth);
    let growth = earlier.map_or(MAX_GROWTH, |earlier| {
        let (plies, before) =
            (last.iteration.depth - done[earlier].iteration.depth, self::duration(done, earlier));
        let growth = duration.as_secs_f64() / before.as_secs_f64().max(1e-6);
        growth.powf(1.0 / f64::from(plies)).clamp(MIN_GROWTH, MAX_GROWTH)
    });
    duration.mul_f64(growth.powi(plies as i32))
}

/// The least and the greatest growth of the time of an iteration by a ply.
const MIN_GROWTH: f64 = 1.2;
const MAX_GROWTH: f64 = 1.5;

/// How long an iteration took.
fn duration(done: &[Completed], at: usize) -> Duration {
    let began = at.checked_sub(1).map_or(Duration::ZERO, |before| done[before].at);
    done[at].at.saturating_sub(began)
}

fn percent(time: Duration, percent: u32) -> Duration {
    time.saturating_mul(percent) / 100
}

/// When the search must stop, within an iteration too.
pub(super) struct Deadline {
    started: Instant,
    /// In nanoseconds after the start; the greatest number means never.
    at: AtomicU64,
}

impl Deadline {
    /// The limit of time, from now on.
    pub(super) fn new(limits: &SearchLimits) -> Deadline {
        let deadline = Deadline { started: Instant::now(), at: AtomicU64::new(u64::MAX) };
        if let Some(time) = limits.max_time.or(limits.time) {
            deadline.set(time);
        }
        deadline
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Moves the deadline, to this long after the start.
    pub(super) fn set(&self, at: Duration) {
        self.at.store(u64::try_from(at.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(super) fn is_reached(&self) -> bool {
        let at = self.at.load(Ordering::Relaxed);
        at != u64::MAX && self.started.elapsed().as_nanos() >= u128::from(at)
    }
}

#[cfg(test)]
mod tests {
    use othellier_board::Square;

    use super::*;
    use crate::champion::Selectivity;

    const A1: Square = Square::A1;
    const D3: Square = Square::D3;
    const F5: Square = Square::F5;
    const TIME: MoveTime =
        MoveTime { optimum: Duration::from_millis(1000), maximum: Duration::from_millis(4000) };

    /// Iterations of depth 1, 2, …: each with its best move, its value, and the time it took in
    /// milliseconds.
    fn iterations(done: &[(Square, i32, u64)]) -> Vec<Completed> {
        let mut at = Duration::ZERO;
        let completed = done.iter().zip(1..).map(|(&(best, score, milliseconds), depth)| {
            at += Duration::from_millis(milliseconds);
            let best = Some(Move::Place(best));
            Completed { iteration: midgame(depth), best, score, at }
        });
        completed.collect()
    }

    fn midgame(depth: u32) -> Iteration {
        Iteration { depth, selectivity: Selectivity::Percent73 }
    }

    /// The decision right after the last of these iterations; each takes twice as long as the one
    /// before it.
    fn decision(done: &[(Square, i32, u64)]) -> Decision {
        let done = iterations(done);
        TIME.decide(&done, done[done.len() - 1].at, midgame(done.len() as u32 + 1))
    }

    #[test]
    fn an_iteration_that_cannot_be_completed_is_not_started() {
        let steady =
            |last| decision(&[(F5, 0, 10), (F5, 0, last / 4), (F5, 0, last / 2), (F5, 0, last)]);
        assert!(matches!(steady(100), Decision::Continue { .. }));
        assert_eq!(steady(300), Decision::Stop);
    }

    #[test]
    fn the_time_grows_when_the_best_move_changes_or_its_value_falls() {
        let last =
            |best, score| decision(&[(F5, 0, 10), (F5, 0, 100), (F5, 0, 200), (best, score, 400)]);
        assert_eq!(last(F5, 0), Decision::Stop);
        assert_eq!(last(F5, 300), Decision::Stop, "a rise needs no time");
        assert_eq!(last(D3, 0), Decision::Continue { until: TIME.maximum });
        assert_eq!(last(F5, -300), Decision::Continue { until: TIME.maximum });
        // Even then an iteration is not started that would take more than the maximum.
        let late = [(F5, 0, 10), (F5, 0, 500), (F5, 0, 1000), (D3, 0, 2000)];
        assert_eq!(decision(&late), Decision::Stop);
    }

    #[test]
    fn changes_are_forgotten() {
        let done =
            |moves: &[Square]| iterations(&moves.iter().map(|at| (*at, 0, 1)).collect::<Vec<_>>());
        let target = |moves: &[Square]| TIME.target(&done(moves));
        let steady = target(&[F5; 8]);
        assert!(steady < TIME.optimum);
        assert!(target(&[F5, F5, F5, F5, F5, F5, F5, D3]) > TIME.optimum);
        assert!(
            target(&[F5, D3, F5, D3, F5, D3, F5, D3]) > target(&[F5, F5, F5, F5, F5, F5, F5, D3])
        );
        assert!(target(&[F5, D3, D3]) < target(&[F5, F5, D3]));
        assert!(target(&[A1, D3, F5, F5, F5, F5, F5, F5, F5, F5, F5]) == steady);
        assert!(target(&[F5, D3].repeat(20)) <= TIME.maximum);
    }

    #[test]
    fn odd_and_even_depths_are_not_compared() {
        let swinging =
            iterations(&[(F5, 0, 1), (F5, 300, 1), (F5, 0, 1), (F5, 300, 1), (F5, 0, 1)]);
        assert_eq!(fall(&swinging), 0);
        assert!(!is_uncertain(&swinging));
        assert_eq!(fall(&iterations(&[(F5, 300, 1), (F5, 0, 1), (F5, 100, 1)])), 200);
    }

    #[test]
    fn time_used_before_counts_and_an_interrupted_iteration_is_almost_paid() {
        let done = iterations(&[(F5, 0, 10), (F5, 0, 100), (F5, 0, 200), (F5, 0, 300)]);
        let after = |used| TIME.decide(&done, Duration::from_millis(used), midgame(5));
        assert_eq!(after(610), Decision::Stop);
        let done = iterations(&[(F5, 0, 10), (F5, 0, 20), (F5, 0, 40), (F5, 0, 80)]);
        let after = |used| TIME.decide(&done, Duration::from_millis(used), midgame(5));
        assert!(matches!(after(300), Decision::Continue { .. }));
        assert_eq!(after(1000), Decision::Stop);
    }

    #[test]
    fn a_move_far_ahead_is_looked_for_when_the_best_move_is_stable() {
        let asks = |moves: &[Square], used| {
            let done = iterations(&moves.iter().map(|at| (*at, 0, 1)).collect::<Vec<_>>());
            TIME.asks_if_far_ahead(&done, Duration::from_millis(used))
        };
        assert!(asks(&[F5; 8], 500));
        assert!(!asks(&[F5; 8], 1), "too early");
        assert!(!asks(&[F5, F5, F5, F5, F5, F5, F5, D3], 500), "a new best move");
        assert!(!asks(&[F5], 500), "one iteration shows nothing");
    }

    #[test]
    fn without_a_clock_there_is_nothing_to_save() {
        assert!(MoveTime::of(&SearchLimits::default().or_time(TIME.optimum)).is_none());
        let mut limits = SearchLimits::default().or_time(TIME.optimum);
        limits.max_time = Some(TIME.maximum);
        assert_eq!(MoveTime::of(&limits).unwrap().optimum, TIME.optimum);
    }

    #[test]
    fn a_deadline_can_be_moved() {
        let deadline = Deadline::new(&SearchLimits::default());
        assert!(!deadline.is_reached());
        deadline.set(Duration::ZERO);
        assert!(deadline.is_reached());
        deadline.set(Duration::from_secs(3600));
        assert!(!deadline.is_reached());
    }
}
