//! A node of the search, midgame and endgame alike: principal variation search, fail-soft.
//!
//! Values are in hundredths of a disc. A search whose depth is the number of empty squares reaches
//! the end of the game on every line, and its value is the final score; with few squares left the
//! layers of [`endgame`](super::endgame) take over.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Board, Field};
use othellier_eval::IncrementalEvaluator;

use super::children::{Child, Children, expand};
use super::endgame::{MAX_ENDGAME_EMPTIES, SolveEndgame, stability};
use super::move_ordering::{order_moves, table_moves_first};
use super::move_picker::MovePicker;
use super::parameters;
use super::probcut::reduced_search;
use super::selectivity::Selectivity;
use super::shallow::Shallow;
use super::split_point::{BelowForecast, BestChild, SplitProgress, WaitingChildren};
use super::transposition_table::TtEntry;
use super::units::{DISC, INFINITE};
use super::worker::Worker;
use super::ybwc::Split;

/// How a node was reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeKind {
    Root,
    Inner,
    AfterPass,
}

/// The expected type of a node before it is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// A node of the principal variation, or one of which nothing is known.
    Exact,
    /// A cut node: its first child will refute it.
    Cut,
    /// An all-node: no child will refute it, so all of them must be searched.
    All,
}

impl Expected {
    /// The expected type of a child of a null-window node. A node that its first child did not
    /// refute is an all-node, whatever was expected.
    #[inline(always)]
    fn below(self, is_first: bool) -> Expected {
        if self == Expected::Cut && is_first { Expected::All } else { Expected::Cut }
    }

    /// The expectation after a look at the table: the bounds of an earlier iteration usually hold again.
    fn revised(self, found: Option<&TtEntry>, alpha: i32) -> Expected {
        match found {
            Some(found) if i32::from(found.upper) <= alpha => Expected::All,
            Some(found) if i32::from(found.lower) > alpha => Expected::Cut,
            _ => self,
        }
    }
}

/// The value of a board, searched to some depth within a window.
pub(super) struct Node<'a, 'b, E: IncrementalEvaluator> {
    pub(super) worker: &'a mut Worker<'b, E>,
    pub(super) board: Board,
    /// The evaluator's incremental state for this board.
    pub(super) features: &'a E::FeatureState,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
    pub(super) kind: NodeKind,
    pub(super) expected: Expected,
}

