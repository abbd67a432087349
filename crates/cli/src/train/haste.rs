//! `othellier train ordering`: which moves near the end are over soonest.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use othellier_eval::patterns::Patterns;
use othellier_train::haste::{Learned, Lesson, learn, measure, read, roots};
use serde::Serialize;

use super::{check_held_out, counting, plain_bar, shard_trouble, shards};
use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::duel::plan;
use crate::lang::say;
use crate::output;
use crate::solve::source::refused;
use crate::solve::stop_on_ctrl_c;
use crate::values;
use crate::whole_file;

/// Measure what moves near the end cost, and learn the order of moves that the solver takes
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train ordering games --boards 5000 --costs costs.txt --out ordering.bin
  othellier train ordering --costs costs.txt --out ordering.bin    learns from what was measured before")]
pub(crate) struct Options {
    /// Folders of shards, or shards, to take boards from; none to measure no more
    #[arg(value_name = "SHARDS")]
    shards: Vec<PathBuf>,
    /// The file of costs: what is measured is added, and boards that are there are not solved again
    #[arg(long, value_name = "FILE")]
    costs: PathBuf,
    /// Write what was learned here; the solver has it from crates/search/weights/ordering.bin
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many boards are solved, 300 positions of each at most
    #[arg(long, value_name = "N", default_value = "1000")]
    boards: NonZeroUsize,
    /// How often each position is learned from
    #[arg(long, value_name = "N", default_value = "8")]
    passes: NonZeroUsize,
    /// Hold out one board in so many, to see what was learned; 0 for none
    #[arg(long, value_name = "N", default_value = "16")]
    held_out: usize,
    /// Seed of the dice that choose boards and positions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Boards to solve at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

#[derive(Serialize)]
struct LayerLine {
    #[serde(rename = "type")]
    kind: &'static str,
    empties: u32,
    positions: usize,
    by_replies: f64,
    learned: f64,
}

#[derive(Serialize)]
struct Total {
    #[serde(rename = "type")]
    kind: &'static str,
    positions: usize,
    held_out: usize,
    seed: u64,
}

/// Measures, learns and tells.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let lang = common.lang;
    check_held_out(lang, options.held_out)?;
    if let Some(out) = &options.out {
        if place(out).is_some() && place(out) == place(&options.costs) {
            return Err(Complaint::Usage(lang.text("train-haste-same")));
        }
        whole_file::check(lang, out)?;
    }
    let stop = stop_on_ctrl_c();
    let costs = options.costs.display().to_string();
    let trouble = |error: std::io::Error| refused(lang, &costs, error.to_string());
    if !options.shards.is_empty() {
        let shards = shards(lang, &options.shards)?;
        let boards = roots(&shards, options.boards.get(), options.seed)
            .map_err(|error| shard_trouble(lang, &error))?;
        if boards.is_empty() {
            return Err(Complaint::Usage(lang.text("train-no-examples")));
        }
        let bar = plain_bar(boards.len() as u64);
        let watch = counting(lang, &bar, boards.len());
        let threads = plan::threads(options.threads).get();
        let judge = Patterns::shipped();
        measure(&judge, &boards, options.seed, &options.costs, threads, &stop, &watch)
            .map_err(trouble)?;
        bar.finish_and_clear();
        if stop.is_stopped() {
            anstream::eprintln!(
                "othellier: {}",
                say!(lang, "train-haste-later", file = costs.clone())
            );
            interrupt();
        }
    }
    let choices = read(&options.costs).map_err(trouble)?;
    let choices = choices.map_err(|line| {
        refused(lang, &costs, say!(lang, "train-haste-line", line = line.to_string()))
    })?;
    let lesson = Lesson { passes: options.passes.get(), held_out: options.held_out };
    let bar = plain_bar(lesson.passes as u64);
    let learned = learn(&choices, lesson, &stop, &mut |pass| bar.set_position(pass as u64));
    bar.finish_and_clear();
    let Some(learned) = learned else {
        if stop.is_stopped() {
            interrupt();
        }
        let key = if choices.is_empty() { "train-haste-few" } else { "train-haste-held-out" };
        return Err(Complaint::Failed(say!(lang, key, file = costs.clone())));
    };
    if let Some(out) = &options.out {
        whole_file::write(lang, out, &learned.to_bytes())?;
    }
    let held_out: usize = learned.held_out.iter().map(|layer| layer.positions).sum();
    let positions = choices.len() - held_out;
    let Options { held_out, seed, .. } = options;
    tell(&common, &learned, &Total { kind: "total", positions, held_out, seed })
}

/// Where a file is, or would be.
fn place(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    })
}

fn tell(common: &Common, learned: &Learned, total: &Total) -> Result<(), Complaint> {
    let lang = common.lang;
    if common.json {
        for layer in &learned.held_out {
            let (empties, positions) = (layer.empties, layer.positions);
            let (by_replies, learned) = (layer.by_replies, layer.learned);
            let kind = "layer";
            output::json(&LayerLine { kind, empties, positions, by_replies, learned })?;
        }
        return output::json(total);
    }
    output::line(&say!(
        lang,
        "train-haste-learned",
        positions = total.positions,
        seed = total.seed.to_string()
    ))?;
    for layer in &learned.held_out {
        output::line(&say!(
            lang,
            "train-haste-layer",
            empties = layer.empties,
            positions = layer.positions,
            replies = lang.decimals(layer.by_replies, 3),
            learned = lang.decimals(layer.learned, 3)
        ))?;
    }
    Ok(())
}
