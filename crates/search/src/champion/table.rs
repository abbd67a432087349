//! The transposition table of the champion: positions and what is proven of them.
//!
//! An entry is four words: both sides' discs, what is known, and a check that is the exclusive or of
//! the three. Words are read and written one by one without a lock; an entry that two threads wrote
//! at once fails its check and is no entry. As the whole board is compared, no hit is ever false. Two
//! entries share a cache line; the one of an older search, then the one nearer the end, gives way.

use std::sync::atomic::{AtomicU64, Ordering};

use othellier_board::{Board, Square};

/// Positions and what is proven of them.
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

/// What is proven of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The score is this or more.
    pub(super) lower: i8,
    /// The score is this or less.
    pub(super) upper: i8,
    /// The move that was best, and the one that was best before it.
    pub(super) moves: [Option<Square>; 2],
    pub(super) empties: u8,
    age: u8,
}

impl Known {
    /// Nothing but the number of empty squares.
    pub(super) fn nothing(empties: u32) -> Known {
        Known { lower: -64, upper: 64, moves: [None; 2], empties: empties as u8, age: 0 }
    }

    fn pack(self) -> u64 {
        let square = |square: Option<Square>| square.map_or(64, Square::index);
        let [first, second] = self.moves.map(square);
        let bytes = [
            self.lower.cast_unsigned(),
            self.upper.cast_unsigned(),
            first,
            second,
            self.empties,
            self.age,
            0,
            1,
        ];
        u64::from_le_bytes(bytes)
    }

    fn unpack(word: u64) -> Known {
        let [lower, upper, first, second, empties, age, ..] = word.to_le_bytes();
        Known {
            lower: lower.cast_signed(),
            upper: upper.cast_signed(),
            moves: [first, second].map(Square::from_index),
            empties,
            age,
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
        (found && known != 0).then(|| Known::unpack(known))
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
}

impl Table {
    /// A table of at most that many bytes, a power of two of buckets.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = 1 << buckets.ilog2();
        Table { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: 0 }
    }

    /// Lets the entries of earlier searches give way to new ones.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn bucket(&self, board: Board) -> &[Slot; 2] {
        &self.buckets[hash(board) as usize & (self.buckets.len() - 1)].0
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
            let Known { empties, age, .. } = Known::unpack(there);
            if there == 0 { 0 } else { 1 + u32::from(empties) + 64 * u32::from(age == self.age) }
        };
        let is_here = |slot: &Slot| {
            slot.mover.load(Ordering::Relaxed) == board.mover().bits()
                && slot.opponent.load(Ordering::Relaxed) == board.opponent().bits()
        };
        let slot = if is_here(first) {
            first
        } else if is_here(second) || worth(second) <= worth(first) {
            second
        } else {
            first
        };
        slot.write(board, known);
    }
}

#[inline(always)]
fn hash(board: Board) -> u64 {
    let mover = board.mover().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let opponent = board.opponent().bits().wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = mover ^ opponent.rotate_left(32);
    mixed ^ mixed >> 32
}
