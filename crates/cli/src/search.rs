//! `othellier search`: searches a position and reports every iteration.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use othellier_board::{Position, Size, with_size};
use othellier_locale::{Lang, Value, message, thousands, tr};
use othellier_play::{MoveLimits, NoProgram, Player, Setup, build_limited};
use othellier_report::picture::{Image, SCALE, png, tree_words};
use othellier_report::tree_picture;
use othellier_search::{SearchReport, Trust};
use othellier_spec::{Access, Spec};
use othellier_wire::{self as wire, Report, SearchEvent, SearchResult};

use crate::common::error::CliError;
use crate::common::games::read_position;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::{self as shared, Common, MAX_TREE_DEPTH, board_side};
use crate::common::{output, values};

/// Search a position with a player and show the result of every depth
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier search --position f5d6c3 --time 1s --lines 3
  othellier search --player 'pvs(eval=mobility)' --depth 6
  othellier search --player 'alphabeta(depth=2)' --position d3c3 --tree tree.svg")]
pub(crate) struct Options {
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, default_value = "startpos", value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Who searches: see `othellier players`; by default the champion, or level-6 off 8×8
    #[arg(long, value_name = "PLAYER")]
    player: Option<Spec>,
    /// Search depth in plies, instead of the player's own
    #[arg(long, value_name = "D", value_parser = values::within::<u8>(1..=120))]
    depth: Option<u8>,
    /// Search time, such as 500ms or 2s
    #[arg(long, value_name = "T", value_parser = values::time)]
    time: Option<Duration>,
    /// Nodes to visit at most
    #[arg(long, value_name = "N", value_parser = values::from::<u64>(1))]
    nodes: Option<u64>,
    /// Threads to search with; by default the player's own, and all cores for the champion
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// How many of the best moves to show (multi-PV)
    #[arg(long, value_name = "K", default_value = "1")]
    lines: NonZeroUsize,
    /// Draw the whole tree of a small search to this file: .svg or .png
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Board size: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
    /// Seed of the random numbers: the same seed repeats the same choice
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let side = board_side(options.size, &options.position);
    with_size!(side, S => search::<S>(common, &options)).expect("a side that was checked")
}

fn search<S: Size>(common: Common, options: &Options) -> Result<(), CliError> {
    let lang = common.lang;
    let position: Position<S> = read_position(lang, &options.position)?;
    let seed = options.seed.unwrap_or_else(values::seed);
    let (player, limits) = player_and_limits(options, S::SIDE);
    let spec = limits.written(&player);
    let player = build_limited(&player, &limits, &Setup { seed, access: Access::Full });
    let mut player = player.map_err(|error| match error {
        NoProgram::Spec(error) => CliError::usage(error),
        NoProgram::Human => CliError::usage(message!("search-no-person")),
    })?;
    if let Some(file) = &options.tree {
        draw(lang, &mut *player, &position, &spec, file)?;
    }
    let Some((searcher, limits)) = player.search() else {
        return Err(CliError::usage(message!("search-no-search")));
    };
    let stop = stop_on_ctrl_c();
    let limits = limits.clone().with_lines(options.lines.get()).with_stop(&stop);
    let mut failed = None;
    let mut watched = false;
    let mut watch = |report: &SearchReport<S>| {
        watched = true;
        let printed = print_depth(common, options, &position, report);
        failed = failed.take().or(printed.err());
    };
    searcher.make_ready();
    if !common.json {
        output::line(&heading(lang))?;
    }
    let report = searcher.search(&position, &limits, &mut watch);
    match failed {
        Some(error) => return Err(error),
        // A searcher without iterative deepening reports only at the end.
        None if !watched => print_depth(common, options, &position, &report)?,
        None => {}
    }
    print_result(common, options, &position, &spec, seed, &report)?;
    if stop.is_stopped() { interrupt() } else { Ok(()) }
}

/// The player, and the limits of the command line; building it refuses one it cannot use.
fn player_and_limits(options: &Options, side: u8) -> (Spec, MoveLimits) {
    let usual = if side == 8 { "champion" } else { "level-6" };
    let player = options.player.clone();
    let player = player.unwrap_or_else(|| usual.parse().expect("a spec"));
    let is_alone = player.name == "champion" && player.option("threads").is_none();
    let threads = options.threads.or_else(|| is_alone.then(|| shared::threads(None)));
    let Options { depth, time, nodes, .. } = *options;
    (player, MoveLimits { depth, time, nodes, threads })
}

