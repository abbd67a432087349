//! The learned evaluation: pattern weights and a small quantised network.
//!
//! [`geometry`] defines the patterns, [`PatternIndices`] is the incremental feature state of a board,
//! [`Weights`] the learned weights and their file. [`Patterns`] is the evaluator: the sum of the
//! weights of all pattern instances, plus the output of a [`net`]. All arithmetic is on integers, so
//! the same board has the same value on every machine.

pub mod geometry;
mod indices;
pub mod move_features;
pub mod net;
pub mod net_kernel;
pub mod weights;

use std::path::Path;
#[cfg(any(feature = "weights-small", all(feature = "weights", not(target_arch = "wasm32"))))]
use std::sync::LazyLock;
use std::sync::{Arc, OnceLock};
#[cfg(feature = "weights")]
use std::sync::{PoisonError, RwLock};

use othellier_board::kernel::{self, Kernel, Task};
use othellier_board::{Bitboard, Board, Eight, Placement};

pub use indices::PatternIndices;
pub use weights::{Weights, WeightsError, WeightsFault};

use crate::{IncrementalEvaluator, Score, StaticEvaluator};
use geometry::{
    GEOMETRY, Geometry, INDEX_RANGE, PATTERN_INSTANCES, SymmetryFold, TABLE_ENTRIES, TABLE_STARTS,
};
use net::{FEATURE_BUCKETS, FeatureBucket, Net, OutputBucket};
use weights::{MOBILITY_BUCKETS, MOBILITY_ROW, Packed, STAGES, anchors, stage};

/// The weights of every configuration of every pattern, at one stage of the game.
type WeightTable = [i16; TABLE_ENTRIES];

/// The learned evaluator.
///
/// Clones share their tables. The table of a game stage and the feature buckets of the network are
/// unpacked when a board first needs them.
#[derive(Clone)]
pub struct Patterns {
    geometry: &'static Geometry,
    tables: Arc<Tables>,
}

struct Tables {
    source: Source,
    mobility: Vec<i16>,
    stages: [OnceLock<Box<WeightTable>>; STAGES],
    net: Option<Net>,
    /// The bytes of tables that are kept from one search to the next.
    most_bytes: usize,
}

#[derive(Clone)]
enum Source {
    Packed(Packed<'static>),
    Given(Weights),
    /// None yet: players can be built and checked, but not evaluate.
    #[cfg(all(feature = "weights", target_arch = "wasm32"))]
    Missing,
}

/// The evaluator that was installed in place of the shipped one.
#[cfg(feature = "weights")]
static INSTALLED: RwLock<Option<Patterns>> = RwLock::new(None);

impl Patterns {
    /// The evaluator with the shipped weights, or the one that was [installed](Patterns::install). In
    /// WebAssembly the weights are no part of the module: until some are installed, evaluating panics.
    #[cfg(feature = "weights")]
    pub fn shipped() -> Patterns {
        let installed = INSTALLED.read().unwrap_or_else(PoisonError::into_inner);
        installed.clone().unwrap_or_else(Patterns::built_in)
    }

