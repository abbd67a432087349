//! Files read as a whole up to a size limit, and replaced atomically.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use othellier_locale::{Localized, Value, message};
use othellier_measure::files::WriteError;
use othellier_record::{FileError, read_file, replace_file};
use othellier_report::picture::{ImageError, PngError};

use crate::common::error::CliError;

/// Reads a file of at most `max_bytes`.
pub(crate) fn read_bytes(path: &Path, max_bytes: u64) -> Result<Vec<u8>, CliError> {
    read_file(path, max_bytes).map_err(read_error)
}

/// The longest password, in bytes.
const MAX_PASSWORD: u64 = 1 << 10;

/// The password in a file: its first line.
pub(crate) fn password(file: &Path) -> Result<String, CliError> {
    let text = othellier_platform::file::read_text(file, MAX_PASSWORD).map_err(read_error)?;
    match text.lines().next() {
        None | Some("") => Err(refused(file, message!("serve-no-password"))),
        Some(password) => Ok(password.to_owned()),
    }
}

/// The error of a file that cannot be read.
pub(crate) fn read_error(error: FileError) -> CliError {
    refused(&error.path, error.problem)
}

/// Replaces a file atomically by these bytes.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    write_with(path, |file| file.write_all(bytes)).map_err(|error| write_error(path, error))
}

/// Writes a file of a folder that can be made again at any time, without waiting for the disk.
pub(crate) fn write_generated(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let parent = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(|error| write_error(parent, error))?;
    fs::write(path, bytes).map_err(|error| write_error(path, error))
}

/// Replaces a file atomically; what is not a regular file, such as a device, is written in place.
pub(crate) fn write_with<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            write(&mut File::options().write(true).open(path)?)
        }
        _ => replace_file(path, write),
    }
}

/// Why a file is not written: it cannot be, or what it would hold cannot be made.
pub(crate) enum Unwritten<E> {
    File(io::Error),
    Content(E),
}

impl<E> From<io::Error> for Unwritten<E> {
    fn from(error: io::Error) -> Unwritten<E> {
        Unwritten::File(error)
    }
}

/// The error of a failed write: a usage error if the path can never be written, else a failure of the
/// job, as on a full disk.
pub(crate) fn write_error(path: &Path, error: io::Error) -> CliError {
    use io::ErrorKind as Kind;
    let (file, kind) = (path.display().to_string(), error.kind());
    let sentence = message!("match-file-refused", file = file, why = Value::localized(error));
    match kind {
        Kind::BrokenPipe => CliError::OutputClosed,
        Kind::NotFound
        | Kind::PermissionDenied
        | Kind::IsADirectory
        | Kind::NotADirectory
        | Kind::InvalidInput
        | Kind::InvalidFilename
        | Kind::ReadOnlyFilesystem => CliError::usage(sentence),
        _ => CliError::failed(sentence),
    }
}

/// Checks that a file can be written, before there is work to lose. An existing file is not changed.
pub(crate) fn check_writable(path: &Path) -> Result<(), CliError> {
    match replace_file(path, |_| Err::<(), _>(Unwritten::Content(()))) {
        Err(Unwritten::File(error)) => Err(refused(path, error)),
        _ => Ok(()),
    }
}

impl From<ImageError> for CliError {
    fn from(error: ImageError) -> CliError {
        CliError::usage(error)
    }
}

impl From<PngError> for CliError {
    fn from(error: PngError) -> CliError {
        match error {
            PngError::TooLarge { .. } => CliError::usage(error),
            PngError::Failed(_) => CliError::failed(error),
        }
    }
}

impl From<WriteError> for CliError {
    fn from(WriteError { path, error }: WriteError) -> CliError {
        write_error(&path, error)
    }
}

/// The error of a file or folder that cannot be used.
pub(crate) fn refused(path: &Path, why: impl Localized + Send + Sync + 'static) -> CliError {
    let file = path.display().to_string();
    CliError::usage(message!("match-file-refused", file = file, why = Value::localized(why)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_locale::Lang;

    #[test]
    fn a_file_that_is_too_large_is_refused_with_its_name_and_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.toml");
        std::fs::write(&path, vec![b'#'; 4097]).unwrap();
        assert_eq!(read_bytes(&path, 4097).unwrap().len(), 4097);
        let name = path.display();
        for (lang, sentence) in [
            (Lang::En, format!("{name}: the file is too large; expected at most 4 096 bytes")),
            (
                Lang::Fr,
                format!(
                    "{name}\u{a0}: fichier trop grand\u{a0}; attendu\u{a0}: 4 096 octets au plus"
                ),
            ),
        ] {
            let error = read_bytes(&path, 4096).unwrap_err();
            assert_eq!(error.in_language(lang), sentence);
        }
    }

    #[test]
    fn an_unwritable_path_is_refused_and_an_existing_file_is_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new] = ["old.bin", "new.bin"].map(|name| folder.path().join(name));
        std::fs::write(&old, "weights").unwrap();
        for path in [&old, &new] {
            assert!(check_writable(path).is_ok(), "{path:?}");
        }
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "weights");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let nowhere = folder.path().join("nowhere").join("new.bin");
        for path in [folder.path(), &nowhere, &old.join("new.bin")] {
            let refused = check_writable(path);
            assert!(matches!(refused, Err(CliError::Usage(_))), "{path:?}");
        }
    }
}
