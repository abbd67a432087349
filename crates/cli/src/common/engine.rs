//! Shared by the commands that are an engine (`gtp`, `nboard`, `cassio`): building the programs, and the
//! lines of standard output.

use std::io::{self, Write};
use std::sync::Arc;

use othellier_locale::{Lang, message, tr};
use othellier_play::{CataloguePrograms, NoProgram, Setup};
use othellier_protocol::LineSink;

use crate::common::error::CliError;
use crate::common::values;

/// The player used when none is named: the strongest one.
pub(crate) const DEFAULT_PLAYER: &str = "champion";

/// Builds a session of this player; the seed, chosen if it is not given, is reported on stderr.
pub(crate) fn session<T>(
    lang: Lang,
    seed: Option<u64>,
    build: impl FnOnce(CataloguePrograms) -> Result<T, NoProgram>,
) -> Result<T, CliError> {
    let seed = seed.unwrap_or_else(values::seed);
    let session = build(CataloguePrograms { setup: Setup { seed } });
    let session = session.map_err(|error| match error {
        NoProgram::Spec(error) => CliError::usage(error),
        NoProgram::Human => CliError::usage(message!("gtp-no-person")),
    })?;
    anstream::eprintln!("{}", tr!(lang, "play-seed", seed = seed.to_string()));
    Ok(session)
}

/// Writes lines to standard output and flushes each.
pub(crate) fn stdout_sink() -> LineSink {
    Arc::new(|line: &str| {
        let mut output = io::stdout().lock();
        writeln!(output, "{line}")?;
        output.flush()
    })
}
