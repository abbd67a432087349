//! Views into search and evaluation: the tree of a textbook search, the heat map of an evaluator.

pub(crate) mod heatmap;
pub(crate) mod tree;
