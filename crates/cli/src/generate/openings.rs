//! `othellier generate openings`: the balanced openings.
//!
//! [`OpeningSettings`] searches them and resumes an existing file.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use othellier_locale::tr;
use othellier_measure::balance::{OpeningProgress, OpeningSettings, ScoredOpening, opening_line};
use othellier_record::transcript;
use othellier_wire::{OpeningsEvent, OpeningsTotal};

use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::values;

/// Generate the list of balanced openings
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier generate openings --plies 6 --depth 6
  othellier generate openings --out balanced.txt         the list that matches begin with
  othellier match A B --openings balanced.txt
  After an interruption, the same command resumes where it stopped.")]
pub(crate) struct Options {
    /// Plies of every opening
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(1..=9), default_value = "8")]
    plies: u32,
    /// Depth of the champion's search from there, in plies
    #[arg(long, value_name = "D", value_parser = values::within::<u8>(1..=30), default_value = "12")]
    depth: u8,
    /// Keep the openings whose score is at most this many discs from a draw
    #[arg(long, value_name = "DISCS", value_parser = values::discs, default_value = "1")]
    within: f64,
    /// Write to this file, and resume it if it exists
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Openings to search in parallel; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let Options { plies, depth, within, .. } = options;
    let settings = OpeningSettings { plies, depth, within };
    let has_file = options.out.is_some();
    if !common.json && !has_file {
        output::line(&settings.header())?;
    }
    let stop = stop_on_ctrl_c();
    let bar = progress::of_positions(0);
    let started = Instant::now();
    let mut watch = |progress: OpeningProgress, opening: Option<&ScoredOpening>| {
        bar.set_length(progress.openings as u64);
        bar.set_position(progress.looked_at as u64);
        let Some(opening) = opening else { return ControlFlow::Continue(()) };
        let shown = bar.suspend(|| match common.json {
            true => {
                let moves = transcript::write(&opening.game);
                output::json(&OpeningsEvent::Opening { moves, score: opening.score })
            }
            false if has_file => Ok(()),
            false => output::line(&opening_line(opening)),
        });
        shown.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    };
    let threads = shared::threads(options.threads);
    let (progress, end) = settings.find(options.out.as_deref(), threads, &stop, &mut watch)?;
    bar.finish_and_clear();
    if let ControlFlow::Break(error) = end {
        return Err(error);
    }
    let OpeningProgress { openings, looked_at, kept } = progress;
    let total = OpeningsTotal {
        openings,
        searched: looked_at,
        kept,
        plies,
        depth,
        within,
        seconds: started.elapsed().as_secs_f64(),
        interrupted: looked_at < openings,
    };
    print_total(common, &total)?;
    if total.interrupted {
        interrupt();
    }
    Ok(())
}

/// Prints the total on stderr: standard output may hold the openings.
fn print_total(common: Common, total: &OpeningsTotal) -> Result<(), CliError> {
    if common.json {
        return output::json(&OpeningsEvent::Total(*total));
    }
    let sentence = tr!(
        common.lang,
        "openings-total",
        kept = total.kept,
        looked_at = total.searched,
        openings = total.openings,
        seconds = common.lang.decimals(total.seconds, 1)
    );
    anstream::eprintln!("{sentence}");
    Ok(())
}
