//! `othellier perft`: counts the leaves of the game tree, on all cores.
//!
//! The tree is cut a few plies below the root; threads take the pieces one by one. A piece that
//! took the last free pass or ended early is counted while cutting.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use othellier_board::perft::{Passes, perft, perft_by};
use othellier_board::{Board, Eight, Move, Position, Size, Status, with_size};
use serde::Serialize;

use crate::arguments::{Common, KernelName, tier};
use crate::complaint::{Complaint, interrupt};
use crate::games::read_position;
use crate::lang::say;
use crate::moves::side_of;
use crate::output::{self, thousands};
use crate::values;

/// Count the leaves of the game tree: the test and the speed of the rules
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier perft 9                  3 005 320, passes free
  othellier perft 9 --pass-as-ply    3 005 288")]
pub(crate) struct Options {
    /// How many plies deep
    #[arg(value_name = "DEPTH", value_parser = values::from::<u32>(0))]
    depth: u32,
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, default_value = "startpos", value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Squares to a side: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
    /// Let a forced pass cost a ply; by default it is free
    #[arg(long)]
    pass_as_ply: bool,
    /// Threads to count on; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Instruction set to count with, on 8×8; by default the best of this machine
    #[arg(long, value_name = "KERNEL")]
    kernel: Option<KernelName>,
    /// Show the leaves below each move as well
    #[arg(long)]
    divide: bool,
}

#[derive(Serialize)]
struct Report {
    #[serde(rename = "type")]
    kind: &'static str,
    position: String,
    depth: u32,
    pass_as_ply: bool,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    kernel: &'static str,
    threads: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<Branch>,
}

#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    played: String,
    nodes: u64,
}

/// Counts and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    // Nothing is lost by stopping: a count has no result before its end.
    let _ = ctrlc::set_handler(|| interrupt());
    let passes = if options.pass_as_ply { Passes::Ply } else { Passes::Free };
    match (side_of(options.size, &options.position), options.kernel) {
        (8, kernel) => {
            let tier = tier(common.lang, kernel)?;
            let leaves = |board, depth| perft_by(tier, board, depth, passes).unwrap_or_default();
            count::<Eight>(common, &options, passes, tier.name(), leaves)
        }
        (_, Some(_)) => Err(Complaint::Usage(common.lang.text("perft-kernel-only-8"))),
        (side, None) => with_size!(side, S => {
            count::<S>(common, &options, passes, "generic", |board, depth| perft(board, depth, passes))
        })
        .expect("a side that was checked"),
    }
}

fn count<S: Size>(
    common: Common,
    options: &Options,
    passes: Passes,
    kernel: &'static str,
    leaves: impl Fn(Board<S>, u32) -> u64 + Sync,
) -> Result<(), Complaint> {
    let position: Position<S> = read_position(common.lang, &options.position)?;
    let threads = options.threads.or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);

    let started = Instant::now();
    let pieces = cut(&position, options.depth, passes);
    let counts = count_pieces(&pieces, threads, leaves);
    let seconds = started.elapsed().as_secs_f64();

    let nodes = counts.iter().sum();
    let divide = if options.divide { branches(&position, &pieces, &counts) } else { Vec::new() };
    let report = Report {
        kind: "perft",
        position: position.to_string(),
        depth: options.depth,
        pass_as_ply: options.pass_as_ply,
        nodes,
        seconds,
        nodes_per_second: nodes as f64 / seconds,
        kernel,
        threads,
        divide,
    };
    if common.json {
        return output::json(&report);
    }
    for branch in &report.divide {
        output::line(&format!("{:5} {:>20}", branch.played, thousands(branch.nodes)))?;
    }
    output::line(&say!(
        common.lang,
        "perft-result",
        depth = report.depth,
        nodes = nodes,
        seconds = common.lang.decimals(seconds, 3),
        rate = (report.nodes_per_second / 1e6) as u64,
        kernel = kernel,
        threads = threads
    ))
}

/// A part of the tree: the board at its top and how deep to count below it.
struct Piece<S: Size> {
    /// The move of the root that leads there.
    root: Option<Move<S>>,
    board: Board<S>,
    depth: u32,
}

/// Cuts the tree four plies below the root, or at the root where it is shallow.
fn cut<S: Size>(position: &Position<S>, depth: u32, passes: Passes) -> Vec<Piece<S>> {
    let plies = depth.saturating_sub(4).clamp(1, 4).min(depth);
    let mut pieces = Vec::new();
    descend(position, depth, plies, None, passes, &mut pieces);
    pieces
}

fn descend<S: Size>(
    position: &Position<S>,
    depth: u32,
    plies: u32,
    root: Option<Move<S>>,
    passes: Passes,
    pieces: &mut Vec<Piece<S>>,
) {
    if plies == 0 || depth == 0 || matches!(position.status(), Status::Over { .. }) {
        pieces.push(Piece { root, board: position.board(), depth });
        return;
    }
    for played in position.moves() {
        let free = played == Move::Pass && passes == Passes::Free;
        let (depth, plies) = if free { (depth, plies) } else { (depth - 1, plies - 1) };
        descend(&position.after(played), depth, plies, root.or(Some(played)), passes, pieces);
    }
}

/// The leaves of every piece.
fn count_pieces<S: Size>(
    pieces: &[Piece<S>],
    threads: usize,
    leaves: impl Fn(Board<S>, u32) -> u64 + Sync,
) -> Vec<u64> {
    let bar = ProgressBar::new(pieces.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed}  ~{eta}") {
        bar.set_style(style);
    }
    let next = AtomicUsize::new(0);
    let counts: Vec<_> = pieces.iter().map(|_| AtomicU64::new(0)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(pieces.len()) {
            scope.spawn(|| {
                while let Some((piece, count)) = {
                    let taken = next.fetch_add(1, Ordering::Relaxed);
                    pieces.get(taken).zip(counts.get(taken))
                } {
                    count.store(leaves(piece.board, piece.depth), Ordering::Relaxed);
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    counts.into_iter().map(AtomicU64::into_inner).collect()
}

/// The leaves below each move of the root.
fn branches<S: Size>(position: &Position<S>, pieces: &[Piece<S>], counts: &[u64]) -> Vec<Branch> {
    let below = |root| {
        let own = pieces.iter().zip(counts).filter(move |(piece, _)| piece.root == Some(root));
        own.map(|(_, count)| count).sum()
    };
    let moves = position.moves();
    moves.map(|played| Branch { played: played.to_string(), nodes: below(played) }).collect()
}
