//! How does it think: the tree of a textbook search, and the map of an evaluator.

pub(crate) mod heatmap;
pub(crate) mod tree;
