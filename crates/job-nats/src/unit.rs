//! One unit on a worker: done under a lease, its result stored once, its failure reported.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use async_nats::jetstream::message::{AckKind, Acker, PublishMessage};
use bytes::Bytes;
use futures_util::TryStreamExt;
use othellier_job::Pulse;
use othellier_platform::parallel::StopSignal;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use crate::collect::FILE_HEADER;
use crate::error::{NatsError, is_second};
use crate::executor::{Task, TaskError};
use crate::layout::{Layout, subject};
use crate::status::DeadLetter;

/// A unit is given up when it failed so often. A delivery that ends in silence is a failure; one that is
/// handed back is not.
pub const MOST_FAILURES: u64 = 5;

/// A unit that a worker took.
pub(crate) struct Taken {
    pub(crate) layout: Layout,
    pub(crate) worker: Arc<str>,
    pub(crate) job: Arc<str>,
    pub(crate) number: u64,
    pub(crate) deliveries: u64,
    pub(crate) lease: Duration,
    pub(crate) acker: Acker,
    /// Ends the work on it.
    pub(crate) stop: StopSignal,
    /// Hears why a result cannot be stored at the moment.
    pub(crate) troubles: UnboundedSender<String>,
}

/// The end of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitEnd {
    Done,
    /// It was done, and its result was stored already.
    Duplicate,
    /// It failed, and is tried again later.
    Failed(String),
    /// It failed too often: it is a dead letter now.
    GivenUp(String),
    /// It showed no progress for the length of its lease: another worker has it.
    LeaseLost,
    HandedBack,
}

impl Taken {
    /// Does the unit and sees to it that the server knows.
    pub(crate) async fn attend(self, task: Arc<dyn Task>) -> UnitEnd {
        if self.deliveries > 1 && self.has_result().await {
            self.tell(AckKind::Ack).await;
            return UnitEnd::Duplicate;
        }
        let failures = self.failures().await;
        if failures >= MOST_FAILURES {
            let error = "its workers vanished, or its search hung".to_owned();
            return self.give_up(error).await;
        }
        let failed = match self.performed(task).await {
            Outcome::Done(bytes) => match self.deliver(bytes).await {
                Ok(end) => return end,
                Err(error) => error,
            },
            Outcome::Stopped => return self.hand_back().await,
            Outcome::Hung => return UnitEnd::LeaseLost,
            Outcome::Failed(error) => error,
        };
        if failures + 1 >= MOST_FAILURES {
            return self.give_up(failed).await;
        }
        self.tell(AckKind::Nak(Some(self.delay(failures)))).await;
        UnitEnd::Failed(failed)
    }

    /// Does the unit in a thread of its own and renews the lease while it makes progress. Past its time limit
    /// it is stopped.
    async fn performed(&self, task: Arc<dyn Task>) -> Outcome {
        let (sender, mut receiver) = oneshot::channel();
        let (pulse, finished) = (Pulse::of(&self.stop), Arc::new(AtomicU64::new(0)));
        let (unit, stop, counter) = (self.number, self.stop.clone(), Arc::clone(&finished));
        let deliveries = self.deliveries;
        let limit = task.time_limit().unwrap_or(Duration::MAX);
        let too_long = || Outcome::Failed(format!("it took longer than its limit of {limit:?}"));
        std::thread::spawn(move || {
            let progressed = |more| _ = counter.fetch_add(more, Ordering::Relaxed);
            let _ = sender.send(task.perform(unit, deliveries, &stop, &progressed));
        });
        let signs = || pulse.count() + finished.load(Ordering::Relaxed);
        let (mut seen, mut renewed) = (0, Instant::now());
        let (begun, mut is_late) = (Instant::now(), false);
        let mut stopping: Option<Instant> = None;
        let mut question = tokio::time::interval(self.lease / 6);
        let mut look = tokio::time::interval(Duration::from_millis(50));
        loop {
            tokio::select! {
                ended = &mut receiver => return match ended {
                    Ok(Err(TaskError::Stopped)) if is_late => too_long(),
                    Ok(Ok(bytes)) => Outcome::Done(bytes),
                    Ok(Err(TaskError::Stopped)) if renewed.elapsed() >= self.lease => Outcome::Hung,
                    Ok(Err(TaskError::Stopped)) => Outcome::Stopped,
                    Ok(Err(TaskError::Failed(error))) => Outcome::Failed(error),
                    Err(_) => Outcome::Failed("the work panicked".to_owned()),
                },
                // The lease is renewed because the work answered, never because time passed.
                _ = question.tick() => {
                    let now = signs();
                    if now != seen {
                        (seen, renewed) = (now, Instant::now());
                        self.tell(AckKind::Progress).await;
                    } else if renewed.elapsed() >= self.lease {
                        self.stop.stop();
                    }
                    pulse.ask();
                }
                // Work that does not stop when it is asked to is left behind: the process ends without it.
                _ = look.tick(), if self.stop.is_stopped_now() || begun.elapsed() >= limit => {
                    is_late |= !self.stop.is_stopped_now();
                    self.stop.stop();
                    let since = *stopping.get_or_insert_with(Instant::now);
                    if since.elapsed() >= GRACE {
                        return match renewed.elapsed() >= self.lease {
                            _ if is_late => too_long(),
                            true => Outcome::Hung,
                            false => Outcome::Stopped,
                        };
                    }
                }
            }
        }
    }

