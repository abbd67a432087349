//! Long work in units: here, as the share of one machine, or by the workers of a server.
//!
//! [`UnitArgs`] are the options that a command of long work has. With one of them the command describes
//! its work as a [`Job`] and leaves it to [`UnitArgs::run`]; `othellier grid` does the same from a file.

mod words;

pub(crate) use words::Sentence;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use othellier_job::audit::{AuditOptions, audit};
use othellier_job::kinds::KINDS;
use othellier_job::{
    Inputs, Job, Manifest, Shard, Stages, Summary, UnitFolder, numbers, output as results,
    run as run_units,
};
use othellier_job_nats::{Dropped, GatherEvent, Grid, SubmitOptions, collect_job, submit_job};
use othellier_locale::{Lang, Localized, message, tr};
use othellier_play::StopSignal;
use othellier_tui::table::TextTable;
use othellier_wire::{
    GridCollected, GridServerEvent, GridSubmitted, GridTotal, StandingRow, TotalType,
};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::common::error::CliError;
use crate::common::files::write_error;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::nats::{ServerOptions, check_complete};
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::table;
use crate::common::values::{self, ExpectedValue};

/// How long a unit may show no progress before another worker gets it.
const LEASE: Duration = Duration::from_secs(30);

/// A job: a file, or a kind with its settings.
#[derive(Args)]
pub(crate) struct JobArgs {
    /// The job file, or a kind of job
    #[arg(value_name = "JOB.toml|KIND")]
    job: String,
    /// Settings of a kind, such as games=1000
    #[arg(value_name = "KEY=VALUE", value_parser = setting)]
    settings: Vec<(String, Value)>,
}

/// Reads `KEY=VALUE`. A value is one of TOML; any other text is a string.
fn setting(text: &str) -> Result<(String, Value), ExpectedValue> {
    let setting = text.split_once('=').filter(|(key, _)| !key.is_empty());
    let (key, value) = setting.ok_or(ExpectedValue::Described("expected-setting"))?;
    let read = toml::from_str::<Map<String, Value>>(&format!("value = {value}"));
    let read = read.ok().and_then(|mut table| table.remove("value"));
    Ok((key.to_owned(), read.unwrap_or_else(|| value.into())))
}

impl JobArgs {
    pub(crate) fn manifest(&self) -> Result<(Manifest, Inputs), CliError> {
        if KINDS.contains(&self.job.as_str()) {
            Ok(Manifest::of_settings(&self.job, self.settings.iter().cloned().collect())?)
        } else if self.settings.is_empty() {
            Ok(Manifest::read_job(Path::new(&self.job))?)
        } else {
            let kinds = KINDS.join(", ");
            Err(CliError::usage(message!(
                "grid-no-kind",
                written = self.job.as_str(),
                kinds = kinds
            )))
        }
    }
}

/// The options of long work that may be done in units.
#[derive(Args)]
#[group(id = "units", multiple = true)]
pub(crate) struct UnitArgs {
    /// Do every N-th unit from unit I on: the share of one of N machines; `grid merge` joins them
    // The group of a type that flattens another one has no members but those that name it.
    #[arg(long, value_name = "I/N", value_parser = shard, group = "units")]
    #[arg(conflicts_with_all = ["on", "audit"])]
    shard: Option<Shard>,
    /// Let the workers of this NATS server do the units, and collect their results
    #[arg(long, value_name = "URL", group = "units")]
    on: Option<String>,
    #[command(flatten)]
    audit: AuditArguments,
    #[command(flatten)]
    server: ServerOptions,
}

/// The options of long work that has no output of its own.
#[derive(Args)]
pub(crate) struct FolderArgs {
    /// Do the work in units, and keep them and the results in this folder; given again, it resumes
    #[arg(long, value_name = "DIR", group = "units")]
    out: Option<PathBuf>,
    #[command(flatten)]
    units: UnitArgs,
}

impl FolderArgs {
    /// The folder, if the work is to be done in units.
    pub(crate) fn folder(&self) -> Result<Option<&Path>, CliError> {
        match &self.out {
            None if self.units.is_elsewhere() => Err(CliError::usage(message!("units-no-folder"))),
            out => Ok(out.as_deref()),
        }
    }

