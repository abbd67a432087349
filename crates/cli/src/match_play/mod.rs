//! `othellier match`: many games between two players, and the statistics of their results.
//!
//! The [settings](MatchSettings) are the arguments. This command reports and writes each game as it ends,
//! and reports the total, as text ([`table`]) or JSON.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use othellier_board::{Size, with_size};
use othellier_job::Job;
use othellier_locale::{Lang, describe_fault, tr};
use othellier_measure::{Fault, Match, MatchGame, MatchSettings, Totals};
use othellier_report::words::Words;
use othellier_spec::Access;
use othellier_wire::{MatchEvent, PreparedMatch};

use crate::common::error::CliError;
use crate::common::matches::files::{GameFiles, transcript_line};
use crate::common::matches::run::{self, prepare};
use crate::common::matches::{report_first_few, table};
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::table::print;
use crate::common::units::FolderArgs;
use crate::common::values;

/// Play a match between two players and measure who is stronger
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier match random random --games 1000 --seed 1
  othellier match A B --openings xot.txt --csv games.csv --games-out games.txt
  othellier match A B --games 20000 --sprt 0,10      stop when it is decided
  othellier match A B --games 2000 --out match       in a folder, to be resumed
  othellier match A B --games 2000 --out match --on nats://192.168.1.10:4222")]
pub(crate) struct Options {
    #[command(flatten)]
    settings: MatchSettings,
    /// Write one row for each game to this file
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    csv: Option<PathBuf>,
    /// Write the moves and the result of each game to this file
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    games_out: Option<PathBuf>,
    /// Games to play in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: FolderArgs,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    if let Some(folder) = options.units.folder()? {
        let threads = shared::threads(options.threads);
        return options.units.run(common, Job::Match(options.settings.clone()), folder, threads);
    }
    let side = options.settings.size;
    with_size!(side, S => play::<S>(common, options)).expect("a side that was checked")
}

fn play<S: Size>(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let settings = options.settings.completed(values::seed);
    let matchup: Match<S> = prepare(&settings, Access::Full, shared::threads(options.threads))?;
    let mut files = GameFiles::create(options.csv.as_ref(), options.games_out.as_ref())?;
    let (wanted, distinct) = matchup.variety();
    if distinct < wanted {
        let sentence = tr!(lang, "match-repeats", distinct = distinct, wanted = wanted);
        anstream::eprintln!("othellier: {sentence}");
    }
    if common.json {
        output::json(&MatchEvent::Settings(Box::new(PreparedMatch::new(settings, &matchup))))?;
    } else {
        print(&table::settings(lang, &settings, &matchup, ["A", "B"]))?;
    }

    let bar = progress::of_games(lang, matchup.games);
    let mut faults = 0;
    let outcome = run::play(&matchup, |game, totals| {
        bar.inc(1);
        bar.set_message(so_far(lang, totals));
        let line = othellier_wire::MatchGame::new(matchup.players.each_ref(), game);
        files.write(&line, &transcript_line(&line.opening, &line.moves, &line.result))?;
        if let Some(fault) = &game.finished.fault {
            faults += 1;
            bar.suspend(|| report_fault(lang, &matchup, game, fault, faults));
        }
        if common.json {
            bar.suspend(|| output::json(&MatchEvent::Game(Box::new(line))))
        } else {
            Ok(())
        }
    })?;
    bar.finish_and_clear();
    if common.json {
        output::json(&outcome.total(matchup.sprt))?;
    } else {
        print(&table::result(lang, matchup.sprt, &outcome))?;
        print(&table::efforts(lang, &outcome.totals, ["A", "B"].map(str::to_owned)))?;
    }
    outcome.exit()
}

/// Reports why a player lost by a fault, the first few times.
fn report_fault<S: Size>(
    lang: Lang,
    matchup: &Match<S>,
    game: &MatchGame<S>,
    fault: &Fault<S>,
    count: usize,
) {
    let number = (game.index + 1).to_string();
    let name = matchup.players[game.side(fault.color) as usize].to_string();
    let why = describe_fault(lang, &fault.kind);
    report_first_few(
        lang,
        tr!(lang, "match-fault", number = number, name = name, why = why),
        count,
    );
}

/// The score so far: `+12 =1 -7  62.5 %`.
fn so_far(lang: Lang, totals: &Totals) -> String {
    let rate = totals.score.score_rate();
    let rate = rate.map_or(String::new(), |rate| lang.percent(rate));
    format!("{}  {rate}", totals.score.plus_minus())
}
