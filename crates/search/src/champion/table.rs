//! The transposition table of the champion: positions and what is known of them.
//!
//! An entry is four words: both sides' discs, what is known, and a check that is the exclusive or of
//! the three. Words are read and written one by one without a lock; an entry that two threads wrote
//! at once fails its check and is no entry. As the whole board is compared, no hit is ever false. Two
//! entries share a cache line; the one of an older search, then the shallower one, gives way.

use std::sync::atomic::{AtomicU64, Ordering};

use othellier_board::{Bitboard, Board, Field, Square, Symmetry};

use super::pages::{filled, prefetch};
use super::selectivity::Selectivity;

/// Positions and what is known of them.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

/// Two entries on one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

#[derive(Default)]
struct Slot {
    mover: AtomicU64,
    opponent: AtomicU64,
    known: AtomicU64,
    check: AtomicU64,
}

/// What is known of a position, in the unit of whoever keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The score is this or more.
    pub(super) lower: i16,
    /// The score is this or less.
    pub(super) upper: i16,
    /// The move that was best, and the one that was best before it.
    pub(super) moves: [Option<Square>; 2],
    /// How many plies were searched.
    pub(super) depth: u8,
    /// With what confidence.
    pub(super) selectivity: Selectivity,
    age: u8,
}

impl Known {
    /// No bound yet, at this depth and confidence.
    pub(super) fn nothing(depth: u32, selectivity: Selectivity) -> Known {
        Known {
            lower: i16::MIN,
            upper: i16::MAX,
            moves: [None; 2],
            depth: depth as u8,
            selectivity,
            age: 0,
        }
    }

    /// Whether it says as much as a search of this depth and confidence would.
    pub(super) fn serves(&self, depth: u32, selectivity: Selectivity) -> bool {
        u32::from(self.depth) >= depth && self.selectivity >= selectivity
    }

    /// Puts a move before the others.
    pub(super) fn prefer(&mut self, square: Square) {
        if self.moves[0] != Some(square) {
            self.moves = [Some(square), self.moves[0]];
        }
    }

    /// The same of a board that was turned or mirrored.
    fn turned(self, symmetry: Symmetry) -> Known {
        let moves = self.moves.map(|at| at.map(|at| symmetry.square(at)));
        Known { moves, ..self }
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        let square = |square: Option<Square>| square.map_or(64, Square::index);
        let [first, second] = self.moves.map(square);
        let [low_lower, high_lower] = self.lower.to_le_bytes();
        let [low_upper, high_upper] = self.upper.to_le_bytes();
        let rank = self.selectivity as u8 | self.age << 3;
        u64::from_le_bytes([
            low_lower, high_lower, low_upper, high_upper, first, second, self.depth, rank,
        ])
    }

    #[inline(always)]
    fn unpack(word: u64) -> Known {
        let [low_lower, high_lower, low_upper, high_upper, first, second, depth, rank] =
            word.to_le_bytes();
        Known {
            lower: i16::from_le_bytes([low_lower, high_lower]),
            upper: i16::from_le_bytes([low_upper, high_upper]),
            moves: [first, second].map(Square::from_index),
            depth,
            selectivity: Selectivity::ALL[usize::from(rank & 7).min(5)],
            age: rank >> 3,
        }
    }
}

impl Slot {
    /// What is known, if this is the position and nobody is writing.
    #[inline(always)]
    fn read(&self, board: Board) -> Option<Known> {
        let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
        let known = self.known.load(Ordering::Relaxed);
        let found = self.mover.load(Ordering::Relaxed) == mover
            && self.opponent.load(Ordering::Relaxed) == opponent
            && self.check.load(Ordering::Relaxed) == mover ^ opponent ^ known;
        found.then(|| Known::unpack(known))
    }

