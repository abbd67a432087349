//! Negamax values, propagated from the last positions of a book to the first.

use othellier_board::Board;
use othellier_eval::Score;

use crate::Book;
use crate::book::moves;

impl Book {
    /// Drops deviations whose positions are in the book by now, and recomputes the value of every
    /// position.
    ///
    /// Every change of a book ends with this, so that its values always follow from its deviations.
    pub(crate) fn propagate_values(&mut self) {
        self.drop_stale_deviations();
        let mut boards: Vec<Board> = self.boards().collect();
        // Children first: fewer empty squares are later in the game, and a position that must pass
        // precedes the one with the same discs and the other side to move.
        boards.sort_by_key(|board| (board.empties().len(), board.legal_moves().is_empty()));
        for board in boards {
            if let Some(value) = self.negamax(board)
                && let Some(node) = self.node_mut(board)
            {
                node.value = value;
            }
        }
    }

    /// The value of a position from its replies and its deviation; `None` if it has neither.
    pub(crate) fn negamax(&self, board: Board) -> Option<Score> {
        if board.is_over() {
            return Some(Score::from_discs(board.final_score()));
        }
        let replies = moves(board).filter_map(|(_, next)| self.value(next)).map(|value| -value);
        let deviation = self.node(board).and_then(|node| node.deviation);
        replies.chain(deviation.map(|deviation| deviation.value)).max()
    }

    /// A deviation is stale if its position is in the book by now. One without a known move is
    /// stale as soon as any reply is in the book, since it may be that one.
    fn drop_stale_deviations(&mut self) {
        let is_stale = |&board: &Board| {
            let Some(deviation) = self.node(board).and_then(|node| node.deviation) else {
                return false;
            };
            let mut known = moves(board).filter(|(_, next)| self.contains(*next));
            match deviation.played {
                Some(deviating) => known.any(|(played, _)| played == deviating),
                None => known.next().is_some(),
            }
        };
        let stale: Vec<Board> = self.boards().filter(is_stale).collect();
        for board in stale {
            if let Some(node) = self.node_mut(board) {
                node.deviation = None;
            }
        }
    }

    /// The positions whose best reply outside the book has not been searched, earliest in the game
    /// first.
    pub fn missing_deviations(&self) -> Vec<Board> {
        let is_open = |board: &Board| {
            self.node(*board).is_some_and(|node| node.deviation.is_none())
                && moves(*board).any(|(_, next)| !self.contains(next))
        };
        let mut open: Vec<Board> = self.boards().filter(is_open).collect();
        open.sort_by_key(|board| std::cmp::Reverse(board.empties().len()));
        open
    }
}
