//! Pictures that explain Othello programs: boards with numbers, genomes, game trees.

mod boards;
mod genes;
mod image;
mod tree;

pub use boards::{indices, zones};
pub use genes::{Crossed, CrossedError, Mutated};
#[cfg(feature = "documents")]
pub use image::png;
pub use image::{Image, ImageError, PngError, SCALE};
pub use tree::{GrownTree, tree_words};
