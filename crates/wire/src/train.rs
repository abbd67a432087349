//! Training: self-play, labels, fits, and what is measured of them.

use serde::{Deserialize, Serialize};

use crate::{Standings, type_tag};

type_tag! {
    TotalType = "total";
    WeightsInfoType = "weights";
}

/// The end of self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SelfplayTotal {
    #[serde(rename = "type")]
    pub kind: TotalType,
    pub shards: u32,
    /// Those of an earlier run.
    pub older_shards: u32,
    pub games: u64,
    pub examples: u64,
    pub seconds: f64,
    /// The weights of the player, with their checksum.
    pub weights: String,
    /// The text that each shard has about its origin.
    pub provenance: String,
    pub seed: u64,
    pub threads: usize,
    pub interrupted: bool,
}

/// The end of labelling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LabelTotal {
    #[serde(rename = "type")]
    pub kind: TotalType,
    pub shards: usize,
    /// Those of an earlier run.
    pub older_shards: usize,
    /// Examples that have a new label.
    pub labelled: u64,
    pub seconds: f64,
    /// The weights of the search, with their checksum.
    pub weights: String,
    /// The text that each shard has about its labels.
    pub provenance: String,
    pub threads: usize,
    pub interrupted: bool,
}

/// The errors of an evaluation, in discs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ErrorStatistics {
    /// The fewest empty squares; none if all are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empties_from: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empties_to: Option<u32>,
    pub count: u64,
    pub bias: f64,
    pub mae: f64,
    /// The root of the mean squared error.
    pub rmse: f64,
    /// The share of boards whose winner is right.
    pub sign_rate: f64,
    /// The mean absolute error of the same weights without their network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mae_without_net: Option<f64>,
    /// The root of the mean squared error of the same weights without their network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rmse_without_net: Option<f64>,
    /// The share of best moves at depth 1, where the scores of all moves are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_move_rate: Option<f64>,
    /// The mean loss of the move that is chosen at depth 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_loss: Option<f64>,
}

/// The events of a fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FitEvent {
    /// A step of conjugate gradients.
    Step {
        /// From 1.
        step: u32,
        /// The norm of the gradient.
        gradient: f64,
        /// Examples of the training set.
        examples: u64,
        seconds: f64,
    },
    /// An epoch of the network's training.
    Epoch {
        /// From 1.
        epoch: u32,
        rmse: f64,
        /// Examples trained on, in all epochs.
        examples: u64,
        seconds: f64,
    },
    /// The errors on the validation set, by number of empty squares.
    Empties(ErrorStatistics),
    /// The end of the fit.
    Total(Box<FitTotal>),
}

/// The end of a fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FitTotal {
    /// The errors on the validation set.
    #[serde(flatten)]
    pub errors: ErrorStatistics,
    /// The new weights, with their checksum.
    pub weights: String,
    pub file: String,
    pub bytes: usize,
    /// Examples of the training set.
    pub examples: u64,
    pub steps: u32,
    /// The L2 penalty: as if each weight had been seen this many times without effect.
    pub penalty: f64,
    /// The weight of the search forecast in the target; the rest is the outcome of the game.
    pub blend: f64,
    /// One game in this many is in the validation set; 0 for none.
    pub validation_one_in: u32,
    /// The training of the network, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<NetTraining>,
    pub seconds: f64,
    pub interrupted: bool,
}

/// The settings of a network's training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NetTraining {
    pub epochs: u32,
    pub learning_rate: f64,
    pub seed: u64,
}

/// The events of a check of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum EvaluationEvent {
    /// The errors by number of empty squares.
    Empties(ErrorStatistics),
    /// The errors on all boards.
    Total {
        #[serde(flatten)]
        errors: ErrorStatistics,
        evaluation: String,
        skipped: u64,
        interrupted: bool,
    },
}

/// The events of the error model of multi-ProbCut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ProbcutEvent {
    /// The difference between a shallow and a deep search.
    Sigma {
        /// `MIDGAME` or `ENDGAME`.
        model: String,
        empties: u32,
        /// The depth of the shallow search.
        shallow: u32,
        /// The depth of the deep search.
        deep: u32,
        count: u32,
        mean: f64,
        sigma: f64,
        /// The standard deviation of the model.
        fitted: f32,
    },
    /// How often the deep value is where the model expects it.
    Calibration {
        /// `MIDGAME` or `ENDGAME`.
        model: String,
        /// The depth of the shallow search.
        shallow: u32,
        /// The depth of the deep search; none if the deep value is the final score.
        deep: Option<u32>,
        count: u32,
        expected: [u8; 5],
        /// The share of deep values inside the margin of each confidence.
        within: [f64; 5],
        /// The share of right cuts at each confidence.
        right: [f64; 5],
    },
    /// A model that was fitted.
    Model {
        /// `MIDGAME` or `ENDGAME`.
        model: String,
        factors: [f32; 5],
        /// The weights of the evaluation, with their checksum.
        weights: String,
        boards: usize,
        seed: u64,
        interrupted: bool,
    },
}

/// The events of the learned move ordering.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OrderingEvent {
    /// The cost of move orders on the validation set: their nodes as a multiple of the least possible.
    Layer {
        empties: u32,
        /// Positions of the validation set.
        positions: usize,
        /// The cost with the fewest replies first.
        by_replies: f64,
        /// The cost of the learned ordering.
        learned: f64,
    },
    Total {
        /// Positions of the training set.
        positions: usize,
        /// One board in this many is in the validation set.
        validation_one_in: usize,
        seed: u64,
    },
}

/// The events of the demonstration of learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum DemoEvent {
    /// Weights that were learned from the games of a teacher.
    Generation {
        name: String,
        /// The name of the teacher.
        teacher: String,
        /// Games played by the teacher.
        games: u64,
        /// Examples of the training set.
        examples: u64,
        /// The errors on the validation set.
        validation: ErrorStatistics,
        seconds: f64,
    },
    /// A match between two of them.
    Match {
        a: String,
        b: String,
        #[serde(flatten)]
        standings: Standings,
    },
    Total {
        seed: u64,
        seconds: f64,
    },
}

/// Weights and what is in them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WeightsInfo {
    #[serde(rename = "type")]
    pub kind: WeightsInfoType,
    pub name: String,
    pub checksum: String,
    /// The size of the file.
    pub bytes: usize,
    pub patterns: usize,
    /// The number of stages that have weights of their own; between them they are interpolated.
    pub anchors: usize,
    pub weights: usize,
    /// How many of them are not zero.
    pub nonzero: usize,
}
