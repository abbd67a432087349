//! A small quantised network in the style of NNUE. It is added to the linear evaluation and models
//! how patterns interact, which a sum of weights cannot.
//!
//! ```text
//! net patterns,─▶ feature transformer ─▶ clipped ReLU ─▶ product of both halves ─▶ hidden layer
//! move patterns   (feature bucket)       [0, 1]          32 inputs + mobility      (output bucket)
//!                                                        clipped ReLU ─▶ output, hundredths of a disc
//! ```
//!
//! Every configuration of a net pattern is a feature with a row of [`WIDTH`] weights, and so is every
//! configuration of a [move pattern](super::move_features), for each side; the feature transformer adds
//! up the rows of the active features and a bias. Its first half is multiplied with its second half
//! after a clipped ReLU. The products and the mobility of both sides feed one hidden layer. The number
//! of empty squares selects one of four buckets of feature weights ([`FeatureBucket`]); the layers
//! behind them ([`OutputBucket`]) are its own.
//!
//! Unlike in NNUE, the sums of the feature transformer (the accumulator) are computed from scratch for
//! each board. Only the pattern indices are updated move by move.
//!
//! All arithmetic is on quantised integers: feature weights and their sums in 1/256, products in
//! 1/4096, weights of the hidden layer in 1/256.

use std::sync::OnceLock;

use othellier_board::Bitboard;

use super::move_features::{MoveFeatures, move_feature_count};
use super::net_kernel::{HIDDEN, INPUTS, NetKernel};

use super::geometry::{
    NET_INDEX_RANGE, NET_INSTANCES, NET_PATTERN_INSTANCES, NET_TABLE_ENTRIES, NET_TABLE_STARTS,
    SymmetryFold,
};

/// Outputs of the feature transformer.
pub const WIDTH: usize = 2 * INPUTS;
/// Output buckets: one for each number of empty squares.
pub const OUTPUT_BUCKETS: usize = 61;
/// The first output bucket of each feature bucket, from the end of the game to its beginning.
pub const FEATURE_BUCKETS: [usize; 4] = [0, 16, 23, 35];
/// Parameters of an output bucket in a file: weights of the products, of the moves and of the
/// replies, hidden biases, output weights, output bias.
pub const OUTPUT_BUCKET_PARAMETERS: usize = (INPUTS + 4) * HIDDEN + 1;

/// Upper limit of the first clipped ReLU, in 1/256: the product of two values just fits in 16 bits.
const CLIP: i16 = 255;
/// One, and the upper limit of the second clipped ReLU, in the units of a hidden sum (4096 × 256).
const HIDDEN_ONE: i32 = 1 << 20;

/// The quantised weights of the network.
#[derive(Clone, PartialEq, Eq)]
pub struct NetWeights {
    /// The feature buckets, from the end of the game to its beginning.
    pub feature_buckets: Vec<FeatureBucket>,
    /// The output buckets, from the end of the game to its beginning.
    pub output_buckets: Vec<OutputBucket>,
}

/// A bucket of the feature transformer.
#[derive(Clone, PartialEq, Eq)]
pub struct FeatureBucket {
    /// A row of weights for each canonical configuration of each net pattern, pattern after pattern; then
    /// the same for the move patterns, of the mover and of the opponent.
    pub feature_weights: Vec<[i8; WIDTH]>,
    /// The bias that the sum starts from.
    pub bias: [i16; WIDTH],
}

/// The layers behind the feature transformer, for some numbers of empty squares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct OutputBucket {
    /// The weights of the products, two inputs at a time: both weights of each hidden neuron are
    /// adjacent.
    pub hidden_weights: [[i16; 2 * HIDDEN]; INPUTS / 2],
    /// The weight of each legal move of the mover, for each hidden neuron.
    pub move_weights: [i32; HIDDEN],
    /// The weight of each legal move of the opponent.
    pub reply_weights: [i32; HIDDEN],
    /// The biases of the hidden neurons.
    pub hidden_bias: [i32; HIDDEN],
    /// The weights of the hidden neurons in the output, in 1/4 of a hundredth of a disc.
    pub output_weights: [i32; HIDDEN],
    /// The bias of the output, in 1/4096 of a hundredth of a disc.
    pub output_bias: i32,
}

/// The output bucket of boards with this many empty squares.
#[inline(always)]
pub fn output_bucket(empties: u32) -> usize {
    empties.min(60) as usize
}

/// The feature bucket of boards in this output bucket.
#[inline(always)]
pub fn feature_bucket(output_bucket: usize) -> usize {
    FEATURE_BUCKETS[1..].iter().filter(|&&first| output_bucket >= first).count()
}

