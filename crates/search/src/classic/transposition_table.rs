//! The transposition table: positions reached by several orders of moves are searched once.
//!
//! The idea: store the result of each position under a hash of its discs, and probe the table before
//! searching it again. An entry holds the whole board, so that another position in the same slot is
//! never mistaken for this one; the depth that was searched; the value and whether it is exact or
//! only a bound, because alpha-beta often learns no more; and the best move, which is worth trying
//! first even where the value cannot be used.
//!
//! ```text
//! probe(position, depth, alpha, beta):
//!     entry = slots[hash(position) mod size]
//!     if entry holds another position: a collision
//!     if entry.depth = depth and (exact, or at least beta, or at most alpha): its value will do
//!     else: its best move comes first
//! ```
//!
//! A value of another depth is another value: using it would make a search with a table disagree with
//! one without. Discs are stored as mover and opponent, so the side to move needs no bit of its own.
//! Only an evaluation that takes the side of the player who searches gives one board two values; an
//! entry says for which turn its value holds. Replacement: the newest entry always wins.
//!
//! There are two hash functions, to be compared: [`Hash::Zobrist`] combines random numbers, one for
//! each disc and its side, by exclusive or; [`Hash::Modulo`] adds the remainders of two words of the
//! board, which is simpler and collides more.

use othellier_board::{Board, Move, Size, Square};
use othellier_eval::{Score, Turn};

use crate::TableUse;

/// The hash function of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    /// Remainders of the occupied squares and of the opponent's.
    Modulo,
    /// A random number for each disc.
    Zobrist,
}

impl Hash {
    /// The slot of a board in a table of that many slots.
    pub fn slot<S: Size>(self, keys: &ZobristKeys, board: Board<S>, slots: usize) -> usize {
        match self {
            Hash::Zobrist => ZobristKeys::slot(keys.of(board), slots),
            Hash::Modulo => {
                let slots = slots as u128;
                let sum = wide(board.discs()) % slots + wide(board.opponent()) % slots;
                (sum % slots) as usize
            }
        }
    }
}

/// A hash table of positions and their values.
pub struct TranspositionTable<S: Size> {
    slots: Vec<Option<Entry<S>>>,
    hash: Hash,
    keys: Box<ZobristKeys>,
    usage: TableUse,
}

/// The result of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<S: Size> {
    board: Board<S>,
    pub(crate) depth: u8,
    /// The bound, and the turn for which it holds, in one byte: with two, an entry would be a third
    /// larger.
    bound_and_turn: u8,
    pub(crate) value: Score,
    pub(crate) best: Option<Move<S>>,
}

/// The kind of bound of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The value is this.
    Exact,
    /// The value is this or more.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

impl<S: Size> Entry<S> {
    pub(crate) fn bound(&self) -> Bound {
        match self.bound_and_turn & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        }
    }

    fn turn(&self) -> Turn {
        if self.bound_and_turn >> 2 == 0 { Turn::Searcher } else { Turn::Opponent }
    }
}

impl<S: Size> TranspositionTable<S> {
    /// A table of about that many bytes, at least one slot.
    pub fn new(hash: Hash, bytes: usize) -> TranspositionTable<S> {
        let slots = (bytes / size_of::<Option<Entry<S>>>()).max(1);
        // An odd number: the remainder by a power of two would keep only the low bits.
        let slots = if slots.is_multiple_of(2) { slots - 1 } else { slots };
        TranspositionTable {
            slots: vec![None; slots],
            hash,
            keys: ZobristKeys::new(),
            usage: TableUse { slots, ..TableUse::default() },
        }
    }

    /// How many bytes the slots take.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<Entry<S>>>()
    }

    /// How it was used so far.
    pub fn usage(&self) -> TableUse {
        self.usage
    }

    /// The entry of a board, if there is one.
    pub(crate) fn probe(&mut self, board: Board<S>, turn: Turn) -> Option<Entry<S>> {
        self.usage.probes += 1;
        let entry = self.slots[self.slot(board)]?;
        if entry.board == board && entry.turn() == turn {
            self.usage.hits += 1;
            Some(entry)
        } else {
            self.usage.collisions += 1;
            None
        }
    }

    /// Stores an entry, in place of whatever is in its slot.
    pub(crate) fn store(
        &mut self,
        (board, turn): (Board<S>, Turn),
        depth: u8,
        (bound, value): (Bound, Score),
        best: Option<Move<S>>,
    ) {
        let bound_and_turn = bound as u8 | (turn as u8) << 2;
        let slot = self.slot(board);
        self.usage.filled += usize::from(self.slots[slot].is_none());
        self.slots[slot] = Some(Entry { board, depth, bound_and_turn, value, best });
    }

    fn slot(&self, board: Board<S>) -> usize {
        self.hash.slot(&self.keys, board, self.slots.len())
    }
}

