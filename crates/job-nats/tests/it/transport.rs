//! Units over a real server, done by small functions.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use othellier_job::Digest;
use othellier_job_nats::{
    Access, CollectEnd, Executor, Grid, JobRecord, JobState, MOST_FAILURES, Submission, Submitted,
    Task, TaskError, UnitCounts, UnitEnd, WorkEvent, WorkTotals, WorkerOptions,
};
use othellier_platform::parallel::StopSignal;

use crate::server::Server;

/// How a unit is done here.
type Function = fn(u64, u64, &StopSignal) -> Result<Vec<u8>, TaskError>;

struct By(Function);

impl Executor for By {
    fn prepare(
        &self,
        manifest: &[u8],
        file: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Arc<dyn Task>, String> {
        let text = str::from_utf8(manifest).unwrap();
        match text.strip_prefix("needs ") {
            Some(name) if file(name).is_none() => Err(format!("the file {name} is missing")),
            _ if text == "another engine" => Err("the job is for another engine".to_owned()),
            _ => Ok(Arc::new(By(self.0))),
        }
    }
}

impl Task for By {
    fn perform(
        &self,
        number: u64,
        deliveries: u64,
        stop: &StopSignal,
        progressed: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<u8>, TaskError> {
        progressed(1);
        (self.0)(number, deliveries, stop)
    }
}

/// Works for so long, alive.
pub(crate) fn busy(time: Duration, stop: &StopSignal) -> Result<(), TaskError> {
    let until = Instant::now() + time;
    while Instant::now() < until {
        if stop.is_stopped() {
            return Err(TaskError::Stopped);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

pub(crate) fn square(number: u64, _: u64, stop: &StopSignal) -> Result<Vec<u8>, TaskError> {
    busy(Duration::from_millis(5), stop)?;
    Ok(expected(number))
}

pub(crate) fn expected(number: u64) -> Vec<u8> {
    format!("{number}² = {}", number * number).into_bytes()
}

const LEASE: Duration = Duration::from_millis(900);

fn grid(server: &Server) -> Grid {
    grid_at(&server.url())
}

pub(crate) fn grid_at(url: &str) -> Grid {
    Grid::connect(&at(url)).unwrap()
}

/// The server at this address, for everyone.
pub(crate) fn at(url: &str) -> Access {
    Access { url: url.to_owned(), ..Access::default() }
}

pub(crate) fn submission(job: &str, units: u64) -> Submission {
    let manifest = format!("squares of {job}").into_bytes();
    let (job, name) = (job.to_owned(), format!("squares {job}"));
    Submission { job, name, units, manifest, files: Vec::new(), lease: LEASE, priority: 0 }
}

pub(crate) fn submit(grid: &Grid, submission: &Submission) -> Submitted {
    grid.submit(submission, &mut |_| ()).unwrap()
}

/// A worker in a thread of its own.
pub(crate) struct Hand {
    stop: StopSignal,
    events: Arc<Mutex<Vec<WorkEvent>>>,
    thread: Option<JoinHandle<WorkTotals>>,
}

impl Hand {
    fn new(server: &Server, name: &str, threads: usize, function: Function) -> Hand {
        Hand::at(&server.url(), name, threads, function)
    }

    pub(crate) fn at(url: &str, name: &str, threads: usize, function: Function) -> Hand {
        Hand::by(&at(url), name, threads, function)
    }

    pub(crate) fn by(access: &Access, name: &str, threads: usize, function: Function) -> Hand {
        Hand::with(access, name, threads, By(function))
    }

    pub(crate) fn with(
        access: &Access,
        name: &str,
        threads: usize,
        executor: impl Executor + 'static,
    ) -> Hand {
        let (stop, events) = (StopSignal::default(), Arc::new(Mutex::new(Vec::new())));
        let access = access.clone();
        let options = WorkerOptions {
            name: name.to_owned(),
            version: "test".to_owned(),
            threads,
            only: None,
            until_empty: false,
        };
        let (halt, reported) = (stop.clone(), Arc::clone(&events));
        let thread = std::thread::spawn(move || {
            let grid = Grid::connect(&access).unwrap();
            let watch = &mut |event| reported.lock().unwrap().push(event);
            grid.work(&options, &executor, &halt, watch).unwrap()
        });
        Hand { stop, events, thread: Some(thread) }
    }

    pub(crate) fn stop(mut self) -> WorkTotals {
        self.stop.stop();
        self.thread.take().unwrap().join().unwrap()
    }

    /// The units that ended, in order: the job, and what became of each.
    pub(crate) fn units(&self) -> Vec<(String, UnitEnd)> {
        let events = self.events.lock().unwrap();
        let unit = |event: &WorkEvent| match event {
            WorkEvent::Unit { job, end, .. } => Some((job.clone(), end.clone())),
            _ => None,
        };
        events.iter().filter_map(unit).collect()
    }

    #[track_caller]
    pub(crate) fn wait_for(&self, is_it: impl Fn(&WorkEvent) -> bool) {
        let started = Instant::now();
        while !self.events.lock().unwrap().iter().any(&is_it) {
            assert!(
                started.elapsed() < Duration::from_secs(20),
                "{:?}",
                self.events.lock().unwrap()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[track_caller]
pub(crate) fn wait_until(is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "it does not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Everything that is there at the end, with how often it came.
pub(crate) fn collect(grid: &Grid, job: &JobRecord) -> (CollectEnd, BTreeMap<u64, Vec<u8>>) {
    let mut found = BTreeMap::new();
    let take = &mut |collected: othellier_job_nats::Collected| {
        let number = collected.number.unwrap();
        assert_eq!(found.insert(number, collected.bytes), None, "a result came twice");
        if found.len() as u64 == job.units {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let end = grid.collect(job, 0, &StopSignal::default(), take).unwrap();
    (end, found)
}

/// The server is killed while units are on their way, a worker vanishes with units in its hands, and the
/// collector and the submitter begin again.
pub(crate) fn everyone_is_killed_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let first = grid(&server);
    let job = submission("squares", 300);
    assert_eq!(submit(&first, &job), Submitted { queued: 300, waiting: 0, done: 0 });
    assert_eq!(submit(&first, &job), Submitted { queued: 0, waiting: 300, done: 0 });
    let hands = [1, 2].map(|number| Hand::new(&server, &format!("hand-{number}"), 2, square));
    let record = first.job("squares squares").unwrap();
    let (mut early, mut after) = (0, 0);
    let end = first.collect(&record, 0, &StopSignal::default(), &mut |collected| {
        (early, after) = (early + 1, collected.sequence);
        if early == 40 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(end.unwrap(), CollectEnd::Satisfied);
    server.kill();
    std::thread::sleep(Duration::from_millis(300));
    server.restart();
    let (end, found) = collect(&first, &record);
    assert_eq!(end, CollectEnd::Satisfied);
    assert_eq!(found.len(), 300);
    assert!(found.iter().all(|(number, bytes)| *bytes == expected(*number)));
    assert_eq!(submit(&first, &job).done, 300);
    let status = first.status(Some("squares")).unwrap();
    let [status] = status.jobs.as_slice() else { panic!("{status:?}") };
    assert_eq!((status.done, status.failed), (300, 0));
    let totals = hands.map(Hand::stop);
    assert_eq!(totals.iter().map(|totals| totals.failed).sum::<u64>(), 0, "{totals:?}");
    assert!(totals.iter().all(|totals| totals.done > 0), "{totals:?}");
    // Only results that were stored before the crash and confirmed after it are counted by nobody.
    assert!(totals.iter().map(|totals| totals.done + totals.duplicates).sum::<u64>() >= 296);
    first.finish(&record).unwrap();
    assert_eq!(first.job("squares").unwrap().state, JobState::Done);
}

pub(crate) fn a_unit_that_fails_is_given_up() {
    fn poisoned(number: u64, deliveries: u64, stop: &StopSignal) -> Result<Vec<u8>, TaskError> {
        match number {
            3 => Err(TaskError::Failed(format!("attempt {deliveries} failed"))),
            5 if deliveries == 1 => Err(TaskError::Failed("once".to_owned())),
            7 if deliveries == 1 => panic!("once, too"),
            _ => square(number, deliveries, stop),
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let first = grid(&server);
    submit(&first, &submission("poison", 10));
    submit(&first, &Submission { manifest: b"another engine".to_vec(), ..submission("other", 2) });
    let hand = Hand::new(&server, "hand", 2, poisoned);
    let record = first.job("pois").unwrap();
    let (end, found) = collect(&first, &record);
    let CollectEnd::Dead(letters) = end else { panic!("{end:?}") };
    let [letter] = letters.as_slice() else { panic!("{letters:?}") };
    assert_eq!((letter.number, letter.deliveries), (3, 5));
    assert_eq!((letter.error.as_str(), letter.worker.as_str()), ("attempt 5 failed", "hand"));
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 4, 5, 6, 7, 8, 9]);
    let refusals = |event: &&WorkEvent| matches!(event, WorkEvent::Refused { .. });
    assert_eq!(hand.events.lock().unwrap().iter().filter(refusals).count(), 1);
    let totals = hand.stop();
    assert_eq!((totals.done, totals.failed), (9, 7), "{totals:?}");
    let other = first.status(Some("other")).unwrap();
    assert_eq!((other.jobs[0].waiting, other.jobs[0].done), (2, 0));
    // Submitted again, the unit that was given up is tried again.
    assert_eq!(
        submit(&first, &submission("poison", 10)),
        Submitted { queued: 1, waiting: 0, done: 9 }
    );
    let hand = Hand::new(&server, "hand", 1, square);
    assert_eq!(collect(&first, &record).1.len(), 10);
    hand.stop();
    first.forget(&record).unwrap();
    assert!(first.job("poison").is_err());
}

pub(crate) fn work_that_hangs_loses_its_lease() {
    fn hung(_: u64, _: u64, _: &StopSignal) -> Result<Vec<u8>, TaskError> {
        std::thread::sleep(Duration::from_secs(600));
        Err(TaskError::Stopped)
    }
    // Three leases long, but alive.
    fn slow(number: u64, _: u64, stop: &StopSignal) -> Result<Vec<u8>, TaskError> {
        busy(LEASE * 3, stop)?;
        Ok(expected(number))
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let first = grid(&server);
    submit(&first, &submission("hang", 1));
    let hanging = Hand::new(&server, "hanging", 1, hung);
    hanging.wait_for(|event| matches!(event, WorkEvent::Joined { .. }));
    std::thread::sleep(Duration::from_millis(100));
    let working = Hand::new(&server, "working", 1, slow);
    hanging.wait_for(|event| matches!(event, WorkEvent::Unit { end: UnitEnd::LeaseLost, .. }));
    let (end, found) = collect(&first, &first.job("hang").unwrap());
    assert_eq!((end, found.len()), (CollectEnd::Satisfied, 1));
    let totals = working.stop();
    assert_eq!((totals.done, totals.duplicates), (1, 0), "it kept its lease");
    assert_eq!(hanging.stop().done, 0);
}

pub(crate) fn long_results_and_files() {
    fn long(number: u64, _: u64, _: &StopSignal) -> Result<Vec<u8>, TaskError> {
        Ok(vec![number as u8; 3 << 20])
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let first = grid(&server);
    let weights = vec![7; 2 << 20];
    let manifest = format!("needs {}", Digest::of(&weights)).into_bytes();
    let files = vec![weights.clone()];
    submit(&first, &Submission { manifest, files, ..submission("long", 2) });
    assert_eq!(first.file(&Digest::of(&weights).to_string()).unwrap(), weights);
    let hand = Hand::new(&server, "hand", 2, long);
    let (_, found) = collect(&first, &first.job("long").unwrap());
    assert_eq!(found[&1], vec![1; 3 << 20]);
    hand.stop();
}

pub(crate) fn a_stopped_worker_hands_back() {
    fn endless(_: u64, _: u64, stop: &StopSignal) -> Result<Vec<u8>, TaskError> {
        busy(Duration::from_secs(600), stop)?;
        unreachable!()
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let first = grid(&server);
    submit(&first, &Submission { lease: Duration::from_secs(60), ..submission("endless", 2) });
    let hand = Hand::new(&server, "hand", 2, endless);
    let started = Instant::now();
    while first.status(None).unwrap().jobs[0].taken < 2 {
        assert!(started.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(20));
    }
    let workers = first.status(None).unwrap().workers;
    assert_eq!(
        workers.iter().map(|(worker, _)| worker.worker.as_str()).collect::<Vec<_>>(),
        ["hand"]
    );
    assert_eq!(hand.stop().handed_back, 2);
    assert_eq!(first.status(None).unwrap().workers, []);
    // At once, and not after the lease of a minute.
    let hand = Hand::new(&server, "other", 2, square);
    assert_eq!(collect(&first, &first.job("endless").unwrap()).1.len(), 2);
    hand.stop();
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// A unit that workers handed back more often than it may fail is done all the same; its failures count from
/// the first one.
pub(crate) fn what_is_handed_back_did_not_fail() {
    static BEGUN: AtomicU64 = AtomicU64::new(0);
    fn endless(_: u64, _: u64, stop: &StopSignal) -> Result<Vec<u8>, TaskError> {
        BEGUN.fetch_add(1, Ordering::Relaxed);
        busy(Duration::from_secs(600), stop)?;
        unreachable!()
    }
    fn failing(number: u64, deliveries: u64, stop: &StopSignal) -> Result<Vec<u8>, TaskError> {
        match number {
            0 => square(number, deliveries, stop),
            _ => Err(TaskError::Failed("poisoned".to_owned())),
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let first = grid(&server);
    submit(&first, &submission("back", 2));
    let times = MOST_FAILURES + 1;
    for time in 1..=times {
        let hand = Hand::new(&server, "leaving", 2, endless);
        let started = Instant::now();
        while BEGUN.load(Ordering::Relaxed) < 2 * time {
            assert!(started.elapsed() < Duration::from_secs(10));
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(hand.stop().handed_back, 2);
    }
    let hand = Hand::new(&server, "hand", 2, failing);
    let (end, found) = collect(&first, &first.job("back").unwrap());
    assert_eq!(found.into_keys().collect::<Vec<_>>(), [0]);
    let CollectEnd::Dead(letters) = end else { panic!("{end:?}") };
    let [letter] = letters.as_slice() else { panic!("{letters:?}") };
    assert_eq!((letter.number, letter.deliveries), (1, times + MOST_FAILURES));
    assert_eq!(letter.error, "poisoned");
    assert_eq!(hand.stop().failed, MOST_FAILURES);
}

pub(crate) fn cancelled_jobs_end() {
    fn slow(number: u64, _: u64, stop: &StopSignal) -> Result<Vec<u8>, TaskError> {
        busy(Duration::from_millis(if number < 3 { 5 } else { 60_000 }), stop)?;
        Ok(expected(number))
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let first = grid(&server);
    submit(&first, &submission("cancelled", 50));
    let hand = Hand::new(&server, "hand", 2, slow);
    let record = first.job("cancelled").unwrap();
    let started = Instant::now();
    while first.status(None).unwrap().jobs[0].done < 3 {
        assert!(started.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(first.cancel(&record).unwrap(), 47);
    // The count of a finished job is stored, and not repeated.
    let status = first.status(None).unwrap();
    let counts = UnitCounts { done: 3, failed: 0 };
    assert_eq!((status.jobs[0].record.ended, status.jobs[0].done), (Some(counts), 3));
    let (end, found) = collect(&first, &record);
    assert_eq!((end, found.len()), (CollectEnd::Cancelled, 3));
    // The worker stops what it has of the job.
    hand.wait_for(|event| matches!(event, WorkEvent::Unit { end: UnitEnd::HandedBack, .. }));
    hand.stop();
    // Submitted again, the rest is queued.
    assert_eq!(
        submit(&first, &submission("cancelled", 50)),
        Submitted { queued: 47, waiting: 0, done: 3 }
    );
    assert_eq!(first.job("cancelled").unwrap().ended, None);
}

/// A worker does not wait at the queues of jobs that are done, and that nobody has collected yet.
pub(crate) fn jobs_that_nobody_collects_cost_nothing() {
    fn quick(number: u64, _: u64, _: &StopSignal) -> Result<Vec<u8>, TaskError> {
        Ok(expected(number))
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let grid = grid(&server);
    for number in 0..12 {
        submit(&grid, &submission(&format!("job{number}"), 1));
    }
    let hand = Hand::new(&server, "hand", 1, quick);
    let started = Instant::now();
    while grid.status(None).unwrap().jobs.iter().any(|job| job.done == 0) {
        // With a second at each queue it would be a minute.
        assert!(started.elapsed() < Duration::from_secs(25), "{:?}", grid.status(None));
        std::thread::sleep(Duration::from_millis(50));
    }
    hand.stop();
}

/// Whatever is asked of a server that was just killed is answered by the one that comes after it.
pub(crate) fn a_restart_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let grid = grid(&server);
    let job = submission("job", 3);
    submit(&grid, &job);
    let record = grid.job("job").unwrap();
    let requests: [(&str, &(dyn Fn() -> bool + Sync)); 5] = [
        ("job", &|| grid.job("job").is_ok()),
        ("manifest", &|| grid.manifest(&record).is_ok()),
        ("submit", &|| grid.submit(&job, &mut |_| {}).is_ok_and(|again| again.waiting == 3)),
        ("cancel", &|| grid.cancel(&record).is_ok_and(|taken_back| taken_back == 3)),
        ("forget", &|| grid.forget(&record).is_ok() && grid.jobs().unwrap().is_empty()),
    ];
    for (name, request) in requests {
        server.kill();
        let is_answered = std::thread::scope(|scope| {
            let asked = scope.spawn(request);
            std::thread::sleep(Duration::from_millis(300));
            server.restart();
            asked.join().unwrap()
        });
        assert!(is_answered, "{name}");
    }
}