    /// Makes this the evaluator of everything that is built from now on.
    #[cfg(feature = "weights")]
    pub fn install(self) {
        *INSTALLED.write().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    #[cfg(all(feature = "weights", not(target_arch = "wasm32")))]
    fn built_in() -> Patterns {
        static PATTERNS: LazyLock<Patterns> =
            LazyLock::new(|| Patterns::embedded(othellier_weights::PATTERNS));
        PATTERNS.clone()
    }

    #[cfg(all(feature = "weights", target_arch = "wasm32"))]
    fn built_in() -> Patterns {
        Patterns::from_source(Source::Missing, Vec::new(), None)
    }

    /// The evaluator with the small weights.
    #[cfg(feature = "weights-small")]
    pub fn small() -> Patterns {
        static SMALL: LazyLock<Patterns> =
            LazyLock::new(|| Patterns::embedded(othellier_weights_small::SMALL));
        SMALL.clone()
    }

    /// The evaluator with weights that are part of the program.
    #[cfg(any(feature = "weights-small", all(feature = "weights", not(target_arch = "wasm32"))))]
    fn embedded(file: &'static [u8]) -> Patterns {
        Patterns::packed(file).expect("the weights of the program are valid")
    }

    /// The evaluator with the weights of a file that stays in memory: each part is unpacked when a board
    /// first needs it. The checksum of the file is checked now; a file that has the right one and is
    /// malformed all the same panics later, so what strangers send is for [`Weights::from_bytes`].
    pub fn packed(file: &'static [u8]) -> Result<Patterns, WeightsError> {
        let packed = Packed::new(file)?;
        let (mobility, output_buckets) = (packed.mobility()?, packed.output_buckets()?);
        Ok(Patterns::from_source(Source::Packed(packed), mobility, output_buckets))
    }

    /// The evaluator with these weights.
    pub fn new(weights: Weights) -> Patterns {
        let mobility = weights.mobility.clone();
        let output_buckets = weights.net.as_ref().map(|net| net.output_buckets.clone());
        Patterns::from_source(Source::Given(weights), mobility, output_buckets)
    }

    /// The evaluator with the weights of a file.
    pub fn read(path: impl AsRef<Path>) -> Result<Patterns, WeightsError> {
        Weights::read(path).map(Patterns::new)
    }

    fn from_source(
        source: Source,
        mobility: Vec<i16>,
        output_buckets: Option<Vec<OutputBucket>>,
    ) -> Patterns {
        let stages = std::array::from_fn(|_| OnceLock::new());
        let net = output_buckets.map(Net::new);
        let tables = Tables { source, mobility, stages, net, most_bytes: usize::MAX };
        Patterns { geometry: &GEOMETRY, tables: Arc::new(tables) }
    }

    /// Limits the tables that the evaluator keeps from one search of a champion to the next, in bytes, for
    /// the stages that the next one needs. Without a limit, as where nobody sets one, it keeps all.
    pub fn limited_to(self, most_bytes: usize) -> Patterns {
        let Patterns { geometry, mut tables } = self;
        match Arc::get_mut(&mut tables) {
            Some(tables) => tables.most_bytes = most_bytes,
            None => panic!("the limit is set before the evaluator is shared"),
        }
        Patterns { geometry, tables }
    }

    /// An evaluator with the same weights and without a limit: this one, or one with tables of its own.
    pub fn unlimited(&self) -> Patterns {
        if self.tables.most_bytes == usize::MAX {
            return self.clone();
        }
        let Tables { source, mobility, net, .. } = &*self.tables;
        let output_buckets = net.as_ref().map(|net| net.output_buckets().to_vec());
        Patterns::from_source(source.clone(), mobility.clone(), output_buckets)
    }

    /// The name of the weights.
    pub fn name(&self) -> &str {
        match &self.tables.source {
            Source::Packed(packed) => packed.name,
            Source::Given(weights) => &weights.name,
            #[cfg(all(feature = "weights", target_arch = "wasm32"))]
            Source::Missing => "",
        }
    }

    /// Whether the weights include a network.
    pub fn has_net(&self) -> bool {
        self.tables.net.is_some()
    }

    /// The linear evaluation: the sum of the weights.
    #[inline(always)]
    fn linear(
        &self,
        state: &PatternIndices,
        empties: u32,
        moves: Bitboard,
        replies: Bitboard,
    ) -> i32 {
        let weights = self.weight_table(empties);
        let mut sum = 0_i32;
        let instances = state.linear_indices().chunks_exact(PATTERN_INSTANCES);
        for (start, indices) in TABLE_STARTS.into_iter().zip(instances) {
            let table: &[i16; INDEX_RANGE] =
                weights[start..].first_chunk().expect("the padding is long enough");
            for &index in indices {
                sum += i32::from(table[usize::from(index)]);
            }
        }
        let row = (empties as usize).min(60) * MOBILITY_ROW;
        let row = &self.tables.mobility[row..][..MOBILITY_ROW];
        sum += i32::from(row[(moves.len() as usize).min(MOBILITY_BUCKETS - 1)]);
        sum +=
            i32::from(row[MOBILITY_BUCKETS + (replies.len() as usize).min(MOBILITY_BUCKETS - 1)]);
        sum + i32::from(row[2 * MOBILITY_BUCKETS])
    }

    #[inline(always)]
    fn weight_table(&self, empties: u32) -> &WeightTable {
        let stage = stage(empties);
        match self.tables.stages[stage].get() {
            Some(table) => table,
            None => self.tables.unpacked(stage),
        }
    }
}

impl Tables {
    /// The weight table of a stage: interpolates between its anchors and undoes the symmetry fold.
    #[cold]
    fn unpacked(&self, stage: usize) -> &WeightTable {
        self.stages[stage].get_or_init(|| {
            // Allocated before what it is made of, as the feature buckets of the network.
            let mut table = vec![0; TABLE_ENTRIES];
            let (first, second) = anchors(stage);
            let mut weights = self.source.anchor(first);
            if let Some(second) = second {
                for (weight, other) in weights.iter_mut().zip(self.source.anchor(second)) {
                    *weight = i16::midpoint(*weight, other);
                }
            }
            let mut weights = &weights[..];
            for (fold, start) in SymmetryFold::all().iter().zip(TABLE_STARTS) {
                let (own, others) = weights.split_at(fold.count);
                for (entry, canonical) in table[start..].iter_mut().zip(&fold.canonical) {
                    *entry = own[usize::from(*canonical)];
                }
                weights = others;
            }
            let table = table.into_boxed_slice().try_into();
            table.unwrap_or_else(|_| unreachable!("the length is the same"))
        })
    }
}

/// A table that is unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unpacked {
    Stage(usize),
    FeatureBucket(usize),
}

impl Unpacked {
    fn bytes(self) -> usize {
        match self {
            Unpacked::Stage(_) => size_of::<WeightTable>(),
            Unpacked::FeatureBucket(_) => net::BUCKET_BYTES,
        }
    }

