//! `othellier diagram`: a game or a position as a diagram for print.

use std::path::PathBuf;

use clap::Args;
use othellier_board::Color;
use othellier_locale::{Lang, message, tr};
use othellier_record::diagram::{Diagram, discs_played, svg};
use othellier_record::{Record, transcript, with_game};
use othellier_report::picture::{Image, png};
use othellier_wire::Drawing;

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::{files, output, values};

/// Draw a diagram of a game or a position, as in books (SVG or PNG)
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier diagram f5d6c3d3c4 opening.svg
  othellier diagram WTH_1999.wtb game.png --number 12 --from 40
  othellier diagram game.sgf end.svg --from 60      the final position")]
pub(crate) struct Options {
    /// A file of games, moves such as `f5d6c3`, or a board with its side to move
    #[arg(value_name = "GAME|POSITION", allow_hyphen_values = true)]
    game: String,
    /// The picture to write: .svg or .png
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::from::<u64>(1))]
    number: u64,
    /// Show the board after this many moves, and number those that follow
    #[arg(long, value_name = "N", default_value = "0")]
    from: usize,
    /// Number the moves up to this one; by default to the last
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Board size: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
    /// Width of the picture, in pixels
    #[arg(long, value_name = "PIXELS", value_parser = values::within::<u32>(16..=8192))]
    width: Option<u32>,
}

/// Draws the diagram and reports the file.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let file = options.output.display().to_string();
    let image = Image::of(&options.output)?;
    let record =
        othellier_record::source::find_record(&options.game, options.number, options.size)?;
    let last = with_game!(&record.game, game => discs_played(game));
    let to = options.to.unwrap_or(last);
    for number in [options.from, to] {
        if number > last {
            let (number, last) = (number.to_string(), last.to_string());
            return Err(CliError::usage(message!("diagram-no-move", number = number, last = last)));
        }
    }
    if options.from > to {
        let (from, to) = (options.from.to_string(), to.to_string());
        return Err(CliError::usage(message!("diagram-order", from = from, to = to)));
    }
    let diagram = Diagram {
        from: options.from,
        to: Some(to),
        title: title(lang, &record),
        description: with_game!(&record.game, game => transcript::write(game)),
        width: options.width,
    };
    let picture = with_game!(&record.game, game => svg(game, &diagram));
    let bytes = match image {
        Image::Svg => picture.into_bytes(),
        Image::Png => png(&picture, 1.0)?,
    };
    files::write(&options.output, &bytes)?;
    if common.json {
        return output::json(&Drawing::Diagram { file, from: options.from, to });
    }
    let what = if options.from == to {
        lang.text("diagram-position")
    } else {
        let (first, last) = ((options.from + 1).to_string(), to.to_string());
        tr!(lang, "diagram-moves", first = first, last = last)
    };
    output::line(&tr!(lang, "diagram-drawn", file = file, what = what))
}

/// The title: the players, or the discs.
fn title(lang: Lang, record: &Record) -> String {
    let [black, white] = Color::ALL.map(|color| record.game.name(color));
    if !black.is_empty() || !white.is_empty() {
        return tr!(lang, "diagram-title-game", black = black, white = white);
    }
    let discs = with_game!(&record.game, game => game.position().to_string());
    tr!(lang, "diagram-title-position", discs = discs)
}
