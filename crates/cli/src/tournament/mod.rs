//! `othellier tournament`: round robin, gauntlet, Swiss or knock-out between many players.
//!
//! [`Tournament`] plays the games; this command writes every game to a [`TournamentJournal`], shows the
//! standings while they change, and reports the result, as text ([`table`]) or JSON.

mod table;

use std::error::Error;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use othellier_board::{Size, with_size};
use othellier_job::Job;
use othellier_job::kinds::TournamentRun;
use othellier_locale::{Lang, describe_fault, message, thousands, tr};
use othellier_measure::stats::Ratings;
use othellier_measure::tournament::journal::checksum;
use othellier_measure::tournament::{
    BRIGHTWELL, EntriesError, Entry, Format, ParseEntryError, Results, Tournament, TournamentGame,
    TournamentHeader, TournamentJournal,
};
use othellier_measure::{Lines, TimeLimit};
use othellier_spec::Access;
use othellier_tui::table::TextTable;
use othellier_wire::{self as wire, StandingRow, TournamentEvent, TournamentTotal};

use crate::common::error::CliError;
use crate::common::files;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::matches;
use crate::common::matches::files::{GameFiles, create, transcript_line};
use crate::common::matches::table::limit_row;
use crate::common::matches::table::openings_in_words;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::table::print;
use crate::common::units::FolderArgs;
use crate::common::values::{self, ExpectedValue};

/// Play a tournament: everyone against everyone, a gauntlet, a Swiss or a knock-out
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier tournament level-1 level-2 level-3 level-4 --games 10
  othellier tournament --players field.toml --format swiss --rounds 7 --journal swiss.jsonl
  othellier tournament new='pvs(depth=4)' old='pvs(depth=3)' level-6 --format gauntlet")]
pub(crate) struct Options {
    /// The players: see `othellier players`; optionally with a name: `new=pvs(depth=4)`
    #[arg(value_name = "PLAYER", value_parser = entry)]
    player: Vec<Entry>,
    /// Add the players of this TOML file: `[[players]]`, each with `spec` and optionally `name`
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
    /// How players are paired
    #[arg(long, value_enum, default_value = "round-robin")]
    format: FormatName,
    /// Rounds of a Swiss; by default enough to find the winner, and two more
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// Number of players, from the first, that run the gauntlet against the others; by default 1
    #[arg(long, value_name = "N")]
    runners: Option<NonZeroUsize>,
    /// Games of each pairing, an even number: each opening is played with both colours
    #[arg(long, value_name = "N", value_parser = values::even, default_value = "2")]
    games: usize,
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
    /// Write every game to this file, and resume from it if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    journal: Option<PathBuf>,
    /// Write one row for each game to this file
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    csv: Option<PathBuf>,
    /// Write the final standings to this file, one row for each player
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    standings_csv: Option<PathBuf>,
    /// Write the moves and the result of each game to this file
    #[arg(long, value_name = "FILE", conflicts_with = "units")]
    games_out: Option<PathBuf>,
    /// Prior of the ratings: virtual draws of each player against an average one, from 0 to 1000;
    /// with 1, all ratings are finite
    #[arg(long, value_name = "N", value_parser = values::decimal_within(0..=1000),
          default_value = "0")]
    prior: f64,
    /// Weight of an opponent's points in Brightwell's tie-break
    #[arg(long, value_name = "N", value_parser = values::decimal_within(0..=1000),
          default_value_t = BRIGHTWELL)]
    brightwell: f64,
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

/// The maximum number of players: a cross table must fit on the screen and in memory.
const MAX_PLAYERS: usize = 500;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum FormatName {
    RoundRobin,
    Gauntlet,
    Swiss,
    KnockOut,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    if let Some(folder) = options.units.folder()? {
        let threads = shared::threads(options.threads);
        return options.units.run(common, options.job(common.lang)?, folder, threads);
    }
    with_size!(options.size, S => play::<S>(common, options)).expect("a side that was checked")
}

