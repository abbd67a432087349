//! Figures as files.

use std::path::Path;

use othellier_measure::files::{WriteError, create_folder, write};

use crate::chart::{Figure, Theme};

/// How much larger than its SVG a PNG is.
const PNG_SCALE: f32 = 2.0;

/// Writes figures into a folder, each as SVG and optionally as PNG, once for each theme.
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
