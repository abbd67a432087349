//! Files that are there as a whole or not at all: the old one stays until the new one is finished.

use std::io::{self, Write};
use std::path::Path;

use othellier_lab::chart::{Figure, Theme};
use othellier_record::replace_file;

use crate::complaint::Complaint;
use crate::lang::{Lang, say};

/// How much larger than its SVG a PNG is.
const PNG_SCALE: f32 = 2.0;

/// Puts bytes in the place of a file.
pub(crate) fn write(lang: Lang, path: &Path, bytes: &[u8]) -> Result<(), Complaint> {
    replace_file(path, |file| file.write_all(bytes)).map_err(|error| refused(lang, path, error))
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
    std::fs::create_dir_all(folder).map_err(|error| refused(lang, folder, error))?;
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
