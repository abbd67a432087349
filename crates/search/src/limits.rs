//! When a search must stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When to stop, whichever comes first. Nothing set means: at the depth that the searcher has of
/// its own, or when told.
#[derive(Clone, Debug, Default)]
pub struct SearchLimits {
    /// Plies to look ahead.
    pub depth: Option<u8>,
    /// Positions to visit at most.
    pub nodes: Option<u64>,
    /// Time to take at most.
    pub time: Option<Duration>,
    /// How many of the best moves to report, each with its own value; one where nothing is said.
    pub lines: Option<usize>,
    /// Told from outside.
    pub stop: StopSignal,
}

impl SearchLimits {
    /// That many plies.
    pub fn depth(plies: u8) -> SearchLimits {
        SearchLimits { depth: Some(plies), ..SearchLimits::default() }
    }

    /// The same limits, and this much time.
    pub fn or_time(self, time: Duration) -> SearchLimits {
        SearchLimits { time: Some(time), ..self }
    }

    /// The same limits, and that many positions.
    pub fn or_nodes(self, nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..self }
    }

    /// Each limit where it is set here, else where it is set there.
    pub fn or(self, others: SearchLimits) -> SearchLimits {
        SearchLimits {
            depth: self.depth.or(others.depth),
            nodes: self.nodes.or(others.nodes),
            time: self.time.or(others.time),
            lines: self.lines.or(others.lines),
            stop: self.stop,
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// It did what it was asked for.
    Done,
    /// The nodes were used up.
    Nodes,
    /// The time was up.
    Time,
    /// The tree it keeps reached its greatest size.
    Memory,
    /// It was told to stop.
    Told,
}

/// A flag shared by the one who waits and the one who thinks.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Tells every holder of this signal to stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether someone said stop.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
