//! A record of the whole tree of a small search, to be drawn.

use othellier_board::{Eight, Move, Size};
use othellier_eval::Score;

/// Every node that a search entered, in the order it did, and every branch that it cut.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace<S: Size = Eight> {
    /// The root first; parents before children.
    pub nodes: Vec<TraceNode<S>>,
    /// Whether the search was larger than is recorded.
    pub truncated: bool,
}

/// A node of a recorded tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceNode<S: Size = Eight> {
    /// The node above; none for the root.
    pub parent: Option<usize>,
    /// The move that leads here; none for the root.
    pub played: Option<Move<S>>,
    /// The window it was entered with, for the side to move here.
    pub window: (Score, Score),
    /// What came out, for the side to move here; none if the branch was cut.
    pub value: Option<Score>,
    /// Whether this branch was never entered, because its value could not matter.
    pub is_cut: bool,
}

/// Trees of more nodes than this are not pictures any more.
const MOST_NODES: usize = 20_000;

/// Writes a trace while the search goes on.
#[derive(Debug, Default)]
pub(crate) struct Tracer<S: Size> {
    trace: Trace<S>,
    /// The nodes that were entered and not left.
    open: Vec<usize>,
    /// The moves from the root to where the search is.
    line: Vec<Move<S>>,
}

impl<S: Size> Tracer<S> {
    pub(crate) fn play(&mut self, played: Move<S>) {
        self.line.push(played);
    }

    pub(crate) fn enter(&mut self, window: (Score, Score)) {
        let parent = self.open.last().copied();
        let node = TraceNode {
            parent,
            played: self.line.last().copied(),
            window,
            value: None,
            is_cut: false,
        };
        let at = self.add(node);
        self.open.push(at);
    }

    pub(crate) fn leave(&mut self, value: Score) {
        let node = self.open.pop().and_then(|node| self.trace.nodes.get_mut(node));
        if let Some(node) = node {
            node.value = Some(value);
        }
    }

    pub(crate) fn take_back(&mut self) {
        self.line.pop();
    }

    pub(crate) fn cut(&mut self, moves: &[Move<S>]) {
        let parent = self.open.last().copied();
        for played in moves {
            let window = (Score::MIN, Score::MAX);
            let played = Some(*played);
            self.add(TraceNode { parent, played, window, value: None, is_cut: true });
        }
    }

    pub(crate) fn finish(self) -> Trace<S> {
        self.trace
    }

    fn add(&mut self, node: TraceNode<S>) -> usize {
        if self.trace.nodes.len() < MOST_NODES {
            self.trace.nodes.push(node);
            self.trace.nodes.len() - 1
        } else {
            self.trace.truncated = true;
            usize::MAX
        }
    }
}
