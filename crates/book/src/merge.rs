//! Merging two books.

use othellier_board::Board;

use crate::book::moves;
use crate::{Book, Deviation};

impl Book {
    /// Adds every position of another book. A deviation is kept if its position is in neither book;
    /// of two such, the one that was searched more deeply wins. If none is left, it must be
    /// searched again ([`Book::fill_missing`]).
    ///
    /// No position and no valid deviation is lost, whichever book is merged into the other.
    pub fn merge(&mut self, other: &Book) {
        let boards: Vec<Board> = other.boards().collect();
        let own: Vec<Option<Option<Deviation>>> =
            boards.iter().map(|board| Some(self.node(*board)?.deviation)).collect();
        for &board in &boards {
            if !self.contains(board) {
                self.insert(board, None);
            }
        }
        let theirs = boards.iter().map(|board| other.node(*board).and_then(|node| node.deviation));
        for ((&board, own), theirs) in boards.iter().zip(own).zip(theirs) {
            let both = own.flatten().into_iter().chain(theirs);
            let left = both.filter(|deviation| self.is_outside(board, deviation));
            let best = left.max_by_key(|deviation| deviation.reliability(board));
            self.insert(board, best);
        }
        self.add_provenance(other.provenance());
        self.propagate_values();
    }

    /// Whether a deviation leads out of the book. If its move is unknown, only if no reply is in
    /// the book.
    fn is_outside(&self, board: Board, deviation: &Deviation) -> bool {
        let mut known = moves(board).filter(|(_, next)| self.contains(*next));
        match deviation.played {
            Some(deviating) => known.all(|(played, _)| played != deviating),
            None => known.next().is_none(),
        }
    }
}
