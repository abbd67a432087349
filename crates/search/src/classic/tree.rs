//! The game tree as a data structure: nodes with parents and children, kept from move to move.
//!
//! The idea: every position that the search meets becomes a node, with its board, a link to its parent,
//! and for each move the child that it leads to. When the game moves on, the node that it reached
//! becomes the root, its subtree is reused, and the rest is freed. Each player has a tree of its own.
//!
//! Legal moves are generated when a node is first asked for them, and never again. Children are
//! found by their move, never by their rank in a list: lists that get out of step would play a move
//! other than the chosen one.
//!
//! Cost: memory in proportion to the nodes. Compare with: one board and the moves to undo.
//!
//! The searches with `memory=tree` walk through a tree like this one, which
//! [`Classic::tree`](super::Classic::tree) returns; it can also be built by hand:
//!
//! ```
//! use othellier_board::{Move, Position, Square};
//! use othellier_eval::Score;
//! use othellier_search::classic::tree::{NodeId, Tree};
//!
//! let mut tree = Tree::new(Position::start());
//! tree.expand_to(2);
//! assert_eq!(tree.len(), 1 + 4 + 12);
//! assert_eq!(tree.count(NodeId::ROOT), 16);
//!
//! // Evaluate the leaves by disc difference, and back up the values.
//! for leaf in tree.leaves() {
//!     let board = tree.node(leaf).board();
//!     let discs = board.mover().len() as i32 - board.opponent().len() as i32;
//!     tree.set_value(leaf, Score::from_discs(discs));
//! }
//! assert_eq!(tree.back_up(), Some(Score::ZERO));
//!
//! // The game moves on: the subtree is kept, the rest is freed.
//! tree.advance(Move::Place(Square::F5))?;
//! assert_eq!(tree.len(), 1 + 3);
//! # Ok::<(), othellier_board::IllegalMove>(())
//! ```

use std::collections::VecDeque;
use std::num::NonZeroU32;

use othellier_board::{Bitboard, Board, Eight, IllegalMove, Move, Placement, Position, Size};
use othellier_eval::Score;

use super::cursor::{Legal, Meter};
use super::trace::{self, Trace, TraceNode};

/// The greatest number of nodes: at this size the search stops.
pub(crate) const MAX_NODES: usize = 1 << 25;

/// A tree of positions.
#[derive(Clone, Debug)]
pub struct Tree<S: Size = Eight> {
    /// The root first; parents before children.
    nodes: Vec<Node<S>>,
    /// The number of searches: a node last visited in an earlier one counts as reused.
    search: u32,
    /// How many times legal moves were generated.
    generated: u64,
}

/// Which node of a tree: valid until the tree moves on by [`Tree::advance`] or [`Tree::invert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The root of any tree that has a node.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    fn at(index: usize) -> NodeId {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        NodeId(number.expect("fewer nodes than fit into memory"))
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A position in a tree, with its moves and its value.
#[derive(Clone, Debug)]
pub struct Node<S: Size = Eight> {
    parent: Option<NodeId>,
    position: Position<S>,
    /// The legal moves, once they were asked for.
    legal: Option<Legal<S>>,
    /// The moves that lead to a node, in the order they were tried.
    branches: Vec<Branch<S>>,
    value: Option<Score>,
    /// The number of the last search that visited it; 0 for none.
    visited: u32,
}

/// A move that was tried in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch<S: Size = Eight> {
    /// The move to the child.
    pub played: Move<S>,
    /// The discs that it flips.
    pub flips: Bitboard<S>,
    /// The node that it leads to.
    pub child: NodeId,
}

impl<S: Size> Node<S> {
    /// The parent; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The discs and whose turn it is.
    pub fn position(&self) -> Position<S> {
        self.position
    }

    /// The discs of the side to move and those of its opponent.
    pub fn board(&self) -> Board<S> {
        self.position.board()
    }

    /// The moves that were tried so far, and where they lead.
    pub fn branches(&self) -> &[Branch<S>] {
        &self.branches
    }

    /// The node that a move leads to, if it was tried.
    pub fn child(&self, played: Move<S>) -> Option<NodeId> {
        self.branches.iter().find(|branch| branch.played == played).map(|branch| branch.child)
    }

    /// Its value for the side to move: what was set, or the result of the last search. After a search
    /// that prunes it may be a bound.
    pub fn value(&self) -> Option<Score> {
        self.value
    }

    /// Whether a search visited it.
    pub fn is_visited(&self) -> bool {
        self.visited > 0
    }
}

impl<S: Size> Default for Tree<S> {
    fn default() -> Tree<S> {
        Tree { nodes: Vec::new(), search: 0, generated: 0 }
    }
}

