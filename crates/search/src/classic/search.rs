//! One search in progress: where it stands, what it counts, when it must stop.
//!
//! The algorithms are written against this. They enter a node, ask for its moves in order, play one,
//! recurse, take it back, keep the best line, and leave with a value; everything else that a search
//! needs in practice, and that would hide the idea, is here.

use std::sync::atomic::{AtomicU64, Ordering};

use othellier_board::{Board, Move, Size};
use othellier_eval::{Evaluator, Score, Turn};
use web_time::Instant;

use super::order::{MoveList, Order, ordered};
use super::place::{Meter, Place};
use super::table::{Bound, Table};
use super::trace::Tracer;
use crate::{SearchLimits, StopReason};

/// What a node gives: its value, or the reason why the search stopped inside it.
pub type Visited = Result<Score, StopReason>;

/// The depth that means: to the end of the game.
pub const TO_THE_END: u8 = u8::MAX;

/// The depth left for the children of a node with this depth left.
pub(crate) fn below(depth: u8) -> u8 {
    if depth == TO_THE_END { TO_THE_END } else { depth - 1 }
}

/// One search in progress.
pub struct Search<'a, S: Size> {
    pub(crate) place: Place<'a, S>,
    pub(crate) evaluator: &'a dyn Evaluator<S>,
    pub(crate) order: Order,
    pub(crate) table: Option<&'a mut Table<S>>,
    pub(crate) limits: &'a SearchLimits,
    pub(crate) started: Instant,
    pub(crate) meter: Meter,
    pub(crate) tracer: Option<Tracer<S>>,
    /// Nodes of other threads that share the limit.
    pub(crate) shared_nodes: Option<&'a AtomicU64>,
    /// The move to try first at the root.
    pub(crate) hint: Option<Move<S>>,
    /// The best move that the table knew for the node entered last.
    pub(crate) remembered: Option<Move<S>>,
    pub(crate) nodes: u64,
    pub(crate) evaluations: u64,
    /// Leaves that were guessed: where there are none, the value is exact.
    pub(crate) guesses: u64,
    pub(crate) ply: usize,
    /// The best line from each ply on.
    pub(crate) lines: Vec<Vec<Move<S>>>,
    /// Moves of the root that are not tried, because they were reported already.
    pub(crate) excluded: Vec<Move<S>>,
}

/// Time is looked at once in so many nodes.
const NODES_BETWEEN_LOOKS: u64 = 64;

