//! `othellier nboard`: a player as an engine, for every board that speaks the NBoard protocol.
//!
//! A [`session`] obeys lines; here they are read and its answers written, as they come.

mod desk;
mod message;
mod session;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use clap::Args;
use othellier_spec::Spec;

use self::session::Session;
use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::engine::{DEFAULT_PLAYER, Voice, aloud, line};
use crate::lang::say;
use crate::values;

/// Be an engine that speaks the NBoard protocol on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier nboard --player 'champion(threads=4)'
  othellier match 'nboard(cmd=\"ntest x\", level=6)' champion --games 10    the other way round")]
pub(crate) struct Options {
    /// Who plays: see `othellier players`
    #[arg(long, default_value = DEFAULT_PLAYER, value_name = "PLAYER")]
    player: Spec,
    /// Add games that are to be learnt to this GGF file
    #[arg(long, value_name = "FILE")]
    learn: Option<PathBuf>,
    /// Seed of the dice: the same seed repeats the same play
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Lets a player of dice obey any bytes; a ping is answered at once after all of them.
pub(crate) fn fuzz(bytes: &[u8]) {
    let heard = Arc::new(Mutex::new(String::new()));
    let last = Arc::clone(&heard);
    let voice: Voice = Arc::new(move |line: &str| {
        *last.lock().expect("no voice breaks") = line.to_owned();
        Ok(())
    });
    let player = "random".parse().expect("a spec");
    let mut session = Session::new(player, 1, None, voice).expect("a player");
    let mut input = bytes;
    while let Ok(Some(line)) = line(&mut input) {
        session.obey(&line).expect("it is heard");
    }
    session.obey(b"ping 1").expect("it is heard");
    assert_eq!(*heard.lock().expect("no voice breaks"), "pong 1");
}

/// Obeys until it is told to quit or nothing more is asked.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let lang = common.lang;
    let seed = options.seed.unwrap_or_else(values::seed);
    let session = Session::new(options.player, seed, options.learn, aloud());
    let mut session = session.map_err(|refusal| refusal.complaint(lang))?;
    anstream::eprintln!("{}", say!(lang, "play-seed", seed = seed.to_string()));
    let mut input = std::io::stdin().lock();
    while let Some(line) = line(&mut input)? {
        session.obey(&line)?;
        if session.is_over() {
            return Ok(());
        }
    }
    // What was asked last is still answered, as long as somebody listens.
    session.finish();
    Ok(())
}
