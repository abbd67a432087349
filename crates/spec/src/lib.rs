//! The one text that names a player or an evaluator, and how a catalogue describes what it offers.
//!
//! A [`Spec`] is read from `NAME` or `NAME(key=value, …)`. A catalogue is a list of things that can
//! be asked for, each with a [`Description`]; [`Spec::check`] holds a spec against it, and the typed
//! readers ([`Spec::number`], [`Spec::choice`], …) take its values out. What is wrong is always a
//! [`SpecError`] that says what was expected.

mod describe;
mod spec;

pub use describe::{Description, Expected, Key, SpecError, Words};
pub use spec::{ParseSpecError, Spec};
