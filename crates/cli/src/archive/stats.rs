//! `othellier archive stats`: summary statistics.

use clap::Args;
use othellier_locale::thousands;
use othellier_report::words::Words;
use othellier_tui::table::TextTable;
use othellier_wire::{ArchiveStats, PlayerGames};

use crate::common::archive::{ArchiveArgs, archive_error};
use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;
use crate::common::table::print;

/// Show what is in the archive: games, players, events, years, results
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier archive stats --json")]
pub(super) struct Options {
    /// Also check the integrity of the file: exit code 1 if it is damaged
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    archive_args: ArchiveArgs,
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let archive = options.archive_args.open()?;
    let path = options.archive_args.path()?;
    let failed = |error| archive_error(&path, Some(&archive), error);
    let stats = archive.stats().map_err(failed)?;
    let finished = stats.black_wins + stats.draws + stats.white_wins;
    let shown = ArchiveStats::new(path.display().to_string(), stats);
    if common.json {
        output::json(&shown)?
    } else {
        show(common, &shown, finished)?
    }
    if !options.check {
        return Ok(());
    }
    match archive.integrity_errors().map_err(failed)?.first() {
        None => Ok(()),
        Some(fault) => Err(CliError::failed(fault.clone())),
    }
}

fn show(common: Common, shown: &ArchiveStats, finished: u64) -> Result<(), CliError> {
    let lang = common.lang;
    let label = |key: &str| lang.text(&format!("archive-stats-{key}"));
    let share = |games: u64| {
        let part = games as f64 / finished.max(1) as f64;
        format!("{} ({})", thousands(games), lang.percent(part))
    };
    let mut table = TextTable::new(shown.archive.clone());
    table.row(label("games"), thousands(shown.games));
    table.row(label("players"), thousands(shown.players));
    table.row(label("events"), thousands(shown.events));
    table.row(label("moves"), thousands(shown.moves));
    if let (Some(first), Some(last)) = (shown.first_year, shown.last_year) {
        table.row(label("years"), format!("{first}–{last}"));
    }
    table.row(label("black"), share(shown.black_wins));
    table.row(label("draws"), share(shown.draws));
    table.row(label("white"), share(shown.white_wins));
    table.row(label("unknown"), thousands(shown.unknown));
    if let Some(mean) = shown.mean_score {
        table.row(label("mean"), lang.signed(mean, 2));
    }
    table.row(label("bytes"), thousands(shown.bytes));
    for (at, PlayerGames { player, games }) in shown.busiest.iter().enumerate() {
        let busiest = if at == 0 { label("busiest") } else { String::new() };
        table.row(busiest, format!("{player} ({})", thousands(*games)));
    }
    print(&table)
}
