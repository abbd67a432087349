//! `othellier cassio`: the champion as an engine for Cassio, by the Othello Engine Protocol.
//!
//! Cassio plays, keeps the time and asks for values; a [`session`] obeys its lines, and here they
//! are read and the answers written, as they come.

mod request;
mod session;
mod thinker;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use clap::Args;

use self::session::Session;
use self::thinker::Thinker;
use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::engine::{Voice, aloud, line};
use crate::match_play::plan;
use crate::solve::check_room;
use crate::values;

/// Be an engine for Cassio: speak the Othello Engine Protocol on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier cassio
  othellier cassio --threads 4 --hash 1GiB")]
pub(crate) struct Options {
    /// Threads to search with; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the tables of known positions
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "256MiB")]
    hash: usize,
}

/// Obeys until it is told to quit or nothing more is asked.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    check_room(common.lang, options.hash)?;
    let thinker = Thinker::new(plan::threads(options.threads).get(), options.hash);
    let mut session = Session::new(thinker, aloud());
    let mut input = std::io::stdin().lock();
    while let Some(line) = line(&mut input)? {
        session.obey(&line)?;
        if session.is_over() {
            return Ok(());
        }
    }
    // Nobody would stop it any more.
    Ok(session.quit()?)
}

/// Obeys any bytes; when all is stopped it is ready again.
pub(crate) fn fuzz(bytes: &[u8]) {
    let heard = Arc::new(Mutex::new(String::new()));
    let last = Arc::clone(&heard);
    let voice: Voice = Arc::new(move |line: &str| {
        assert!(!line.contains('\n'), "{line:?}");
        *last.lock().expect("no voice breaks") = line.to_owned();
        Ok(())
    });
    let mut session = Session::new(Thinker::new(1, 1 << 16), voice);
    let mut input = bytes;
    while let Ok(Some(line)) = line(&mut input) {
        session.obey(&line).expect("it is heard");
        if session.is_over() {
            assert_eq!(*heard.lock().expect("no voice breaks"), "bye bye.");
            return;
        }
    }
    session.obey(b"ENGINE-PROTOCOL stop").expect("it is heard");
    session.finish();
    session.obey(b"").expect("it is heard");
    assert_eq!(*heard.lock().expect("no voice breaks"), "ready.");
}
