//! `othellier tournament`: many players meet, and everyone has a place.
//!
//! The games are played by [`Cup`]; this says who plays ([`entrants`]), keeps every game
//! ([`journal`]), shows the standings while they change, and sums up at the end, for people
//! ([`table`]) or machines ([`wire`]).

mod entrants;
mod journal;
mod line;
mod table;
mod wire;

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use othellier_board::{Size, with_size};
use othellier_lab::MoveLimit;
use othellier_lab::cups::{BRIGHTWELL, Cup, CupError, CupGame, Entrant, Format, Sheet};
use othellier_lab::stats::Ratings;

use self::entrants::Written;
use self::journal::{Header, Journal, Player};
use self::line::GameLine;
use self::wire::{Settings, Standings, Total};
use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::duel::files::{GameFiles, create};
use crate::duel::table::{Table, limit_in_words, openings_in_words, print};
use crate::duel::{self, plan};
use crate::lang::{Lang, say};
use crate::output::{self, thousands};
use crate::solve::stop_on_ctrl_c;
use crate::trouble::fault_trouble;
use crate::values;
use crate::whole_file;

/// Play a tournament: everyone against everyone, a gauntlet, a Swiss or a knock-out
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier tournament level-1 level-2 level-3 level-4 --games 10
  othellier tournament --players field.toml --format swiss --rounds 7 --journal swiss.jsonl
  othellier tournament new='pvs(depth=4)' old='pvs(depth=3)' level-6 --format gauntlet")]
pub(crate) struct Options {
    /// Who plays: see `othellier players`; a name may stand before: `new=pvs(depth=4)`
    #[arg(value_name = "PLAYER", value_parser = entrants::written)]
    player: Vec<Written>,
    /// Take players from this TOML file too: `[[players]]`, each with `spec` and perhaps `name`
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
    /// Who meets whom
    #[arg(long, value_enum, default_value = "round-robin")]
    format: FormatName,
    /// Rounds of a Swiss; by default enough to find the winner, and two more
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// How many of the first players run the gauntlet of the others; by default 1
    #[arg(long, value_name = "N")]
    runners: Option<NonZeroUsize>,
    /// Games of players who meet, an even number: each opening is played with both colours
    #[arg(long, value_name = "N", value_parser = values::even, default_value = "2")]
    games: usize,
    /// Begin with the openings of this file, one on each line: moves or a position
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Begin with this many random plies, 0 for none; by default games begin with the openings of
    /// our own list, in which neither side stands better, and on other boards with 8 random plies
    #[arg(long, value_name = "K")]
    random_plies: Option<usize>,
    /// The most time for each move; a player that takes more loses the game (50 ms more are
    /// forgiven: a thread may have to wait for a core)
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    time_per_move: Option<Duration>,
    /// Keep every game in this file, and go on from it when it exists
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write one row for each game to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the final standings to this file, one row for each player
    #[arg(long, value_name = "FILE")]
    standings_csv: Option<PathBuf>,
    /// Write the moves and the result of each game to this file
    #[arg(long, value_name = "FILE")]
    games_out: Option<PathBuf>,
    /// Draws of each player against an average one that the ratings suppose, from 0 to 1000: with 1,
    /// all are finite
    #[arg(long, value_name = "N", value_parser = values::decimal_within(0..=1000),
          default_value = "0")]
    prior: f64,
    /// What an opponent's point is worth in Brightwell's tie-break
    #[arg(long, value_name = "N", value_parser = values::decimal_within(0..=1000),
          default_value_t = BRIGHTWELL)]
    brightwell: f64,
    /// Squares to a side: 4, 6, 8 or 10
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    size: u8,
    /// Seed of the dice: the same seed repeats the same games
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Games to play at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

/// As many as a table of everyone against everyone has room for.
const MOST_PLAYERS: usize = 500;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum FormatName {
    RoundRobin,
    Gauntlet,
    Swiss,
    KnockOut,
}

