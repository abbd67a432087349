//! The outcome model: how a game will end, from any position of it.
//!
//! A small network that was trained on games of people and of our own predicts the probabilities of
//! win, draw and loss and the final score for the side to move. As an evaluator, `net`, it gives the
//! score. [`OutcomeWeights`] are its weights and their file.
//!
//! ```text
//!   discs of both sides, legal moves of both sides: 256 inputs, each 0 or 1
//!     → feature transformer: 512 sums
//!     → clipped ReLU, first half × second half: 256 products
//!     → 32 → 32 → score, and the logits of win, draw and loss
//! ```
//!
//! The number of empty squares selects one of 16 sets of layers behind the products (output buckets).
//! All arithmetic is on quantised integers: sums in 1/512, products and hidden values in 1/128,
//! weights of the layers in 1/64, outputs in 1/32768; so the same board has the same outputs on every
//! kernel. Boards are evaluated in their canonical form, so that symmetric ones have the same outcome.
//!
//! The architecture is that of NNUE (Yu Nasu, 2018) with the products of later chess engines; the
//! promise of a classifier of WTHOR games comes from a student report.

mod file;

use std::path::Path;
use std::sync::Arc;
#[cfg(all(feature = "weights", not(target_arch = "wasm32")))]
use std::sync::LazyLock;

use othellier_board::kernel::{self, Kernel, Task};
use othellier_board::{Bitboard, Board};

pub use file::{OutcomeError, OutcomeWeights, OutputBucket};

use crate::{Outcome, Score, StaticEvaluator};

/// Squares of the discs of both sides, and of the legal moves of both sides.
pub const INPUTS: usize = 4 * 64;
/// Sums of the feature transformer.
pub const WIDTH: usize = 512;
/// Products of its first half with its second.
pub const PRODUCTS: usize = WIDTH / 2;
/// Neurons of each hidden layer.
pub const HIDDEN: usize = 32;
/// The score, and the logits of win, draw and loss.
pub const OUTPUTS: usize = 4;
/// Output buckets: one for four numbers of empty squares.
pub const OUTPUT_BUCKETS: usize = 16;

/// Upper limit of the first clipped ReLU, in 1/512.
const MAX_SUM: i16 = 511;
/// From the product of two sums to 1/128.
const PRODUCT_SHIFT: u32 = 11;
/// From 1/128 times 1/64 to 1/128.
const HIDDEN_SHIFT: u32 = 6;
/// Upper limit of the other clipped ReLUs, in 1/128.
const MAX_HIDDEN: i32 = 127;
/// One in an output: 1/128 times 1/256.
const OUTPUT_ONE: f64 = 32768.0;
/// The score output in hundredths of a disc: one is 32 discs.
const HUNDREDTHS: (i64, u32) = (25, 8);
/// The largest estimate: 64 discs, in hundredths.
const MAX_VALUE: i64 = 6400;

/// The outcome that the outputs mean.
fn outcome_of(outputs: [i32; OUTPUTS]) -> Outcome {
    let [_, logits @ ..] = outputs;
    let most = logits.iter().copied().max().unwrap_or(0);
    let odds = logits.map(|logit| (f64::from(logit - most) / OUTPUT_ONE).exp());
    let sum: f64 = odds.iter().sum();
    let [win, draw, loss] = odds.map(|one| one / sum);
    Outcome { win, draw, loss, score: score_of(outputs) }
}

fn score_of([score, ..]: [i32; OUTPUTS]) -> Score {
    let (factor, shift) = HUNDREDTHS;
    Score::guess(((i64::from(score) * factor) >> shift).clamp(-MAX_VALUE, MAX_VALUE))
}

/// The outcome model; clones share its weights.
///
/// ```
/// # #[cfg(feature = "weights")] {
/// use othellier_board::Board;
/// use othellier_eval::outcome::OutcomeModel;
/// let outcome = OutcomeModel::shipped().outcome(Board::default());
/// assert!(outcome.win > 0.3 && outcome.loss > 0.3 && outcome.draw < 0.1);
/// # }
/// ```
#[derive(Clone)]
pub struct OutcomeModel {
    weights: Arc<OutcomeWeights>,
}

impl OutcomeModel {
    /// The shipped model. A page does not download it with the module for WebAssembly.
    #[cfg(all(feature = "weights", not(target_arch = "wasm32")))]
    pub fn shipped() -> OutcomeModel {
        static SHIPPED: LazyLock<OutcomeModel> = LazyLock::new(|| {
            let weights = OutcomeWeights::from_bytes(include_bytes!("../../weights/outcome.bin"));
            OutcomeModel::new(weights.expect("the model of the program is valid"))
        });
        SHIPPED.clone()
    }

    /// The model with these weights.
    pub fn new(weights: OutcomeWeights) -> OutcomeModel {
        OutcomeModel { weights: Arc::new(weights) }
    }

    /// The model of a file.
    pub fn read(path: impl AsRef<Path>) -> Result<OutcomeModel, OutcomeError> {
        OutcomeWeights::read(path).map(OutcomeModel::new)
    }

    /// The weights, with their name and their lineage.
    pub fn weights(&self) -> &OutcomeWeights {
        &self.weights
    }

