//! `othellier moves`: the legal moves of a position, the discs each flips, and the position after it.

use clap::Args;
use othellier_board::{Position, Size, with_size};
use othellier_locale::tr;
use othellier_wire as wire;

use crate::common::error::CliError;
use crate::common::games::read_position;
use crate::common::options::{Common, board_side};
use crate::common::{output, values};

/// List the legal moves of a position and the discs each flips
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier moves --position f5d6c3 --json")]
pub(crate) struct Options {
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, default_value = "startpos", value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Board size: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let side = board_side(options.size, &options.position);
    with_size!(side, S => list::<S>(common, &options.position)).expect("a side that was checked")
}

fn list<S: Size>(common: Common, text: &str) -> Result<(), CliError> {
    let position: Position<S> = read_position(common.lang, text)?;
    let listing = wire::Position::new(&position);
    if common.json {
        return output::json(&listing);
    }
    if listing.moves.is_empty() {
        return output::line(&common.lang.text("moves-over"));
    }
    for entry in listing.moves {
        let flipped = entry.flips.join(" ");
        let line = match entry.flips.len() {
            0 => entry.played,
            count => tr!(
                common.lang,
                "moves-line",
                played = entry.played,
                count = count,
                flipped = flipped
            ),
        };
        output::line(&line)?;
    }
    Ok(())
}
