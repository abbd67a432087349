//! Evaluating the positions of a game: the champion on 8×8, other methods on other sizes.

use std::sync::Arc;
use std::time::Duration;

use othellier_board::{Bitboard, Eight, Four, Move, Position, Six, Size, Status, Ten};
use othellier_eval::classic::{Genome, Phased};
use othellier_platform::clock::Instant;
use othellier_search::champion::{Champion, Goal, Heuristic, SearchLevel, Selectivity, Solver};
use othellier_search::classic::{Algorithm, Classic, Hash, Options, Order, TableOptions};
use othellier_search::{SearchLimits, SearchReport, Searcher, StopReason, StopSignal};

use crate::Value;

/// Search settings of a review.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// A level of the champion: it sets how early endgames are solved, and the midgame depth, which
    /// is two plies more.
    pub level: u32,
    /// If set, the game is reviewed repeatedly at increasing levels, up to `level`, until this time
    /// is used up. The last complete review counts.
    pub time: Option<Duration>,
    pub threads: usize,
    /// Size of the transposition table, which is kept from position to position.
    pub table_bytes: usize,
}

impl Settings {
    pub const DEFAULT_LEVEL: u32 = 14;

    /// Settings with which every position of this many empty squares is solved exactly, up to 24.
    pub fn to_solve(empties: u32, table_bytes: usize) -> Settings {
        // Level 10 solves from 20 empty squares on; each further empty square needs 2.5 levels more.
        let level = match empties {
            ..=20 => empties.div_ceil(2).max(SearchLevel::FIRST_FULL_STRENGTH),
            _ => 10 + (empties - 20) * 5 / 2 + 1,
        };
        Settings { level, table_bytes, ..Settings::default() }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Settings { level: Settings::DEFAULT_LEVEL, time: None, threads, table_bytes: 128 << 20 }
    }
}

/// How the positions were evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The champion with its learned evaluation: 8×8.
    Champion,
    /// The exact solver alone: 4×4, small enough for that.
    Proof,
    /// The exact solver near the end, before that a textbook search with a hand-crafted evaluation,
    /// whose points are not discs: 6×6 and 10×10.
    Textbook,
}

impl Method {
    pub const fn word(self) -> &'static str {
        match self {
            Method::Champion => "champion",
            Method::Proof => "proof",
            Method::Textbook => "textbook",
        }
    }
}

/// The evaluation of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation<S: Size = Eight> {
    /// For the side to move.
    pub value: Value,
    /// The principal variation; empty only if the game is over.
    pub line: Vec<Move<S>>,
    pub nodes: u64,
}

impl<S: Size> Evaluation<S> {
    /// The evaluation of a finished game; `None` if it is not over.
    fn of_end(position: &Position<S>) -> Option<Evaluation<S>> {
        let is_over = matches!(position.status(), Status::Over { .. });
        let value = || Value::proven(position.board().final_score());
        is_over.then(|| Evaluation { value: value(), line: Vec::new(), nodes: 0 })
    }
}

/// When a review must end: at a point in time, or when it is stopped. Searches read the clock
/// themselves; no thread waits for it.
#[derive(Clone, Debug)]
pub struct Deadline {
    at: Option<Instant>,
    stop: StopSignal,
}

impl Deadline {
    /// No point in time; only the signal ends the review.
    pub fn none(stop: &StopSignal) -> Deadline {
        Deadline { at: None, stop: stop.clone() }
    }

    /// After this time from now.
    pub fn after(time: Duration, stop: &StopSignal) -> Deadline {
        Deadline { at: Instant::now().checked_add(time), stop: stop.clone() }
    }

    /// Whether the review must end now.
    pub fn is_reached(&self) -> bool {
        self.stop.is_stopped() || self.at.is_some_and(|at| Instant::now() >= at)
    }

    /// The limits of a search that begins now.
    pub fn limits(&self) -> SearchLimits {
        let mut limits = SearchLimits::default().with_stop(&self.stop);
        limits.time = self.at.map(|at| at.saturating_duration_since(Instant::now()));
        limits
    }
}

/// Evaluates positions, and caches results between calls.
pub trait Analyser<S: Size>: Send {
    fn method(&self) -> Method;

    /// Evaluates a position; `None` if the deadline is reached. At one level, positions with the same number of
    /// empty squares are searched to the same depth, so that their values are comparable.
    fn evaluate(
        &mut self,
        position: &Position<S>,
        level: u32,
        deadline: &Deadline,
    ) -> Option<Evaluation<S>>;

    /// Evaluates a position with some of its moves excluded, to the same depth; `None` if the deadline is reached.
    /// At least one legal move must remain.
    fn evaluate_without(
        &mut self,
        barred: &[Move<S>],
        position: &Position<S>,
        level: u32,
        deadline: &Deadline,
    ) -> Option<Evaluation<S>> {
        let mut best: Option<Evaluation<S>> = None;
        let mut nodes = 0;
        for played in position.moves().filter(|played| !barred.contains(played)) {
            let after = self.evaluate(&position.after(played), level, deadline)?;
            nodes += after.nodes;
            let value = after.value.opposite();
            if best.as_ref().is_none_or(|best| value.discs > best.value.discs) {
                let line = std::iter::once(played).chain(after.line).collect();
                best = Some(Evaluation { value, line, nodes });
            }
        }
        best.map(|best| Evaluation { nodes, ..best })
    }
}