impl<S: Size> Tree<S> {
    /// A tree of one node.
    pub fn new(position: Position<S>) -> Tree<S> {
        let mut tree = Tree::default();
        tree.add(None, position, &mut Meter::default());
        tree
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many times legal moves were generated: once for every node that was asked for its moves.
    pub fn generated(&self) -> u64 {
        self.generated
    }

    /// The size of all nodes in memory.
    pub fn bytes(&self) -> usize {
        self.nodes.iter().map(|node| size_of::<Node<S>>() + bytes_of(&node.branches)).sum()
    }

    /// A node of this tree.
    ///
    /// # Panics
    /// Where the tree has no such node.
    pub fn node(&self, id: NodeId) -> &Node<S> {
        &self.nodes[id.index()]
    }

    /// The legal moves of a node, the forced pass included; none where the game is over. They are
    /// generated on the first call.
    pub fn moves(&mut self, id: NodeId) -> impl Iterator<Item = Move<S>> + use<S> {
        self.legal(id).moves()
    }

    pub(crate) fn legal(&mut self, id: NodeId) -> Legal<S> {
        let node = &mut self.nodes[id.index()];
        *node.legal.get_or_insert_with(|| {
            self.generated += 1;
            Legal::of(node.position.board())
        })
    }

    /// The node that a move leads to: found if it was tried before, else created.
    pub fn child(&mut self, id: NodeId, played: Move<S>) -> Result<NodeId, IllegalMove<S>> {
        if self.legal(id).contains(played) {
            Ok(self.after(id, played, &mut Meter::default()))
        } else {
            Err(IllegalMove { attempted: played, position: self.node(id).position })
        }
    }

    /// Tries every move of a node and returns its children, in the order of the moves.
    pub fn expand(&mut self, id: NodeId) -> Vec<NodeId> {
        let moves = self.moves(id);
        moves.map(|played| self.after(id, played, &mut Meter::default())).collect()
    }

    /// Expands every node above this depth: the whole tree of that many plies.
    pub fn expand_to(&mut self, depth: u32) {
        let mut row = vec![NodeId::ROOT];
        for _ in 0..depth {
            row = row.into_iter().flat_map(|id| self.expand(id)).collect();
        }
    }

    /// The number of descendants of a node.
    pub fn count(&self, id: NodeId) -> usize {
        self.node(id).branches.iter().map(|branch| 1 + self.count(branch.child)).sum()
    }

    /// The nodes without children.
    pub fn leaves(&self) -> Vec<NodeId> {
        let is_leaf = |id: &NodeId| self.node(*id).branches.is_empty();
        (0..self.len()).map(NodeId::at).filter(is_leaf).collect()
    }

    /// Sets the value of a node for its side to move.
    pub fn set_value(&mut self, id: NodeId, value: Score) {
        self.nodes[id.index()].value = Some(value);
    }

    /// Backs up the values of the leaves to the root, by negamax: the value of a node is the greatest
    /// of its children's values with the sign changed. A child without a value is ignored.
    pub fn back_up(&mut self) -> Option<Score> {
        // Children come after their parents.
        for at in (0..self.len()).rev() {
            let children = self.nodes[at].branches.iter();
            let values = children.filter_map(|branch| self.node(branch.child).value);
            if let Some(best) = values.map(|value| -value).max() {
                self.nodes[at].value = Some(best);
            }
        }
        self.nodes.first()?.value
    }

    /// Marks a node as visited.
    pub fn visit(&mut self, id: NodeId) {
        self.nodes[id.index()].visited = self.search.max(1);
    }

    /// Makes the node that a move leads to the root. Its subtree is kept and the rest is freed.
    pub fn advance(&mut self, played: Move<S>) -> Result<(), IllegalMove<S>> {
        let next = self.child(NodeId::ROOT, played)?;
        let old = std::mem::take(&mut self.nodes);
        self.keep(old, next, &mut Meter::default());
        Ok(())
    }

    /// Gives the move at the root to the other side: own discs and those of the opponent are
    /// exchanged. Where that is a legal pass, its subtree is kept.
    pub fn invert(&mut self) {
        if self.is_empty() || self.advance(Move::Pass).is_ok() {
            return;
        }
        let root = self.node(NodeId::ROOT).position;
        self.nodes.clear();
        let position = Position::new(root.board().passed(), !root.side_to_move());
        self.add(None, position, &mut Meter::default());
    }

    /// Grafts another tree below a node, as the child by the move that leads to its root; `None`
    /// where no move does. Where both trees have a value, that of this one stays.
    pub fn graft(&mut self, id: NodeId, other: &Tree<S>) -> Option<NodeId> {
        let wanted = other.nodes.first()?.position;
        let here = self.node(id).position;
        let played = self.moves(id).find(|&played| here.after(played) == wanted)?;
        let child = self.after(id, played, &mut Meter::default());
        self.copy(child, other, NodeId::ROOT);
        Some(child)
    }

    fn copy(&mut self, to: NodeId, other: &Tree<S>, from: NodeId) {
        let source = other.node(from);
        let node = &mut self.nodes[to.index()];
        node.legal = node.legal.or(source.legal);
        node.value = node.value.or(source.value);
        for branch in &source.branches {
            let child = self.after(to, branch.played, &mut Meter::default());
            self.copy(child, other, branch.child);
        }
    }

    /// The tree as a trace to be drawn. An untried move of a node that has children is shown as cut.
    pub fn trace(&self) -> Trace<S> {
        let mut trace = Trace::default();
        let root = (!self.is_empty()).then_some((Some(NodeId::ROOT), None, None));
        let mut waiting = VecDeque::from_iter(root);
        while let Some((id, parent, played)) = waiting.pop_front() {
            let at = trace.nodes.len();
            if at == trace::MAX_NODES {
                trace.truncated = true;
                break;
            }
            let node = id.map(|id| self.node(id));
            trace.nodes.push(TraceNode {
                parent,
                played,
                window: (Score::MIN, Score::MAX),
                value: node.and_then(Node::value),
                is_cut: node.is_none(),
            });
            let Some(node) = node else { continue };
            let branches = node.branches.iter();
            waiting.extend(branches.map(|b| (Some(b.child), Some(at), Some(b.played))));
            if let (Some(legal), false) = (node.legal, node.branches.is_empty()) {
                let untried = legal.moves().filter(|&played| node.child(played).is_none());
                waiting.extend(untried.map(|played| (None, Some(at), Some(played))));
            }
        }
        trace
    }

    /// Makes this position the root. If its node is found a few plies below the old root, its subtree
    /// is kept; the rest is freed.
    pub(crate) fn set_root(&mut self, position: Position<S>, meter: &mut Meter) {
        self.search += 1;
        let found = if self.is_empty() { None } else { self.find(NodeId::ROOT, position, 4) };
        let old = std::mem::take(&mut self.nodes);
        match found {
            Some(root) => self.keep(old, root, meter),
            None => {
                self.add(None, position, meter);
            }
        }
    }

    fn find(&self, id: NodeId, position: Position<S>, plies: u32) -> Option<NodeId> {
        let node = self.node(id);
        if node.position == position {
            return Some(id);
        }
        if plies == 0 {
            return None;
        }
        node.branches.iter().find_map(|branch| self.find(branch.child, position, plies - 1))
    }

    /// Moves a subtree of the old nodes into the new ones, parents before children.
    fn keep(&mut self, mut old: Vec<Node<S>>, root: NodeId, meter: &mut Meter) {
        let mut waiting = VecDeque::from([(root, None)]);
        while let Some((from, link)) = waiting.pop_front() {
            let at = NodeId::at(self.nodes.len());
            let branches = std::mem::take(&mut old[from.index()].branches);
            meter.hold(size_of::<Node<S>>() + bytes_of(&branches));
            for (order, branch) in branches.iter().enumerate() {
                waiting.push_back((branch.child, Some((at, order))));
            }
            if let Some((parent, order)) = link {
                let parent: &mut Node<S> = &mut self.nodes[NodeId::index(parent)];
                parent.branches[order].child = at;
            }
            let Node { position, legal, value, visited, .. } = old[from.index()];
            let parent = link.map(|(parent, _)| parent);
            self.nodes.push(Node { parent, position, legal, branches, value, visited });
        }
    }

    fn add(&mut self, parent: Option<NodeId>, position: Position<S>, meter: &mut Meter) -> NodeId {
        meter.allocate(size_of::<Node<S>>());
        self.nodes.push(Node {
            parent,
            position,
            legal: None,
            branches: Vec::new(),
            value: None,
            visited: self.search,
        });
        NodeId::at(self.nodes.len() - 1)
    }

    /// The node that a legal move leads to: found if it was tried before, else created.
    pub(crate) fn after(&mut self, id: NodeId, played: Move<S>, meter: &mut Meter) -> NodeId {
        if let Some(child) = self.node(id).child(played) {
            let node = &mut self.nodes[child.index()];
            if node.visited != self.search {
                node.visited = self.search;
                meter.reuse();
            }
            return child;
        }
        if self.node(id).branches.is_empty() {
            let moves = self.legal(id).moves().count();
            let branches = &mut self.nodes[id.index()].branches;
            branches.reserve_exact(moves);
            meter.allocate(bytes_of(branches));
        }
        let (next, flips) = step(self.node(id).position, played);
        let child = self.add(Some(id), next, meter);
        self.nodes[id.index()].branches.push(Branch { played, flips, child });
        child
    }
}

/// The position after a legal move, and the discs that it flips.
fn step<S: Size>(position: Position<S>, played: Move<S>) -> (Position<S>, Bitboard<S>) {
    let mut board = position.board();
    let flips = match played {
        Move::Place(square) => {
            let flips = board.flips(square);
            board.place(Placement { square, flips });
            flips
        }
        Move::Pass => {
            board = board.passed();
            Bitboard::EMPTY
        }
    };
    (Position::new(board, !position.side_to_move()), flips)
}

fn bytes_of<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

#[cfg(test)]
mod tests;