/// The bits of a set, whatever the size of its board.
fn wide<S: Size>(squares: othellier_board::Bitboard<S>) -> u128 {
    squares.bits().into()
}

/// The keys of a Zobrist hash: one for each square and side, precombined for every byte of squares.
pub struct ZobristKeys {
    bytes: [[[u64; 256]; ZobristKeys::BYTES]; 2],
}

impl ZobristKeys {
    /// Bytes of squares on the largest board.
    const BYTES: usize = 13;

    /// Always the same keys.
    pub fn new() -> Box<ZobristKeys> {
        let mut keys = Box::new(ZobristKeys { bytes: [[[0; 256]; ZobristKeys::BYTES]; 2] });
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

    /// The hash of a board, byte by byte.
    pub fn of<S: Size>(&self, board: Board<S>) -> u64 {
        let sides = [board.mover(), board.opponent()].map(wide);
        let mut key = 0;
        for (bits, bytes) in sides.iter().zip(&self.bytes) {
            for (at, byte) in bytes.iter().enumerate().take(usize::from(S::SQUARES).div_ceil(8)) {
                key ^= byte[(bits >> (8 * at)) as usize & 0xff];
            }
        }
        key
    }

    /// The key of a single disc, as the mover's and as the opponent's: their exclusive or is what
    /// a flip changes.
    pub fn disc<S: Size>(&self, square: Square<S>) -> [u64; 2] {
        let (byte, bit) = (usize::from(square.index() / 8), square.index() % 8);
        [0, 1].map(|side| self.bytes[side][byte][1 << bit])
    }

    /// The slot of a hash in a table of that many slots.
    pub fn slot(key: u64, slots: usize) -> usize {
        (u128::from(key) % slots as u128) as usize
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

    fn finds_what_was_stored<S: Size>(hash: Hash) {
        let mut table = TranspositionTable::<S>::new(hash, 1 << 20);
        let start = Position::<S>::default();
        for played in start.moves() {
            let board = start.after(played).board();
            let key = (board, Turn::Searcher);
            table.store(key, 3, (Bound::Exact, Score::from_discs(2)), None);
            let found = table.probe(board, Turn::Searcher).unwrap();
            assert_eq!(found.value, Score::from_discs(2));
            let other = table.probe(board.passed(), Turn::Searcher);
            assert!(other.is_none(), "the other side's turn");
        }
        let used = table.usage();
        assert_eq!((used.probes, used.hits), (8, 4));
        assert!(used.filled <= 4 && used.slots % 2 == 1);
    }

    #[test]
    fn both_hashes_on_small_and_large_boards() {
        for hash in [Hash::Modulo, Hash::Zobrist] {
            finds_what_was_stored::<othellier_board::Eight>(hash);
            finds_what_was_stored::<Ten>(hash);
        }
    }

    #[test]
    fn an_entry_gives_back_its_bound_and_is_for_one_turn() {
        let mut table = TranspositionTable::new(Hash::Zobrist, 1 << 10);
        let board = Position::start().board();
        for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
            for turn in [Turn::Searcher, Turn::Opponent] {
                table.store((board, turn), 1, (bound, Score::ZERO), None);
                assert_eq!(table.probe(board, turn).map(|entry| entry.bound()), Some(bound));
                assert!(table.probe(board, !turn).is_none(), "another player searches");
            }
        }
        assert_eq!(size_of::<Option<Entry<othellier_board::Eight>>>(), 24);
    }

    #[test]
    fn another_position_in_the_slot_is_a_collision_and_not_an_answer() {
        let mut table = TranspositionTable::new(Hash::Zobrist, 1);
        let start = Position::start();
        let key = (start.board(), Turn::Searcher);
        table.store(key, 1, (Bound::Exact, Score::ZERO), None);
        let other = start.after(start.moves().next().unwrap()).board();
        assert!(table.probe(other, Turn::Searcher).is_none());
        assert_eq!(table.usage().collisions, 1);
    }

    /// The hash by bytes equals that of the discs, one by one.
    #[test]
    fn a_hash_is_made_of_discs() {
        fn check<S: Size>() {
            let keys = ZobristKeys::new();
            let mut position = Position::<S>::default();
            while let Some(played) = position.moves().next() {
                let board = position.board();
                let mover = board.mover().into_iter().map(|square| keys.disc(square)[0]);
                let opponent = board.opponent().into_iter().map(|square| keys.disc(square)[1]);
                assert_eq!(mover.chain(opponent).fold(0, |all, key| all ^ key), keys.of(board));
                position = position.after(played);
            }
        }
        check::<othellier_board::Eight>();
        check::<Ten>();
    }
}
