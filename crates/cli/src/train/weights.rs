//! Whose judgement is used: that of the weights that come with the program, of a file, or a rule of
//! thumb for the start from nothing.

use std::path::Path;

use othellier_eval::patterns::weights::Packed;
use othellier_eval::patterns::{Patterns, Weights, WeightsError};

use crate::complaint::Complaint;
use crate::lang::{Lang, say};
use crate::solve::source::refused;
use crate::whole_file;

/// The word for the rule of thumb.
const RULE: &str = "rule";

/// Who judges.
pub(super) enum Judgement {
    /// Mobility, corners and open flanks, nothing learned.
    Rule,
    /// Learned weights.
    Learned(Learned),
}

/// Learned weights with what they are called.
pub(super) struct Learned {
    pub(super) patterns: Patterns,
    /// The name and the checksum.
    pub(super) title: String,
}

impl Judgement {
    /// What `--weights` names: nothing, a file or `rule`.
    pub(super) fn load(lang: Lang, asked: Option<&Path>) -> Result<Judgement, Complaint> {
        match asked {
            Some(path) if path == Path::new(RULE) => Ok(Judgement::Rule),
            asked => Learned::load(lang, asked).map(Judgement::Learned),
        }
    }

    /// What it is called in provenances and messages.
    pub(super) fn title(&self) -> &str {
        match self {
            Judgement::Rule => RULE,
            Judgement::Learned(learned) => &learned.title,
        }
    }
}

/// Calls a function with whichever judge it is: the searches are compiled for each.
macro_rules! with_judge {
    ($judgement:expr, $judge:ident => $body:expr) => {
        match $judgement {
            crate::train::weights::Judgement::Rule => {
                let $judge =
                    &othellier_search::champion::Heuristic::<othellier_board::Eight>::default();
                $body
            }
            crate::train::weights::Judgement::Learned(learned) => {
                let $judge = &learned.patterns;
                $body
            }
        }
    };
}
pub(super) use with_judge;

impl Learned {
    /// What `--weights` names: nothing or a file.
    pub(super) fn load(lang: Lang, asked: Option<&Path>) -> Result<Learned, Complaint> {
        let Some(path) = asked else {
            let patterns = Patterns::shipped();
            let title = title(patterns.name(), Patterns::shipped_checksum());
            return Ok(Learned { patterns, title });
        };
        let (bytes, weights) = read(lang, path)?;
        Ok(Learned::of(weights, &bytes))
    }

    /// Weights that are kept in these bytes.
    pub(super) fn of(weights: Weights, bytes: &[u8]) -> Learned {
        let checksum = Packed::new(bytes).map_or(0, |packed| packed.checksum);
        let title = title(&weights.name, checksum);
        Learned { patterns: Patterns::new(weights), title }
    }
}

/// Reads a file of weights.
pub(super) fn read(lang: Lang, path: &Path) -> Result<(Vec<u8>, Weights), Complaint> {
    let name = path.display().to_string();
    let bytes = whole_file::bytes(lang, path, Weights::MOST_BYTES)?;
    let weights =
        Weights::from_bytes(&bytes).map_err(|error| refused(lang, &name, trouble(lang, &error)))?;
    Ok((bytes, weights))
}

/// A name and a checksum.
pub(super) fn title(name: &str, checksum: u32) -> String {
    format!("{name}#{checksum:08x}")
}

fn trouble(lang: Lang, error: &WeightsError) -> String {
    match error {
        WeightsError::Unreadable { why, .. } => why.clone(),
        WeightsError::Foreign => lang.text("train-weights-foreign"),
        WeightsError::Version(found) => {
            say!(lang, "train-weights-version", found = found.to_string())
        }
        WeightsError::Damaged { .. } => lang.text("train-weights-damaged"),
        WeightsError::Shapes => lang.text("train-weights-shapes"),
        WeightsError::Senseless(_) => lang.text("train-weights-senseless"),
    }
}
