//! Health check, and counters in the format of Prometheus.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::error::ErrorBody;
use crate::scheduler::Lane;

#[derive(Clone, Default)]
pub(crate) struct Metrics(Arc<Counters>);

#[derive(Default)]
struct Counters {
    /// By the first digit of the status, from 1xx.
    answers: [AtomicU64; 5],
    slices: AtomicU64,
    nodes: AtomicU64,
    moves: AtomicU64,
    connections: AtomicU64,
    refused: AtomicU64,
}

fn add(counter: &AtomicU64, count: u64) {
    counter.fetch_add(count, Ordering::Relaxed);
}

impl Metrics {
    pub(crate) fn count_answer(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).clamp(1, 5);
        add(&self.0.answers[class - 1], 1);
    }

    pub(crate) fn count_slice(&self, nodes: u64) {
        add(&self.0.slices, 1);
        add(&self.0.nodes, nodes);
    }

    pub(crate) fn count_move(&self) {
        add(&self.0.moves, 1);
    }

    pub(crate) fn count_connection(&self) {
        add(&self.0.connections, 1);
    }

    pub(crate) fn count_refused(&self) {
        add(&self.0.refused, 1);
    }
}

/// The health of the server.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`, or `failing` when nothing can be stored.
    status: &'static str,
    version: &'static str,
    uptime_seconds: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// Whether the server is running and can store games, its version and its uptime.
#[utoipa::path(get, path = "/health", tag = "server", responses(
    (status = 200, body = Health), (status = 503, body = Health),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn health(State(app): State<App>) -> (StatusCode, Json<Health>) {
    let uptime_seconds = app.started.elapsed().as_secs();
    let problem = app.store.condition().problem;
    let (code, status) = match problem {
        None => (StatusCode::OK, "ok"),
        Some(_) => (StatusCode::SERVICE_UNAVAILABLE, "failing"),
    };
    let version = env!("CARGO_PKG_VERSION");
    (code, Json(Health { status, version, uptime_seconds, problem }))
}

#[utoipa::path(get, path = "/metrics", tag = "server", responses(
    (status = 200, body = String, content_type = "text/plain"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], rendered(&app))
}

fn rendered(app: &App) -> String {
    let counters = &app.metrics.0;
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let mut text = String::new();
    let mut gauge = |kind: &str, name: &str, help: &str, values: &[(&str, u64)]| {
        let _ = write!(text, "# HELP othellier_{name} {help}\n# TYPE othellier_{name} {kind}\n");
        for (label, value) in values {
            let _ = writeln!(text, "othellier_{name}{label} {value}");
        }
    };
    let classes =
        ["1xx", "2xx", "3xx", "4xx", "5xx"].map(|class| format!("{{status=\"{class}\"}}"));
    let answers = classes.iter().zip(&counters.answers);
    let answers: Vec<_> =
        answers.map(|(class, counter)| (class.as_str(), count(counter))).collect();
    let one = |value: u64| [("", value)];
    gauge("counter", "answers_total", "Responses by status.", &answers);
    gauge(
        "counter",
        "connections_total",
        "Connections accepted.",
        &one(count(&counters.connections)),
    );
    gauge("counter", "slices_total", "Slices of analysis.", &one(count(&counters.slices)));
    gauge("counter", "nodes_total", "Nodes searched by analyses.", &one(count(&counters.nodes)));
    gauge("counter", "moves_total", "Moves played by programs.", &one(count(&counters.moves)));
    gauge("gauge", "analyses", "Open analyses.", &one(app.analyses.taken() as u64));
    let thinking = app.scheduler.figures();
    let lanes = Lane::ALL.map(|lane| format!("{{lane=\"{}\"}}", lane.name()));
    let by_lane =
        |values: [u64; 2]| [(lanes[0].as_str(), values[0]), (lanes[1].as_str(), values[1])];
    let [moves, background] = thinking.waiting.map(|waiting| waiting as u64);
    gauge("gauge", "waiting", "Tasks that wait for a core.", &by_lane([moves, background]));
    gauge("gauge", "running", "Tasks that have a core.", &one(thinking.running as u64));
    gauge("gauge", "held", "Tasks that were interrupted by others.", &one(thinking.held as u64));
    gauge("gauge", "cores", "Cores for tasks.", &one(thinking.slots as u64));
    gauge("gauge", "threads", "Threads of tasks.", &one(thinking.threads as u64));
    gauge("gauge", "shares", "Clients whose tasks share the cores.", &one(thinking.clients as u64));
    let begun = thinking.waited.map(|(count, _)| count);
    let waited = thinking.waited.map(|(_, time)| time.as_millis() as u64);
    gauge("counter", "begun_total", "Tasks and slices that got a core.", &by_lane(begun));
    gauge("counter", "waited_ms_total", "Milliseconds that they had waited.", &by_lane(waited));
    let memory = app.tables.figures();
    gauge("gauge", "memory_budget_bytes", "The budget of tables.", &one(memory.budget as u64));
    gauge("gauge", "memory_used_bytes", "Tables in use.", &one(memory.used as u64));
    gauge("gauge", "memory_kept_bytes", "Tables that are kept.", &one(memory.kept as u64));
    gauge("gauge", "programs_kept", "Programs that are kept.", &one(memory.programs as u64));
    let store = app.store.condition();
    gauge("counter", "stored_total", "Changes that were stored.", &one(store.writes));
    gauge("counter", "store_errors_total", "Reads and writes that failed.", &one(store.errors));
    let can_store = u64::from(store.problem.is_none());
    gauge("gauge", "can_store", "1 if something can be stored.", &one(can_store));
    gauge(
        "counter",
        "refused_total",
        "Connections above the limits.",
        &one(count(&counters.refused)),
    );
    let [wrong, refused] = app.guesses.figures();
    gauge("counter", "wrong_guesses_total", "Wrong passwords, codes and tokens.", &one(wrong));
    gauge("counter", "refused_guesses_total", "Guesses that were not looked at.", &one(refused));
    gauge("gauge", "games", "Games in memory.", &one(app.registry.live() as u64));
    gauge(
        "gauge",
        "analyses_waiting",
        "Analyses, reviews and other work in the background that wait for a core.",
        &one(background),
    );
    gauge("gauge", "watchers", "Open game streams.", &one(app.watchers.taken() as u64));
    gauge(
        "gauge",
        "errands",
        "Running reviews, exercises and other jobs.",
        &one(app.jobs.taken() as u64),
    );
    gauge("gauge", "matches", "Matches that run or wait.", &one(app.matches_quota.taken() as u64));
    gauge("gauge", "uptime_seconds", "Seconds since the start.", &one(uptime(app.started)));
    text
}

fn uptime(started: Instant) -> u64 {
    started.elapsed().as_secs()
}