    /// The predicted outcome for the side to move. A finished game has its own; where the side to move
    /// must pass, it is that of the other side.
    pub fn outcome(&self, board: Board) -> Outcome {
        if board.is_over() {
            Outcome::of_end(board.final_score())
        } else if board.legal_moves().is_empty() {
            outcome_of(self.outputs(board.passed())).reversed()
        } else {
            outcome_of(self.outputs(board))
        }
    }

    /// The outputs of the network for a board in which the side to move can move: the score in 1/32768
    /// of 32 discs, and the logits of win, draw and loss in 1/32768.
    pub fn outputs(&self, board: Board) -> [i32; OUTPUTS] {
        kernel::run(Outputs(self, board))
    }

    /// [`outputs`](OutcomeModel::outputs) within code that is compiled for a kernel.
    #[inline(always)]
    pub fn outputs_on<K: Kernel>(&self, kernel: K, board: Board) -> [i32; OUTPUTS] {
        let board = board.canonical();
        let (moves, replies) = (kernel.legal_moves(board), kernel.legal_moves(board.passed()));
        self.weights.forward(board, moves, replies)
    }

    #[inline(always)]
    fn value<K: Kernel>(&self, kernel: K, board: Board) -> Score {
        if !kernel.legal_moves(board).is_empty() {
            score_of(self.outputs_on(kernel, board))
        } else if !kernel.legal_moves(board.passed()).is_empty() {
            -score_of(self.outputs_on(kernel, board.passed()))
        } else {
            Score::from_discs(board.final_score())
        }
    }
}

impl OutcomeWeights {
    #[inline(always)]
    fn forward(&self, board: Board, moves: Bitboard, replies: Bitboard) -> [i32; OUTPUTS] {
        // 1. Feature transformer: the bias plus the rows of the active inputs. A block of sums fits in
        //    the registers.
        const BLOCK: usize = 128;
        let mut active = [0_u8; INPUTS / 2];
        let mut count = 0;
        for (plane, squares) in [board.mover(), board.opponent(), moves, replies].iter().enumerate()
        {
            for square in *squares {
                active[count] = (64 * plane) as u8 + square.index();
                count += 1;
            }
        }
        let mut sums = self.feature_bias;
        for (block, sums) in sums.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            let mut block_sums = *sums;
            for &input in &active[..count] {
                let row = &self.features[usize::from(input)].as_chunks::<BLOCK>().0[block];
                for at in 0..BLOCK {
                    block_sums[at] = block_sums[at].wrapping_add(row[at]);
                }
            }
            *sums = block_sums;
        }
        // 2. Clipped ReLU, and the products of the two halves.
        let mut products = [0_i32; PRODUCTS];
        for at in 0..PRODUCTS {
            let [first, second] =
                [sums[at], sums[PRODUCTS + at]].map(|sum| i32::from(sum.clamp(0, MAX_SUM)));
            products[at] = (first * second) >> PRODUCT_SHIFT;
        }
        // 3. Two hidden layers and the outputs, of the bucket.
        let bucket = &self.buckets[bucket_of(board.empties().len())];
        let hidden = dense(&products, &bucket.first, bucket.first_bias).map(clipped);
        let hidden = dense(&hidden, &bucket.second, bucket.second_bias).map(clipped);
        dense(&hidden, &bucket.output, bucket.output_bias)
    }
}

/// The output bucket of boards with this many empty squares.
pub fn bucket_of(empties: u32) -> usize {
    empties.min(60) as usize / 4
}

/// Adds the weighted inputs to each sum; about half of the inputs are zero.
#[inline(always)]
fn dense<W: Copy + Into<i32>, const M: usize, const N: usize>(
    inputs: &[i32; M],
    weights: &[[W; N]; M],
    mut sums: [i32; N],
) -> [i32; N] {
    for (&input, row) in inputs.iter().zip(weights) {
        if input != 0 {
            for (sum, &weight) in sums.iter_mut().zip(row) {
                *sum += input * weight.into();
            }
        }
    }
    sums
}

#[inline(always)]
fn clipped(sum: i32) -> i32 {
    (sum >> HIDDEN_SHIFT).clamp(0, MAX_HIDDEN)
}

impl StaticEvaluator for OutcomeModel {
    fn evaluate(&self, board: Board) -> Score {
        let mut score = [Score::ZERO];
        self.evaluate_all(&[board], &mut score);
        score[0]
    }

    fn evaluate_all(&self, boards: &[Board], scores: &mut [Score]) {
        assert_eq!(boards.len(), scores.len(), "a score for each board");
        kernel::run(EvaluateAll(self, boards, scores));
    }

    fn predict(&self, board: Board) -> Option<Outcome> {
        Some(self.outcome(board))
    }
}

struct EvaluateAll<'a>(&'a OutcomeModel, &'a [Board], &'a mut [Score]);

impl Task for EvaluateAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let EvaluateAll(model, boards, scores) = self;
        for (score, &board) in scores.iter_mut().zip(boards) {
            *score = model.value(kernel, board);
        }
    }
}

struct Outputs<'a>(&'a OutcomeModel, Board);

impl Task for Outputs<'_> {
    type Output = [i32; OUTPUTS];

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> [i32; OUTPUTS] {
        self.0.outputs_on(kernel, self.1)
    }
}
