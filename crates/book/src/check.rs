//! Checking the consistency of a book.

use std::collections::BTreeSet;

use othellier_board::{Board, Move};
use othellier_eval::Score;

use crate::Book;
use crate::book::{is_legal, moves};

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Inconsistencies, by position.
    pub faults: Vec<(Board, BookFault)>,
    /// Positions whose deviation has not been searched yet: not a fault, but work left.
    pub open: usize,
    /// Positions that no reply in the book leads to, not counting the first one.
    pub roots: usize,
}

/// An inconsistency of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFault {
    /// Its deviation is not a legal move.
    Illegal(Move),
    /// Its deviation leads to a position in the book.
    DeviationInBook(Move),
    /// Its value is not the maximum over its replies.
    Value {
        /// The value that the book has stored.
        written: Score,
        /// The value computed from the replies.
        found: Score,
    },
    /// It has neither a reply nor a deviation, and the game is not over.
    NoValue,
}

impl BookFault {
    /// A stable identifier, such as `illegal-move`.
    pub const fn code(self) -> &'static str {
        match self {
            BookFault::Illegal(_) => "illegal-move",
            BookFault::DeviationInBook(_) => "deviation-in-book",
            BookFault::Value { .. } => "wrong-value",
            BookFault::NoValue => "no-value",
        }
    }
}

impl Book {
    /// Checks for every position that its deviation is legal, and that its value is the maximum
    /// over its replies.
    pub fn check(&self) -> CheckReport {
        let mut report =
            CheckReport { open: self.missing_deviations().len(), ..CheckReport::default() };
        let mut reached = BTreeSet::new();
        for board in self.boards() {
            let known = moves(board).filter(|(_, next)| self.contains(*next));
            let replies: Vec<Move> = known
                .map(|(played, next)| {
                    reached.insert(next.canonical());
                    played
                })
                .collect();
            let fault = self.fault(board, &replies);
            report.faults.extend(fault.map(|fault| (board, fault)));
        }
        let beginnings = self.boards().filter(|board| !reached.contains(board)).count();
        report.roots = beginnings.saturating_sub(1);
        report
    }

    fn fault(&self, board: Board, replies: &[Move]) -> Option<BookFault> {
        let node = self.node(board)?;
        if let Some(played) = node.deviation.and_then(|deviation| deviation.played) {
            if !is_legal(board, played) {
                return Some(BookFault::Illegal(played));
            }
            if replies.contains(&played) {
                return Some(BookFault::DeviationInBook(played));
            }
        }
        let Some(found) = self.negamax(board) else { return Some(BookFault::NoValue) };
        (found != node.value).then_some(BookFault::Value { written: node.value, found })
    }
}
