//! Shared by the commands that are an engine (`gtp`, `nboard`, `cassio`): building the programs, and the
//! lines of standard output.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::Args;
use othellier_locale::{Lang, message, tr};
use othellier_play::{CataloguePrograms, NoProgram, Setup};
use othellier_protocol::LineSink;
use othellier_spec::{Access, Spec};

use crate::common::error::CliError;
use crate::common::values;

/// Who plays. Other engines have these letters too: scripts that run matches append them.
#[derive(Args)]
pub(crate) struct PlayerOptions {
    /// Who plays: see `othellier players`
    #[arg(long, default_value = "champion", value_name = "PLAYER")]
    player: Spec,
    /// Its `level`, whatever PLAYER says
    #[arg(short, long, value_name = "LEVEL", value_parser = values::within::<u32>(values::LEVELS))]
    level: Option<u32>,
    /// Its `threads`, whatever PLAYER says
    #[arg(short, long, visible_short_alias = 'n', value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Seed of the random numbers: the same seed repeats the same play
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl PlayerOptions {
    /// The player with the options that were given separately.
    fn spec(&self) -> Spec {
        let mut player = self.player.clone();
        if let Some(level) = self.level {
            player.set("level", level.to_string());
        }
        if let Some(threads) = self.threads {
            player.set("threads", threads.to_string());
        }
        player
    }
}

/// Builds a session of a player; the seed, chosen if it is not given, is reported on stderr.
pub(crate) fn session<T>(
    lang: Lang,
    options: &PlayerOptions,
    build: impl FnOnce(CataloguePrograms, Spec) -> Result<T, NoProgram>,
) -> Result<T, CliError> {
    let seed = options.seed.unwrap_or_else(values::seed);
    let session =
        build(CataloguePrograms { setup: Setup { seed, access: Access::Full } }, options.spec());
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
