//! The driver of all textbook searches: iterative deepening, limits, tie-breaking, multi-PV, endgame.
//!
//! Iterative deepening: search to depth 1, then 2, then 3 …, and when a limit is reached answer from
//! the last depth that was completed. A depth stopped in the middle has searched some moves more
//! deeply than others, and its values cannot be compared.

use std::sync::Arc;

use othellier_board::{Bitboard, Board, Move, Position, Size};
use othellier_eval::{Score, StaticEvaluator};
use othellier_platform::clock::Instant;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::cursor::{Cursor, Memory, Meter};
use super::move_ordering::Order;
use super::search::{Search, TO_THE_END, Visited, below};
use super::trace::{Trace, Tracer};
use super::transposition_table::{Hash, TranspositionTable};
use super::tree::Tree;
use super::{alphabeta, minimax, mtdf, negamax, negamax_ab, negascout, pvs, root_splitting};
use crate::{Line, MemoryUse, SearchLimits, SearchReport, Searcher, StopReason, TableUse, Trust};

/// A textbook algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// [`minimax`]
    Minimax,
    /// [`alphabeta`]
    AlphaBeta,
    /// [`negamax`]
    Negamax,
    /// [`negamax_ab`]
    NegamaxAb,
    /// [`negascout`]
    NegaScout,
    /// [`negascout`] in the notation of minimax
    NegaScoutMinmax,
    /// [`pvs`]
    Pvs,
    /// [`mtdf`]
    Mtdf,
}

impl Algorithm {
    /// All of them, in the order of the textbooks.
    pub const ALL: [Algorithm; 8] = [
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::Negamax,
        Algorithm::NegamaxAb,
        Algorithm::NegaScout,
        Algorithm::NegaScoutMinmax,
        Algorithm::Pvs,
        Algorithm::Mtdf,
    ];

    /// The value of the current node for its side to move: exact in searches without a window, else
    /// exact inside the window.
    pub(crate) fn value<S: Size>(
        self,
        search: &mut Search<'_, S>,
        depth: u8,
        (alpha, beta): (Score, Score),
        guess: Score,
    ) -> Visited {
        match self {
            Algorithm::Minimax => minimax::value(search, depth),
            Algorithm::AlphaBeta => alphabeta::value(search, depth, alpha, beta),
            Algorithm::Negamax => negamax::value(search, depth),
            Algorithm::NegamaxAb => negamax_ab::value(search, depth, alpha, beta),
            Algorithm::NegaScout => negascout::value(search, depth, alpha, beta),
            Algorithm::NegaScoutMinmax => negascout::minmax_value(search, depth, alpha, beta),
            Algorithm::Pvs => pvs::value(search, depth, alpha, beta),
            Algorithm::Mtdf => mtdf::value(search, depth, guess),
        }
    }
}

/// How to choose among several best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first that was found.
    First,
    /// A random move among the best.
    Random,
}

/// The settings of a transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableOptions {
    /// The hash function of the table.
    pub hash: Hash,
    /// The size of the table in bytes.
    pub bytes: usize,
}

/// The settings of a textbook search.
#[derive(Clone)]
pub struct Options<S: Size> {
    /// The textbook algorithm.
    pub algorithm: Algorithm,
    /// Evaluates the leaves.
    pub evaluator: Arc<dyn StaticEvaluator<S>>,
    /// The order in which moves are searched.
    pub order: Order,
    /// The transposition table, if there is one.
    pub table: Option<TableOptions>,
    /// How the board is held.
    pub memory: Memory,
    /// Iterative deepening: whether to search every depth up to the last.
    pub deepening: bool,
    /// From how many empty squares on to search to the end of the game; see [`solves_from`].
    pub endgame: u8,
    /// How to choose among several best moves.
    pub ties: Ties,
    /// Threads that share the moves of the root (root splitting).
    pub threads: usize,
}

impl<S: Size> Options<S> {
    /// This algorithm with this evaluation and everything else off.
    pub fn new(algorithm: Algorithm, evaluator: Arc<dyn StaticEvaluator<S>>) -> Options<S> {
        Options {
            algorithm,
            evaluator,
            order: Order::None,
            table: None,
            memory: Memory::Undo,
            deepening: false,
            endgame: 0,
            ties: Ties::First,
            threads: 1,
        }
    }
}

/// The depth of a search without any limit.
const DEFAULT_DEPTH: u8 = 3;

