//! `othellier lab pages`: the pages of the documentation, in both languages.
//!
//! ```text
//! OUT/experiments/NAME/README.md        OUT/experiments/NAME/figures/*.svg
//! OUT/fr/experiments/NAME/README.md     OUT/fr/experiments/NAME/figures/*.svg
//! ```
//!
//! If `OUT/experiments/README.md` or its French version has a table between [`BEGIN`] and [`END`],
//! it is replaced by the results of the reports beside the summary of each page.

use std::path::{Path, PathBuf};

use clap::Args;
use othellier_lab::chart::Theme;
use othellier_locale::{Lang, message, tr};

use super::document::Document;
use super::folder::Folder;
use super::report::PartSummary;
use super::{in_lang, markdown, report, typography};
use crate::arguments::Common;
use crate::error::CliError;
use crate::file_io::{refused, write, write_figures};
use crate::output;

/// The lines around the summary.
const BEGIN: &str = "<!-- summary: written by `othellier lab pages` -->";
const END: &str = "<!-- end of the summary -->";

/// Write the pages of the documentation in English and French
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier lab run all && othellier lab pages lab-results docs
  othellier lab pages lab-results docs --only b3

Experiments that are not finished are refused; run the first command again to finish them.")]
pub(super) struct Options {
    /// The folder that `lab run` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The folder of the documentation
    #[arg(value_name = "DOCS")]
    out: PathBuf,
    /// Only these experiments
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Use the quick runs instead of the full ones
    #[arg(long)]
    quick: bool,
}

/// One row of the summary.
struct Row {
    name: String,
    title: String,
    theirs: String,
    here: String,
}

/// Writes the pages and the summaries.
pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let mut folders = report::find(lang, &options.folder)?;
    folders.retain(|folder| folder.header.quick == options.quick);
    let only = &options.only;
    folders.retain(|folder| only.is_empty() || only.contains(&folder.plan.experiment.name));
    if folders.is_empty() {
        let folder = options.folder.display().to_string();
        return Err(CliError::usage(message!("lab-no-experiment", folder = folder)));
    }
    let open = |folder: &&Folder| folder.plan.open(&folder.rows) > 0;
    if let Some(unfinished) = folders.iter().find(open) {
        let name = unfinished.plan.experiment.name.as_str();
        return Err(CliError::failed(message!("lab-pages-unfinished", name = name)));
    }
    let mut written = Vec::new();
    for (of_pages, below) in [(Lang::En, "experiments"), (Lang::Fr, "fr/experiments")] {
        let out = options.out.join(below);
        let mut rows = Vec::new();
        for folder in &folders {
            let name = &folder.plan.experiment.name;
            let mut document = Document::default();
            let parts = report::about(of_pages, folder, "", 0, &mut document);
            written.push(page(lang, of_pages, &document, &out.join(name))?);
            rows.push(Row {
                name: name.clone(),
                title: document.title().to_owned(),
                theirs: in_lang(of_pages, &folder.plan.experiment.report).to_owned(),
                here: in_one_cell(of_pages, &parts),
            });
        }
        if only.is_empty() {
            written.extend(summary(lang, of_pages, &out, &rows)?);
        }
    }
    if common.json {
        let files: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
        return output::json(&serde_json::json!({ "type": "pages", "files": files }));
    }
    written.iter().try_for_each(|path| output::line(&path.display().to_string()))
}

/// The summaries of all parts, each with its title if there are several.
fn in_one_cell(lang: Lang, parts: &[PartSummary]) -> String {
    let said = parts.iter().map(|part| {
        let sentences = part.sentences.join(" ");
        if parts.len() > 1 {
            format!("{}{}{sentences}", part.title, typography::colon(lang))
        } else {
            sentences
        }
    });
    said.collect::<Vec<_>>().join(" ")
}

/// Writes one page with its figures, replacing the old folder.
fn page(
    lang: Lang,
    of_page: Lang,
    document: &Document,
    folder: &Path,
) -> Result<PathBuf, CliError> {
    let figures = folder.join("figures");
    match std::fs::remove_dir_all(&figures) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(refused(&figures, error));
        }
        _ => {}
    }
    write_figures(lang, &figures, document.figures(), &Theme::ALL[..1], false)?;
    let file = folder.join("README.md");
    let text = markdown::write(of_page, document, "figures");
    write(lang, &file, text.as_bytes())?;
    Ok(file)
}

/// Replaces the summary table in the index page, if there is one.
fn summary(
    lang: Lang,
    of_page: Lang,
    folder: &Path,
    rows: &[Row],
) -> Result<Option<PathBuf>, CliError> {
    let file = folder.join("README.md");
    let Ok(text) = std::fs::read_to_string(&file) else { return Ok(None) };
    let Some((before, rest)) = text.split_once(BEGIN) else { return Ok(None) };
    let Some((_, after)) = rest.split_once(END) else {
        let why = tr!(lang, "lab-pages-no-end", end = END);
        return Err(refused(&file, why));
    };
    let table = table(of_page, rows);
    write(lang, &file, format!("{before}{BEGIN}\n\n{table}\n\n{END}{after}").as_bytes())?;
    Ok(Some(file))
}

fn table(lang: Lang, rows: &[Row]) -> String {
    let names = ["experiment", "theirs", "ours"].map(|key| lang.text(&format!("lab-column-{key}")));
    let mut lines = vec![format!("| {} |", names.join(" | ")), "|---|---|---|".to_owned()];
    let set = |text: &str| markdown::escaped(&lang.number_format().of(text));
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