    /// How many plies after a board with this many empty squares the table is first needed; the most for
    /// one that is of no use after it.
    fn distance(self, empties: u32) -> u32 {
        let (fewest, most) = match self {
            Unpacked::Stage(stage) => (2 * stage, 2 * stage + 1),
            Unpacked::FeatureBucket(bucket) => {
                let next = FEATURE_BUCKETS.get(bucket + 1);
                (FEATURE_BUCKETS[bucket], next.map_or(60, |next| next - 1))
            }
        };
        if fewest as u32 > empties { u32::MAX } else { empties.saturating_sub(most as u32) }
    }
}

impl Tables {
    fn unpacked_tables(&self) -> impl Iterator<Item = Unpacked> {
        let stages = (0..STAGES).filter(|&stage| self.stages[stage].get().is_some());
        let buckets = self.net.iter().flat_map(Net::unpacked);
        stages.map(Unpacked::Stage).chain(buckets.map(Unpacked::FeatureBucket))
    }

    /// Drops tables until they are within the limit; those that are needed last after a board with this
    /// many empty squares go first.
    fn make_room(&mut self, empties: u32) {
        // There are few tables: looking for the last one again and again is less code than a sort.
        while self.unpacked_tables().map(Unpacked::bytes).sum::<usize>() > self.most_bytes
            && let Some(last) = self.unpacked_tables().max_by_key(|table| table.distance(empties))
        {
            match last {
                Unpacked::Stage(stage) => drop(self.stages[stage].take()),
                Unpacked::FeatureBucket(bucket) => {
                    self.net.iter_mut().for_each(|net| net.forget(bucket))
                }
            }
        }
    }
}

impl Source {
    fn anchor(&self, anchor: usize) -> Vec<i16> {
        match self {
            Source::Packed(packed) => packed.anchor(anchor).expect("the weights are valid"),
            Source::Given(weights) => weights.anchors[anchor].clone(),
            #[cfg(all(feature = "weights", target_arch = "wasm32"))]
            Source::Missing => panic!("no weights are installed"),
        }
    }

