//! What can be wrong with a foreign engine.

/// Why a foreign engine gave no answer that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// There is no such program, or it may not be run.
    #[error("`{program}` cannot be started: {why}")]
    NotStarted {
        /// The program.
        program: String,
        /// What the system says.
        why: String,
    },
    /// It is not there any more.
    #[error("it ended ({status}){}", after_colon(last_words))]
    Ended {
        /// Its exit status, as the system says it.
        status: String,
        /// The last line that it wrote to its standard error; empty where it wrote none.
        last_words: String,
    },
    /// It leaves what it is told lying about.
    #[error("it does not read what it is told")]
    Deaf,
    /// It wrote a line without end.
    #[error("it wrote a line of more than {most} bytes")]
    LongLine {
        /// How long a line may be.
        most: usize,
    },
    /// It wrote much and answered nothing.
    #[error("it wrote {lines} lines, none of them an answer to `{asked}`")]
    Babbling {
        /// What it was asked.
        asked: String,
        /// How many lines it wrote instead.
        lines: usize,
    },
    /// It answered with something that is no move.
    #[error("it answered `{answered}` to `{asked}`; expected a square or `pass`")]
    NoMove {
        /// What it was asked.
        asked: String,
        /// What it answered.
        answered: String,
    },
    /// It will not do what it must be able to do.
    #[error("it refused `{asked}`: {why}")]
    Refused {
        /// What it was asked.
        asked: String,
        /// What it answered.
        why: String,
    },
}

fn after_colon(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(": {words}") }
}
