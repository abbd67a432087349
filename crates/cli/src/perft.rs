//! `othellier perft`: counts the leaves of the game tree, on all cores.
//!
//! [`Perft`] splits the tree; this command chooses what counts.

use std::num::NonZeroUsize;
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fluent_bundle::FluentValue;
use othellier_board::kernel::Tier;
use othellier_board::perft::{Passes, perft, perft_by};
use othellier_board::reference::{self, Mailbox};
use othellier_board::{Board, Eight, Move, Position, Size, with_size};
use othellier_locale::{message, thousands, tr};
use othellier_measure::perft::{Perft, PerftCount};
use othellier_wire as wire;

use crate::common::error::CliError;
use crate::common::games::read_position;
use crate::common::interrupt::interrupt;
use crate::common::options::{self as shared, Common, board_side, tier};
use crate::common::{output, progress, values};

/// Count the leaves of the game tree: tests the rules and measures their speed
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier perft 9                  3 005 320, passes free
  othellier perft 9 --pass-as-ply    3 005 288
  othellier perft 8 --kernel mailbox --threads 1    an array of cells, to compare with bitboards

A board of 8×8 takes 2048 bits as 64 integers of 32 bits, 512 as the 64 bytes of `mailbox`, and
128 as two bitboards: 16 times less than the integers.")]
pub(crate) struct Options {
    /// How many plies deep
    #[arg(value_name = "DEPTH", value_parser = values::from::<u32>(0))]
    depth: u32,
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, default_value = "startpos", value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Board size: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
    /// Let a forced pass cost a ply; by default it is free
    #[arg(long)]
    pass_as_ply: bool,
    /// Threads to count on; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Counter: an instruction set (8×8 only; by default the best of this machine), or
    /// `mailbox`, a naive array of cells on any size
    #[arg(long, value_name = "KERNEL", value_parser = counters())]
    kernel: Option<Counter>,
    /// Show the leaves below each move as well
    #[arg(long)]
    divide: bool,
}

/// The implementation that counts: a bitboard kernel, or the naive board, which is never the default.
#[derive(Clone, Copy)]
enum Counter {
    Mailbox,
    Kernel(Tier),
}

fn counters() -> impl TypedValueParser<Value = Counter> {
    let names = ["mailbox"].into_iter().chain(Tier::ALL.map(Tier::name));
    let kernel = |name: String| Tier::ALL.into_iter().find(|tier| tier.name() == name);
    PossibleValuesParser::new(names)
        .map(move |name| kernel(name).map_or(Counter::Mailbox, Counter::Kernel))
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    // Nothing is lost by exiting at once: a count has no partial result.
    let _ = ctrlc::set_handler(|| interrupt());
    let passes = if options.pass_as_ply { Passes::Ply } else { Passes::Free };
    let side = board_side(options.size, &options.position);
    let kernel = match options.kernel {
        Some(Counter::Mailbox) => {
            return with_size!(side, S => {
                let method = CountMethod { kernel: "mailbox", board_bits: Mailbox::<S>::BITS };
                let leaves = |board, depth| reference::perft(board, depth, passes);
                count::<S>(common, &options, passes, method, leaves)
            })
            .expect("a side that was checked");
        }
        Some(Counter::Kernel(kernel)) => Some(kernel),
        None => None,
    };
    match (side, kernel) {
        (8, kernel) => {
            let tier = tier(kernel)?;
            let leaves = |board, depth| perft_by(tier, board, depth, passes).unwrap_or_default();
            let method = CountMethod::bitboards::<Eight>(tier.name());
            count::<Eight>(common, &options, passes, method, leaves)
        }
        (_, Some(_)) => Err(CliError::usage(message!("perft-kernel-only-8"))),
        (side, None) => with_size!(side, S => {
            let leaves = |board, depth| perft(board, depth, passes);
            count::<S>(common, &options, passes, CountMethod::bitboards::<S>("generic"), leaves)
        })
        .expect("a side that was checked"),
    }
}

/// The implementation that counts, for the report.
struct CountMethod {
    kernel: &'static str,
    board_bits: usize,
}

impl CountMethod {
    fn bitboards<S: Size>(kernel: &'static str) -> CountMethod {
        CountMethod { kernel, board_bits: 8 * size_of::<Board<S>>() }
    }
}

fn count<S: Size>(
    common: Common,
    options: &Options,
    passes: Passes,
    method: CountMethod,
    leaves: impl Fn(Board<S>, u32) -> u64 + Sync,
) -> Result<(), CliError> {
    let CountMethod { kernel, board_bits } = method;
    let position: Position<S> = read_position(common.lang, &options.position)?;
    let perft = Perft::new(position, options.depth, passes).map_err(CliError::usage)?;
    let threads = shared::threads(options.threads);

    let started = Instant::now();
    let bar = progress::of_work(perft.subtrees() as u64);
    let PerftCount { nodes, divide } = perft.count(threads, leaves, &|| bar.inc(1));
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();

    let branch =
        |(played, nodes): (Move<S>, u64)| wire::Branch { played: played.to_string(), nodes };
    let divide = if options.divide { divide.into_iter().map(branch).collect() } else { Vec::new() };
    let report = wire::Perft {
        kind: wire::PerftType::Tag,
        position: position.to_string(),
        depth: options.depth,
        pass_as_ply: options.pass_as_ply,
        nodes,
        seconds,
        nodes_per_second: nodes as f64 / seconds,
        kernel: kernel.to_owned(),
        board_bits,
        threads: threads.get(),
        divide,
    };
    if common.json {
        return output::json(&report);
    }
    for branch in &report.divide {
        output::line(&format!("{:5} {:>20}", branch.played, thousands(branch.nodes)))?;
    }
    let rate = report.nodes_per_second / 1e6;
    let rate = if rate < 10.0 {
        FluentValue::from(common.lang.decimals(rate, 2))
    } else {
        FluentValue::from(rate as u64)
    };
    output::line(&tr!(
        common.lang,
        "perft-result",
        depth = report.depth,
        nodes = nodes,
        seconds = common.lang.decimals(seconds, 3),
        rate = rate,
        kernel = kernel,
        bits = board_bits,
        threads = threads.get()
    ))
}