    /// [`UnitArgs::run`].
    pub(crate) fn run(
        &self,
        common: Common,
        job: Job,
        folder: &Path,
        threads: NonZeroUsize,
    ) -> Result<(), CliError> {
        self.units.run(common, job, folder, threads)
    }

    /// Does a job without keeping its units and results, and prints its summary.
    pub(crate) fn run_unkept(
        &self,
        common: Common,
        job: Job,
        threads: NonZeroUsize,
    ) -> Result<(), CliError> {
        let (manifest, inputs) = Manifest::of_job(job.name().to_owned(), job, Path::new(""))?;
        let home = tempfile::tempdir();
        let home = home.map_err(|error| write_error(&std::env::temp_dir(), error))?;
        let folder = UnitFolder::create(home.path(), manifest, &inputs)?;
        run_here(common, folder, None, None, threads, &self.units.audit)
    }
}

/// Reads `I/N`.
pub(crate) fn shard(text: &str) -> Result<Shard, ExpectedValue> {
    text.parse().map_err(|_| ExpectedValue::Described("expected-shard"))
}

impl UnitArgs {
    /// Whether the work is a share of it, or done by others.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.shard.is_some() || self.on.is_some()
    }

    /// Does a job whose files are named relative to this folder, and keeps its units and results in
    /// another one. Given again, it resumes.
    pub(crate) fn run(
        &self,
        common: Common,
        job: Job,
        out: &Path,
        threads: NonZeroUsize,
    ) -> Result<(), CliError> {
        let (manifest, inputs) = Manifest::of_job(job.name().to_owned(), job, Path::new(""))?;
        match &self.on {
            Some(url) => {
                let grid = self.server.connect(url)?;
                let how = SubmitOptions { lease: LEASE, priority: 0 };
                let submitted = submit(&grid, &manifest, &inputs, how)?;
                let audit = self.audit.chosen(1.0, threads);
                collect(common, &grid, &submitted.job, out, audit)
            }
            None => {
                let folder = UnitFolder::create(out, manifest, &inputs)?;
                run_here(common, folder, Some(out), self.shard, threads, &self.audit)
            }
        }
    }
}

/// Does the units of a folder on this machine, and writes the results if all of them are done: into `out`,
/// or beside the units if they are not kept.
pub(crate) fn run_here(
    common: Common,
    folder: UnitFolder,
    out: Option<&Path>,
    shard: Option<Shard>,
    threads: NonZeroUsize,
    audit: &AuditArguments,
) -> Result<(), CliError> {
    let lang = common.lang;
    let started = Instant::now();
    let manifest = folder.manifest().clone();
    let stop = stop_on_ctrl_c();
    let bar = progress::of_games(lang, manifest.units as usize);
    let mut begun = false;
    let done = run_units(&folder, shard.unwrap_or(Shard::ALL), threads, &stop, &mut |done| {
        bar.set_length(done.units);
        bar.set_position(done.done);
        if !begun {
            begun = true;
            bar.reset_eta();
            let open = done.units.saturating_sub(done.done);
            let (name, threads) = (manifest.name.as_str(), threads.get());
            let begins = tr!(
                lang,
                "grid-begins",
                name = name,
                open = open,
                done = done.older,
                threads = threads
            );
            bar.suspend(|| anstream::eprintln!("{begins}"));
        }
    });
    bar.finish_and_clear();
    let done = done?;
    let interrupted = !done.is_complete();
    let (audited, summary) = if interrupted || shard.is_some() {
        Default::default()
    } else {
        let path = folder.path().to_owned();
        let stages = Stages::open(vec![folder])?;
        finish(common, &stages, out.unwrap_or(&path), audit.chosen(0.0, threads), &stop)?
    };
    let total = GridTotal {
        kind: TotalType::Tag,
        name: manifest.name.clone(),
        job: manifest.id().to_string(),
        units: done.units,
        done: done.done,
        older: done.older,
        reproducible: manifest.reproducible,
        audited,
        folder: out.map(|out| out.display().to_string()),
        seconds: started.elapsed().as_secs_f64(),
        interrupted,
        summary,
    };
    if common.json {
        output::json(&total)?
    } else {
        print_summary(lang, &total.summary)?;
        let folder = total
            .folder
            .as_deref()
            .map_or(String::new(), |folder| tr!(lang, "grid-in-folder", folder = folder));
        output::line(&tr!(
            lang,
            "grid-done",
            done = total.done,
            units = total.units,
            seconds = lang.decimals(total.seconds, 1),
            folder = folder
        ))?
    }
    if interrupted && out.is_some() {
        anstream::eprintln!("othellier: {}", lang.text("lab-interrupted"));
    }
    if interrupted { Err(CliError::Interrupted) } else { Ok(()) }
}

