//! The evaluator of a training step: the shipped weights, those of a file, or the hand-written heuristic
//! for a start from nothing.

use std::path::Path;

use othellier_eval::patterns::weights::Packed;
use othellier_eval::patterns::{Patterns, Weights, WeightsError};
use othellier_locale::{Lang, Localized, tr};

use crate::common::error::CliError;
use crate::common::files;
use crate::common::games::refused;

/// The name of the heuristic in `--weights`.
const RULE: &str = "rule";

/// The evaluator that `--weights` names.
pub(super) enum EvaluatorChoice {
    /// The hand-written heuristic: mobility, corners and open flanks.
    Rule,
    /// Learned weights.
    Learned(Learned),
}

/// Learned weights with their title.
pub(super) struct Learned {
    pub(super) patterns: Patterns,
    /// Name and checksum.
    pub(super) title: String,
}

impl EvaluatorChoice {
    /// Loads what `--weights` names: the shipped weights, a file or `rule`.
    pub(super) fn load(lang: Lang, asked: Option<&Path>) -> Result<EvaluatorChoice, CliError> {
        match asked {
            Some(path) if path == Path::new(RULE) => Ok(EvaluatorChoice::Rule),
            asked => Learned::load(lang, asked).map(EvaluatorChoice::Learned),
        }
    }

    /// Its name in provenances and messages.
    pub(super) fn title(&self) -> &str {
        match self {
            EvaluatorChoice::Rule => RULE,
            EvaluatorChoice::Learned(learned) => &learned.title,
        }
    }
}

/// Calls a function with the evaluator, whose type differs: the searches are compiled for each.
macro_rules! with_evaluator {
    ($weights:expr, $evaluator:ident => $body:expr) => {
        match $weights {
            crate::train::weights::EvaluatorChoice::Rule => {
                let $evaluator =
                    &othellier_search::champion::Heuristic::<othellier_board::Eight>::default();
                $body
            }
            crate::train::weights::EvaluatorChoice::Learned(learned) => {
                let $evaluator = &learned.patterns;
                $body
            }
        }
    };
}
pub(super) use with_evaluator;

impl Learned {
    /// Loads what `--weights` names: the shipped weights or a file.
    pub(super) fn load(lang: Lang, asked: Option<&Path>) -> Result<Learned, CliError> {
        let Some(path) = asked else {
            let patterns = Patterns::shipped();
            let title = title(patterns.name(), othellier_weights::CHECKSUM);
            return Ok(Learned { patterns, title });
        };
        let (bytes, weights) = read(lang, path)?;
        Ok(Learned::of(weights, &bytes))
    }

    /// The weights of a file with these bytes.
    pub(super) fn of(weights: Weights, bytes: &[u8]) -> Learned {
        let checksum = Packed::new(bytes).map_or(0, |packed| packed.checksum);
        let title = title(&weights.name, checksum);
        Learned { patterns: Patterns::new(weights), title }
    }
}

/// Reads a weights file.
pub(super) fn read(lang: Lang, path: &Path) -> Result<(Vec<u8>, Weights), CliError> {
    let name = path.display().to_string();
    let bytes = files::read_bytes(path, Weights::MAX_BYTES)?;
    let weights =
        Weights::from_bytes(&bytes).map_err(|error| refused(&name, message(lang, &error)))?;
    Ok((bytes, weights))
}

/// Name and checksum.
pub(super) fn title(name: &str, checksum: u32) -> String {
    format!("{name}#{checksum:08x}")
}

fn message(lang: Lang, error: &WeightsError) -> String {
    match error {
        WeightsError::Unreadable { problem, .. } => problem.in_language(lang),
        WeightsError::Foreign => lang.text("train-weights-foreign"),
        WeightsError::Version(found) => {
            tr!(lang, "train-weights-version", found = found.to_string())
        }
        WeightsError::Damaged { .. } => lang.text("train-weights-damaged"),
        WeightsError::Geometry => lang.text("train-weights-geometry"),
        WeightsError::Malformed(_) => lang.text("train-weights-malformed"),
    }
}
