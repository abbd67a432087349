//! `othellier book build`: a book that grows by search, from games, or from an archive of them.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use othellier_board::Position;
use othellier_book::grow::{Growth, GrowthEnd};
use othellier_book::learn::PositionCounts;
use othellier_book::text::value_of_discs;
use othellier_book::{Analyst, Book};
use othellier_eval::patterns::Patterns;
use othellier_lab::bench::SIGNATURE;
use othellier_locale::{Lang, message, tr};
use othellier_record::AnyGame;
use othellier_search::StopSignal;
use serde::Serialize;

use super::{BookFile, SearchArgs};
use crate::common::archive::ArchiveArgs;
use crate::common::archive::FilterArgs;
use crate::common::archive::for_each_game;
use crate::common::error::CliError;
use crate::common::games::each_game;
use crate::common::games::read_position;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::values;

/// The default number of positions if no games are given.
const POSITIONS: usize = 1000;

/// Grow a book along the lines that lose least, or from games; an existing book is extended
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier book build mine.book --level 20 --positions 5000
  othellier book build tiger.book --position f5d6c3d3c4 --band 3 --time 1h
  othellier book build played.book --games games.ggf --plies 20 --at-least 2
  othellier book build known.book --from-archive --at-least 100 --year 2000-2024

Ctrl-C saves and stops; the same command resumes. The file is replaced atomically.")]
pub(super) struct Options {
    /// The book, which is created or extended
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
    /// Target number of positions; by default 1000, or those of the games
    #[arg(long, value_name = "N")]
    positions: Option<NonZeroUsize>,
    /// Stop after this time, such as 30m or 2h
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    time: Option<Duration>,
    /// Maximum loss of a line in discs, both sides together
    #[arg(long, value_name = "DISCS", value_parser = values::discs, default_value = "6")]
    band: f64,
    /// Maximum plies of a line or game
    #[arg(long, value_name = "N", value_parser = values::from::<u32>(0), default_value = "24")]
    plies: u32,
    /// Root of all lines: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, default_value = "startpos", value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// First add the positions of the games in these files or folders
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// First add the positions of the games in the archive
    #[arg(long)]
    from_archive: bool,
    #[command(flatten)]
    archive_args: ArchiveArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// Only positions that occur in at least N games
    #[arg(long, value_name = "N", value_parser = values::from::<u32>(0), default_value = "1")]
    at_least: u32,
    /// Interval between saves
    #[arg(long, value_name = "TIME", value_parser = values::time, default_value = "30s")]
    save_every: Duration,
}

impl Options {
    /// Naming an archive implies reading games from it.
    fn takes_archive(&self) -> bool {
        self.from_archive || self.archive_args.archive.is_some()
    }

    fn takes_games(&self) -> bool {
        !self.games.is_empty() || self.takes_archive()
    }

    /// Rejects options that need games if there are none.
    fn check(&self) -> Result<(), CliError> {
        let needs = |option: &str, needed: &str| {
            let sentence = message!("book-needs", option = option, needed = needed);
            Err(CliError::usage(sentence))
        };
        match self.filter.to_string().split_whitespace().next() {
            Some(option) if !self.takes_archive() => needs(option, "--from-archive"),
            _ if self.at_least > 1 && !self.takes_games() => needs("--at-least", "--games"),
            _ => Ok(()),
        }
    }
}

#[derive(Serialize)]
struct Total {
    #[serde(rename = "type")]
    kind: &'static str,
    file: String,
    positions: usize,
    /// Positions before the build.
    found: usize,
    /// The value of the root for its side to move.
    value: Option<f64>,
    level: u8,
    seconds: f64,
    /// Why it ended: full, exhausted, games, time, interrupted.
    ended: &'static str,
    provenance: String,
    interrupted: bool,
}

