//! `othellier bench`: the total nodes of a fixed set of searches (the signature), and their speed;
//! with `--threads`, what more threads are worth.

use std::num::NonZeroUsize;

use clap::Args;
use othellier_board::kernel::Tier;
use othellier_locale::{Lang, message, thousands, tr};
use othellier_measure::bench::threads::{ThreadRun, ThreadSuite, ThreadTotals};
use othellier_measure::bench::{Cost, SUITES};
use othellier_wire::{Bench, BenchPart, BenchType, ThreadBenchEvent, ThreadRow};

use crate::common::error::CliError;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::{Common, check_table_fits, tier};
use crate::common::{output, progress, values};

/// Search a fixed set of positions: the signature and the speed of the search
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier bench
  othellier bench --kernel scalar --json     another speed, the same signature
  othellier bench --threads 1,2,4,8,16       proofs: what more threads are worth
  othellier bench --threads 16 --midgame     midgame searches, with 1 and 16 threads")]
pub(crate) struct Options {
    /// Instruction set to search with; by default the best of this machine
    #[arg(long, value_name = "KERNEL", value_parser = values::named(Tier::ALL, Tier::name))]
    kernel: Option<Tier>,
    /// Compare these numbers of threads with one thread, in proofs of 20 to 24 empties
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = values::thread_count)]
    threads: Vec<NonZeroUsize>,
    /// Compare in midgame searches of 30 to 36 empties, at 73 % confidence, instead of proofs
    #[arg(long, requires = "threads")]
    midgame: bool,
    /// Depth of the midgame searches in plies; by default 28
    #[arg(long, value_name = "D", requires = "midgame")]
    #[arg(value_parser = values::within::<u8>(1..=u64::from(ThreadSuite::MIN_EMPTIES) - 1))]
    depth: Option<u8>,
    /// Size of the transposition table that the threads share
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "256MiB")]
    #[arg(requires = "threads")]
    hash: usize,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let tier = tier(options.kernel)?;
    if options.threads.is_empty() {
        signature(common, tier)
    } else {
        compare_threads(common, tier, &options)
    }
}

/// The fixed set on one thread.
fn signature(common: Common, tier: Tier) -> Result<(), CliError> {
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
    check_scores(total.wrong, total.positions)
}

/// Fails when a score is not the proven one.
fn check_scores(wrong: u64, positions: u64) -> Result<(), CliError> {
    match wrong {
        0 => Ok(()),
        wrong => {
            Err(CliError::failed(message!("solve-failed", wrong = wrong, positions = positions)))
        }
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

/// One thread, then the other numbers of threads, each compared with one.
fn compare_threads(common: Common, tier: Tier, options: &Options) -> Result<(), CliError> {
    let lang = common.lang;
    check_table_fits(options.hash)?;
    let suite = if options.midgame {
        ThreadSuite::Midgame { depth: options.depth.unwrap_or(ThreadSuite::DEFAULT_DEPTH) }
    } else {
        ThreadSuite::Proofs
    };
    let mut counts = vec![1];
    for count in options.threads.iter().map(|count| count.get()) {
        if !counts.contains(&count) {
            counts.push(count);
        }
    }
    let stop = stop_on_ctrl_c();
    let bar = progress::of_positions(suite.positions() * counts.len());
    if !common.json {
        output::line(&thread_title(lang, suite, tier, options.hash))?;
        output::line(&thread_header(lang))?;
    }
    let (mut one, mut wrong, mut searches) = (Vec::new(), 0, 0);
    for threads in counts {
        bar.set_message(tr!(lang, "bench-threads", threads = threads));
        let mut shown = Ok(());
        let mut watch = |run: &ThreadRun| {
            bar.inc(1);
            if common.json && shown.is_ok() {
                shown = bar.suspend(|| output::json(&ThreadBenchEvent::Position(run.into())));
            }
        };
        let Some(runs) = suite.run(threads, options.hash, tier, &stop, &mut watch) else {
            bar.finish_and_clear();
            interrupt();
        };
        shown?;
        if one.is_empty() {
            one = runs.clone();
        }
        let totals = ThreadTotals::new(&runs, &one).expect("a suite has positions");
        wrong += totals.wrong;
        searches += totals.positions;
        let row = ThreadRow::new(&totals, suite, tier.name(), options.hash);
        bar.suspend(|| {
            if common.json {
                output::json(&ThreadBenchEvent::Threads(row))
            } else {
                output::line(&thread_row(lang, &row))
            }
        })?;
    }
    bar.finish_and_clear();
    check_scores(wrong as u64, searches as u64)
}

fn thread_title(lang: Lang, suite: ThreadSuite, tier: Tier, table_bytes: usize) -> String {
    let (key, depth) = match suite {
        ThreadSuite::Proofs => ("bench-threads-proofs", 0),
        ThreadSuite::Midgame { depth } => ("bench-threads-midgame", depth),
    };
    tr!(
        lang,
        key,
        positions = suite.positions(),
        depth = depth,
        table = table_bytes >> 20,
        kernel = tier.name()
    )
}

fn thread_header(lang: Lang) -> String {
    let keys = ["threads", "nodes", "seconds", "rate", "speedup", "mean", "ratio"];
    thread_columns(keys.map(|key| lang.text(&format!("bench-threads-column-{key}"))))
}

fn thread_row(lang: Lang, row: &ThreadRow) -> String {
    thread_columns([
        row.threads.to_string(),
        thousands(row.nodes),
        lang.decimals(row.seconds, 2),
        lang.decimals(row.nodes_per_second / 1e6, 1),
        lang.decimals(row.speedup, 2),
        lang.decimals(row.mean_speedup, 2),
        lang.decimals(row.nodes_ratio, 2),
    ])
}

/// Right-aligned cells in columns wide enough for usual values.
fn thread_columns(cells: [String; 7]) -> String {
    let [threads, nodes, seconds, rate, speedup, mean, ratio] = cells;
    format!("{threads:>8} {nodes:>16} {seconds:>9} {rate:>10} {speedup:>12} {mean:>14} {ratio:>8}")
}
