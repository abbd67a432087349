//! The evaluators of the textbooks and of the student reports, one file per idea.
//!
//! Almost all are a [`Feature`]: a count of what is good for one side, computed for both sides; the
//! difference is the score. [`Mixed`] uses one of them at a time, depending on the stage of the game;
//! [`Sum`] adds them up with weights, and [`Phased`] with weights by phase from a [`Genome`].

mod feature;
mod geometry;
mod phases;

mod discs;
mod matrix;
mod mobility;
mod potential;
mod square_tables;

mod corners;
mod frontier;
mod stability;

mod parity;
mod regions;
mod runs;
mod strategic;

mod mixed;

mod criterion;
mod genome;
mod phased;
mod sum;

pub use corners::Corners;
pub use criterion::{Criterion, ParseCriterionError};
pub use discs::Discs;
pub use feature::{Counts, Feature};
pub use frontier::{Frontier, Interior};
pub use genome::{GeneCountError, Genome, GenomeError, GenomeFault, GenomePart};
pub use geometry::{edges, near};
pub use matrix::{MATRIX1, MATRIX2, Matrix, OwnSquares, Quarter, SquareValues, square_value};
pub use mixed::Mixed;
pub use mobility::{LiteralMobility, Mobility};
pub use parity::{Parity, ParityByDiscs, regions};
pub use phased::Phased;
pub use potential::Potential;
pub use regions::Regions;
pub use runs::{DiscsAndRuns, Runs};
pub use square_tables::{SquareTables, SquareTablesError, TableFault};
pub use stability::{GradedStability, Safety, SemiStability, Stability, stable_discs};
pub use strategic::{PhasedStrategic, Strategic};
pub use sum::Sum;

#[cfg(test)]
mod tests {
    use othellier_board::{Board, Position, Size};

    /// The board of a diagram, `X` to move; whitespace is ignored.
    #[track_caller]
    pub(super) fn board<S: Size>(picture: &str) -> Board<S> {
        format!("{picture} X").parse::<Position<S>>().unwrap().board()
    }
}
