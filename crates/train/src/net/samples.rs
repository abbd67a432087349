//! Training samples of the network, and its errors on the validation set.

use std::path::PathBuf;

use othellier_board::kernel::{self, Kernel, Task};
use othellier_eval::IncrementalEvaluator;
use othellier_eval::patterns::geometry::{
    NET_INSTANCES, NET_PATTERN_INSTANCES, NET_TABLE_ENTRIES, NET_TABLE_STARTS, SymmetryFold,
};
use othellier_eval::patterns::move_features::{MOVE_INSTANCES, MoveFeatures, move_feature_count};
use othellier_eval::patterns::{PatternIndices, Patterns, Weights, net};

use crate::Example;
use crate::example::{ShardError, read_shard};
use crate::fit::Errors;
use crate::target::Target;
use crate::threads::parallel_map;

/// Approximate number of examples in memory at a time.
const GROUP: u64 = 1 << 20;
/// Bytes of an example in a shard, approximately.
const BYTES: u64 = 24;

/// How many features of a board are active.
pub(super) const ACTIVE_FEATURES: usize = NET_INSTANCES + 2 * MOVE_INSTANCES;

/// The inputs of the network for one example, and its training target.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// The active features: for each instance of a net pattern, and of a move pattern for each side, its
    /// row in the feature bucket.
    pub(super) features: [u16; ACTIVE_FEATURES],
    pub(super) output_bucket: u8,
    pub(super) moves: u8,
    pub(super) replies: u8,
    /// The training target minus the linear evaluation, in discs.
    pub(super) residual: f32,
}

impl Sample {
    /// The feature bucket of the sample.
    #[inline(always)]
    pub(super) fn feature_bucket(&self) -> usize {
        net::feature_bucket(self.output_bucket.into())
    }
}

/// Splits the shards, in order, into groups that fit into memory.
pub(super) fn groups(shards: &[PathBuf]) -> Result<Vec<&[PathBuf]>, ShardError> {
    let mut groups = Vec::new();
    let (mut first, mut examples) = (0, 0);
    for (at, path) in shards.iter().enumerate() {
        let unreadable = |source| ShardError::Unreadable { path: path.clone(), source };
        examples += std::fs::metadata(path).map_err(unreadable)?.len() / BYTES;
        if examples >= GROUP {
            groups.push(&shards[first..=at]);
            (first, examples) = (at + 1, 0);
        }
    }
    groups.push(&shards[first..]);
    Ok(groups)
}

pub(super) struct SampleBuilder<'a> {
    linear: Patterns,
    target: &'a Target,
    /// The feature of each entry of the tables of the net patterns.
    features: Vec<u16>,
    move_features: &'static MoveFeatures,
}

impl SampleBuilder<'_> {
    pub(super) fn new<'a>(weights: &Weights, target: &'a Target) -> SampleBuilder<'a> {
        let mut features = vec![0; NET_TABLE_ENTRIES];
        let mut first = 0;
        for (fold, start) in SymmetryFold::net().iter().zip(NET_TABLE_STARTS) {
            for (feature, canonical) in features[start..].iter_mut().zip(&fold.canonical) {
                *feature = first + canonical;
            }
            first += u16::try_from(fold.count).expect("features fit in 16 bits");
        }
        let linear = Patterns::new(Weights { net: None, ..weights.clone() });
        SampleBuilder { linear, target, features, move_features: MoveFeatures::shared() }
    }

    /// The training samples of these shards, without the validation set.
    pub(super) fn training_samples(
        &self,
        shards: &[PathBuf],
        threads: usize,
    ) -> Result<Vec<Sample>, ShardError> {
        let own = |path: &PathBuf| {
            let (_, mut examples) = read_shard(path)?;
            examples.retain(|example| !self.target.is_validation(example.game));
            // Boards of one stage together, so that their weights stay in the cache.
            examples.sort_by_key(|example| example.board.empties().len());
            Ok(self.samples(&examples))
        };
        let all: Result<Vec<Vec<Sample>>, ShardError> =
            parallel_map(threads, shards.iter(), own).into_iter().collect();
        Ok(all?.concat())
    }

    /// The samples of these examples.
    pub(super) fn samples(&self, examples: &[Example]) -> Vec<Sample> {
        kernel::run(BuildSamples { builder: self, examples })
    }
}

struct BuildSamples<'a> {
    builder: &'a SampleBuilder<'a>,
    examples: &'a [Example],
}

impl Task for BuildSamples<'_> {
    type Output = Vec<Sample>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<Sample> {
        let SampleBuilder { linear, target, features, .. } = self.builder;
        let mut samples = Vec::with_capacity(self.examples.len());
        for example in self.examples {
            let indices = PatternIndices::of(example.board);
            let moves = kernel.legal_moves(example.board);
            let replies = kernel.legal_moves(example.board.passed());
            let value = linear.evaluate_for_ordering(kernel, &indices, example.board, moves);
            let output_bucket = net::output_bucket(example.board.empties().len());
            let mut sample = Sample {
                features: [0; ACTIVE_FEATURES],
                output_bucket: output_bucket as u8,
                moves: moves.len() as u8,
                replies: replies.len() as u8,
                residual: target.discs(example) - value as f32 / 100.0,
            };
            let (of_patterns, of_moves) = sample.features.split_at_mut(NET_INSTANCES);
            let mut instances = of_patterns.iter_mut().zip(indices.net_indices());
            for (start, count) in NET_TABLE_STARTS.into_iter().zip(NET_PATTERN_INSTANCES) {
                for (feature, index) in instances.by_ref().take(count) {
                    *feature = features[start + usize::from(*index)];
                }
            }
            let sides = of_moves.chunks_exact_mut(MOVE_INSTANCES).zip([moves, replies]);
            for (side, (own, moves)) in sides.enumerate() {
                let first = net::pattern_feature_count() + side * move_feature_count();
                own.copy_from_slice(&self.builder.move_features.of(moves));
                own.iter_mut().for_each(|feature| *feature += first as u16);
            }
            samples.push(sample);
        }
        samples
    }
}

/// The errors of the quantised weights on the validation set, by number of empty squares.
pub(super) fn validation_errors(
    weights: &Weights,
    target: &Target,
    shards: &[PathBuf],
    threads: usize,
) -> Result<Vec<Errors>, ShardError> {
    let evaluator = Patterns::new(weights.clone());
    let own = |path: &PathBuf| {
        let (_, mut examples) = read_shard(path)?;
        examples.retain(|example| target.is_validation(example.game));
        Ok(kernel::run(Validate { evaluator: &evaluator, examples: &examples }))
    };
    let mut all = vec![Errors::default(); 61];
    for own in parallel_map(threads, shards.iter(), own) {
        all.iter_mut().zip(own?).for_each(|(sum, errors)| *sum = sum.with(errors));
    }
    Ok(all)
}

struct Validate<'a> {
    evaluator: &'a Patterns,
    examples: &'a [Example],
}

impl Task for Validate<'_> {
    type Output = Vec<Errors>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<Errors> {
        let mut errors = vec![Errors::default(); 61];
        for example in self.examples {
            let state = PatternIndices::of(example.board);
            let value = self.evaluator.evaluate(kernel, &state, example.board);
            let empties = example.board.empties().len() as usize;
            errors[empties].add(f64::from(value) / 100.0, f64::from(example.outcome) / 100.0);
        }
        errors
    }
}
