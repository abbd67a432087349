//! The worker pool: jobs on several threads, results in the order of the jobs or as they finish.
//!
//! | function | results |
//! |---|---|
//! | [`parallel_for`] | as they finish, one of each job |
//! | [`parallel_for_ordered`] | in the order of the jobs |
//! | [`parallel_stream`] | as they come, any number of each job |
//! | [`parallel_map`] | all of them, in the order of the jobs |
//!
//! Every thread makes its own state, such as a solver with its table, and takes the next job from
//! the shared iterator, so there may be more jobs than fit in memory. The callback for results runs
//! on the calling thread. A job that must give the same result on any number of threads seeds its
//! RNG from its own number and from nothing else.
//!
//! ```
//! use othellier_platform::parallel::{StopSignal, parallel_for_ordered};
//! use std::num::NonZeroUsize;
//! use std::ops::ControlFlow;
//!
//! let mut squares = Vec::new();
//! let end: ControlFlow<()> = parallel_for_ordered(
//!     NonZeroUsize::new(2).unwrap(),
//!     1..=4,
//!     &StopSignal::default(),
//!     || (),
//!     |(), number, _| Some(number * number),
//!     |square| {
//!         squares.push(square);
//!         ControlFlow::Continue(())
//!     },
//! );
//! assert_eq!((squares, end.is_continue()), (vec![1, 4, 9, 16], true));
//! ```

mod stop;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

pub use stop::{Gate, StopSignal};

/// The longest time until a stop request reaches the jobs of other threads.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How many jobs per thread may be done before the first one that is not.
const AHEAD: usize = 1 << 10;

/// The callback through which a job reports a result; after a break the job ends.
pub type Report<'a, R> = &'a mut dyn FnMut(R) -> ControlFlow<()>;

/// Runs all jobs, until `each` breaks or a stop is requested, and passes results to `each` as the
/// jobs finish. A job that returns `None` has no result: it was stopped halfway, or skipped.
///
/// A job is given a signal that is set when it shall end: on a stop request, and when `each` breaks.
/// No thread outlives the call; a panic of a job resumes in the calling thread.
pub fn parallel_for<J: Send, T, R: Send, B>(
    threads: NonZeroUsize,
    jobs: impl Iterator<Item = J> + Send,
    stop: &StopSignal,
    new_state: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, J, &StopSignal) -> Option<R> + Sync,
    each: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    parallel_stream(
        threads,
        jobs,
        stop,
        new_state,
        |state, job, stop, report| {
            if let Some(result) = work(state, job, stop) {
                let _ = report(result);
            }
        },
        each,
    )
}

/// As [`parallel_for`], but passes the results on in the order of the jobs. It ends at the first job
/// that returns `None`: after a stop request, `each` has seen every result before that job.
pub fn parallel_for_ordered<J: Send, T, R: Send, B>(
    threads: NonZeroUsize,
    jobs: impl Iterator<Item = J> + Send,
    stop: &StopSignal,
    new_state: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, J, &StopSignal) -> Option<R> + Sync,
    mut each: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (taken, passed_on) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let most_ahead = AHEAD.saturating_mul(threads.get());
    let is_ready = || {
        taken.load(Ordering::Relaxed).saturating_sub(passed_on.load(Ordering::Relaxed)) < most_ahead
    };
    let jobs = jobs.enumerate().inspect(|_| {
        taken.fetch_add(1, Ordering::Relaxed);
    });
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let end = run(
        threads,
        jobs,
        stop,
        &is_ready,
        &new_state,
        &|state: &mut T, (index, job), stop: &StopSignal, report: Report<'_, _>| {
            let _ = report((index, work(state, job, stop)));
        },
        &mut |(index, result)| {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&next) {
                let Some(result) = result else { return ControlFlow::Break(None) };
                if let ControlFlow::Break(why) = each(result) {
                    return ControlFlow::Break(Some(why));
                }
                next += 1;
                passed_on.store(next, Ordering::Relaxed);
            }
            ControlFlow::Continue(())
        },
    );
    match end {
        ControlFlow::Break(Some(why)) => ControlFlow::Break(why),
        ControlFlow::Break(None) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
    }
}

/// As [`parallel_for`], but a job may report any number of results while it runs.
pub fn parallel_stream<J: Send, T, R: Send, B>(
    threads: NonZeroUsize,
    jobs: impl Iterator<Item = J> + Send,
    stop: &StopSignal,
    new_state: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, J, &StopSignal, Report<'_, R>) + Sync,
    mut each: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    run(threads, jobs, stop, &|| true, &new_state, &work, &mut each)
}

