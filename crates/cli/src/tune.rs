//! `othellier tune`: numbers of a player tuned by SPSA.
//!
//! [`othellier_measure::spsa`] proposes, plays and keeps the journal; this command sets it up and reports
//! each iteration. With `--on`, each batch of iterations is a job for the workers of a server. The
//! champion's parameters can be changed only in a tuning build.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use othellier_job::audit::AuditOptions;
use othellier_job::kinds::TuneBatch;
use othellier_job::{Job, Manifest, RunError};
use othellier_job_nats::{GatherEnd, GatherEvent, Grid, SubmitOptions, collect_job, submit_job};
use othellier_locale::{message, tr};
use othellier_measure::spsa::{IterationLine, Spsa, SpsaSettings, Tunable, tunables};
use othellier_measure::stats::Counts;
use othellier_platform::file::read_text;
use othellier_play::StopSignal;
use othellier_record::journal::Journal;
use othellier_search::champion::{TUNABLE, parameters};
use othellier_spec::{Access, Spec};
use othellier_wire::{TuneEvent, TunedParameter};

use crate::common::error::CliError;
use crate::common::files::read_error;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::nats::{ServerOptions, check_complete};
use crate::common::options::Common;
use crate::common::units::{AuditArguments, report_refused};
use crate::common::{options as shared, output, progress, values};

/// Tune numbers of a player by SPSA: those that its text leaves open, or the champion's parameters
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier tune --out sum.jsonl --number corners=10:0..50 --number mobility=1:0..20 \\
      --player 'alphabeta(depth=3, eval=sum(corners={corners}, mobility={mobility}))'
  othellier tune --out sum.jsonl … --batch 32 --on nats://192.168.1.10:4222
  cargo run --release --features tune -- tune --out lmr.jsonl --parameter lmr_min_depth,lmr_reduction

The champion's parameters can be changed only in a build with the feature `tune`, as in the last
example; the workers of a server need such a build, too.")]
pub(crate) struct Options {
    /// Append one line for each iteration to this file, and resume from it if it exists
    #[arg(long, value_name = "FILE", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// List the champion's parameters with their values and ranges
    #[arg(long)]
    list: bool,
    /// Number to tune, which the player mentions as {NAME}; may be repeated
    #[arg(long, value_name = "NAME=START:MIN..MAX")]
    number: Vec<String>,
    /// Parameter of the champion to tune; several separated by commas; by default all, if there is no --number
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    parameter: Vec<String>,
    /// Number of iterations in all, including those before an interruption
    #[arg(long, value_name = "N", value_parser = values::from::<u64>(1), default_value = "1000")]
    iterations: u64,
    /// Games of an iteration, an even number: every opening is played with both colours
    #[arg(long, value_name = "N", value_parser = values::even, default_value = "16")]
    games: usize,
    /// Iterations that start from the same values, and that many machines can play at the same time
    #[arg(long, value_name = "N", value_parser = values::from::<u64>(1), default_value = "1")]
    batch: u64,
    /// Player to tune; by default it searches a fixed number of nodes, so that games do not depend
    /// on the speed of the machine
    #[arg(long, value_name = "SPEC", default_value = "champion(nodes=20000, hash=4MiB)")]
    player: Spec,
    /// How fast the values move at the end of the run
    #[arg(long, value_name = "RATE", value_parser = values::positive, default_value = "0.02")]
    rate: f64,
    /// Seed of the random numbers: the same seed gives the same result
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Games to play in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count, conflicts_with = "on")]
    threads: Option<NonZeroUsize>,
    /// Let the workers of this NATS server play: each batch becomes a job
    #[arg(long, value_name = "URL")]
    on: Option<String>,
    #[command(flatten)]
    audit: AuditArguments,
    #[command(flatten)]
    server: ServerOptions,
}

/// How long a unit may show no progress before another worker gets it.
const LEASE: Duration = Duration::from_secs(30);

/// The size limit of the lines that a batch adds to the journal.
const MAX_LINES: u64 = 1 << 30;

/// Tunes, or lists the parameters.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let Some(out) = options.out.clone().filter(|_| !options.list) else { return list(common) };
    let settings = settings(&options)?;
    let grid = options.on.as_deref().map(|url| options.server.connect(url)).transpose()?;
    let (spsa, journal) = Spsa::open(settings, &out).map_err(CliError::usage)?;
    report_start(common, &spsa)?;
    let all = spsa.settings().iterations as usize;
    let bar = progress::bar(common.lang, all, "{msg}  {bar:30} {pos}/{len}  ~{eta}");
    bar.set_position(spsa.iteration());
    let audit = options.audit.chosen(0.0, shared::threads(options.threads));
    let mut tuning = Tuning { common, spsa, journal, out, audit, bar, stop: stop_on_ctrl_c() };
    match &grid {
        Some(grid) => tuning.on_grid(grid)?,
        None => tuning.here(shared::threads(options.threads))?,
    }
    tuning.bar.finish_and_clear();
    report_end(common, &tuning.spsa)?;
    if !tuning.spsa.is_finished() {
        if !common.json {
            anstream::eprintln!("othellier: {}", common.lang.text("tune-interrupted"));
        }
        interrupt();
    }
    Ok(())
}

