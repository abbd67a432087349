//! One or two plies before the horizon: moves are played and judged, unless a look at the board says
//! that it is not worth the trouble.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Board, Field};
use othellier_eval::Judge;

use super::children::{Children, Order, expand};
use super::foretell::{GLANCE, at_a_glance};
use super::node::{DISC, INFINITE};
use super::worker::Worker;

/// The value of a board two plies from the horizon or less.
pub(super) struct Shallow<'a, 'b, J: Judge> {
    pub(super) worker: &'a mut Worker<'b, J>,
    pub(super) board: Board,
    pub(super) track: &'a J::Track,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
}

impl<J: Judge> Task for Shallow<'_, '_, J> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Shallow { worker, board, track, mut alpha, beta, depth } = self;
        worker.finisher.nodes += 1;
        let moves = J::Size::moves(kernel, board);
        if moves.is_empty() {
            if J::Size::moves(kernel, board.passed()).is_empty() {
                return DISC * J::Size::final_score(board);
            }
            if depth > 0 {
                let (board, track) = (board.passed(), &worker.judge.passed(track));
                let (alpha, beta) = (-beta, -alpha);
                return -kernel.run(Shallow { worker, board, track, alpha, beta, depth });
            }
        }
        if depth == 0 {
            worker.evaluations += 1;
            return worker.judge.judge_knowing(kernel, track, board, moves.len());
        }
        if depth == GLANCE
            && beta - alpha == 1
            && let Some(told) = at_a_glance(kernel, worker, board, track, alpha, moves.len())
        {
            return told;
        }
        let mut children = Children::new();
        expand::<J::Size, K>(kernel, board, moves, &mut children);
        let mut order = Order::new();
        for child in &children {
            order.push(child.freedom::<J::Size>());
        }
        let mut best = -INFINITE;
        for _ in 0..children.len() {
            let child = &children[order.take()];
            let below = &worker.judge.after(track, child.placement(board));
            let value = if depth == 1 && !child.replies.is_empty() {
                worker.finisher.nodes += 1;
                worker.evaluations += 1;
                let (board, replies) = (child.board, child.replies.len());
                -worker.judge.judge_between(kernel, below, board, replies, (-beta, -alpha))
            } else {
                let (board, track, depth) = (child.board, below, depth - 1);
                let (alpha, beta) = (-beta, -alpha);
                -kernel.run(Shallow { worker, board, track, alpha, beta, depth })
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
