//! The best reply that is not in the book.

use othellier_board::{Board, Move, Symmetry};
use othellier_eval::Score;
use othellier_search::{SearchReport, Trust};

/// The best of the replies whose positions are not in the book, and how it was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The reply; `None` if only its value is known, as in imported files that give no moves.
    pub played: Option<Move>,
    /// The value for the side to move.
    pub value: Score,
    /// The search depth in plies.
    pub depth: u8,
    /// The selectivity of the search in percent; 100 if nothing was pruned selectively.
    pub confidence: u8,
    /// The level of the search; 0 if it was another program's or is unknown.
    pub level: u8,
}

/// How a position was searched: whether exactly, level, depth, confidence.
type How = (bool, u8, u8, u8);

impl Deviation {
    /// The deviation that a search at a level found.
    pub(crate) fn found(report: &SearchReport, level: u8) -> Option<Deviation> {
        let line = report.lines.first()?;
        let confidence = match line.trust {
            Trust::Exact => 100,
            _ => report.selectivity,
        };
        Some(Deviation {
            played: line.moves.first().copied(),
            value: clamped(line.score),
            depth: report.depth,
            confidence,
            level,
        })
    }

    /// Whether the value is a proven final score on this board.
    pub fn is_exact(&self, board: Board) -> bool {
        self.confidence == 100 && u32::from(self.depth) >= board.empties().len()
    }

    /// This deviation on the transformed board.
    pub(crate) fn transformed(self, symmetry: Symmetry) -> Deviation {
        Deviation { played: self.played.map(|played| transformed(played, symmetry)), ..self }
    }

    /// Key for choosing between two deviations; the greater wins: exact, then level, depth and
    /// confidence. The tie-break makes the choice independent of order.
    pub(crate) fn reliability(&self, board: Board) -> (How, Score, Option<Move>) {
        let how = (self.is_exact(board), self.level, self.depth, self.confidence);
        (how, self.value, self.played)
    }
}

/// A move on the transformed board.
pub(crate) fn transformed(played: Move, symmetry: Symmetry) -> Move {
    match played {
        Move::Place(square) => Move::Place(symmetry.square(square)),
        Move::Pass => Move::Pass,
    }
}

/// The maximum value, in hundredths of a disc: all squares.
pub(crate) const MAX_VALUE: i32 = 6400;

/// A score as stored in a book: hundredths of a disc; final scores are stored like estimates.
pub(crate) fn clamped(score: Score) -> Score {
    let hundredths = match score.end() {
        Some(discs) => 100 * discs,
        None => score.hundredths(),
    };
    Score::guess(hundredths.clamp(-MAX_VALUE, MAX_VALUE).into())
}
