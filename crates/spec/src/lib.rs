//! Specs: the text that names a player or an evaluator, and how a catalogue describes its entries.
//!
//! A [`Spec`] is parsed from `NAME` or `NAME(key=value, …)`. A catalogue is a list of entries, each with a
//! [`Description`]; [`Spec::check`] validates a spec against it, and the typed readers
//! ([`Spec::number`], [`Spec::choice`], …) return its values. Every error is a [`SpecError`] that says
//! what was expected.

#![warn(missing_docs)]

mod access;
mod describe;
mod spec;

pub use access::{Access, AccessError, ProgramPermit};
pub use describe::{Description, Expected, Fault, Key, SpecError};
pub use spec::{ParseSpecError, Spec, SpecSyntax};
