//! `othellier archive search`: finds games.

use std::io;
use std::time::Instant;

use clap::Args;
use othellier_board::Color;
use othellier_locale::tr;
use othellier_record::format::Writer;
use othellier_record::wthor::Names;
use othellier_record::{Format, Record, transcript, with_game};
use othellier_tui::table::GrowingTable;
use othellier_wire::{ArchiveSearchEvent, ArchivedGame};

use super::export::{refuse_in_words, write_all};
use crate::common::archive::{ArchiveArgs, FilterArgs, archive_error};
use crate::common::error::CliError;
use crate::common::formats::{formats, today};
use crate::common::options::Common;
use crate::common::output;

/// Find games by player, event, year, result, opening or position
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier archive search --player tamenori --player shaman
  othellier archive search --position f5d6c3d3c4 --result white --year 2020-2024
  othellier archive search --event \"world championship\" --limit 5 --to ggf")]
pub(super) struct Options {
    #[command(flatten)]
    filter: FilterArgs,
    /// Games that reached this position, up to symmetry
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "opening")]
    position: Option<String>,
    /// How many games to show, latest first
    #[arg(long, value_name = "N", default_value = "20")]
    limit: usize,
    /// Write the games to standard output in this format
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: Option<Format>,
    #[command(flatten)]
    archive_args: ArchiveArgs,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let filter = options.filter.filter(lang, options.position.as_deref())?;
    let archive = options.archive_args.open()?;
    let path = options.archive_args.path()?;
    let failed = |error| archive_error(&path, Some(&archive), error);
    let began = Instant::now();
    let found = archive.find(&filter).map_err(failed)?;
    let seconds = began.elapsed().as_secs_f64();
    let shown = &found[..found.len().min(options.limit)];
    if let Some(format) = options.to {
        let writer = Writer::new(format, io::stdout().lock(), Names::default());
        let refuse = |number, why| refuse_in_words(lang, number, why);
        let (writer, _) = write_all(writer, &archive, &path, shown, &refuse, &CliError::from)?;
        return Ok(writer.finish(today()).map(drop)?);
    }
    let mut table = GrowingTable::default();
    for &number in shown {
        let record = archive.game(number).map_err(failed)?;
        let record = record.ok_or(othellier_archive::ArchiveError::Damaged { game: number });
        let record = record.map_err(failed)?;
        if common.json {
            let game = Box::new(ArchivedGame::new(number, &record));
            output::json(&ArchiveSearchEvent::Game(game))?;
        } else {
            output::lines(&table.push(cells(number, &record)))?
        }
    }
    let (games, total) = (archive.games().map_err(failed)?, found.len());
    if common.json {
        return output::json(&ArchiveSearchEvent::Total {
            found: total,
            shown: shown.len(),
            games,
            seconds,
        });
    }
    output::lines(&table.finish())?;
    output::line(&tr!(lang, "archive-found", found = total, games = games, shown = shown.len()))
}

fn cells(number: u32, record: &Record) -> Vec<String> {
    let score = record.black_score().map_or("?".to_owned(), |score| format!("{score:+}"));
    let opening: String =
        with_game!(&record.game, game => transcript::write(game)).chars().take(16).collect();
    let name = |color| record.game.name(color).to_owned();
    vec![
        number.to_string(),
        record.date.clone(),
        name(Color::Black),
        name(Color::White),
        score,
        record.event.clone(),
        opening,
    ]
}
