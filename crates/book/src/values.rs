//! Values, from the last positions of a book up to its first.

use othellier_board::Board;
use othellier_eval::Score;

use crate::Book;
use crate::book::moves;

impl Book {
    /// Forgets the deviations that are in the book by now, and finds the value of every position.
    ///
    /// Every place where a book changes ends with this, so that its values always follow from its
    /// deviations.
    pub(crate) fn settle(&mut self) {
        self.forget_overtaken();
        let mut boards: Vec<Board> = self.boards().collect();
        // The fewer squares are empty the later a position comes; one that must pass comes before
        // the one that has the same squares and the move.
        boards.sort_by_key(|board| (board.empties().len(), board.legal_moves().is_empty()));
        for board in boards {
            if let Some(value) = self.negamax(board)
                && let Some(node) = self.node_mut(board)
            {
                node.value = value;
            }
        }
    }

    /// What a position is worth by the values of the positions after it; nothing where nothing is
    /// known.
    pub(crate) fn negamax(&self, board: Board) -> Option<Score> {
        if board.is_over() {
            return Some(Score::from_discs(board.final_score()));
        }
        let replies = moves(board).filter_map(|(_, next)| self.value(next)).map(|value| -value);
        let deviation = self.node(board).and_then(|node| node.deviation);
        replies.chain(deviation.map(|deviation| deviation.value)).max()
    }

    /// A deviation whose position has come into the book is no deviation any more. One that does
    /// not say which reply it is may be any of those that have come.
    fn forget_overtaken(&mut self) {
        let is_overtaken = |&board: &Board| {
            let Some(deviation) = self.node(board).and_then(|node| node.deviation) else {
                return false;
            };
            let mut known = moves(board).filter(|(_, next)| self.contains(*next));
            match deviation.played {
                Some(deviating) => known.any(|(played, _)| played == deviating),
                None => known.next().is_some(),
            }
        };
        let overtaken: Vec<Board> = self.boards().filter(is_overtaken).collect();
        for board in overtaken {
            if let Some(node) = self.node_mut(board) {
                node.deviation = None;
            }
        }
    }

    /// The positions with replies that are not in the book, of which the best has yet to be found;
    /// the first positions of the game first.
    pub(crate) fn unfinished(&self) -> Vec<Board> {
        let is_open = |board: &Board| {
            self.node(*board).is_some_and(|node| node.deviation.is_none())
                && moves(*board).any(|(_, next)| !self.contains(next))
        };
        let mut open: Vec<Board> = self.boards().filter(is_open).collect();
        open.sort_by_key(|board| std::cmp::Reverse(board.empties().len()));
        open
    }
}