fn play<S: Size>(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let (tournament, header) = set_up::<S>(lang, &options)?;
    let (journal, found) = match &options.journal {
        Some(path) => {
            let id_of =
                |game: &wire::TournamentGame| Some(game.played::<S>(&tournament.participants)?.0);
            let (journal, found) = TournamentJournal::open(path, &header, id_of)?;
            (Some(journal), found)
        }
        None => (None, Vec::new()),
    };
    let (csv, games) = (options.csv.as_ref(), options.games_out.as_ref());
    let files = GameFiles::create(csv, games)?;
    let mut out = Out { common, journal, files, faults: 0 };
    // A resumed tournament writes its files again, beginning with the games of its journal.
    found.iter().try_for_each(|game| out.files.write(game, &transcript(game)))?;
    out.begin(&tournament, &header, options.prior, found.len())?;

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
    bar.set_position(found.len() as u64);
    let started = Instant::now();
    let played = found.iter().filter_map(|game| game.played::<S>(&tournament.participants));
    let mut problem = None;
    let results = tournament.run(played.collect(), &stop, &mut |game, results| {
        bar.set_length(bar.length().unwrap_or(0).max(results.games() as u64));
        bar.set_position(results.games() as u64);
        if !bar.is_hidden() {
            bar.set_message(table::live(&tournament.participants, &tournament.standings(results)));
        }
        match bar.suspend(|| out.game(&tournament, game, results, options.prior)) {
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
    out.end(&tournament, &options, &results, started.elapsed())?;
    if !results.is_over {
        if options.journal.is_some() && !common.json {
            anstream::eprintln!("othellier: {}", lang.text("tournament-resume"));
        }
        interrupt();
    }
    Ok(())
}

impl Options {
    /// The players of the command line, then those of the file.
    fn entries(&self) -> Result<Vec<Entry>, CliError> {
        let mut entries = self.player.clone();
        if let Some(path) = &self.players {
            entries.extend(Entry::read_file(path).map_err(|error| match error {
                EntriesError::File(_) => CliError::usage(error),
                error => files::refused(path, error),
            })?);
        }
        if entries.len() > MAX_PLAYERS {
            let players = entries.len().to_string();
            let most = MAX_PLAYERS.to_string();
            let sentence = message!("tournament-too-many", players = players, most = most);
            return Err(CliError::usage(sentence));
        }
        Ok(entries)
    }

    /// The tournament as a job.
    fn job(&self, lang: Lang) -> Result<Job, CliError> {
        let entries = self.entries()?;
        let gauntlet = match format(lang, self, entries.len())? {
            Format::RoundRobin => None,
            Format::Gauntlet { runners } => Some(runners),
            Format::Swiss { .. } | Format::KnockOut => {
                return Err(CliError::usage(message!("units-later-games")));
            }
        };
        let text = |Entry { name, spec }: &Entry| match name {
            Some(name) => format!("{name}={spec}"),
            None => spec.to_string(),
        };
        Ok(Job::Tournament(TournamentRun {
            players: entries.iter().map(text).collect(),
            gauntlet,
            games: self.games,
            openings: self.openings.clone().map(Lines::File),
            random_plies: self.random_plies,
            time_per_move: self.time_per_move,
            seed: self.seed.unwrap_or_else(values::seed),
            unit: TournamentRun::UNIT,
            clock: None,
        }))
    }
}

/// Checks the options and prepares the tournament.
fn set_up<S: Size>(
    lang: Lang,
    options: &Options,
) -> Result<(Tournament<S>, TournamentHeader), CliError> {
    let participants = Entry::participants(options.entries()?);
    let format = format(lang, options, participants.len())?;
    // A resumed tournament has the seed of its journal.
    let of_journal = || options.journal.as_deref().and_then(TournamentHeader::seed_of);
    let seed = options.seed.or_else(of_journal).unwrap_or_else(values::seed);
    let mut file = None;
    let (openings, random_plies) = match &options.openings {
        Some(path) => {
            let bytes = matches::openings::openings_bytes(path)?;
            file = Some((path.display().to_string(), checksum(&bytes)));
            (matches::openings::parse_openings(path, &bytes)?, None)
        }
        None => {
            let count = format.openings(participants.len(), options.games);
            matches::openings::default_openings(options.random_plies, count, seed)?
        }
    };
    let tournament = Tournament {
        participants,
        format,
        games: options.games,
        openings,
        limit: options.time_per_move.map(TimeLimit::per_move),
        brightwell: options.brightwell,
        seed,
        access: Access::Full,
        threads: shared::threads(options.threads),
    };
    tournament.check().map_err(CliError::usage)?;
    let header = TournamentHeader::new(&tournament, file, random_plies);
    Ok((tournament, header))
}

/// Reads `SPEC` or `NAME=SPEC`.
fn entry(text: &str) -> Result<Entry, Box<dyn Error + Send + Sync>> {
    text.parse().map_err(|error| match error {
        ParseEntryError::NoName => ExpectedValue::Described("expected-participant").into(),
        ParseEntryError::Spec(error) => error.into(),
    })
}

/// The game as a line of moves and result.
fn transcript(game: &wire::TournamentGame) -> String {
    transcript_line(&game.opening, &game.moves, &game.result)
}

/// The requested format; options of other formats are refused.
fn format(lang: Lang, options: &Options, players: usize) -> Result<Format, CliError> {
    if players < 2 {
        return Err(CliError::usage(message!("tournament-too-few", players = players)));
    }
    let useless = |option: &str, only: &str| {
        CliError::usage(message!("tournament-useless", option = option, only = only))
    };
    if options.rounds.is_some() && options.format != FormatName::Swiss {
        return Err(useless("--rounds", "swiss"));
    }
    if options.runners.is_some() && options.format != FormatName::Gauntlet {
        return Err(useless("--runners", "gauntlet"));
    }
    Ok(match options.format {
        FormatName::RoundRobin => Format::RoundRobin,
        FormatName::KnockOut => Format::KnockOut,
        FormatName::Gauntlet => {
            let runners = options.runners.map_or(1, NonZeroUsize::get);
            if runners >= players {
                let sentence =
                    tr!(lang, "tournament-runners", runners = runners, players = players);
                return Err(CliError::usage(sentence));
            }
            Format::Gauntlet { runners }
        }
        FormatName::Swiss => match options.rounds {
            Some(rounds) => Format::Swiss { rounds: rounds.get() },
            None => Format::swiss(players),
        },
    })
}

/// The outputs: terminal or JSON, journal and files.
struct Out {
    common: Common,
    journal: Option<TournamentJournal>,
    files: GameFiles,
    faults: usize,
}

impl Out {
    fn begin<S: Size>(
        &self,
        tournament: &Tournament<S>,
        header: &TournamentHeader,
        prior: f64,
        found: usize,
    ) -> Result<(), CliError> {
        let version = env!("CARGO_PKG_VERSION");
        let settings = || wire::TournamentSettings::new(tournament, header, prior, found, version);
        if self.common.json {
            output::json(&TournamentEvent::Settings(Box::new(settings())))
        } else {
            print(&settings_table(self.common.lang, tournament, header, found))
        }
    }

    /// Reports and writes a game that has just ended.
    fn game<S: Size>(
        &mut self,
        tournament: &Tournament<S>,
        game: &TournamentGame<S>,
        results: &Results,
        prior: f64,
    ) -> Result<(), CliError> {
        let lang = self.common.lang;
        let line = wire::TournamentGame::new(&tournament.participants, game);
        if let Some(journal) = &mut self.journal {
            journal.add(&line)?;
        }
        self.files.write(&line, &transcript(&line))?;
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
                let ratings =
                    Ratings::new(tournament.participants.len(), &results.head_to_head(), prior);
                output::json(&TournamentEvent::Standings {
                    round: game.id.round + 1,
                    games: results.games(),
                    standings: StandingRow::all(
                        &tournament.participants,
                        &tournament.standings(results),
                        &ratings,
                    ),
                })?;
            }
        }
        Ok(())
    }

    fn end<S: Size>(
        &mut self,
        tournament: &Tournament<S>,
        options: &Options,
        results: &Results,
        elapsed: Duration,
    ) -> Result<(), CliError> {
        let lang = self.common.lang;
        if let Some(journal) = &self.journal {
            journal.finish()?;
        }
        let ratings =
            Ratings::new(tournament.participants.len(), &results.head_to_head(), options.prior);
        let standings = tournament.standings(results);
        let standing_rows = StandingRow::all(&tournament.participants, &standings, &ratings);
        if let Some(path) = &options.standings_csv {
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
        let sum = |count: fn(&othellier_measure::tournament::Standing) -> u64| -> u64 {
            standings.iter().map(count).sum()
        };
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
    tournament: &Tournament<S>,
    header: &TournamentHeader,
    found: usize,
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
    table.row(lang.text("tournament-format"), header.format.clone());
    table.row(lang.text("tournament-games-each"), tournament.games.to_string());
    let file = header.openings.as_deref();
    let openings = openings_in_words(lang, file, header.random_plies, tournament.openings.count());
    table.row(label("openings"), openings);
    if let Some(limit) = tournament.limit {
        limit_row(lang, &mut table, limit);
    }
    table.row(label("board"), format!("{0}×{0}", S::SIDE));
    table.row(label("seed"), tournament.seed.to_string());
    table.row(label("threads"), tournament.threads.to_string());
    if found > 0 {
        table.row(lang.text("tournament-found"), thousands(found as u64));
    }
    table
}