/// Plays the tournament.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    with_size!(options.size, S => play::<S>(common, options)).expect("a side that was checked")
}

fn play<S: Size>(common: Common, options: Options) -> Result<(), Complaint> {
    let lang = common.lang;
    let (cup, header) = settle::<S>(lang, &options)?;
    let (journal, found) = match &options.journal {
        Some(path) => {
            let (journal, found) = Journal::open::<S>(lang, path, &header, &cup.entrants)?;
            (Some(journal), found)
        }
        None => (None, Vec::new()),
    };
    let (csv, games) = (options.csv.as_ref(), options.games_out.as_ref());
    let files = GameFiles::create(lang, csv, games)?;
    let mut out = Out { common, journal, files, faults: 0 };
    // A tournament that goes on writes them anew, with the games that its journal knows first.
    found.iter().try_for_each(|game| out.files.write(game, &game.transcript()))?;
    out.begin(&cup, &header, options.prior, found.len())?;

    let pairs = cup.games / 2;
    let distinct = cup.openings.distinct(pairs);
    if distinct < pairs {
        let sentence = say!(lang, "match-repeats", distinct = distinct, wanted = pairs);
        anstream::eprintln!("othellier: {sentence}");
    }

    let stop = stop_on_ctrl_c();
    let bar = progress_bar(cup.format.games(cup.entrants.len(), cup.games));
    bar.set_position(found.len() as u64);
    let started = Instant::now();
    let known = journal::known::<S>(&found, &cup.entrants).collect();
    let mut problem = None;
    let sheet = cup.run(known, &stop, &mut |game, sheet| {
        bar.set_length(bar.length().unwrap_or(0).max(sheet.games() as u64));
        bar.set_position(sheet.games() as u64);
        if !bar.is_hidden() {
            bar.set_message(table::live(&cup.entrants, &cup.standings(sheet)));
        }
        match bar.suspend(|| out.game(&cup, game, sheet, options.prior)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(complaint) => {
                problem = Some(complaint);
                ControlFlow::Break(())
            }
        }
    });
    bar.finish_and_clear();
    problem.map_or(Ok(()), Err)?;
    let sheet = sheet.map_err(|error| refusal(lang, error))?;
    out.end(&cup, &options, &sheet, started.elapsed())?;
    if !sheet.is_over {
        if options.journal.is_some() && !common.json {
            anstream::eprintln!("othellier: {}", lang.text("tournament-resume"));
        }
        interrupt();
    }
    Ok(())
}

/// Everything that is decided before the first game.
fn settle<S: Size>(lang: Lang, options: &Options) -> Result<(Cup<S>, Header), Complaint> {
    let mut written = options.player.clone();
    if let Some(path) = &options.players {
        written.extend(entrants::read(lang, path)?);
    }
    if written.len() > MOST_PLAYERS {
        let players = written.len().to_string();
        let most = MOST_PLAYERS.to_string();
        let sentence = say!(lang, "tournament-too-many", players = players, most = most);
        return Err(Complaint::Usage(sentence));
    }
    let entrants = entrants::named(written);
    let format = format(lang, options, entrants.len())?;
    // A tournament that goes on has the seed it was begun with.
    let begun = || options.journal.as_deref().and_then(journal::seed);
    let seed = options.seed.or_else(begun).unwrap_or_else(values::seed);
    let mut openings_checksum = None;
    let (openings, random_plies) = match &options.openings {
        Some(path) => {
            let bytes = duel::openings_bytes(lang, path)?;
            openings_checksum = Some(journal::checksum(&bytes));
            (duel::parse_openings(lang, path, &bytes)?, None)
        }
        None => {
            let count = format.openings(entrants.len(), options.games);
            duel::made_openings(options.random_plies, count, seed)?
        }
    };
    let header = Header {
        kind: journal::KIND.to_owned(),
        version: journal::VERSION,
        seed,
        players: entrants.iter().map(player).collect(),
        format: table::format_name(format),
        games: options.games,
        openings: options.openings.as_ref().map(|path| path.display().to_string()),
        random_plies,
        openings_checksum,
        seconds_per_move: options.time_per_move.map(|time| time.as_secs_f64()),
        brightwell: options.brightwell,
        size: S::SIDE,
    };
    let cup = Cup {
        entrants,
        format,
        games: options.games,
        openings,
        limit: options.time_per_move.map(MoveLimit::new),
        brightwell: options.brightwell,
        seed,
        threads: plan::threads(options.threads),
    };
    cup.check().map_err(|error| refusal(lang, error))?;
    Ok((cup, header))
}

