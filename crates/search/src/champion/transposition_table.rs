//! The transposition table of the champion, shared by all threads without locks.
//!
//! An entry is four words: the discs of both sides, the packed data, and a check, the exclusive or of the
//! data and the hash of the board. Words are read and written one by one without a lock, so a reader may see
//! words of two entries. It compares the whole board; data of another entry then passes the check only if all
//! bits of the two hashes beyond the index of the bucket agree by chance: those of the index agree, since both
//! boards are in the same bucket. The exclusive or of the two sides would not do in place of the hash: it is
//! the set of occupied squares, which is the same for many boards of one search. Two entries share a cache
//! line (a bucket). Replacement: an entry of an older generation first, then the shallower one. (Hyatt and Mann, *A lock-less transposition table implementation for
//! parallel search chess engines*, 2002.)

use std::sync::atomic::{AtomicU64, Ordering};

use othellier_board::{Bitboard, Board, Field, Square, Symmetry};

use super::huge_pages::{Pages, prefetch};
use super::selectivity::Selectivity;

/// A hash table of positions with their bounds and best moves.
pub(super) struct TranspositionTable {
    buckets: Pages<Bucket>,
    generation: u8,
}

/// Two entries on one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

#[derive(Default)]
struct Slot {
    mover: AtomicU64,
    opponent: AtomicU64,
    /// A packed [`TtEntry`].
    data: AtomicU64,
    check: AtomicU64,
}

/// The stored bounds of a position. The unit of the bounds is up to the user of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    /// Lower bound of the score.
    pub(super) lower: i16,
    /// Upper bound of the score.
    pub(super) upper: i16,
    /// The best move, and the one that was best before it.
    pub(super) moves: [Option<Square>; 2],
    /// The depth of the search, in plies.
    pub(super) depth: u8,
    /// The confidence of the search.
    pub(super) selectivity: Selectivity,
    generation: u8,
}

impl TtEntry {
    /// No bound yet, at this depth and confidence.
    pub(super) fn unknown(depth: u32, selectivity: Selectivity) -> TtEntry {
        TtEntry {
            lower: i16::MIN,
            upper: i16::MAX,
            moves: [None; 2],
            depth: depth as u8,
            selectivity,
            generation: 0,
        }
    }

    /// Whether its bounds may stand in for a search of this depth and confidence.
    pub(super) fn is_usable(&self, depth: u32, selectivity: Selectivity) -> bool {
        u32::from(self.depth) >= depth && self.selectivity >= selectivity
    }

    /// How much is lost when it is replaced, in this generation.
    #[inline(always)]
    fn value(&self, generation: u8) -> u32 {
        let current = u32::from(self.generation == generation);
        512 * current + 8 * u32::from(self.depth) + self.selectivity as u32
    }

    /// Makes a move the best one; the best so far becomes the second.
    pub(super) fn set_best_move(&mut self, square: Square) {
        if self.moves[0] != Some(square) {
            self.moves = [Some(square), self.moves[0]];
        }
    }

    /// The entry of the image of the board under a symmetry.
    fn transformed(self, symmetry: Symmetry) -> TtEntry {
        let moves = self.moves.map(|at| at.map(|at| symmetry.square(at)));
        TtEntry { moves, ..self }
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        let square = |square: Option<Square>| square.map_or(64, Square::index);
        let [first, second] = self.moves.map(square);
        let [low_lower, high_lower] = self.lower.to_le_bytes();
        let [low_upper, high_upper] = self.upper.to_le_bytes();
        let last = self.selectivity as u8 | self.generation << 3;
        u64::from_le_bytes([
            low_lower, high_lower, low_upper, high_upper, first, second, self.depth, last,
        ])
    }

    #[inline(always)]
    fn unpack(word: u64) -> TtEntry {
        let [low_lower, high_lower, low_upper, high_upper, first, second, depth, last] =
            word.to_le_bytes();
        TtEntry {
            lower: i16::from_le_bytes([low_lower, high_lower]),
            upper: i16::from_le_bytes([low_upper, high_upper]),
            moves: [first, second].map(Square::from_index),
            depth,
            selectivity: Selectivity::ALL[usize::from(last & 7).min(5)],
            generation: last >> 3,
        }
    }
}

impl Slot {
    /// The entry, if it is of this position, which has this hash, and its check holds.
    #[inline(always)]
    fn read(&self, board: Board, hash: u64) -> Option<TtEntry> {
        let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
        let data = self.data.load(Ordering::Relaxed);
        let found = self.mover.load(Ordering::Relaxed) == mover
            && self.opponent.load(Ordering::Relaxed) == opponent
            && self.check.load(Ordering::Relaxed) == hash ^ data;
        found.then(|| TtEntry::unpack(data))
    }

