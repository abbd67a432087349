//! Checks that several parts of an experiment share.

use othellier_spec::Spec;

use super::problem::{Counted, MAX_UNITS, PartProblem};

/// Parses a spec of a part.
pub(super) fn parse_spec(text: &str) -> Result<Spec, PartProblem> {
    text.parse().map_err(|error| PartProblem::NotASpec { text: text.to_owned(), error })
}

/// Refuses an absurdly large count before anything is allocated for it.
pub(super) fn check_count(what: Counted, count: usize) -> Result<(), PartProblem> {
    if count <= MAX_UNITS { Ok(()) } else { Err(PartProblem::TooMany { count, what }) }
}