/// Maps a function over items; the results are in the order of the items.
pub fn parallel_map<J: Send, R: Send>(
    threads: NonZeroUsize,
    items: impl Iterator<Item = J> + Send,
    work: impl Fn(J) -> R + Sync,
) -> Vec<R> {
    let mut results: Vec<(usize, R)> = Vec::new();
    let _: ControlFlow<()> = parallel_for(
        threads,
        items.enumerate(),
        &StopSignal::default(),
        || (),
        |(), (index, item), _| Some((index, work(item))),
        |result| {
            results.push(result);
            ControlFlow::Continue(())
        },
    );
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The work on a job: its results go to the report.
type Work<'a, J, T, R> = dyn Fn(&mut T, J, &StopSignal, Report<'_, R>) + Sync + 'a;

/// Runs the jobs: on the calling thread where one is enough or threads do not exist, as in a browser.
fn run<J: Send, T, R: Send, B>(
    threads: NonZeroUsize,
    jobs: impl Iterator<Item = J> + Send,
    stop: &StopSignal,
    is_ready: &(dyn Fn() -> bool + Sync),
    new_state: &(dyn Fn() -> T + Sync),
    work: &Work<'_, J, T, R>,
    each: &mut dyn FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let threads = jobs.size_hint().1.map_or(threads.get(), |most| most.min(threads.get()));
    match threads {
        0 => ControlFlow::Continue(()),
        2.. if !cfg!(target_family = "wasm") => {
            run_threads(threads, jobs, stop, is_ready, new_state, work, each)
        }
        _ => run_here(jobs, stop, new_state, work, each),
    }
}

