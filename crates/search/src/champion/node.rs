//! A node of the search, midgame and endgame alike: principal variation search, fail-soft.
//!
//! Values are in hundredths of a disc. A search whose depth is the number of empty squares reaches
//! the end of the game on every line, and its value is the final score; with few squares left the
//! layers of [`endgame`](super::endgame) take over.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Board, Field};
use othellier_eval::IncrementalEvaluator;

use super::children::{Children, MAX_MOVES, expand};
use super::endgame::{MAX_ENDGAME_EMPTIES, SolveEndgame, stability};
use super::move_ordering::{order_moves, table_moves_first};
use super::move_picker::MovePicker;
use super::parameters;
use super::probcut::probcut;
use super::selectivity::Selectivity;
use super::shallow::Shallow;
use super::transposition_table::TtEntry;
use super::units::{DISC, INFINITE};
use super::worker::Worker;

/// How a node was reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeKind {
    Root,
    Inner,
    AfterPass,
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
}

impl<E: IncrementalEvaluator> Task for Node<'_, '_, E> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Node { worker, board, features, mut alpha, beta, depth, kind } = self;
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
            return -kernel.run(Node { worker, board, features, alpha, beta, depth, kind });
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
            && let Some(bound) = probcut(kernel, worker, board, features, alpha, depth)
        {
            return bound;
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
        // ones at reduced depth first (LMR). Children that another thread is searching come last
        // (ABDADA).
        let threads = worker.shared.threads;
        let reduce_late_moves = null_window
            && !to_the_end
            && !root
            && depth >= parameters::lmr_min_depth()
            && selectivity != Selectivity::Exact;
        let abdada_min_depth = if to_the_end {
            parameters::abdada_min_depth_endgame()
        } else {
            parameters::abdada_min_depth()
        };
        let parallel = threads > 1 && depth >= abdada_min_depth;
        let (mut best, floor) = (-INFINITE, alpha);
        let mut picker = MovePicker::new();
        let mut deferred = arrayvec::ArrayVec::<(usize, usize), MAX_MOVES>::new();
        let mut at = 0;
        let mut deferred_at = 0;
        loop {
            let (nth, index) = if at < children.len() {
                if at == table_moves {
                    picker =
                        order_moves(kernel, worker, board, features, alpha, depth, &children[at..]);
                }
                let next = if at < table_moves { at } else { table_moves + picker.pick() };
                at += 1;
                if parallel
                    && at > 1
                    && worker.shared.searching.contains(children[next].board, depth)
                {
                    deferred.push((at - 1, next));
                    continue;
                }
                (at - 1, next)
            } else if deferred_at < deferred.len() {
                deferred_at += 1;
                deferred[deferred_at - 1]
            } else {
                break;
            };
            let child = children[index];
            let mark = parallel && best > -INFINITE;
            if mark {
                worker.shared.searching.insert(child.board, depth);
            }
            // The layers of the endgame need no features.
            let after;
            let below = if to_the_end && empties <= MAX_ENDGAME_EMPTIES + 1 {
                features
            } else {
                after = worker.evaluator.after(features, child.placement(board));
                &after
            };
            let mut search = |alpha: i32, beta: i32, depth: u32| {
                let (board, features, kind) = (child.board, below, NodeKind::Inner);
                let (alpha, beta) = (-beta, -alpha);
                -kernel.run(Node { worker, board, features, alpha, beta, depth, kind })
            };
            let is_first = best == -INFINITE;
            let mut value = alpha + 1;
            // Late-move reduction.
            if reduce_late_moves && nth >= parameters::lmr_full_depth_moves() && !is_first {
                value = search(
                    alpha,
                    alpha + 1,
                    (depth - 1).saturating_sub(parameters::lmr_reduction()),
                );
            }
            // Null window: is the move better than alpha?
            if value > alpha && !is_first {
                value = search(alpha, alpha + 1, depth - 1);
            }
            // It is, or it is the first: its value within the whole window.
            if is_first || value > alpha && value < beta {
                value = search(alpha, beta, depth - 1);
            }
            if mark {
                worker.shared.searching.remove(child.board, depth);
            }
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
