//! How many units a server moves in a second: empty units, so that nothing else is measured.
//!
//! ```text
//! nats-server -js -sd /tmp/js &
//! cargo run --release -p othellier-job-nats --example throughput -- nats://127.0.0.1:4222 20000 2 8 1000
//! ```
//! Arguments: the server, units, workers, units that each does at a time, bytes of a result.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use othellier_job_nats::{
    Access, Executor, Grid, NatsError, Submission, Task, TaskError, WorkerOptions,
};
use othellier_platform::parallel::StopSignal;

/// Units that are done at once, with a result of a given number of bytes.
struct Empty(usize);

impl Executor for Empty {
    fn prepare(
        &self,
        _: &[u8],
        _: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Arc<dyn Task>, String> {
        Ok(Arc::new(Empty(self.0)))
    }
}

impl Task for Empty {
    fn perform(
        &self,
        number: u64,
        _: u64,
        _: &StopSignal,
        _: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<u8>, TaskError> {
        Ok(vec![number as u8; self.0])
    }
}

fn main() -> Result<(), NatsError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, numbers @ ..] = arguments.as_slice() else {
        panic!("expected URL UNITS WORKERS THREADS BYTES")
    };
    let numbers: Vec<usize> = numbers.iter().map(|number| number.parse().unwrap()).collect();
    let [units, workers, threads, bytes] = numbers[..] else {
        panic!("expected URL UNITS WORKERS THREADS BYTES")
    };
    let access = Access { url: url.clone(), ..Access::default() };
    let grid = Grid::connect(&access)?;
    let submission = Submission {
        job: "throughput".to_owned(),
        name: "throughput".to_owned(),
        units: units as u64,
        manifest: b"empty units".to_vec(),
        files: Vec::new(),
        lease: Duration::from_secs(30),
        priority: 0,
    };
    let rate = |what: &str, since: Instant| {
        let seconds = since.elapsed().as_secs_f64();
        println!("{what}: {units} units in {seconds:.2} s, {:.0}/s", units as f64 / seconds);
    };
    let begun = Instant::now();
    grid.submit(&submission, &mut |_| ())?;
    rate("submitted", begun);
    let job = grid.job("throughput")?;
    let (stop, begun) = (StopSignal::default(), Instant::now());
    std::thread::scope(|scope| {
        for number in 0..workers {
            let (access, stop) = (&access, &stop);
            scope.spawn(move || {
                let options = WorkerOptions {
                    name: format!("worker-{number}"),
                    version: String::new(),
                    threads,
                    only: None,
                    until_empty: false,
                };
                let grid = Grid::connect(access).unwrap();
                grid.work(&options, &Empty(bytes), stop, &mut |_| ()).unwrap();
            });
        }
        let mut found = 0;
        let take = &mut |_| {
            found += 1;
            if found == units { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        grid.collect(&job, 0, &stop, take).unwrap();
        rate("done and collected", begun);
        stop.stop();
    });
    let begun = Instant::now();
    let mut found = 0;
    grid.collect(&job, 0, &StopSignal::default(), &mut |_| {
        found += 1;
        if found == units { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    rate("collected again", begun);
    grid.forget(&job)
}
