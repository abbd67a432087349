//! The formats of a report and their files.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use othellier_lab::chart::Theme;
use othellier_locale::{Lang, tr};

use super::document::{Block, Document, picture_id};
use super::pdf::{self, PdfError};
use super::{html, latex, markdown, typst};
use crate::error::CliError;
use crate::file_io::{refused, write, write_figures};

/// A format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Html,
    #[value(alias = "md")]
    Markdown,
    #[value(alias = "typ")]
    Typst,
    #[value(alias = "tex")]
    Latex,
    Pdf,
}

/// The folder of the figures, next to the report.
const FIGURES: &str = "figures";

/// Writes a report to a folder and returns its files. The default formats are HTML and Markdown,
/// with every figure as SVG and PNG, light and dark.
pub(super) fn write_all(
    lang: Lang,
    document: &Document,
    out: &Path,
    formats: &[Format],
) -> Result<Vec<PathBuf>, CliError> {
    if formats.is_empty() {
        write_figures(lang, &out.join(FIGURES), document.figures(), &Theme::ALL, true)?;
    } else {
        std::fs::create_dir_all(out).map_err(|error| refused(out, error))?;
        write_needed_figures(lang, document, &out.join(FIGURES), formats)?;
    }
    let formats = match formats {
        [] => &[Format::Markdown, Format::Html],
        formats => formats,
    };
    let mut written = Vec::new();
    for format in formats {
        let file = out.join(format!("report.{}", format.ending()));
        if written.contains(&file) {
            continue;
        }
        let bytes = format.bytes(lang, document).map_err(|error| refused(&file, error))?;
        write(lang, &file, &bytes)?;
        written.push(file);
    }
    Ok(written)
}

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Markdown => "md",
            Format::Typst => "typ",
            Format::Latex => "tex",
            Format::Pdf => "pdf",
        }
    }

    fn bytes(self, lang: Lang, document: &Document) -> Result<Vec<u8>, PdfError> {
        Ok(match self {
            Format::Html => html::write(lang, document).into_bytes(),
            Format::Markdown => markdown::write(lang, document, FIGURES).into_bytes(),
            Format::Typst => typst::write(lang, document, FIGURES).into_bytes(),
            Format::Latex => latex::write(lang, document, FIGURES).into_bytes(),
            Format::Pdf => {
                let printed = pdf::write(lang, document)?;
                if !printed.missing.is_empty() {
                    let letters = String::from_iter(&printed.missing);
                    let said = tr!(lang, "lab-pdf-missing", letters = letters);
                    anstream::eprintln!("othellier: {said}");
                }
                printed.bytes
            }
        })
    }
}

/// Writes the figures that these formats refer to.
fn write_needed_figures(
    lang: Lang,
    document: &Document,
    folder: &Path,
    formats: &[Format],
) -> Result<(), CliError> {
    if formats.contains(&Format::Markdown) {
        write_figures(lang, folder, document.figures(), &[Theme::Light], false)?;
    }
    if !formats.iter().any(|format| matches!(format, Format::Typst | Format::Latex)) {
        return Ok(());
    }
    std::fs::create_dir_all(folder).map_err(|error| refused(folder, error))?;
    let put = |id: &str, drawn: Result<Vec<u8>, PdfError>| {
        let file = folder.join(format!("{id}.pdf"));
        let bytes = drawn.map_err(|error| refused(&file, error))?;
        write(lang, &file, &bytes)
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
