//! An entry of the catalogue: a player that can be built by name, and who is built.

use std::time::Duration;

use othellier_board::{Eight, Size};
use othellier_record::parse_duration;
use othellier_spec::{Access, Description, Expected, Key, Spec, SpecError};

use crate::Player;
use crate::bytes::{has_room, parse_bytes};

/// A player that can be built by name.
pub struct Entry<S: Size = Eight> {
    /// Its name, its description and its options.
    pub description: Description,
    pub(crate) build: Build<S>,
}

pub(crate) type Build<S> = fn(&Spec, &Setup) -> Result<Seat<S>, SpecError>;

/// A player's construction settings, besides its spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The seed of this player's random numbers.
    pub seed: u64,
    /// The files and programs that the spec may name.
    pub access: Access,
}

/// The occupant of one side.
pub enum Seat<S: Size = Eight> {
    /// The person at this interface, which asks for moves.
    Human,
    /// A program, which chooses its moves.
    Program(Box<dyn Player<S>>),
}

pub(crate) fn entry<S: Size>(
    name: &'static str,
    about: &'static str,
    keys: &'static [Key],
    build: Build<S>,
) -> Entry<S> {
    Entry { description: Description { name, about, keys }, build }
}

/// An option of an entry.
pub(crate) const fn key(name: &'static str, default: &'static str, about: &'static str) -> Key {
    Key { name, default, about }
}

/// The time for each move, if the spec sets one.
pub(crate) fn time(spec: &Spec) -> Result<Option<Duration>, SpecError> {
    let expected = Expected::Described("a time such as 500ms or 2s");
    spec.read("time", expected, |text| parse_duration(text).ok())
}

/// The time that a move takes to arrive, if the spec sets it.
pub(crate) fn overhead(spec: &Spec) -> Result<Option<Duration>, SpecError> {
    let expected = Expected::Described("a time such as 20ms");
    spec.read("overhead", expected, |text| parse_duration(text).ok())
}

/// The size of the transposition table; an error if it cannot be allocated.
pub(crate) fn table_bytes(spec: &Spec, default: usize) -> Result<usize, SpecError> {
    let expected = Expected::Described("a size such as 16MiB");
    let bytes = spec.read("hash", expected, parse_bytes)?.unwrap_or(default);
    if has_room(bytes) {
        Ok(bytes)
    } else {
        Err(spec.refused("there is no room for a table of that size"))
    }
}
