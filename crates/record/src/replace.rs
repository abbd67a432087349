//! Replacing a file atomically.
//!
//! The new content is written to a temporary file in the same directory, synced to disk, and
//! renamed over the target, which is atomic. Whatever interrupts this, the path names either the
//! complete old file or the complete new one.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// The maximum number of symbolic links to follow before a cycle is assumed.
const MAX_LINKS: usize = 40;

/// Replaces a file, which need not exist, with what `write_content` writes, and returns what it returns. On
/// an error of it, which may be of any type that holds those of the system, the file stays as it is.
///
/// Symbolic links are followed. An existing file keeps its permissions; a read-only file, a
/// directory or a device is rejected.
pub fn replace_file<T, E: From<io::Error>>(
    path: &Path,
    write_content: impl FnOnce(&mut File) -> Result<T, E>,
) -> Result<T, E> {
    let target = followed(path)?;
    let directory = directory_of(&target);
    let mut new = new_file_builder().tempfile_in(directory).map_err(without_path)?;
    if let Some(permissions) = existing_permissions(&target)? {
        new.as_file().set_permissions(permissions)?;
    }
    let written = write_content(new.as_file_mut())?;
    new.as_file().sync_all()?;
    new.persist(&target).map_err(io::Error::from)?;
    sync_directory(directory);
    Ok(written)
}

/// Removes the path of the temporary file from an error.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    let reason = text.split(" at path ").next().unwrap_or_default();
    io::Error::new(error.kind(), reason)
}

/// The target of a chain of symbolic links, whether or not it exists.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            Ok(link) => target = directory_of(&target).join(link),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if directory != Path::new("") => directory,
        _ => Path::new("."),
    }
}

fn new_file_builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".othellier-").suffix(".tmp");
    #[cfg(unix)]
    {
        // As for any new file: the umask applies.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// The permissions of the existing file; an error if it must not be replaced.
fn existing_permissions(target: &Path) -> io::Result<Option<fs::Permissions>> {
    let metadata = match fs::metadata(target) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    if metadata.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    Ok(Some(metadata.permissions()))
}

/// Syncs the rename to disk too. The file is replaced even if this fails, so errors are ignored.
fn sync_directory(directory: &Path) {
    if cfg!(unix)
        && let Ok(directory) = File::open(directory)
    {
        let _ = directory.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn replace_by(path: &Path, content: &str) -> io::Result<()> {
        replace_file(path, |file| file.write_all(content.as_bytes()))
    }

    /// The names in a directory.
    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_created_and_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        for content in ["first, and longer", "second"] {
            replace_by(&path, content).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(names(directory.path()), ["a"]);
    }

    #[test]
    fn an_interrupted_write_keeps_the_old_file_and_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        replace_by(&path, "old").unwrap();
        let error = replace_file(&path, |file| {
            file.write_all(b"ne")?;
            assert_eq!(fs::read_to_string(&path)?, "old");
            Err::<(), _>(io::Error::other("the disk is full"))
        });
        assert_eq!(error.unwrap_err().to_string(), "the disk is full");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(directory.path()), ["a"]);
    }

    #[test]
    fn what_must_not_be_replaced_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path();
        assert!(replace_by(path, "new").is_err());
        assert!(replace_by(Path::new(""), "new").is_err());
        assert!(replace_by(&path.join("missing/a"), "new").is_err());
        assert_eq!(names(path), [""; 0]);

        let read_only = path.join("a");
        replace_by(&read_only, "old").unwrap();
        let mut permissions = fs::metadata(&read_only).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&read_only, permissions).unwrap();
        assert_eq!(replace_by(&read_only, "new").unwrap_err().to_string(), "it is read-only");
        assert_eq!(fs::read_to_string(&read_only).unwrap(), "old");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() {
        use std::os::unix::fs::symlink;
        let directory = tempfile::tempdir().unwrap();
        let at = |name| directory.path().join(name);
        fs::create_dir(at("games")).unwrap();
        symlink("games/a", at("link")).unwrap();
        symlink(at("link"), at("link-to-link")).unwrap();
        // The first write follows a dangling link, the second a link to a file.
        for content in ["first", "second"] {
            replace_by(&at("link-to-link"), content).unwrap();
            assert_eq!(fs::read_to_string(at("games/a")).unwrap(), content);
            assert!(at("link").is_symlink() && at("link-to-link").is_symlink());
        }
        symlink("circle", at("circle")).unwrap();
        assert!(replace_by(&at("circle"), "new").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_new_file_or_of_the_old_one() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let [usual, path] = ["usual", "a"].map(|name| directory.path().join(name));
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        File::create(&usual).unwrap();
        replace_by(&path, "new").unwrap();
        assert_eq!(mode(&path), mode(&usual));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        replace_by(&path, "newer").unwrap();
        assert_eq!(mode(&path) & 0o777, 0o600);
    }
}
