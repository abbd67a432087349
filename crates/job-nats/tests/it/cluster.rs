//! Three servers that keep everything three times.

use std::net::TcpListener;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use othellier_job_nats::{CollectEnd, Grid, JobRecord, Submitted, TaskError};
use othellier_platform::parallel::StopSignal;

use crate::server::Server;
use crate::transport::{Hand, busy, collect, expected, grid_at, square, submission, submit};

/// Three servers of a cluster, each in a folder of its own.
fn cluster(folder: &std::path::Path) -> [Server; 3] {
    let free = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let routes = free.map(|free| format!("nats://{}", free.local_addr().unwrap()));
    let all = routes.join(",");
    [0, 1, 2].map(|number| {
        let (name, folder) = (format!("server-{number}"), folder.join(number.to_string()));
        std::fs::create_dir(&folder).unwrap();
        let arguments = ["-js", "-n", &name, "--cluster_name", "grid"];
        let cluster = ["--cluster", &routes[number], "--routes", &all];
        Server::with(&folder, &[&arguments[..], &cluster].concat())
    })
}

/// Waits until this number of results is there.
fn wait_for(grid: &Grid, job: &JobRecord, results: u64) {
    let mut seen = 0;
    let end = grid.collect(job, 0, &StopSignal::default(), &mut |_| {
        seen += 1;
        if seen == results { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(end.unwrap(), CollectEnd::Satisfied);
}

/// Does a unit of a hand once both hands have one: otherwise a quick one could do all of them before the
/// other is connected.
fn square_of(hand: usize, number: u64, stop: &StopSignal) -> Result<Vec<u8>, TaskError> {
    static BEGUN: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
    BEGUN[hand].store(true, Ordering::Relaxed);
    let started = Instant::now();
    let is_waiting = || !BEGUN.iter().all(|begun| begun.load(Ordering::Relaxed));
    while is_waiting() && started.elapsed() < Duration::from_secs(30) {
        busy(Duration::from_millis(5), stop)?;
    }
    square(number, 0, stop)
}

/// One server is killed, and another one when the first is back but knows nothing of the meantime.
pub(crate) fn a_cluster_loses_servers_and_nothing_else() {
    const UNITS: u64 = 400;
    let folder = tempfile::tempdir().unwrap();
    let mut servers = cluster(folder.path());
    let url = servers.each_ref().map(Server::url).join(",");
    let first = grid_at(&url);
    first.replicate(3).unwrap();
    let job = submission("cluster", UNITS);
    assert_eq!(submit(&first, &job), Submitted { queued: UNITS, waiting: 0, done: 0 });
    let hands = [
        Hand::at(&url, "hand-1", 2, |number, _, stop| square_of(0, number, stop)),
        Hand::at(&url, "hand-2", 2, |number, _, stop| square_of(1, number, stop)),
    ];
    let record = first.job("cluster").unwrap();
    let mut killed: Option<usize> = None;
    for number in 0..2 {
        wait_for(&first, &record, 40 + 80 * number as u64);
        if let Some(killed) = killed {
            servers[killed].restart();
        }
        servers[number].kill();
        killed = Some(number);
    }
    let (end, found) = collect(&first, &record);
    assert_eq!((end, found.len() as u64), (CollectEnd::Satisfied, UNITS));
    assert!(found.iter().all(|(number, bytes)| *bytes == expected(*number)));
    for hand in hands {
        assert!(hand.stop().done > 0);
    }
}
