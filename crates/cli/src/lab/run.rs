//! `othellier lab run`: runs experiments.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use othellier_job::Job;
use othellier_job::kinds::ExperimentRun;
use othellier_locale::{Localized, Value, message, nearest, tr};
use othellier_measure::Lines;
use othellier_measure::experiment::{
    Experiment, Findings, Folder, GridValues, MAX_BYTES, PreparedExperiment, builtin,
};
use othellier_play::StopSignal;
use othellier_record::read_text;
use othellier_report::Format as ReportFormat;
use othellier_report::summary::{self, Standings};
use othellier_spec::Access;
use othellier_wire::ExperimentEvent;

use super::{report, waiting};
use crate::common::error::CliError;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::{Common, threads};
use crate::common::units::UnitArgs;
use crate::common::{files, output, progress, values};

/// Run experiments: names from `lab list`, `all` of them, or files of your own
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier lab run b1 b4 --quick
  othellier lab run all --out results       every experiment of the reports
  othellier lab run mine.toml --threads 1   one at a time, for undisturbed times
  othellier lab run b17 --set engine='gtp(cmd=\"edax -gtp -l 6\")'

Run again, it resumes with the missing units. DIR/NAME holds the journal, the settings
and tables as CSV, Parquet and JSON. At the end it writes a page with figures: in DIR/NAME
for one experiment, in DIR for several.")]
pub(super) struct Options {
    /// Names of experiments, `all`, or files
    #[arg(required = true, value_name = "WHAT")]
    what: Vec<String>,
    #[command(flatten)]
    settings: ExperimentRun,
    /// Output folder, with a folder for each experiment
    #[arg(long, value_name = "DIR", default_value = "lab-results")]
    out: PathBuf,
    /// Units to run in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Formats of the report, separated by commas; by default html and markdown
    #[arg(long, value_name = "FORMAT", value_parser = super::formats(), value_delimiter = ',')]
    to: Vec<ReportFormat>,
    /// Write no report; `othellier lab report` can do it later
    #[arg(long, conflicts_with = "to")]
    no_report: bool,
    #[command(flatten)]
    units: UnitArgs,
}

/// Runs them one after the other.
pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    if options.units.is_elsewhere() {
        return options.what.iter().try_for_each(|what| {
            let stem = Path::new(what).file_stem().unwrap_or(OsStr::new(what));
            let (out, threads) = (options.out.join(stem), threads(options.threads));
            let file = Lines::File(what.into());
            let job = Job::Experiment(ExperimentRun { file, ..options.settings.clone() });
            options.units.run(common, job, &out, threads)
        });
    }
    let mut chosen = Vec::new();
    for what in &options.what {
        match what.as_str() {
            "all" => {
                for (_, text) in builtin::ALL {
                    let experiment = Experiment::read(text).map_err(CliError::usage)?;
                    match waiting(&experiment) {
                        Some(why) => {
                            anstream::eprintln!("othellier: {}", why.in_language(common.lang));
                        }
                        None => chosen.push((text.to_owned(), experiment)),
                    }
                }
            }
            what => chosen.push(find(what)?),
        }
    }
    let ExperimentRun { quick, seed, .. } = options.settings;
    let given = options.settings.grid_values()?;
    check_keys(&given, &chosen)?;
    // Check everything before the first game.
    let mut prepared_all = Vec::new();
    for (text, experiment) in chosen {
        if let Some(why) = waiting(&experiment) {
            return Err(CliError::failed(why));
        }
        let keys: Vec<&str> = experiment.grid_keys().collect();
        let set = given.iter().filter(|given| keys.contains(&given.key.as_str()));
        let set: Vec<GridValues> = set.cloned().collect();
        let prepared = PreparedExperiment::new(&text, quick, seed, &set, &Access::Full);
        prepared_all.push(prepared.map_err(|error| unfit(&experiment.name, error))?);
    }
    let stop = stop_on_ctrl_c();
    let mut folders = Vec::new();
    for prepared in prepared_all {
        folders.push(carry_out(common, &options, &stop, prepared)?);
    }
    match folders.as_slice() {
        _ if options.no_report => Ok(()),
        [one] => report::write_page(common, &folders, &one.path, &options.to),
        _ => report::write_page(common, &folders, &options.out, &options.to),
    }
}

