//! Learned move ordering for the endgame: predicts which move refutes the node with the fewest nodes.
//!
//! Nearly every node that can be cut is cut by the first move tried. What an ordering can still gain
//! is the choice among several moves that would all cut: one takes a fraction of the nodes of
//! another. So this is a model of the cost of a move, not of its value: a sum of weights for the
//! configurations of the eight [input patterns](NET_PATTERNS) of the network after the move and for the
//! number of replies. `othellier train ordering` learns them from measured costs. The weights take
//! 145 KiB and stay in the L2 cache; each table of the evaluation is eight times as large.

use std::sync::LazyLock;

use othellier_board::{Bitboard, Board, Eight, Field, Placement};
use othellier_eval::patterns::geometry::{
    NET_INDEX_RANGE, NET_INSTANCES, NET_PATTERN_INSTANCES, NET_PATTERNS, NET_TABLE_ENTRIES,
    NET_TABLE_STARTS, SymmetryFold, instances,
};

use super::children::Child;

/// The file of the weights: a zlib stream of 16-bit numbers, little-endian. First those of the
/// canonical configurations of the input patterns, then [`REPLIES`] for the number of replies, one for
/// each corner among them, and one for a move to a quadrant with an odd number of empty squares.
static FILE: &[u8] = include_bytes!("../../weights/ordering.bin");

/// How many numbers of replies have a weight of their own; more replies share the last.
pub const REPLIES: usize = 16;

/// Encodes weights as a file.
pub fn pack(weights: &[i16]) -> Vec<u8> {
    let bytes: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    miniz_oxide::deflate::compress_to_vec_zlib(&bytes, 9)
}

/// The configuration of every instance of an input pattern, as a number in base three, seen by the side
/// to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct OrderingIndices([u16; NET_INSTANCES]);

/// The indices of an empty board, and what a disc of the opponent on each square adds to them; a disc
/// of the mover subtracts as much.
struct IndexSteps {
    empty: OrderingIndices,
    of: [OrderingIndices; 64],
}

static INDEX_STEPS: LazyLock<IndexSteps> = LazyLock::new(|| {
    let zero = OrderingIndices([0; NET_INSTANCES]);
    let mut steps = IndexSteps { empty: zero, of: [zero; 64] };
    for (instance, squares) in NET_PATTERNS.into_iter().flat_map(instances).enumerate() {
        for (digit, square) in squares.into_iter().enumerate() {
            let step = 3_u16.pow(digit as u32);
            steps.of[usize::from(square.index())].0[instance] = step;
            steps.empty.0[instance] += step;
        }
    }
    steps
});

impl IndexSteps {
    /// The indices that discs of the opponent on some squares add.
    #[inline(always)]
    fn of(&self, squares: Bitboard) -> OrderingIndices {
        let mut sum = OrderingIndices([0; NET_INSTANCES]);
        for square in squares {
            let step = &self.of[usize::from(square.index()) % 64];
            sum.0.iter_mut().zip(&step.0).for_each(|(sum, step)| *sum += step);
        }
        sum
    }

    /// The indices of a board.
    #[inline(always)]
    fn indices(&self, board: Board) -> OrderingIndices {
        let (more, less) = (self.of(board.opponent()), self.of(board.mover()));
        OrderingIndices(std::array::from_fn(|at| self.empty.0[at] + more.0[at] - less.0[at]))
    }

    /// The indices after a move, seen by the other side.
    #[inline(always)]
    fn after(
        &self,
        indices: &OrderingIndices,
        Placement { square, flips }: Placement,
    ) -> OrderingIndices {
        let flipped = self.of(flips);
        let played = &self.of[usize::from(square.index()) % 64];
        OrderingIndices(std::array::from_fn(|at| {
            // To change sides is to subtract from the number whose digits are all two.
            2 * self.empty.0[at] - indices.0[at] + played.0[at] + 2 * flipped.0[at]
        }))
    }
}

