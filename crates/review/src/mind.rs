//! Who judges the positions of a game: the champion on 8×8, lesser means on other sizes.

use std::sync::Arc;
use std::time::Duration;

use othellier_board::{Bitboard, Eight, Four, Move, Position, Six, Size, Status, Ten};
use othellier_eval::classic::{Genome, Phased};
use othellier_search::champion::{Champion, Goal, Heuristic, SearchLevel, Selectivity, Solver};
use othellier_search::classic::{Algorithm, Classic, Hash, Options, Order, TableOptions};
use othellier_search::{SearchLimits, SearchReport, Searcher, StopReason, StopSignal};

use crate::Value;

/// How deep a review looks, and with what.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// As a level of the champion: how early the end is searched and, with two more, plies in the
    /// middle of the game.
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
    pub const USUAL_LEVEL: u32 = 14;
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

impl<S: Size> Opinion<S> {
    /// What there is to think of a finished game; nothing of one that goes on.
    fn of_end(position: &Position<S>) -> Option<Opinion<S>> {
        let is_over = matches!(position.status(), Status::Over { .. });
        let value = || Value::proven(position.board().final_score());
        is_over.then(|| Opinion { value: value(), line: Vec::new(), nodes: 0 })
    }
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

    /// Judges a position as if some of its moves were not there, as deep; nothing when told to stop
    /// first. There must be another move.
    fn judge_without(
        &mut self,
        barred: &[Move<S>],
        position: &Position<S>,
        level: u32,
        stop: &StopSignal,
    ) -> Option<Opinion<S>> {
        let mut best: Option<Opinion<S>> = None;
        let mut nodes = 0;
        for played in position.moves().filter(|played| !barred.contains(played)) {
            let after = self.judge(&position.after(played), level, stop)?;
            nodes += after.nodes;
            let value = after.value.opposite();
            if best.as_ref().is_none_or(|best| value.discs > best.value.discs) {
                let line = std::iter::once(played).chain(after.line).collect();
                best = Some(Opinion { value, line, nodes });
            }
        }
        best.map(|best| Opinion { nodes, ..best })
    }
}

/// A size of board whose games can be reviewed: all of them.
pub trait Reviewable: Size {
    /// Who judges positions of this size.
    fn mind(settings: &Settings) -> Box<dyn Mind<Self>>;
}

impl Reviewable for Eight {
    fn mind(settings: &Settings) -> Box<dyn Mind<Eight>> {
        Box::new(Champion::new(level_of(settings.level), settings.threads, settings.table_bytes))
    }
}

impl Reviewable for Four {
    fn mind(settings: &Settings) -> Box<dyn Mind<Four>> {
        Box::new(Solver::with(
            Heuristic::<Four>::default(),
            settings.threads,
            settings.table_bytes / 16,
        ))
    }
}

impl Reviewable for Six {
    fn mind(settings: &Settings) -> Box<dyn Mind<Six>> {
        let solver =
            Solver::with(Heuristic::<Six>::default(), settings.threads, settings.table_bytes / 2);
        let textbook = textbook(settings, settings.table_bytes / 2);
        Box::new(TextbookThenProof { textbook, solver })
    }
}

impl Reviewable for Ten {
    fn mind(settings: &Settings) -> Box<dyn Mind<Ten>> {
        Box::new(textbook(settings, settings.table_bytes))
    }
}

/// How many plies more than the level says are looked at in the middle of the game: they cost little
/// beside the searches to the end, and most of what is blamed wrongly is blamed there.
const MIDGAME: u32 = 2;

/// A level that never errs and looks further in the middle of the game.
fn level_of(level: u32) -> SearchLevel {
    let (depth, selectivity) = (level + MIDGAME, Selectivity::Percent73);
    SearchLevel { sampling: None, depth, selectivity, ..SearchLevel::new(level) }
}

impl Mind<Eight> for Champion {
    fn means(&self) -> Means {
        Means::Champion
    }

