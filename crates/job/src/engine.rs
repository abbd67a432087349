//! The engine that does the units: machines with another one would get other results.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use othellier_measure::bench::SIGNATURE;
use serde::{Deserialize, Serialize};

use crate::Digest;

/// What decides the moves that are found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    pub version: String,
    /// The signature of its search: the nodes of `othellier bench`.
    pub signature: u64,
    /// The weights that are part of the program, by name.
    pub weights: BTreeMap<String, Digest>,
}

/// The engine of a job is not ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    #[error("the job is for version {theirs} and this is version {ours}")]
    Version { theirs: String, ours: String },
    #[error("the job is for the search with signature {theirs} and this one has {ours}")]
    Signature { theirs: u64, ours: u64 },
    #[error("the job is for other {name} weights than those of this program")]
    Weights { name: String },
}

impl Engine {
    /// The engine of this program.
    pub fn ours() -> Engine {
        static OURS: LazyLock<Engine> = LazyLock::new(|| {
            let weights = [
                ("shipped", othellier_weights::PATTERNS),
                ("small", othellier_weights_small::SMALL),
            ];
            let named = weights.map(|(name, bytes)| (name.to_owned(), Digest::of(bytes)));
            Engine {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                signature: SIGNATURE,
                weights: named.into(),
            }
        });
        OURS.clone()
    }

    /// Whether units for another engine can be done with this one.
    pub fn check(&self, theirs: &Engine) -> Result<(), Mismatch> {
        if theirs.version != self.version {
            let (theirs, ours) = (theirs.version.clone(), self.version.clone());
            return Err(Mismatch::Version { theirs, ours });
        }
        if theirs.signature != self.signature {
            let (theirs, ours) = (theirs.signature, self.signature);
            return Err(Mismatch::Signature { theirs, ours });
        }
        match theirs.weights.iter().find(|&(name, theirs)| self.weights.get(name) != Some(theirs)) {
            Some((name, _)) => Err(Mismatch::Weights { name: name.clone() }),
            None => Ok(()),
        }
    }
}
