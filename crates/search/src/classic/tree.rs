//! The game tree as a data structure: nodes with parents and children, kept from move to move.
//!
//! The idea: every position that the search meets becomes a node, with its board, the way to its
//! parent, and for each move the child that it leads to. When the game has moved on, the node that it
//! reached becomes the root, its subtree is used again, and all the rest is given back. Each player
//! keeps a tree of its own: what one has thought is no business of the other.
//!
//! Children are found by their move, never by their rank in a list: a report whose lists could get
//! out of step played a move other than the one it had chosen.
//!
//! Cost: all the memory there is, soon. Compare with: one board and the moves to take back.

use std::collections::VecDeque;

use othellier_board::{Board, Move, Size};

use super::place::{Meter, after};

/// More nodes than this are not kept: the search stops as if its time were up.
pub(crate) const MOST_NODES: usize = 1 << 25;

/// A tree of positions.
pub struct Tree<S: Size> {
    /// The root first.
    nodes: Vec<Node<S>>,
    /// Counts the searches: a node last visited in an earlier one is used again.
    search: u32,
}

struct Node<S: Size> {
    parent: Option<usize>,
    board: Board<S>,
    /// Each move that was tried here and the node that it leads to.
    children: Vec<(Move<S>, usize)>,
    /// The search that visited it last.
    visited: u32,
}

impl<S: Size> Default for Tree<S> {
    fn default() -> Tree<S> {
        Tree { nodes: Vec::new(), search: 0 }
    }
}

impl<S: Size> Tree<S> {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was searched yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Makes this board the root. Its node is looked for a few plies below the old root; it is kept
    /// with all that is below it, and the rest is given back.
    pub(crate) fn set_root(&mut self, board: Board<S>, meter: &mut Meter) {
        self.search += 1;
        let found = if self.is_empty() { None } else { self.find(Tree::<S>::ROOT, board, 4) };
        let old = std::mem::take(&mut self.nodes);
        match found {
            Some(root) => self.keep(old, root, meter),
            None => {
                self.add(None, board, meter);
            }
        }
    }

    pub(crate) const ROOT: usize = 0;

    fn find(&self, node: usize, board: Board<S>, plies: u32) -> Option<usize> {
        if self.nodes[node].board == board {
            return Some(node);
        }
        if plies == 0 {
            return None;
        }
        self.nodes[node].children.iter().find_map(|(_, child)| self.find(*child, board, plies - 1))
    }

    /// Moves a subtree of the old nodes into the new ones, parents before children.
    fn keep(&mut self, mut old: Vec<Node<S>>, root: usize, meter: &mut Meter) {
        let mut waiting = VecDeque::from([(root, None)]);
        while let Some((from, parent)) = waiting.pop_front() {
            let at = self.nodes.len();
            let children = std::mem::take(&mut old[from].children);
            meter.hold(size_of::<Node<S>>() + bytes_of(&children));
            for (order, (_, child)) in children.iter().enumerate() {
                waiting.push_back((*child, Some((at, order))));
            }
            if let Some((parent, order)) = parent {
                let link: &mut Node<S> = &mut self.nodes[parent];
                link.children[order].1 = at;
            }
            let Node { board, visited, .. } = old[from];
            let parent = parent.map(|(parent, _)| parent);
            self.nodes.push(Node { parent, board, children, visited });
        }
    }

    fn add(&mut self, parent: Option<usize>, board: Board<S>, meter: &mut Meter) -> usize {
        meter.take(size_of::<Node<S>>());
        self.nodes.push(Node { parent, board, children: Vec::new(), visited: self.search });
        self.nodes.len() - 1
    }

    pub(crate) fn board(&self, node: usize) -> Board<S> {
        self.nodes[node].board
    }

    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent
    }

    /// The node that a legal move leads to: found if it was tried before, else made.
    pub(crate) fn child(&mut self, node: usize, played: Move<S>, meter: &mut Meter) -> usize {
        let children = &self.nodes[node].children;
        if let Some((_, child)) = children.iter().find(|(tried, _)| *tried == played) {
            let child = *child;
            if self.nodes[child].visited != self.search {
                self.nodes[child].visited = self.search;
                meter.reuse();
            }
            return child;
        }
        let board = self.nodes[node].board;
        if self.nodes[node].children.is_empty() {
            let moves = board.legal_moves().len().max(1) as usize;
            self.nodes[node].children.reserve_exact(moves);
            meter.take(bytes_of(&self.nodes[node].children));
        }
        let child = self.add(Some(node), after(board, played), meter);
        self.nodes[node].children.push((played, child));
        child
    }
}

fn bytes_of<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Position;

    #[test]
    fn the_subtree_of_the_game_is_kept_and_the_rest_given_back() {
        let start = Position::start();
        let mut tree = Tree::default();
        let mut meter = Meter::default();
        tree.set_root(start.board(), &mut meter);
        for first in start.moves() {
            let child = tree.child(Tree::<othellier_board::Eight>::ROOT, first, &mut meter);
            for second in start.after(first).moves() {
                tree.child(child, second, &mut meter);
            }
        }
        assert_eq!(tree.len(), 1 + 4 + 12);

        let first = start.moves().nth(1).unwrap();
        let next = start.after(first);
        let second = next.moves().nth(2).unwrap();
        let mut meter = Meter::default();
        tree.set_root(next.board(), &mut meter);
        assert_eq!(tree.len(), 1 + 3);
        assert_eq!(meter.read().cumulated_bytes, 0);
        assert!(meter.read().live_bytes >= 4 * size_of::<Node<othellier_board::Eight>>());

        let child = tree.child(Tree::<othellier_board::Eight>::ROOT, second, &mut meter);
        assert_eq!(tree.board(child), next.after(second).board());
        assert_eq!(tree.parent(child), Some(0));
        assert_eq!(meter.read().reused_nodes, 1);

        tree.set_root(start.board(), &mut Meter::default());
        assert_eq!(tree.len(), 1, "a board that is not below the root starts a new tree");
    }
}