fn player(entrant: &Entrant) -> Player {
    Player { name: entrant.name.clone(), spec: entrant.spec.to_string() }
}

/// The format that is asked for; an option of another one is of no use.
fn format(lang: Lang, options: &Options, players: usize) -> Result<Format, Complaint> {
    if players < 2 {
        return Err(Complaint::Usage(say!(lang, "tournament-too-few", players = players)));
    }
    let useless = |option: &str, only: &str| {
        Complaint::Usage(say!(lang, "tournament-useless", option = option, only = only))
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
                    say!(lang, "tournament-runners", runners = runners, players = players);
                return Err(Complaint::Usage(sentence));
            }
            Format::Gauntlet { runners }
        }
        FormatName::Swiss => {
            let enough = players.next_power_of_two().trailing_zeros() as usize + 2;
            let most = players - 1 + players % 2;
            let rounds = options.rounds.map_or(enough.min(most), NonZeroUsize::get);
            Format::Swiss { rounds }
        }
    })
}

fn refusal(lang: Lang, error: CupError) -> Complaint {
    match error {
        CupError::Spec(error) => Complaint::spec(lang, error),
        CupError::Person { name } => Complaint::Usage(say!(lang, "match-person", name = name)),
        CupError::TooFew { players } => {
            Complaint::Usage(say!(lang, "tournament-too-few", players = players))
        }
        CupError::Stranger { id } => Complaint::Usage(say!(
            lang,
            "tournament-stranger",
            round = (id.round + 1).to_string(),
            meeting = (id.meeting + 1).to_string(),
            game = (id.game + 1).to_string()
        )),
    }
}

