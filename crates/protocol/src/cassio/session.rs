//! The engine side of the Othello Engine Protocol: answers requests in order.
//!
//! While a search runs, requests are queued, except those about the search itself: heartbeat,
//! `get-search-infos` and `stop`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use othellier_platform::clock::Instant;
use othellier_search::StopSignal;

use super::request::{Request, RequestError, SearchRequest};

/// Sent when a request is done.
pub(super) const READY: &str = "ready.";

/// The most requests that may be queued.
pub(super) const MAX_QUEUED: usize = 1000;

/// An engine in a conversation with Cassio.
#[derive(Debug, Default)]
pub struct Session {
    queue: VecDeque<Result<Request, RequestError>>,
    running: Option<Running>,
    /// Whether the tables must be cleared before the next search.
    must_clear: bool,
    is_over: bool,
}

#[derive(Debug)]
struct Running {
    stop: StopSignal,
    began: Instant,
    nodes: Arc<AtomicU64>,
}

/// The reaction to a line: these lines, then perhaps a search.
#[derive(Debug, Default)]
pub struct Reaction {
    /// The lines to send, in this order.
    pub lines: Vec<String>,
    /// The search to run, after they were sent. [`Session::finished`] must follow the search.
    pub search: Option<Search>,
}

/// A search to run.
#[derive(Debug)]
pub struct Search {
    /// The position and its limits.
    pub request: SearchRequest,
    /// Whether to clear the transposition tables first.
    pub must_clear: bool,
    /// Set by the session when the search is to stop.
    pub stop: StopSignal,
    /// The nodes so far, to be set by the search.
    pub nodes: Arc<AtomicU64>,
}

impl Session {
    /// Whether `quit` was received, after which nothing is answered.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Parses and executes any bytes.
    pub fn handle_line(&mut self, line: &[u8]) -> Reaction {
        match (Request::parse(line), &self.running) {
            (Ok(Request::Quit), _) => self.quit(),
            (Ok(Request::Heartbeat | Request::Infos | Request::Stop), None) => say(READY),
            (Ok(Request::Heartbeat), Some(_)) => say("ok."),
            (Ok(Request::Infos), Some(running)) => {
                let nodes = running.nodes.load(Ordering::Relaxed);
                say(&format!("node {nodes}, time {:.3}", running.began.elapsed().as_secs_f64()))
            }
            (Ok(Request::Stop), Some(_)) => {
                // The end of the search says `ready.`.
                self.stop();
                Reaction::default()
            }
            (Err(refusal @ RequestError::Protocol(_)), _) => say(&error(&refusal)),
            _ if self.queue.len() >= MAX_QUEUED => say("ERROR: Too many requests are queued"),
            (request, running) => {
                let is_idle = running.is_none();
                self.queue.push_back(request);
                if is_idle { self.next() } else { Reaction::default() }
            }
        }
    }

    /// Stops the search and says goodbye, if necessary after the end of the search.
    pub fn quit(&mut self) -> Reaction {
        self.stop();
        self.is_over = true;
        if self.running.is_some() { Reaction::default() } else { say(BYE) }
    }

    /// Stops the search and clears the queue.
    pub fn stop(&mut self) {
        self.queue.clear();
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// Must be called when a search has ended: answers it, and continues with the queue.
    pub fn finished(&mut self) -> Reaction {
        self.running = None;
        let mut reaction = say(READY);
        if self.is_over {
            reaction.lines.push(BYE.to_owned());
            return reaction;
        }
        let next = self.next();
        reaction.lines.extend(next.lines);
        Reaction { search: next.search, ..reaction }
    }

    /// Executes queued requests in order, up to the next search, which it returns.
    fn next(&mut self) -> Reaction {
        let mut reaction = Reaction::default();
        let mut say = |line: &str| reaction.lines.push(line.to_owned());
        while let Some(request) = self.queue.pop_front() {
            match request {
                Ok(Request::Search(request)) => {
                    reaction.search = Some(self.start(request));
                    return reaction;
                }
                Ok(Request::Init | Request::NewPosition) => say(READY),
                Ok(Request::Version) => {
                    say(concat!("version: Othellier ", env!("CARGO_PKG_VERSION")));
                    say(READY);
                }
                Ok(Request::EmptyHash) => self.must_clear = true,
                // Entries from outside are ignored: a wrong one could lead to a false proof.
                Ok(Request::FeedHash) => {}
                Ok(Request::Heartbeat | Request::Infos | Request::Stop | Request::Quit) => {
                    unreachable!("these are never queued")
                }
                Err(refusal) => {
                    say(&error(&refusal));
                    if refusal.wants_ready() {
                        say(READY);
                    }
                }
            }
        }
        reaction
    }

    fn start(&mut self, request: SearchRequest) -> Search {
        let (stop, nodes) = (StopSignal::default(), Arc::new(AtomicU64::new(0)));
        let (stopped, counted) = (stop.clone(), Arc::clone(&nodes));
        self.running = Some(Running { stop: stopped, began: Instant::now(), nodes: counted });
        Search { request, must_clear: std::mem::take(&mut self.must_clear), stop, nodes }
    }
}

const BYE: &str = "bye bye.";

fn say(line: &str) -> Reaction {
    Reaction { lines: vec![line.to_owned()], search: None }
}

fn error(refusal: &RequestError) -> String {
    format!("ERROR: {refusal}")
}
