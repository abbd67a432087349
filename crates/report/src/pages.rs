//! The pages of the documentation, in one language.
//!
//! ```text
//! OUT/NAME/README.md        OUT/NAME/figures/*.svg
//! ```
//!
//! If `OUT/README.md` has a table between [`BEGIN`] and [`END`], it is replaced by the results of
//! the reports beside the summary of each page.

use std::path::{Path, PathBuf};

use super::about::{PartSummary, about, stated};
use super::document::Document;
use super::error::ReportError;
use super::{markdown, typography};
use crate::chart::Theme;
use crate::words::Words;
use crate::write_figures;
use othellier_measure::experiment::Folder;
use othellier_measure::files::{WriteError, write};

/// The line before the summary.
pub const BEGIN: &str = "<!-- summary: written by `othellier lab pages` -->";
/// The line after the summary.
pub const END: &str = "<!-- end of the summary -->";

/// One row of the summary.
struct Row {
    name: String,
    title: String,
    theirs: String,
    here: String,
}

/// Fails if an experiment is not finished.
pub fn check_finished(folders: &[Folder]) -> Result<(), ReportError> {
    match folders.iter().find(|folder| folder.open_units() > 0) {
        Some(open) => Err(ReportError::Unfinished { name: open.plan.experiment.name.clone() }),
        None => Ok(()),
    }
}

/// Writes a page for each experiment and, if it is about all of them, the summary; returns the
/// files.
pub fn write_pages(
    words: &dyn Words,
    folders: &[Folder],
    out: &Path,
    are_all: bool,
) -> Result<Vec<PathBuf>, ReportError> {
    let mut written = Vec::new();
    let mut rows = Vec::new();
    for folder in folders {
        let name = &folder.plan.experiment.name;
        let mut document = Document::default();
        let parts = about(words, folder, "", 0, &mut document);
        written.push(page(words, &document, &out.join(name))?);
        rows.push(Row {
            name: name.clone(),
            title: document.title().to_owned(),
            theirs: stated_in_one_cell(words, folder),
            here: in_one_cell(words, &parts),
        });
    }
    if are_all {
        written.extend(summary(words, out, &rows)?);
    }
    Ok(written)
}

fn stated_in_one_cell(words: &dyn Words, folder: &Folder) -> String {
    let said = folder.plan.experiment.report.iter().map(|said| stated(words, said));
    said.collect::<Vec<_>>().join(" ")
}

/// The summaries of all parts, each with its title if there are several.
fn in_one_cell(words: &dyn Words, parts: &[PartSummary]) -> String {
    let said = parts.iter().map(|part| {
        let sentences = part.sentences.join(" ");
        if parts.len() > 1 {
            format!("{}{}{sentences}", part.title, typography::colon(words))
        } else {
            sentences
        }
    });
    said.collect::<Vec<_>>().join(" ")
}

/// Writes one page with its figures, replacing the old folder.
fn page(words: &dyn Words, document: &Document, folder: &Path) -> Result<PathBuf, ReportError> {
    let figures = folder.join("figures");
    match std::fs::remove_dir_all(&figures) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(ReportError::Remove(WriteError { path: figures, error }));
        }
        _ => {}
    }
    write_figures(&figures, document.figures(), &Theme::ALL[..1], false)?;
    let file = folder.join("README.md");
    let text = markdown::write(words, document, "figures");
    write(&file, text.as_bytes())?;
    Ok(file)
}

/// Replaces the summary table in the index page, if there is one.
fn summary(words: &dyn Words, folder: &Path, rows: &[Row]) -> Result<Option<PathBuf>, ReportError> {
    let file = folder.join("README.md");
    let Ok(text) = std::fs::read_to_string(&file) else { return Ok(None) };
    let Some((before, rest)) = text.split_once(BEGIN) else { return Ok(None) };
    let Some((_, after)) = rest.split_once(END) else {
        return Err(ReportError::NoSummaryEnd { path: file, end: END });
    };
    let table = table(words, rows);
    write(&file, format!("{before}{BEGIN}\n\n{table}\n\n{END}{after}").as_bytes())?;
    Ok(Some(file))
}

fn table(words: &dyn Words, rows: &[Row]) -> String {
    let names =
        ["experiment", "theirs", "ours"].map(|key| words.text(&format!("lab-column-{key}")));
    let mut lines = vec![format!("| {} |", names.join(" | ")), "|---|---|---|".to_owned()];
    let set = |text: &str| markdown::escaped(&typography::set(words, text));
    for Row { name, title, theirs, here } in rows {
        let theirs = if theirs.is_empty() { "–" } else { theirs.as_str() };
        let here = if here.is_empty() { "–" } else { here.as_str() };
        lines.push(format!(
            "| [{}]({name}/README.md) | {} | {} |",
            set(title),
            set(theirs),
            set(here)
        ));
    }
    lines.join("\n")
}
