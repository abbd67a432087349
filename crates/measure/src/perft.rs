//! Perft on several threads: the leaves of the game tree, counted.
//!
//! The tree is split a few plies below the root; threads take the subtrees one by one. A game that
//! ends above the split is a subtree of its own.

use std::num::NonZeroUsize;

use othellier_board::perft::Passes;
use othellier_board::{Board, Move, Position, Size, Status};
use othellier_platform::parallel::parallel_map;

/// A count of leaves to be made.
#[derive(Clone, Debug)]
pub struct Perft<S: Size> {
    position: Position<S>,
    subtrees: Vec<Subtree<S>>,
}

/// The depth is more than any game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no game is {depth} plies long from there; expected at most {most}")]
pub struct TooDeep {
    pub depth: u32,
    /// The length of the longest game.
    pub most: u32,
}

/// The leaves below each move, and in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCount<S: Size> {
    pub nodes: u64,
    /// The leaves below each root move.
    pub divide: Vec<(Move<S>, u64)>,
}

/// A subtree: the board at its root and how deep to count below it.
#[derive(Clone, Debug)]
struct Subtree<S: Size> {
    /// The root move that leads there.
    root: Option<Move<S>>,
    board: Board<S>,
    depth: u32,
}

impl<S: Size> Perft<S> {
    /// Splits the tree of a position four plies below the root, or higher if it is shallow.
    pub fn new(position: Position<S>, depth: u32, passes: Passes) -> Result<Perft<S>, TooDeep> {
        // No game is longer: every move fills a square, and two passes in a row end the game.
        let empties = position.board().empties().len();
        let most = if passes == Passes::Ply { 2 * empties } else { empties };
        if depth > most {
            return Err(TooDeep { depth, most });
        }
        let plies = depth.saturating_sub(4).clamp(1, 4).min(depth);
        let mut subtrees = Vec::new();
        descend(&position, depth, plies, None, passes, &mut subtrees);
        Ok(Perft { position, subtrees })
    }

    pub fn subtrees(&self) -> usize {
        self.subtrees.len()
    }

    /// Counts with `leaves`, which counts below a board, and calls `done` after each subtree.
    ///
    /// ```
    /// use othellier_board::{Position, perft::{Passes, perft}};
    /// use othellier_measure::perft::Perft;
    ///
    /// let count = Perft::new(Position::start(), 6, Passes::Free)?;
    /// let threads = std::num::NonZeroUsize::new(2).unwrap();
    /// let leaves = |board, depth| perft(board, depth, Passes::Free);
    /// assert_eq!(count.count(threads, leaves, &|| {}).nodes, 8_200);
    /// # Ok::<(), othellier_measure::perft::TooDeep>(())
    /// ```
    pub fn count(
        &self,
        threads: NonZeroUsize,
        leaves: impl Fn(Board<S>, u32) -> u64 + Sync,
        done: &(dyn Fn() + Sync),
    ) -> PerftCount<S> {
        let counts = parallel_map(threads, self.subtrees.iter(), |subtree| {
            let count = leaves(subtree.board, subtree.depth);
            done();
            count
        });
        let below = |root| {
            let own = self.subtrees.iter().zip(&counts);
            own.filter(|(subtree, _)| subtree.root == Some(root)).map(|(_, count)| count).sum()
        };
        let divide = self.position.moves().map(|played| (played, below(played))).collect();
        PerftCount { nodes: counts.iter().sum(), divide }
    }
}

fn descend<S: Size>(
    position: &Position<S>,
    depth: u32,
    plies: u32,
    root: Option<Move<S>>,
    passes: Passes,
    subtrees: &mut Vec<Subtree<S>>,
) {
    if plies == 0 || depth == 0 || matches!(position.status(), Status::Over { .. }) {
        subtrees.push(Subtree { root, board: position.board(), depth });
        return;
    }
    for played in position.moves() {
        let free = played == Move::Pass && passes == Passes::Free;
        let (depth, plies) = if free { (depth, plies) } else { (depth - 1, plies - 1) };
        descend(&position.after(played), depth, plies, root.or(Some(played)), passes, subtrees);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::perft::perft;
    use othellier_board::{Four, Position};

    #[test]
    fn split_and_whole_trees_have_the_same_leaves() {
        for passes in [Passes::Free, Passes::Ply] {
            let position = Position::<Four>::default();
            for depth in 0..=10 {
                let whole = perft(position.board(), depth, passes);
                for threads in [1, 3] {
                    let threads = NonZeroUsize::new(threads).unwrap();
                    let split = Perft::new(position, depth, passes).unwrap();
                    let leaves = |board, depth| perft(board, depth, passes);
                    let count = split.count(threads, leaves, &|| {});
                    assert_eq!(count.nodes, whole, "{depth}");
                    let divided: u64 = count.divide.iter().map(|(_, nodes)| nodes).sum();
                    assert!(depth == 0 || divided == whole, "{depth}");
                }
            }
        }
    }

    #[test]
    fn a_depth_beyond_every_game_is_refused() {
        let refused =
            |depth, passes| Perft::new(Position::<Four>::default(), depth, passes).is_err();
        assert!(refused(13, Passes::Free) && !refused(12, Passes::Free));
        assert!(refused(25, Passes::Ply) && !refused(24, Passes::Ply));
    }
}