/// The number of features, which is the number of rows of a feature bucket.
pub fn feature_count() -> usize {
    pattern_feature_count() + 2 * move_feature_count()
}

/// The number of features that are configurations of net patterns.
pub fn pattern_feature_count() -> usize {
    SymmetryFold::net().iter().map(|fold| fold.count).sum()
}

impl OutputBucket {
    /// Reads the parameters of a file.
    pub fn from_parameters(parameters: &[i32; OUTPUT_BUCKET_PARAMETERS]) -> Option<OutputBucket> {
        let mut parameters = parameters.iter().copied();
        let mut take = || parameters.next().expect("the count is right");
        let mut hidden_weights = [[0; 2 * HIDDEN]; INPUTS / 2];
        for input in 0..INPUTS {
            for hidden in 0..HIDDEN {
                hidden_weights[input / 2][2 * hidden + input % 2] = take().try_into().ok()?;
            }
        }
        let mut row = || std::array::from_fn(|_| take());
        let (move_weights, reply_weights, hidden_bias, output_weights) =
            (row(), row(), row(), row());
        Some(OutputBucket {
            hidden_weights,
            move_weights,
            reply_weights,
            hidden_bias,
            output_weights,
            output_bias: take(),
        })
    }

    /// Whether no board can make a sum overflow. The output is at most 16 hidden values of 1024 times
    /// their weight, plus the bias: less than 2³⁰ + 2³⁰.
    pub(super) fn cannot_overflow(&self) -> bool {
        let below = |numbers: &[i32], limit: u32| numbers.iter().all(|n| n.unsigned_abs() < limit);
        let hidden_weights = self.hidden_weights.as_flattened();
        hidden_weights.iter().all(|weight| weight.unsigned_abs() < 1 << 12)
            && below(&self.move_weights, 1 << 22)
            && below(&self.reply_weights, 1 << 22)
            && below(&self.hidden_bias, 1 << 28)
            && below(&self.output_weights, 1 << 16)
            && below(&[self.output_bias], 1 << 30)
    }

    /// The parameters in the order of a file.
    pub fn parameters(&self) -> impl Iterator<Item = i32> {
        let weight = |at: usize| {
            let (input, hidden) = (at / HIDDEN, at % HIDDEN);
            i32::from(self.hidden_weights[input / 2][2 * hidden + input % 2])
        };
        let hidden_weights = (0..INPUTS * HIDDEN).map(weight);
        let rows = [self.move_weights, self.reply_weights, self.hidden_bias, self.output_weights];
        hidden_weights.chain(rows.into_iter().flatten()).chain([self.output_bias])
    }
}

/// The feature weights of every configuration of every net pattern. As a flat array, the padding
/// after the last row takes no memory until it is written, which never happens.
type FeatureTable = [i8; WIDTH * NET_TABLE_ENTRIES];

/// Bytes of an expanded feature bucket.
pub(super) const BUCKET_BYTES: usize = size_of::<FeatureTable>() + size_of::<MoveTable>();

/// The feature weights of the move features, with padding, so that no index needs a check.
type MoveTable = [[i8; WIDTH]; MOVE_ROWS];

/// Rows of a [`MoveTable`]: those of the mover, and in the second half those of the opponent.
const MOVE_ROWS: usize = 1024;

/// A feature bucket expanded from canonical configurations to all of them.
struct ExpandedBucket {
    table: Box<FeatureTable>,
    moves: Box<MoveTable>,
    bias: [i16; WIDTH],
}

impl ExpandedBucket {
    fn new(source: impl FnOnce() -> FeatureBucket) -> ExpandedBucket {
        // The table is allocated before what it is made of: in memory that never shrinks, as that of
        // WebAssembly, the space of the latter can be used again.
        let mut table = vec![0; WIDTH * NET_TABLE_ENTRIES];
        let bucket = source();
        let mut rows = &bucket.feature_weights[..];
        for (fold, start) in SymmetryFold::net().iter().zip(NET_TABLE_STARTS) {
            let (own, others) = rows.split_at(fold.count);
            let (entries, _) = table[WIDTH * start..].as_chunks_mut();
            for (entry, canonical) in entries.iter_mut().zip(&fold.canonical) {
                *entry = own[usize::from(*canonical)];
            }
            rows = others;
        }
        let table = table.into_boxed_slice().try_into();
        let table = table.unwrap_or_else(|_| unreachable!("the length is the same"));
        let mut moves = Box::new([[0; WIDTH]; MOVE_ROWS]);
        let sides = moves.chunks_exact_mut(MOVE_ROWS / 2);
        for (side, rows) in sides.zip(rows.chunks_exact(move_feature_count())) {
            side[..rows.len()].copy_from_slice(rows);
        }
        ExpandedBucket { table, moves, bias: bucket.bias }
    }
}

