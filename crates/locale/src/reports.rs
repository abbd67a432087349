//! The words of reports, and the errors of reports, pictures and evolutions.

use othellier_measure::experiment::{FolderError, FolderProblem};
use othellier_measure::files::WriteError;
use othellier_report::chart::NumberFormat;
use othellier_report::picture::{CrossedError, ImageError, PngError};
use othellier_report::words::{Value, Words};
use othellier_report::{PdfError, ReportError};

use crate::{FluentValue, French, Lang, Localized, fr, tr};

impl Words for Lang {
    fn message(&self, key: &str, values: &[(&str, Value<'_>)]) -> String {
        let value = |(name, value): &(&'_ str, Value<'_>)| match value {
            Value::Text(text) => (name.to_string(), FluentValue::from(text.to_string())),
            Value::Number(number) => (name.to_string(), FluentValue::from(*number)),
        };
        let values: Vec<(String, FluentValue<'_>)> = values.iter().map(value).collect();
        let values = values.iter().map(|(name, value)| (name.as_str(), value.clone()));
        Lang::message(*self, key, &values.collect::<Vec<_>>())
    }

    fn find(&self, key: &str) -> Option<String> {
        Lang::find(*self, key, &[])
    }

    fn tag(&self) -> &'static str {
        self.code()
    }

    fn number_format(&self) -> NumberFormat {
        Lang::number_format(*self)
    }
}

/// A file before what is wrong with it.
fn at_file(lang: Lang, path: &std::path::Path, why: String) -> String {
    tr!(lang, "match-file-refused", file = path.display().to_string(), why = why)
}

impl Localized for WriteError {
    fn in_language(&self, lang: Lang) -> String {
        at_file(lang, &self.path, self.error.in_language(lang))
    }
}

impl French for PdfError {
    fn french(&self) -> String {
        match self {
            PdfError::Picture(said) => fr!("pdf-picture", said = said.as_str()),
            PdfError::Writer(said) => fr!("pdf-writer", said = said.as_str()),
        }
    }
}

impl Localized for ReportError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            ReportError::Write(error) | ReportError::Remove(error) => error.in_language(lang),
            ReportError::Pdf { path, error } => at_file(lang, path, error.in_language(lang)),
            ReportError::NoSummaryEnd { path, end } => {
                at_file(lang, path, tr!(lang, "lab-pages-no-end", end = *end))
            }
            ReportError::Unfinished { name } => {
                tr!(lang, "lab-pages-unfinished", name = name.as_str())
            }
        }
    }
}

impl Localized for FolderProblem {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            FolderProblem::File(problem) => problem.in_language(lang),
            FolderProblem::Experiment(error) => error.in_language(lang),
            FolderProblem::GridValues(error) => error.in_language(lang),
            FolderProblem::InUse => lang.text("file-in-use"),
            FolderProblem::Unwritable(error) => error.in_language(lang),
            FolderProblem::NotAppended(problem) => problem.in_language(lang),
            FolderProblem::NotAJournal | FolderProblem::NoExperiment => {
                lang.text("lab-journal-not-one")
            }
            FolderProblem::OtherExperiment => lang.text("lab-journal-other"),
            FolderProblem::OtherVersion => lang.text("lab-journal-version"),
            FolderProblem::BrokenLine { line } => {
                tr!(lang, "lab-journal-broken", line = line.to_string())
            }
        }
    }
}

impl Localized for FolderError {
    fn in_language(&self, lang: Lang) -> String {
        match &self.problem {
            FolderProblem::NoExperiment => {
                tr!(lang, "lab-no-experiment", folder = self.path.display().to_string())
            }
            problem => at_file(lang, &self.path, problem.in_language(lang)),
        }
    }
}

impl Localized for ImageError {
    fn in_language(&self, lang: Lang) -> String {
        tr!(lang, "diagram-no-picture", file = self.path.display().to_string())
    }
}

impl Localized for PngError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            PngError::TooLarge { width, height } => {
                let [width, height] = [width, height].map(ToString::to_string);
                tr!(lang, "picture-too-large", width = width, height = height)
            }
            PngError::Failed(said) => {
                tr!(lang, "match-file-refused", file = "PNG", why = said.as_str())
            }
        }
    }
}

impl Localized for CrossedError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            CrossedError::Genes { first, second } => {
                let [first, second] = [first, second].map(ToString::to_string);
                tr!(lang, "picture-genes-refused", first = first, second = second)
            }
            CrossedError::Points { points, most } => {
                let points = points.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
                tr!(lang, "picture-points-refused", points = points, most = *most)
            }
        }
    }
}
