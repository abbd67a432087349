//! The worker: takes units of every job it can do, and does as many at a time as it has threads.
//!
//! Jobs share it by turns: those with the highest priority take a unit each in turn, and only where they have
//! none waiting, those with a lower one.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use othellier_platform::parallel::StopSignal;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::task::JoinSet;

use crate::error::NatsError;
use crate::executor::{Executor, Task};
use crate::jobs::{JobRecord, now};
use crate::layout::{self, Layout};
use crate::retry::ask;
use crate::status::WorkerRecord;
use crate::unit::{Taken, UnitEnd};

#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Its name; unique on the grid.
    pub name: String,
    pub version: String,
    /// How many units at a time.
    pub threads: usize,
    /// Only units of this job (its id, begin of an id, or name).
    pub only: Option<String>,
    /// End when no job has units any more, instead of waiting for new ones.
    pub until_empty: bool,
}

/// A report of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkEvent {
    /// It will take units of this job.
    Joined {
        job: String,
    },
    /// It cannot do the units of this job. Said once.
    Refused {
        job: String,
        why: String,
    },
    Unit {
        job: String,
        /// The number of the unit.
        number: u64,
        end: UnitEnd,
    },
    /// The server does not answer; it is asked again and again.
    Away {
        /// The server's fault.
        why: String,
    },
    Back,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkTotals {
    /// Units whose result it stored.
    pub done: u64,
    /// Units that had a result already when it came with its own.
    pub duplicates: u64,
    /// Units that failed, each time it was tried.
    pub failed: u64,
    /// Units that it handed back, or that were given to others because they showed no progress.
    pub handed_back: u64,
}

/// Why an excluded worker does not take units.
const EXCLUDED: &str =
    "a result of this worker differs from what the collector found, so its results do not count";

/// How often the list of jobs and the own record are renewed.
const RENEWAL: Duration = Duration::from_secs(1);
const REPORT: Duration = Duration::from_secs(3);
/// The longest pause of a worker without work between two looks.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// The rate of a worker is that of this time.
const RATE_WINDOW: Duration = Duration::from_secs(60);

pub(crate) async fn work(
    layout: Layout,
    options: &WorkerOptions,
    executor: &dyn Executor,
    stop: &StopSignal,
    watch: &mut (dyn FnMut(WorkEvent) + Send),
) -> Result<WorkTotals, NatsError> {
    let only = match &options.only {
        Some(wanted) => Some(ask(async || layout.find_job(wanted).await).await?.job),
        None => None,
    };
    let mut worker = Worker {
        layout,
        options,
        only,
        jobs: Vec::new(),
        refused: BTreeSet::new(),
        jobs_revision: None,
        jobs_lack_files: false,
        looked: None,
        last: None,
        reported: None,
        failures: 0,
        troubles: tokio::sync::mpsc::unbounded_channel(),
        running: JoinSet::new(),
        stops: Vec::new(),
        totals: WorkTotals::default(),
        ended: VecDeque::new(),
        started: Instant::now(),
    };
    worker.run(executor, stop, watch).await
}

/// A job whose units the worker takes.
struct Joined {
    record: JobRecord,
    id: Arc<str>,
    queue: PullConsumer,
    task: Arc<dyn Task>,
}

struct Worker<'a> {
    layout: Layout,
    options: &'a WorkerOptions,
    only: Option<String>,
    jobs: Vec<Joined>,
    refused: BTreeSet<String>,
    jobs_revision: Option<u64>,
    /// Whether the manifest of a job could not be read.
    jobs_lack_files: bool,
    looked: Option<Instant>,
    /// The job that had the last turn.
    last: Option<Arc<str>>,
    reported: Option<Instant>,
    /// Requests without an answer, one after the other.
    failures: u32,
    troubles: (UnboundedSender<String>, UnboundedReceiver<String>),
    running: JoinSet<(Arc<str>, String, u64, UnitEnd)>,
    stops: Vec<(Arc<str>, u64, StopSignal)>,
    totals: WorkTotals,
    /// When units ended, the last minute.
    ended: VecDeque<(Instant, Arc<str>)>,
    started: Instant,
}

