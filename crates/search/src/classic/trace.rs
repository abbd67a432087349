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

impl<S: Size> Trace<S> {
    /// The nodes of the line that both sides would play: from a root down, the child that gives its
    /// parent the value. The first one does: those after it with the same value are only known to
    /// be no better. A move that was searched again counts by its last search.
    pub fn best_line(&self) -> Vec<usize> {
        let value = |at: usize| self.nodes[at].value;
        // Of several roots, the last that found a move and not only that there is none.
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
pub(super) const MOST_NODES: usize = 20_000;

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
