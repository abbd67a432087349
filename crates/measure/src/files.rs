//! Files that are replaced atomically, with errors that name them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use othellier_record::replace_file;

/// A file or folder that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct WriteError {
    pub path: PathBuf,
    pub error: io::Error,
}

impl WriteError {
    /// The error of a path, for `map_err`.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> WriteError {
        move |error| WriteError { path: path.to_owned(), error }
    }
}

/// Replaces a file atomically by these bytes; what is not a regular file, such as a device, is
/// written in place.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let written = match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            File::options().write(true).open(path).and_then(|mut file| file.write_all(bytes))
        }
        _ => replace_file(path, |file| file.write_all(bytes)),
    };
    written.map_err(WriteError::at(path))
}

/// Creates a folder and those that it is in.
pub fn create_folder(path: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(path).map_err(WriteError::at(path))
}