struct Tuning {
    common: Common,
    spsa: Spsa,
    journal: Journal,
    out: PathBuf,
    /// How much of the workers' units is repeated here.
    audit: Option<AuditOptions>,
    bar: ProgressBar,
    stop: StopSignal,
}

impl Tuning {
    /// Plays the iterations on this machine.
    fn here(&mut self, threads: NonZeroUsize) -> Result<(), CliError> {
        while !self.spsa.is_finished() {
            let played = self.spsa.play(Access::Full, threads, &self.stop, &mut |score| {
                self.bar.set_message(format!("+{} ={} -{}", score.wins, score.draws, score.losses));
            });
            match played.map_err(|error| RunError::Job(error.into()))? {
                Some(line) => self.note(&line)?,
                None => break,
            }
        }
        Ok(())
    }

    /// Lets the workers of a server play the iterations, each batch as a job.
    fn on_grid(&mut self, grid: &Grid) -> Result<(), CliError> {
        let (stem, folders) = (self.out.file_stem(), self.out.with_extension("grid"));
        let stem = stem.map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        while !self.spsa.is_finished() {
            let begin = self.spsa.iteration();
            let (batch, inputs) = TuneBatch::next(&self.spsa).map_err(RunError::Job)?;
            let name = format!("{stem}-{begin}");
            let manifest = Manifest::new(name, Job::Tune(batch), &inputs).map_err(RunError::Job)?;
            let how = SubmitOptions { lease: LEASE, priority: 0 };
            let job = submit_job(grid, &manifest, &inputs, how, &mut |_| ())?.job;
            let (record, folder) = (grid.job(&job)?, folders.join(begin.to_string()));
            let watch = &mut |event| match event {
                GatherEvent::Progress(now) => self.bar.set_position(begin + now.done),
                event => self.bar.suspend(|| report_refused(self.common.lang, event)),
            };
            match collect_job(grid, &record, &folder, self.audit, &self.stop, watch)?.0 {
                GatherEnd::Interrupted => break,
                end => check_complete(end)?,
            }
            for score in scores(&folder, begin)? {
                let line = self.spsa.count(score);
                self.note(&line)?;
            }
            grid.forget(&record)?;
        }
        Ok(())
    }

    fn note(&mut self, line: &IterationLine) -> Result<(), CliError> {
        let text = output::json_text(line)?;
        self.journal.append(&text).map_err(CliError::usage)?;
        self.bar.set_position(line.iteration);
        self.bar.suspend(|| report_iteration(self.common, line))
    }
}

/// The scores of the iterations in the results of a batch; those of the first one have the header of the
/// journal, too.
fn scores(folder: &Path, begin: u64) -> Result<Vec<Counts>, CliError> {
    let path = folder.join("results/tune.jsonl");
    let text = read_text(&path, MAX_LINES).map_err(read_error)?;
    let lines = text.lines().skip(usize::from(begin == 0));
    let score = |line: &str| {
        let line = serde_json::from_str(line).map_err(CliError::failed)?;
        let IterationLine { wins, draws, losses, .. } = line;
        Ok(Counts { wins, draws, losses })
    };
    lines.map(score).collect()
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

fn settings(options: &Options) -> Result<SpsaSettings, CliError> {
    let player = options.player.to_string();
    let tunables = tunables(&player, &options.number, &options.parameter);
    let settings = SpsaSettings {
        tunables: tunables.map_err(CliError::usage)?,
        iterations: options.iterations,
        rate: options.rate,
        player,
        games: options.games,
        seed: options.seed,
        batch: options.batch,
    };
    if settings.tunes_parameters() && !TUNABLE {
        Err(CliError::usage(message!("tune-not-built")))
    } else {
        Ok(settings)
    }
}

fn report_start(common: Common, spsa: &Spsa) -> Result<(), CliError> {
    if common.json {
        return Ok(());
    }
    let settings = spsa.settings();
    let (count, games) = (settings.tunables.len(), settings.games);
    let player = settings.player.as_str();
    output::line(&tr!(
        common.lang,
        "tune-settings",
        count = count.to_string(),
        player = player,
        games = games.to_string(),
        iterations = settings.iterations.to_string()
    ))?;
    match spsa.iteration() {
        0 => Ok(()),
        done => output::line(&tr!(common.lang, "tune-resumed", number = done.to_string())),
    }
}

fn report_iteration(common: Common, line: &IterationLine) -> Result<(), CliError> {
    if common.json {
        return output::json(&TuneEvent::Iteration(line.clone().into()));
    }
    let IterationLine { iteration, wins, draws, losses, .. } = line;
    output::line(&format!("{iteration:>6}  +{wins} ={draws} -{losses}"))
}

fn report_end(common: Common, spsa: &Spsa) -> Result<(), CliError> {
    let tuned = spsa.settings().tunables.iter().zip(spsa.values());
    if common.json {
        let shown = |(one, value): (&Tunable, &f64)| TunedParameter {
            name: one.name.clone(),
            before: one.start,
            value: *value,
        };
        let (iterations, parameters) = (spsa.iteration(), tuned.map(shown).collect());
        return output::json(&TuneEvent::Tune { iterations, parameters });
    }
    for (one, value) in tuned {
        let value = common.lang.decimals(*value, 1);
        output::line(&format!("{:32} {:6} → {value}", one.name, one.start))?;
    }
    Ok(())
}
