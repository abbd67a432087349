//! `othellier bench`: the total nodes of a fixed set of searches (the signature), and their speed.

use clap::Args;
use othellier_lab::bench::{Cost, SUITES};
use othellier_locale::{message, tr};
use othellier_wire::{Bench, BenchPart, BenchType};

use crate::common::options::Common;

use crate::common::options::KernelName;

use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options::tier;
use crate::common::output;
use crate::common::progress;

/// Search a fixed set of positions: the signature and the speed of the search
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier bench
  othellier bench --kernel scalar --json     another speed, the same signature")]
pub(crate) struct Options {
    /// Instruction set to search with; by default the best of this machine
    #[arg(long, value_name = "KERNEL")]
    kernel: Option<KernelName>,
}

/// Searches and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let tier = tier(options.kernel)?;
    let stop = stop_on_ctrl_c();
    let bar = progress::of_positions(SUITES.iter().map(|part| part.positions()).sum());
    let mut total = Cost::default();
    let mut parts = Vec::new();
    for part in SUITES {
        bar.set_message(part.name);
        let Some(cost) = part.run(tier, &stop, &mut || bar.inc(1)) else {
            bar.finish_and_clear();
            interrupt();
        };
        total = total.plus(cost);
        let Cost { positions, nodes, .. } = cost;
        let seconds = cost.elapsed.as_secs_f64();
        parts.push(BenchPart { name: part.name.to_owned(), positions, nodes, seconds });
    }
    bar.finish_and_clear();
    let report = Bench {
        kind: BenchType::Tag,
        signature: total.nodes,
        nodes_per_second: total.nodes_per_second(),
        seconds: total.elapsed.as_secs_f64(),
        positions: total.positions,
        wrong: total.wrong,
        kernel: tier.name().to_owned(),
        parts,
    };
    if common.json {
        output::json(&report)?;
    } else {
        print_report(common, &report)?;
    }
    match total.wrong {
        0 => Ok(()),
        wrong => Err(CliError::failed(message!(
            "solve-failed",
            wrong = wrong,
            positions = total.positions
        ))),
    }
}

fn print_report(common: Common, report: &Bench) -> Result<(), CliError> {
    for part in &report.parts {
        output::line(&tr!(
            common.lang,
            "bench-part",
            name = part.name.as_str(),
            positions = part.positions,
            nodes = part.nodes,
            seconds = common.lang.decimals(part.seconds, 2)
        ))?;
    }
    output::line(&tr!(
        common.lang,
        "bench-total",
        signature = report.signature.to_string(),
        rate = (report.nodes_per_second / 1e6) as u64,
        kernel = report.kernel.as_str()
    ))
}
