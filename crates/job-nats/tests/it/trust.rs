//! Workers that nobody has to trust: forged, damaged and foreign results, and units that take too long.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream;
use othellier_job::audit::AuditOptions;
use othellier_job::{Manifest, ResultFault, Shard, UnitFolder, merged, output, run};
use othellier_job_nats::{
    Access, CollectEnd, Dropped, Executor, GatherEnd, GatherEvent, Grid, JobExecutor, JobRecord,
    SubmitOptions, Task, TaskError, UnitEnd, WorkEvent, collect_job, submit_job,
};
use othellier_platform::parallel::StopSignal;
use othellier_wire::GridCollected;
use tempfile::TempDir;

use crate::forging::Forging;
use crate::server::Server;
use crate::transport::{
    Hand, at, busy, collect, expected, grid_at, square, submission, submit, wait_until,
};

/// Twelve units of two short games.
const JOB: &str = r#"
format = 1
name = "pairs"
[match]
a = "alphabeta(depth=1)"
b = "random"
games = 24
unit = 2
seed = 7
"#;

/// A job on a server, and its honest results.
pub(crate) struct Club {
    home: TempDir,
    manifest: Manifest,
    /// Stays there as long as the club.
    _server: Server,
    /// The way to the server for workers.
    access: Access,
    pub(crate) grid: Grid,
}

impl Club {
    fn new() -> Club {
        let home = tempfile::tempdir().unwrap();
        let server = Server::start(home.path());
        let access = at(&server.url());
        Club::on(home, server, &access, access.clone())
    }

    /// Submits to a server in this folder, as one user, for the workers of another.
    pub(crate) fn on(home: TempDir, server: Server, submitter: &Access, access: Access) -> Club {
        let file = home.path().join("job.toml");
        std::fs::write(&file, JOB).unwrap();
        let (manifest, inputs) = Manifest::read_job(&file).unwrap();
        let local = home.path().join("local");
        let folder = UnitFolder::create(&local, manifest.clone(), &inputs).unwrap();
        let threads = NonZeroUsize::new(2).unwrap();
        run(&folder, Shard::ALL, threads, &StopSignal::default(), &mut |_| ()).unwrap();
        output::write(&merged(&[folder]).unwrap(), &local).unwrap();
        let grid = Grid::connect(submitter).unwrap();
        let options = SubmitOptions { lease: Duration::from_secs(2), priority: 0 };
        submit_job(&grid, &manifest, &inputs, options, &mut |_| ()).unwrap();
        Club { home, manifest, _server: server, access, grid }
    }

    fn record(&self) -> JobRecord {
        self.grid.job("pairs").unwrap()
    }

    fn worker(&self, name: &str, executor: impl Executor + 'static) -> Hand {
        Hand::with(&self.access, name, 1, executor)
    }

    pub(crate) fn honest(&self, name: &str) -> Hand {
        self.worker(name, JobExecutor::new(&self.home.path().join("cache"), name, 1))
    }

    fn forger(&self, name: &str, stated: &str) -> Hand {
        self.worker(name, Forging { worker: stated.to_owned() })
    }

    /// Waits until this number of results is stored.
    #[track_caller]
    fn wait_for(&self, done: u64) {
        wait_until(|| self.grid.status(None).unwrap().jobs[0].done >= done);
    }

    /// Collects everything, and sees that it is what one machine would have found.
    #[track_caller]
    pub(crate) fn collect(&self, out: &str, percent: f64) -> (GridCollected, Vec<GatherEvent>) {
        let out = self.home.path().join(out);
        let threads = NonZeroUsize::new(2).unwrap();
        let audit = AuditOptions { percent, seed: 11, threads };
        let audit = (percent > 0.0).then_some(audit);
        let mut events = Vec::new();
        let watch = &mut |event| match event {
            GatherEvent::Progress(_) => {}
            event => events.push(event),
        };
        let stop = StopSignal::default();
        let collected = collect_job(&self.grid, &self.record(), &out, audit, &stop, watch);
        let (end, collected) = collected.unwrap();
        assert_eq!(end, GatherEnd::Complete);
        assert!(results(&out) == results(&self.home.path().join("local")), "other results");
        (collected, events)
    }
}

/// The files of the results.
fn results(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(out.join("results")).unwrap();
    let file = |path: PathBuf| (path.file_name().unwrap().into(), std::fs::read(&path).unwrap());
    entries.map(|entry| file(entry.unwrap().path())).collect()
}