    #[inline(always)]
    fn write(&self, board: Board, hash: u64, entry: TtEntry) {
        let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
        let data = entry.pack();
        self.mover.store(mover, Ordering::Relaxed);
        self.opponent.store(opponent, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
        self.check.store(hash ^ data, Ordering::Relaxed);
    }

    #[inline(always)]
    fn holds(&self, board: Board) -> bool {
        self.mover.load(Ordering::Relaxed) == board.mover().bits()
            && self.opponent.load(Ordering::Relaxed) == board.opponent().bits()
    }
}

impl TranspositionTable {
    /// A table of at most that many bytes; the number of buckets is a power of two.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = 1 << buckets.ilog2();
        TranspositionTable { buckets: Pages::new(buckets), generation: 1 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Probes a board of a size; one that differs by a symmetry counts as the same where
    /// [`shares_symmetric_entries`] says so.
    #[inline(always)]
    pub(super) fn probe_symmetric<S: Field>(&self, board: Board, empties: u32) -> Option<TtEntry> {
        if !shares_symmetric_entries::<S>(empties) {
            return self.probe(board);
        }
        let (board, symmetry) = board.canonical_with_symmetry();
        self.probe(board).map(|entry| entry.transformed(symmetry.inverse()))
    }

    /// Stores an entry for [`probe_symmetric`](TranspositionTable::probe_symmetric).
    #[inline(always)]
    pub(super) fn store_symmetric<S: Field>(&self, board: Board, empties: u32, entry: TtEntry) {
        if !shares_symmetric_entries::<S>(empties) {
            return self.store(board, entry);
        }
        let (board, symmetry) = board.canonical_with_symmetry();
        self.store(board, entry.transformed(symmetry));
    }

    /// Every position in it with its entry.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Board, TtEntry)> {
        self.buckets.iter().flat_map(|bucket| &bucket.0).filter_map(|slot| {
            let sides = [&slot.mover, &slot.opponent].map(|side| side.load(Ordering::Relaxed));
            let [mover, opponent] = sides.map(Bitboard::from_bits);
            let board = Board::new(mover, opponent).ok().filter(|_| sides != [0, 0])?;
            Some((board, slot.read(board, hash(board))?))
        })
    }

    /// Starts a new generation: entries of earlier searches are replaced first.
    pub(super) fn new_generation(&mut self) {
        self.generation = self.generation % 31 + 1;
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.generation = 1;
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &[Slot; 2] {
        &self.buckets[hash as usize & (self.buckets.len() - 1)].0
    }

    /// Prefetches the bucket of a board that will soon be probed.
    #[inline(always)]
    pub(super) fn prefetch(&self, board: Board) {
        prefetch(self.bucket(hash(board)));
    }

    /// The entry of a board, if there is one.
    #[inline(always)]
    pub(super) fn probe(&self, board: Board) -> Option<TtEntry> {
        let hash = hash(board);
        let [first, second] = self.bucket(hash);
        first.read(board, hash).or_else(|| second.read(board, hash))
    }

    /// Stores an entry. It replaces one of the same position, else the less valuable one of the bucket.
    #[inline(always)]
    pub(super) fn store(&self, board: Board, entry: TtEntry) {
        let entry = TtEntry { generation: self.generation, ..entry };
        let hash = hash(board);
        let [first, second] = self.bucket(hash);
        // Entries of this generation before older ones, then deep ones before shallow ones, then sure
        // ones before less sure ones.
        let value =
            |slot: &Slot| TtEntry::unpack(slot.data.load(Ordering::Relaxed)).value(self.generation);
        let slot = if first.holds(board) {
            first
        } else if second.holds(board) || value(second) <= value(first) {
            second
        } else {
            first
        };
        // A shallow search, as for move ordering, does not replace a deep one of the same position, nor
        // a guess a proof.
        if slot.holds(board) && value(slot) > entry.value(self.generation) {
            return;
        }
        slot.write(board, hash, entry);
    }
}

/// Whether boards that differ by a symmetry share an entry: near the start of a small board, where
/// there are few probes and many symmetric positions.
#[inline(always)]
const fn shares_symmetric_entries<S: Field>(empties: u32) -> bool {
    S::SIDE < 8 && empties >= 20
}

/// The hash of a board: multiplicative, not Zobrist, since there is no incremental hash to update.
#[inline(always)]
pub(super) fn hash(board: Board) -> u64 {
    let mover = board.mover().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let opponent = board.opponent().bits().wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = mover ^ opponent.rotate_left(32);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use super::*;

    /// Two boards with the same occupied squares, and an entry of each that names its board.
    fn two_boards() -> [(Board, TtEntry); 2] {
        let start = Board::default();
        let flipped = Board::new(start.opponent(), start.mover()).unwrap();
        [(start, 11), (flipped, -22)].map(|(board, bound)| {
            let entry = TtEntry::unknown(7, Selectivity::Percent73);
            (board, TtEntry { lower: bound, upper: bound, ..entry })
        })
    }

    /// A reader's view while the second board replaces the first, after each word.
    #[test]
    fn no_torn_entry_passes_its_check() {
        let [(first, old), (second, new)] = two_boards();
        for words in 1..4 {
            let (slot, complete) = (Slot::default(), Slot::default());
            slot.write(first, hash(first), old);
            complete.write(second, hash(second), new);
            let pairs = [
                (&slot.mover, &complete.mover),
                (&slot.opponent, &complete.opponent),
                (&slot.data, &complete.data),
            ];
            for (word, of_new) in pairs.into_iter().take(words) {
                word.store(of_new.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            for board in [first, second] {
                assert_eq!(slot.read(board, hash(board)), None, "{words} words");
            }
        }
    }

    /// One thread writes two boards of the same occupied squares into one slot by turns, another reads them.
    #[test]
    fn two_threads_never_see_the_entry_of_another_board() {
        let slot = Slot::default();
        let boards = two_boards();
        let is_done = AtomicBool::new(false);
        let (mut hits, mut wrong) = (0_u64, 0_u64);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    for (board, entry) in boards {
                        slot.write(board, hash(board), entry);
                    }
                }
            });
            // Long enough to meet the other thread in the middle of a write many times.
            let begin = Instant::now();
            while begin.elapsed() < TORN_READS {
                for _ in 0..1 << 16 {
                    for (board, entry) in boards {
                        if let Some(found) = slot.read(board, hash(board)) {
                            hits += 1;
                            wrong += u64::from(found != entry);
                        }
                    }
                }
            }
            is_done.store(true, Ordering::Relaxed);
        });
        assert!(hits > 0);
        assert_eq!(wrong, 0, "of {hits} hits");
    }

    /// How long the slot is read.
    const TORN_READS: Duration = Duration::from_secs(5);
}