/// A board size whose games can be reviewed: all sizes.
pub trait Reviewable: Size {
    /// The analyser for this size.
    fn analyser(settings: &Settings) -> Box<dyn Analyser<Self>>;
}

impl Reviewable for Eight {
    fn analyser(settings: &Settings) -> Box<dyn Analyser<Eight>> {
        let level = level_of(settings.level);
        let champion = Champion::new(level, settings.threads, settings.table_bytes);
        // A limit of time must not take the place of the level's depth.
        Box::new(champion.limited_to_level())
    }
}

impl Reviewable for Four {
    fn analyser(settings: &Settings) -> Box<dyn Analyser<Four>> {
        Box::new(Solver::with(
            Heuristic::<Four>::default(),
            settings.threads,
            settings.table_bytes / 16,
        ))
    }
}

impl Reviewable for Six {
    fn analyser(settings: &Settings) -> Box<dyn Analyser<Six>> {
        let solver =
            Solver::with(Heuristic::<Six>::default(), settings.threads, settings.table_bytes / 2);
        let textbook = textbook(settings, settings.table_bytes / 2);
        Box::new(TextbookThenSolver { textbook, solver })
    }
}

impl Reviewable for Ten {
    fn analyser(settings: &Settings) -> Box<dyn Analyser<Ten>> {
        Box::new(textbook(settings, settings.table_bytes))
    }
}

/// Extra midgame plies beyond the level. They cost little compared with solving endgames, and most
/// wrong marks arise in the midgame.
const MIDGAME: u32 = 2;

/// A level without deliberate slips, and with deeper midgame search.
fn level_of(level: u32) -> SearchLevel {
    let (depth, selectivity) = (level + MIDGAME, Selectivity::Percent73);
    SearchLevel { sampling: None, depth, selectivity, ..SearchLevel::new(level) }
}

impl Analyser<Eight> for Champion {
    fn method(&self) -> Method {
        Method::Champion
    }

    fn evaluate(
        &mut self,
        position: &Position,
        level: u32,
        deadline: &Deadline,
    ) -> Option<Evaluation> {
        self.set_level(level_of(level));
        search(self, position, &deadline.limits())
    }

    fn evaluate_without(
        &mut self,
        barred: &[Move],
        position: &Position,
        level: u32,
        deadline: &Deadline,
    ) -> Option<Evaluation> {
        let mut among = Bitboard::ALL;
        for played in barred {
            let Move::Place(square) = played else { return None };
            among &= !square.bitboard();
        }
        self.set_level(level_of(level));
        evaluation(self.search_among(among, position, &deadline.limits(), &mut |_| ()))
    }
}

impl Analyser<Four> for Solver<Heuristic<Four>> {
    fn method(&self) -> Method {
        Method::Proof
    }

    fn evaluate(
        &mut self,
        position: &Position<Four>,
        _: u32,
        deadline: &Deadline,
    ) -> Option<Evaluation<Four>> {
        let solved =
            self.solve_within(position.board(), Goal::Exact, &deadline.limits(), &mut |_| ())?;
        let value = Value::proven(solved.score);
        Some(Evaluation { value, line: solved.line, nodes: solved.nodes })
    }
}

/// 10×10: textbook search only.
impl Analyser<Ten> for Classic<Ten> {
    fn method(&self) -> Method {
        Method::Textbook
    }

    fn evaluate(
        &mut self,
        position: &Position<Ten>,
        level: u32,
        deadline: &Deadline,
    ) -> Option<Evaluation<Ten>> {
        search(self, position, &textbook_limits(level, deadline))
    }
}

/// 6×6: the solver can prove scores long before the textbook search reaches the end.
struct TextbookThenSolver {
    textbook: Classic<Six>,
    solver: Solver<Heuristic<Six>>,
}

impl Analyser<Six> for TextbookThenSolver {
    fn method(&self) -> Method {
        Method::Textbook
    }

    fn evaluate(
        &mut self,
        position: &Position<Six>,
        level: u32,
        deadline: &Deadline,
    ) -> Option<Evaluation<Six>> {
        if position.board().empties().len() > 12 + level / 2 {
            return search(&mut self.textbook, position, &textbook_limits(level, deadline));
        }
        let solved = self.solver.solve_within(
            position.board(),
            Goal::Exact,
            &deadline.limits(),
            &mut |_| (),
        )?;
        let value = Value::proven(solved.score);
        Some(Evaluation { value, line: solved.line, nodes: solved.nodes })
    }
}

/// The strongest textbook search, as in `level-6`.
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

fn textbook_limits(level: u32, deadline: &Deadline) -> SearchLimits {
    let depth = (level / 3).clamp(1, 10) as u8;
    deadline.limits().or(SearchLimits::depth(depth))
}

/// Evaluates a position with a searcher; `None` if the deadline is reached.
fn search<S: Size>(
    searcher: &mut dyn Searcher<S>,
    position: &Position<S>,
    limits: &SearchLimits,
) -> Option<Evaluation<S>> {
    let end = Evaluation::of_end(position);
    end.or_else(|| evaluation(searcher.search(position, limits, &mut |_| ())))
}

/// The evaluation from a search report; `None` if the search was stopped.
fn evaluation<S: Size>(report: SearchReport<S>) -> Option<Evaluation<S>> {
    if matches!(report.stopped_by, StopReason::Stopped | StopReason::Time) {
        return None;
    }
    let nodes = report.nodes;
    let line = report.lines.into_iter().next()?;
    let value = Value { discs: line.score.discs(), trust: line.trust };
    Some(Evaluation { value, line: line.moves, nodes })
}
