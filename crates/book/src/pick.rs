//! Choosing a move from a book.

use othellier_board::{Board, Move};
use othellier_eval::Score;
use rand::{Rng, RngExt};

use crate::{Book, Deviation};

/// A chosen reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The reply and the expected continuation.
    pub line: Vec<Move>,
    /// The value for the side to move.
    pub value: Score,
    /// The search that the value comes from.
    pub source: Option<Deviation>,
}

impl Book {
    /// Picks uniformly among the replies that are at most `variety` worse than the best. `None` if
    /// no reply is in the book: a single deviation search is no better than what the player can do
    /// itself.
    pub fn pick(&self, board: Board, variety: Score, rng: &mut impl Rng) -> Option<Pick> {
        let known = self.probe(board)?;
        if known.replies.is_empty() {
            return None;
        }
        let replies = known.replies.iter().map(|reply| (reply.played, reply.value));
        let other = known.deviation.and_then(|other| Some((other.played?, other.value)));
        let candidates: Vec<_> = replies.chain(other).collect();
        let best = candidates.iter().map(|(_, value)| *value).max()?;
        let good = candidates.iter().filter(|(_, value)| best - *value <= variety);
        let good: Vec<(Move, Score)> = good.copied().collect();
        let &(played, value) = good.get(rng.random_range(0..good.len()))?;
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
