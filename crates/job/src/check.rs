//! The results of others, checked before they count.
//!
//! A result says which unit it is of, with which engine it was done, and its rows. All of it is compared
//! with the manifest, and the rows with themselves: games are replayed by the rules, and scores and totals
//! must follow from the moves. This finds what is damaged, foreign or contradictory; whether the moves are
//! those of the players only [doing the unit again](crate::audit) can tell.

use othellier_wire::lines::is_line;

use crate::kinds::{JobProblem, RowCheck};
use crate::{Engine, Manifest, Provenance, ResultError, UnitResult};

/// The longest name of a worker, in bytes.
pub const MAX_WORKER_NAME: usize = 200;

/// Whether a text can be the name of a worker: one line, which people read, and not too long for the list of
/// those that are excluded.
pub fn is_worker_name(name: &str) -> bool {
    name.len() <= MAX_WORKER_NAME && is_line(name, MAX_WORKER_NAME)
}

/// Checks the results of a job.
pub struct Checker<'a> {
    manifest: &'a Manifest,
    rows: Box<dyn RowCheck>,
}

/// Why a result does not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultFault {
    /// Its bytes are not those of a result.
    #[error(transparent)]
    Bytes(#[from] ResultError),
    /// It is of another unit.
    #[error("the result of another unit")]
    OtherUnit,
    /// Its provenance is not that of a result of this job.
    #[error("its provenance is that of another job or engine")]
    Provenance,
    #[error(transparent)]
    Rows(#[from] RowFault),
}

/// Why the rows of a unit are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowFault {
    /// They are not rows of its kind.
    #[error("its rows cannot be read")]
    Unreadable,
    /// There are more or fewer than the unit has.
    #[error("it has {found} rows; expected {expected}")]
    Count {
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A row is not of the game or position that the unit has there, or contradicts itself.
    #[error(
        "row {row} is of another game or position, breaks the rules, or has a score that does not follow from its moves"
    )]
    Row {
        /// The row, from 1.
        row: usize,
    },
}

impl<'a> Checker<'a> {
    /// Gets ready to check the results of a job.
    pub fn new(manifest: &'a Manifest) -> Result<Checker<'a>, JobProblem> {
        Ok(Checker { manifest, rows: manifest.job.row_check()? })
    }

    /// Reads the result of the unit with this number from bytes, whatever they are.
    pub fn read(&self, number: u64, bytes: &[u8]) -> Result<UnitResult, ResultFault> {
        let result = UnitResult::from_bytes(bytes)?;
        self.check(number, &result)?;
        Ok(result)
    }

    /// Checks the result of the unit with this number.
    pub fn check(&self, number: u64, result: &UnitResult) -> Result<(), ResultFault> {
        let UnitResult { unit, number: found, rows, provenance } = result;
        let is_it = number < self.manifest.units && *found == number;
        if !is_it || self.manifest.unit(number).id != *unit {
            return Err(ResultFault::OtherUnit);
        }
        if !self.fits(provenance) {
            return Err(ResultFault::Provenance);
        }
        Ok(self.rows.check(number, rows)?)
    }

    /// Whether a result with this provenance can be one of the job.
    fn fits(&self, of: &Provenance) -> bool {
        let Engine { version, signature, weights } = &self.manifest.engine;
        of.job == self.manifest.id()
            && (&of.version, of.signature, &of.weights) == (version, *signature, weights)
            && of.reproducible == self.manifest.reproducible
            && is_worker_name(&of.worker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_workers_are_short_lines() {
        for fine in ["", "host-17", "POSTE-ÉLÈVE", &"x".repeat(MAX_WORKER_NAME)] {
            assert!(is_worker_name(fine), "{fine}");
        }
        for wrong in ["a\nb", "\u{1b}[2J", "\u{202e}tsenoh", &"é".repeat(MAX_WORKER_NAME / 2 + 1)]
        {
            assert!(!is_worker_name(wrong), "{wrong:?}");
        }
    }
}