fn heading(lang: Lang) -> String {
    let word = |key: &str| lang.text(key);
    format!(
        "{:>5} {:>9} {:>8} {:>15} {:>11}  {}",
        word("search-depth"),
        word("search-score"),
        word("search-trust"),
        word("search-nodes"),
        word("search-seconds"),
        word("search-line")
    )
}

/// The trust column: exact, a confidence in percent, or an estimate.
fn trust(lang: Lang, trust: Trust) -> String {
    match trust {
        Trust::Exact => lang.text("search-exact"),
        Trust::Selective { percent } => format!("{percent} %"),
        Trust::Estimate => lang.text("search-estimate"),
        Trust::None => "-".to_owned(),
    }
}

fn print_depth<S: Size>(
    common: Common,
    options: &Options,
    position: &Position<S>,
    report: &SearchReport<S>,
) -> Result<(), CliError> {
    let lines = options.lines.get();
    if common.json {
        return output::json(&SearchEvent::Depth(Report::new(position, report, lines)));
    }
    let lang = common.lang;
    for line in report.lines.iter().take(lines) {
        let pv = wire::moves(&line.moves).join(" ");
        let score = match line.trust {
            Trust::None => "-".to_owned(),
            _ => lang.with_decimal_separator(&line.score.to_string()),
        };
        let nodes = thousands(report.nodes);
        let seconds = lang.decimals(report.elapsed.as_secs_f64(), 3);
        let trust = trust(lang, line.trust);
        output::line(&format!(
            "{:>5} {score:>9} {trust:>8} {nodes:>15} {seconds:>9} s  {pv}",
            report.depth
        ))?;
    }
    Ok(())
}

fn print_result<S: Size>(
    common: Common,
    options: &Options,
    position: &Position<S>,
    spec: &Spec,
    seed: u64,
    report: &SearchReport<S>,
) -> Result<(), CliError> {
    if common.json {
        let result = SearchResult::new(position, report, options.lines.get(), spec, seed);
        return output::json(&SearchEvent::Result(Box::new(result)));
    }
    let rate = report.nodes as f64 / report.elapsed.as_secs_f64().max(1e-9);
    let lang = common.lang;
    match report.lines.first() {
        None => return output::line(&lang.text("moves-over")),
        Some(line) => {
            let played = line.moves.first().map(ToString::to_string).unwrap_or_default();
            output::line(&tr!(lang, "search-best", played = played))?;
        }
    }
    output::line(&tr!(
        lang,
        "search-cost",
        nodes = report.nodes,
        seconds = lang.decimals(report.elapsed.as_secs_f64(), 3),
        rate = rate as u64,
        memory = report.memory.peak_bytes
    ))?;
    output::line(&tr!(lang, "search-seed", seed = seed.to_string()))?;
    match report.table {
        None => Ok(()),
        // Not every transposition table counts its entries.
        Some(table) if table.slots == 0 => {
            output::line(&tr!(lang, "search-table-short", probes = table.probes, hits = table.hits))
        }
        Some(table) => output::line(&tr!(
            lang,
            "search-table",
            probes = table.probes,
            hits = table.hits,
            collisions = table.collisions,
            filled = table.filled,
            slots = table.slots
        )),
    }
}

/// Draws the search tree at the player's own depth, which must be small.
fn draw<S: Size>(
    lang: Lang,
    player: &mut dyn Player<S>,
    position: &Position<S>,
    spec: &Spec,
    file: &std::path::Path,
) -> Result<(), CliError> {
    let image = Image::of(file)?;
    let no_tree = || CliError::usage(message!("search-no-tree"));
    let (searcher, limits) = player.search().ok_or_else(no_tree)?;
    let depth = limits.depth.unwrap_or(MAX_TREE_DEPTH);
    if depth > MAX_TREE_DEPTH {
        return Err(CliError::usage(message!("search-tree-too-deep", most = MAX_TREE_DEPTH)));
    }
    let trace = searcher.trace(position, depth).ok_or_else(no_tree)?;
    let words = tree_words(&lang, spec.to_string());
    let picture = match image {
        Image::Svg => tree_picture::svg(&trace, &words).into_bytes(),
        Image::Png => png(&tree_picture::outlined_svg(&trace, &words), SCALE)?,
    };
    std::fs::write(file, picture).map_err(|error| {
        let file = file.display().to_string();
        CliError::usage(message!("search-not-drawn", file = file, why = Value::localized(error)))
    })?;
    anstream::eprintln!("{}", tr!(lang, "search-drawn", file = file.display().to_string()));
    Ok(())
}