/// A textbook search with its table, its tree and its random number generator.
pub struct Classic<S: Size> {
    options: Options<S>,
    tables: Vec<TranspositionTable<S>>,
    tree: Tree<S>,
    rng: Xoshiro256PlusPlus,
}

impl<S: Size> Classic<S> {
    /// A search with these settings; the seed is that of the random number generator.
    pub fn new(options: Options<S>, seed: u64) -> Classic<S> {
        let threads = options.threads.max(1);
        let tables = options.table.iter().flat_map(|table| {
            (0..threads).map(|_| TranspositionTable::new(table.hash, table.bytes / threads))
        });
        Classic {
            tables: tables.collect(),
            tree: Tree::default(),
            rng: rand::SeedableRng::seed_from_u64(seed),
            options,
        }
    }

    /// The tree of the searches so far, with the value of every completed node; empty unless the memory
    /// is [`Memory::Tree`] and there is one thread.
    pub fn tree(&self) -> &Tree<S> {
        &self.tree
    }

    /// The value of a position at exactly this depth, zero included, by one thread without limits,
    /// and the number of nodes.
    pub fn value(&mut self, position: &Position<S>, depth: u8) -> (Score, u64) {
        let (value, nodes, _) = self.once(position, depth, None);
        (value, nodes)
    }

    fn once(
        &mut self,
        position: &Position<S>,
        depth: u8,
        tracer: Option<Tracer<S>>,
    ) -> (Score, u64, Trace<S>) {
        let Classic { options, tables, tree, .. } = self;
        let limits = SearchLimits::default();
        let mut meter = Meter::default();
        let cursor = Cursor::new(options.memory, *position, tree, &mut meter);
        // A trace shows what was searched, not what was found in the table.
        let table = if tracer.is_some() { None } else { tables.first_mut() };
        let mut search = new_search(options, cursor, table, &limits, Instant::now(), meter);
        search.tracer = tracer;
        let whole = (Score::MIN, Score::MAX);
        let value = options.algorithm.value(&mut search, depth, whole, Score::ZERO);
        let value = value.expect("nothing stops a search without limits");
        (value, search.nodes, search.tracer.take().map(Tracer::finish).unwrap_or_default())
    }
}

/// A search at its root, with all counters zero.
pub(super) fn new_search<'a, S: Size>(
    options: &'a Options<S>,
    cursor: Cursor<'a, S>,
    table: Option<&'a mut TranspositionTable<S>>,
    limits: &'a SearchLimits,
    started: Instant,
    meter: Meter,
) -> Search<'a, S> {
    Search {
        cursor,
        evaluator: &*options.evaluator,
        order: options.order,
        table,
        limits,
        started,
        meter,
        tracer: None,
        shared_nodes: None,
        hint: None,
        table_move: None,
        nodes: 0,
        evaluations: 0,
        guesses: 0,
        ply: 0,
        lines: vec![Vec::new()],
        excluded: Vec::new(),
    }
}

/// Moves that are not the best, each with its value and line.
type Others<S> = Vec<(Score, Vec<Move<S>>)>;

/// The result of one completed depth.
#[derive(Clone)]
pub(super) struct CompletedDepth<S: Size> {
    pub(super) value: Score,
    /// Best lines of equal value, the first found first.
    pub(super) lines: Vec<Vec<Move<S>>>,
    /// Multi-PV: the next best moves, each with its value.
    pub(super) others: Others<S>,
    pub(super) is_exact: bool,
}

/// Counters over all depths.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) nodes: u64,
    pub(super) evaluations: u64,
    pub(super) memory: MemoryUse,
}

impl<S: Size> Searcher<S> for Classic<S> {
    fn make_ready(&mut self) {
        self.options.evaluator.make_ready();
    }

    fn trace(&mut self, position: &Position<S>, depth: u8) -> Option<Trace<S>> {
        let (_, _, trace) = self.once(position, depth, Some(Tracer::default()));
        Some(trace)
    }