/// Shown only on a terminal, with the standings below it.
fn progress_bar(games: usize) -> ProgressBar {
    let bar = ProgressBar::new(games as u64);
    let template = "{bar:30} {pos}/{len}  {per_sec}  ~{eta}\n{msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Where everything is told and written.
struct Out {
    common: Common,
    journal: Option<Journal>,
    files: GameFiles,
    faults: usize,
}

impl Out {
    fn begin<S: Size>(
        &self,
        cup: &Cup<S>,
        header: &Header,
        prior: f64,
        found: usize,
    ) -> Result<(), Complaint> {
        let threads = cup.threads.get();
        match self.common.json {
            true => output::json(&Settings::new(header, &cup.entrants, prior, threads, found)),
            false => print(&settings(self.common.lang, cup, header, found)),
        }
    }

    /// A game that has just ended.
    fn game<S: Size>(
        &mut self,
        cup: &Cup<S>,
        game: &CupGame<S>,
        sheet: &Sheet,
        prior: f64,
    ) -> Result<(), Complaint> {
        let lang = self.common.lang;
        let line = GameLine::new(&cup.entrants, game);
        if let Some(journal) = &mut self.journal {
            journal.add(lang, &line)?;
        }
        self.files.write(&line, &line.transcript())?;
        if let Some(fault) = &game.finished.fault {
            self.faults += 1;
            let loser = game.seats[fault.color as usize];
            let name = cup.entrants[loser].name.as_str();
            let why = fault_trouble(lang, &fault.kind);
            let number = sheet.games().to_string();
            let sentence = say!(lang, "match-fault", number = number, name = name, why = why);
            duel::tell_few(lang, sentence, self.faults);
        }
        if self.common.json {
            output::json(&line.typed())?;
            if sheet.rounds[game.id.round].is_complete() {
                let ratings = Ratings::new(cup.entrants.len(), &sheet.encounters(), prior);
                output::json(&Standings {
                    kind: "standings",
                    round: game.id.round + 1,
                    games: sheet.games(),
                    standings: wire::places(&cup.entrants, &cup.standings(sheet), &ratings),
                })?;
            }
        }
        Ok(())
    }

    fn end<S: Size>(
        &mut self,
        cup: &Cup<S>,
        options: &Options,
        sheet: &Sheet,
        elapsed: Duration,
    ) -> Result<(), Complaint> {
        let lang = self.common.lang;
        if let Some(journal) = &self.journal {
            journal.finish(lang)?;
        }
        let ratings = Ratings::new(cup.entrants.len(), &sheet.encounters(), options.prior);
        let standings = cup.standings(sheet);
        let places = wire::places(&cup.entrants, &standings, &ratings);
        if let Some(path) = &options.standings_csv {
            let mut csv = csv::Writer::from_writer(create(lang, path)?);
            let mut rows = places.iter();
            let written = rows.try_for_each(|place| csv.serialize(place));
            let written = written.map_err(io::Error::from).and_then(|()| csv.flush());
            written.map_err(|error| whole_file::unwritten(lang, path, error))?;
        }
        if self.common.json {
            return output::json(&Total {
                kind: "total",
                games: sheet.games(),
                rounds: sheet.rounds.len(),
                standings: places,
                cross_table: wire::cross_table(sheet, cup.entrants.len()),
                seconds: elapsed.as_secs_f64(),
                interrupted: !sheet.is_over,
            });
        }
        let title = say!(lang, "tournament-standings", games = sheet.games());
        let entrants = &cup.entrants;
        print(&table::standings(lang, title, entrants, sheet, &standings, &ratings))?;
        let unrated = standings.iter().any(|standing| ratings.of(standing.player).is_none());
        if unrated && sheet.games() > 0 {
            output::line(&format!("  {}", lang.text("tournament-unrated")))?;
        }
        let sum = |count: fn(&othellier_lab::cups::Standing) -> u64| -> u64 {
            standings.iter().map(count).sum()
        };
        let faults = [sum(|one| one.illegal), sum(|one| one.crashes), sum(|one| one.time_losses)];
        if let [illegal, crashes, late] = faults
            && illegal + crashes + late > 0
        {
            let sentence =
                say!(lang, "tournament-faults", illegal = illegal, crashes = crashes, late = late);
            output::line(&format!("  {sentence}"))?;
        }
        Ok(())
    }
}

fn settings<S: Size>(lang: Lang, cup: &Cup<S>, header: &Header, found: usize) -> Table {
    let label = |key: &str| lang.text(&format!("match-{key}"));
    let version = env!("CARGO_PKG_VERSION");
    let mut table = Table::new(say!(lang, "tournament-settings", version = version));
    for (number, entrant) in (1..).zip(&cup.entrants) {
        let shown = match entrant.name == entrant.spec.to_string() {
            true => plan::shown(&entrant.spec),
            false => format!("{}: {}", entrant.name, plan::effective(&entrant.spec)),
        };
        table.row(number.to_string(), shown);
    }
    table.row(lang.text("tournament-format"), header.format.clone());
    table.row(lang.text("tournament-games-each"), cup.games.to_string());
    let file = header.openings.as_deref();
    let openings = openings_in_words(lang, file, header.random_plies, cup.openings.count());
    table.row(label("openings"), openings);
    if let Some(limit) = cup.limit {
        table.row(label("time-per-move"), limit_in_words(lang, limit));
    }
    table.row(label("board"), format!("{0}×{0}", S::SIDE));
    table.row(label("seed"), cup.seed.to_string());
    table.row(label("threads"), cup.threads.to_string());
    if found > 0 {
        table.row(lang.text("tournament-found"), thousands(found as u64));
    }
    table
}