    /// A feature bucket of the network; panics where there is no network.
    fn feature_bucket(&self, bucket: usize) -> FeatureBucket {
        match self {
            Source::Packed(packed) => packed.feature_bucket(bucket).expect("the weights are valid"),
            Source::Given(weights) => {
                weights.net.as_ref().expect("there is a network").feature_buckets[bucket].clone()
            }
            #[cfg(all(feature = "weights", target_arch = "wasm32"))]
            Source::Missing => panic!("no weights are installed"),
        }
    }
}

impl IncrementalEvaluator for Patterns {
    type Size = Eight;
    type FeatureState = PatternIndices;
    const SUPPORTS_PROBCUT: bool = true;

    fn make_ready(&self) {
        for empties in 0..=60 {
            self.weight_table(empties);
        }
        if let Some(net) = &self.tables.net {
            net.make_ready(|bucket| self.tables.source.feature_bucket(bucket));
        }
    }

    // Tables can be dropped by whoever has them alone: they may be those of the installed evaluator, but
    // of no other clone.
    fn make_room(&mut self, empties: u32) {
        if self.tables.most_bytes == usize::MAX {
            return;
        }
        #[cfg(feature = "weights")]
        let mut installed = INSTALLED.write().unwrap_or_else(PoisonError::into_inner);
        #[cfg(feature = "weights")]
        let is_installed = installed.take_if(|it| Arc::ptr_eq(&it.tables, &self.tables)).is_some();
        if let Some(tables) = Arc::get_mut(&mut self.tables) {
            tables.make_room(empties);
        }
        #[cfg(feature = "weights")]
        if is_installed {
            *installed = Some(self.clone());
        }
    }

    fn feature_state(&self, board: Board) -> PatternIndices {
        PatternIndices::of(board)
    }

    #[inline(always)]
    fn after(&self, state: &PatternIndices, placement: Placement) -> PatternIndices {
        state.after(self.geometry, placement)
    }

    #[inline(always)]
    fn passed(&self, state: &PatternIndices) -> PatternIndices {
        state.passed(self.geometry)
    }

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, state: &PatternIndices, board: Board) -> i32 {
        let moves = kernel.legal_moves(board);
        self.evaluate_with_moves(kernel, state, board, moves)
    }

    #[inline(always)]
    fn evaluate_with_moves<K: Kernel>(
        &self,
        kernel: K,
        state: &PatternIndices,
        board: Board,
        moves: Bitboard,
    ) -> i32 {
        self.evaluate_lazy(kernel, state, board, moves, (-INFINITE, INFINITE))
    }

    // Lazy evaluation: the network is skipped where the linear value is far outside the window.
    #[inline(always)]
    fn evaluate_lazy<K: Kernel>(
        &self,
        kernel: K,
        state: &PatternIndices,
        board: Board,
        moves: Bitboard,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let (empties, replies) = (board.empties().len(), replies(kernel, board));
        let mut value = self.linear(state, empties, moves, replies);
        if let Some(net) = &self.tables.net
            && (alpha - LAZY_MARGIN..beta + LAZY_MARGIN).contains(&value)
        {
            let source = |bucket| self.tables.source.feature_bucket(bucket);
            value += net.forward(kernel, source, state.net_indices(), empties, moves, replies);
        }
        value.clamp(-MAX_VALUE, MAX_VALUE)
    }

    #[inline(always)]
    fn evaluate_for_ordering<K: Kernel>(
        &self,
        kernel: K,
        state: &PatternIndices,
        board: Board,
        moves: Bitboard,
    ) -> i32 {
        self.linear(state, board.empties().len(), moves, replies(kernel, board))
    }
}

/// The legal moves the opponent would have.
#[inline(always)]
fn replies<K: Kernel>(kernel: K, board: Board) -> Bitboard {
    kernel.legal_moves(board.passed())
}

