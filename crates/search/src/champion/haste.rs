//! The order of moves near the end, learned: the move that ends a node soonest comes first.
//!
//! Nearly every node that a move can end is ended by the first one tried. What an order can still win
//! is the choice among several moves that all would do: one of them takes a fraction of the nodes that
//! another takes. So this does not ask which move is best, but which is over first. It is a sum of
//! weights of what stands on the eight [small shapes](SMALL) after the move, and of how many replies
//! there are; `othellier train haste` learns them from what moves have cost. All of it stays in the
//! nearest memory, where the tables of the evaluation do not.

use std::sync::LazyLock;

use othellier_board::{Bitboard, Board, Eight, Field, Placement};
use othellier_eval::patterns::shapes::{
    Fold, PAGE, SMALL, SMALL_ENTRIES, SMALL_PLACES, SMALL_STARTS, SMALL_TURNS, places,
};

use super::children::Child;

/// The file of the weights: a zlib stream of 16-bit numbers, little-endian. First those of the classes
/// of contents of the small shapes, then [`REPLIES`] for the number of replies, one for each corner
/// among them, and one for a move to a quadrant with an odd number of empty squares.
static FILE: &[u8] = include_bytes!("../../weights/haste.bin");

/// Numbers of replies that are told apart; more count as the last.
pub const REPLIES: usize = 16;

/// The file of these numbers.
pub fn pack(numbers: &[i16]) -> Vec<u8> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    miniz_oxide::deflate::compress_to_vec_zlib(&bytes, 9)
}

/// What stands on the small shapes, as the side to move sees it: a number in base three for each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Sketch([u16; SMALL_PLACES]);

/// The sketch of a board without discs, and what a disc of the opponent on each square adds to it; one
/// of the mover takes as much away.
struct Steps {
    empty: Sketch,
    of: [Sketch; 64],
}

static STEPS: LazyLock<Steps> = LazyLock::new(|| {
    let nothing = Sketch([0; SMALL_PLACES]);
    let mut steps = Steps { empty: nothing, of: [nothing; 64] };
    for (place, squares) in SMALL.into_iter().flat_map(places).enumerate() {
        for (digit, square) in squares.into_iter().enumerate() {
            let step = 3_u16.pow(digit as u32);
            steps.of[usize::from(square.index())].0[place] = step;
            steps.empty.0[place] += step;
        }
    }
    steps
});

impl Steps {
    /// What discs of the opponent on some squares add.
    #[inline(always)]
    fn of(&self, squares: Bitboard) -> Sketch {
        let mut sum = Sketch([0; SMALL_PLACES]);
        for square in squares {
            let step = &self.of[usize::from(square.index()) % 64];
            sum.0.iter_mut().zip(&step.0).for_each(|(sum, step)| *sum += step);
        }
        sum
    }

    /// The sketch of a board.
    #[inline(always)]
    fn sketch(&self, board: Board) -> Sketch {
        let (more, less) = (self.of(board.opponent()), self.of(board.mover()));
        Sketch(std::array::from_fn(|at| self.empty.0[at] + more.0[at] - less.0[at]))
    }

    /// The sketch after a move, as the other side sees it.
    #[inline(always)]
    fn after(&self, sketch: &Sketch, Placement { square, flips }: Placement) -> Sketch {
        let turned = self.of(flips);
        let played = &self.of[usize::from(square.index()) % 64];
        Sketch(std::array::from_fn(|at| {
            // To change sides is to subtract from the number of all twos.
            2 * self.empty.0[at] - sketch.0[at] + played.0[at] + 2 * turned.0[at]
        }))
    }
}

/// How soon a move is over, learned.
pub(super) struct Haste {
    steps: &'static Steps,
    weights: Box<[i16; SMALL_ENTRIES]>,
    replies: [i32; REPLIES],
    corner: i32,
    odd: i32,
}

impl Haste {
    /// What was learned.
    pub(super) fn learned() -> &'static Haste {
        static LEARNED: LazyLock<Haste> = LazyLock::new(|| {
            let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(FILE).expect("it is whole");
            let pairs = bytes.as_chunks::<2>().0;
            let numbers: Vec<i16> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
            Haste::new(&numbers)
        });
        &LEARNED
    }

    /// The numbers of the file.
    fn new(numbers: &[i16]) -> Haste {
        let mut weights: Box<[i16; SMALL_ENTRIES]> =
            vec![0; SMALL_ENTRIES].try_into().expect("as many entries");
        let mut rest = numbers;
        for (fold, start) in Fold::small().iter().zip(SMALL_STARTS) {
            let (own, others) = rest.split_at(fold.classes);
            for (entry, class) in weights[start..].iter_mut().zip(&fold.class) {
                *entry = own[usize::from(*class)];
            }
            rest = others;
        }
        let (replies, others) = rest.split_first_chunk().expect("a number for each");
        let [corner, odd] = others else { panic!("two numbers follow") };
        Haste {
            steps: &STEPS,
            weights,
            replies: replies.map(i32::from),
            corner: i32::from(*corner),
            odd: i32::from(*odd),
        }
    }

    /// A board whose moves are to be ordered, and its quadrants with an odd number of empty squares.
    #[inline(always)]
    pub(super) fn at(&self, board: Board, odd: u64) -> Parent<'_> {
        Parent { haste: self, board, sketch: self.steps.sketch(board), odd }
    }
}

/// A board whose moves are to be ordered.
pub(super) struct Parent<'a> {
    haste: &'a Haste,
    board: Board,
    sketch: Sketch,
    odd: u64,
}

impl Parent<'_> {
    /// What a move costs, such that a disc less of value is made up for by a hundred less of this.
    #[inline(always)]
    pub(super) fn cost(&self, child: &Child) -> i32 {
        let Haste { steps, weights, replies, corner, odd } = self.haste;
        let mut cost = replies[(child.replies.len() as usize).min(REPLIES - 1)];
        cost += corner * (child.replies.bits() & Eight::CORNERS).count_ones() as i32;
        cost += odd * i32::from(self.odd & child.square.bitboard().bits() != 0);
        let after = steps.after(&self.sketch, child.placement(self.board));
        let mut rest = &after.0[..];
        for (turns, start) in SMALL_TURNS.into_iter().zip(SMALL_STARTS) {
            let page: &[i16; PAGE] = weights[start..].first_chunk().expect("a page follows");
            let (own, others) = rest.split_at(turns);
            cost += own.iter().map(|&index| i32::from(page[usize::from(index)])).sum::<i32>();
            rest = others;
        }
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Move, Position};
    use othellier_eval::patterns::Indices;
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn a_sketch_is_what_the_evaluation_sees() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..50 {
            let mut position = Position::<Eight>::default();
            while let Some(played) = position.moves().choose(&mut dice) {
                let before = STEPS.sketch(position.board());
                if let Move::Place(square) = played {
                    let placement = position.board().placement(square).unwrap();
                    let after = STEPS.after(&before, placement);
                    assert_eq!(after, STEPS.sketch(position.board().with(placement)));
                }
                position = position.after(played);
                let sketch = STEPS.sketch(position.board());
                assert_eq!(&sketch.0, Indices::of(position.board()).of_small(), "{position:?}");
            }
        }
    }
}
