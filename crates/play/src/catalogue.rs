//! Every player there is, in one place.
//!
//! To add a player, add an [`Entry`]: it then appears in `othellier players`, in `play`, and
//! wherever else a spec is read.

use othellier_board::{Eight, Size};
use othellier_search::SearchLimits;
use othellier_search::classic::Random;
use othellier_spec::{Description, Spec, SpecError, Words};

use crate::{Player, SearchPlayer};

/// A player that can be asked for by name.
pub struct Entry<S: Size = Eight> {
    /// Its name, what it is, and the options it takes.
    pub description: Description,
    build: fn(&Spec, &Setup) -> Result<Seat<S>, SpecError>,
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
            description: Description {
                name: "human",
                about: Words {
                    en: "the person at this interface",
                    fr: "la personne devant cette interface",
                },
                keys: &[],
            },
            build: |_, _| Ok(Seat::Human),
        },
        Entry {
            description: Description {
                name: "random",
                about: Words {
                    en: "a uniformly random legal move",
                    fr: "un coup légal au hasard, tous aussi probables",
                },
                keys: &[],
            },
            build: |_, setup| {
                let random = Random::new(setup.seed);
                Ok(Seat::Program(Box::new(SearchPlayer::new(random, SearchLimits::default()))))
            },
        },
    ]
}

/// The player that a spec asks for.
pub fn build<S: Size>(spec: &Spec, setup: &Setup) -> Result<Seat<S>, SpecError> {
    let entries = catalogue::<S>();
    let description = spec.check("player", entries.iter().map(|entry| &entry.description))?;
    let entry = entries.iter().find(|entry| entry.description.name == description.name);
    (entry.expect("a description of the catalogue").build)(spec, setup)
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Six;

    #[test]
    fn every_entry_builds_from_its_name() {
        for entry in catalogue::<Six>() {
            let name = entry.description.name;
            let spec = Spec { name: name.to_owned(), options: Vec::new() };
            assert!(build::<Six>(&spec, &Setup { seed: 1 }).is_ok(), "{name}");
        }
    }

    #[test]
    fn an_option_that_cannot_be_used_is_an_error() {
        let spec = "random(depth=3)".parse().unwrap();
        let Err(error) = build::<Eight>(&spec, &Setup { seed: 1 }) else { panic!("it was built") };
        assert_eq!(error.to_string(), "random has no option `depth`; expected no option");
    }
}
