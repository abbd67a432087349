//! The threads of a search: all of them search the same, and keep out of each other's way.

use std::sync::atomic::{AtomicBool, Ordering};

use othellier_board::kernel::{Scalar, Tier};
use othellier_board::{Bitboard, Board, Field, Move, Placement, Square};

use super::compiled::{ChampionJudge, Root};
use super::node::{DISC, Node, Place};
use super::selectivity::Selectivity;
use super::table::Table;
use super::worker::{Busy, Shared, Worker};
use crate::StopSignal;

/// Bytes of the table that a thread has for itself: small enough to stay near.
const NEST_BYTES: usize = 1 << 19;

/// What the threads keep from one search to the next.
pub(super) struct Memory {
    pub(super) table: Table,
    nests: Vec<Table>,
    busy: Busy,
}

impl Memory {
    pub(super) fn new(threads: usize, table_bytes: usize) -> Memory {
        Memory {
            table: Table::new(table_bytes),
            nests: (0..threads.max(1)).map(|_| Table::new(NEST_BYTES)).collect(),
            busy: Busy::new(),
        }
    }

    /// How many bytes the tables take.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.nests.iter().map(Table::bytes).sum::<usize>()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.nests.iter_mut().for_each(Table::clear);
    }
}

/// Threads at work for one call.
pub(super) struct Team<'a, J> {
    pub(super) tier: Tier,
    pub(super) judge: &'a J,
    pub(super) memory: &'a Memory,
    pub(super) stop: &'a StopSignal,
    pub(super) time_up: &'a (dyn Fn() -> bool + Sync),
    /// How many positions the threads may visit, all together.
    pub(super) nodes: Option<u64>,
    pub(super) tally: Tally,
    /// The best move of a search that was stopped, as far as it had come.
    pub(super) interim: Option<Square>,
}

/// What the threads did, all together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) nodes: u64,
    pub(super) evaluations: u64,
    pub(super) probes: u64,
    pub(super) hits: u64,
}

/// What is to be searched.
#[derive(Clone, Copy)]
pub(super) struct Quest {
    pub(super) board: Board,
    /// The moves that may be chosen; the board has others.
    pub(super) allowed: Bitboard,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
}

/// What was found.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    /// A bound where it is outside the window.
    pub(super) value: i32,
    /// The best of the allowed moves, if there was one to choose.
    pub(super) best: Option<Square>,
}

/// With fewer empty squares a search to the end is over before a second thread has begun.
const SHARED_TO_THE_END: u32 = 16;
/// The same for other searches.
const SHARED: u32 = 9;

