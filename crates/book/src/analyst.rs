//! Searches positions for a book with the champion, several in parallel.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_board::{Bitboard, Board, Color, Move, Position};
use othellier_eval::patterns::Patterns;
use othellier_platform::parallel::{StopSignal, parallel_for_ordered};
use othellier_search::champion::{Champion, SearchLevel};
use othellier_search::{SearchLimits, StopReason};

use crate::book::moves;
use crate::{Book, Deviation};

/// Finds the best deviation of each position by search.
///
/// Each search starts with an empty transposition table and uses one thread, so its result depends
/// only on the position, the level, the weights and the table size: the book does not depend on the
/// number of threads.
#[derive(Clone)]
pub struct Analyst {
    evaluator: Patterns,
    level: u8,
    threads: NonZeroUsize,
    table_bytes: usize,
}

impl Analyst {
    /// An analyst that searches at a level, `threads` positions in parallel, each with a table of
    /// about `table_bytes`.
    pub fn new(level: u8, threads: NonZeroUsize, table_bytes: usize) -> Analyst {
        Analyst { evaluator: Patterns::shipped(), level, threads, table_bytes }
    }

    /// The search level.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The best reply outside the book for each position; `None` for a position whose replies are
    /// all in the book, or where the game is over. The whole result is `None` if the search was
    /// stopped.
    pub fn deviations(
        &self,
        book: &Book,
        boards: &[Board],
        stop: &StopSignal,
    ) -> Option<Vec<Option<Deviation>>> {
        let mut found = Vec::with_capacity(boards.len());
        let _: ControlFlow<()> = parallel_for_ordered(
            self.threads,
            boards.iter(),
            stop,
            || self.champion(),
            |champion, &board, stop| Some(self.deviation(champion, book, board, stop)),
            |deviation| {
                found.push(deviation);
                ControlFlow::Continue(())
            },
        );
        (!stop.is_stopped()).then_some(found)
    }

    fn champion(&self) -> Champion {
        // Lower levels slip on purpose; a book must not.
        let level = SearchLevel { sampling: None, ..SearchLevel::new(self.level.into()) };
        Champion::with(self.evaluator.clone(), level, 1, self.table_bytes)
    }

    fn deviation(
        &self,
        champion: &mut Champion,
        book: &Book,
        board: Board,
        stop: &StopSignal,
    ) -> Option<Deviation> {
        let mut squares = Bitboard::EMPTY;
        let mut has_others = false;
        for (played, next) in moves(board) {
            if !book.contains(next) {
                has_others = true;
                if let Move::Place(square) = played {
                    squares |= square.bitboard();
                }
            }
        }
        if !has_others {
            return None;
        }
        champion.clear();
        let limits = SearchLimits::default().with_stop(stop);
        let position = Position::new(board, Color::Black);
        let report = champion.search_among(squares, &position, &limits, &mut |_| {});
        let is_done = report.stopped_by == StopReason::Done;
        Deviation::found(&report, self.level).filter(|_| is_done)
    }
}