/// The network, whose feature buckets are expanded when a board first needs them.
pub(super) struct Net {
    feature_buckets: [OnceLock<ExpandedBucket>; FEATURE_BUCKETS.len()],
    output_buckets: Vec<OutputBucket>,
    move_features: &'static MoveFeatures,
}

impl Net {
    pub(super) fn new(output_buckets: Vec<OutputBucket>) -> Net {
        Net {
            feature_buckets: std::array::from_fn(|_| OnceLock::new()),
            output_buckets,
            move_features: MoveFeatures::shared(),
        }
    }

    /// Expands all feature buckets.
    pub(super) fn make_ready(&self, source: impl Fn(usize) -> FeatureBucket) {
        for bucket in 0..FEATURE_BUCKETS.len() {
            self.expanded(bucket, &source);
        }
    }

    pub(super) fn output_buckets(&self) -> &[OutputBucket] {
        &self.output_buckets
    }

    /// The feature buckets that are expanded.
    pub(super) fn unpacked(&self) -> impl Iterator<Item = usize> {
        (0..FEATURE_BUCKETS.len()).filter(|&bucket| self.feature_buckets[bucket].get().is_some())
    }

    /// Drops an expanded feature bucket.
    pub(super) fn forget(&mut self, bucket: usize) {
        self.feature_buckets[bucket].take();
    }

    #[cold]
    fn expanded(
        &self,
        bucket: usize,
        source: impl FnOnce(usize) -> FeatureBucket,
    ) -> &ExpandedBucket {
        self.feature_buckets[bucket].get_or_init(|| ExpandedBucket::new(|| source(bucket)))
    }

    /// The output of the network for the mover, in hundredths of a disc. A feature bucket that is not
    /// expanded yet comes from the source.
    #[inline(always)]
    pub(super) fn forward<K: NetKernel>(
        &self,
        kernel: K,
        source: impl FnOnce(usize) -> FeatureBucket,
        indices: &[u16; NET_INSTANCES],
        empties: u32,
        moves: Bitboard,
        replies: Bitboard,
    ) -> i32 {
        let output_bucket = output_bucket(empties);
        let feature_bucket = feature_bucket(output_bucket);
        let features = match self.feature_buckets[feature_bucket].get() {
            Some(features) => features,
            None => self.expanded(feature_bucket, source),
        };
        // 1. Feature transformer: the bias plus the rows of the active features.
        let mut sums = features.bias;
        let (rows, _) = features.table.as_chunks::<WIDTH>();
        let mut rest = &indices[..];
        for (start, count) in NET_TABLE_STARTS.into_iter().zip(NET_PATTERN_INSTANCES) {
            let table: &[[i8; WIDTH]; NET_INDEX_RANGE] =
                rows[start..].first_chunk().expect("the padding is long enough");
            let (own, others) = rest.split_at(count);
            for &index in own {
                let row = &table[usize::from(index) % NET_INDEX_RANGE];
                for at in 0..WIDTH {
                    sums[at] += i16::from(row[at]);
                }
            }
            rest = others;
        }
        for (side, moves) in [moves, replies].into_iter().enumerate() {
            for feature in self.move_features.of(moves) {
                let row = (side * MOVE_ROWS / 2 + usize::from(feature)) % MOVE_ROWS;
                for (sum, weight) in sums.iter_mut().zip(&features.moves[row]) {
                    *sum += i16::from(*weight);
                }
            }
        }
        // 2. Clipped ReLU, and the product of the two halves.
        let mut products = [0; INPUTS];
        for at in 0..INPUTS {
            let [first, second] = [sums[at], sums[INPUTS + at]].map(|sum| sum.clamp(0, CLIP));
            products[at] = ((first as u16 * second as u16) >> 4) as i16;
        }
        // 3. Hidden layer.
        let layers = &self.output_buckets[output_bucket];
        let mut hidden = layers.hidden_bias;
        let mobility = layers.move_weights.into_iter().zip(layers.reply_weights);
        for (sum, (of_move, of_reply)) in hidden.iter_mut().zip(mobility) {
            *sum += moves.len() as i32 * of_move + replies.len() as i32 * of_reply;
        }
        let hidden = kernel.dense(&products, &layers.hidden_weights, hidden);
        // 4. Clipped ReLU, and the output.
        let mut output = layers.output_bias;
        for (sum, weight) in hidden.into_iter().zip(layers.output_weights) {
            output += (sum.clamp(0, HIDDEN_ONE) >> 10) * weight;
        }
        output >> 12
    }
}