impl<J: ChampionJudge> Team<'_, J> {
    /// Searches; nothing when told to stop first. The first answer is as good as any.
    pub(super) fn search(&mut self, quest: Quest) -> Option<Answer> {
        let Quest { board, allowed, alpha, beta, depth, selectivity } = quest;
        let empties = J::Size::empties(board).len();
        let alone = if depth >= empties { empties < SHARED_TO_THE_END } else { depth < SHARED };
        let nests = if alone { &self.memory.nests[..1] } else { &self.memory.nests[..] };
        let shared = Shared {
            table: &self.memory.table,
            busy: &self.memory.busy,
            stop: self.stop,
            answered: AtomicBool::new(false),
            threads: nests.len(),
            time_up: self.time_up,
            nodes: self.nodes.map_or(u64::MAX, |nodes| {
                nodes.saturating_sub(self.tally.nodes) / nests.len() as u64
            }),
        };
        let (tier, judge) = (self.tier, self.judge);
        let track = judge.track(board);
        let think = |nest| {
            let mut worker = Worker::new(judge, &shared, nest, selectivity);
            worker.allowed = allowed;
            let place = Place::Root;
            let (worker_now, track) = (&mut worker, &track);
            let node = Node { worker: worker_now, board, track, alpha, beta, depth, place };
            let value = J::enter(tier, Root(node)).filter(|_| !worker.stopped);
            if value.is_some() {
                shared.answered.store(true, Ordering::Relaxed);
            }
            let tally = Tally {
                nodes: worker.finisher.nodes,
                evaluations: worker.evaluations,
                probes: worker.probes,
                hits: worker.hits,
            };
            (value.map(|value| Answer { value, best: worker.best }), worker.best, tally)
        };
        let (own, others) = nests.split_first().expect("a nest for each thread");
        let answers: Vec<(Option<Answer>, Option<Square>, Tally)> = std::thread::scope(|scope| {
            let think = &think;
            let helpers: Vec<_> =
                others.iter().map(|nest| scope.spawn(move || think(nest))).collect();
            let own = think(own);
            let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
            std::iter::once(own).chain(others).collect()
        });
        self.interim = answers.first().and_then(|(_, best, _)| *best);
        for (.., tally) in &answers {
            self.tally.nodes += tally.nodes;
            self.tally.evaluations += tally.evaluations;
            self.tally.probes += tally.probes;
            self.tally.hits += tally.hits;
        }
        answers.into_iter().find_map(|(answer, ..)| answer)
    }

    /// Searches within a window around a guess, and in a wider one where the value is outside.
    pub(super) fn search_around(&mut self, guess: i32, width: i32, quest: Quest) -> Option<Answer> {
        let mut width = width;
        let mut quest = Quest { alpha: guess - width, beta: guess + width, ..quest };
        loop {
            let answer = self.search(quest)?;
            width *= 2;
            if answer.value <= quest.alpha && quest.alpha > -64 * DISC {
                quest.alpha = answer.value - width;
            } else if answer.value >= quest.beta && quest.beta < 64 * DISC {
                quest.beta = answer.value + width;
            } else {
                return Some(answer);
            }
        }
    }

    /// A bound of the score on its side of alpha; nothing when told to stop.
    pub(super) fn ask(&mut self, board: Board, alpha: i32) -> Option<i32> {
        let answer = self.search(Quest {
            board,
            allowed: !Bitboard::EMPTY,
            alpha: DISC * alpha,
            beta: DISC * alpha + 1,
            depth: J::Size::empties(board).len(),
            selectivity: Selectivity::Exact,
        })?;
        Some(answer.value / DISC)
    }

    /// The moves that the table knows to be best, after the first.
    pub(super) fn remembered(&self, board: Board, first: Option<Square>, most: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut now, mut next) = (board, first);
        while line.len() < most && !now.is_over() {
            if now.legal_moves().is_empty() {
                line.push(Move::Pass);
                now = now.passed();
                continue;
            }
            let known = || self.memory.table.look_up(now).and_then(|known| known.moves[0]);
            let Some(placement) = next.take().or_else(known).and_then(|at| now.placement(at))
            else {
                break;
            };
            line.push(Move::Place(placement.square));
            now = now.with(placement);
        }
        line
    }

    /// The moves that keep a score between these bounds, to the end.
    pub(super) fn proven_line(
        &mut self,
        mut board: Board,
        mut lower: i32,
        mut upper: i32,
    ) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        loop {
            if moves::<J::Size>(board).is_empty() {
                if moves::<J::Size>(board.passed()).is_empty() {
                    return Some(line);
                }
                line.push(Move::Pass);
                board = board.passed();
            } else {
                let placement = self.keeper(board, lower)?;
                line.push(Move::Place(placement.square));
                board = board.with(placement);
            }
            (lower, upper) = (-upper, -lower);
        }
    }

    /// A move after which the score is still at least this much.
    fn keeper(&mut self, board: Board, lower: i32) -> Option<Placement> {
        let empties = J::Size::empties(board).len();
        let known = self.memory.table.look_up_on::<J::Size>(board, empties);
        let remembered = known.and_then(|known| known.moves[0]);
        let squares = remembered.into_iter().chain(moves::<J::Size>(board));
        let mut last = None;
        for square in squares {
            let placement = board.placement(square)?;
            // The opponent must not be able to get more than this.
            if self.ask(board.with(placement), -lower)? <= -lower {
                return Some(placement);
            }
            last = Some(placement);
        }
        last
    }
}

/// The legal moves of a board of a size.
fn moves<S: Field>(board: Board) -> Bitboard {
    S::moves(Scalar, board)
}
