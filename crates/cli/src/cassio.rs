//! `othellier cassio`: the champion as an engine for Cassio, by the Othello Engine Protocol.

use std::num::NonZeroUsize;

use clap::Args;
use othellier_protocol::{cassio, read_line};

use crate::common::engine::stdout_sink;
use crate::common::error::CliError;
use crate::common::options::{self as shared, check_table_fits};
use crate::common::values;

/// Act as an engine for Cassio, by the Othello Engine Protocol on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier cassio
  othellier cassio --threads 4 --hash 1GiB")]
pub(crate) struct Options {
    /// Threads to search with; by default all cores
    #[arg(short, long, visible_short_alias = 'n', value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition tables
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "256MiB")]
    hash: usize,
    /// Send a result after every iteration, not the last one alone
    #[arg(long)]
    iterations: bool,
    /// Accepted because other engines have it; without effect: Cassio asks for a depth
    #[arg(short, long, value_name = "LEVEL", value_parser = values::within::<u32>(values::LEVELS))]
    level: Option<u32>,
}

/// Handles lines until `quit` or the end of the input.
pub(crate) fn run(options: Options) -> Result<(), CliError> {
    check_table_fits(options.hash)?;
    let searching = cassio::SearchEngine::new(shared::threads(options.threads).get(), options.hash)
        .showing_iterations(options.iterations);
    let mut engine = cassio::Engine::new(searching, stdout_sink());
    let mut input = std::io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        engine.handle_line(&line)?;
        if engine.is_over() {
            return Ok(());
        }
    }
    // No `stop` can come any more.
    Ok(engine.quit()?)
}