/// Refuses values for a key that no experiment has.
fn check_keys(set: &[GridValues], chosen: &[(String, Experiment)]) -> Result<(), CliError> {
    let keys: BTreeSet<&str> = chosen.iter().flat_map(|(_, one)| one.grid_keys()).collect();
    let Some(lost) = set.iter().find(|given| !keys.contains(given.key.as_str())) else {
        return Ok(());
    };
    let names: Vec<&str> = chosen.iter().map(|(_, one)| one.name.as_str()).collect();
    let known: Vec<&str> = keys.into_iter().collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let (name, key) = (names.join(", "), lost.key.as_str());
    Err(CliError::usage(message!("lab-set-unknown", name = name, key = key, known = known)))
}

/// Finds the text of an experiment by its name or its file.
fn find(what: &str) -> Result<(String, Experiment), CliError> {
    let text = match builtin::find(what) {
        Some(text) => text.to_owned(),
        None => match read_text(Path::new(what), MAX_BYTES) {
            Ok(text) => text,
            Err(error) if !what.contains(['/', '.']) => {
                let names = builtin::ALL.iter().map(|(name, _)| *name).chain(["all"]);
                let near = nearest(what, names).unwrap_or_default();
                let why = Value::localized(error.problem);
                let unknown = message!("lab-unknown", written = what, near = near, why = why);
                return Err(CliError::usage(unknown));
            }
            Err(error) => return Err(files::read_error(error)),
        },
    };
    let experiment = Experiment::read(&text).map_err(|error| unfit(what, error))?;
    Ok((text, experiment))
}

fn unfit(file: &str, why: impl Localized + Send + Sync + 'static) -> CliError {
    CliError::usage(message!("match-file-refused", file = file, why = Value::localized(why)))
}

/// Runs the missing units of one experiment.
fn carry_out(
    common: Common,
    options: &Options,
    stop: &StopSignal,
    prepared: PreparedExperiment,
) -> Result<Folder, CliError> {
    let lang = common.lang;
    let started = Instant::now();
    let path = options.out.join(prepared.folder_name());
    let (mut folder, mut journal) = Folder::open(&path, prepared)?;
    let (resumed, open) = (folder.rows.len(), folder.open_units());
    let threads = threads(options.threads);
    let title = folder.plan.experiment.title.tagged(lang.code());
    let begins = tr!(lang, "lab-begins", open = open, done = resumed, threads = threads.get());
    anstream::eprintln!("{title} – {begins}");
    let bar = progress::of_games(lang, open + resumed);
    bar.set_position(resumed as u64);
    bar.reset_eta();
    let mut standings = Standings::of(&folder.rows);
    folder.run(&mut journal, threads, stop, &mut |plan, row| {
        standings.add(row);
        bar.inc(1);
        bar.set_message(standings.in_words(&lang, plan, row));
    })?;
    folder.write_tables()?;
    bar.finish_and_clear();
    let (seconds, interrupted) = (started.elapsed().as_secs_f64(), stop.is_stopped());
    print_summary(common, &folder, resumed, seconds, interrupted)?;
    if interrupted {
        anstream::eprintln!("othellier: {}", lang.text("lab-interrupted"));
        interrupt();
    }
    Ok(folder)
}

/// Prints the summary on standard output.
fn print_summary(
    common: Common,
    folder: &Folder,
    resumed: usize,
    seconds: f64,
    interrupted: bool,
) -> Result<(), CliError> {
    let lang = common.lang;
    let findings = Findings::of(&folder.plan, &folder.rows);
    if common.json {
        output::json(&folder.provenance())?;
        let results = ExperimentEvent::results(&lang, folder, &findings);
        results.iter().try_for_each(output::json)?;
        return output::json(&ExperimentEvent::Total {
            name: folder.plan.experiment.name.clone(),
            folder: folder.path.display().to_string(),
            units: folder.plan.units().len(),
            finished: folder.rows.len(),
            resumed,
            seconds,
            interrupted,
        });
    }
    output::lines(&summary::lines(&lang, folder, &findings))?;
    output::line(&tr!(
        lang,
        "lab-done",
        finished = folder.rows.len(),
        units = folder.plan.units().len(),
        seconds = lang.decimals(seconds, 1),
        folder = folder.path.display().to_string()
    ))
}
