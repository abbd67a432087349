//! The grid that the page shows: the NATS server behind `--grid`.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use othellier_job_nats::{Access, Grid, NatsError};
use othellier_locale::{Lang, Localized, tr};
use othellier_server::GridError;
use othellier_wire::GridStatus;

use crate::common::error::CliError;
use crate::common::nats::ServerOptions;

/// The options of the grid: those of `othellier grid`, each with `grid-` before it.
#[derive(Args)]
pub(super) struct GridOptions {
    /// Show the jobs and workers of the grid on the NATS server at this address; of a cluster several, with
    /// commas between
    #[arg(long, value_name = "URL")]
    grid: Option<String>,
    /// User name; the password is in OTHELLIER_NATS_PASSWORD or --grid-password-file
    #[arg(long, value_name = "NAME", requires = "grid")]
    grid_user: Option<String>,
    /// File with the password of the user
    #[arg(long, value_name = "FILE", requires = "grid_user")]
    grid_password_file: Option<PathBuf>,
    /// File with a token; or put it into OTHELLIER_NATS_TOKEN
    #[arg(long, value_name = "FILE", requires = "grid", conflicts_with_all = ["grid_user", "grid_credentials"])]
    grid_token_file: Option<PathBuf>,
    /// Credentials file of NATS (.creds)
    #[arg(long, value_name = "FILE", requires = "grid", conflicts_with = "grid_user")]
    grid_credentials: Option<PathBuf>,
    /// Certificate authority of the NATS server (PEM): encrypts the connection
    #[arg(long, value_name = "FILE", requires = "grid")]
    grid_tls_ca: Option<PathBuf>,
    /// Certificate to show to the NATS server (PEM)
    #[arg(long, value_name = "FILE", requires_all = ["grid", "grid_tls_key"])]
    grid_tls_cert: Option<PathBuf>,
    /// Key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "grid_tls_cert")]
    grid_tls_key: Option<PathBuf>,
}

impl GridOptions {
    /// Connects to the server of the grid. One that does not answer is asked again later; one that refuses
    /// is an error.
    pub(super) fn connect(self, lang: Lang) -> Result<Option<ShownGrid>, CliError> {
        let Some(url) = self.grid else { return Ok(None) };
        let options = ServerOptions {
            user: self.grid_user,
            password_file: self.grid_password_file,
            token_file: self.grid_token_file,
            credentials: self.grid_credentials,
            tls_ca: self.grid_tls_ca,
            tls_cert: self.grid_tls_cert,
            tls_key: self.grid_tls_key,
        };
        let access = options.access(&url)?;
        let grid = match Grid::connect(&access) {
            Ok(grid) => Some(grid),
            Err(error @ (NatsError::Unreachable { .. } | NatsError::Silent { .. })) => {
                let why = CliError::from(error).in_language(lang);
                anstream::eprintln!("{}", tr!(lang, "serve-grid-away", why = why));
                None
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Some(ShownGrid { access, grid: Mutex::new(grid) }))
    }
}

/// The server of a grid, connected to or not.
pub(super) struct ShownGrid {
    access: Access,
    grid: Mutex<Option<Grid>>,
}

impl ShownGrid {
    /// Where the jobs stand, or one of them with its dead letters.
    pub(super) fn status(&self, job: Option<&str>) -> Result<GridStatus, GridError> {
        let mut grid = self.grid.lock().unwrap_or_else(PoisonError::into_inner);
        let connected = match grid.take() {
            Some(grid) => Ok(grid),
            None => Grid::connect(&self.access),
        };
        let status = connected.and_then(|connected| grid.insert(connected).wire_status(job));
        status.map_err(|error| match error {
            NatsError::NoJob { .. } | NatsError::ManyJobs { .. } => {
                GridError::NoJob(error.to_string())
            }
            _ => GridError::Unavailable(error.to_string()),
        })
    }
}