/// Grows and reports.
pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let root: Position = read_position(lang, &options.position)?;
    let analyst = options.search.analyst()?;
    options.check()?;
    let lines = game_positions(lang, &options)?;
    let (mut book_file, mut book) = BookFile::open_or_begin(&options.file)?;
    let found = book.len();
    let provenance = provenance(&options);
    book.add_provenance(&provenance);
    // Fail early if the file cannot be written.
    book_file.save(lang, &book)?;

    let wanted = match options.positions {
        Some(positions) => Some(positions.get()),
        None if !options.takes_games() => Some(POSITIONS),
        None => None,
    };
    let stop = stop_on_ctrl_c();
    let shown = wanted.unwrap_or_else(|| found + lines.missing(&book, options.at_least).len());
    let mut work = BuildRun::begin(common, &options, book_file, shown);
    let ended = work.run(&mut book, &lines, &options, wanted, root, &analyst, &stop);
    let BuildRun { mut book_file, error, started, bar, .. } = work;
    bar.finish_and_clear();
    error.map_or(Ok(()), Err)?;
    book_file.save(lang, &book)?;
    let total = Total {
        kind: "total",
        file: options.file.display().to_string(),
        positions: book.len(),
        found,
        value: book.value(root.board()).map(|value| value.discs()),
        level: analyst.level(),
        seconds: started.elapsed().as_secs_f64(),
        ended,
        provenance,
        interrupted: stop.is_stopped(),
    };
    report(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

/// A running build with periodic saves.
struct BuildRun {
    lang: Lang,
    book_file: BookFile,
    started: Instant,
    saved: Instant,
    save_every: Duration,
    time: Option<Duration>,
    bar: indicatif::ProgressBar,
    error: Option<CliError>,
}

impl BuildRun {
    fn begin(common: Common, options: &Options, book_file: BookFile, positions: usize) -> BuildRun {
        let bar = progress::of_positions(positions);
        let now = Instant::now();
        BuildRun {
            lang: common.lang,
            book_file,
            started: now,
            saved: now,
            save_every: options.save_every,
            time: options.time,
            bar,
            error: None,
        }
    }

    /// Adds the games, then grows the book. Returns why it ended.
    #[allow(clippy::too_many_arguments)]
    fn run(
        &mut self,
        book: &mut Book,
        lines: &PositionCounts,
        options: &Options,
        wanted: Option<usize>,
        root: Position,
        analyst: &Analyst,
        stop: &StopSignal,
    ) -> &'static str {
        let mut watch = |book: &Book| self.after_round(book);
        let mut learned = true;
        if !lines.is_empty() {
            learned = book.learn(lines, options.at_least, analyst, stop, &mut watch);
        }
        let stopped = match wanted {
            Some(positions) if learned => {
                let band = value_of_discs(options.band).expect("a band that was checked");
                let root = root.board();
                let growth = Growth { root, positions, band, plies: options.plies };
                Some(book.grow(&growth, analyst, stop, &mut watch))
            }
            _ => None,
        };
        match stopped {
            Some(GrowthEnd::Full) => "full",
            Some(GrowthEnd::Exhausted) => "exhausted",
            None if learned => "games",
            _ if stop.is_stopped() => "interrupted",
            _ => "time",
        }
    }

    /// Updates the progress bar, and saves the book if due.
    fn after_round(&mut self, book: &Book) -> ControlFlow<()> {
        self.bar.set_position(book.len() as u64);
        if self.saved.elapsed() >= self.save_every {
            if let Err(error) = self.book_file.save(self.lang, book) {
                self.error = Some(error);
                return ControlFlow::Break(());
            }
            self.saved = Instant::now();
        }
        match self.time.is_some_and(|time| self.started.elapsed() >= time) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The positions of all games to add; unreadable games are skipped.
fn game_positions(lang: Lang, options: &Options) -> Result<PositionCounts, CliError> {
    let (mut lines, plies) = (PositionCounts::default(), options.plies as usize);
    for file in &options.games {
        each_game(lang, file, &mut |game| lines.add(&game, plies))?;
    }
    if options.takes_archive() {
        for_each_game(lang, &options.archive_args, &options.filter, |record| {
            if let AnyGame::Eight(game) = &record.game {
                lines.add(game, plies);
            }
        })?;
    }
    Ok(lines)
}

/// The provenance line: a command that can be repeated.
fn provenance(options: &Options) -> String {
    let Options { search: SearchArgs { level, .. }, band, plies, position, .. } = options;
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("othellier {version} book build --level {level}");
    if let Some(positions) = options.positions {
        text += &format!(" --positions {positions}");
    }
    text += &format!(" --band {band} --plies {plies} --position '{}'", position.trim());
    for games in &options.games {
        let name = games.file_name().unwrap_or_default().to_string_lossy();
        text += &format!(" --games '{name}'");
    }
    if options.takes_archive() {
        text += &format!(" --from-archive{}", options.filter);
    }
    if options.takes_games() {
        text += &format!(" --at-least {}", options.at_least);
    }
    text + "; " + &origin()
}

/// The weights and the signature of the program that searches.
pub(super) fn origin() -> String {
    let (name, checksum) = (Patterns::shipped().name().to_owned(), othellier_weights::CHECKSUM);
    format!("weights {name} {checksum:08x}, signature {SIGNATURE}")
}

fn report(common: Common, total: &Total) -> Result<(), CliError> {
    if common.json {
        return output::json(total);
    }
    let lang = common.lang;
    output::line(&tr!(
        lang,
        "book-build-total",
        file = total.file.as_str(),
        positions = total.positions,
        added = total.positions.saturating_sub(total.found),
        level = total.level,
        value = total.value.map_or("?".to_owned(), |value| lang.signed(value, 2)),
        seconds = lang.decimals(total.seconds, 1),
        ended = total.ended
    ))
}
