//! Learning from games: adds their positions, each with its best deviation.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use othellier_board::{Board, Move};
use othellier_eval::Score;
use othellier_record::Game;
use othellier_search::StopSignal;

use crate::{Analyst, Book};

/// Positions searched per round.
const ROUND: usize = 64;

/// A move of a game with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move that was played in the game.
    pub played: Move,
    /// Its value for the mover, if the position after it is in the book.
    pub value: Option<Score>,
    /// The value of the best move.
    pub best: Score,
}

/// How often each position occurs in a set of games.
#[derive(Clone, Debug, Default)]
pub struct PositionCounts(BTreeMap<Board, u32>);

impl PositionCounts {
    /// Counts the positions of a game, from its start to the current move, up to this many plies; a
    /// pass is a ply.
    pub fn add(&mut self, game: &Game, plies: usize) {
        let mut position = *game.start();
        let mut meet = |board: Board| *self.0.entry(board.canonical()).or_default() += 1;
        meet(position.board());
        for played in game.moves().iter().take(plies) {
            position = position.after(played.played);
            meet(position.board());
        }
    }

    /// The number of distinct positions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The positions that occur at least `at_least` times and are not in the book, earliest in the
    /// game first.
    pub fn missing(&self, book: &Book, at_least: u32) -> Vec<Board> {
        let often = self.0.iter().filter(|(_, met)| **met >= at_least);
        let mut missing: Vec<Board> =
            often.map(|(board, _)| *board).filter(|board| !book.contains(*board)).collect();
        missing.sort_by_key(|board| std::cmp::Reverse(board.empties().len()));
        missing
    }
}

impl Book {
    /// Adds the positions that occur at least `at_least` times, and propagates all values. After
    /// each round `watch` sees a consistent book, and may stop. Returns whether it finished.
    pub fn learn(
        &mut self,
        lines: &PositionCounts,
        at_least: u32,
        analyst: &Analyst,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Book) -> ControlFlow<()>,
    ) -> bool {
        for boards in lines.missing(self, at_least).chunks(ROUND) {
            if self.add_positions(boards, analyst, stop).is_none() {
                return false;
            }
            self.propagate_values();
            if watch(self).is_break() {
                return false;
            }
        }
        self.search_missing(analyst, stop, watch).is_some()
    }

    /// The value of each move of a game to the book: as far as the positions are in it, at most
    /// `plies` moves.
    pub fn judge(&self, game: &Game, plies: usize) -> Vec<JudgedMove> {
        let mut position = *game.start();
        let mut judged = Vec::new();
        for played in game.moves().iter().take(plies) {
            let Some(best) = self.value(position.board()) else { break };
            position = position.after(played.played);
            let value = self.value(position.board()).map(|value| -value);
            judged.push(JudgedMove { played: played.played, value, best });
        }
        judged
    }

    /// Searches the missing deviations, which merging or importing leaves behind. Returns whether
    /// it finished.
    pub fn fill_missing(
        &mut self,
        analyst: &Analyst,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Book) -> ControlFlow<()>,
    ) -> bool {
        self.search_missing(analyst, stop, watch).is_some()
    }
}