impl Worker<'_> {
    async fn run(
        &mut self,
        executor: &dyn Executor,
        stop: &StopSignal,
        watch: &mut (dyn FnMut(WorkEvent) + Send),
    ) -> Result<WorkTotals, NatsError> {
        let mut pause = Duration::from_millis(20);
        while !stop.is_stopped() {
            let looked = self.look(executor, watch).await;
            let taken = match looked {
                Ok(()) => self.take().await,
                Err(error) => Err(error),
            };
            self.tell_away(taken.as_ref().err(), watch);
            while let Ok(why) = self.troubles.1.try_recv() {
                watch(WorkEvent::Away { why });
            }
            match taken {
                Ok(0) => pause = (pause * 2).min(LONGEST_PAUSE),
                Ok(_) => pause = Duration::from_millis(20),
                Err(error) if error.is_passing() => pause = Duration::from_millis(500),
                Err(error) => return Err(error),
            }
            if self.options.until_empty && self.running.is_empty() && self.is_empty().await {
                break;
            }
            self.report().await;
            let is_full = self.running.len() >= self.options.threads;
            self.wait(if is_full { REPORT } else { pause }, stop, watch).await;
        }
        for (_, _, stop) in &self.stops {
            stop.stop();
        }
        while let Some(ended) = self.running.join_next().await {
            self.note(ended.expect("units do not panic"), watch);
        }
        let _ = self.layout.workers.purge(&self.options.name).await;
        // The reports on deliveries are on their way; a server that is gone does not hold us.
        let client = self.layout.context.client();
        let _ = tokio::time::timeout(Duration::from_secs(2), client.flush()).await;
        Ok(self.totals)
    }

    /// Looks for jobs that began or ended.
    async fn look(
        &mut self,
        executor: &dyn Executor,
        watch: &mut (dyn FnMut(WorkEvent) + Send),
    ) -> Result<(), NatsError> {
        if self.looked.is_some_and(|looked| looked.elapsed() < RENEWAL) {
            return Ok(());
        }
        let status =
            self.layout.jobs.stream.get_info().await.map_err(|error| NatsError::of(&error))?;
        let revision = Some(status.state.last_sequence);
        self.looked = Some(Instant::now());
        if self.jobs_revision == revision {
            return Ok(());
        }
        let records = self.layout.all_jobs().await?;
        let is_wanted = |record: &JobRecord| {
            record.state.is_open() && self.only.as_ref().is_none_or(|only| *only == record.job)
        };
        let open = records.into_iter().filter(is_wanted);
        let (excluding, open): (Vec<JobRecord>, Vec<JobRecord>) =
            open.partition(|record| record.excluded.contains(&self.options.name));
        for record in excluding {
            self.refuse(&record, EXCLUDED.to_owned(), watch);
        }
        self.jobs.retain(|job| open.iter().any(|record| record.job == *job.id));
        // The running units of a cancelled job are of no use to anyone.
        for (job, _, stop) in &self.stops {
            if !open.iter().any(|record| record.job == **job) {
                stop.stop();
            }
        }
        self.jobs_lack_files = false;
        for record in open {
            match self.jobs.iter_mut().find(|job| *job.id == record.job) {
                Some(job) => job.record = record,
                None => self.join(record, executor, watch).await?,
            }
        }
        let turn = |job: &Joined| {
            let JobRecord { priority, submitted, job, .. } = &job.record;
            (Reverse(*priority), *submitted, job.clone())
        };
        self.jobs.sort_by_cached_key(turn);
        // A job whose files are not there is looked at again.
        let lacks_files = self.jobs_lack_files;
        self.jobs_revision = revision.filter(|_| !lacks_files);
        Ok(())
    }

    async fn join(
        &mut self,
        record: JobRecord,
        executor: &dyn Executor,
        watch: &mut (dyn FnMut(WorkEvent) + Send),
    ) -> Result<(), NatsError> {
        let manifest = match self.layout.load(&record.manifest).await {
            Err(error) if !error.is_passing() => {
                self.jobs_lack_files = true;
                self.refuse(&record, error.to_string(), watch);
                return Ok(());
            }
            loaded => loaded?,
        };
        let Some(queue) = self.layout.queue(&record.job).await? else { return Ok(()) };
        let layout = self.layout.clone();
        let failure = RefCell::new(None);
        let file = |name: &str| {
            let handle = tokio::runtime::Handle::current();
            let loaded = tokio::task::block_in_place(|| handle.block_on(layout.load(name)));
            loaded.map_err(|error| failure.replace(Some(error))).ok()
        };
        let job = record.shown();
        let prepared = executor.prepare(&manifest, &file);
        // A server that went away while it was asked for a file is no reason to refuse the job.
        if let Some(error) = failure.into_inner()
            && error.is_passing()
        {
            return Err(error);
        }
        match prepared {
            Ok(task) => {
                let id = record.job.as_str().into();
                self.jobs.push(Joined { record, id, queue, task });
                watch(WorkEvent::Joined { job });
            }
            Err(why) => self.refuse(&record, why, watch),
        }
        Ok(())
    }

    /// Says once that units of a job are not taken.
    fn refuse(
        &mut self,
        record: &JobRecord,
        why: String,
        watch: &mut (dyn FnMut(WorkEvent) + Send),
    ) {
        if self.refused.insert(record.job.clone()) {
            watch(WorkEvent::Refused { job: record.shown(), why });
        }
    }

    /// Takes units for the threads that are free: of the jobs with the highest priority, by turns, then of
    /// those with the next one.
    async fn take(&mut self) -> Result<usize, NatsError> {
        let before = self.running.len();
        let all: Vec<usize> = (0..self.jobs.len()).collect();
        let priority = |index: &usize| self.jobs[*index].record.priority;
        let levels: Vec<Vec<usize>> =
            all.chunk_by(|a, b| priority(a) == priority(b)).map(<[usize]>::to_vec).collect();
        for mut turns in levels {
            let is_last = |index: &usize| self.last.as_ref() == Some(&self.jobs[*index].id);
            let after = turns.iter().position(is_last).map_or(0, |last| last + 1);
            turns.rotate_left(after);
            while !turns.is_empty() && self.running.len() < self.options.threads {
                turns = self.take_turns(&turns).await?;
            }
        }
        Ok(self.running.len() - before)
    }

    /// Gives each of these jobs an equal share of the free threads, and one at least while there are any;
    /// returns those that may have more units.
    async fn take_turns(&mut self, turns: &[usize]) -> Result<Vec<usize>, NatsError> {
        let share = ((self.options.threads - self.running.len()) / turns.len()).max(1);
        let mut more = Vec::new();
        for index in turns {
            if self.running.len() >= self.options.threads {
                break;
            }
            let messages = match fetch(&self.jobs[*index].queue, share).await {
                Ok(messages) => messages,
                Err(error) => {
                    // The job may have ended: look again.
                    (self.looked, self.jobs_revision) = (None, None);
                    return Err(error);
                }
            };
            if messages.len() == share {
                more.push(*index);
            }
            for message in messages {
                self.last = Some(Arc::clone(&self.jobs[*index].id));
                self.begin(*index, message);
            }
        }
        Ok(more)
    }

    fn begin(&mut self, index: usize, message: Message) {
        let job = &self.jobs[index];
        let deliveries = message.info().map_or(1, |info| info.delivered.max(1) as u64);
        let Some(number) = layout::number(&message.subject) else { return };
        let stop = StopSignal::default();
        let taken = Taken {
            layout: self.layout.clone(),
            worker: self.options.name.as_str().into(),
            job: Arc::clone(&job.id),
            number,
            deliveries,
            lease: job.record.lease(),
            acker: message.split().1,
            stop: stop.clone(),
            troubles: self.troubles.0.clone(),
        };
        self.stops.push((Arc::clone(&job.id), number, stop));
        let (id, shown, task) = (Arc::clone(&job.id), job.record.shown(), Arc::clone(&job.task));
        self.running.spawn(async move { (id, shown, number, taken.attend(task).await) });
    }

    /// Waits until a unit ends, or for a while.
    async fn wait(
        &mut self,
        most: Duration,
        stop: &StopSignal,
        watch: &mut (dyn FnMut(WorkEvent) + Send),
    ) {
        let until = Instant::now() + most;
        while !stop.is_stopped() && Instant::now() < until {
            let step =
                until.saturating_duration_since(Instant::now()).min(Duration::from_millis(50));
            if self.running.is_empty() {
                tokio::time::sleep(step).await;
                continue;
            }
            if let Ok(Some(ended)) = tokio::time::timeout(step, self.running.join_next()).await {
                self.note(ended.expect("units do not panic"), watch);
                return;
            }
        }
    }

    fn note(
        &mut self,
        (id, job, number, end): (Arc<str>, String, u64, UnitEnd),
        watch: &mut (dyn FnMut(WorkEvent) + Send),
    ) {
        self.stops.retain(|(job, other, _)| (&id, &number) != (job, other));
        match &end {
            UnitEnd::Done => {
                self.totals.done += 1;
                self.ended.push_back((Instant::now(), id));
            }
            UnitEnd::Duplicate => self.totals.duplicates += 1,
            UnitEnd::Failed(_) | UnitEnd::GivenUp(_) => self.totals.failed += 1,
            UnitEnd::HandedBack | UnitEnd::LeaseLost => self.totals.handed_back += 1,
        }
        watch(WorkEvent::Unit { job, number, end });
    }

    /// Says once that the server is away, and once that it is back.
    fn tell_away(&mut self, error: Option<&NatsError>, watch: &mut (dyn FnMut(WorkEvent) + Send)) {
        // A single failure is that of a queue whose job ended meanwhile.
        match (self.failures, error) {
            (1, Some(error)) => watch(WorkEvent::Away { why: error.to_string() }),
            (2.., None) => watch(WorkEvent::Back),
            _ => {}
        }
        self.failures = error.map_or(0, |_| self.failures + 1);
    }

    /// Whether no job that the worker can do has a unit that waits or is taken.
    async fn is_empty(&self) -> bool {
        for job in &self.jobs {
            match crate::status::queued(&self.layout, &job.id).await {
                Ok((0, 0)) => {}
                _ => return false,
            }
        }
        self.jobs_revision.is_some()
    }

    /// Writes the worker's own record, for people; a server that is away does not get one.
    async fn report(&mut self) {
        if self.reported.is_some_and(|reported| reported.elapsed() < REPORT) {
            return;
        }
        self.reported = Some(Instant::now());
        while self.ended.front().is_some_and(|(ended, _)| ended.elapsed() > RATE_WINDOW) {
            self.ended.pop_front();
        }
        let window = self.started.elapsed().min(RATE_WINDOW).as_secs_f64().max(1.0);
        let mut rates = BTreeMap::<String, f64>::new();
        for (_, job) in &self.ended {
            *rates.entry(job.to_string()).or_default() += 1.0 / window;
        }
        let record = WorkerRecord {
            worker: self.options.name.clone(),
            version: self.options.version.clone(),
            threads: self.options.threads as u64,
            busy: self.running.len() as u64,
            done: self.totals.done,
            rates,
            seen: now(),
        };
        let bytes = serde_json::to_vec(&record).expect("a record is plain data");
        let put = self.layout.workers.put(&self.options.name, bytes.into());
        let _ = tokio::time::timeout(Duration::from_millis(500), put).await;
    }
}

/// Units that are there now; does not wait for others.
async fn fetch(queue: &PullConsumer, most: usize) -> Result<Vec<Message>, NatsError> {
    let silent = || NatsError::Silent { why: "no answer to the request for units".to_owned() };
    let fetched = async {
        // A request that expires waits so long where nothing is queued.
        let batch = queue.fetch().max_messages(most).messages().await;
        let mut batch = batch.map_err(|error| NatsError::of(&error))?;
        let mut messages = Vec::new();
        while let Some(message) = batch.next().await {
            match message {
                Ok(message) => messages.push(message),
                Err(error) if messages.is_empty() => return Err(NatsError::of(&error)),
                Err(_) => break,
            }
        }
        Ok(messages)
    };
    tokio::time::timeout(FETCH, fetched).await.unwrap_or_else(|_| Err(silent()))
}

/// How long the server may take to answer a request for units.
const FETCH: Duration = Duration::from_secs(2);
