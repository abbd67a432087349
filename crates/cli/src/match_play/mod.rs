//! `othellier match`: many games between two players, and the statistics of their results.
//!
//! [`Match`](othellier_measure::Match) plays the games; this command sets the match up, reports and
//! writes each game as it ends, and reports the total, as text ([`table`]) or JSON ([`wire`]).

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use othellier_board::{Size, with_size};
use othellier_job::Job;
use othellier_job::kinds::MatchPlay;
use othellier_locale::{Lang, describe_fault, tr};
use othellier_measure::stats::Sprt;
use othellier_measure::{Colors, Fault, Lines, MatchGame, TimeLimit, Totals};
use othellier_play::{TimeControl, show_duration};
use othellier_report::words::Words;
use othellier_spec::{Access, Spec};
use othellier_wire::MatchEvent;

use crate::common::error::CliError;
use crate::common::matches::files::{GameFiles, transcript_line};
use crate::common::matches::openings::{default_openings, read_openings};
use crate::common::matches::plan::Plan;
use crate::common::matches::report_first_few;
use crate::common::matches::{table, wire};
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::table::print;
use crate::common::units::FolderArgs;
use crate::common::values::{self, ExpectedValue};

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
    /// The first player, A: see `othellier players`
    a: Spec,
    /// The second player, B
    b: Spec,
    /// Number of games; each opening is played twice, with the colours swapped
    #[arg(long, value_name = "N", default_value = "100")]
    games: NonZeroUsize,
    /// Start games from the openings of this file, one per line: moves or a position
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Start games with this many random plies, 0 for none; by default 8×8 games start from a
    /// built-in list of balanced openings, and games on other boards with 8 random plies
    #[arg(long, value_name = "K")]
    random_plies: Option<usize>,
    /// Time limit for each move; a player that exceeds it by more than 50 ms loses the game (a
    /// thread may have to wait for a core)
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    time_per_move: Option<Duration>,
    /// Time of each side for the whole game, with an optional increment per move or byo-yomi: `5m`,
    /// `5m+2s`, `5m/30s`; a player that exceeds it loses the game
    #[arg(long, value_name = "TIME", conflicts_with = "time_per_move")]
    clock: Option<TimeControl>,
    /// Stop as soon as it is decided whether A is ELO0 or ELO1 stronger
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write one row for each game to this file
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    csv: Option<PathBuf>,
    /// Write the moves and the result of each game to this file
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    games_out: Option<PathBuf>,
    /// Squares to a side: 4, 6, 8 or 10
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    #[arg(conflicts_with = "units")]
    size: u8,
    /// Seed of the random numbers: the same seed repeats the same games
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Games to play in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: FolderArgs,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    if let Some(folder) = options.units.folder()? {
        let threads = shared::threads(options.threads);
        return options.units.run(common, options.job(), folder, threads);
    }
    with_size!(options.size, S => play::<S>(common, options)).expect("a side that was checked")
}

fn play<S: Size>(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let plan = build_plan::<S>(&options)?;
    let (csv, games) = (options.csv.as_ref(), options.games_out.as_ref());
    let mut files = GameFiles::create(csv, games)?;
    let (wanted, distinct) = plan.matchup.variety();
    if distinct < wanted {
        let sentence = tr!(lang, "match-repeats", distinct = distinct, wanted = wanted);
        anstream::eprintln!("othellier: {sentence}");
    }
    if common.json {
        output::json(&wire::settings(&plan))?;
    } else {
        print(&table::settings(lang, &plan, "A", "B"))?;
    }

    let bar = progress::of_games(lang, options.games.get());
    let mut faults = 0;
    let outcome = plan.run(|game, totals| {
        bar.inc(1);
        bar.set_message(so_far(lang, totals));
        let line = wire::game(&plan, game);
        files.write(&line, &transcript_line(&line.opening, &line.moves, &line.result))?;
        if let Some(fault) = &game.finished.fault {
            faults += 1;
            bar.suspend(|| report_fault(lang, &plan, game, fault, faults));
        }
        if common.json {
            bar.suspend(|| output::json(&MatchEvent::Game(Box::new(line))))
        } else {
            Ok(())
        }
    })?;
    bar.finish_and_clear();
    if common.json {
        output::json(&wire::total(&plan, &outcome))?;
    } else {
        print(&table::result(lang, &plan, &outcome))?;
        print(&table::efforts(lang, &outcome.totals, ["A", "B"].map(str::to_owned)))?;
    }
    outcome.exit()
}

impl Options {
    /// The match as a job.
    fn job(&self) -> Job {
        Job::Match(MatchPlay {
            players: [&self.a, &self.b].map(Spec::to_string),
            games: self.games.get(),
            openings: self.openings.clone().map(Lines::File),
            random_plies: self.random_plies,
            time_per_move: self.time_per_move.map(show_duration),
            clock: self.clock.map(|clock| clock.to_string()),
            sprt: self.sprt.map(|sprt| sprt.hypotheses().into()),
            seed: self.seed.unwrap_or_else(values::seed),
            unit: MatchPlay::UNIT,
        })
    }
}

/// Checks the options and prepares the match.
fn build_plan<S: Size>(options: &Options) -> Result<Plan<S>, CliError> {
    let seed = options.seed.unwrap_or_else(values::seed);
    let pairs = options.games.get().div_ceil(2);
    let (openings, random_plies) = match &options.openings {
        Some(path) => (read_openings(path)?, None),
        None => default_openings(options.random_plies, pairs, seed)?,
    };
    let matchup = othellier_measure::Match {
        players: [options.a.clone(), options.b.clone()],
        games: options.games.get(),
        openings,
        colors: Colors::Swapped,
        limit: options
            .time_per_move
            .map(TimeLimit::per_move)
            .or(options.clock.map(TimeLimit::Game)),
        sprt: options.sprt,
        seed,
        access: Access::Full,
        threads: shared::threads(options.threads),
    };
    let openings_file = options.openings.as_ref().map(|path| path.display().to_string());
    Plan { matchup, openings_file, random_plies }.checked()
}

/// Reads `ELO0,ELO1`.
fn sprt(text: &str) -> Result<Sprt, ExpectedValue> {
    let numbers = text
        .split_once(',')
        .and_then(|(elo0, elo1)| Sprt::new(elo0.trim().parse().ok()?, elo1.trim().parse().ok()?));
    numbers.ok_or(ExpectedValue::Described("expected-elos"))
}

/// Reports why a player lost by a fault, the first few times.
fn report_fault<S: Size>(
    lang: Lang,
    plan: &Plan<S>,
    game: &MatchGame<S>,
    fault: &Fault<S>,
    count: usize,
) {
    let number = (game.index + 1).to_string();
    let name = plan.matchup.players[game.side(fault.color) as usize].to_string();
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
