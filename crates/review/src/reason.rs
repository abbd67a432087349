//! Why a move was bad: something that can be pointed at on one of two lines and not on the other.
//!
//! One line is the move that was played with best play after it, the other the best move with best
//! play after it. A reason holds what was measured on them, no words. Plies count from the move in
//! question, which is ply 1: the opponent answers it at ply 2.

use othellier_board::{Bitboard, Eight, Size, Square};

/// What tells a bad move from the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<S: Size = Eight> {
    /// The move goes beside an empty corner, and the opponent takes that corner; after the best
    /// move the opponent does not.
    CornerOpened {
        /// Where the move went.
        square: Square<S>,
        /// How it lies to the corner.
        near: Near,
        /// The corner.
        corner: Square<S>,
        /// When the opponent takes it.
        ply: usize,
    },
    /// The opponent takes this corner, and does not after the best move.
    CornerGiven {
        /// The corner.
        corner: Square<S>,
        /// When.
        ply: usize,
    },
    /// After the best move, or by it, the mover takes this corner; after the move played, not.
    CornerMissed {
        /// The corner.
        corner: Square<S>,
        /// When it would have been taken; 1 where the best move itself takes it.
        ply: usize,
    },
    /// The mover loses all discs.
    WipedOut {
        /// When.
        ply: usize,
    },
    /// The mover must pass, and need not after the best move.
    MustPass {
        /// When.
        ply: usize,
    },
    /// The best move makes the opponent pass, and the move played does not.
    PassMissed {
        /// When the opponent would have had to pass.
        ply: usize,
    },
    /// The opponent gets a disc between two of the mover's on an edge, where it stays; not after the
    /// best move.
    Wedged {
        /// Where.
        square: Square<S>,
        /// When.
        ply: usize,
    },
    /// The mover gets such a disc by the best move or after it; not after the move played.
    WedgeMissed {
        /// Where.
        square: Square<S>,
        /// When.
        ply: usize,
    },
    /// The mover has fewer moves and the opponent more, or either, each when it is their turn next.
    Mobility {
        /// After the move played.
        played: Moves,
        /// After the best move.
        best: Moves,
    },
    /// At the mover's next turn there are fewer moves that do not give a corner away at once.
    SafeMoves {
        /// After the move played.
        played: u32,
        /// After the best move.
        best: u32,
    },
    /// Fewer moves for the mover and more for the opponent, not at once but in the plies that follow.
    MobilityAlong {
        /// After the move played: moves at all turns together.
        played: Moves,
        /// After the best move.
        best: Moves,
        /// Turns of each side that were counted.
        turns: u32,
    },
    /// The mover comes to a turn where every move gives a corner away at once; not in the best line.
    OutOfSafeMoves {
        /// When.
        ply: usize,
    },
    /// More of the mover's discs lie beside empty squares, where they give moves to the opponent.
    Frontier {
        /// After the move played.
        played: u32,
        /// After the best move.
        best: u32,
    },
    /// The same, not at once but in the plies that follow: discs beside empty squares, the mover's
    /// less the opponent's.
    FrontierAlong {
        /// After the move played, at all plies together.
        played: i32,
        /// After the best move.
        best: i32,
        /// Plies that were counted.
        plies: u32,
    },
    /// The opponent plays last into a region of empty squares where the mover could have.
    ParityLost {
        /// The squares that were empty there before the move.
        region: Bitboard<S>,
        /// When the opponent fills it.
        ply: usize,
    },
    /// The opponent makes the last move of the game, and in the best line the mover does.
    LastMove {
        /// When it is made.
        ply: usize,
    },
    /// The opponent alone can play into a region of empty squares; in the best line the mover can
    /// play there too.
    NoAccess {
        /// The region.
        region: Bitboard<S>,
        /// After that many plies of both lines.
        ply: usize,
    },
    /// Discs that can never be turned again: the mover's less the opponent's.
    Stability {
        /// In the line played.
        played: i32,
        /// In the best line.
        best: i32,
        /// After that many plies of both.
        ply: usize,
    },
    /// Near the end the move turns discs that are turned back.
    Exchange {
        /// Discs that the move played turns, and those that the best move turns.
        turned: [u32; 2],
        /// Discs of the mover that the opponent turns until the end, after each of them.
        lost: [u32; 2],
    },
}

/// How a square lies to the corner that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Near {
    /// Diagonally: b2, g2, b7, g7. Players call it an X square.
    X,
    /// Along an edge: a2, b1 and so on. Players call it a C square.
    C,
}

/// Moves to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Those of the side that is judged, at its next turn.
    pub mine: u32,
    /// Those of the opponent, at once.
    pub theirs: u32,
}

impl<S: Size> Reason<S> {
    /// A word for machines.
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
