//! Files that are replaced atomically, with errors that name them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use othellier_record::replace_file;

#[cfg(feature = "report")]
use crate::chart::{Figure, Theme};

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

/// How much larger than its SVG a PNG is.
#[cfg(feature = "report")]
const PNG_SCALE: f32 = 2.0;

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

/// Writes figures into a folder, each as SVG and optionally as PNG, once for each theme.
#[cfg(feature = "report")]
pub fn write_figures<'a>(
    folder: &Path,
    figures: impl IntoIterator<Item = (&'a str, &'a Figure)>,
    themes: &[Theme],
    png: bool,
) -> Result<(), WriteError> {
    create_folder(folder)?;
    for (id, figure) in figures {
        for &theme in themes {
            let suffix = if theme == Theme::Dark { "-dark" } else { "" };
            let file = |ending: &str| folder.join(format!("{id}{suffix}.{ending}"));
            write(&file("svg"), figure.svg(theme).as_bytes())?;
            if png {
                write(&file("png"), &figure.png(theme, PNG_SCALE))?;
            }
        }
    }
    Ok(())
}
