//! The last two plies above the leaves: static ProbCut, mobility ordering and lazy evaluation, without
//! the transposition table.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Bitboard, Board, Field};
use othellier_eval::IncrementalEvaluator;

use super::children::{Children, expand};
use super::move_picker::MovePicker;
use super::probcut_margins::STATIC_PROBCUT_DEPTH;
use super::units::{DISC, INFINITE};
use super::worker::Worker;

/// The value of a board at most two plies above the leaves.
pub(super) struct Shallow<'a, 'b, E: IncrementalEvaluator> {
    pub(super) worker: &'a mut Worker<'b, E>,
    pub(super) board: Board,
    pub(super) features: &'a E::FeatureState,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
}

impl<E: IncrementalEvaluator> Task for Shallow<'_, '_, E> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Shallow { worker, board, features, mut alpha, beta, depth } = self;
        worker.endgame.nodes += 1;
        // 1. No move: a pass, which costs no depth, or the end of the game.
        let moves = E::Size::moves(kernel, board);
        if moves.is_empty() {
            if E::Size::moves(kernel, board.passed()).is_empty() {
                return DISC * E::Size::final_score(board);
            }
            if depth > 0 {
                let (board, features) = (board.passed(), &worker.evaluator.passed(features));
                let (alpha, beta) = (-beta, -alpha);
                return -kernel.run(Shallow { worker, board, features, alpha, beta, depth });
            }
        }
        // 2. A leaf.
        if depth == 0 {
            worker.evaluations += 1;
            return worker.evaluator.evaluate_with_moves(kernel, features, board, moves);
        }
        // 3. Static ProbCut.
        if depth == STATIC_PROBCUT_DEPTH
            && beta - alpha == 1
            && let Some(bound) = static_probcut(kernel, worker, board, features, alpha, moves)
        {
            return bound;
        }
        // 4. The children, least mobility of the opponent first.
        let mut children = Children::new();
        expand::<E::Size, K>(kernel, board, moves, &mut children);
        let mut picker = MovePicker::new();
        for child in &children {
            picker.push(child.weighted_mobility::<E::Size>());
        }
        let mut best = -INFINITE;
        for _ in 0..children.len() {
            let child = &children[picker.pick()];
            let below = &worker.evaluator.after(features, child.placement(board));
            let value = if depth == 1 && !child.replies.is_empty() {
                // Lazy evaluation: far outside the window a cheaper value is enough.
                worker.endgame.nodes += 1;
                worker.evaluations += 1;
                let (board, replies) = (child.board, child.replies);
                -worker.evaluator.evaluate_lazy(kernel, below, board, replies, (-beta, -alpha))
            } else {
                let (board, features, depth) = (child.board, below, depth - 1);
                let (alpha, beta) = (-beta, -alpha);
                -kernel.run(Shallow { worker, board, features, alpha, beta, depth })
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Static ProbCut (futility pruning): the bound of a null-window node two plies above the leaves, if
/// its static evaluation is far enough outside the window.
#[inline(always)]
fn static_probcut<K: Kernel, E: IncrementalEvaluator>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    features: &E::FeatureState,
    alpha: i32,
    moves: Bitboard,
) -> Option<i32> {
    let empties = E::Size::empties(board).len();
    if empties <= STATIC_PROBCUT_DEPTH {
        return None;
    }
    let margin = worker.margins.as_ref()?.of_evaluation[empties as usize];
    worker.evaluations += 1;
    let beta = alpha + 1;
    let window = (alpha - margin, beta + margin);
    let guess = worker.evaluator.evaluate_lazy(kernel, features, board, moves, window);
    if guess >= beta + margin {
        Some(beta)
    } else if guess <= alpha - margin {
        Some(alpha)
    } else {
        None
    }
}
