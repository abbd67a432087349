//! Learning games: their positions come into the book, each with its best deviation.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use othellier_board::Board;
use othellier_record::Game;
use othellier_search::StopSignal;

use crate::{Analyst, Book};

/// Positions that are looked at between two looks at the whole book.
const ROUND: usize = 64;

/// How often each position was met in games.
#[derive(Clone, Debug, Default)]
pub struct Lines(BTreeMap<Board, u32>);

impl Lines {
    /// Adds the positions of a game up to that many plies, from its start to where it stands now; a
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

    /// How many positions were met.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The positions that were met at least so often and that a book does not have, first positions
    /// first.
    pub fn missing(&self, book: &Book, at_least: u32) -> Vec<Board> {
        let often = self.0.iter().filter(|(_, met)| **met >= at_least);
        let mut missing: Vec<Board> =
            often.map(|(board, _)| *board).filter(|board| !book.contains(*board)).collect();
        missing.sort_by_key(|board| std::cmp::Reverse(board.empties().len()));
        missing
    }
}

impl Book {
    /// Takes in the positions of games that were met at least so often, and finds all values anew.
    /// `watch` sees the book whole from time to time, and may break off. Whether it came to the end.
    pub fn learn(
        &mut self,
        lines: &Lines,
        at_least: u32,
        analyst: &Analyst,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Book) -> ControlFlow<()>,
    ) -> bool {
        for boards in lines.missing(self, at_least).chunks(ROUND) {
            if self.take_in(boards, analyst, stop).is_none() {
                return false;
            }
            self.settle();
            if watch(self).is_break() {
                return false;
            }
        }
        self.complete(analyst, stop, watch).is_some()
    }

    /// Finds what has yet to be found: the best of the replies that came out of the book's sight when
    /// books or files were put together. Whether it came to the end.
    pub fn fill_in(
        &mut self,
        analyst: &Analyst,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Book) -> ControlFlow<()>,
    ) -> bool {
        self.complete(analyst, stop, watch).is_some()
    }
}
