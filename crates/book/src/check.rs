//! Whether a book holds together.

use std::collections::BTreeSet;

use othellier_board::{Board, Move};
use othellier_eval::Score;

use crate::Book;
use crate::book::{is_legal, moves};

/// What was found in a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What is wrong, position by position.
    pub faults: Vec<(Board, Fault)>,
    /// Positions whose best deviation has yet to be found: no fault, but work left.
    pub open: usize,
    /// Positions that no reply of the book leads to, the first one not counted.
    pub roots: usize,
}

/// What is wrong with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its deviation cannot be played.
    Illegal(Move),
    /// Its deviation is in the book.
    Overtaken(Move),
    /// Its value is not the best of its replies.
    Value {
        /// What the book says.
        written: Score,
        /// What follows from the replies.
        found: Score,
    },
    /// It has neither a reply nor a deviation, and its game is not over.
    Worthless,
}

impl Book {
    /// Looks at every position: its replies are legal, and its value is the best of theirs.
    pub fn check(&self) -> Report {
        let mut report = Report { open: self.unfinished().len(), ..Report::default() };
        let mut led_to = BTreeSet::new();
        for board in self.boards() {
            let known = moves(board).filter(|(_, next)| self.contains(*next));
            let replies: Vec<Move> = known
                .map(|(played, next)| {
                    led_to.insert(next.canonical());
                    played
                })
                .collect();
            let fault = self.fault(board, &replies);
            report.faults.extend(fault.map(|fault| (board, fault)));
        }
        let beginnings = self.boards().filter(|board| !led_to.contains(board)).count();
        report.roots = beginnings.saturating_sub(1);
        report
    }

    fn fault(&self, board: Board, replies: &[Move]) -> Option<Fault> {
        let node = self.node(board)?;
        if let Some(played) = node.deviation.and_then(|deviation| deviation.played) {
            if !is_legal(board, played) {
                return Some(Fault::Illegal(played));
            }
            if replies.contains(&played) {
                return Some(Fault::Overtaken(played));
            }
        }
        let Some(found) = self.negamax(board) else { return Some(Fault::Worthless) };
        (found != node.value).then_some(Fault::Value { written: node.value, found })
    }
}
