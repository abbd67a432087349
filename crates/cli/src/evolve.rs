//! `othellier evolve`: weights bred by a genetic algorithm.
//!
//! The work is a job whose stages are generations.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use othellier_eval::classic::{Genome, GenomeError};
use othellier_job::Job;
use othellier_locale::Lang;
use othellier_measure::evolve::{EvolveSettings, Generation};
use othellier_platform::file::read_text;
use othellier_report::evolution::draw;

use crate::common::error::CliError;
use crate::common::files;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::units::UnitArgs;
use crate::common::values;

/// Breed evaluation weights by a genetic algorithm; the best genome is an evaluator
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier evolve --out evolution --generations 30 --charts evolution/charts
  othellier evolve --out evolution --generations 200 --until 25
  othellier evolve --out evolution --on nats://192.168.1.10:4222
  othellier match 'alphabeta(depth=2, eval=genome(file=evolution/results/best.txt))' level-4

DIR/results/best.txt has the best genome, generations.csv and generations.jsonl have each generation.")]
pub(crate) struct Options {
    /// Keep the games and the results in this folder; given again, it resumes
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    settings: EvolveSettings,
    /// Write figures of fitness, diversity, roulette wheel and weights to this folder, as SVG and
    /// PNG
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
    /// Units to play in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: UnitArgs,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let Options { out, settings, charts, threads, units } = options;
    let job = Job::Evolve(settings.clone());
    units.run(common, job, &out, shared::threads(threads))?;
    match charts {
        Some(charts) => draw_charts(common.lang, &settings, &out.join("results"), &charts),
        None => Ok(()),
    }
}

/// Draws the generations of an evolution that is complete; a shard has no results.
fn draw_charts(
    lang: Lang,
    settings: &EvolveSettings,
    results: &Path,
    charts: &Path,
) -> Result<(), CliError> {
    let path = results.join("generations.jsonl");
    if !path.exists() {
        return Ok(());
    }
    let lines = read_text(&path, u64::MAX).map_err(files::read_error)?;
    let history = lines.lines().map(serde_json::from_str).collect::<Result<Vec<Generation>, _>>();
    let history = history.map_err(|error| files::write_error(&path, error.into()))?;
    let path = results.join("best.txt");
    let genome = read_text(&path, Genome::MAX_BYTES).map_err(files::read_error)?;
    let genome = genome.parse().map_err(|error: GenomeError| files::refused(&path, error))?;
    let squares = u32::from(settings.size).pow(2);
    Ok(draw(&lang, charts, &genome, squares, settings.law, &history)?)
}
