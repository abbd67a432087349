//! The openings of a tournament.

use std::path::Path;

use othellier_board::Size;
use othellier_measure::Openings;

use crate::common::error::CliError;
use crate::common::files;

/// The default number of random plies, for boards without a list of openings.
const RANDOM_PLIES: usize = 8;

/// The size limit of a file of openings: a million openings of eight plies.
const MAX_OPENINGS_BYTES: u64 = 16 << 20;

/// The openings if no file is given, and their random plies: random openings if requested or if
/// there is no built-in list, else that list.
pub(crate) fn default_openings<S: Size>(
    random_plies: Option<usize>,
    count: usize,
    seed: u64,
) -> Result<(Openings<S>, Option<usize>), CliError> {
    if random_plies.is_none()
        && let Some(balanced) = Openings::balanced(seed)
    {
        return Ok((balanced, None));
    }
    let plies = random_plies.unwrap_or(RANDOM_PLIES);
    let openings = Openings::random(plies, count, seed).map_err(CliError::usage)?;
    Ok((openings, Some(plies)))
}

/// The bytes of a file of openings.
pub(crate) fn openings_bytes(path: &Path) -> Result<Vec<u8>, CliError> {
    files::read_bytes(path, MAX_OPENINGS_BYTES)
}

/// Parses the bytes of a file of openings.
pub(crate) fn parse_openings<S: Size>(path: &Path, bytes: &[u8]) -> Result<Openings<S>, CliError> {
    let openings = Openings::read(&String::from_utf8_lossy(bytes));
    openings.map_err(|error| files::refused(path, error))
}
