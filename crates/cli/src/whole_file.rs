//! Files that are there as a whole or not at all: the old one stays until the new one is finished.

use std::io::Write;
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
