//! The errors of training.

use std::path::Path;

use othellier_eval::patterns::WeightsError;
use othellier_train::LoadError;
use othellier_train::check::CheckError;
use othellier_train::example::{ShardError, ShardFault};

use crate::{Lang, Localized, tr};

/// A file before what is wrong with it.
fn at_file(lang: Lang, path: &Path, why: String) -> String {
    tr!(lang, "match-file-refused", file = path.display().to_string(), why = why)
}

impl Localized for ShardError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            ShardError::Unreadable { path, source } | ShardError::Unwritable { path, source } => {
                at_file(lang, path, source.in_language(lang))
            }
            ShardError::None { path } => at_file(lang, path, lang.text("train-no-shards")),
            ShardError::Refused { path, fault } => {
                let key = match fault {
                    ShardFault::Foreign => "train-shard-foreign",
                    ShardFault::Version => "train-shard-version",
                    ShardFault::CutOff => "train-shard-cut-off",
                    ShardFault::NotText => "train-shard-not-text",
                    ShardFault::Impossible => "train-shard-impossible",
                };
                at_file(lang, path, lang.text(key))
            }
            ShardError::Other { path, found } => {
                at_file(lang, path, tr!(lang, "train-shard-other", found = found.as_str()))
            }
        }
    }
}

impl Localized for LoadError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            LoadError::File(error) => at_file(lang, &error.path, error.problem.in_language(lang)),
            LoadError::Weights { path, error } => {
                let why = match error {
                    WeightsError::Unreadable { problem, .. } => problem.in_language(lang),
                    WeightsError::Foreign => lang.text("train-weights-foreign"),
                    WeightsError::Version(found) => {
                        tr!(lang, "train-weights-version", found = found.to_string())
                    }
                    WeightsError::Damaged { .. } => lang.text("train-weights-damaged"),
                    WeightsError::Geometry => lang.text("train-weights-geometry"),
                    WeightsError::Malformed(_) => lang.text("train-weights-malformed"),
                };
                at_file(lang, path, why)
            }
        }
    }
}

impl Localized for CheckError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            CheckError::Shard(error) => error.in_language(lang),
            CheckError::File(error) => at_file(lang, &error.path, error.problem.in_language(lang)),
            CheckError::Line { path, line } => {
                at_file(lang, path, tr!(lang, "train-check-line", line = line.to_string()))
            }
            CheckError::Problem { path, error } => at_file(lang, path, error.in_language(lang)),
        }
    }
}