impl<E: IncrementalEvaluator> Task for Node<'_, '_, E> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Node { worker, board, features, mut alpha, beta, depth, kind, expected } = self;
        let root = kind == NodeKind::Root;
        let empties = E::Size::empties(board).len();
        let to_the_end = depth >= empties;
        let depth = depth.min(empties);
        // 1. Few empty squares, or few plies left: specialised functions.
        if to_the_end && empties <= MAX_ENDGAME_EMPTIES && !root {
            return solve_endgame(kernel, worker, board, alpha, beta);
        }
        if depth <= 2 && !root {
            return kernel.run(Shallow { worker, board, features, alpha, beta, depth });
        }
        worker.endgame.nodes += 1;
        // 2. Stop when asked, or when a limit is reached.
        worker.check_stop();
        if worker.stopped {
            return alpha;
        }
        // 3. Stability cutoff: the opponent's stable discs bound the score.
        if !root
            && let Some(bound) =
                stability::stability_bound::<E::Size>(board, alpha.div_euclid(DISC))
        {
            return DISC * bound;
        }
        // 4. No move: pass, or the end of the game.
        let mut moves = E::Size::moves(kernel, board);
        let restricted = root && !(moves - worker.root_moves).is_empty();
        if restricted {
            moves &= worker.root_moves;
        }
        if moves.is_empty() {
            if kind == NodeKind::AfterPass {
                return DISC * E::Size::final_score(board);
            }
            let features = &worker.evaluator.passed(features);
            let (board, kind) = (board.passed(), NodeKind::AfterPass);
            let (alpha, beta) = (-beta, -alpha);
            let expected = expected.below(true);
            return -kernel.run(Node {
                worker,
                board,
                features,
                alpha,
                beta,
                depth,
                kind,
                expected,
            });
        }
        // 5. Probe the transposition table.
        let table = worker.shared.table;
        let selectivity = worker.selectivity;
        let found = table.probe_symmetric::<E::Size>(board, empties);
        worker.probes += 1;
        let mut entry = TtEntry::unknown(depth, selectivity);
        if let Some(found) = found {
            worker.hits += 1;
            entry.moves = found.moves;
            if found.is_usable(depth, selectivity) {
                let (lower, upper) = (i32::from(found.lower), i32::from(found.upper));
                if !root {
                    if lower >= beta || lower == upper {
                        return lower;
                    }
                    if upper <= alpha {
                        return upper;
                    }
                }
                if u32::from(found.depth) == depth && found.selectivity == selectivity {
                    entry = found;
                }
            }
        }
        // 6. ProbCut: a reduced-depth search that fails far outside the window stands in for this one.
        let null_window = beta - alpha == 1;
        if null_window
            && !root
            && selectivity != Selectivity::Exact
            && let Some(reduced) = reduced_search(kernel, worker, board, features, alpha, depth)
        {
            let (alpha, beta, depth) = (reduced.alpha, reduced.alpha + 1, reduced.depth);
            let expected = if reduced.fails_high { Expected::Cut } else { Expected::All };
            let kind = NodeKind::Inner;
            worker.probcut_nesting += 1;
            let value =
                kernel.run(Node { worker, board, features, alpha, beta, depth, kind, expected });
            worker.probcut_nesting -= 1;
            if let Some(bound) = reduced.bound(value)
                && !worker.stopped
            {
                return bound;
            }
        }
        // 7. Play all moves. One that leaves the opponent without discs wins everything.
        let mut children = Children::new();
        expand::<E::Size, K>(kernel, board, moves, &mut children);
        if let Some(child) = children.iter().find(|child| child.board.mover().is_empty()) {
            if root {
                worker.best = Some(child.square);
            }
            return DISC * E::Size::WIPEOUT;
        }
        // Prefetch the table entries of children that will probe them.
        if depth > if to_the_end { MAX_ENDGAME_EMPTIES + 1 } else { 3 } {
            for child in &children {
                table.prefetch(child.board);
            }
        }
        // 8. Enhanced transposition cutoff (ETC): a child whose stored bound refutes this node ends it
        // before any child is searched.
        let etc_min_depth = if to_the_end {
            parameters::etc_min_depth_endgame()
        } else {
            parameters::etc_min_depth()
        };
        if depth >= etc_min_depth && !root {
            for child in &children {
                if let Some(below) = table.probe_symmetric::<E::Size>(child.board, empties - 1)
                    && below.is_usable(depth - 1, selectivity)
                    && -i32::from(below.upper) >= beta
                {
                    entry.lower = entry.lower.max(-below.upper);
                    entry.set_best_move(child.square);
                    table.store_symmetric::<E::Size>(board, empties, entry);
                    return -i32::from(below.upper);
                }
            }
        }
        // 9. Move ordering: the table's moves first; the others are ordered when they are needed.
        let table_moves = table_moves_first(&mut children, &entry);
        // 10. Search the children: the first with the whole window, the others with a null window, late
        // ones at reduced depth first (LMR). Once the first is done, other threads may help (YBWC); with
        // an open window already while it is searched, where its value can be forecast.
        let reduces_late_moves = null_window
            && !to_the_end
            && !root
            && depth >= parameters::lmr_min_depth()
            && selectivity != Selectivity::Exact;
        let is_all_node = worker.can_split
            && null_window
            && expected.revised(found.as_ref(), alpha) == Expected::All
            && worker.splits_all_nodes(depth, to_the_end);
        let speculates =
            !null_window && !to_the_end && children.len() > 1 && worker.shall_speculate(depth);
        let forecast = if speculates { forecast(found, alpha, beta) } else { None };
        let (mut best, floor) = (-INFINITE, alpha);
        let mut picker = MovePicker::new();
        for nth in 0..children.len() {
            let may_split = nth > 0 || is_all_node;
            let splits = forecast.is_some()
                || may_split && nth + 1 < children.len() && worker.shall_split(depth, to_the_end);
            if nth == table_moves || splits && nth < table_moves {
                let others = &children[table_moves..];
                picker = order_moves(kernel, worker, board, features, alpha, depth, others);
            }
            let mut pick = |nth| if nth < table_moves { nth } else { table_moves + picker.pick() };
            if splits {
                let mut waiting: WaitingChildren =
                    (nth..children.len()).map(|nth| (nth, children[pick(nth)])).collect();
                waiting.reverse();
                let first = forecast.and_then(|_| waiting.pop()).map(|(_, child)| child);
                let progress = SplitProgress {
                    waiting,
                    alpha: forecast.unwrap_or(alpha),
                    best: BestChild { value: best, entry, raised_alpha: None },
                    below_forecast: forecast.map(|_| BelowForecast::new()),
                };
                let split =
                    Split { worker, alpha, beta, depth, reduces_late_moves, progress, first };
                let found = kernel.run(split);
                if root && found.raised_alpha.is_some() {
                    worker.best = found.raised_alpha;
                }
                if worker.stopped {
                    return alpha;
                }
                (best, entry) = (found.value, found.entry);
                break;
            }
            let child = children[pick(nth)];
            // The layers of the endgame need no features.
            let after;
            let below = if to_the_end && empties <= MAX_ENDGAME_EMPTIES + 1 {
                features
            } else {
                after = worker.evaluator.after(features, child.placement(board));
                &after
            };
            let is_first = nth == 0;
            let is_late =
                reduces_late_moves && nth >= parameters::lmr_full_depth_moves() && !is_first;
            let window = ChildWindow { alpha, beta, depth, is_first, is_late, expected };
            let value = search_child(kernel, worker, &child, below, window);
            if worker.stopped {
                return alpha;
            }
            if value > best {
                best = value;
                entry.set_best_move(child.square);
                if root && (value > alpha || worker.best.is_none()) {
                    worker.best = Some(child.square);
                }
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        // 11. Store in the transposition table; but the value of some root moves is not that of the
        // board.
        if restricted {
            return best;
        }
        if best < beta {
            entry.upper = best as i16;
        }
        if best > floor {
            entry.lower = best as i16;
        }
        table.store_symmetric::<E::Size>(board, empties, entry);
        best
    }
}

