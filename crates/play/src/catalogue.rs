//! Every player there is, in one place.
//!
//! To add a player, add an [`Entry`]: it then appears in `othellier players`, in `play`, and
//! wherever else a spec is read.

use othellier_board::{Eight, Size};

use crate::{Player, Random, Spec};

/// A sentence in both languages of the interfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// In English.
    pub en: &'static str,
    /// In French.
    pub fr: &'static str,
}

/// A player that can be asked for by name.
pub struct Entry<S: Size = Eight> {
    /// The name of its spec.
    pub name: &'static str,
    /// One line of what it is.
    pub about: Words,
    /// The options it takes.
    pub keys: &'static [Key],
    build: fn(&Spec, &Setup) -> Result<Seat<S>, CatalogueError>,
}

/// An option of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name in a spec.
    pub name: &'static str,
    /// Its value when it is not given.
    pub default: &'static str,
    /// One line of what it does.
    pub about: Words,
}

/// What all players of one run share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The seed of this player's dice.
    pub seed: u64,
}

/// Who takes a seat at the board.
pub enum Seat<S: Size = Eight> {
    /// The person at this interface, who is asked by it.
    Human,
    /// A program, which chooses by itself.
    Program(Box<dyn Player<S>>),
}

/// Every player, in the order they are listed.
pub fn catalogue<S: Size>() -> Vec<Entry<S>> {
    vec![
        Entry {
            name: "human",
            about: Words {
                en: "the person at this interface",
                fr: "la personne devant cette interface",
            },
            keys: &[],
            build: |_, _| Ok(Seat::Human),
        },
        Entry {
            name: "random",
            about: Words {
                en: "a uniformly random legal move",
                fr: "un coup légal au hasard, tous aussi probables",
            },
            keys: &[],
            build: |_, setup| Ok(Seat::Program(Box::new(Random::new(setup.seed)))),
        },
    ]
}

/// The player that a spec asks for.
pub fn build<S: Size>(spec: &Spec, setup: &Setup) -> Result<Seat<S>, CatalogueError> {
    let entries = catalogue::<S>();
    let entry = entries.iter().find(|entry| entry.name == spec.name).ok_or_else(|| {
        CatalogueError::UnknownPlayer {
            name: spec.name.clone(),
            known: entries.iter().map(|entry| entry.name).collect(),
        }
    })?;
    for (key, _) in &spec.options {
        if !entry.keys.iter().any(|known| known.name == key) {
            return Err(CatalogueError::UnknownOption {
                player: entry.name,
                key: key.clone(),
                known: entry.keys.iter().map(|key| key.name).collect(),
            });
        }
    }
    (entry.build)(spec, setup)
}

/// Why a spec names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// No player has this name.
    #[error("there is no player `{name}`; expected one of {}", known.join(", "))]
    UnknownPlayer {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The player has no such option.
    #[error("{player} has no option `{key}`; expected {}", one_of(known))]
    UnknownOption {
        /// The player.
        player: &'static str,
        /// The option asked for.
        key: String,
        /// The options it has.
        known: Vec<&'static str>,
    },
}

fn one_of(known: &[&str]) -> String {
    if known.is_empty() { "no option".to_owned() } else { format!("one of {}", known.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Six;

    fn refusal(text: &str) -> String {
        match build::<Eight>(&text.parse().unwrap(), &Setup { seed: 1 }) {
            Ok(_) => panic!("{text} was built"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_entry_builds_from_its_name() {
        for entry in catalogue::<Six>() {
            let spec = Spec { name: entry.name.to_owned(), options: Vec::new() };
            assert!(build::<Six>(&spec, &Setup { seed: 1 }).is_ok(), "{}", entry.name);
        }
    }

    #[test]
    fn what_is_not_there_is_said() {
        assert_eq!(refusal("rando"), "there is no player `rando`; expected one of human, random");
        assert_eq!(refusal("random(depth=5)"), "random has no option `depth`; expected no option");
    }
}
