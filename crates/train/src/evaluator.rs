//! The evaluator of a training step: the shipped weights, those of a file, or the hand-written heuristic
//! for a start from nothing.

use std::path::{Path, PathBuf};

use othellier_board::{Board, Eight};
use othellier_eval::patterns::weights::Packed;
use othellier_eval::patterns::{Patterns, Weights, WeightsError};
use othellier_platform::file::{FileError, read_file};
use othellier_platform::parallel::StopSignal;
use othellier_search::champion::Heuristic;

use crate::example::{Example, ShardError, shard_bytes};
use crate::{label, probcut, selfplay};

/// The name of the heuristic.
const RULE: &str = "rule";

/// An evaluator with the name that provenances have.
pub enum NamedEvaluator {
    /// The hand-written heuristic: mobility, corners and open flanks.
    Rule,
    Learned(Learned),
}

/// Learned weights with their title.
#[derive(Clone)]
pub struct Learned {
    /// The weights as an evaluation.
    pub patterns: Patterns,
    pub title: String,
}

/// Why weights cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It holds no weights, or damaged ones.
    #[error("{}: {error}", path.display())]
    Weights {
        path: PathBuf,
        /// The fault in the weights.
        error: WeightsError,
    },
}

impl NamedEvaluator {
    /// Loads the evaluator that a text names: a file, or `rule` for the heuristic; by default the shipped weights.
    pub fn load(asked: Option<&Path>) -> Result<NamedEvaluator, LoadError> {
        match asked {
            Some(path) if path == Path::new(RULE) => Ok(NamedEvaluator::Rule),
            asked => Ok(NamedEvaluator::Learned(Learned::load(asked)?)),
        }
    }

    /// Its name in provenances and messages.
    pub fn title(&self) -> &str {
        match self {
            NamedEvaluator::Rule => RULE,
            NamedEvaluator::Learned(learned) => &learned.title,
        }
    }

    /// [Self-play](selfplay::play) of this evaluator.
    pub fn play(
        &self,
        settings: &selfplay::Settings,
        folder: &Path,
        stop: &StopSignal,
        watch: &(dyn Fn(selfplay::Progress) + Sync),
    ) -> Result<selfplay::Progress, ShardError> {
        let provenance = settings.provenance(self.title());
        match self {
            NamedEvaluator::Rule => {
                selfplay::play(&rule(), &provenance, settings, folder, stop, watch)
            }
            NamedEvaluator::Learned(learned) => {
                selfplay::play(&learned.patterns, &provenance, settings, folder, stop, watch)
            }
        }
    }

    /// [Labels](label::label) of this evaluator.
    pub fn label(
        &self,
        shards: &[PathBuf],
        settings: &label::Settings,
        folder: &Path,
        stop: &StopSignal,
        watch: &(dyn Fn(label::Progress) + Sync),
    ) -> Result<label::Progress, ShardError> {
        let title = self.title();
        match self {
            NamedEvaluator::Rule => {
                label::label(&rule(), title, shards, settings, folder, stop, watch)
            }
            NamedEvaluator::Learned(learned) => {
                label::label(&learned.patterns, title, shards, settings, folder, stop, watch)
            }
        }
    }

    /// The bytes of one [shard of self-play](selfplay::play_shard); `None` when stopped.
    pub fn play_shard(
        &self,
        settings: &selfplay::Settings,
        shard: u32,
        stop: &StopSignal,
        tick: &dyn Fn(),
    ) -> Option<Vec<u8>> {
        let examples = match self {
            NamedEvaluator::Rule => selfplay::play_shard(&rule(), settings, shard, stop, tick),
            NamedEvaluator::Learned(learned) => {
                selfplay::play_shard(&learned.patterns, settings, shard, stop, tick)
            }
        };
        Some(shard_bytes(&settings.provenance(self.title()), &examples?))
    }

    /// The bytes of a [shard with new labels](label::label_shard); `None` when stopped.
    pub fn label_shard(
        &self,
        shard: (String, Vec<Example>),
        settings: &label::Settings,
        stop: &StopSignal,
        tick: &dyn Fn(),
    ) -> Option<Vec<u8>> {
        let title = self.title();
        let labelled = match self {
            NamedEvaluator::Rule => label::label_shard(&rule(), title, shard, settings, stop, tick),
            NamedEvaluator::Learned(learned) => {
                label::label_shard(&learned.patterns, title, shard, settings, stop, tick)
            }
        };
        labelled.map(|(provenance, examples)| shard_bytes(&provenance, &examples))
    }

    /// The [values by depth](probcut::measure) of searches with this evaluator.
    pub fn measure(
        &self,
        boards: &[Board],
        deepest: u8,
        solve_from: u32,
        threads: usize,
        stop: &StopSignal,
        watch: &(dyn Fn(usize) + Sync),
    ) -> Vec<probcut::Values> {
        match self {
            NamedEvaluator::Rule => {
                probcut::measure(&rule(), boards, deepest, solve_from, threads, stop, watch)
            }
            NamedEvaluator::Learned(learned) => {
                let patterns = &learned.patterns;
                probcut::measure(patterns, boards, deepest, solve_from, threads, stop, watch)
            }
        }
    }
}

fn rule() -> Heuristic<Eight> {
    Heuristic::default()
}

impl Learned {
    /// The weights of a file; by default the shipped ones.
    pub fn load(asked: Option<&Path>) -> Result<Learned, LoadError> {
        let Some(path) = asked else {
            let patterns = Patterns::shipped();
            let title = title(patterns.name(), othellier_weights::CHECKSUM);
            return Ok(Learned { patterns, title });
        };
        let (bytes, weights) = read_weights(path)?;
        Ok(Learned::of(weights, &bytes))
    }

    /// Weights, and the bytes of their file.
    pub fn of(weights: Weights, bytes: &[u8]) -> Learned {
        let checksum = Packed::new(bytes).map_or(0, |packed| packed.checksum);
        let title = title(&weights.name, checksum);
        Learned { patterns: Patterns::new(weights), title }
    }
}

fn title(name: &str, checksum: u32) -> String {
    format!("{name}#{checksum:08x}")
}

/// Reads a weights file: its bytes, and the weights in it.
pub fn read_weights(path: &Path) -> Result<(Vec<u8>, Weights), LoadError> {
    let bytes = read_file(path, Weights::MAX_BYTES)?;
    let weights = Weights::from_bytes(&bytes);
    let weights = weights.map_err(|error| LoadError::Weights { path: path.to_owned(), error })?;
    Ok((bytes, weights))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_named_by_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("zero.bin");
        std::fs::write(&path, Weights::zero("zero").to_bytes()).unwrap();
        let title = NamedEvaluator::load(Some(&path)).unwrap().title().to_owned();
        assert!(title.starts_with("zero#") && title.len() == 13, "{title}");
        assert_eq!(NamedEvaluator::load(Some(Path::new("rule"))).unwrap().title(), "rule");

        std::fs::write(&path, "something else").unwrap();
        let refused = Learned::load(Some(&path)).map(|_| ()).unwrap_err();
        let name = path.display();
        assert_eq!(refused.to_string(), format!("{name}: this is not a file of pattern weights"));
        assert!(matches!(
            Learned::load(Some(&folder.path().join("none"))),
            Err(LoadError::File(_))
        ));
    }
}
