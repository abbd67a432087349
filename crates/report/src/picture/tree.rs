//! The game tree below a position: expanded, evaluated at its leaves, backed up by negamax.

use othellier_board::{Position, Size};
use othellier_eval::{Score, StaticEvaluator};
use othellier_search::classic::tree::{NodeId, Tree};

use crate::tree_picture::TreeWords;
use crate::words::Words;

/// A complete game tree of a few plies with the value of every node.
pub struct GrownTree<S: Size> {
    pub tree: Tree<S>,
    /// Its value for the side to move.
    pub value: Option<Score>,
}

impl<S: Size> GrownTree<S> {
    /// Expands the tree of a position and evaluates its leaves.
    pub fn new(
        position: Position<S>,
        depth: u8,
        evaluator: &dyn StaticEvaluator<S>,
    ) -> GrownTree<S> {
        let mut tree = Tree::new(position);
        tree.expand_to(depth.into());
        for leaf in tree.leaves() {
            let board = tree.node(leaf).board();
            // Exact if the game is over.
            let value = match tree.moves(leaf).next() {
                None => Score::of_end(board.final_score()),
                Some(_) => evaluator.evaluate(board),
            };
            tree.set_value(leaf, value);
        }
        let value = tree.back_up();
        GrownTree { tree, value }
    }

    /// The number of nodes by ply, the root first.
    pub fn by_depth(&self) -> Vec<usize> {
        let mut row = vec![NodeId::ROOT];
        let mut counts = Vec::new();
        while !row.is_empty() {
            counts.push(row.len());
            let children = |id| self.tree.node(id).branches().iter().map(|branch| branch.child);
            row = row.into_iter().flat_map(children).collect();
        }
        counts
    }
}

/// The title and the legend of a tree picture.
pub fn tree_words(words: &dyn Words, title: String) -> TreeWords {
    let text = |key: &str| words.text(&format!("search-tree-{key}"));
    TreeWords {
        title,
        maximises: text("maximises"),
        minimises: text("minimises"),
        leaf: text("leaf"),
        best_line: text("best-line"),
        cut: text("cut"),
        window: text("window"),
        finished: text("finished"),
        truncated: text("truncated"),
    }
}
