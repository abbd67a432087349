//! The formats of a report and their files.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::document::{Block, Document, picture_id};
use super::error::{PdfError, ReportError};
use super::pdf::{self, Printed};
use super::{html, latex, markdown, typst};
use crate::chart::Theme;
use crate::words::Words;
use crate::write_figures;
use othellier_measure::files::{create_folder, write};

/// A format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One page with everything in it.
    Html,
    Markdown,
    Typst,
    Latex,
    /// A4 pages for print and for screen readers.
    Pdf,
}

/// A text that names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a format; expected html, markdown, typst, latex or pdf")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let named = |format: &Format| [format.name(), format.ending()].contains(&text);
        Format::ALL.into_iter().find(named).ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

/// The files of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenReport {
    /// The reports, one for each format.
    pub files: Vec<PathBuf>,
    /// Characters that the fonts of the PDF lack.
    pub missing: Vec<char>,
}

/// The folder of the figures, next to the report.
const FIGURES: &str = "figures";

/// Writes a report to a folder. The default formats are HTML and Markdown, with every figure as SVG
/// and PNG, light and dark.
pub fn write_all(
    words: &dyn Words,
    document: &Document,
    out: &Path,
    formats: &[Format],
) -> Result<WrittenReport, ReportError> {
    if formats.is_empty() {
        write_figures(&out.join(FIGURES), document.figures(), &Theme::ALL, true)?;
    } else {
        create_folder(out)?;
        write_needed_figures(document, &out.join(FIGURES), formats)?;
    }
    let formats = match formats {
        [] => &[Format::Markdown, Format::Html],
        formats => formats,
    };
    let mut written = WrittenReport::default();
    for format in formats {
        let file = out.join(format!("report.{}", format.ending()));
        if written.files.contains(&file) {
            continue;
        }
        let printed = format.write(words, document);
        let printed = printed.map_err(|error| ReportError::Pdf { path: file.clone(), error })?;
        write(&file, &printed.bytes)?;
        written.missing.extend(printed.missing);
        written.files.push(file);
    }
    Ok(written)
}

impl Format {
    pub const ALL: [Format; 5] =
        [Format::Html, Format::Markdown, Format::Typst, Format::Latex, Format::Pdf];

    pub fn name(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Markdown => "markdown",
            Format::Typst => "typst",
            Format::Latex => "latex",
            Format::Pdf => "pdf",
        }
    }

    /// The extension of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Markdown => "md",
            Format::Typst => "typ",
            Format::Latex => "tex",
            Format::Pdf => "pdf",
        }
    }

    /// A document in this format; figure files are in the folder `figures`.
    pub fn write(self, words: &dyn Words, document: &Document) -> Result<Printed, PdfError> {
        let text = match self {
            Format::Html => html::write(words, document),
            Format::Markdown => markdown::write(words, document, FIGURES),
            Format::Typst => typst::write(words, document, FIGURES),
            Format::Latex => latex::write(words, document, FIGURES),
            Format::Pdf => return pdf::write(words, document),
        };
        Ok(Printed { bytes: text.into_bytes(), missing: Vec::new() })
    }
}

/// Writes the figures that these formats refer to.
fn write_needed_figures(
    document: &Document,
    folder: &Path,
    formats: &[Format],
) -> Result<(), ReportError> {
    if formats.contains(&Format::Markdown) {
        write_figures(folder, document.figures(), &[Theme::Light], false)?;
    }
    if !formats.iter().any(|format| matches!(format, Format::Typst | Format::Latex)) {
        return Ok(());
    }
    create_folder(folder)?;
    let put = |id: &str, drawn: Result<Vec<u8>, PdfError>| -> Result<(), ReportError> {
        let path = folder.join(format!("{id}.pdf"));
        match drawn {
            Ok(bytes) => Ok(write(&path, &bytes)?),
            Err(error) => Err(ReportError::Pdf { path, error }),
        }
    };
    for (index, block) in document.blocks.iter().enumerate() {
        match block {
            Block::Figure(id, figure) => put(id, pdf::figure(figure))?,
            Block::Pictures(pictures) => {
                for (number, (svg, _)) in pictures.iter().enumerate() {
                    put(&picture_id(index, number), pdf::picture(svg))?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}