/// One that forges all its units is found by the one that is repeated, whichever it is. It does not stop, as it
/// is not the worker that it says; what it sends later does not count either.
pub(crate) fn a_forging_worker_is_excluded() {
    let club = Club::new();
    let forger = club.forger("stubborn", "forger");
    club.wait_for(6);
    let honest = club.honest("honest");
    let (collected, events) = club.collect("out", 1.0);
    assert_eq!(collected.excluded, ["forger"]);
    assert!(!collected.different.is_empty() && collected.dropped >= 6, "{collected:?}");
    assert_eq!(collected.seed, 11);
    let excluded = |event: &GatherEvent| matches!(event, GatherEvent::Excluded { worker, .. } if worker == "forger");
    assert!(matches!(events.as_slice(), [event] if excluded(event)), "{events:?}");
    // Whoever collects again knows, without repeating anything.
    let (again, _) = club.collect("again", 0.0);
    assert_eq!((again.excluded, again.repeated), (vec!["forger".to_owned()], 0));
    // A worker of ours that is excluded takes no more units of the job.
    let obedient = club.forger("forger", "forger");
    let options = SubmitOptions { lease: Duration::from_secs(2), priority: 0 };
    submit_job(&club.grid, &club.manifest, &Default::default(), options, &mut |_| ()).unwrap();
    obedient.wait_for(
        |event| matches!(event, WorkEvent::Refused { why, .. } if why.contains("do not count")),
    );
    honest.stop();
    forger.stop();
    obedient.stop();
}

/// A new name for each unit does not help: each is audited.
pub(crate) fn new_names_are_audited_each() {
    let club = Club::new();
    for name in ["a", "b", "c"] {
        let forger = club.forger(name, name);
        wait_until(|| !forger.units().is_empty());
        forger.stop();
    }
    let honest = club.honest("honest");
    let (collected, _) = club.collect("out", 1.0);
    assert_eq!(collected.excluded, ["a", "b", "c"]);
    honest.stop();
}

/// Sends bytes as anyone with the password could.
fn send(url: &str, messages: &[(String, &str)]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(url).await.unwrap());
        for (subject, bytes) in messages {
            let sent = context.publish(subject.clone(), bytes.to_string().into()).await.unwrap();
            sent.await.unwrap();
        }
    });
}

/// The record of a worker whose name turns the text beside it around.
const NAMELESS: &str = "{\"worker\":\"\u{202e}\",\"version\":\"1\",\"threads\":1,\"busy\":0,\"done\":0,\"rates\":{},\"seen\":1}";

/// Rubbish as the result of a unit, of one that does not exist, as a dead letter, as a job: each is named,
/// dropped and queued again, and holds up neither this job nor another.
pub(crate) fn what_is_damaged_or_foreign_is_dropped() {
    let club = Club::new();
    let job = club.manifest.id().to_string();
    let subject = |kind: &str, unit: &str| format!("othellier.{kind}.{job}.{unit}");
    let long = format!("othellier-unit 2 {}\n", "0".repeat(64));
    send(
        &club.access.url,
        &[
            (subject("results", "2"), "rubbish"),
            (subject("results", "3"), &long),
            (subject("results", "99999"), "rubbish"),
            (subject("results", "x"), "rubbish"),
            (subject("results", "05"), "rubbish"),
            (subject("dead", "4"), "rubbish"),
            (
                subject("dead", "5"),
                "{\"number\":5,\"deliveries\":1,\"worker\":\"\u{202e}\",\"error\":\"\"}",
            ),
            ("$KV.OTHELLIER_WORKERS.rubbish".to_owned(), NAMELESS),
            (subject("dead", "99999"), "rubbish"),
            ("$KV.OTHELLIER_JOBS.rubbish".to_owned(), "rubbish"),
            (
                "$KV.OTHELLIER_JOBS.missing".to_owned(),
                r#"{"job":"missing","name":"m","units":9,"submitted":1,"lease_ms":30000,"manifest":"00","state":"running"}"#,
            ),
        ],
    );
    let honest = club.honest("honest");
    let (collected, events) = club.collect("out", 1.0);
    let of = |event: &GatherEvent| match event {
        GatherEvent::Dropped(Dropped { number, fault, .. }) => (*number, fault.to_string()),
        event => panic!("{event:?}"),
    };
    let dropped: BTreeSet<(Option<u64>, String)> = events.iter().map(of).collect();
    let faults = [
        (None, ResultFault::OtherUnit.to_string()),
        (Some(2), "not the result of a unit".to_owned()),
        (Some(3), "damaged: the digest of its content is another one".to_owned()),
    ];
    assert_eq!(dropped, BTreeSet::from(faults));
    assert_eq!((collected.dropped, collected.failed), (5, 0));
    let status = club.grid.status(Some("pairs")).unwrap();
    assert_eq!((status.jobs[0].done, status.jobs[0].record.units), (12, 12));
    assert!(status.workers.iter().all(|(worker, _)| worker.worker == "honest"), "{status:?}");
    honest.stop();
}

