//! A worker pool: each thread takes the next job from a shared queue.
//!
//! [`parallel_for`] reports results in the order in which the jobs finish. A job that must give the
//! same result on any number of threads seeds its RNG from its own number and from nothing else.
//! [`parallel_for_ordered`] reports results in the order of the jobs.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use othellier_play::StopSignal;

/// The longest time until a stop request is noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Runs all jobs, until `each` breaks or a stop is requested. Jobs are taken from the iterator one
/// by one, so there may be more of them than fit in memory. A job that returns `None` was stopped
/// halfway. No thread outlives the call.
pub(crate) fn parallel_for<J: Send, R: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: NonZeroUsize,
    stop: &StopSignal,
    work: &(dyn Fn(&J, &StopSignal) -> Option<R> + Sync),
    each: &mut dyn FnMut(&J, R) -> ControlFlow<()>,
) {
    let threads = jobs.size_hint().1.map_or(threads.get(), |most| most.min(threads.get()));
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().ok()?.next();
    let cancel = StopSignal::default();
    let mut aborted = false;
    std::thread::scope(|scope| {
        // The channel is bounded: a slow callback slows the workers down instead of filling memory.
        let (sender, receiver) = sync_channel(threads);
        for _ in 0..threads {
            let (sender, next, cancel) = (sender.clone(), &next, &cancel);
            scope.spawn(move || {
                while !cancel.is_stopped() {
                    let Some(job) = next() else { return };
                    if let Some(result) = work(&job, cancel)
                        && sender.send((job, result)).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok((job, result)) if !aborted => {
                    aborted = each(&job, result).is_break();
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if aborted || stop.is_stopped() {
                cancel.stop();
            }
        }
    });
}

/// Runs jobs with per-thread state, such as a solver with its table, and passes the results to
/// `each` in the order of the jobs. It ends when all jobs are done, when `each` breaks, or when a
/// stop is requested: then at the first job that is not done. A job that returns `None` was stopped
/// halfway.
pub(crate) fn parallel_for_ordered<J: Send, T, R: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: NonZeroUsize,
    stop: &StopSignal,
    new_state: &(dyn Fn() -> T + Sync),
    work: &(dyn Fn(&mut T, J) -> Option<R> + Sync),
    each: &mut dyn FnMut(R) -> ControlFlow<()>,
) {
    let jobs = Mutex::new(jobs.enumerate());
    let next = || jobs.lock().ok()?.next();
    std::thread::scope(|scope| {
        // The channel is bounded: a slow callback slows the workers down instead of filling memory.
        let (sender, receiver) = sync_channel(threads.get());
        for _ in 0..threads.get() {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut state = new_state();
                while !stop.is_stopped() {
                    let Some((index, job)) = next() else { break };
                    let Some(done) = work(&mut state, job) else { break };
                    if sender.send((index, done)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut reported = 0;
        for (index, done) in receiver {
            waiting.insert(index, done);
            while let Some(done) = waiting.remove(&reported) {
                if each(done).is_break() {
                    stop.stop();
                    return;
                }
                reported += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(threads: usize, stop: &StopSignal, most: usize) -> Vec<usize> {
        let mut done = Vec::new();
        let threads = NonZeroUsize::new(threads).unwrap();
        parallel_for(
            0..50,
            threads,
            stop,
            &|job: &usize, _| Some(job * job),
            &mut |job, result| {
                assert_eq!(result, job * job);
                done.push(*job);
                if done.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        );
        done.sort_unstable();
        done
    }

    #[test]
    fn every_job_is_done_once_on_any_number_of_threads() {
        for threads in [1, 2, 7, 80] {
            assert_eq!(squares(threads, &StopSignal::default(), 99), (0..50).collect::<Vec<_>>());
        }
    }

    #[test]
    fn it_ends_on_break_and_on_stop() {
        assert_eq!(squares(1, &StopSignal::default(), 3), [0, 1, 2]);
        assert_eq!(squares(4, &StopSignal::default(), 3).len(), 3);
        let waiting = |_: &(), stop: &StopSignal| {
            while !stop.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            None::<()>
        };
        let stop = StopSignal::default();
        stop.stop();
        let jobs = std::iter::repeat_n((), 9);
        parallel_for(jobs, NonZeroUsize::MIN, &stop, &waiting, &mut |_, ()| unreachable!());
    }

    #[test]
    fn there_may_be_more_jobs_than_fit_in_memory() {
        let mut done = 0;
        let threads = NonZeroUsize::new(2).unwrap();
        let jobs = (0..u64::MAX).flat_map(|a| (0..2_u64).map(move |b| (a, b)));
        let work = |&(a, b): &(u64, u64), _: &StopSignal| Some(2 * a + b);
        parallel_for(jobs, threads, &StopSignal::default(), &work, &mut |_, _| {
            done += 1;
            if done < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(done, 1000);
    }
}
