//! The transposition table: positions reached by several orders of moves are searched once.
//!
//! The idea: keep what was found out about each position, under a number computed from its discs, and
//! look there before searching it again. An entry holds the whole board, so that another position in
//! the same slot is never mistaken for this one; the depth that was searched below it; the value and
//! whether that is exact or only a bound, because alpha-beta often learns no more; and the best move,
//! which is worth trying first even where the value is of no use.
//!
//! ```text
//! look up (position, depth, alpha, beta):
//!     entry = slots[hash(position) mod size]
//!     if entry holds another position: a collision
//!     if entry.depth = depth and (exact, or at least beta, or at most alpha): its value will do
//!     else: its best move comes first
//! ```
//!
//! A value of another depth is another value: using it would make a search with a table disagree with
//! one without. Discs are stored as mover and opponent, so the side to move needs no bit of its own.
//! The newest entry replaces the older.
//!
//! Two hash functions are offered, to be compared: [`Hash::Zobrist`] joins random numbers, one for
//! each disc and its side, by exclusive or; [`Hash::Modulo`] adds the remainders of two words of the
//! board, which is simpler and collides more.

use othellier_board::{Board, Move, Size};
use othellier_eval::Score;

use crate::TableUse;

/// How a slot is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    /// By remainders of the taken squares and of the opponent's.
    Modulo,
    /// By a random number for each disc.
    Zobrist,
}

/// Positions and what is known of them.
pub struct Table<S: Size> {
    slots: Vec<Option<Entry<S>>>,
    hash: Hash,
    keys: Box<Keys>,
    used: TableUse,
}

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<S: Size> {
    board: Board<S>,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    pub(crate) value: Score,
    pub(crate) best: Option<Move<S>>,
}

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The value is this.
    Exact,
    /// The value is this or more.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

impl<S: Size> Table<S> {
    /// A table of about that many bytes, at least one slot.
    pub fn new(hash: Hash, bytes: usize) -> Table<S> {
        let slots = (bytes / size_of::<Option<Entry<S>>>()).max(1);
        // An odd number: the remainder by a power of two would forget all but the low bits.
        let slots = if slots.is_multiple_of(2) { slots - 1 } else { slots };
        Table {
            slots: vec![None; slots],
            hash,
            keys: Keys::new(),
            used: TableUse { slots, ..TableUse::default() },
        }
    }

    /// How many bytes the slots take.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<Entry<S>>>()
    }

    /// How it served so far.
    pub fn used(&self) -> TableUse {
        self.used
    }

    /// What is known of a board.
    pub(crate) fn look_up(&mut self, board: Board<S>) -> Option<Entry<S>> {
        self.used.probes += 1;
        let entry = self.slots[self.slot(board)]?;
        if entry.board == board {
            self.used.hits += 1;
            Some(entry)
        } else {
            self.used.collisions += 1;
            None
        }
    }

    /// Keeps what was found out.
    pub(crate) fn store(
        &mut self,
        board: Board<S>,
        depth: u8,
        (bound, value): (Bound, Score),
        best: Option<Move<S>>,
    ) {
        let slot = self.slot(board);
        self.used.filled += usize::from(self.slots[slot].is_none());
        self.slots[slot] = Some(Entry { board, depth, bound, value, best });
    }

    fn slot(&self, board: Board<S>) -> usize {
        let slots = self.slots.len() as u128;
        let slot = match self.hash {
            Hash::Zobrist => u128::from(self.keys.of(board)) % slots,
            Hash::Modulo => (wide(board.discs()) % slots + wide(board.opponent()) % slots) % slots,
        };
        slot as usize
    }
}

/// The bits of a set, whatever the size of its board.
fn wide<S: Size>(squares: othellier_board::Bitboard<S>) -> u128 {
    squares.bits().into()
}

/// A random number for each square and side, already joined for every byte of squares.
struct Keys {
    bytes: [[[u64; 256]; Keys::BYTES]; 2],
}

impl Keys {
    /// Bytes of squares on the largest board.
    const BYTES: usize = 13;

    fn new() -> Box<Keys> {
        let mut keys = Box::new(Keys { bytes: [[[0; 256]; Keys::BYTES]; 2] });
        let mut seed = 0x0123_4567_89ab_cdef_u64;
        for byte in keys.bytes.iter_mut().flatten() {
            let squares: [u64; 8] = std::array::from_fn(|_| next(&mut seed));
            for (pattern, key) in byte.iter_mut().enumerate() {
                let set = (0..8).filter(|square| pattern >> square & 1 != 0);
                *key = set.fold(0, |key, square| key ^ squares[square]);
            }
        }
        keys
    }

    fn of<S: Size>(&self, board: Board<S>) -> u64 {
        let sides = [board.mover(), board.opponent()].map(wide);
        let mut key = 0;
        for (bits, bytes) in sides.iter().zip(&self.bytes) {
            for (at, byte) in bytes.iter().enumerate().take(usize::from(S::SQUARES).div_ceil(8)) {
                key ^= byte[(bits >> (8 * at)) as usize & 0xff];
            }
        }
        key
    }
}

/// The next number of splitmix64.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *seed;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Position, Ten};

    fn keeps_what_it_is_given<S: Size>(hash: Hash) {
        let mut table = Table::<S>::new(hash, 1 << 20);
        let start = Position::<S>::default();
        for played in start.moves() {
            let board = start.after(played).board();
            table.store(board, 3, (Bound::Exact, Score::from_discs(2)), None);
            assert_eq!(table.look_up(board).unwrap().value, Score::from_discs(2));
            assert!(table.look_up(board.passed()).is_none(), "the other side's turn");
        }
        let used = table.used();
        assert_eq!((used.probes, used.hits), (8, 4));
        assert!(used.filled <= 4 && used.slots % 2 == 1);
    }

    #[test]
    fn both_hashes_on_small_and_large_boards() {
        for hash in [Hash::Modulo, Hash::Zobrist] {
            keeps_what_it_is_given::<othellier_board::Eight>(hash);
            keeps_what_it_is_given::<Ten>(hash);
        }
    }

    #[test]
    fn another_position_in_the_slot_is_a_collision_and_not_an_answer() {
        let mut table = Table::new(Hash::Zobrist, 1);
        let start = Position::start();
        table.store(start.board(), 1, (Bound::Exact, Score::ZERO), None);
        let other = start.after(start.moves().next().unwrap()).board();
        assert!(table.look_up(other).is_none());
        assert_eq!(table.used().collisions, 1);
    }
}
