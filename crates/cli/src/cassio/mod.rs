//! `othellier cassio`: the champion as an engine for Cassio, by the Othello Engine Protocol.
//!
//! Cassio plays, keeps the time and requests evaluations. [`run`] reads lines and hands them to a
//! [`session`], which parses each into a [`request`]; a thread runs the [`search_engine`].

mod request;
mod search_engine;
mod session;

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use clap::Args;

use self::search_engine::SearchEngine;
use self::session::Session;
use crate::engine::{LineSink, read_line, stdout_sink};
use crate::error::CliError;
use crate::match_play::plan;
use crate::solve::check_table_fits;
use crate::values;

/// Act as an engine for Cassio, by the Othello Engine Protocol on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier cassio
  othellier cassio --threads 4 --hash 1GiB")]
pub(crate) struct Options {
    /// Threads to search with; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition tables
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "256MiB")]
    hash: usize,
}

/// Handles lines until `quit` or the end of the input.
pub(crate) fn run(options: Options) -> Result<(), CliError> {
    check_table_fits(options.hash)?;
    let engine = SearchEngine::new(plan::threads(options.threads).get(), options.hash);
    let mut session = Session::new(engine, stdout_sink());
    let mut input = std::io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        session.handle_line(&line)?;
        if session.is_over() {
            return Ok(());
        }
    }
    // No `stop` can come any more.
    Ok(session.quit()?)
}

/// Feeds any bytes to a session; after `stop` it must be ready again.
pub(crate) fn fuzz(bytes: &[u8]) {
    let heard = Arc::new(Mutex::new(String::new()));
    let last = Arc::clone(&heard);
    let output: LineSink = Arc::new(move |line: &str| {
        assert!(!line.contains('\n'), "{line:?}");
        *last.lock().expect("the lock is never poisoned") = line.to_owned();
        Ok(())
    });
    let mut session = Session::new(SearchEngine::new(1, 1 << 16), output);
    let mut input = bytes;
    while let Ok(Some(line)) = read_line(&mut input) {
        session.handle_line(&line).expect("the sink never fails");
        if session.is_over() {
            assert_eq!(*heard.lock().expect("the lock is never poisoned"), "bye bye.");
            return;
        }
    }
    session.handle_line(b"ENGINE-PROTOCOL stop").expect("the sink never fails");
    session.finish();
    session.handle_line(b"").expect("the sink never fails");
    assert_eq!(*heard.lock().expect("the lock is never poisoned"), "ready.");
}