/// Submits a job with its files, with a progress bar.
pub(crate) fn submit(
    grid: &Grid,
    manifest: &Manifest,
    inputs: &Inputs,
    how: SubmitOptions,
) -> Result<GridSubmitted, CliError> {
    let bar = progress::of_positions(manifest.units as usize);
    let submitted = submit_job(grid, manifest, inputs, how, &mut |queued| bar.set_position(queued));
    bar.finish_and_clear();
    Ok(submitted?)
}

/// Collects the results of a job into a folder as they come, with a progress bar.
pub(crate) fn collect(
    common: Common,
    grid: &Grid,
    job: &str,
    out: &Path,
    audit: Option<AuditOptions>,
) -> Result<(), CliError> {
    let record = grid.job(job)?;
    let stop = stop_on_ctrl_c();
    let bar = progress::of_games(common.lang, record.units as usize);
    let watch = &mut |event| match event {
        GatherEvent::Progress(now) => {
            bar.set_length(now.units);
            bar.set_position(now.done);
        }
        event => bar.suspend(|| report_refused(common.lang, event)),
    };
    let ended = collect_job(grid, &record, out, audit, &stop, watch);
    bar.finish_and_clear();
    let (end, collected) = ended?;
    report_collected(common, collected)?;
    check_complete(end)
}

/// Reports on stderr which results do not count.
pub(crate) fn report_refused(lang: Lang, event: GatherEvent) {
    let said = match event {
        GatherEvent::Progress(_) => return,
        GatherEvent::Excluded { worker, units } => {
            let units = numbers(&units);
            tr!(lang, "nats-excluded", worker = worker, units = units)
        }
        GatherEvent::Dropped(Dropped { number, worker, fault }) => {
            let worker = worker.unwrap_or_else(|| "?".to_owned());
            let why = Sentence(fault).in_language(lang);
            match number {
                Some(number) => {
                    let number = number.to_string();
                    tr!(lang, "nats-dropped", number = number, worker = worker, why = why)
                }
                None => tr!(lang, "nats-dropped-foreign", why = why),
            }
        }
    };
    anstream::eprintln!("othellier: {said}");
}

fn report_collected(common: Common, collected: GridCollected) -> Result<(), CliError> {
    if common.json {
        return output::json(&GridServerEvent::Collected(collected));
    }
    print_summary(common.lang, &collected.summary)?;
    let GridCollected { units, done, failed, repeated, seed, dropped, folder, end, .. } = collected;
    output::line(&tr!(
        common.lang,
        "nats-collected",
        folder = folder,
        units = units,
        done = done,
        failed = failed,
        repeated = repeated,
        seed = seed.to_string(),
        dropped = dropped,
        end = end
    ))
}

/// The options of an audit.
#[derive(Args)]
pub(crate) struct AuditArguments {
    /// Repeat this share of the units of each worker here, at least one of each, and compare the bytes; 0 repeats none
    #[arg(long, value_name = "PERCENT", value_parser = values::decimal_within(0..=100))]
    audit: Option<f64>,
    /// Seed of the choice of the repeated units; by default a random one
    #[arg(long, value_name = "SEED")]
    audit_seed: Option<u64>,
}

