//! Who looks at positions for a book: the champion, several positions at once.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use othellier_board::{Bitboard, Board, Color, Move, Position};
use othellier_eval::patterns::Patterns;
use othellier_search::champion::{Champion, SearchLevel};
use othellier_search::{SearchLimits, StopReason, StopSignal};

use crate::book::moves;
use crate::{Book, Deviation};

/// Finds the best deviation of positions.
///
/// Each search begins with an empty table and uses one thread, so what it finds depends on the
/// position, the level, the weights and the size of the table alone: a book is the same whatever the
/// number of threads.
#[derive(Clone)]
pub struct Analyst {
    judge: Patterns,
    level: u8,
    threads: NonZeroUsize,
    table_bytes: usize,
}

impl Analyst {
    /// One that plays at a level and looks at so many positions at once, each with a table of about
    /// that many bytes.
    pub fn new(level: u8, threads: NonZeroUsize, table_bytes: usize) -> Analyst {
        Analyst { judge: Patterns::shipped(), level, threads, table_bytes }
    }

    /// The level of its searches.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The best of the replies that a book does not have, for each of some positions; nothing for
    /// one whose every reply it has, or whose game is over. Nothing at all when told to stop.
    pub(crate) fn deviations(
        &self,
        book: &Book,
        boards: &[Board],
        stop: &StopSignal,
    ) -> Option<Vec<Option<Deviation>>> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![None; boards.len()]));
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get().min(boards.len()) {
                scope.spawn(|| {
                    let mut champion = self.champion();
                    while !stop.is_stopped() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&board) = boards.get(index) else { return };
                        let deviation = self.deviation(&mut champion, book, board, stop);
                        found.lock().expect("no search panics")[index] = deviation;
                    }
                });
            }
        });
        (!stop.is_stopped()).then(|| found.into_inner().expect("no search panics"))
    }

    fn champion(&self) -> Champion {
        // A book does not err.
        let level = SearchLevel { sampling: None, ..SearchLevel::new(self.level.into()) };
        Champion::with(self.judge.clone(), level, 1, self.table_bytes)
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
        let limits = SearchLimits { stop: stop.clone(), ..SearchLimits::default() };
        let position = Position::new(board, Color::Black);
        let report = champion.search_among(squares, &position, &limits, &mut |_| {});
        let is_done = report.stopped_by == StopReason::Done;
        Deviation::found(&report, self.level).filter(|_| is_done)
    }
}
