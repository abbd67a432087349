//! Descriptions of catalogue entries, and the errors of specs.

use std::error::Error;
use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use crate::{AccessError, Spec};

/// A catalogue entry that can be built by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name of its spec.
    pub name: &'static str,
    /// One line for the list of names.
    pub about: &'static str,
    /// The options that it accepts.
    pub keys: &'static [Key],
}

/// An option of a player or an evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name in a spec.
    pub name: &'static str,
    /// Its default value; empty where there is none.
    pub default: &'static str,
    /// One line of description, with the accepted values.
    pub about: &'static str,
}

impl Spec {
    /// Finds the description of this spec; its name and all its options must be known.
    pub fn check<'a>(
        &self,
        kind: &'static str,
        offered: impl IntoIterator<Item = &'a Description> + Clone,
    ) -> Result<&'a Description, SpecError> {
        let found = offered.clone().into_iter().find(|description| description.name == self.name);
        let description = found.ok_or_else(|| SpecError::UnknownName {
            kind,
            name: self.name.clone(),
            known: offered.into_iter().map(|description| description.name).collect(),
        })?;
        for (key, _) in &self.options {
            if !description.keys.iter().any(|known| known.name == key) {
                return Err(SpecError::UnknownOption {
                    owner: description.name,
                    key: key.clone(),
                    known: description.keys.iter().map(|key| key.name).collect(),
                });
            }
        }
        Ok(description)
    }

    /// The value of an option as an integer within bounds, or `None` where it is not given.
    pub fn number<T: TryFrom<u64>>(
        &self,
        key: &'static str,
        bounds: impl RangeBounds<u64>,
    ) -> Result<Option<T>, SpecError> {
        self.read(key, Expected::number(&bounds), |value| {
            let number = value.parse().ok().filter(|number| bounds.contains(number))?;
            T::try_from(number).ok()
        })
    }

    /// The value of an option as one of these words, or `None` where it is not given.
    pub fn choice<T: Copy>(
        &self,
        key: &'static str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, SpecError> {
        let words = choices.iter().map(|(word, _)| (*word).to_owned()).collect();
        self.read(key, Expected::OneOf(words), |value| {
            choices.iter().find(|(word, _)| *word == value).map(|(_, choice)| *choice)
        })
    }

    /// The value of an option, parsed by a function that returns `None` for what it does not accept.
    pub fn read<T>(
        &self,
        key: &'static str,
        expected: Expected,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, SpecError> {
        let Some(value) = self.option(key) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| SpecError::BadValue {
            owner: self.name.clone(),
            key,
            value: value.to_owned(),
            expected,
        })
    }

    /// The value of a required option.
    pub fn required(&self, key: Key) -> Result<&str, SpecError> {
        self.option(key.name)
            .ok_or_else(|| SpecError::MissingOption { owner: self.name.clone(), key })
    }

    /// The error of a spec that is refused for this reason.
    pub fn refused(&self, why: &'static str) -> SpecError {
        SpecError::Refused { owner: self.name.clone(), why }
    }

    /// The error of a spec that names something faulty, such as a command.
    pub fn faulty(&self, fault: impl Into<Fault>) -> SpecError {
        SpecError::Faulty { owner: self.name.clone(), file: None, fault: fault.into() }
    }

    /// The error of a spec that names a faulty file.
    pub fn faulty_file(&self, file: &str, fault: impl Into<Fault>) -> SpecError {
        let file = Some(file.to_owned());
        SpecError::Faulty { owner: self.name.clone(), file, fault: fault.into() }
    }
}

/// The values that an option accepts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Expected {
    /// An integer from `low` to `high`.
    #[error("a number from {low} to {high}")]
    Within {
        /// The smallest accepted value.
        low: u64,
        /// The largest accepted value.
        high: u64,
    },
    /// An integer from `low` on.
    #[error("a number from {low} on")]
    From {
        /// The first accepted value.
        low: u64,
    },
    /// One of some words.
    #[error("one of {}", .0.join(", "))]
    OneOf(Vec<String>),
    /// Whatever these words describe.
    #[error("{0}")]
    Described(&'static str),
}

impl Expected {
    fn number(bounds: &impl RangeBounds<u64>) -> Expected {
        let low = match bounds.start_bound() {
            Bound::Included(low) => *low,
            Bound::Excluded(below) => below.saturating_add(1),
            Bound::Unbounded => 0,
        };
        match bounds.end_bound() {
            Bound::Included(high) => Expected::Within { low, high: *high },
            Bound::Excluded(above) => Expected::Within { low, high: above.saturating_sub(1) },
            Bound::Unbounded => Expected::From { low },
        }
    }
}

