//! Two books in one.

use othellier_board::Board;

use crate::book::moves;
use crate::{Book, Deviation};

impl Book {
    /// Takes in every position of another book. A deviation is kept where its position is in neither
    /// book; of two such the one that was looked at more deeply is believed. Where none is left it
    /// has yet to be found ([`Book::fill_in`]).
    ///
    /// No position and no deviation that still is one is lost, whichever book takes in the other.
    pub fn merge(&mut self, other: &Book) {
        let boards: Vec<Board> = other.boards().collect();
        let own: Vec<Option<Option<Deviation>>> =
            boards.iter().map(|board| Some(self.node(*board)?.deviation)).collect();
        for &board in &boards {
            if !self.contains(board) {
                self.put(board, None);
            }
        }
        let theirs = boards.iter().map(|board| other.node(*board).and_then(|node| node.deviation));
        for ((&board, own), theirs) in boards.iter().zip(own).zip(theirs) {
            let both = own.flatten().into_iter().chain(theirs);
            let left = both.filter(|deviation| self.is_outside(board, deviation));
            let best = left.max_by_key(|deviation| deviation.trust(board));
            self.put(board, best);
        }
        self.add_provenance(other.provenance());
        self.settle();
    }

    /// Whether a deviation leads out of the book, as far as that can be told.
    fn is_outside(&self, board: Board, deviation: &Deviation) -> bool {
        let mut known = moves(board).filter(|(_, next)| self.contains(*next));
        match deviation.played {
            Some(deviating) => known.all(|(played, _)| played != deviating),
            None => known.next().is_none(),
        }
    }
}
