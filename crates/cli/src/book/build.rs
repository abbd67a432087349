//! `othellier book build`: a book that grows by search, from games, or from an archive of them.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use othellier_board::Position;
use othellier_book::BookFile;
use othellier_book::build::Build;
use othellier_book::grow::Growth;
use othellier_book::learn::PositionCounts;
use othellier_book::text::value_of_discs;
use othellier_eval::patterns::Patterns;
use othellier_job::Job;
use othellier_job::kinds::BookRun;
use othellier_locale::{Lang, message, tr};
use othellier_measure::bench::SIGNATURE;
use othellier_record::AnyGame;
use othellier_wire::{BookBuildTotal, TotalType};

use crate::common::archive::{ArchiveArgs, FilterArgs, for_each_game};
use crate::common::error::CliError;
use crate::common::games::{each_game, read_position};
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::{Common, check_table_fits};
use crate::common::units::UnitArgs;
use crate::common::{options as shared, output, progress, values};

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
  othellier book build share --games games.ggf --level 20 --shard 0/8

Ctrl-C saves and stops; the same command resumes. The file is replaced atomically.")]
pub(super) struct Options {
    /// The book, which is created or extended; with --shard or --on a folder
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    settings: BookRun,
    /// Positions to search in parallel; by default the number of cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Target number of positions; by default 1000, or those of the games
    #[arg(long, value_name = "N", conflicts_with = "units")]
    positions: Option<NonZeroUsize>,
    /// Stop after this time, such as 30m or 2h
    #[arg(long, value_name = "TIME", value_parser = values::time, conflicts_with = "units")]
    time: Option<Duration>,
    /// Maximum loss of a line in discs, both sides together
    #[arg(long, value_name = "DISCS", value_parser = values::discs, default_value = "6")]
    band: f64,
    /// Root of all lines: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, default_value = "startpos", value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// First add the positions of the games in the archive
    #[arg(long)]
    from_archive: bool,
    #[command(flatten)]
    archive_args: ArchiveArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// Interval between saves
    #[arg(long, value_name = "TIME", value_parser = values::time, default_value = "30s")]
    save_every: Duration,
    #[command(flatten)]
    units: UnitArgs,
}

impl Options {
    /// Naming an archive implies reading games from it.
    fn takes_archive(&self) -> bool {
        self.from_archive || self.archive_args.archive.is_some()
    }

    fn takes_games(&self) -> bool {
        !self.settings.games.is_empty() || self.takes_archive()
    }

    /// Rejects options that need games if there are none.
    fn check(&self) -> Result<(), CliError> {
        let needs = |option: &str, needed: &str| {
            let sentence = message!("book-needs", option = option, needed = needed);
            Err(CliError::usage(sentence))
        };
        match self.filter.to_string().split_whitespace().next() {
            Some(option) if !self.takes_archive() => needs(option, "--from-archive"),
            _ if self.takes_games() => Ok(()),
            _ if self.settings.at_least > 1 => needs("--at-least", "--games"),
            _ if self.units.is_elsewhere() => needs("--shard, --on", "--games"),
            _ => Ok(()),
        }
    }
}

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let root: Position = read_position(lang, &options.position)?;
    let threads = shared::threads(options.threads);
    options.check()?;
    let lines = game_positions(lang, &options)?;
    if options.units.is_elsewhere() {
        let mut settings = BookRun { games: Vec::new(), ..options.settings };
        settings.add(&lines);
        return options.units.run(common, Job::Book(settings), &options.file, threads);
    }
    check_table_fits(options.settings.table_bytes()?.saturating_mul(threads.get()))?;
    let analyst = options.settings.analyst(threads)?;
    let (mut book_file, mut book) = BookFile::open_or_begin(&options.file)?;
    let found = book.len();
    let provenance = provenance(&options);
    book.add_provenance(&provenance);
    // Fail early if the file cannot be written.
    book_file.save(&book)?;

    let wanted = match options.positions {
        Some(positions) => Some(positions.get()),
        None if !options.takes_games() => Some(POSITIONS),
        None => None,
    };
    let stop = stop_on_ctrl_c();
    let shown =
        wanted.unwrap_or_else(|| found + lines.missing(&book, options.settings.at_least).len());
    let build = Build {
        positions: lines,
        at_least: options.settings.at_least,
        growth: wanted.map(|positions| Growth {
            root: root.board(),
            positions,
            band: value_of_discs(options.band).expect("a band that was checked"),
            plies: options.settings.plies,
        }),
        time: options.time,
        save_every: options.save_every,
    };
    let bar = progress::of_positions(shown);
    let started = Instant::now();
    let ended = build.run(&mut book, &mut book_file, &analyst, &stop, &mut |book| {
        bar.set_position(book.len() as u64);
    });
    bar.finish_and_clear();
    let ended = ended?;
    let total = BookBuildTotal {
        kind: TotalType::Tag,
        file: options.file.display().to_string(),
        positions: book.len(),
        found,
        value: book.value(root.board()).map(|value| value.discs()),
        level: analyst.level(),
        seconds: started.elapsed().as_secs_f64(),
        ended: ended.name().to_owned(),
        provenance,
        interrupted: stop.is_stopped(),
    };
    report(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

/// The positions of all games to add; unreadable games are skipped.
fn game_positions(lang: Lang, options: &Options) -> Result<PositionCounts, CliError> {
    let (mut lines, plies) = (PositionCounts::default(), options.settings.plies as usize);
    for file in &options.settings.games {
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
    let Options { settings, band, position, .. } = options;
    let BookRun { level, plies, at_least, games, .. } = settings;
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("othellier {version} book build --level {level}");
    if let Some(positions) = options.positions {
        text += &format!(" --positions {positions}");
    }
    text += &format!(" --band {band} --plies {plies} --position '{}'", position.trim());
    for file in games {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        text += &format!(" --games '{name}'");
    }
    if options.takes_archive() {
        text += &format!(" --from-archive{}", options.filter);
    }
    if options.takes_games() {
        text += &format!(" --at-least {at_least}");
    }
    text + "; " + &origin()
}

/// The weights and the signature of the program that searches.
pub(super) fn origin() -> String {
    let (name, checksum) = (Patterns::shipped().name().to_owned(), othellier_weights::CHECKSUM);
    format!("weights {name} {checksum:08x}, signature {SIGNATURE}")
}

fn report(common: Common, total: &BookBuildTotal) -> Result<(), CliError> {
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
        ended = total.ended.as_str()
    ))
}