    fn search(
        &mut self,
        position: &Position<S>,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> SearchReport<S> {
        let started = Instant::now();
        let depths = depths(&self.options, position.board(), limits);
        let mut reporter =
            Reporter { position, started, rng: &mut self.rng, ties: self.options.ties, watch };
        if position.moves().len() == 0 {
            return reporter.nothing();
        }
        // Multi-PV lines are found one after the other, by one thread.
        if self.options.threads > 1 && limits.lines.unwrap_or(1) <= 1 {
            root_splitting::search(
                &self.options,
                &mut self.tables,
                position,
                limits,
                &depths,
                &mut reporter,
            )
        } else {
            search_depths(
                &self.options,
                self.tables.first_mut(),
                &mut self.tree,
                position,
                limits,
                &depths,
                &mut reporter,
            )
        }
    }
}

/// Iterative deepening by one thread.
fn search_depths<S: Size>(
    options: &Options<S>,
    table: Option<&mut TranspositionTable<S>>,
    tree: &mut Tree<S>,
    position: &Position<S>,
    limits: &SearchLimits,
    depths: &[u8],
    reporter: &mut Reporter<'_, S>,
) -> SearchReport<S> {
    let mut meter = Meter::default();
    let table_bytes = table.as_ref().map_or(0, |table| table.bytes());
    meter.hold(table_bytes);
    let cursor = Cursor::new(options.memory, *position, tree, &mut meter);
    let mut search = new_search(options, cursor, table, limits, reporter.started, meter);
    let mut last: Option<(u8, CompletedDepth<S>)> = None;
    let mut stopped_by = StopReason::Done;
    for &depth in depths {
        search.order = order_at(options, depth);
        let guess = last.as_ref().map_or(Score::ZERO, |(_, completed)| completed.value);
        match search_depth(options, &mut search, depth, guess) {
            Ok(completed) => {
                search.hint = completed.lines[0].first().copied();
                let is_exact = completed.is_exact;
                last = Some((depth, completed));
                reporter.report(
                    &last,
                    counts(&search),
                    usage(&search),
                    StopReason::Done,
                    Watch::Yes,
                );
                if is_exact {
                    break;
                }
            }
            Err(reason) => {
                stopped_by = reason;
                break;
            }
        }
    }
    reporter.report(&last, counts(&search), usage(&search), stopped_by, Watch::No)
}

/// One depth: the value, the best line, the moves that tie with it and the next best ones, if they are
/// wanted.
fn search_depth<S: Size>(
    options: &Options<S>,
    search: &mut Search<'_, S>,
    depth: u8,
    guess: Score,
) -> Result<CompletedDepth<S>, StopReason> {
    let guesses = search.guesses;
    let whole = (Score::MIN, Score::MAX);
    let value = options.algorithm.value(search, depth, whole, guess)?;
    let best = search.line().to_vec();
    let mut lines = vec![best];
    if options.ties == Ties::Random {
        add_ties(search, depth, value, &mut lines)?;
    }
    let others = multi_pv_lines(options, search, depth, value)?;
    let is_exact = depth == TO_THE_END || (search.table.is_none() && search.guesses == guesses);
    Ok(CompletedDepth { value, lines, others, is_exact })
}

/// Multi-PV: the second best move, the third …, as many as are wanted. The root is searched again
/// without the moves already known to be better.
fn multi_pv_lines<S: Size>(
    options: &Options<S>,
    search: &mut Search<'_, S>,
    depth: u8,
    mut value: Score,
) -> Result<Others<S>, StopReason> {
    let wanted = search.limits.lines.unwrap_or(1);
    let all = search.board().legal_moves().len() as usize;
    let mut others = Vec::new();
    while others.len() + 1 < wanted.min(all) {
        search.excluded.extend(search.lines[0].first());
        value = options.algorithm.value(search, depth, (Score::MIN, Score::MAX), value)?;
        others.push((value, search.line().to_vec()));
    }
    search.excluded.clear();
    Ok(others)
}

/// Adds the other root moves that have the same value as the best.
///
/// A search that prunes knows of them only that they are *not better*: their values are bounds, and
/// one that looks equal may be worse. So each is tested again, by a null window.
fn add_ties<S: Size>(
    search: &mut Search<'_, S>,
    depth: u8,
    value: Score,
    lines: &mut Vec<Vec<Move<S>>>,
) -> Result<(), StopReason> {
    let best = lines[0].first().copied();
    search.table_move = None;
    for played in search.moves(depth) {
        if Some(played) == best {
            continue;
        }
        search.play(played);
        let other = -negamax_ab::value(search, below(depth), -value, -(value - Score::STEP))?;
        search.take_back();
        if other >= value {
            lines.push(vec![played]);
        }
    }
    Ok(())
}

/// The move ordering of a depth: [`Order::Endgame`] in a search to the end of the game.
pub(super) fn order_at<S: Size>(options: &Options<S>, depth: u8) -> Order {
    if depth == TO_THE_END { Order::Endgame } else { options.order }
}

/// The depths to search, one after the other.
fn depths<S: Size>(options: &Options<S>, board: Board<S>, limits: &SearchLimits) -> Vec<u8> {
    let limited = limits.time.is_some() || limits.nodes.is_some();
    let deepest = match limits.depth {
        Some(depth) => depth.clamp(1, TO_THE_END - 1),
        // Every empty square, and a pass for each.
        None if limited => (2 * board.empties().len()).clamp(1, u32::from(TO_THE_END) - 1) as u8,
        None => DEFAULT_DEPTH,
    };
    let solve = board.empties().len() <= solves_from(options.endgame, board);
    let mut depths: Vec<u8> = match (solve && !limited, options.deepening || limited) {
        (true, _) => Vec::new(),
        (false, true) => (1..=deepest).collect(),
        (false, false) => vec![deepest],
    };
    if solve {
        depths.push(TO_THE_END);
    }
    depths
}

/// From how many empty squares on a position is searched to the end: `endgame`, plus one where there
/// are few moves and plus one where most corners are taken, as the tree is then small. Zero means
/// never; the greatest value is twenty.
///
/// The report that this comes from joined its conditions by "or": few moves alone would have solved the
/// game from the first move.
pub fn solves_from<S: Size>(endgame: u8, board: Board<S>) -> u32 {
    if endgame == 0 {
        return 0;
    }
    let moves = board.legal_moves().len() + board.passed().legal_moves().len();
    let taken = (board.discs() & Bitboard::corners()).len();
    let raised = u32::from(endgame) + u32::from(moves <= 8) + u32::from(taken >= 3);
    raised.min(20)
}

fn counts<S: Size>(search: &Search<'_, S>) -> Counts {
    Counts { nodes: search.nodes, evaluations: search.evaluations, memory: search.meter.usage() }
}

fn usage<S: Size>(search: &Search<'_, S>) -> Option<TableUse> {
    search.table.as_ref().map(|table| table.usage())
}

/// Whether the watcher is called with a report.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Watch {
    Yes,
    No,
}

