//! `othellier lab report`: a report on one or several experiments.

use std::path::{Path, PathBuf};

use clap::Args;
use othellier_locale::tr;
use othellier_measure::experiment::Folder;
use othellier_report::{Format, about_all, write_all};
use othellier_wire::ExperimentEvent;

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

/// Write a report on an experiment, in the format you hand in
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier lab report lab-results/b1             report.html, report.md, figures/
  othellier lab report lab-results/b1 --to pdf    report.pdf
  othellier lab report lab-results --lang fr      one report of all experiments there

Typst and LaTeX come with figures/*.pdf, Markdown with figures/*.svg, to be edited and compiled;
HTML and PDF are one file each.")]
pub(super) struct Options {
    /// The folder of an experiment, or a folder of several
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Output folder; by default the same
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Formats, separated by commas; by default html and markdown with all figures as SVG and PNG
    #[arg(long, value_name = "FORMAT", value_parser = super::formats(), value_delimiter = ',')]
    to: Vec<Format>,
    /// Short for --to markdown
    #[arg(long, conflicts_with = "to")]
    markdown: bool,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let folders = Folder::read_all(&options.folder)?;
    let out = options.out.as_ref().unwrap_or(&options.folder);
    let markdown = [Format::Markdown];
    let formats = if options.markdown { &markdown[..] } else { &options.to };
    write_page(common, &folders, out, formats)
}

/// Writes a report on these experiments and prints its path.
pub(super) fn write_page(
    common: Common,
    folders: &[Folder],
    out: &Path,
    formats: &[Format],
) -> Result<(), CliError> {
    let lang = common.lang;
    let document = about_all(&lang, folders);
    let written = write_all(&lang, &document, out, formats)?;
    if !written.missing.is_empty() {
        let letters = String::from_iter(&written.missing);
        anstream::eprintln!("othellier: {}", tr!(lang, "lab-pdf-missing", letters = letters));
    }
    let files: Vec<String> = written.files.iter().map(|path| path.display().to_string()).collect();
    if common.json {
        let figures = document.figures().count();
        return output::json(&ExperimentEvent::Report { files, figures });
    }
    files.iter().try_for_each(|file| output::line(file))
}
