//! `othellier tournament`: round robin, gauntlet, Swiss or knock-out between many players.
//!
//! [`Tournament`] plays the games; this command shows the standings while they change, and reports the
//! result, as text ([`table`]) or JSON. In a folder, a tournament is a job.

mod table;

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use othellier_board::{Size, with_size};
use othellier_job::Job;
use othellier_locale::{Lang, describe_fault, tr};
use othellier_measure::Lines;
use othellier_measure::tournament::{
    EntriesError, Entry, Results, Standing, Tournament, TournamentGame, TournamentSettings,
};
use othellier_spec::Access;
use othellier_tui::table::TextTable;
use othellier_wire::{
    self as wire, PreparedTournament, StandingRow, TournamentEvent, TournamentTotal,
};

use crate::common::error::CliError;
use crate::common::files;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::matches;
use crate::common::matches::files::{GameFiles, create, transcript_line};
use crate::common::matches::run::unusable;
use crate::common::matches::table::limit_row;
use crate::common::matches::table::openings_in_words;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::table::print;
use crate::common::units::FolderArgs;
use crate::common::values;

/// Play a tournament: everyone against everyone, a gauntlet, a Swiss or a knock-out
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier tournament level-1 level-2 level-3 level-4 --games 10
  othellier tournament --players field.toml --format swiss --rounds 7 --out swiss
  othellier tournament new='pvs(depth=4)' old='pvs(depth=3)' level-6 --format gauntlet")]
pub(crate) struct Options {
    #[command(flatten)]
    settings: TournamentSettings,
    /// Add the players of this TOML file: `[[players]]`, each with `spec` and optionally `name`
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
    /// Write one row for each game to this file
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    csv: Option<PathBuf>,
    /// Write the final standings to this file, one row for each player
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    standings_csv: Option<PathBuf>,
    /// Write the moves and the result of each game to this file
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    games_out: Option<PathBuf>,
    /// Games to play in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: FolderArgs,
}

pub(crate) fn run(common: Common, mut options: Options) -> Result<(), CliError> {
    if let Some(path) = &options.players {
        let more = Entry::read_file(path).map_err(|error| match error {
            EntriesError::File(_) => CliError::usage(error),
            error => files::refused(path, error),
        })?;
        options.settings.players.extend(more);
    }
    if let Some(folder) = options.units.folder()? {
        let threads = shared::threads(options.threads);
        let job = Job::Tournament(options.settings.clone());
        return options.units.run(common, job, folder, threads);
    }
    let side = options.settings.size;
    with_size!(side, S => play::<S>(common, options)).expect("a side that was checked")
}

