//! Errors of journals, of sources of games and of problems.

use othellier_board::Size;
use othellier_record::FileProblem;
use othellier_record::journal::{JournalError, JournalProblem};
use othellier_record::problems::{NoSuchProblem, ProblemsError};
use othellier_record::source::{AnyPositionTextError, SourceError, SourceName, SourceProblem};

use crate::{Lang, Localized, tr};

impl Localized for JournalError {
    fn in_language(&self, lang: Lang) -> String {
        let (file, why) = (self.path.display().to_string(), problem(self, lang));
        tr!(lang, "solve-file-refused", file = file, why = why)
    }
}

/// Each kind of journal has its own words; others have those of a solved suite.
fn problem(error: &JournalError, lang: Lang) -> String {
    let kind = match error.kind {
        "journal of an experiment" => Kind::Experiment,
        "file of generated endgames" => Kind::Endgames,
        "list of generated openings" => Kind::Openings,
        "file of move costs" => Kind::Costs,
        _ => Kind::Suite,
    };
    let other_kind = match kind {
        Kind::Suite => "solve-journal-not-one",
        Kind::Experiment => "lab-journal-not-one",
        Kind::Endgames => "endgames-not-one",
        Kind::Openings => "openings-not-one",
        Kind::Costs => "train-ordering-not-one",
    };
    let other_settings = match kind {
        Kind::Suite | Kind::Costs => "solve-journal-goal",
        Kind::Experiment => "lab-journal-other",
        Kind::Endgames => "endgames-others",
        Kind::Openings => "openings-others",
    };
    let bad_line = match kind {
        Kind::Suite => "solve-journal-broken",
        Kind::Experiment => "lab-journal-broken",
        Kind::Endgames => "endgames-line",
        Kind::Openings => "openings-line",
        Kind::Costs => "train-ordering-line",
    };
    match &error.problem {
        JournalProblem::File(problem) | JournalProblem::Unwritable(problem) => cause(problem, lang),
        JournalProblem::InUse => lang.text("file-in-use"),
        JournalProblem::OtherKind => lang.text(other_kind),
        JournalProblem::OtherVersion => lang.text("solve-journal-version"),
        JournalProblem::OtherSettings { setting } => {
            let name = setting.clone().unwrap_or_default();
            tr!(lang, other_settings, name = name)
        }
        JournalProblem::BadLine { line } => tr!(lang, bad_line, line = line.to_string()),
        JournalProblem::UnknownLine { line } => {
            tr!(lang, "solve-journal-other", line = line.to_string())
        }
    }
}

enum Kind {
    Suite,
    Experiment,
    Endgames,
    Openings,
    Costs,
}

/// Where the operating system reports an error, its message alone.
fn cause(problem: &FileProblem, lang: Lang) -> String {
    match problem {
        FileProblem::Unreadable(error) => error.in_language(lang),
        problem => problem.in_language(lang),
    }
}

impl Localized for SourceName {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            SourceName::Stdin => lang.text("solve-stdin"),
            SourceName::Path(_) | SourceName::Text(_) => self.to_string(),
        }
    }
}

impl Localized for SourceError {
    fn in_language(&self, lang: Lang) -> String {
        let file = self.name.in_language(lang);
        let why = match &self.problem {
            SourceProblem::Position(error) => return error.in_language(lang),
            SourceProblem::NoSuchGame { number, games } => {
                let number = number.to_string();
                return tr!(lang, "games-no-game", number = number, file = file, games = *games);
            }
            SourceProblem::File(problem) => cause(problem, lang),
            SourceProblem::EmptyFolder => lang.text("games-empty-folder"),
            SourceProblem::Game(error) => error.in_language(lang),
            SourceProblem::Text(problem) => problem.in_language(lang),
        };
        tr!(lang, "solve-file-refused", file = file, why = why)
    }
}

impl Localized for AnyPositionTextError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            AnyPositionTextError::Four(error) => error.in_language(lang),
            AnyPositionTextError::Six(error) => error.in_language(lang),
            AnyPositionTextError::Eight(error) => error.in_language(lang),
            AnyPositionTextError::Ten(error) => error.in_language(lang),
        }
    }
}

impl<S: Size> Localized for ProblemsError<S> {
    fn in_language(&self, lang: Lang) -> String {
        let (name, why) = match self {
            ProblemsError::Line { name, error } => (name, error.in_language(lang)),
            ProblemsError::Empty { name } => (name, lang.text("solve-empty")),
            ProblemsError::Position(error) => return error.in_language(lang),
        };
        tr!(lang, "solve-file-refused", file = name.in_language(lang), why = why)
    }
}

impl Localized for NoSuchProblem {
    fn in_language(&self, lang: Lang) -> String {
        let NoSuchProblem { name, wanted, first, last } = self;
        tr!(
            lang,
            "solve-only-none",
            wanted = wanted.as_str(),
            file = name.in_language(lang),
            first = first.to_string(),
            last = last.to_string()
        )
    }
}
