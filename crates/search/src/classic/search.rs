//! One search in progress: its place in the tree, its counters, its limits.
//!
//! The algorithms are written against this. They enter a node, get its moves in order, play one,
//! recurse, take it back, update the principal variation, and leave with a value. Everything else
//! that a search needs in practice, and that would hide the idea, is here.

use std::sync::atomic::{AtomicU64, Ordering};

use othellier_board::{Board, Move, Size};
use othellier_eval::{Score, StaticEvaluator, Turn};
use othellier_platform::clock::Instant;

use super::cursor::{Cursor, Meter};
use super::move_ordering::{MoveList, Order, order_moves};
use super::trace::Tracer;
use super::transposition_table::{Bound, TranspositionTable};
use crate::{SearchLimits, StopReason};

/// The result of a node: its value, or the reason why the search stopped below it.
pub type Visited = Result<Score, StopReason>;

/// The depth that means: to the end of the game.
pub const TO_THE_END: u8 = u8::MAX;

/// The remaining depth of the children of a node with this remaining depth.
pub(crate) fn below(depth: u8) -> u8 {
    if depth == TO_THE_END { TO_THE_END } else { depth - 1 }
}

/// One search in progress.
pub struct Search<'a, S: Size> {
    pub(crate) cursor: Cursor<'a, S>,
    pub(crate) evaluator: &'a dyn StaticEvaluator<S>,
    pub(crate) order: Order,
    pub(crate) table: Option<&'a mut TranspositionTable<S>>,
    pub(crate) limits: &'a SearchLimits,
    pub(crate) started: Instant,
    pub(crate) meter: Meter,
    pub(crate) tracer: Option<Tracer<S>>,
    /// The node counter that all threads share, where nodes are limited.
    pub(crate) shared_nodes: Option<&'a AtomicU64>,
    /// The move to try first at the root.
    pub(crate) hint: Option<Move<S>>,
    /// The best move from the transposition table for the last node probed.
    pub(crate) table_move: Option<Move<S>>,
    pub(crate) nodes: u64,
    pub(crate) evaluations: u64,
    /// Leaves that were evaluated statically: with none, the value is exact.
    pub(crate) guesses: u64,
    pub(crate) ply: usize,
    /// The principal variation from each ply on.
    pub(crate) lines: Vec<Vec<Move<S>>>,
    /// Multi-PV: root moves that are left out because they were reported already.
    pub(crate) excluded: Vec<Move<S>>,
}

/// Clock and stop signal are checked once in this many nodes.
const NODES_BETWEEN_CHECKS: u64 = 64;