/// Makes reports of completed depths.
pub(super) struct Reporter<'a, S: Size> {
    position: &'a Position<S>,
    pub(super) started: Instant,
    rng: &'a mut Xoshiro256PlusPlus,
    ties: Ties,
    watch: &'a mut dyn FnMut(&SearchReport<S>),
}

impl<S: Size> Reporter<'_, S> {
    /// The report where there is no move to choose.
    fn nothing(&self) -> SearchReport<S> {
        SearchReport { elapsed: self.started.elapsed(), ..SearchReport::new(Vec::new()) }
    }

    /// The report of the last depth that was completed; where there is none, the first legal move
    /// without a score.
    pub(super) fn report(
        &mut self,
        last: &Option<(u8, CompletedDepth<S>)>,
        totals: Counts,
        table: Option<TableUse>,
        stopped_by: StopReason,
        watch: Watch,
    ) -> SearchReport<S> {
        let (depth, line) = match last {
            Some((depth, completed)) => {
                let moves = match self.ties {
                    Ties::First => completed.lines.first(),
                    Ties::Random if watch == Watch::Yes => completed.lines.first(),
                    Ties::Random => completed.lines.choose(self.rng),
                };
                let trust = if completed.is_exact { Trust::Exact } else { Trust::Estimate };
                let moves = moves.cloned().unwrap_or_default();
                (*depth, Line { moves, score: completed.value, trust })
            }
            None => {
                let moves = self.position.moves().take(1).collect();
                (0, Line { moves, score: Score::ZERO, trust: Trust::None })
            }
        };
        let empties = self.position.board().empties().len() as u8;
        let first = last.iter().find_map(|(_, completed)| completed.lines.first());
        let others = last.iter().flat_map(|(_, completed)| &completed.others);
        let others = others.map(|(score, moves)| {
            // If this move was the one chosen at random, the first best move takes its place.
            let is_chosen = moves.first() == line.moves.first();
            let moves = first.filter(|_| is_chosen).unwrap_or(moves);
            Line { moves: moves.clone(), score: *score, trust: line.trust }
        });
        let lines = std::iter::once(line.clone()).chain(others).collect();
        let report = SearchReport {
            depth: if depth == TO_THE_END { empties } else { depth },
            nodes: totals.nodes,
            evaluations: totals.evaluations,
            elapsed: self.started.elapsed(),
            memory: totals.memory,
            table,
            stopped_by,
            ..SearchReport::new(lines)
        };
        if watch == Watch::Yes {
            (self.watch)(&report);
        }
        report
    }
}
