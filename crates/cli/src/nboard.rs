//! `othellier nboard`: a player as an engine for any GUI that speaks the NBoard protocol.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use othellier_protocol::{nboard, read_line};

use crate::common::engine::{PlayerOptions, session, stdout_sink};
use crate::common::error::CliError;
use crate::common::options::Common;

/// Act as an NBoard engine on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier nboard --player 'champion(threads=4)'
  othellier match 'nboard(cmd=\"ntest x\", level=6)' champion --games 10    the other way round")]
pub(crate) struct Options {
    #[command(flatten)]
    player: PlayerOptions,
    /// Append games that the GUI asks to learn to this GGF file
    #[arg(long, value_name = "FILE")]
    learn: Option<PathBuf>,
}

/// Handles lines until `quit` or the end of the input.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let session = session(common.lang, &options.player, nboard::Session::new)?;
    let session =
        session.with_learning(Box::new(move |game| learn(options.learn.as_deref(), game)));
    let mut engine = nboard::Engine::new(session, stdout_sink());
    let mut input = std::io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        engine.handle_line(&line)?;
        if engine.is_over() {
            return Ok(());
        }
    }
    // The last request is still answered.
    engine.finish();
    Ok(())
}

/// Appends a game to the file of games to learn.
fn learn(file: Option<&Path>, game: &[u8]) -> Result<(), String> {
    let Some(path) = file else {
        return Err("Nothing is learned without --learn FILE".to_owned());
    };
    let file = File::options().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(game).and_then(|()| file.sync_data()));
    written.map_err(|error| format!("Nothing is learned: {error}"))
}
