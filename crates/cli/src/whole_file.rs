//! Whole files: read up to a cap, and written so that the old one stays until the new one is
//! finished.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use othellier_lab::chart::{Figure, Theme};
use othellier_record::{FileError, FileProblem, read_file, read_text, replace_file};

use crate::complaint::Complaint;
use crate::lang::{Lang, say};

/// How much larger than its SVG a PNG is.
const PNG_SCALE: f32 = 2.0;

/// The text of a file of at most so many bytes.
pub(crate) fn text(lang: Lang, path: &Path, most_bytes: u64) -> Result<String, Complaint> {
    read_text(path, most_bytes).map_err(|error| unreadable(lang, &error))
}

/// The bytes of a file of at most so many.
pub(crate) fn bytes(lang: Lang, path: &Path, most_bytes: u64) -> Result<Vec<u8>, Complaint> {
    read_file(path, most_bytes).map_err(|error| unreadable(lang, &error))
}

/// A file that cannot be read as a whole, in the language of the user.
pub(crate) fn unreadable(lang: Lang, error: &FileError) -> Complaint {
    refused(lang, &error.path, problem(lang, &error.problem))
}

/// Why a file cannot be read as a whole, to stand after its name.
pub(crate) fn problem(lang: Lang, problem: &FileProblem) -> String {
    match problem {
        FileProblem::Unreadable(cause) => cause.to_string(),
        FileProblem::TooLarge { most_bytes } => {
            say!(lang, "file-too-large", most = *most_bytes)
        }
        FileProblem::NamedPipe => lang.text("file-named-pipe"),
        FileProblem::NotUtf8 { line } => say!(lang, "file-not-text", line = line.to_string()),
    }
}

/// Puts bytes in the place of a file.
pub(crate) fn write(lang: Lang, path: &Path, bytes: &[u8]) -> Result<(), Complaint> {
    write_with(path, |file| file.write_all(bytes)).map_err(|error| unwritten(lang, path, error))
}

/// Replaces a file as a whole; what is no plain file, such as a device, is written to.
pub(crate) fn write_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            write(&mut File::options().write(true).open(path)?)
        }
        _ => replace_file(path, write),
    }
}

/// A file that was not written. Where it can never be, the name is wrong; where it could not be this
/// time, as on a full disk, the job did not hold.
pub(crate) fn unwritten(lang: Lang, path: &Path, error: io::Error) -> Complaint {
    use io::ErrorKind as Kind;
    let file = path.display().to_string();
    let sentence = say!(lang, "match-file-refused", file = file, why = error.to_string());
    match error.kind() {
        Kind::BrokenPipe => Complaint::OutputClosed,
        Kind::NotFound
        | Kind::PermissionDenied
        | Kind::IsADirectory
        | Kind::NotADirectory
        | Kind::InvalidInput
        | Kind::InvalidFilename
        | Kind::ReadOnlyFilesystem => Complaint::Usage(sentence),
        _ => Complaint::Failed(sentence),
    }
}

/// Refuses a file that could not be written, before there is work to lose; one that is there stays as
/// it is.
pub(crate) fn check(lang: Lang, path: &Path) -> Result<(), Complaint> {
    let mut ready = false;
    let tried = replace_file(path, |_| {
        ready = true;
        Err(io::Error::other("there is nothing to write yet"))
    });
    match tried {
        Err(error) if !ready => Err(refused(lang, path, error)),
        _ => Ok(()),
    }
}

/// Writes figures into a folder, each as SVG and, where that is wanted, as PNG, once for each theme.
pub(crate) fn write_figures<'a>(
    lang: Lang,
    folder: &Path,
    figures: impl IntoIterator<Item = (&'a str, &'a Figure)>,
    themes: &[Theme],
    png: bool,
) -> Result<(), Complaint> {
    fs::create_dir_all(folder).map_err(|error| unwritten(lang, folder, error))?;
    for (id, figure) in figures {
        for &theme in themes {
            let suffix = if theme == Theme::Dark { "-dark" } else { "" };
            let file = |ending: &str| folder.join(format!("{id}{suffix}.{ending}"));
            write(lang, &file("svg"), figure.svg(theme).as_bytes())?;
            if png {
                write(lang, &file("png"), &figure.png(theme, PNG_SCALE))?;
            }
        }
    }
    Ok(())
}

/// A file or folder that cannot be used, and why.
pub(crate) fn refused(lang: Lang, path: &Path, why: impl ToString) -> Complaint {
    let file = path.display().to_string();
    Complaint::Usage(say!(lang, "match-file-refused", file = file, why = why.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_too_large_is_refused_with_its_name_and_the_cap() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.toml");
        std::fs::write(&path, vec![b'#'; 4097]).unwrap();
        assert_eq!(text(Lang::En, &path, 4097).unwrap().len(), 4097);
        let name = path.display();
        for (lang, sentence) in [
            (Lang::En, format!("{name}: the file is too large; expected at most 4 096 bytes")),
            (Lang::Fr, format!("{name} : fichier trop grand ; attendu : 4 096 octets au plus")),
        ] {
            let Err(Complaint::Usage(said)) = text(lang, &path, 4096) else { panic!() };
            assert_eq!(said, sentence);
        }
    }

    #[test]
    fn what_cannot_be_written_is_refused_and_what_is_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new] = ["old.bin", "new.bin"].map(|name| folder.path().join(name));
        std::fs::write(&old, "weights").unwrap();
        for path in [&old, &new] {
            assert!(check(Lang::En, path).is_ok(), "{path:?}");
        }
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "weights");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let nowhere = folder.path().join("nowhere").join("new.bin");
        for path in [folder.path(), &nowhere, &old.join("new.bin")] {
            let refused = check(Lang::En, path);
            assert!(matches!(refused, Err(Complaint::Usage(_))), "{path:?}");
        }
    }
}
