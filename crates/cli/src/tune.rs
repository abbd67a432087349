//! `othellier tune`: numbers of a player tuned by SPSA.
//!
//! The work is a job whose stages are batches of iterations. The champion's parameters can be changed only
//! in a tuning build.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use othellier_job::Job;
use othellier_measure::spsa::SpsaSettings;
use othellier_search::champion::parameters;
use othellier_wire::TuneEvent;

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::units::UnitArgs;
use crate::common::{options as shared, output, values};

/// Tune numbers of a player by SPSA: those that its text leaves open, or the champion's parameters
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier tune --out sum --number corners=10:0..50 --number mobility=1:0..20 \\
      --player 'alphabeta(depth=3, eval=sum(corners={corners}, mobility={mobility}))'
  othellier tune --out sum … --on nats://192.168.1.10:4222
  cargo run --release --features tune -- tune --out lmr --parameter lmr_min_depth,lmr_reduction

The champion's parameters can be changed only in a build with the feature `tune`, as in the last
example; the workers of a server need such a build, too. DIR/results/values.csv has the numbers,
tune.jsonl each iteration.")]
pub(crate) struct Options {
    /// Keep the games and the results in this folder; given again, it resumes
    #[arg(long, value_name = "DIR", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// List the champion's parameters with their values and ranges
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    settings: SpsaSettings,
    /// Units to play in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    units: UnitArgs,
}

/// Tunes, or lists the parameters.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let Some(out) = options.out.filter(|_| !options.list) else { return list(common) };
    let threads = shared::threads(options.threads);
    options.units.run(common, Job::Tune(options.settings), &out, threads)
}

fn list(common: Common) -> Result<(), CliError> {
    for parameter in parameters() {
        let (name, value, about) = (parameter.name, parameter.default, parameter.about);
        let (min, max) = (parameter.min, parameter.max);
        if common.json {
            let (name, about) = (name.to_owned(), about.to_owned());
            output::json(&TuneEvent::Parameter { name, value, min, max, about })?;
        } else {
            output::line(&format!("{name:32} {value:6}  {min}..{max}  {about}"))?
        }
    }
    Ok(())
}
