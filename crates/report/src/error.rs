//! Why a report could not be written.

use std::path::PathBuf;

use othellier_measure::files::WriteError;

/// Why a PDF could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// A picture has more than plain shapes.
    #[error("a picture cannot be drawn: {0}")]
    Picture(String),
    #[error("the PDF cannot be written: {0}")]
    Writer(String),
}

/// Why a report or a page could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file or folder cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A PDF cannot be made.
    #[error("{}: {error}", path.display())]
    Pdf { path: PathBuf, error: PdfError },
    /// The old figures of a page cannot be removed.
    #[error("{}: {}", .0.path.display(), .0.error)]
    Remove(WriteError),
    /// The summary of an index page has no last line.
    #[error("{}: the summary has no end; expected a line {end}", path.display())]
    NoSummaryEnd {
        path: PathBuf,
        /// The line that is missing.
        end: &'static str,
    },
    /// An experiment is not finished, so that it has no page yet.
    #[error("{name} is not finished")]
    Unfinished {
        /// The name of the experiment.
        name: String,
    },
}