/// A unit that someone took off the queue without a result is queued again.
pub(crate) fn units_that_vanish_are_queued_again() {
    let club = Club::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(&club.access.url).await.unwrap());
        let units = context.get_stream("OTHELLIER_UNITS").await.unwrap();
        assert_eq!(units.purge().await.unwrap().purged, 12);
    });
    let honest = club.honest("honest");
    club.collect("out", 1.0);
    honest.stop();
}

/// Stops after its limit, alive as it is, and is given up after five failures.
pub(crate) fn a_unit_past_its_time_limit_fails() {
    struct Limited;
    impl Executor for Limited {
        fn prepare(
            &self,
            _: &[u8],
            _: &dyn Fn(&str) -> Option<Vec<u8>>,
        ) -> Result<Arc<dyn Task>, String> {
            Ok(Arc::new(Limited))
        }
    }
    impl Task for Limited {
        fn perform(
            &self,
            number: u64,
            _: u64,
            stop: &StopSignal,
            _: &(dyn Fn(u64) + Sync),
        ) -> Result<Vec<u8>, TaskError> {
            busy(Duration::from_secs(if number == 1 { 600 } else { 0 }), stop)?;
            Ok(expected(number))
        }
        fn time_limit(&self) -> Option<Duration> {
            Some(Duration::from_millis(100))
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let first = grid_at(&server.url());
    submit(&first, &submission("endless", 3));
    let hand = Hand::with(&at(&server.url()), "hand", 1, Limited);
    let (end, found) = collect(&first, &first.job("endless").unwrap());
    let CollectEnd::Dead(letters) = end else { panic!("{end:?}") };
    let [letter] = letters.as_slice() else { panic!("{letters:?}") };
    assert_eq!((letter.number, letter.deliveries), (1, 5));
    assert_eq!(letter.error, "it took longer than its limit of 100ms");
    assert_eq!(found.into_keys().collect::<Vec<_>>(), [0, 2]);
    assert_eq!(hand.stop().failed, 5);
}

/// The limit of a job file reaches a worker of ours, which stops its search at it.
pub(crate) fn the_time_limit_of_a_job_file_holds() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start(home.path());
    let file = home.path().join("job.toml");
    let slow = "[match]\na = \"alphabeta(depth=9)\"\nb = \"random\"\ngames = 2\nunit = 2\n";
    std::fs::write(&file, format!("format = 1\nname = \"slow\"\nunit_limit = \"1ms\"\n{slow}"))
        .unwrap();
    let (manifest, inputs) = Manifest::read_job(&file).unwrap();
    assert_eq!((manifest.units, manifest.unit_limit()), (1, Duration::from_millis(1)));
    let grid = grid_at(&server.url());
    let options = SubmitOptions { lease: Duration::from_secs(1), priority: 0 };
    submit_job(&grid, &manifest, &inputs, options, &mut |_| ()).unwrap();
    let executor = JobExecutor::new(&home.path().join("cache"), "honest", 1);
    let hand = Hand::with(&at(&server.url()), "honest", 1, executor);
    let (end, found) = collect(&grid, &grid.job("slow").unwrap());
    let CollectEnd::Dead(letters) = end else { panic!("{end:?}") };
    let [letter] = letters.as_slice() else { panic!("{letters:?}") };
    assert_eq!(letter.error, "it took longer than its limit of 1ms");
    assert_eq!((letter.number, found.len(), hand.stop().failed), (0, 0, 5));
}

/// Two jobs of the same priority take turns; one with a higher priority comes first, however late.
pub(crate) fn jobs_share_a_worker_by_turns() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let first = grid_at(&server.url());
    submit(&first, &submission("long", 8));
    submit(&first, &submission("short", 3));
    let mut urgent = submission("urgent", 2);
    urgent.priority = 1;
    submit(&first, &urgent);
    let hand = Hand::at(&server.url(), "hand", 1, square);
    collect(&first, &first.job("long").unwrap());
    wait_until(|| hand.units().len() == 13);
    let order: Vec<String> = hand
        .units()
        .into_iter()
        .map(|(job, end)| {
            assert_eq!(end, UnitEnd::Done);
            job.split(' ').next().unwrap().to_owned()
        })
        .collect();
    let turns = "urgent urgent long short long short long short long long long long long";
    let other = "urgent urgent short long short long short long long long long long long";
    let order = order.join(" ");
    assert!([turns, other].contains(&order.as_str()), "{order}");
    hand.stop();
}