impl<S: Size> Search<'_, S> {
    /// The board where the search stands.
    pub fn board(&self) -> Board<S> {
        self.place.board()
    }

    /// Whose turn it is here: every ply, a pass as well, gives it to the other side.
    fn turn(&self) -> Turn {
        if self.ply.is_multiple_of(2) { Turn::Searcher } else { Turn::Opponent }
    }

    /// The turn under which the table knows a board: always the same where the evaluation does not
    /// ask for it, so that what one side found out serves the other.
    fn table_turn(&self) -> Turn {
        if self.evaluator.is_one_sided() { self.turn() } else { Turn::Searcher }
    }

    /// The best line from the root, as far as it is known.
    pub fn line(&self) -> &[Move<S>] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn set_line(&mut self, line: Vec<Move<S>>) {
        if let Some(first) = self.lines.first_mut() {
            *first = line;
        }
    }

    /// Counts a node, and stops the search where a limit is met.
    pub(crate) fn enter(&mut self, alpha: Score, beta: Score) -> Result<(), StopReason> {
        let before = match self.shared_nodes {
            Some(shared) => shared.fetch_add(1, Ordering::Relaxed),
            None => self.nodes,
        };
        if self.limits.nodes.is_some_and(|most| before >= most) {
            return Err(StopReason::Nodes);
        }
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.look_at_the_clock()?;
        }
        self.nodes += 1;
        if self.lines.len() <= self.ply {
            self.lines.push(Vec::new());
        }
        self.lines[self.ply].clear();
        if let Some(tracer) = &mut self.tracer {
            tracer.enter((alpha, beta));
        }
        Ok(())
    }

    fn look_at_the_clock(&self) -> Result<(), StopReason> {
        if self.limits.stop.is_stopped() {
            Err(StopReason::Told)
        } else if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            Err(StopReason::Time)
        } else if self.place.is_full() {
            Err(StopReason::Memory)
        } else {
            Ok(())
        }
    }

    /// The value of a node without depth left: exact if the game is over, else a guess.
    pub(crate) fn leaf(&mut self) -> Score {
        if self.place.legal().is_over() {
            return self.end();
        }
        self.evaluations += 1;
        self.guesses += 1;
        let value = self.evaluator.evaluate_for(self.board(), self.turn());
        self.leave(value)
    }

    /// The value of a finished game.
    pub(crate) fn end(&mut self) -> Score {
        let value = Score::of_end(self.board().final_score());
        self.leave(value)
    }

    /// The moves to try, best guess first: the pass where it is forced, none where the game is over.
    pub(crate) fn moves(&mut self, depth: u8) -> MoveList<S> {
        let board = self.board();
        let legal = self.place.legal();
        let remembered = match self.hint {
            Some(hint) if self.ply == 0 => Some(hint),
            _ => self.remembered.take(),
        };
        // One ply above the leaves, to look at each child costs what searching it does.
        let order = match self.order {
            Order::Dynamic | Order::Mobility | Order::Endgame if depth == 1 => Order::None,
            order => order,
        };
        let mut moves = MoveList::new();
        let squares = legal.squares;
        let judge = (self.evaluator, self.turn());
        self.evaluations += ordered(order, board, squares, judge, remembered, &mut moves);
        if legal.must_pass {
            moves.push(Move::Pass);
        }
        if self.ply == 0 {
            moves.retain(|played| !self.excluded.contains(played));
        }
        moves
    }

    /// Goes down by a move.
    pub(crate) fn play(&mut self, played: Move<S>) {
        self.place.play(played, &mut self.meter);
        self.ply += 1;
        if let Some(tracer) = &mut self.tracer {
            tracer.play(played);
        }
    }

    /// Goes up again.
    pub(crate) fn take_back(&mut self) {
        self.place.take_back(&mut self.meter);
        self.ply -= 1;
        if let Some(tracer) = &mut self.tracer {
            tracer.take_back();
        }
    }

    /// Makes a move the first of the best line from here, followed by the best line after it.
    pub(crate) fn keep(&mut self, played: Move<S>) {
        let (upper, lower) = self.lines.split_at_mut(self.ply + 1);
        let line = &mut upper[self.ply];
        line.clear();
        line.push(played);
        if let Some(rest) = lower.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Tells that these moves are not tried any more.
    pub(crate) fn cut(&mut self, moves: &[Move<S>]) {
        if let Some(tracer) = &mut self.tracer {
            tracer.cut(moves);
        }
    }

    /// Leaves a node with its value.
    pub(crate) fn leave(&mut self, value: Score) -> Score {
        // A root without its best moves is not what the node is worth.
        if self.ply > 0 || self.excluded.is_empty() {
            self.place.leave(value);
        }
        if let Some(tracer) = &mut self.tracer {
            tracer.leave(value);
        }
        value
    }

    /// What the table knows that answers for this depth and window. At the root it answers nothing:
    /// a value alone is no move.
    pub(crate) fn recall(&mut self, depth: u8, alpha: Score, beta: Score) -> Option<Score> {
        let (board, turn) = (self.place.board(), self.table_turn());
        self.remembered = None;
        let entry = self.table.as_mut()?.look_up(board, turn)?;
        self.remembered = entry.best;
        let answers = entry.depth == depth
            && self.ply > 0
            && match entry.bound() {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= beta,
                Bound::AtMost => entry.value <= alpha,
            };
        answers.then(|| self.leave(entry.value))
    }

    /// Tells the table what came out of a node, with the window it was searched with.
    pub(crate) fn remember(&mut self, depth: u8, alpha: Score, beta: Score, value: Score) {
        if self.ply == 0 && !self.excluded.is_empty() {
            return;
        }
        let (board, turn) = (self.place.board(), self.table_turn());
        let best = self.lines[self.ply].first().copied();
        let Some(table) = &mut self.table else { return };
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        table.store((board, turn), depth, (bound, value), best);
    }
}