    fn judge(&mut self, position: &Position, level: u32, stop: &StopSignal) -> Option<Opinion> {
        self.set_level(level_of(level));
        let limits = SearchLimits { stop: stop.clone(), ..SearchLimits::default() };
        search(self, position, &limits)
    }

    fn judge_without(
        &mut self,
        barred: &[Move],
        position: &Position,
        level: u32,
        stop: &StopSignal,
    ) -> Option<Opinion> {
        let mut among = Bitboard::ALL;
        for played in barred {
            let Move::Place(square) = played else { return None };
            among &= !square.bitboard();
        }
        self.set_level(level_of(level));
        let limits = SearchLimits { stop: stop.clone(), ..SearchLimits::default() };
        opinion(self.search_among(among, position, &limits, &mut |_| ()))
    }
}

impl Mind<Four> for Solver<Heuristic<Four>> {
    fn means(&self) -> Means {
        Means::Proof
    }

    fn judge(
        &mut self,
        position: &Position<Four>,
        _: u32,
        stop: &StopSignal,
    ) -> Option<Opinion<Four>> {
        let solved = self.solve(position.board(), Goal::Exact, stop)?;
        let value = Value::proven(solved.score);
        Some(Opinion { value, line: solved.line, nodes: solved.nodes })
    }
}

/// On 10×10 the textbook search alone.
impl Mind<Ten> for Classic<Ten> {
    fn means(&self) -> Means {
        Means::Textbook
    }

    fn judge(
        &mut self,
        position: &Position<Ten>,
        level: u32,
        stop: &StopSignal,
    ) -> Option<Opinion<Ten>> {
        search(self, position, &textbook_limits(level, stop))
    }
}

/// On 6×6 proofs can be had long before the textbook search gives one.
struct TextbookThenProof {
    textbook: Classic<Six>,
    solver: Solver<Heuristic<Six>>,
}

impl Mind<Six> for TextbookThenProof {
    fn means(&self) -> Means {
        Means::Textbook
    }

    fn judge(
        &mut self,
        position: &Position<Six>,
        level: u32,
        stop: &StopSignal,
    ) -> Option<Opinion<Six>> {
        if position.board().empties().len() > 12 + level / 2 {
            return search(&mut self.textbook, position, &textbook_limits(level, stop));
        }
        let solved = self.solver.solve(position.board(), Goal::Exact, stop)?;
        let value = Value::proven(solved.score);
        Some(Opinion { value, line: solved.line, nodes: solved.nodes })
    }
}

/// The strongest of the textbook, as the sixth level of the ladder.
fn textbook<S: Size>(settings: &Settings, table_bytes: usize) -> Classic<S> {
    let evaluator = Arc::new(Phased::new(&Genome::default()));
    let options = Options {
        order: Order::Static,
        table: Some(TableOptions { hash: Hash::Zobrist, bytes: table_bytes }),
        endgame: 10,
        threads: settings.threads,
        ..Options::new(Algorithm::NegaScout, evaluator)
    };
    Classic::new(options, 0)
}

fn textbook_limits(level: u32, stop: &StopSignal) -> SearchLimits {
    let depth = (level / 3).clamp(1, 10) as u8;
    SearchLimits { stop: stop.clone(), ..SearchLimits::depth(depth) }
}

/// What a searcher thinks of a position; nothing when it was told to stop.
fn search<S: Size>(
    searcher: &mut dyn Searcher<S>,
    position: &Position<S>,
    limits: &SearchLimits,
) -> Option<Opinion<S>> {
    let end = Opinion::of_end(position);
    end.or_else(|| opinion(searcher.search(position, limits, &mut |_| ())))
}

/// What a search that was not told to stop found.
fn opinion<S: Size>(report: SearchReport<S>) -> Option<Opinion<S>> {
    if report.stopped_by == StopReason::Stopped {
        return None;
    }
    let nodes = report.nodes;
    let line = report.lines.into_iter().next()?;
    let value = Value { discs: line.score.discs(), trust: line.trust };
    Some(Opinion { value, line: line.moves, nodes })
}
