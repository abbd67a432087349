//! Why a command failed: one sentence on stderr and one exit code.

use std::process::ExitCode;

use othellier_spec::SpecError;

use crate::lang::{Lang, tr};
use crate::localized::Localized;
use crate::values::describe_expected;

/// The error of a command.
#[derive(Debug)]
pub(crate) enum CliError {
    /// The arguments or a file they name are wrong: exit code 2.
    Usage(String),
    /// The help to show when no command was given: exit code 2.
    NoCommand(String),
    /// The job ran and its check failed: exit code 1.
    Failed(String),
    /// Standard output cannot be written: exit code 1.
    Stdout(std::io::Error),
    /// Standard output was closed by its reader, as `head` does: exit code 0, nothing is printed.
    OutputClosed,
}

/// The exit code of a command that Ctrl-C interrupted.
const INTERRUPTED: i32 = 130;

/// Exits after Ctrl-C, and kills the child processes of foreign engines.
pub(crate) fn interrupt() -> ! {
    othellier_play::end_foreign_engines();
    std::process::exit(INTERRUPTED)
}

impl CliError {
    /// A wrong argument.
    pub(crate) fn usage(lang: Lang, error: impl Localized) -> CliError {
        CliError::Usage(error.in_language(lang))
    }

    /// An invalid spec of a player or evaluator.
    pub(crate) fn spec(lang: Lang, error: SpecError) -> CliError {
        CliError::Usage(describe_spec_error(lang, &error))
    }

    /// Prints the error on stderr and returns the exit code.
    pub(crate) fn report(self, lang: Lang) -> ExitCode {
        match self {
            CliError::Usage(sentence) => {
                anstream::eprintln!("othellier: {sentence}");
                ExitCode::from(2)
            }
            CliError::NoCommand(help) => {
                anstream::eprint!("{help}");
                ExitCode::from(2)
            }
            CliError::Failed(sentence) => {
                anstream::eprintln!("othellier: {sentence}");
                ExitCode::from(1)
            }
            CliError::Stdout(error) => {
                let why = error.in_language(lang);
                let file = "stdout";
                anstream::eprintln!(
                    "othellier: {}",
                    tr!(lang, "match-file-refused", file = file, why = why)
                );
                ExitCode::from(1)
            }
            CliError::OutputClosed => ExitCode::SUCCESS,
        }
    }
}

/// An error of standard output; errors of files carry the file name and are made where it is written.
impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> CliError {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => CliError::OutputClosed,
            _ => CliError::Stdout(error),
        }
    }
}

/// What is wrong with the spec of a player or evaluator.
pub(crate) fn describe_spec_error(lang: Lang, error: &SpecError) -> String {
    match error {
        SpecError::UnknownName { kind, name, known } => {
            let near = nearest(name, known.iter().copied()).unwrap_or_default();
            let (name, known) = (name.as_str(), known.join(", "));
            let kind = *kind;
            tr!(lang, "error-unknown-name", kind = kind, written = name, known = known, near = near)
        }
        SpecError::UnknownOption { owner, key, known } => {
            let near = nearest(key, known.iter().copied()).unwrap_or_default();
            tr!(
                lang,
                "error-unknown-key",
                owner = *owner,
                written = key.as_str(),
                count = known.len(),
                known = known.join(", "),
                near = near
            )
        }
        SpecError::BadValue { owner, key, value, expected } => tr!(
            lang,
            "error-bad-key",
            owner = owner.as_str(),
            key = *key,
            written = value.as_str(),
            expected = describe_expected(lang, expected)
        ),
        SpecError::MissingOption { owner, key } => tr!(
            lang,
            "error-missing-key",
            owner = owner.as_str(),
            key = key.name,
            about = lang.words(key.about)
        ),
        SpecError::Refused { owner, why } => {
            tr!(lang, "error-refused", owner = owner.as_str(), why = lang.words(*why))
        }
        SpecError::Faulty { owner, file, fault } => {
            let why = fault.in_language(lang);
            let why = match file {
                Some(file) => {
                    tr!(lang, "match-file-refused", file = file.as_str(), why = why)
                }
                None => why,
            };
            tr!(lang, "error-refused", owner = owner.as_str(), why = why)
        }
    }
}

/// The choice most similar to what was written, however different it is.
pub(crate) fn nearest<'a>(
    written: &str,
    choices: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let likeness = |choice: &str| strsim::jaro_winkler(&written.to_lowercase(), choice);
    choices.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}