/// The output of the network rarely exceeds this, in hundredths of a disc.
const LAZY_MARGIN: i32 = 800;
/// More than any value.
const INFINITE: i32 = 1 << 20;
/// The largest value of an estimate: 64 discs, in hundredths.
const MAX_VALUE: i32 = 6400;

impl StaticEvaluator for Patterns {
    fn evaluate(&self, board: Board) -> Score {
        let mut score = [Score::ZERO];
        self.evaluate_all(&[board], &mut score);
        score[0]
    }

    fn evaluate_all(&self, boards: &[Board], scores: &mut [Score]) {
        assert_eq!(boards.len(), scores.len(), "a score for each board");
        kernel::run(EvaluateAll(self, boards, scores));
    }

    fn make_ready(&self) {
        IncrementalEvaluator::make_ready(self);
    }
}

/// Evaluates boards, each with a feature state computed from scratch.
struct EvaluateAll<'a>(&'a Patterns, &'a [Board], &'a mut [Score]);

impl Task for EvaluateAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let EvaluateAll(patterns, boards, scores) = self;
        for (score, &board) in scores.iter_mut().zip(boards) {
            let state = PatternIndices::of(board);
            let value = IncrementalEvaluator::evaluate(patterns, kernel, &state, board);
            *score = Score::guess(value.into());
        }
    }
}

const _: () = assert!(geometry::ALL_INSTANCES.is_multiple_of(32), "the indices fill whole vectors");

#[cfg(all(test, feature = "weights"))]
mod tests {
    use super::*;

    fn bytes(patterns: &Patterns) -> usize {
        patterns.tables.unpacked_tables().map(Unpacked::bytes).sum()
    }

    #[test]
    fn a_limited_evaluator_drops_what_the_next_search_needs_last_and_keeps_its_values() {
        let limit = 12 << 20;
        let mut patterns = Patterns::packed(othellier_weights::PATTERNS).unwrap().limited_to(limit);
        let mut boards = vec![Board::default()];
        while let Some(square) = boards.last().unwrap().legal_moves().into_iter().next() {
            boards.push(boards.last().unwrap().after(square));
        }
        let scores = |patterns: &Patterns| {
            boards
                .iter()
                .map(|&board| StaticEvaluator::evaluate(patterns, board))
                .collect::<Vec<_>>()
        };
        let before = scores(&patterns);
        IncrementalEvaluator::make_ready(&patterns);
        assert!(bytes(&patterns) > limit);

        // A clone has the tables too, and keeps them.
        let clone = patterns.clone();
        IncrementalEvaluator::make_room(&mut patterns, 30);
        assert!(bytes(&patterns) > limit);
        drop(clone);
        IncrementalEvaluator::make_room(&mut patterns, 30);
        let kept: Vec<Unpacked> = patterns.tables.unpacked_tables().collect();
        assert!(bytes(&patterns) <= limit && bytes(&patterns) + net::BUCKET_BYTES > limit);
        assert!(kept.contains(&Unpacked::Stage(15)) && kept.contains(&Unpacked::FeatureBucket(2)));
        assert!(!kept.contains(&Unpacked::Stage(16)) && !kept.contains(&Unpacked::Stage(1)));
        assert_eq!(scores(&patterns), before);

        let mut unlimited = patterns.unlimited();
        assert_eq!(scores(&unlimited), before);
        IncrementalEvaluator::make_ready(&unlimited);
        IncrementalEvaluator::make_room(&mut unlimited, 30);
        assert!(bytes(&unlimited) > bytes(&patterns) && bytes(&unlimited) > limit);
    }

    #[test]
    fn an_evaluator_without_a_limit_keeps_all_tables() {
        let mut patterns = Patterns::packed(othellier_weights::PATTERNS).unwrap();
        IncrementalEvaluator::make_ready(&patterns);
        IncrementalEvaluator::make_room(&mut patterns, 0);
        assert_eq!(patterns.tables.unpacked_tables().count(), STAGES + FEATURE_BUCKETS.len());
    }
}