    #[inline(always)]
    fn write(&self, board: Board, known: Known) {
        let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
        let known = known.pack();
        self.mover.store(mover, Ordering::Relaxed);
        self.opponent.store(opponent, Ordering::Relaxed);
        self.known.store(known, Ordering::Relaxed);
        self.check.store(mover ^ opponent ^ known, Ordering::Relaxed);
    }

    #[inline(always)]
    fn holds(&self, board: Board) -> bool {
        self.mover.load(Ordering::Relaxed) == board.mover().bits()
            && self.opponent.load(Ordering::Relaxed) == board.opponent().bits()
    }
}

impl Table {
    /// A table of at most that many bytes, a power of two of buckets.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = 1 << buckets.ilog2();
        Table { buckets: filled(buckets), age: 1 }
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// What is known of a board of a size, or of one that is the same by a symmetry.
    #[inline(always)]
    pub(super) fn look_up_on<S: Field>(&self, board: Board, empties: u32) -> Option<Known> {
        if !folds::<S>(empties) {
            return self.look_up(board);
        }
        let (board, symmetry) = board.canonical_with_symmetry();
        self.look_up(board).map(|known| known.turned(symmetry.inverse()))
    }

    /// Keeps what is known for [`look_up_on`](Table::look_up_on).
    #[inline(always)]
    pub(super) fn store_on<S: Field>(&self, board: Board, empties: u32, known: Known) {
        if !folds::<S>(empties) {
            return self.store(board, known);
        }
        let (board, symmetry) = board.canonical_with_symmetry();
        self.store(board, known.turned(symmetry));
    }

    /// Every position in it and what is known of it.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Board, Known)> {
        self.buckets.iter().flat_map(|bucket| &bucket.0).filter_map(|slot| {
            let sides = [&slot.mover, &slot.opponent].map(|side| side.load(Ordering::Relaxed));
            let [mover, opponent] = sides.map(Bitboard::from_bits);
            let board = Board::new(mover, opponent).ok().filter(|_| sides != [0, 0])?;
            Some((board, slot.read(board)?))
        })
    }

    /// Lets the entries of earlier searches give way to new ones.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age % 31 + 1;
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 1;
    }

    #[inline(always)]
    fn bucket(&self, board: Board) -> &[Slot; 2] {
        &self.buckets[hash(board) as usize & (self.buckets.len() - 1)].0
    }

    /// Fetches ahead what is known of a board that will soon be looked up.
    #[inline(always)]
    pub(super) fn prefetch(&self, board: Board) {
        prefetch(self.bucket(board));
    }

    #[inline(always)]
    pub(super) fn look_up(&self, board: Board) -> Option<Known> {
        let [first, second] = self.bucket(board);
        first.read(board).or_else(|| second.read(board))
    }

    /// Keeps what is known, in place of what was known of the same position or of a lesser one.
    #[inline(always)]
    pub(super) fn store(&self, board: Board, known: Known) {
        let known = Known { age: self.age, ..known };
        let [first, second] = self.bucket(board);
        let worth = |slot: &Slot| {
            let there = slot.known.load(Ordering::Relaxed);
            let Known { depth, age, .. } = Known::unpack(there);
            u32::from(depth) + 64 * u32::from(age == self.age)
        };
        let slot = if first.holds(board) {
            first
        } else if second.holds(board) || worth(second) <= worth(first) {
            second
        } else {
            first
        };
        // A shallow search in passing does not take the place of a deep one.
        if slot.holds(board) && worth(slot) > u32::from(known.depth) + 64 {
            return;
        }
        slot.write(board, known);
    }
}

/// Whether boards that differ by a symmetry are one: near the start of a small board, where that is
/// seldom asked and often so.
#[inline(always)]
const fn folds<S: Field>(empties: u32) -> bool {
    S::SIDE < 8 && empties >= 20
}

#[inline(always)]
pub(super) fn hash(board: Board) -> u64 {
    let mover = board.mover().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let opponent = board.opponent().bits().wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = mover ^ opponent.rotate_left(32);
    mixed ^ mixed >> 32
}
