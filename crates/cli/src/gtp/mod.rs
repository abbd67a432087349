//! `othellier gtp`: a player as an engine, for every program that speaks the Go Text Protocol.
//!
//! A [`session`] answers lines; here they are read and its answers written.

mod desk;
mod request;
mod session;

use std::io::Write;

use clap::Args;
use othellier_spec::Spec;

use self::session::Session;
use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::engine::{DEFAULT_PLAYER, line};
use crate::lang::say;
use crate::values;

/// Be an engine that speaks the Go Text Protocol on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier gtp --player 'pvs(time=1s, eval=genome, endgame=14)'
  othellier match 'gtp(cmd=\"edax -gtp\")' level-6 --games 10    the other way round")]
pub(crate) struct Options {
    /// Who plays: see `othellier players`
    #[arg(long, default_value = DEFAULT_PLAYER, value_name = "PLAYER")]
    player: Spec,
    /// Seed of the dice: the same seed repeats the same play
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Answers until it is told to quit or nothing more is asked.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let lang = common.lang;
    let seed = options.seed.unwrap_or_else(values::seed);
    let session = Session::new(options.player, seed);
    let mut session = session.map_err(|refusal| refusal.complaint(lang))?;
    anstream::eprintln!("{}", say!(lang, "play-seed", seed = seed.to_string()));
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    while let Some(line) = line(&mut input)? {
        if let Some(answer) = session.answer(&line) {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
        if session.is_over() {
            break;
        }
    }
    Ok(())
}

/// Lets a player of dice answer any bytes. What would start programs, open files or think for long is
/// left out; every other line has its answer, which ends as the protocol wants it.
pub(crate) fn fuzz(bytes: &[u8]) {
    const LEFT_OUT: [&str; 3] = ["othellier-player", "set_level", "loadsgf"];
    let mut session = Session::new("random".parse().expect("a spec"), 1).expect("a player");
    let mut input = bytes;
    while let Ok(Some(line)) = line(&mut input) {
        let Some(request) = request::Request::read(&line) else {
            assert_eq!(session.answer(&line), None);
            continue;
        };
        if LEFT_OUT.contains(&request.command.as_str()) {
            continue;
        }
        let answer = session.answer(&line).expect("a request has an answer");
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{answer:?}");
        assert!(!answer.trim_end().contains("\n\n"), "{answer:?}");
        if session.is_over() {
            break;
        }
    }
}
