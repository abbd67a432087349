//! Who judges the positions of a game: the champion on 8×8, lesser means on other sizes.

use std::time::Duration;

use othellier_board::{Eight, Move, Position, Size};
use othellier_search::StopSignal;

use crate::Value;

/// How deep a review looks, and with what.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// As a level of the champion: plies in the middle of the game, and how early the end is
    /// searched.
    pub level: u32,
    /// Where set, the game is reviewed again and again at higher and higher levels, `level` at most,
    /// until this much time is gone. The last review that was complete counts.
    pub time: Option<Duration>,
    /// Threads that search together.
    pub threads: usize,
    /// Bytes of the table that is kept from position to position.
    pub table_bytes: usize,
}

impl Settings {
    /// The level where nothing is said.
    pub const USUAL_LEVEL: u32 = 18;
}

impl Default for Settings {
    fn default() -> Settings {
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Settings { level: Settings::USUAL_LEVEL, time: None, threads, table_bytes: 128 << 20 }
    }
}

/// What judged the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// The champion with the learned evaluation: 8×8.
    Champion,
    /// Nothing but proofs: 4×4, small enough for that.
    Proof,
    /// Proofs near the end; before that a textbook search with an evaluation made by hand, whose
    /// points are no discs: 6×6 and 10×10.
    Textbook,
}

impl Means {
    /// A word for machines.
    pub const fn word(self) -> &'static str {
        match self {
            Means::Champion => "champion",
            Means::Proof => "proof",
            Means::Textbook => "textbook",
        }
    }
}

/// What is thought of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion<S: Size = Eight> {
    /// For the side to move.
    pub value: Value,
    /// The best move and what may follow; empty only where the game is over.
    pub line: Vec<Move<S>>,
    /// Positions visited.
    pub nodes: u64,
}

/// Someone who judges positions and remembers them.
pub trait Mind<S: Size>: Send {
    /// What it is.
    fn means(&self) -> Means;

    /// Judges a position; nothing when told to stop first. The same level looks equally deep at
    /// positions with equally many empty squares, so that their values can be compared.
    fn judge(
        &mut self,
        position: &Position<S>,
        level: u32,
        stop: &StopSignal,
    ) -> Option<Opinion<S>>;
}

/// A size of board whose games can be reviewed: all of them.
pub trait Reviewable: Size {
    /// Who judges positions of this size.
    fn mind(settings: &Settings) -> Box<dyn Mind<Self>>;
}