/// Why nothing can be built from a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No entry has this name.
    #[error("there is no {kind} `{name}`; expected one of {}", known.join(", "))]
    UnknownName {
        /// The kind of catalogue: player, evaluator.
        kind: &'static str,
        /// The name that is unknown.
        name: String,
        /// The names in the catalogue.
        known: Vec<&'static str>,
    },
    /// The entry has no such option.
    #[error("{owner} has no option `{key}`; expected {}", one_of(known))]
    UnknownOption {
        /// The name of the entry.
        owner: &'static str,
        /// The option that is unknown.
        key: String,
        /// The options of the entry.
        known: Vec<&'static str>,
    },
    /// A required option is missing.
    #[error("{owner} needs {}: {}", key.name, key.about)]
    MissingOption {
        /// The name of the entry.
        owner: String,
        /// The option that is missing.
        key: Key,
    },
    /// The option does not accept this value.
    #[error("`{value}` is not a value of {key} of {owner}; expected {expected}")]
    BadValue {
        /// The name of the entry.
        owner: String,
        /// The option that does not accept it.
        key: &'static str,
        /// The value as it was written.
        value: String,
        /// The value that was expected.
        expected: Expected,
    },
    /// The entry cannot be built from this spec.
    #[error("{owner}: {why}")]
    Refused {
        /// The name of the entry.
        owner: String,
        /// The reason as one sentence.
        why: &'static str,
    },
    /// The spec names something that may not be reached here.
    #[error("{owner}: {error}")]
    Denied {
        /// The name of the entry.
        owner: String,
        /// The file or program that is out of reach.
        error: AccessError,
    },
    /// Something that the spec names is faulty: a file, a command.
    #[error("{owner}: {}{fault}", before_colon(file.as_deref()))]
    Faulty {
        /// The name of the entry.
        owner: String,
        /// The file, unless the fault names it itself.
        file: Option<String>,
        /// The fault in the value.
        fault: Fault,
    },
}

/// An error of whatever a spec names, kept whole so that an interface can find its type. Two are
/// equal if their messages are.
#[derive(Clone, Debug)]
pub struct Fault(Arc<dyn Error + Send + Sync>);

impl Fault {
    /// The error of the value itself.
    pub fn error(&self) -> &(dyn Error + 'static) {
        &*self.0
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for Fault {
    fn from(error: E) -> Fault {
        Fault(Arc::new(error))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Fault {
    fn eq(&self, other: &Fault) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Fault {}

fn before_colon(file: Option<&str>) -> String {
    file.map_or_else(String::new, |file| format!("{file}: "))
}

fn one_of(known: &[&str]) -> String {
    if known.is_empty() { "no option".to_owned() } else { format!("one of {}", known.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFERED: [Description; 2] = [
        Description { name: "random", about: "", keys: &[] },
        Description {
            name: "minimax",
            about: "",
            keys: &[Key { name: "depth", default: "3", about: "" }],
        },
    ];

    fn refusal(text: &str) -> String {
        text.parse::<Spec>().unwrap().check("player", &OFFERED).unwrap_err().to_string()
    }

    #[test]
    fn unknown_names_and_options_are_reported() {
        assert_eq!(refusal("rando"), "there is no player `rando`; expected one of random, minimax");
        assert_eq!(refusal("random(depth=5)"), "random has no option `depth`; expected no option");
        assert_eq!(
            refusal("minimax(deep=5)"),
            "minimax has no option `deep`; expected one of depth"
        );
    }

    #[test]
    fn values_are_parsed_or_refused() {
        let spec: Spec = "minimax(depth=5, order=up, hash=300)".parse().unwrap();
        assert_eq!(spec.number::<u8>("depth", 0..=60), Ok(Some(5)));
        assert_eq!(spec.number::<u8>("nodes", 1..), Ok(None));
        for (refused, message) in [
            (
                spec.number::<u8>("depth", 6..=60),
                "`5` is not a value of depth of minimax; expected a number from 6 to 60",
            ),
            (
                spec.number::<u8>("depth", 1..5),
                "`5` is not a value of depth of minimax; expected a number from 1 to 4",
            ),
            (
                spec.number::<u8>("order", 1..),
                "`up` is not a value of order of minimax; expected a number from 1 on",
            ),
            (
                spec.number::<u8>("hash", 0..),
                "`300` is not a value of hash of minimax; expected a number from 0 on",
            ),
        ] {
            assert_eq!(refused.unwrap_err().to_string(), message);
        }
        assert_eq!(
            spec.choice("order", &[("none", 0), ("static", 1)]).unwrap_err().to_string(),
            "`up` is not a value of order of minimax; expected one of none, static"
        );
    }
}
