//! Why a move was bad: something observable on one of two lines and not on the other.
//!
//! One line is the played move with best play after it, the other the best move with best play
//! after it. A reason holds the measured numbers, no words. The move in question is ply 1; the
//! opponent's answer is ply 2.

use othellier_board::{Bitboard, Eight, Size, Square};

/// How the line of a bad move differs from the best line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<S: Size = Eight> {
    /// The move is on a square that touches an empty corner, and the opponent takes that corner;
    /// after the best move the opponent does not.
    CornerOpened {
        square: Square<S>,
        /// How the square touches the corner.
        near: CornerNeighbour,
        corner: Square<S>,
        /// When the opponent takes it.
        ply: usize,
    },
    /// The opponent takes this corner, and does not after the best move.
    CornerGiven { corner: Square<S>, ply: usize },
    /// After the best move, or by it, the mover takes this corner; after the move played, not.
    CornerMissed {
        corner: Square<S>,
        /// When it would have been taken; 1 where the best move itself takes it.
        ply: usize,
    },
    /// The mover loses all discs.
    WipedOut { ply: usize },
    /// The mover must pass, and need not after the best move.
    MustPass { ply: usize },
    /// The best move makes the opponent pass, and the move played does not.
    PassMissed {
        /// When the opponent would have had to pass.
        ply: usize,
    },
    /// The opponent gets a wedge: a disc between two of the mover's on an edge that stays there;
    /// not after the best move.
    Wedged { square: Square<S>, ply: usize },
    /// The mover gets a wedge by the best move or after it; not after the move played.
    WedgeMissed { square: Square<S>, ply: usize },
    /// Mobility: the mover has fewer moves or the opponent more, each at their next turn.
    Mobility {
        /// Counts after the move played.
        played: MoveCounts,
        /// Counts after the best move.
        best: MoveCounts,
    },
    /// The mover has fewer safe moves at the next turn: moves that do not give away a corner
    /// immediately.
    SafeMoves {
        /// After the move played.
        played: u32,
        /// After the best move.
        best: u32,
    },
    /// Mobility over the following plies: fewer moves for the mover, more for the opponent.
    MobilityAlong {
        /// After the move played: moves summed over all turns.
        played: MoveCounts,
        /// After the best move.
        best: MoveCounts,
        /// Turns counted for each side.
        turns: u32,
    },
    /// The mover reaches a turn at which every move gives away a corner immediately; not in the
    /// best line.
    OutOfSafeMoves { ply: usize },
    /// Frontier: more of the mover's discs are adjacent to empty squares, which gives the opponent
    /// moves.
    Frontier {
        /// After the move played.
        played: u32,
        /// After the best move.
        best: u32,
    },
    /// Frontier over the following plies: discs adjacent to empty squares, the mover's minus the
    /// opponent's.
    FrontierAlong {
        /// After the move played, summed over all plies.
        played: i32,
        /// After the best move.
        best: i32,
        plies: u32,
    },
    /// Parity: the opponent makes the last move in a region in which the mover could have.
    ParityLost {
        /// The empty squares of the region before the move.
        region: Bitboard<S>,
        /// When the opponent fills the region.
        ply: usize,
    },
    /// The opponent makes the last move of the game; in the best line the mover does.
    LastMove { ply: usize },
    /// Access: only the opponent can play in a region of empty squares; in the best line the mover
    /// can too.
    NoAccess {
        region: Bitboard<S>,
        /// After this many plies of both lines.
        ply: usize,
    },
    /// Stable discs: the mover's minus the opponent's.
    Stability {
        played: i32,
        best: i32,
        /// After this many plies of both lines.
        ply: usize,
    },
    /// Near the end, the move flips discs that are flipped back.
    Exchange {
        /// Discs flipped by the move played, and by the best move.
        flipped: [u32; 2],
        /// Discs of the mover that the opponent flips until the end, in each line.
        lost: [u32; 2],
    },
}

/// How a square touches a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornerNeighbour {
    /// Diagonally, an X square: b2, g2, b7, g7.
    X,
    /// Along an edge, a C square: a2, b1 and so on.
    C,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCounts {
    /// Of the mover, at the next turn.
    pub mine: u32,
    pub theirs: u32,
}

impl<S: Size> Reason<S> {
    pub const fn word(&self) -> &'static str {
        match self {
            Reason::CornerOpened { .. } => "corner-opened",
            Reason::CornerGiven { .. } => "corner-given",
            Reason::CornerMissed { .. } => "corner-missed",
            Reason::WipedOut { .. } => "wiped-out",
            Reason::MustPass { .. } => "must-pass",
            Reason::PassMissed { .. } => "pass-missed",
            Reason::Wedged { .. } => "wedged",
            Reason::WedgeMissed { .. } => "wedge-missed",
            Reason::Mobility { .. } => "mobility",
            Reason::SafeMoves { .. } => "safe-moves",
            Reason::MobilityAlong { .. } => "mobility-along",
            Reason::OutOfSafeMoves { .. } => "out-of-safe-moves",
            Reason::Frontier { .. } => "frontier",
            Reason::FrontierAlong { .. } => "frontier-along",
            Reason::ParityLost { .. } => "parity-lost",
            Reason::LastMove { .. } => "last-move",
            Reason::NoAccess { .. } => "no-access",
            Reason::Stability { .. } => "stability",
            Reason::Exchange { .. } => "exchange",
        }
    }
}
