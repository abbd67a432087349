//! Errors of specs of players and evaluators.

use othellier_spec::{AccessError, Expected, SpecError};

use crate::catalogue::catalogue_text;
use crate::localized::French;
use crate::message::fr;
use crate::{Lang, Localized, tr};

/// Describes a fault in the spec of a player or evaluator.
pub(crate) fn describe_spec_error(lang: Lang, error: &SpecError) -> String {
    match error {
        SpecError::UnknownName { kind, name, known } => {
            let near = nearest(name, known.iter().copied()).unwrap_or_default();
            let (name, known) = (name.as_str(), known.join(", "));
            let kind = *kind;
            tr!(lang, "error-unknown-name", kind = kind, written = name, known = known, near = near)
        }
        SpecError::UnknownOption { owner, key, known } => {
            let near = nearest(key, known.iter().copied()).unwrap_or_default();
            tr!(
                lang,
                "error-unknown-key",
                owner = *owner,
                written = key.as_str(),
                count = known.len(),
                known = known.join(", "),
                near = near
            )
        }
        SpecError::BadValue { owner, key, value, expected } => tr!(
            lang,
            "error-bad-key",
            owner = owner.as_str(),
            key = *key,
            written = value.as_str(),
            expected = describe_expected(lang, expected)
        ),
        SpecError::MissingOption { owner, key } => tr!(
            lang,
            "error-missing-key",
            owner = owner.as_str(),
            key = key.name,
            about = catalogue_text(lang, key.about)
        ),
        SpecError::Denied { owner, error } => {
            tr!(lang, "error-refused", owner = owner.as_str(), why = error.in_language(lang))
        }
        SpecError::Refused { owner, why } => {
            tr!(lang, "error-refused", owner = owner.as_str(), why = catalogue_text(lang, why))
        }
        SpecError::Faulty { owner, file, fault } => {
            let why = fault.in_language(lang);
            let why = match file {
                Some(file) => {
                    tr!(lang, "match-file-refused", file = file.as_str(), why = why)
                }
                None => why,
            };
            tr!(lang, "error-refused", owner = owner.as_str(), why = why)
        }
    }
}

impl French for AccessError {
    fn french(&self) -> String {
        match self {
            AccessError::Program => fr!("access-program"),
            AccessError::File { name } => fr!("access-file", name = name.as_str()),
        }
    }
}

/// The choice most similar to what was written, however different it is.
pub fn nearest<'a>(written: &str, choices: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |choice: &str| strsim::jaro_winkler(&written.to_lowercase(), choice);
    choices.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

/// Describes the values that an option of a player or an evaluator accepts.
fn describe_expected(lang: Lang, expected: &Expected) -> String {
    match expected {
        Expected::Within { low, high } => {
            tr!(lang, "expected-within", low = low.to_string(), high = high.to_string())
        }
        Expected::From { low } => tr!(lang, "expected-from", low = low.to_string()),
        Expected::OneOf(words) => tr!(lang, "expected-one-of", words = words.join(", ")),
        Expected::Described(words) => catalogue_text(lang, words),
    }
}