impl<S: Size> Search<'_, S> {
    /// The board of the current node.
    pub fn board(&self) -> Board<S> {
        self.cursor.board()
    }

    /// Whose turn it is here: it changes at every ply, a pass included.
    fn turn(&self) -> Turn {
        if self.ply.is_multiple_of(2) { Turn::Searcher } else { Turn::Opponent }
    }

    /// The turn that is part of the table key: always the same where the evaluation does not depend on
    /// it, so that both sides share entries.
    fn table_turn(&self) -> Turn {
        if self.evaluator.is_one_sided() { self.turn() } else { Turn::Searcher }
    }

    /// The principal variation, as far as it is known.
    pub fn line(&self) -> &[Move<S>] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn set_line(&mut self, line: Vec<Move<S>>) {
        if let Some(first) = self.lines.first_mut() {
            *first = line;
        }
    }

    /// Counts a node, and stops the search when a limit is reached.
    pub(crate) fn enter(&mut self, alpha: Score, beta: Score) -> Result<(), StopReason> {
        let before = match self.shared_nodes {
            Some(shared) => shared.fetch_add(1, Ordering::Relaxed),
            None => self.nodes,
        };
        if self.limits.nodes.is_some_and(|most| before >= most) {
            return Err(StopReason::Nodes);
        }
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.check_limits()?;
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

    fn check_limits(&self) -> Result<(), StopReason> {
        if self.limits.stop.is_stopped() {
            Err(StopReason::Stopped)
        } else if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            Err(StopReason::Time)
        } else if self.cursor.is_full() {
            Err(StopReason::Memory)
        } else {
            Ok(())
        }
    }

    /// The value of a node without remaining depth: exact if the game is over, else the static
    /// evaluation.
    pub(crate) fn leaf(&mut self) -> Score {
        if self.cursor.legal().is_over() {
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

    /// The moves in the order to search them: the pass where it is forced, none where the game is over.
    pub(crate) fn moves(&mut self, depth: u8) -> MoveList<S> {
        let board = self.board();
        let legal = self.cursor.legal();
        let table_move = match self.hint {
            Some(hint) if self.ply == 0 => Some(hint),
            _ => self.table_move.take(),
        };
        // One ply above the leaves, ordering costs as much as searching.
        let order = match self.order {
            Order::Dynamic | Order::Mobility | Order::Endgame if depth == 1 => Order::None,
            order => order,
        };
        let mut moves = MoveList::new();
        let squares = legal.squares;
        let evaluation = (self.evaluator, self.turn());
        self.evaluations += order_moves(order, board, squares, evaluation, table_move, &mut moves);
        if legal.must_pass {
            moves.push(Move::Pass);
        }
        if self.ply == 0 {
            moves.retain(|played| !self.excluded.contains(played));
        }
        moves
    }

    /// Plays a move: goes down to a child.
    pub(crate) fn play(&mut self, played: Move<S>) {
        self.cursor.play(played, &mut self.meter);
        self.ply += 1;
        if let Some(tracer) = &mut self.tracer {
            tracer.play(played);
        }
    }

    /// Takes the last move back: goes up to the parent.
    pub(crate) fn take_back(&mut self) {
        self.cursor.take_back(&mut self.meter);
        self.ply -= 1;
        if let Some(tracer) = &mut self.tracer {
            tracer.take_back();
        }
    }

    /// Makes a move, followed by the principal variation after it, the principal variation from here.
    pub(crate) fn update_pv(&mut self, played: Move<S>) {
        let (upper, lower) = self.lines.split_at_mut(self.ply + 1);
        let line = &mut upper[self.ply];
        line.clear();
        line.push(played);
        if let Some(rest) = lower.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Records that these moves were cut.
    pub(crate) fn cut(&mut self, moves: &[Move<S>]) {
        if let Some(tracer) = &mut self.tracer {
            tracer.cut(moves);
        }
    }

    /// Leaves a node with its value.
    pub(crate) fn leave(&mut self, value: Score) -> Score {
        // The value of a root without its best moves is not that of the node.
        if self.ply > 0 || self.excluded.is_empty() {
            self.cursor.leave(value);
        }
        if let Some(tracer) = &mut self.tracer {
            tracer.leave(value);
        }
        value
    }

    /// Probes the transposition table: a value that settles the node for this depth and window, if
    /// there is one. Not at the root, where a move is needed.
    pub(crate) fn probe_table(&mut self, depth: u8, alpha: Score, beta: Score) -> Option<Score> {
        let (board, turn) = (self.cursor.board(), self.table_turn());
        self.table_move = None;
        let entry = self.table.as_mut()?.probe(board, turn)?;
        self.table_move = entry.best;
        let answers = entry.depth == depth
            && self.ply > 0
            && match entry.bound() {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= beta,
                Bound::AtMost => entry.value <= alpha,
            };
        answers.then(|| self.leave(entry.value))
    }

    /// Stores the value of a node in the transposition table, with the window it was searched with.
    pub(crate) fn store_in_table(&mut self, depth: u8, alpha: Score, beta: Score, value: Score) {
        if self.ply == 0 && !self.excluded.is_empty() {
            return;
        }
        let (board, turn) = (self.cursor.board(), self.table_turn());
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
