//! Playing from a book.

use othellier_board::{Board, Move};
use othellier_eval::Score;
use rand::{Rng, RngExt};

use crate::{Book, Deviation};

/// A reply that was picked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The reply, and how the game may go on.
    pub line: Vec<Move>,
    /// What it is worth to the side to move.
    pub value: Score,
    /// The search that this comes from.
    pub source: Option<Deviation>,
}

impl Book {
    /// Picks one of the replies that are at most so much worse than the best, each with the same
    /// chance. Nothing where the book has no reply: what is known there is one search, and whoever
    /// plays may search better.
    pub fn pick(&self, board: Board, variety: Score, dice: &mut impl Rng) -> Option<Pick> {
        let known = self.known(board)?;
        if known.replies.is_empty() {
            return None;
        }
        let replies = known.replies.iter().map(|reply| (reply.played, reply.value));
        let other = known.deviation.and_then(|other| Some((other.played?, other.value)));
        let candidates: Vec<_> = replies.chain(other).collect();
        let best = candidates.iter().map(|(_, value)| *value).max()?;
        let good = candidates.iter().filter(|(_, value)| best - *value <= variety);
        let good: Vec<(Move, Score)> = good.copied().collect();
        let &(played, value) = good.get(dice.random_range(0..good.len()))?;
        let next = crate::book::after(board, played);
        let rest = self.expected_line(next);
        let line = std::iter::once(played).chain(rest.iter().map(|step| step.played)).collect();
        let source = match other {
            Some((other, _)) if other == played => known.deviation,
            _ => self.source(next),
        };
        Some(Pick { line, value, source })
    }
}
