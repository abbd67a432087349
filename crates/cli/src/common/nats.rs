//! The server of a grid: its address, and who we are.

use std::path::PathBuf;

use clap::Args;
use othellier_job::RunError;
use othellier_job_nats::{Access, GatherEnd, GatherError, Grid, Login, NatsError};
use othellier_locale::{Value, message};

use crate::common::error::CliError;
use crate::common::files::read_error;
use crate::common::interrupt::interrupt;

/// The options of everything that talks to the server of a grid.
#[derive(Args)]
pub(crate) struct ServerOptions {
    /// User name; the password is in OTHELLIER_NATS_PASSWORD or --password-file
    #[arg(long, value_name = "NAME")]
    pub(crate) user: Option<String>,
    /// File with the password of the user
    #[arg(long, value_name = "FILE", requires = "user")]
    pub(crate) password_file: Option<PathBuf>,
    /// File with a token; or put it into OTHELLIER_NATS_TOKEN
    #[arg(long, value_name = "FILE", conflicts_with_all = ["user", "credentials"])]
    pub(crate) token_file: Option<PathBuf>,
    /// Credentials file of NATS (.creds)
    #[arg(long, value_name = "FILE", conflicts_with = "user")]
    pub(crate) credentials: Option<PathBuf>,
    /// Certificate authority of the server (PEM): encrypts the connection
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_ca: Option<PathBuf>,
    /// Certificate to show to the server (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// Key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,
}

/// The options of everything that asks the server of a grid.
#[derive(Args)]
pub(crate) struct ServedFrom {
    /// Address of the server, several of a cluster with commas between; by default OTHELLIER_NATS_URL, else this machine
    #[arg(long, value_name = "URL")]
    from: Option<String>,
    #[command(flatten)]
    server: ServerOptions,
}

impl ServedFrom {
    pub(crate) fn connect(&self) -> Result<Grid, CliError> {
        let url = self.from.clone().or_else(|| variable("OTHELLIER_NATS_URL"));
        self.server.connect(url.as_deref().unwrap_or("nats://127.0.0.1:4222"))
    }
}

/// A variable of the environment that is not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

const MAX_SECRET: u64 = 64 << 10;

impl ServerOptions {
    pub(crate) fn connect(&self, url: &str) -> Result<Grid, CliError> {
        Ok(Grid::connect(&self.access(url)?)?)
    }

    /// The way to the server at this address, with the secrets that the options name.
    pub(crate) fn access(&self, url: &str) -> Result<Access, CliError> {
        for file in [&self.tls_ca, &self.tls_cert, &self.tls_key].into_iter().flatten() {
            secret(file)?;
        }
        Ok(Access {
            url: url.to_owned(),
            login: self.login()?,
            authority: self.tls_ca.clone(),
            certificate: self.tls_cert.clone().zip(self.tls_key.clone()),
        })
    }

    fn login(&self) -> Result<Login, CliError> {
        if let Some(name) = &self.user {
            let password = match &self.password_file {
                Some(file) => Some(secret(file)?),
                None => variable("OTHELLIER_NATS_PASSWORD"),
            };
            let password = password.ok_or_else(|| CliError::usage(message!("nats-no-password")))?;
            return Ok(Login::User { name: name.clone(), password });
        }
        if let Some(file) = &self.credentials {
            return Ok(Login::Credentials(file.clone()));
        }
        let token = match &self.token_file {
            Some(file) => Some(secret(file)?),
            None => variable("OTHELLIER_NATS_TOKEN"),
        };
        Ok(token.map_or(Login::Anonymous, Login::Token))
    }
}

/// The text of a small file, without the line end.
fn secret(file: &std::path::Path) -> Result<String, CliError> {
    let text = othellier_platform::file::read_text(file, MAX_SECRET);
    let text = text.map_err(read_error)?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

/// Fails where results are missing; ends the program where it was interrupted.
pub(crate) fn check_complete(end: GatherEnd) -> Result<(), CliError> {
    match end {
        GatherEnd::Complete => Ok(()),
        GatherEnd::Dead(letters) => {
            Err(CliError::failed(message!("nats-units-dead", units = letters.len())))
        }
        GatherEnd::Cancelled => Err(CliError::failed(message!("nats-job-cancelled"))),
        GatherEnd::Interrupted => interrupt(),
    }
}

impl From<NatsError> for CliError {
    fn from(error: NatsError) -> CliError {
        let is_usage = error.is_usage();
        let known = |known: Vec<String>| {
            if known.is_empty() {
                Value::localized(message!("nats-none"))
            } else {
                known.join(", ").into()
            }
        };
        let message = match error {
            NatsError::Address { url } => message!("nats-address", url = url),
            NatsError::Unreachable { url, why } => {
                message!("nats-unreachable", url = url, why = why)
            }
            NatsError::NotAuthorized { url } => message!("nats-not-authorized", url = url),
            NatsError::Tls { url, why } => message!("nats-tls", url = url, why = why),
            NatsError::Credentials { path, why } => {
                message!("match-file-refused", file = path.display().to_string(), why = why)
            }
            NatsError::OldServer { url, version } => {
                message!("nats-old-server", url = url, version = version)
            }
            NatsError::NoJetStream { url } => message!("nats-no-jetstream", url = url),
            NatsError::Full { why } => message!("nats-full", why = why),
            NatsError::Silent { why } => message!("nats-silent", why = why),
            NatsError::Refused { why } => message!("nats-refused", why = why),
            NatsError::NoJob { wanted, known: jobs } => {
                message!("nats-no-job", wanted = wanted, known = known(jobs))
            }
            NatsError::ManyJobs { wanted, known: jobs } => {
                message!("nats-many-jobs", wanted = wanted, known = known(jobs))
            }
            NatsError::ManyExcluded { job, count } => {
                message!("nats-many-excluded", job = job, count = count)
            }
            NatsError::Damaged { what } => message!("nats-damaged", what = what),
        };
        if is_usage { CliError::usage(message) } else { CliError::failed(message) }
    }
}

impl From<GatherError> for CliError {
    fn from(error: GatherError) -> CliError {
        match error {
            GatherError::Nats(error) => error.into(),
            GatherError::Input(error) => RunError::Job(error.into()).into(),
            GatherError::Folder(error) => error.into(),
            GatherError::Output(error) => error.into(),
            GatherError::Run(error) => error.into(),
        }
    }
}