/// The learned cost model of moves.
pub(super) struct LearnedOrdering {
    steps: &'static IndexSteps,
    weights: Box<[i16; NET_TABLE_ENTRIES]>,
    replies: [i32; REPLIES],
    corner: i32,
    odd: i32,
}

impl LearnedOrdering {
    /// The weights that are part of the program.
    pub(super) fn shipped() -> &'static LearnedOrdering {
        static SHIPPED: LazyLock<LearnedOrdering> = LazyLock::new(|| {
            let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(FILE).expect("a valid file");
            let pairs = bytes.as_chunks::<2>().0;
            let numbers: Vec<i16> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
            LearnedOrdering::new(&numbers)
        });
        &SHIPPED
    }

    /// From the numbers of a file.
    fn new(numbers: &[i16]) -> LearnedOrdering {
        let mut weights: Box<[i16; NET_TABLE_ENTRIES]> =
            vec![0; NET_TABLE_ENTRIES].try_into().expect("as many entries");
        let mut rest = numbers;
        for (fold, start) in SymmetryFold::net().iter().zip(NET_TABLE_STARTS) {
            let (own, others) = rest.split_at(fold.count);
            for (entry, canonical) in weights[start..].iter_mut().zip(&fold.canonical) {
                *entry = own[usize::from(*canonical)];
            }
            rest = others;
        }
        let (replies, others) = rest.split_first_chunk().expect("a number for each");
        let [corner, odd] = others else { panic!("two numbers follow") };
        LearnedOrdering {
            steps: &INDEX_STEPS,
            weights,
            replies: replies.map(i32::from),
            corner: i32::from(*corner),
            odd: i32::from(*odd),
        }
    }

    /// The model at a node; `odd` are its quadrants with an odd number of empty squares.
    #[inline(always)]
    pub(super) fn at(&self, board: Board, odd: u64) -> NodeCosts<'_> {
        NodeCosts { model: self, board, indices: self.steps.indices(board), odd }
    }
}

/// The cost model at one node, whose moves are to be ordered.
pub(super) struct NodeCosts<'a> {
    model: &'a LearnedOrdering,
    board: Board,
    indices: OrderingIndices,
    odd: u64,
}

impl NodeCosts<'_> {
    /// The predicted cost of a move, on the scale of values: a hundred less make up for a disc.
    #[inline(always)]
    pub(super) fn cost(&self, child: &Child) -> i32 {
        let LearnedOrdering { steps, weights, replies, corner, odd } = self.model;
        let mut cost = replies[(child.replies.len() as usize).min(REPLIES - 1)];
        cost += corner * (child.replies.bits() & Eight::CORNERS).count_ones() as i32;
        cost += odd * i32::from(self.odd & child.square.bitboard().bits() != 0);
        let after = steps.after(&self.indices, child.placement(self.board));
        let mut rest = &after.0[..];
        for (instances, start) in NET_PATTERN_INSTANCES.into_iter().zip(NET_TABLE_STARTS) {
            let window: &[i16; NET_INDEX_RANGE] =
                weights[start..].first_chunk().expect("a window follows");
            let (own, others) = rest.split_at(instances);
            let weight = |&index: &u16| i32::from(window[usize::from(index) % NET_INDEX_RANGE]);
            cost += own.iter().map(weight).sum::<i32>();
            rest = others;
        }
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Move, Position};
    use othellier_eval::patterns::PatternIndices;
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn pattern_indices_are_those_of_the_evaluation() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..50 {
            let mut position = Position::<Eight>::default();
            while let Some(played) = position.moves().choose(&mut rng) {
                let before = INDEX_STEPS.indices(position.board());
                if let Move::Place(square) = played {
                    let placement = position.board().placement(square).unwrap();
                    let after = INDEX_STEPS.after(&before, placement);
                    assert_eq!(after, INDEX_STEPS.indices(position.board().with(placement)));
                }
                position = position.after(played);
                let indices = INDEX_STEPS.indices(position.board());
                assert_eq!(
                    &indices.0,
                    PatternIndices::of(position.board()).net_indices(),
                    "{position:?}"
                );
            }
        }
    }
}
