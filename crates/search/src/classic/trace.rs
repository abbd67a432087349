//! A record of the whole tree of a small search, to be drawn.

use othellier_board::{Eight, Move, Size};
use othellier_eval::Score;

/// Every node that a search entered, in that order, and every branch that it cut.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace<S: Size = Eight> {
    /// The root first; parents before children.
    pub nodes: Vec<TraceNode<S>>,
    /// Whether the search was larger than what is recorded.
    pub truncated: bool,
}

impl<S: Size> Trace<S> {
    /// The nodes of the principal variation: from a root down, the first child that gives its parent
    /// the value; those after it with the same value are only known to be no better. A move that was
    /// searched again counts by its last search.
    pub fn best_line(&self) -> Vec<usize> {
        let value = |at: usize| self.nodes[at].value;
        // Of several roots, the last that failed high or was exact, and so has a best move.
        let roots = (0..self.nodes.len()).rev().filter(|&at| self.nodes[at].parent.is_none());
        let mut next =
            roots.into_iter().find(|&at| value(at).is_some_and(|v| v > self.nodes[at].window.0));
        let mut line = Vec::new();
        while let Some(at) = next {
            line.push(at);
            let wanted = value(at).map(|value| -value);
            let is_child = |child: &usize| self.nodes[*child].parent == Some(at);
            let gives = |child: &usize| {
                is_child(child) && !self.nodes[*child].is_cut && value(*child) == wanted
            };
            let mut after = at + 1..self.nodes.len();
            next = after.find(gives).and_then(|first| {
                let played = self.nodes[first].played;
                let same = |child: &usize| gives(child) && self.nodes[*child].played == played;
                (first..self.nodes.len()).rfind(same)
            });
        }
        line
    }
}

/// A node of a recorded tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceNode<S: Size = Eight> {
    /// The parent; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads here; `None` for the root.
    pub played: Option<Move<S>>,
    /// The window it was entered with, for the side to move here.
    pub window: (Score, Score),
    /// The value for the side to move here; `None` if the branch was cut.
    pub value: Option<Score>,
    /// Whether this branch was never entered, because its value could not matter.
    pub is_cut: bool,
}

/// A tree with more nodes is too large to draw.
pub(super) const MAX_NODES: usize = 20_000;

/// Records a trace during a search.
#[derive(Debug, Default)]
pub(crate) struct Tracer<S: Size> {
    trace: Trace<S>,
    /// The nodes that were entered and not yet left.
    open: Vec<usize>,
    /// The moves from the root to the current node.
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
        if self.trace.nodes.len() < MAX_NODES {
            self.trace.nodes.push(node);
            self.trace.nodes.len() - 1
        } else {
            self.trace.truncated = true;
            usize::MAX
        }
    }
}
