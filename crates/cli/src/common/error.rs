//! Why a command failed: one sentence on stderr and one exit code.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

use othellier_locale::{Lang, Localized, tr};

use crate::common::interrupt::INTERRUPTED;

/// The error of a command. It knows no language: [`CliError::report`] is given that of the user.
pub(crate) enum CliError {
    /// The arguments or a file they name are wrong: exit code 2.
    Usage(Box<dyn Localized + Send + Sync>),
    /// The help to show when no command was given: exit code 2.
    NoCommand(String),
    /// The job ran and its check failed: exit code 1.
    Failed(Box<dyn Localized + Send + Sync>),
    /// Standard output cannot be written: exit code 1.
    Stdout(std::io::Error),
    /// Standard output was closed by its reader, as `head` does: exit code 0, nothing is printed.
    OutputClosed,
    /// Ctrl-C ended the work: exit code 130, nothing more is printed.
    Interrupted,
}

impl CliError {
    /// A wrong argument, or a file that cannot be used.
    pub(crate) fn usage(why: impl Localized + Send + Sync + 'static) -> CliError {
        CliError::Usage(Box::new(why))
    }

    /// A job that ran and whose check failed.
    pub(crate) fn failed(why: impl Localized + Send + Sync + 'static) -> CliError {
        CliError::Failed(Box::new(why))
    }

    /// Prints the error on stderr and returns the exit code.
    pub(crate) fn report(self, lang: Lang) -> ExitCode {
        match &self {
            CliError::NoCommand(help) => anstream::eprint!("{help}"),
            CliError::OutputClosed | CliError::Interrupted => {}
            _ => anstream::eprintln!("othellier: {}", self.in_language(lang)),
        }
        ExitCode::from(match self {
            CliError::Usage(_) | CliError::NoCommand(_) => 2,
            CliError::Failed(_) | CliError::Stdout(_) => 1,
            CliError::OutputClosed => 0,
            CliError::Interrupted => INTERRUPTED as u8,
        })
    }
}

impl Localized for CliError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            CliError::Usage(why) | CliError::Failed(why) => why.in_language(lang),
            CliError::NoCommand(help) => help.clone(),
            CliError::Stdout(error) => {
                tr!(lang, "match-file-refused", file = "stdout", why = error.in_language(lang))
            }
            CliError::OutputClosed | CliError::Interrupted => String::new(),
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Lang::En))
    }
}

impl fmt::Debug for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for CliError {}

/// An error of standard output; errors of files carry the file name and are made where it is written.
impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> CliError {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => CliError::OutputClosed,
            _ => CliError::Stdout(error),
        }
    }
}
