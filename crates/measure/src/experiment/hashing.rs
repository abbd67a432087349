//! The hash functions whose speed is measured, and the positions they hash.
//!
//! [`HashFunction::Modulo`] and [`HashFunction::Zobrist`] are those of the textbook searches' table
//! ([`Hash::slot`]). The other two compute the same Zobrist hash in other ways: with one random
//! number per disc, the textbook form, and incrementally from the hash before the move, as most
//! programs do. All end with a remainder, the slot in a table.
//!
//! The positions of random games are hashed in order. Discs are Black's and White's here, not the
//! mover's and the opponent's, because an incremental hash needs a number of its own for the side
//! to move.

use std::hint::black_box;

use othellier_board::{Board, Color, Move, Placement, Position, Square};
use othellier_search::classic::{Hash, Random, ZobristKeys};
use othellier_search::{SearchLimits, Searcher};
use serde::Deserialize;

use crate::seeds::derived;

/// The seed stream of the games.
const STREAM: u64 = 3;
/// XORed in if White is to move.
const WHITE_TO_MOVE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A way to find the slot of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HashFunction {
    /// None: the words of the board are read and added. Measures the overhead of the loop.
    None,
    /// By remainders of the occupied squares and of White's squares.
    Modulo,
    /// Zobrist by bytes of squares: XOR of sixteen numbers.
    Zobrist,
    /// Zobrist by discs: XOR of one number per disc.
    ZobristDiscs,
    /// Incremental Zobrist: XOR of the placed disc and the flipped discs.
    ZobristMoves,
}

impl HashFunction {
    const ALL: [HashFunction; 5] = [
        HashFunction::None,
        HashFunction::Modulo,
        HashFunction::Zobrist,
        HashFunction::ZobristDiscs,
        HashFunction::ZobristMoves,
    ];

    /// Its name in experiment files.
    pub fn name(self) -> &'static str {
        match self {
            HashFunction::None => "none",
            HashFunction::Modulo => "modulo",
            HashFunction::Zobrist => "zobrist",
            HashFunction::ZobristDiscs => "zobrist-discs",
            HashFunction::ZobristMoves => "zobrist-moves",
        }
    }
}

/// A position of a game and the move that led there.
#[derive(Clone, Copy)]
struct HashedPosition {
    /// Black's discs as the mover's.
    board: Board,
    white_to_move: bool,
    /// The move that led here and its colour; `None` at the start of a game.
    played: Option<(Placement, Color)>,
}

/// The positions of random games, in order.
pub struct PositionSequence {
    steps: Vec<HashedPosition>,
    slots: usize,
    keys: Box<ZobristKeys>,
    /// For each square, the numbers of a black disc, of a white disc, and of a flip.
    discs: Vec<[u64; 3]>,
    /// The sum of the slots of all positions by function, computed by the slow reference code.
    expected: [u64; HashFunction::ALL.len()],
}

impl PositionSequence {
    pub(super) fn new(games: usize, slots: usize, seed: u64) -> PositionSequence {
        let keys = ZobristKeys::new();
        let numbers = |square: Square| {
            let [black, white] = keys.disc(square);
            [black, white, black ^ white]
        };
        let discs = Square::all().map(numbers).collect();
        let steps = (0..games as u64).flat_map(|game| steps(derived(seed, STREAM, game))).collect();
        let expected = [0; HashFunction::ALL.len()];
        let mut walk = PositionSequence { steps, slots, keys, discs, expected };
        walk.expected = HashFunction::ALL.map(|function| walk.reference_sum(function));
        walk
    }

    pub fn positions(&self) -> usize {
        self.steps.len()
    }

    /// The sum of the slots of all positions.
    pub(super) fn expected(&self, function: HashFunction) -> u64 {
        self.expected[function as usize]
    }

    /// Sums over several passes, as fast as possible. The input goes through `black_box`, so
    /// that the compiler cannot hoist the work out of the loop.
    pub(super) fn sum(&self, function: HashFunction, passes: usize) -> u64 {
        let pass = || {
            let walk = black_box(self);
            match function {
                HashFunction::None => walk.each(read),
                HashFunction::Modulo => walk.each(|step| walk.modulo(step)),
                HashFunction::Zobrist => walk.each(|step| {
                    ZobristKeys::slot(walk.keys.of(step.board) ^ turn(step), walk.slots) as u64
                }),
                HashFunction::ZobristDiscs => {
                    walk.each(|step| ZobristKeys::slot(walk.by_discs(step), walk.slots) as u64)
                }
                HashFunction::ZobristMoves => walk.by_moves(),
            }
        };
        (0..passes).fold(0, |sum, _| sum.wrapping_add(pass()))
    }

    #[inline(always)]
    fn each(&self, slot: impl Fn(&HashedPosition) -> u64) -> u64 {
        self.steps.iter().fold(0, |sum, step| sum.wrapping_add(slot(step)))
    }

