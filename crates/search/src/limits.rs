//! When a search must stop.

use std::time::Duration;

use othellier_parallel::StopSignal;

/// When to stop, whichever comes first. With nothing set, a search ends at the searcher's default depth
/// or when it is stopped.
#[derive(Clone, Debug, Default)]
pub struct SearchLimits {
    /// Depth in plies.
    pub depth: Option<u8>,
    /// Greatest number of nodes.
    pub nodes: Option<u64>,
    /// Greatest time.
    pub time: Option<Duration>,
    /// Multi-PV: how many of the best moves to report, each with its own value; one by default.
    pub lines: Option<usize>,
    /// Stops the search from outside.
    pub stop: StopSignal,
}

impl SearchLimits {
    /// A limit of depth.
    pub fn depth(plies: u8) -> SearchLimits {
        SearchLimits { depth: Some(plies), ..SearchLimits::default() }
    }

    /// The same limits and a limit of time.
    pub fn or_time(self, time: Duration) -> SearchLimits {
        SearchLimits { time: Some(time), ..self }
    }

    /// The same limits and a limit of nodes.
    pub fn or_nodes(self, nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..self }
    }

    /// These limits; where one is not set, that of the others.
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
    /// It is complete.
    Done,
    /// The limit of nodes was reached.
    Nodes,
    /// The limit of time was reached.
    Time,
    /// The tree in memory reached its greatest size.
    Memory,
    /// It was stopped from outside.
    Stopped,
}
