//! Files of games named on the command line: their formats, and errors as those of the command.

use std::path::Path;

use othellier_board::{Position, Size};
use othellier_locale::{Lang, Localized, Value, message, tr};
use othellier_record::journal::{JournalError, JournalProblem};
use othellier_record::problems::{NoSuchProblem, ProblemsError};
use othellier_record::source::{SourceError, SourceName};
use othellier_record::{Game, parse_position};

use crate::common::error::CliError;

/// Parses the position in an argument.
pub(crate) fn read_position<S: Size>(lang: Lang, text: &str) -> Result<Position<S>, CliError> {
    parse_position(text).map_err(|error| CliError::usage(error.in_language(lang)))
}

/// Calls `each` with the 8×8 games of a file or folder, and reports the number of rejected games.
pub(crate) fn each_game(
    lang: Lang,
    path: &Path,
    each: &mut dyn FnMut(Game),
) -> Result<(), SourceError> {
    othellier_record::source::each_game(path, each, &mut |name, count| {
        report_refused(lang, name, count);
    })
}

/// Reports the number of rejected games of a file.
pub(crate) fn report_refused(lang: Lang, name: &SourceName, count: u64) {
    let file = name.in_language(lang);
    anstream::eprintln!("{}", tr!(lang, "games-refused", file = file, count = count));
}

/// A source that cannot be read.
impl From<SourceError> for CliError {
    fn from(error: SourceError) -> CliError {
        CliError::usage(error)
    }
}

/// Problems that cannot be read.
impl<S: Size> From<ProblemsError<S>> for CliError {
    fn from(error: ProblemsError<S>) -> CliError {
        CliError::usage(error)
    }
}

/// Problems that are not there.
impl From<NoSuchProblem> for CliError {
    fn from(error: NoSuchProblem) -> CliError {
        CliError::usage(error)
    }
}

/// A journal that cannot be used; a full disk is a failure of the job.
impl From<JournalError> for CliError {
    fn from(error: JournalError) -> CliError {
        match error.problem {
            JournalProblem::Unwritable(_) => CliError::failed(error),
            _ => CliError::usage(error),
        }
    }
}

/// The error of a file that cannot be used.
pub(crate) fn refused(file: &str, why: impl Localized + Send + Sync + 'static) -> CliError {
    CliError::usage(message!("solve-file-refused", file = file, why = Value::localized(why)))
}