fn play<S: Size>(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let settings = options.settings.completed(values::seed);
    let tournament = settings.prepare::<S>(Access::Full, shared::threads(options.threads));
    let tournament = tournament.map_err(|error| unusable(error, settings.openings.as_ref()))?;
    tournament.check().map_err(CliError::usage)?;
    let mut out = Out {
        common,
        files: GameFiles::create(options.csv.as_ref(), options.games_out.as_ref())?,
        prior: settings.prior,
        faults: 0,
    };
    if common.json {
        let prepared = PreparedTournament::new(settings, &tournament);
        output::json(&TournamentEvent::Settings(Box::new(prepared)))?;
    } else {
        print(&settings_table(lang, &settings, &tournament))?;
    }

    let pairs = tournament.games / 2;
    let distinct = tournament.openings.distinct(pairs);
    if distinct < pairs {
        let sentence = tr!(lang, "match-repeats", distinct = distinct, wanted = pairs);
        anstream::eprintln!("othellier: {sentence}");
    }

    let stop = stop_on_ctrl_c();
    let bar = progress::bar(
        lang,
        tournament.format.games(tournament.participants.len(), tournament.games),
        "{bar:30} {pos}/{len}  {per_sec}  ~{eta}\n{msg}",
    );
    let started = Instant::now();
    let mut problem = None;
    let results = tournament.run(&stop, &mut |game, results| {
        bar.set_length(bar.length().unwrap_or(0).max(results.games() as u64));
        bar.set_position(results.games() as u64);
        if !bar.is_hidden() {
            bar.set_message(table::live(&tournament.participants, &tournament.standings(results)));
        }
        match bar.suspend(|| out.game(&tournament, game, results)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                problem = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    bar.finish_and_clear();
    problem.map_or(Ok(()), Err)?;
    let results = results.map_err(CliError::usage)?;
    out.end(&tournament, options.standings_csv, &results, started.elapsed())?;
    if !results.is_over {
        interrupt();
    }
    Ok(())
}

/// The outputs: terminal or JSON, and files.
struct Out {
    common: Common,
    files: GameFiles,
    /// The prior of the ratings.
    prior: f64,
    faults: usize,
}

impl Out {
    /// Reports and writes a game that has just ended.
    fn game<S: Size>(
        &mut self,
        tournament: &Tournament<S>,
        game: &TournamentGame<S>,
        results: &Results,
    ) -> Result<(), CliError> {
        let lang = self.common.lang;
        let line = wire::TournamentGame::new(&tournament.participants, game);
        self.files.write(&line, &transcript_line(&line.opening, &line.moves, &line.result))?;
        if let Some(fault) = &game.finished.fault {
            self.faults += 1;
            let loser = game.seats[fault.color as usize];
            let name = tournament.participants[loser].name.as_str();
            let why = describe_fault(lang, &fault.kind);
            let number = results.games().to_string();
            let sentence = tr!(lang, "match-fault", number = number, name = name, why = why);
            matches::report_first_few(lang, sentence, self.faults);
        }
        if self.common.json {
            output::json(&TournamentEvent::Game(Box::new(line)))?;
            if results.rounds[game.id.round].is_complete() {
                let ratings = tournament.ratings(results, self.prior);
                let standings = tournament.standings(results);
                output::json(&TournamentEvent::Standings {
                    round: game.id.round + 1,
                    games: results.games(),
                    standings: StandingRow::all(&tournament.participants, &standings, &ratings),
                })?;
            }
        }
        Ok(())
    }

    fn end<S: Size>(
        &mut self,
        tournament: &Tournament<S>,
        csv: Option<PathBuf>,
        results: &Results,
        elapsed: Duration,
    ) -> Result<(), CliError> {
        let lang = self.common.lang;
        let ratings = tournament.ratings(results, self.prior);
        let standings = tournament.standings(results);
        let standing_rows = StandingRow::all(&tournament.participants, &standings, &ratings);
        if let Some(path) = &csv {
            let mut csv = csv::Writer::from_writer(create(path)?);
            let mut rows = standing_rows.iter();
            let written = rows.try_for_each(|row| csv.serialize(row));
            let written = written.map_err(io::Error::from).and_then(|()| csv.flush());
            written.map_err(|error| files::write_error(path, error))?;
        }
        if self.common.json {
            let total = TournamentTotal::new(results, standing_rows, elapsed);
            return output::json(&TournamentEvent::Total(Box::new(total)));
        }
        let title = tr!(lang, "tournament-standings", games = results.games());
        let participants = &tournament.participants;
        print(&table::standings(lang, title, participants, results, &standings, &ratings))?;
        let unrated = standings.iter().any(|standing| ratings.of(standing.player).is_none());
        if unrated && results.games() > 0 {
            output::line(&format!("  {}", lang.text("tournament-unrated")))?;
        }
        let sum = |count: fn(&Standing) -> u64| -> u64 { standings.iter().map(count).sum() };
        let faults = [sum(|one| one.illegal), sum(|one| one.crashes), sum(|one| one.time_losses)];
        if let [illegal, crashes, late] = faults
            && illegal + crashes + late > 0
        {
            let sentence =
                tr!(lang, "tournament-faults", illegal = illegal, crashes = crashes, late = late);
            output::line(&format!("  {sentence}"))?;
        }
        Ok(())
    }
}

fn settings_table<S: Size>(
    lang: Lang,
    settings: &TournamentSettings,
    tournament: &Tournament<S>,
) -> TextTable {
    let label = |key: &str| lang.text(&format!("match-{key}"));
    let version = env!("CARGO_PKG_VERSION");
    let mut table = TextTable::new(tr!(lang, "tournament-settings", version = version));
    for (number, participant) in (1..).zip(&tournament.participants) {
        let shown = if participant.name == participant.spec.to_string() {
            othellier_measure::display_spec(&participant.spec)
        } else {
            format!("{}: {}", participant.name, othellier_measure::effective(&participant.spec))
        };
        table.row(number.to_string(), shown);
    }
    table.row(lang.text("tournament-format"), tournament.format.to_string());
    table.row(lang.text("tournament-games-each"), tournament.games.to_string());
    let file = settings.openings.as_ref().and_then(Lines::file);
    let file = file.map(|path| path.display().to_string());
    let (plies, count) = (settings.random_plies, tournament.openings.count());
    let openings = openings_in_words(lang, file.as_deref(), plies, count);
    table.row(label("openings"), openings);
    if let Some(limit) = tournament.limit {
        limit_row(lang, &mut table, limit);
    }
    table.row(label("board"), format!("{0}×{0}", S::SIDE));
    table.row(label("seed"), tournament.seed.to_string());
    table.row(label("threads"), tournament.threads.to_string());
    table
}