impl AuditArguments {
    /// What was asked for, or this share; none if it is 0.
    pub(crate) fn chosen(&self, usual: f64, threads: NonZeroUsize) -> Option<AuditOptions> {
        let percent = self.audit.unwrap_or(usual);
        let seed = self.audit_seed.unwrap_or_else(values::seed);
        (percent > 0.0).then_some(AuditOptions { percent, seed, threads })
    }
}

/// Writes the results of a complete job; repeats some units first if asked to. Returns how many were
/// repeated, and the summary of the job.
pub(crate) fn finish(
    common: Common,
    stages: &Stages,
    out: &Path,
    options: Option<AuditOptions>,
    stop: &StopSignal,
) -> Result<(u64, Summary), CliError> {
    let units = stages.units()?;
    let Some((_, first)) = units.first() else { return Ok(Default::default()) };
    let mut repeated = 0;
    if let Some(options) = options.filter(|_| first.manifest().reproducible) {
        let Some(found) = audit(&units, options, stop)? else { return Err(CliError::Interrupted) };
        if !found.different.is_empty() {
            let of =
                |(worker, units): (&String, &Vec<u64>)| format!("{worker}: {}", numbers(units));
            let found = found.different.iter().map(of).collect::<Vec<_>>().join("; ");
            return Err(CliError::failed(message!("grid-audit-failed", numbers = found)));
        }
        repeated = found.repeated;
        if !common.json {
            let seed = options.seed.to_string();
            output::line(&tr!(common.lang, "grid-audited", repeated = repeated, seed = seed))?;
        }
    }
    let summary = results::write(&units, out)?;
    if !first.manifest().reproducible {
        let sentence = common.lang.text("grid-not-reproducible");
        anstream::eprintln!("othellier: {sentence}");
    }
    Ok((repeated, summary))
}

/// Prints the summary of a job: standings as such, and a table of the other names and values. Names are those
/// of JSON, in every language; what has parts of its own is left to the files.
pub(crate) fn print_summary(lang: Lang, summary: &Summary) -> Result<(), CliError> {
    if let Some(rows) = summary.get("standings").and_then(|rows| Vec::deserialize(rows).ok()) {
        table::print(&standings(lang, rows))?;
    }
    let has_parts = |value: &Value| value.is_object() || value.is_array();
    let mut shown = TextTable::new(String::new());
    for (name, value) in summary {
        match value {
            Value::Null => {}
            Value::Object(fields) if !fields.values().any(has_parts) => {
                for (field, value) in fields {
                    shown.row(format!("{name}.{field}"), scalar(lang, value));
                }
            }
            Value::Array(values) if !values.iter().any(has_parts) => {
                let values: Vec<String> = values.iter().map(|one| scalar(lang, one)).collect();
                shown.row(name.clone(), values.join("  "));
            }
            Value::Object(_) | Value::Array(_) => {}
            value => shown.row(name.clone(), scalar(lang, value)),
        }
    }
    table::print(&shown)
}

fn standings(lang: Lang, rows: Vec<StandingRow>) -> TextTable {
    let label = |key: &str| lang.text(&format!("tournament-{key}"));
    let mut table = TextTable::of_numbers(String::new());
    let head = ["points", "games", "discs", "brightwell", "elo"].map(label);
    table.cells([vec![String::new()], head.to_vec()].concat());
    for row in rows {
        let elo = row.elo.zip(row.elo_error);
        table.cells(vec![
            format!("{}. {}", row.rank, row.name),
            lang.decimals(row.points, 1),
            row.games.to_string(),
            format!("{:+}", row.disc_difference),
            lang.decimals(row.brightwell, 0),
            elo.map_or("–".to_owned(), |(elo, error)| format!("{elo:+.0} ± {error:.0}")),
        ]);
    }
    table
}

/// A value that holds no others; a fraction has four digits after the point.
fn scalar(lang: Lang, value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => match (number.is_f64(), number.as_f64()) {
            (true, Some(number)) if number.abs() >= 1e-4 => {
                let text = lang.decimals(number, 4);
                text.trim_end_matches('0').trim_end_matches(['.', ',']).to_owned()
            }
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}
