//! When a search must stop.

use std::time::Duration;

use othellier_platform::parallel::StopSignal;

/// When to stop, whichever comes first. With nothing set, a search ends at the searcher's default depth
/// or when it is stopped.
///
/// ```
/// use std::time::Duration;
/// use othellier_search::{SearchLimits, StopSignal};
/// let stop = StopSignal::default();
/// let limits = SearchLimits::depth(20).or_time(Duration::from_secs(5)).with_lines(3).with_stop(&stop);
/// assert_eq!(limits.lines, Some(3));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SearchLimits {
    /// The depth limit in plies.
    pub depth: Option<u8>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The time limit.
    pub time: Option<Duration>,
    /// On a game clock, what the search may take when its choice is hard: [`time`](SearchLimits::time) is
    /// then what it aims at, and it may end earlier to save time for later moves. A searcher that does
    /// not manage its time ends at `time`.
    pub max_time: Option<Duration>,
    /// Multi-PV: how many of the best moves to report, each with its own value; one by default.
    pub lines: Option<usize>,
    /// Whether to resume the last search if it was of this position, as after pondering: its
    /// iterations, nodes and time count. A searcher that cannot starts again.
    pub resume: bool,
    /// Stops the search from outside.
    pub stop: StopSignal,
}

impl SearchLimits {
    /// Limits of the depth alone.
    pub fn depth(plies: u8) -> SearchLimits {
        SearchLimits { depth: Some(plies), ..SearchLimits::default() }
    }

    /// Adds a limit of depth in plies.
    pub fn or_depth(self, plies: u8) -> SearchLimits {
        SearchLimits { depth: Some(plies), ..self }
    }

    /// Adds a limit of time.
    pub fn or_time(self, time: Duration) -> SearchLimits {
        SearchLimits { time: Some(time), ..self }
    }

    /// Adds a limit of nodes.
    pub fn or_nodes(self, nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..self }
    }

    /// Sets how many of the best moves are reported.
    pub fn with_lines(self, lines: usize) -> SearchLimits {
        SearchLimits { lines: Some(lines), ..self }
    }

    /// Lets this signal stop the search from outside.
    pub fn with_stop(self, stop: &StopSignal) -> SearchLimits {
        SearchLimits { stop: stop.clone(), ..self }
    }

    /// These limits; where one is not set, that of the others.
    pub fn or(self, others: SearchLimits) -> SearchLimits {
        SearchLimits {
            depth: self.depth.or(others.depth),
            nodes: self.nodes.or(others.nodes),
            time: self.time.or(others.time),
            max_time: self.max_time.or(others.max_time),
            lines: self.lines.or(others.lines),
            resume: self.resume || others.resume,
            stop: self.stop,
        }
    }
}

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The search is complete.
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
