//! The basic features by name: the terms of a weighted sum.

use std::fmt;
use std::str::FromStr;

use othellier_board::Size;

use super::corners::CORNER;
use super::{
    Corners, Discs, Feature, Frontier, Interior, MATRIX1, MATRIX2, Matrix, Mobility, Parity,
    ParityByDiscs, Potential, Regions, Runs, SemiStability, SquareTables, Stability, Strategic,
};

/// A feature that a [`Genome`](super::Genome) can give weights to, named as in the catalogue.
///
/// `mobility` is without its corners here, which are a separate criterion; `matrix` has the built-in
/// tables. Two are after the words of a report: `semi-stability` counts the discs that
/// `stability(rule=edges)` adds to the stable ones, and `parity-by-discs` is `parity(rule=more-discs)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Criterion {
    Discs,
    Matrix1,
    Matrix2,
    Matrix,
    Mobility,
    Potential,
    Corners,
    Frontier,
    Interior,
    Stability,
    SemiStability,
    Parity,
    ParityByDiscs,
    Regions,
    Runs,
    Strategic,
}

impl Criterion {
    /// All of them.
    pub const ALL: [Criterion; 16] = {
        use Criterion::*;
        [
            Discs,
            Matrix1,
            Matrix2,
            Matrix,
            Mobility,
            Potential,
            Corners,
            Frontier,
            Interior,
            Stability,
            SemiStability,
            Parity,
            ParityByDiscs,
            Regions,
            Runs,
            Strategic,
        ]
    };

    /// Its name in specs and genomes.
    pub const fn name(self) -> &'static str {
        match self {
            Criterion::Discs => "discs",
            Criterion::Matrix1 => "matrix1",
            Criterion::Matrix2 => "matrix2",
            Criterion::Matrix => "matrix",
            Criterion::Mobility => "mobility",
            Criterion::Potential => "potential",
            Criterion::Corners => "corners",
            Criterion::Frontier => "frontier",
            Criterion::Interior => "interior",
            Criterion::Stability => "stability",
            Criterion::SemiStability => "semi-stability",
            Criterion::Parity => "parity",
            Criterion::ParityByDiscs => "parity-by-discs",
            Criterion::Regions => "regions",
            Criterion::Runs => "runs",
            Criterion::Strategic => "strategic",
        }
    }

    /// Points of one unit of its merit: a corner is 25 points, and square values by phase are in
    /// hundredths.
    pub const fn unit(self) -> u32 {
        match self {
            Criterion::Corners => CORNER,
            Criterion::Matrix => 100,
            _ => 1,
        }
    }

    /// The feature, on a board of this size.
    pub fn feature<S: Size>(self) -> Box<dyn Feature<S>> {
        match self {
            Criterion::Discs => Box::new(Discs),
            Criterion::Matrix1 => Box::new(Matrix::new(&MATRIX1)),
            Criterion::Matrix2 => Box::new(Matrix::new(&MATRIX2)),
            Criterion::Matrix => Box::new(SquareTables::default()),
            Criterion::Mobility => Box::new(Mobility { corners: false }),
            Criterion::Potential => Box::new(Potential),
            Criterion::Corners => Box::new(Corners),
            Criterion::Frontier => Box::new(Frontier),
            Criterion::Interior => Box::new(Interior),
            Criterion::Stability => Box::new(Stability),
            Criterion::SemiStability => Box::new(SemiStability::Edges),
            Criterion::Parity => Box::new(Parity),
            Criterion::ParityByDiscs => Box::new(ParityByDiscs),
            Criterion::Regions => Box::new(Regions),
            Criterion::Runs => Box::new(Runs),
            Criterion::Strategic => Box::new(Strategic),
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Criterion {
    type Err = ParseCriterionError;

    fn from_str(text: &str) -> Result<Criterion, ParseCriterionError> {
        let found = Criterion::ALL.into_iter().find(|criterion| criterion.name() == text);
        found.ok_or_else(|| ParseCriterionError { text: text.to_owned() })
    }
}

/// The text does not name a criterion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no feature `{text}`; expected one of {}", Criterion::ALL.map(Criterion::name).join(", "))]
pub struct ParseCriterionError {
    /// The word that names no feature.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_others_are_refused() {
        for criterion in Criterion::ALL {
            assert_eq!(criterion.to_string().parse(), Ok(criterion));
        }
        let error = "mobilty".parse::<Criterion>().unwrap_err().to_string();
        assert!(error.starts_with("there is no feature `mobilty`; expected one of discs, "));
    }
}
