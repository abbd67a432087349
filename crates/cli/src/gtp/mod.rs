//! `othellier gtp`: a player as an engine for any program that speaks the Go Text Protocol (GTP).
//!
//! How a line becomes a move: [`run`] reads it, [`Session::handle_line`] parses it into a
//! [`request::Request`] and executes it, [`engine_state`] plays or asks the player (`genmove`), and
//! the response goes back to standard output. Nothing here but [`run`] does I/O on the protocol.

mod engine_state;
mod request;
mod session;

use std::io::Write;

use clap::Args;
use othellier_locale::tr;
use othellier_spec::Spec;

use self::session::Session;
use crate::arguments::Common;
use crate::engine::{DEFAULT_PLAYER, read_line};
use crate::error::CliError;
use crate::values;

/// Act as a Go Text Protocol (GTP) engine on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier gtp --player 'pvs(time=1s, eval=genome, endgame=14)'
  othellier match 'gtp(cmd=\"edax -gtp\")' level-6 --games 10    the other way round")]
pub(crate) struct Options {
    /// Who plays: see `othellier players`
    #[arg(long, default_value = DEFAULT_PLAYER, value_name = "PLAYER")]
    player: Spec,
    /// Seed of the random numbers: the same seed repeats the same play
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Answers requests until `quit` or the end of the input.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let seed = options.seed.unwrap_or_else(values::seed);
    let session = Session::new(options.player, seed);
    let mut session = session.map_err(|error| error.into_cli_error())?;
    anstream::eprintln!("{}", tr!(lang, "play-seed", seed = seed.to_string()));
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    while let Some(line) = read_line(&mut input)? {
        if let Some(answer) = session.handle_line(&line) {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
        if session.is_over() {
            break;
        }
    }
    Ok(())
}

/// Feeds any bytes to a session of the random player. Commands that start programs, open files or
/// search for long are skipped; every other request must get a well-formed response.
pub(crate) fn fuzz(bytes: &[u8]) {
    const SKIPPED: [&str; 3] = ["othellier-player", "set_level", "loadsgf"];
    let mut session = Session::new("random".parse().expect("a spec"), 1).expect("a player");
    let mut input = bytes;
    while let Ok(Some(line)) = read_line(&mut input) {
        let Some(request) = request::Request::parse(&line) else {
            assert_eq!(session.handle_line(&line), None);
            continue;
        };
        if SKIPPED.contains(&request.command.as_str()) {
            continue;
        }
        let answer = session.handle_line(&line).expect("a request has an answer");
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{answer:?}");
        assert!(!answer.trim_end().contains("\n\n"), "{answer:?}");
        if session.is_over() {
            break;
        }
    }
}
