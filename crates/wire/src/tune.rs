//! Tuning.

use serde::{Deserialize, Serialize};

/// The events of `tune`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum TuneEvent {
    /// A parameter of the search.
    Parameter {
        name: String,
        value: i32,
        min: i32,
        max: i32,
        about: String,
    },
    Iteration(TuneIteration),
    /// The end of a run.
    Tune {
        iterations: u64,
        /// The numbers that were tuned.
        parameters: Vec<TunedParameter>,
    },
}

/// An iteration of SPSA: two players with values around the current ones play each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TuneIteration {
    /// Its number, from 1.
    pub iteration: u64,
    /// The values of the first player.
    pub plus: Vec<i32>,
    /// The values of the second player.
    pub minus: Vec<i32>,
    /// Games that the first player won.
    pub wins: u64,
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
    /// The numbers after the iteration.
    pub values: Vec<f64>,
}

/// A number before and after tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TunedParameter {
    pub name: String,
    pub before: i32,
    pub value: f64,
}

#[cfg(feature = "measure")]
impl From<othellier_measure::spsa::IterationLine> for TuneIteration {
    fn from(line: othellier_measure::spsa::IterationLine) -> TuneIteration {
        let othellier_measure::spsa::IterationLine {
            iteration,
            plus,
            minus,
            wins,
            draws,
            losses,
            values,
        } = line;
        TuneIteration { iteration, plus, minus, wins, draws, losses, values }
    }
}
