//! The grid as the objects of the JSON dialect.

use othellier_wire::{GridDeadLetter, GridJob, GridStatus, GridUnit, GridWork, GridWorker};

use crate::{DeadLetter, Grid, JobState, JobStatus, NatsError, UnitEnd, WorkTotals};

impl Grid {
    /// Where the jobs stand, or one of them with its dead letters.
    pub fn wire_status(&self, job: Option<&str>) -> Result<GridStatus, NatsError> {
        let status = self.status(job)?;
        let mut jobs = Vec::with_capacity(status.jobs.len());
        for one in status.jobs {
            let letters = if job.is_some() && one.failed > 0 {
                self.dead_letters(&one.record)?
            } else {
                Vec::new()
            };
            jobs.push(wire_job(one, letters));
        }
        let workers = status.workers.into_iter().map(|(worker, seen_seconds)| GridWorker {
            worker: worker.worker,
            version: worker.version,
            threads: worker.threads,
            busy: worker.busy,
            done: worker.done,
            units_per_second: worker.rates,
            seen_seconds,
        });
        Ok(GridStatus { jobs, workers: workers.collect() })
    }
}

fn wire_job(status: JobStatus, letters: Vec<DeadLetter>) -> GridJob {
    let seconds_left = status.seconds_left();
    let JobStatus { record, done, failed, taken, waiting, rate } = status;
    let letters = letters.into_iter().map(|letter| GridDeadLetter {
        number: letter.number,
        deliveries: letter.deliveries,
        worker: letter.worker,
        error: letter.error,
    });
    GridJob {
        job: record.job,
        name: record.name,
        state: record.state.word().to_owned(),
        priority: record.priority,
        excluded: record.excluded.into_iter().collect(),
        units: record.units,
        done,
        failed,
        taken,
        waiting,
        units_per_second: rate,
        seconds_left,
        dead_letters: letters.collect(),
    }
}

impl JobState {
    fn word(self) -> &'static str {
        match self {
            JobState::Submitting => "submitting",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Cancelled => "cancelled",
        }
    }
}

impl UnitEnd {
    /// The event of a unit that ended so.
    pub fn to_wire(&self, job: &str, number: u64) -> GridUnit {
        let (end, error) = match self {
            UnitEnd::Done => ("done", None),
            UnitEnd::Duplicate => ("duplicate", None),
            UnitEnd::Failed(error) => ("failed", Some(error)),
            UnitEnd::GivenUp(error) => ("dead", Some(error)),
            UnitEnd::LeaseLost => ("lease-lost", None),
            UnitEnd::HandedBack => ("handed-back", None),
        };
        let (job, end, error) = (job.to_owned(), end.to_owned(), error.cloned());
        GridUnit { job, number, end, error }
    }
}

impl WorkTotals {
    pub fn to_wire(self, worker: &str) -> GridWork {
        let WorkTotals { done, duplicates, failed, handed_back } = self;
        GridWork { worker: worker.to_owned(), done, duplicates, failed, handed_back }
    }
}