    /// Stores the result. It is sent until the server says that it has one: a second one is refused.
    async fn deliver(&self, bytes: Vec<u8>) -> Result<UnitEnd, String> {
        let mut is_told = false;
        loop {
            match self.store(&bytes).await {
                Ok(end) => {
                    // Once, and without waiting for an answer: when it is lost, the unit comes again, and
                    // its result is there.
                    self.tell(AckKind::Ack).await;
                    return Ok(end);
                }
                Err(_) if self.stop.is_stopped_now() => return Ok(self.hand_back().await),
                Err(error) if error.is_passing() => {
                    if !std::mem::replace(&mut is_told, true) {
                        let _ = self.troubles.send(error.to_string());
                    }
                    tokio::time::sleep((self.lease / 8).max(Duration::from_millis(100))).await;
                    self.tell(AckKind::Progress).await;
                }
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// How often the unit failed before: earlier deliveries, less those that were handed back. The server is
    /// asked only when the unit may have to be given up; when it does not answer, the unit is tried again.
    async fn failures(&self) -> u64 {
        let earlier = self.deliveries - 1;
        if earlier + 1 < MOST_FAILURES {
            earlier
        } else {
            earlier.saturating_sub(self.hand_backs().await.unwrap_or(earlier))
        }
    }

    /// How often the unit was handed back.
    async fn hand_backs(&self) -> Result<u64, NatsError> {
        let counted = self.layout.back.info_with_subjects(self.subject("back")).await;
        let counted = counted.map_err(|error| NatsError::of(&error))?;
        let counts: Vec<(String, usize)> =
            counted.try_collect().await.map_err(|error| NatsError::of(&error))?;
        Ok(counts.iter().map(|(_, count)| *count as u64).sum())
    }

    /// Hands the unit back, with a note that this was no failure: the server counts deliveries only.
    async fn hand_back(&self) -> UnitEnd {
        let noted = async {
            let sent = self.layout.context.publish(self.subject("back"), Bytes::new()).await?;
            sent.await
        };
        let _ = tokio::time::timeout(Duration::from_secs(1), noted).await;
        self.tell(AckKind::Nak(None)).await;
        UnitEnd::HandedBack
    }

    async fn store(&self, bytes: &[u8]) -> Result<UnitEnd, NatsError> {
        let context = &self.layout.context;
        let message = if bytes.len() + ROOM_FOR_HEADERS > context.client().max_payload() {
            let mut headers = HeaderMap::new();
            headers.insert(FILE_HEADER, self.layout.store(bytes).await?);
            PublishMessage::build().headers(headers)
        } else {
            PublishMessage::build().payload(bytes.to_vec().into())
        };
        let stored = match context.send_publish(self.subject("results"), message).await {
            Ok(confirmation) => confirmation.await,
            Err(error) => Err(error),
        };
        match stored {
            Ok(_) => Ok(UnitEnd::Done),
            Err(error) if is_second(&error.to_string()) => Ok(UnitEnd::Duplicate),
            Err(error) => Err(NatsError::of(&error)),
        }
    }

    async fn has_result(&self) -> bool {
        let subject = self.subject("results");
        self.layout.results.direct_get_last_for_subject(subject).await.is_ok()
    }

    /// Makes a dead letter of the unit; only then it leaves the queue.
    async fn give_up(&self, error: String) -> UnitEnd {
        let (number, deliveries, worker) = (self.number, self.deliveries, self.worker.to_string());
        let letter = DeadLetter { number, deliveries, worker, error: error.clone() };
        let letter = serde_json::to_vec(&letter).expect("a letter is plain data");
        let sent = match self.layout.context.publish(self.subject("dead"), letter.into()).await {
            Ok(confirmation) => confirmation.await,
            Err(error) => Err(error),
        };
        match sent {
            Ok(_) => {}
            Err(refused) if is_second(&refused.to_string()) => {}
            Err(_) => {
                self.tell(AckKind::Nak(Some(self.delay(MOST_FAILURES)))).await;
                return UnitEnd::Failed(error);
            }
        }
        self.tell(AckKind::Term).await;
        // Submitted again, it begins anew.
        let _ = self.layout.back.purge().filter(self.subject("back")).await;
        UnitEnd::GivenUp(error)
    }

    /// The pause before the next attempt: twice as long after each earlier failure.
    fn delay(&self, failures: u64) -> Duration {
        self.lease / 16 * (1 << failures.min(4))
    }

    /// The subject of the unit in a stream.
    fn subject(&self, kind: &str) -> String {
        subject(kind, &self.job, self.number)
    }

    /// Tells the server about the delivery. It is a hint: nobody waits for an answer.
    async fn tell(&self, kind: AckKind) {
        let _ = tokio::time::timeout(Duration::from_secs(1), self.acker.ack_with(kind)).await;
    }
}

/// How long work that was asked to stop may take to end.
const GRACE: Duration = Duration::from_secs(2);

/// A message must have room for a subject and headers beside its bytes.
const ROOM_FOR_HEADERS: usize = 4096;

enum Outcome {
    Done(Vec<u8>),
    Failed(String),
    Stopped,
    Hung,
}
