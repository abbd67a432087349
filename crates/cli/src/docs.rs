//! `othellier docs`: the manual, as a site in a folder or as text in the terminal.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;
use othellier_locale::{Lang, message, nearest, tr};
use othellier_manual::{Language, Manual, Page};
use othellier_wire::{DocsEvent, ManualPage};

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::{files, output};

/// Read the manual, or write it as a site
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier docs
  othellier docs tour
  othellier docs --out site
  cargo doc --workspace --no-deps && othellier docs --out site --rustdoc target/doc")]
pub(crate) struct Options {
    /// Page to print, such as `tour` or `results`; without one the pages are listed
    #[arg(value_name = "PAGE")]
    page: Option<String>,
    /// Write all pages as a site into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "page")]
    out: Option<PathBuf>,
    /// Add the API documentation of the libraries, which `cargo doc` wrote into this folder
    #[arg(long, value_name = "DIR", requires = "out")]
    rustdoc: Option<PathBuf>,
}

/// Lists, prints or writes the manual.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let manual = Manual::new();
    match (options.page, options.out) {
        (Some(name), _) => print(common, &manual, &name),
        (None, Some(folder)) => write(common, manual, &folder, options.rustdoc.as_deref()),
        (None, None) => list(common, &manual),
    }
}

fn list(common: Common, manual: &Manual) -> Result<(), CliError> {
    let language = language(common.lang);
    let pages = manual.contents(language);
    if common.json {
        let pages = pages.into_iter().map(entry).collect();
        return output::json(&DocsEvent::Docs { pages });
    }
    let width = pages.iter().map(|page| name(page).chars().count()).max().unwrap_or(0);
    for page in pages {
        output::line(&format!("{:width$}  {}", name(page), page.title))?;
    }
    Ok(())
}

fn print(common: Common, manual: &Manual, wanted: &str) -> Result<(), CliError> {
    let Some(page) = manual.page(wanted, language(common.lang)) else {
        let near = nearest(wanted, manual.pages().map(name)).unwrap_or_default();
        return Err(CliError::usage(message!("docs-unknown-page", written = wanted, near = near)));
    };
    if common.json {
        let markdown = page.markdown.to_string();
        output::json(&DocsEvent::Page { page: entry(page), markdown })
    } else {
        output::line(page.markdown.trim_end())
    }
}

fn write(
    common: Common,
    manual: Manual,
    folder: &Path,
    rustdoc: Option<&Path>,
) -> Result<(), CliError> {
    let lang = common.lang;
    let manual = match rustdoc {
        Some(api) if !api.join("othellier/index.html").is_file() => {
            return Err(files::refused(api, message!("docs-no-rustdoc")));
        }
        Some(_) => manual.with_api(),
        None => manual,
    };
    let paths = manual.paths();
    for path in &paths {
        let bytes = manual.file(path).expect("a path that was listed");
        files::write_generated(&folder.join(path), &bytes)?;
    }
    let mut files = paths.len();
    if let Some(api) = rustdoc {
        let to = folder.join("api");
        files += copy(api, &to).map_err(|error| files::write_error(&to, error))?;
    }
    let folder = folder.display().to_string();
    if common.json {
        output::json(&DocsEvent::Site { folder, files })
    } else {
        output::line(&tr!(lang, "docs-written", count = files, folder = folder))
    }
}

/// Copies a folder and returns the number of files.
fn copy(from: &Path, to: &Path) -> io::Result<usize> {
    fs::create_dir_all(to)?;
    let mut files = 0;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        files += if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?
        } else {
            fs::copy(entry.path(), target).map(|_| 1)?
        };
    }
    Ok(files)
}

/// The name by which `othellier docs` finds a page.
fn name(page: &Page) -> &str {
    let name = page.source.trim_start_matches("docs/").trim_start_matches("fr/");
    let name = name.trim_end_matches(".md");
    name.strip_suffix("/README").unwrap_or(name)
}

fn entry(page: &Page) -> ManualPage {
    ManualPage {
        name: name(page).to_owned(),
        title: page.title.clone(),
        lang: page.language.code().to_owned(),
        source: page.source.clone(),
    }
}

fn language(lang: Lang) -> Language {
    match lang {
        Lang::En => Language::English,
        Lang::Fr => Language::French,
    }
}