    fn modulo(&self, step: &HashedPosition) -> u64 {
        Hash::Modulo.slot(&self.keys, step.board, self.slots) as u64
    }

    #[inline(always)]
    fn by_discs(&self, step: &HashedPosition) -> u64 {
        let side = |squares: othellier_board::Bitboard, which: usize| {
            let number = |square: Square| self.discs[usize::from(square.index())][which];
            squares.into_iter().fold(0, |key, square| key ^ number(square))
        };
        side(step.board.mover(), 0) ^ side(step.board.opponent(), 1) ^ turn(step)
    }

    fn by_moves(&self) -> u64 {
        let mut key = 0;
        self.steps.iter().fold(0, |sum: u64, step| {
            match step.played {
                None => key = self.by_discs(step) ^ turn(step),
                Some((Placement { square, flips }, color)) => {
                    let number = |square: Square| self.discs[usize::from(square.index())];
                    key ^= number(square)[usize::from(color == Color::White)];
                    key = flips.into_iter().fold(key, |key, flipped| key ^ number(flipped)[2]);
                }
            }
            sum.wrapping_add(ZobristKeys::slot(key ^ turn(step), self.slots) as u64)
        })
    }

    /// The reference: the sum of the slots by other code than the timed one, square by square from
    /// the definition of each function.
    fn reference_sum(&self, function: HashFunction) -> u64 {
        let slots = self.slots as u128;
        let slot = |step: &HashedPosition| {
            let (black, white) = (step.board.mover(), step.board.opponent());
            let slot = match function {
                HashFunction::None => return read(step),
                HashFunction::Modulo => {
                    let [taken, of_white] = [black | white, white].map(|set| {
                        set.into_iter().fold(0_u128, |bits, square| bits | 1 << square.index())
                    });
                    (taken % slots + of_white % slots) % slots
                }
                _ => {
                    let number = |square| match (black.contains(square), white.contains(square)) {
                        (true, _) => self.keys.disc(square)[0],
                        (_, true) => self.keys.disc(square)[1],
                        _ => 0,
                    };
                    let key = Square::all().fold(turn(step), |key, square| key ^ number(square));
                    u128::from(key) % slots
                }
            };
            slot as u64
        };
        self.steps.iter().fold(0, |sum, step| sum.wrapping_add(slot(step)))
    }
}

fn read(step: &HashedPosition) -> u64 {
    step.board.mover().bits() ^ step.board.opponent().bits() ^ turn(step)
}

#[inline(always)]
fn turn(step: &HashedPosition) -> u64 {
    if step.white_to_move { WHITE_TO_MOVE } else { 0 }
}

/// The positions of one random game.
fn steps(seed: u64) -> Vec<HashedPosition> {
    let mut random = Random::new(seed);
    let mut position = Position::start();
    let step = |position: &Position, played| {
        let (black, white) = (position.discs(Color::Black), position.discs(Color::White));
        HashedPosition {
            board: Board::from_disjoint(black, white),
            white_to_move: position.side_to_move() == Color::White,
            played,
        }
    };
    let mut steps = vec![step(&position, None)];
    while position.moves().next().is_some() {
        let report = random.search(&position, &SearchLimits::default(), &mut |_| ());
        let Some(&played) = report.lines.first().and_then(|line| line.moves.first()) else { break };
        let mover = position.side_to_move();
        let placement = match played {
            Move::Place(square) => position.placement(square).map(|placement| (placement, mover)),
            Move::Pass => None,
        };
        position = position.after(played);
        if placement.is_some() {
            steps.push(step(&position, placement));
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_agrees_with_the_reference() {
        let walk = PositionSequence::new(5, 10_007, 3);
        assert!(walk.positions() > 5 * 50, "{}", walk.positions());
        for function in HashFunction::ALL {
            let (once, thrice) = (walk.sum(function, 1), walk.sum(function, 3));
            assert_eq!(once, walk.expected(function), "{}", function.name());
            assert_eq!(thrice, walk.expected(function).wrapping_mul(3), "{}", function.name());
        }
        let [zobrist, discs, moves] =
            [HashFunction::Zobrist, HashFunction::ZobristDiscs, HashFunction::ZobristMoves]
                .map(|function| walk.expected(function));
        assert_eq!((zobrist, zobrist), (discs, moves));
        assert_ne!(zobrist, walk.expected(HashFunction::Modulo));
    }

    /// A seed gives the same positions again, another seed others.
    #[test]
    fn the_seed_determines_the_positions() {
        let sum = |seed| PositionSequence::new(2, 10_007, seed).expected(HashFunction::Zobrist);
        assert_eq!(sum(1), sum(1));
        assert_ne!(sum(1), sum(2));
    }
}
