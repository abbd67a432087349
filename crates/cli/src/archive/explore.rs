//! `othellier archive explore`: what was played in a position, with what results, and the
//! champion's evaluation.

use std::collections::HashMap;
use std::time::Instant;

use clap::Args;
use othellier_board::{Position, Size, with_size};
use othellier_locale::{Lang, thousands, tr};
use othellier_report::words::Words;
use othellier_search::champion::{Champion, SearchLevel};
use othellier_search::{SearchLimits, SearchReport, Searcher};
use othellier_tui::table::TextTable;
use othellier_wire::{Explored, ExploredType, Reply, Trust, TrustedScore};

use crate::common::archive::{ArchiveArgs, FilterArgs, archive_error};
use crate::common::error::CliError;
use crate::common::games::read_position;
use crate::common::options::{Common, board_side};
use crate::common::table::print;
use crate::common::{output, values};

/// Show what was played in a position, with what results, and the champion's evaluation of each
/// reply
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier archive explore f5d6c3
  othellier archive explore f5d6c3d3c4 --year 2015-2024 --player takanashi --level 16")]
pub(super) struct Options {
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(value_name = "POSITION", default_value = "startpos", allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    filter: FilterArgs,
    /// The champion's level, from 0 to 60; 8×8 only
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LEVEL,
          value_parser = values::within::<u32>(values::LEVELS))]
    level: u32,
    #[command(flatten)]
    archive_args: ArchiveArgs,
}

/// Searches ten plies, and solves from 20 empty squares on: takes a moment.
const DEFAULT_LEVEL: u32 = 10;
/// Size of the champion's transposition table.
const TABLE: usize = 4 << 20;

pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let side = board_side(None, &options.position);
    with_size!(side, S => explore::<S>(common, &options)).expect("a side that is there")
}

fn explore<S: Size>(common: Common, options: &Options) -> Result<(), CliError> {
    let lang = common.lang;
    let position: Position<S> = read_position(lang, &options.position)?;
    let filter = options.filter.filter(lang, None)?;
    let archive = options.archive_args.open()?;
    let path = options.archive_args.path()?;
    let began = Instant::now();
    let explored = archive.explore(&position, &filter);
    let explored = explored.map_err(|error| archive_error(&path, Some(&archive), error))?;
    let seconds = began.elapsed().as_secs_f64();
    let evaluations = evaluations(&position, options.level);
    let value = |played: &str| evaluations.get(played).copied().unwrap_or(TrustedScore::NONE);
    let games = archive.games();
    let games = games.map_err(|error| archive_error(&path, Some(&archive), error))?;
    let shown = Explored::new(ExploredType::Explore, &position, games, &explored, value);
    let level = (!evaluations.is_empty()).then_some(options.level);
    if common.json {
        output::json(&Explored { level, seconds, ..shown })
    } else {
        show(lang, &shown)
    }
}

/// The champion's evaluation of each move.
type Evaluations = HashMap<String, TrustedScore>;

/// Empty for sizes other than 8×8.
fn evaluations<S: Size>(position: &Position<S>, level: u32) -> Evaluations {
    let Some(position) = position.as_eight() else { return Evaluations::new() };
    let mut champion = Champion::new(SearchLevel::new(level), 1, TABLE);
    let limits = SearchLimits::default().with_lines(usize::MAX);
    let mut evaluations = Evaluations::new();
    // A level that slips does so only in its final choice, not in the reported lines.
    champion.search(&position, &limits, &mut |report: &SearchReport| {
        evaluations = report
            .lines
            .iter()
            .filter_map(|line| Some((line.moves.first()?.to_string(), TrustedScore::from(line))))
            .collect();
    });
    evaluations
}

fn show(lang: Lang, explored: &Explored) -> Result<(), CliError> {
    let all = explored.all;
    let summary = tr!(
        lang,
        "archive-explored",
        games = all.games,
        wins = all.wins,
        draws = all.draws,
        losses = all.losses
    );
    output::line(&summary)?;
    let mut table = TextTable::of_numbers(String::new());
    let head = ["move", "games", "share", "rate", "discs", "last", "champion"];
    table.cells(head.map(|key| lang.text(&format!("archive-column-{key}"))).to_vec());
    for reply in &explored.replies {
        table.cells(cells(lang, reply, all.games));
    }
    print(&table)?;
    match explored.ended {
        0 => Ok(()),
        ended => output::line(&tr!(lang, "archive-ended", games = ended)),
    }
}

fn cells(lang: Lang, reply: &Reply, all: u64) -> Vec<String> {
    let count = &reply.count;
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let score =
        reply.score.map(|score| lang.signed(score, usize::from(reply.trust != Trust::Exact)));
    let same = reply.same.iter().map(|played| format!("={played}"));
    vec![
        [reply.played.clone()].into_iter().chain(same).collect::<Vec<_>>().join(" "),
        thousands(count.games),
        or_none((all > 0).then(|| lang.percent(count.games as f64 / all as f64))),
        or_none(count.score_rate.map(|rate| lang.percent(rate))),
        or_none(count.mean_discs.map(|discs| lang.signed(discs, 1))),
        or_none(count.last_year.map(|year| year.to_string())),
        or_none(score),
    ]
}