fn run_here<J, T, R, B>(
    mut jobs: impl Iterator<Item = J>,
    stop: &StopSignal,
    new_state: &dyn Fn() -> T,
    work: &Work<'_, J, T, R>,
    each: &mut dyn FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut state = new_state();
    let mut end = ControlFlow::Continue(());
    while end.is_continue() && !stop.is_stopped() {
        let Some(job) = jobs.next() else { break };
        work(&mut state, job, stop, &mut |result| {
            if end.is_continue() {
                end = each(result);
            }
            if end.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    end
}

fn run_threads<J: Send, T, R: Send, B>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    stop: &StopSignal,
    is_ready: &(dyn Fn() -> bool + Sync),
    new_state: &(dyn Fn() -> T + Sync),
    work: &Work<'_, J, T, R>,
    each: &mut dyn FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let jobs = Mutex::new(jobs);
    let cancel = StopSignal::default();
    let panic = Mutex::new(None);
    let next = || {
        let mut jobs = jobs.lock().ok()?;
        while !is_ready() && !cancel.is_stopped() {
            std::thread::sleep(POLL_INTERVAL / 20);
        }
        if cancel.is_stopped() { None } else { jobs.next() }
    };
    let mut end = ControlFlow::Continue(());
    std::thread::scope(|scope| {
        let _cancels_when_each_panics = CancelOnDrop(&cancel);
        // The channel is bounded: a slow callback slows the workers down instead of filling memory.
        let (sender, receiver) = sync_channel(threads);
        for _ in 0..threads {
            let (sender, next, cancel, panic) = (sender.clone(), &next, &cancel, &panic);
            scope.spawn(move || {
                let run = || {
                    let mut state = new_state();
                    while let Some(job) = next() {
                        work(&mut state, job, cancel, &mut |result| match sender.send(result) {
                            Ok(()) if !cancel.is_stopped() => ControlFlow::Continue(()),
                            _ => ControlFlow::Break(()),
                        });
                    }
                };
                if let Err(payload) = catch_unwind(AssertUnwindSafe(run)) {
                    cancel.stop();
                    panic.lock().expect("nothing panics with the lock").get_or_insert(payload);
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok(result) if end.is_continue() => end = each(result),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if end.is_break() || stop.is_stopped() {
                cancel.stop();
            }
        }
    });
    match panic.into_inner().expect("nothing panics with the lock") {
        Some(payload) => resume_unwind(payload),
        None => end,
    }
}

struct CancelOnDrop<'a>(&'a StopSignal);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::ThreadId;

    fn threads(number: usize) -> NonZeroUsize {
        NonZeroUsize::new(number).unwrap()
    }

    /// The squares of 0 to 49 until there are `most`.
    fn squares(number: usize, stop: &StopSignal, most: usize) -> Vec<usize> {
        let mut done = Vec::new();
        let work = |(): &mut (), job: usize, _: &StopSignal| Some(job * job);
        let end = parallel_for(
            threads(number),
            0..50,
            stop,
            || (),
            work,
            |square| {
                done.push(square);
                if done.len() < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break("enough")
                }
            },
        );
        assert_eq!(end.is_break(), most <= 50);
        done.sort_unstable();
        done
    }

    #[test]
    fn every_job_is_done_once_on_any_number_of_threads() {
        let expected: Vec<usize> = (0..50).map(|number| number * number).collect();
        for number in [1, 2, 7, 80] {
            assert_eq!(squares(number, &StopSignal::default(), 99), expected);
            assert_eq!(parallel_map(threads(number), 0..50, |job| job * job), expected);
        }
    }

    #[test]
    fn it_ends_on_break_and_on_stop() {
        assert_eq!(squares(1, &StopSignal::default(), 3), [0, 1, 4]);
        assert_eq!(squares(4, &StopSignal::default(), 3).len(), 3);
        for number in [1, 3] {
            let stop = StopSignal::default();
            let waiting = |(): &mut (), is_first: bool, cancel: &StopSignal| {
                if is_first {
                    stop.stop();
                }
                while !cancel.is_stopped() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                None::<()>
            };
            let jobs = (0..9).map(|job| job == 0);
            let end: ControlFlow<()> =
                parallel_for(threads(number), jobs, &stop, || (), waiting, |()| unreachable!());
            assert!(end.is_continue());
        }
    }

    #[test]
    fn there_may_be_more_jobs_than_fit_in_memory() {
        for number in [1, 2] {
            let mut done = 0;
            let end = parallel_for_ordered(
                threads(number),
                0..u64::MAX,
                &StopSignal::default(),
                || (),
                |(), job, _| Some(job),
                |job| {
                    assert_eq!(job, done);
                    done += 1;
                    if done < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(done) }
                },
            );
            assert_eq!(end, ControlFlow::Break(1000));
        }
    }

    /// The first job is the slowest: without a bound, all others would wait for it in memory.
    #[test]
    fn ordered_results_run_ahead_by_a_bounded_number_of_jobs() {
        let (most, finished) = (2 * AHEAD, AtomicUsize::new(0));
        let mut passed_on = 0;
        let end: ControlFlow<()> = parallel_for_ordered(
            threads(2),
            0..3 * most,
            &StopSignal::default(),
            || (),
            |(), job, _| {
                if job == 0 {
                    while finished.load(Ordering::Relaxed) < most - 1 {
                        std::thread::yield_now();
                    }
                    std::thread::sleep(Duration::from_millis(30));
                    assert_eq!(finished.load(Ordering::Relaxed), most - 1);
                }
                finished.fetch_add(1, Ordering::Relaxed);
                Some(job)
            },
            |job| {
                assert_eq!(job, passed_on);
                passed_on += 1;
                ControlFlow::Continue(())
            },
        );
        assert!(end.is_continue());
        assert_eq!(passed_on, 3 * most);
    }

    #[test]
    fn ordered_results_end_at_the_first_job_that_has_none() {
        for number in [1, 3] {
            let mut seen = Vec::new();
            let work = |(): &mut (), job: i32, _: &StopSignal| (job != 5).then_some(job);
            let end: ControlFlow<()> = parallel_for_ordered(
                threads(number),
                0..,
                &StopSignal::default(),
                || (),
                work,
                |job| {
                    seen.push(job);
                    ControlFlow::Continue(())
                },
            );
            assert!(end.is_continue());
            assert_eq!(seen, [0, 1, 2, 3, 4]);
        }
    }

    #[test]
    fn a_job_may_report_several_results() {
        for number in [1, 2] {
            let mut sum = 0;
            let end: ControlFlow<()> = parallel_stream(
                threads(number),
                1..=10,
                &StopSignal::default(),
                || (),
                |(), job, _, report| {
                    for _ in 0..job {
                        assert!(report(1).is_continue());
                    }
                },
                |one| {
                    sum += one;
                    ControlFlow::Continue(())
                },
            );
            assert_eq!((sum, end.is_continue()), (55, true));
        }
    }

    #[test]
    fn a_panic_of_a_job_or_of_the_callback_goes_on_in_the_caller() {
        let run = |number: usize, bad_job: i32, bad_result: i32| {
            let stop = StopSignal::default();
            let work = |(): &mut (), job: i32, _: &StopSignal| {
                assert!(job != bad_job, "job {job}");
                Some(job)
            };
            let each = |result: i32| -> ControlFlow<()> {
                assert!(result != bad_result, "result {result}");
                ControlFlow::Continue(())
            };
            let run = || parallel_for(threads(number), 0.., &stop, || (), work, each);
            let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("it panics");
            payload.downcast_ref::<String>().expect("a message").clone()
        };
        for number in [1, 3] {
            assert_eq!(run(number, 7, -1), "job 7");
            assert_eq!(run(number, -1, 7), "result 7");
        }
    }

    #[test]
    fn one_thread_is_the_calling_thread() {
        let own = std::thread::current().id();
        let ids = |number| -> Vec<ThreadId> {
            parallel_map(threads(number), 0..2, |_| std::thread::current().id())
        };
        assert_eq!(ids(1), [own; 2]);
        assert!(ids(2).iter().all(|id| *id != own));
    }
}
