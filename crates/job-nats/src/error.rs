//! Why the server of a grid cannot be used, or did not do what it was asked.

use std::path::PathBuf;

use async_nats::jetstream::ErrorCode;
use async_nats::{ConnectError, ConnectErrorKind};

/// A failure of the server, of the way to it, or of what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// The address is not one of a NATS server.
    #[error("`{url}` is not the address of a NATS server; expected nats://HOST:PORT")]
    Address { url: String },
    /// Nobody answers at the address.
    #[error("no NATS server answers at {url}: {why}")]
    Unreachable {
        /// The address, without its password.
        url: String,
        why: String,
    },
    /// Name, password, token or credentials are wrong or missing.
    #[error("the NATS server at {url} refuses the user name, password, token or credentials")]
    NotAuthorized {
        /// The address, without its password.
        url: String,
    },
    #[error("no encrypted connection to the NATS server at {url}: {why}")]
    Tls {
        /// The address, without its password.
        url: String,
        why: String,
    },
    /// The credentials file cannot be used.
    #[error("{}: {why}", path.display())]
    Credentials {
        path: PathBuf,
        /// The fault, as one sentence.
        why: String,
    },
    /// A server that can lose work when it crashes.
    #[error(
        "the NATS server at {url} is version {version}, which loses work when it crashes; expected 2.10 or later"
    )]
    OldServer {
        /// The address, without its password.
        url: String,
        version: String,
    },
    #[error("the NATS server at {url} runs without JetStream; start it with `nats-server -js`")]
    NoJetStream {
        /// The address, without its password.
        url: String,
    },
    /// The disk or the quota of the server is used up.
    #[error("the storage of the NATS server is full: {why}")]
    Full { why: String },
    #[error("the NATS server does not answer: {why}")]
    Silent {
        /// The request, and how it failed.
        why: String,
    },
    /// The server refuses what it was asked.
    #[error("the NATS server refuses: {why}")]
    Refused { why: String },
    /// No job has this id or name.
    #[error("the grid has no job `{wanted}`; its jobs are: {}", if known.is_empty() { "none".into() } else { known.join(", ") })]
    NoJob {
        wanted: String,
        /// The ids and names of the jobs.
        known: Vec<String>,
    },
    /// Several jobs have this name or begin of an id.
    #[error("`{wanted}` can be any of these jobs: {}", known.join(", "))]
    ManyJobs {
        wanted: String,
        /// The ids and names that fit.
        known: Vec<String>,
    },
    /// More workers would have to be excluded from the job than its record has room for.
    #[error(
        "{count} workers are excluded from the job {job}, and there is no room for more; give each worker a user of its own"
    )]
    ManyExcluded { job: String, count: usize },
    /// The server returned other bytes than were stored: the checksum is wrong, or they are not ours.
    #[error("{what} on the NATS server is damaged")]
    Damaged { what: String },
}

impl NatsError {
    /// Whether waiting can help: the server is away, or its disk is full.
    pub fn is_passing(&self) -> bool {
        matches!(self, NatsError::Silent { .. } | NatsError::Full { .. })
    }

    /// Whether the arguments are wrong, as opposed to a job that failed.
    pub fn is_usage(&self) -> bool {
        !matches!(
            self,
            NatsError::Full { .. }
                | NatsError::Silent { .. }
                | NatsError::Refused { .. }
                | NatsError::ManyExcluded { .. }
                | NatsError::Damaged { .. }
        )
    }

    pub(crate) fn connecting(url: &str, error: &ConnectError) -> NatsError {
        let url = url.to_owned();
        // The innermost cause says most, and the client does not repeat it.
        let mut cause: &(dyn std::error::Error + 'static) = error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        let why = cause.to_string();
        match error.kind() {
            ConnectErrorKind::ServerParse => NatsError::Address { url },
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                NatsError::NotAuthorized { url }
            }
            ConnectErrorKind::Tls => NatsError::Tls { url, why },
            _ if is_of_tls(cause) => NatsError::Tls { url, why },
            _ => NatsError::Unreachable { url, why },
        }
    }

    /// From any error of the client. Its text alone always has the number of an answer of JetStream;
    /// without one the server did not answer.
    pub(crate) fn of(error: &dyn std::fmt::Display) -> NatsError {
        let why = error.to_string();
        match answer_code(&why) {
            None | Some(ErrorCode::CLUSTER_NOT_AVAILABLE) => NatsError::Silent { why },
            Some(
                ErrorCode::INSUFFICIENT_RESOURCES
                | ErrorCode::STORAGE_RESOURCES_EXCEEDED
                | ErrorCode::ACCOUNT_RESOURCES_EXCEEDED,
            ) => NatsError::Full { why },
            Some(ErrorCode::STREAM_STORE_FAILED) if !is_second(&why) => NatsError::Full { why },
            Some(_) => NatsError::Refused { why },
        }
    }
}

/// Whether an encrypted connection failed: the client reports its handshake as input and output.
fn is_of_tls(cause: &(dyn std::error::Error + 'static)) -> bool {
    let inner = cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
    inner.is_some_and(|inner| inner.is::<async_nats::rustls::Error>())
}

/// The number of JetStream's answer in the text of an error: `… (code 503, error code 10077)`.
pub(crate) fn answer_code(text: &str) -> Option<ErrorCode> {
    let (_, after) = text.rsplit_once("error code ")?;
    let digits = after.split(|letter: char| !letter.is_ascii_digit()).next()?;
    digits.parse().ok().map(ErrorCode)
}

/// Whether a message was refused because its subject has one already.
pub(crate) fn is_second(text: &str) -> bool {
    text.contains("maximum messages per subject")
}