/// A forecast of the value of a node within its window by an earlier search of it, rather too low: then
/// what is known of the children that do not exceed it remains true.
fn forecast(found: Option<TtEntry>, alpha: i32, beta: i32) -> Option<i32> {
    let TtEntry { lower, upper, .. } = found?;
    let (is_lower, is_upper) = (lower > i16::MIN, upper < i16::MAX);
    let value = match (is_lower, is_upper) {
        (true, true) => i32::midpoint(lower.into(), upper.into()),
        (true, false) => lower.into(),
        (false, true) => upper.into(),
        (false, false) => return None,
    };
    Some((value - parameters::speculation_margin()).clamp(alpha, beta - 1))
}

/// How a child is searched.
pub(super) struct ChildWindow {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The depth of the parent.
    pub(super) depth: u32,
    /// The first child is searched with the whole window at once.
    pub(super) is_first: bool,
    /// A late one is searched at reduced depth first (LMR).
    pub(super) is_late: bool,
    /// The expected type of the parent.
    pub(super) expected: Expected,
}

/// The value of a child for its parent, by principal variation search.
#[inline(always)]
pub(super) fn search_child<K: Kernel, E: IncrementalEvaluator>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    child: &Child,
    features: &E::FeatureState,
    window: ChildWindow,
) -> i32 {
    let ChildWindow { alpha, beta, depth, is_first, is_late, expected } = window;
    let mut search = |alpha: i32, beta: i32, depth: u32| {
        let (board, kind) = (child.board, NodeKind::Inner);
        let (alpha, beta) = (-beta, -alpha);
        let expected = if beta - alpha == 1 { expected.below(is_first) } else { Expected::Exact };
        -kernel.run(Node { worker, board, features, alpha, beta, depth, kind, expected })
    };
    let mut value = alpha + 1;
    // Late-move reduction.
    if is_late {
        value = search(alpha, alpha + 1, (depth - 1).saturating_sub(parameters::lmr_reduction()));
    }
    // Null window: is the move better than alpha?
    if value > alpha && !is_first {
        value = search(alpha, alpha + 1, depth - 1);
    }
    // It is, or it is the first: its value within the whole window.
    if is_first || value > alpha && value < beta {
        value = search(alpha, beta, depth - 1);
    }
    value
}

/// The final score of a board with few empty squares, exact within the window, else a bound
/// (fail-soft).
#[inline(always)]
fn solve_endgame<K: Kernel, E: IncrementalEvaluator>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    alpha: i32,
    beta: i32,
) -> i32 {
    let context = &mut worker.endgame;
    let mut solve = |alpha: i32| kernel.run(SolveEndgame { context, board, alpha });
    if beta - alpha == 1 {
        return DISC * solve(alpha.div_euclid(DISC));
    }
    // A wider window is searched by null windows, from its middle, as in MTD(f). Scores are even, so
    // each null window lies between two of them.
    let (mut lower, mut upper) = (-E::Size::WIPEOUT, E::Size::WIPEOUT);
    let mut guess = 2 * ((alpha + beta) / (4 * DISC));
    while lower < upper && DISC * lower < beta && DISC * upper > alpha {
        let alpha = i32::clamp(guess, lower + 2, upper) - 1;
        let bound = solve(alpha);
        if bound > alpha {
            lower = bound;
            guess = bound + 2;
        } else {
            upper = bound;
            guess = bound;
        }
    }
    DISC * if DISC * upper <= alpha { upper } else { lower }
}
