//! `othellier gtp`: a player as an engine for any program that speaks the Go Text Protocol (GTP).

use std::fs::File;
use std::io::{BufReader, Write};

use clap::Args;
use othellier_protocol::{gtp, read_line};

use crate::common::engine::{PlayerOptions, session};
use crate::common::error::CliError;
use crate::common::options::Common;

/// Act as a Go Text Protocol (GTP) engine on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier gtp -l 12 -t 4
  othellier gtp --player 'pvs(time=1s, eval=genome, endgame=14)'
  othellier match 'gtp(cmd=\"edax -gtp\")' level-6 --games 10    the other way round")]
pub(crate) struct Options {
    #[command(flatten)]
    player: PlayerOptions,
}

/// Answers requests until `quit` or the end of the input.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let session = session(common.lang, &options.player, gtp::Session::new)?;
    let mut session = session.with_files(|path| Ok(Box::new(BufReader::new(File::open(path)?))));
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
