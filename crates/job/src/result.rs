//! The result of a unit, and its bytes.
//!
//! ```text
//! othellier-unit 2 SHA-256-OF-THE-REST
//! {"job": …}            the provenance, one line of JSON
//! …                     the rows: any bytes
//! ```

use crate::{Digest, Provenance, UnitId};

/// What the first line begins with.
const MAGIC: &str = "othellier-unit 2 ";

/// The longest first line: the magic, a digest, the line end.
const FIRST_LINE: usize = MAGIC.len() + 64 + 1;

/// The result of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitResult {
    pub unit: UnitId,
    pub number: u64,
    /// What was found: the same bytes whenever the unit is done, if the job is reproducible.
    pub rows: Vec<u8>,
    pub provenance: Provenance,
}

/// Bytes are not the result of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultError {
    /// They do not begin like one.
    #[error("not the result of a unit")]
    Foreign,
    /// They are cut off or damaged.
    #[error("damaged: the digest of its content is another one")]
    Damaged,
    /// The provenance is not one of this version.
    #[error("its provenance cannot be read")]
    Provenance,
}

impl UnitResult {
    /// The result of a unit with its provenance.
    pub fn new(rows: Vec<u8>, provenance: Provenance) -> UnitResult {
        UnitResult { unit: provenance.unit, number: provenance.number, rows, provenance }
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let provenance = serde_json::to_vec(&self.provenance).expect("a provenance is JSON");
        let rest = [&provenance, b"\n".as_slice(), &self.rows].concat();
        let mut bytes = format!("{MAGIC}{}\n", Digest::of(&rest)).into_bytes();
        bytes.extend(rest);
        bytes
    }

    /// Reads its bytes, whatever they are.
    pub fn from_bytes(bytes: &[u8]) -> Result<UnitResult, ResultError> {
        let (first, rest) = bytes.split_at_checked(FIRST_LINE).ok_or(match bytes {
            bytes if bytes.starts_with(MAGIC.as_bytes()) => ResultError::Damaged,
            _ => ResultError::Foreign,
        })?;
        let first = first.strip_prefix(MAGIC.as_bytes()).ok_or(ResultError::Foreign)?;
        let digest = first.strip_suffix(b"\n").and_then(|digest| str::from_utf8(digest).ok());
        let digest = digest.and_then(|digest| digest.parse::<Digest>().ok());
        if digest != Some(Digest::of(rest)) {
            return Err(ResultError::Damaged);
        }
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or(ResultError::Provenance)?;
        let provenance = serde_json::from_slice(&rest[..end]);
        let provenance = provenance.map_err(|_| ResultError::Provenance)?;
        Ok(UnitResult::new(rest[end + 1..].to_vec(), provenance))
    }
}
