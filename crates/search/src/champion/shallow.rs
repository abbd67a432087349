//! The last two plies above the leaves: static ProbCut, mobility ordering and lazy evaluation, without
//! the transposition table.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Board, Field};
use othellier_eval::IncrementalEvaluator;

use super::children::{Children, expand};
use super::move_ordering::MovePicker;
use super::node::{DISC, INFINITE};
use super::probcut::{STATIC_PROBCUT_DEPTH, static_probcut};
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
            return worker.evaluator.evaluate_with_mobility(kernel, features, board, moves.len());
        }
        // 3. Static ProbCut.
        if depth == STATIC_PROBCUT_DEPTH
            && beta - alpha == 1
            && let Some(bound) = static_probcut(kernel, worker, board, features, alpha, moves.len())
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
                let (board, replies) = (child.board, child.replies.len());
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
