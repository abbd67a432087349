//! Size and depth of a book.

use std::collections::BTreeMap;

use crate::Book;

/// Counts of the positions of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookStats {
    /// Positions without a known reply.
    pub leaves: usize,
    /// Positions that must pass.
    pub passes: usize,
    /// Positions whose deviation is exact.
    pub exact: usize,
    /// Positions whose deviation has yet to be searched.
    pub open: usize,
    /// Positions by the number of discs played.
    pub by_ply: BTreeMap<u32, usize>,
    /// Deviations by the level of their search.
    pub by_level: BTreeMap<u8, usize>,
}

impl Book {
    /// Counts the positions.
    pub fn stats(&self) -> BookStats {
        let mut stats = BookStats::default();
        for board in self.boards() {
            let Some(known) = self.probe(board) else { continue };
            stats.leaves += usize::from(known.replies.is_empty());
            stats.open += usize::from(known.is_open);
            stats.passes += usize::from(board.legal_moves().is_empty() && !board.is_over());
            let plies = 60_u32.saturating_sub(board.empties().len());
            *stats.by_ply.entry(plies).or_default() += 1;
            if let Some(deviation) = known.deviation {
                stats.exact += usize::from(deviation.is_exact(board));
                *stats.by_level.entry(deviation.level).or_default() += 1;
            }
        }
        stats
    }
}
