//! Lines of text that settings name: openings, positions, the file of an experiment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use othellier_platform::file::{FileError, read_text};
use othellier_spec::{Access, AccessError};
use serde::{Deserialize, Serialize};

/// The largest file of lines: a million openings of eight plies.
const MAX_BYTES: u64 = 16 << 20;

/// Lines of text: the name of a file, or the lines themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Lines {
    /// The name of a file.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    File(PathBuf),
    /// The lines themselves.
    Lines(Vec<String>),
}

/// Why lines cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LinesError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is out of reach.
    #[error(transparent)]
    Access(#[from] AccessError),
}

impl Lines {
    /// The lines of a file.
    pub fn of_file(path: &Path) -> Result<Lines, FileError> {
        Ok(Lines::from(read_text(path, MAX_BYTES)?.as_str()))
    }

    /// The file that is to be read, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Lines::File(path) => Some(path),
            Lines::Lines(_) => None,
        }
    }

    /// How many lines there are; a file is not counted.
    pub fn count(&self) -> usize {
        match self {
            Lines::File(_) => 0,
            Lines::Lines(lines) => lines.len(),
        }
    }

    /// The lines as one text; a file must be within reach.
    pub fn text(&self, access: &Access) -> Result<String, LinesError> {
        match self {
            Lines::Lines(lines) => Ok(lines.join("\n")),
            Lines::File(path) => Ok(read_text(&access.path(path)?, MAX_BYTES)?),
        }
    }
}

/// An argument of the command line names a file.
impl From<OsString> for Lines {
    fn from(path: OsString) -> Lines {
        Lines::File(path.into())
    }
}

/// The lines of a text.
impl From<&str> for Lines {
    fn from(text: &str) -> Lines {
        Lines::Lines(text.lines().map(str::to_owned).collect())
    }
}
