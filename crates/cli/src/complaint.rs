//! Why a command did not succeed, as a person and a script see it: one sentence, one exit code.

use std::process::ExitCode;

use othellier_spec::SpecError;

use crate::lang::{Lang, say};
use crate::values::say_expected;

/// A failure on its way to the exit code.
#[derive(Debug)]
pub(crate) enum Complaint {
    /// The arguments or a file they name are wrong: exit code 2.
    Usage(String),
    /// The help to show when no command was given: exit code 2.
    NoCommand(String),
    /// A job ran and did not hold: exit code 1.
    Failed(String),
    /// Standard output was closed by its reader, as `head` does: nobody is left to tell.
    OutputClosed,
}

/// The exit code of a command that Ctrl-C interrupted.
const INTERRUPTED: i32 = 130;

/// Ends a command that Ctrl-C interrupted, and the engines that play in it.
pub(crate) fn interrupt() -> ! {
    othellier_play::end_foreign_engines();
    std::process::exit(INTERRUPTED)
}

impl Complaint {
    /// A wrong argument.
    pub(crate) fn usage(sentence: impl ToString) -> Complaint {
        Complaint::Usage(sentence.to_string())
    }

    /// A spec that names no player or evaluator.
    pub(crate) fn spec(lang: Lang, error: SpecError) -> Complaint {
        Complaint::Usage(match error {
            SpecError::UnknownName { kind, name, known } => {
                let near = nearest(&name, known.iter().copied()).unwrap_or_default();
                let known = known.join(", ");
                say!(
                    lang,
                    "error-unknown-name",
                    kind = kind,
                    written = name,
                    known = known,
                    near = near
                )
            }
            SpecError::UnknownOption { owner, key, known } => {
                let near = nearest(&key, known.iter().copied()).unwrap_or_default();
                say!(
                    lang,
                    "error-unknown-key",
                    owner = owner,
                    written = key,
                    count = known.len(),
                    known = known.join(", "),
                    near = near
                )
            }
            SpecError::BadValue { owner, key, value, expected } => say!(
                lang,
                "error-bad-key",
                owner = owner,
                key = key,
                written = value,
                expected = say_expected(lang, &expected)
            ),
            SpecError::MissingOption { owner, key } => say!(
                lang,
                "error-missing-key",
                owner = owner,
                key = key.name,
                about = lang.words(key.about)
            ),
            SpecError::Refused { owner, why } => {
                say!(lang, "error-refused", owner = owner, why = lang.words(why))
            }
            SpecError::Faulty { owner, fault } => {
                say!(lang, "error-refused", owner = owner, why = fault)
            }
        })
    }

    /// Says it on stderr and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Complaint::Usage(sentence) => {
                anstream::eprintln!("othellier: {sentence}");
                ExitCode::from(2)
            }
            Complaint::NoCommand(help) => {
                anstream::eprint!("{help}");
                ExitCode::from(2)
            }
            Complaint::Failed(sentence) => {
                anstream::eprintln!("othellier: {sentence}");
                ExitCode::from(1)
            }
            Complaint::OutputClosed => ExitCode::SUCCESS,
        }
    }
}

/// What standard output could not take; a file has its name said where it is written.
impl From<std::io::Error> for Complaint {
    fn from(error: std::io::Error) -> Complaint {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Complaint::OutputClosed,
            _ => Complaint::Failed(format!("stdout: {error}")),
        }
    }
}

/// The choice nearest to what was written, however far that is.
pub(crate) fn nearest<'a>(
    written: &str,
    choices: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let likeness = |choice: &str| strsim::jaro_winkler(&written.to_lowercase(), choice);
    choices.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}
