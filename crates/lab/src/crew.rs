//! Work that many threads share: each takes the next job that is left.
//!
//! The results of [`share_out`] come to one watcher in the order in which they end, so a job that must
//! be the same on any number of threads takes its dice from its own number and from nothing else.
//! Those of [`in_order`] come in the order of the jobs.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use othellier_play::StopSignal;

/// How long it takes at most until a stop is heard.
const HEARING: Duration = Duration::from_millis(20);

/// Does all the jobs, or as many as are allowed: until `each` breaks off or the signal says stop.
/// They are drawn as they are taken, so that there may be more of them than fit in memory. A job
/// that gives `None` was stopped in its middle. No thread outlives the call.
pub(crate) fn share_out<J: Send, R: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: NonZeroUsize,
    stop: &StopSignal,
    work: &(dyn Fn(&J, &StopSignal) -> Option<R> + Sync),
    each: &mut dyn FnMut(&J, R) -> ControlFlow<()>,
) {
    let threads = jobs.size_hint().1.map_or(threads.get(), |most| most.min(threads.get()));
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().ok()?.next();
    let enough = StopSignal::default();
    let mut broken_off = false;
    std::thread::scope(|scope| {
        // A slow watcher slows the work down rather than letting it pile up.
        let (sender, receiver) = sync_channel(threads);
        for _ in 0..threads {
            let (sender, next, enough) = (sender.clone(), &next, &enough);
            scope.spawn(move || {
                while !enough.is_stopped() {
                    let Some(job) = next() else { return };
                    if let Some(result) = work(&job, enough)
                        && sender.send((job, result)).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(HEARING) {
                Ok((job, result)) if !broken_off => {
                    broken_off = each(&job, result).is_break();
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if broken_off || stop.is_stopped() {
                enough.stop();
            }
        }
    });
}

/// Does jobs, any number of them, each thread with a tool of its own, and shows the results in the
/// order of the jobs. It ends when all are done, when `each` breaks off, or when told to stop: then
/// at the first job that is not done. A job that gives `None` was stopped in its middle.
pub(crate) fn in_order<J: Send, T, R: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: NonZeroUsize,
    stop: &StopSignal,
    tool: &(dyn Fn() -> T + Sync),
    work: &(dyn Fn(&mut T, J) -> Option<R> + Sync),
    each: &mut dyn FnMut(R) -> ControlFlow<()>,
) {
    let jobs = Mutex::new(jobs.enumerate());
    let next = || jobs.lock().ok()?.next();
    std::thread::scope(|scope| {
        // A slow watcher slows the work down rather than letting it pile up.
        let (sender, receiver) = sync_channel(threads.get());
        for _ in 0..threads.get() {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut tool = tool();
                while !stop.is_stopped() {
                    let Some((index, job)) = next() else { break };
                    let Some(done) = work(&mut tool, job) else { break };
                    if sender.send((index, done)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut shown = 0;
        for (index, done) in receiver {
            waiting.insert(index, done);
            while let Some(done) = waiting.remove(&shown) {
                if each(done).is_break() {
                    stop.stop();
                    return;
                }
                shown += 1;
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
        share_out(0..50, threads, stop, &|job: &usize, _| Some(job * job), &mut |job, result| {
            assert_eq!(result, job * job);
            done.push(*job);
            if done.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
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
    fn it_can_be_broken_off_and_stopped() {
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
        share_out(jobs, NonZeroUsize::MIN, &stop, &waiting, &mut |_, ()| unreachable!());
    }

    #[test]
    fn there_may_be_more_jobs_than_fit_in_memory() {
        let mut done = 0;
        let threads = NonZeroUsize::new(2).unwrap();
        let jobs = (0..u64::MAX).flat_map(|a| (0..2_u64).map(move |b| (a, b)));
        let work = |&(a, b): &(u64, u64), _: &StopSignal| Some(2 * a + b);
        share_out(jobs, threads, &StopSignal::default(), &work, &mut |_, _| {
            done += 1;
            if done < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(done, 1000);
    }
}
