//! Errors of foreign engines.

use othellier_protocol::BadAnswer;

/// Why a foreign engine gave no usable answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The program does not exist or cannot be run.
    #[error("`{program}` cannot be started: {why}")]
    NotStarted {
        /// The program, as the spec names it.
        program: String,
        /// The reason of the operating system.
        kind: std::io::ErrorKind,
        /// The message of the system.
        why: String,
    },
    /// The command of a spec cannot be parsed.
    #[error("cmd `{cmd}` cannot be read: {why}")]
    BadCommand {
        /// The command line of the spec.
        cmd: String,
        /// The fault in the command line.
        why: CommandFault,
    },
    /// The process ended.
    #[error("it ended ({status}){}", after_colon(stderr_tail))]
    Ended {
        /// Its exit status, in the words of the system.
        status: String,
        /// The last line of its standard error; empty where there is none.
        stderr_tail: String,
    },
    /// It does not read its standard input, and the queue is full.
    #[error("it does not read its input")]
    StdinBlocked,
    /// It wrote a line that is too long.
    #[error("it wrote a line of more than {most} bytes")]
    LongLine {
        /// How long a line may be.
        most: usize,
    },
    /// It answered something that cannot be used.
    #[error(transparent)]
    Answer(#[from] BadAnswer),
}

#[cfg(not(target_family = "wasm"))]
impl EngineError {
    /// The error of a program that the system does not start.
    pub(crate) fn not_started(program: &str, error: &std::io::Error) -> EngineError {
        let (program, why) = (program.to_owned(), error.to_string());
        EngineError::NotStarted { program, kind: error.kind(), why }
    }
}

/// Why a text is not a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandFault {
    /// The command line names no program.
    #[error("it is empty")]
    Empty,
    /// A quotation is not closed.
    #[error("a quotation does not end")]
    OpenQuote,
}

fn after_colon(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(": {words}") }
}
