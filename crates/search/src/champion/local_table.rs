//! The local transposition table of the endgame: one for each thread, small enough for the cache.
//!
//! Every position with eight to ten empty squares passes through it, and most are needed again soon or
//! never. So it is direct-mapped and always replaces: a replacement by depth would keep positions of ten
//! empty squares that no search meets again. The whole board is compared, so there is no false hit. The
//! words are atomic because the tables of all threads are shared with the search; one thread uses each.

use std::sync::atomic::{AtomicU64, Ordering};

use othellier_board::{Board, Square};

use super::huge_pages::Pages;
use super::transposition_table::hash;

/// A small table of endgame positions with their bounds and best moves.
pub(super) struct LocalTable(Pages<Slot>);

/// A position and its packed [`LocalEntry`].
#[derive(Default)]
struct Slot {
    mover: AtomicU64,
    opponent: AtomicU64,
    data: AtomicU64,
}

/// The bounds of a position with few empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LocalEntry {
    /// Lower bound of the score, in discs.
    pub(super) lower: i8,
    /// Upper bound of the score, in discs.
    pub(super) upper: i8,
    /// The best move, and the one that was best before it.
    pub(super) moves: [Option<Square>; 2],
}

impl LocalEntry {
    /// No bound and no move yet.
    pub(super) const UNKNOWN: LocalEntry =
        LocalEntry { lower: i8::MIN, upper: i8::MAX, moves: [None; 2] };

    /// Makes a move the best one; the best so far becomes the second.
    #[inline(always)]
    pub(super) fn set_best_move(&mut self, square: Square) {
        if self.moves[0] != Some(square) {
            self.moves = [Some(square), self.moves[0]];
        }
    }

    #[inline(always)]
    fn pack(self) -> u64 {
        let [first, second] = self.moves.map(|at| at.map_or(64, Square::index));
        u64::from(u32::from_le_bytes([self.lower as u8, self.upper as u8, first, second]))
    }

    #[inline(always)]
    fn unpack(word: u64) -> LocalEntry {
        let [lower, upper, first, second, ..] = word.to_le_bytes();
        let moves = [first, second].map(Square::from_index);
        LocalEntry { lower: lower as i8, upper: upper as i8, moves }
    }
}

impl LocalTable {
    /// How many entries a table has: 384 KiB.
    const SLOTS: usize = 1 << 14;

    pub(super) fn new() -> LocalTable {
        LocalTable(Pages::new(LocalTable::SLOTS))
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.len() * size_of::<Slot>()
    }

    pub(super) fn clear(&mut self) {
        self.0.fill_with(Slot::default);
    }

    #[inline(always)]
    fn slot(&self, board: Board) -> &Slot {
        &self.0[hash(board) as usize & (self.0.len() - 1)]
    }

    /// The entry of a board, if there is one.
    #[inline(always)]
    pub(super) fn probe(&self, board: Board) -> Option<LocalEntry> {
        let slot = self.slot(board);
        let found = slot.mover.load(Ordering::Relaxed) == board.mover().bits()
            && slot.opponent.load(Ordering::Relaxed) == board.opponent().bits();
        found.then(|| LocalEntry::unpack(slot.data.load(Ordering::Relaxed)))
    }

    /// Stores an entry in the place of whatever was there.
    #[inline(always)]
    pub(super) fn store(&self, board: Board, entry: LocalEntry) {
        let slot = self.slot(board);
        slot.mover.store(board.mover().bits(), Ordering::Relaxed);
        slot.opponent.store(board.opponent().bits(), Ordering::Relaxed);
        slot.data.store(entry.pack(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Position;

    #[test]
    fn an_entry_is_found_until_another_takes_its_place() {
        let mut table = LocalTable::new();
        let boards: Vec<Board> = Position::start()
            .moves()
            .map(|played| Position::start().after(played).board())
            .collect();
        let entry = LocalEntry { lower: -64, upper: 64, moves: [Some(Square::A1), None] };
        assert_eq!(table.probe(boards[0]), None);
        table.store(boards[0], entry);
        assert_eq!(table.probe(boards[0]), Some(entry));
        assert_eq!(table.probe(boards[1]), None);
        let mut newer = LocalEntry { lower: 2, ..entry };
        newer.set_best_move(Square::H8);
        assert_eq!(newer.moves, [Some(Square::H8), Some(Square::A1)]);
        table.store(boards[0], newer);
        assert_eq!(table.probe(boards[0]), Some(newer));
        table.clear();
        assert_eq!(table.probe(boards[0]), None);
    }

    #[test]
    fn an_entry_survives_packing() {
        for lower in [i8::MIN, -64, 0, 63] {
            for moves in [[None; 2], [Some(Square::H8), Some(Square::A1)]] {
                let entry = LocalEntry { lower, upper: i8::MAX, moves };
                assert_eq!(LocalEntry::unpack(entry.pack()), entry);
            }
        }
    }
}
