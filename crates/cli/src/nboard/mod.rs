//! `othellier nboard`: a player as an engine for any GUI that speaks the NBoard protocol.
//!
//! [`run`] reads lines and hands them to a [`session`], which parses each into a [`message`] and
//! executes it on an [`engine_state`]. Output is written as it comes, also by the search thread.

mod engine_state;
mod message;
mod session;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use clap::Args;
use othellier_locale::tr;
use othellier_spec::Spec;

use self::session::Session;
use crate::arguments::Common;
use crate::engine::{DEFAULT_PLAYER, LineSink, read_line, stdout_sink};
use crate::error::CliError;
use crate::values;

/// Act as an NBoard engine on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier nboard --player 'champion(threads=4)'
  othellier match 'nboard(cmd=\"ntest x\", level=6)' champion --games 10    the other way round")]
pub(crate) struct Options {
    /// Who plays: see `othellier players`
    #[arg(long, default_value = DEFAULT_PLAYER, value_name = "PLAYER")]
    player: Spec,
    /// Append games that the GUI asks to learn to this GGF file
    #[arg(long, value_name = "FILE")]
    learn: Option<PathBuf>,
    /// Seed of the random numbers: the same seed repeats the same play
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Feeds any bytes to a session of the random player; a ping after them must be answered.
pub(crate) fn fuzz(bytes: &[u8]) {
    let heard = Arc::new(Mutex::new(String::new()));
    let last = Arc::clone(&heard);
    let output: LineSink = Arc::new(move |line: &str| {
        *last.lock().expect("the lock is never poisoned") = line.to_owned();
        Ok(())
    });
    let player = "random".parse().expect("a spec");
    let mut session = Session::new(player, 1, None, output).expect("a player");
    let mut input = bytes;
    while let Ok(Some(line)) = read_line(&mut input) {
        session.handle_line(&line).expect("the sink never fails");
    }
    session.handle_line(b"ping 1").expect("the sink never fails");
    assert_eq!(*heard.lock().expect("the lock is never poisoned"), "pong 1");
}

/// Handles lines until `quit` or the end of the input.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let seed = options.seed.unwrap_or_else(values::seed);
    let session = Session::new(options.player, seed, options.learn, stdout_sink());
    let mut session = session.map_err(|error| error.into_cli_error())?;
    anstream::eprintln!("{}", tr!(lang, "play-seed", seed = seed.to_string()));
    let mut input = std::io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        session.handle_line(&line)?;
        if session.is_over() {
            return Ok(());
        }
    }
    // The last request is still answered.
    session.finish();
    Ok(())
}
