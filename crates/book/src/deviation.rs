//! The best reply that is not in the book.

use othellier_board::{Board, Move, Symmetry};
use othellier_eval::Score;
use othellier_search::{SearchReport, Trust};

/// The best of the replies whose positions are not in the book, and how well that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The reply; nothing where only its value is known, as in a file that gives values alone.
    pub played: Option<Move>,
    /// What it is worth to the side to move.
    pub value: Score,
    /// How many plies were looked ahead.
    pub depth: u8,
    /// With what confidence lines were left out, in percent; 100 where none was.
    pub confidence: u8,
    /// The level of the search; 0 where it was another program's, or is not known.
    pub level: u8,
}

/// How a position was looked at: whether to the end, level, depth, confidence.
type How = (bool, u8, u8, u8);

impl Deviation {
    /// What a search of a level found.
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

    /// Whether the value is that of the end of the game, and sure, on a board like this.
    pub fn is_exact(&self, board: Board) -> bool {
        self.confidence == 100 && u32::from(self.depth) >= board.empties().len()
    }

    /// The same on the board turned or mirrored.
    pub(crate) fn turned(self, symmetry: Symmetry) -> Deviation {
        Deviation { played: self.played.map(|played| turned(played, symmetry)), ..self }
    }

    /// Which of two to believe: the one that was looked at more deeply, then more surely. Of two that
    /// were looked at alike always the same, in whatever order they come.
    pub(crate) fn trust(&self, board: Board) -> (How, Score, Option<Move>) {
        let how = (self.is_exact(board), self.level, self.depth, self.confidence);
        (how, self.value, self.played)
    }
}

/// A move on the board turned or mirrored.
pub(crate) fn turned(played: Move, symmetry: Symmetry) -> Move {
    match played {
        Move::Place(square) => Move::Place(symmetry.square(square)),
        Move::Pass => Move::Pass,
    }
}

/// The greatest value there is, in hundredths of a disc: all squares.
pub(crate) const MOST: i32 = 6400;

/// A score as a book keeps it: in hundredths of a disc, the end of a game like any other.
pub(crate) fn clamped(score: Score) -> Score {
    let hundredths = match score.end() {
        Some(discs) => 100 * discs,
        None => score.hundredths(),
    };
    Score::guess(hundredths.clamp(-MOST, MOST).into())
}
