//! `othellier train fit`: the weights that foretell the examples best.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use othellier_play::StopSignal;
use othellier_train::fit::{Fitted, Settings, fit};
use othellier_train::net;
use serde::Serialize;

use super::weights::Learned;
use super::{check_held_out, plain_bar, shard_trouble, shards, short_time, table, time_left};
use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::duel::plan;
use crate::lang::{Lang, say};
use crate::output;
use crate::solve::stop_on_ctrl_c;
use crate::values;
use crate::whole_file;

/// Find the weights that foretell the examples best, and write them to a file
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train fit games --out my.bin --name mine
  othellier train fit games games8 --out my.bin --blend 0.5 --steps 40 --json
  othellier train fit games --out my.bin --net 5       and a net, in five more passes
  Interrupted, it writes what it has found so far.")]
pub(crate) struct Options {
    /// Folders of shards, or shards
    #[arg(value_name = "SHARDS", required = true)]
    shards: Vec<PathBuf>,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What the weights are called; by default as the file
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// How many steps; each reads all examples once
    #[arg(long, value_name = "N", default_value = "30")]
    steps: NonZeroU32,
    /// Keeps weights small: as if each had been seen so many times without effect
    #[arg(long, value_name = "P", value_parser = values::positive, default_value = "8")]
    penalty: f64,
    /// How much the forecast of the search counts, the rest being the outcome of the game: 0 to 1
    #[arg(long, value_name = "B", value_parser = values::share, default_value = "0")]
    blend: f64,
    /// Do not learn from one game in so many, and measure on those; 0 learns from all
    #[arg(long, value_name = "N", value_parser = values::from::<u32>(0), default_value = "40")]
    held_out: u32,
    /// Then teach a small net what the weights leave, in so many passes over all examples; 0: no net
    #[arg(long, value_name = "PASSES", value_parser = values::from::<u32>(0), default_value = "0")]
    net: u32,
    /// How far a step of the net goes where it goes farthest
    #[arg(long, value_name = "R", value_parser = values::rate, default_value = "0.001")]
    net_rate: f64,
    /// Seed of the net: the same seed, weights and examples give the same net, whatever the threads
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Threads to work with; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

#[derive(Serialize)]
struct Step {
    #[serde(rename = "type")]
    kind: &'static str,
    step: u32,
    slope: f64,
    examples: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Pass {
    #[serde(rename = "type")]
    kind: &'static str,
    pass: u32,
    rmse: f64,
    examples: u64,
    seconds: f64,
}

/// How the net was taught.
#[derive(Serialize)]
struct Lessons {
    passes: u32,
    rate: f32,
    seed: u64,
}

#[derive(Serialize)]
struct Total {
    #[serde(flatten)]
    line: table::Line,
    weights: String,
    file: String,
    bytes: usize,
    examples: u64,
    steps: u32,
    penalty: f64,
    blend: f32,
    held_out: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<Lessons>,
    seconds: f64,
    interrupted: bool,
}

/// Fits, writes and reports.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let lang = common.lang;
    check_held_out(lang, options.held_out as usize)?;
    let examples = shards(lang, &options.shards)?;
    whole_file::check(lang, &options.out)?;
    let name = options.name.unwrap_or_else(|| {
        options.out.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    });
    let settings = Settings {
        steps: options.steps.get(),
        penalty: options.penalty,
        blend: options.blend as f32,
        held_out: options.held_out,
        threads: plan::threads(options.threads).get().min(examples.len()),
    };
    let lessons = net::Settings {
        passes: options.net,
        rate: options.net_rate as f32,
        seed: options.seed,
        threads: plan::threads(options.threads).get(),
        ..net::Settings::default()
    };
    let stop = stop_on_ctrl_c();
    let bar = plain_bar(settings.steps.into());
    let started = Instant::now();
    let (mut steps, mut learned_from) = (0, 0);
    let mut told = Ok(());
    let fitted = fit(&name, &examples, &settings, &stop, &mut |progress| {
        (steps, learned_from) = (progress.step, progress.examples);
        let elapsed = started.elapsed();
        bar.set_position(progress.step.into());
        bar.set_message(in_progress(
            lang,
            progress.slope,
            time_left(elapsed, steps.into(), settings.steps.into()),
        ));
        if common.json && told.is_ok() {
            let seconds = elapsed.as_secs_f64();
            let (step, slope, examples) = (progress.step, progress.slope, progress.examples);
            told = bar
                .suspend(|| output::json(&Step { kind: "step", step, slope, examples, seconds }));
        }
    });
    bar.finish_and_clear();
    told?;
    let fitted = fitted.map_err(|error| shard_trouble(lang, &error))?;
    if fitted.examples == 0 {
        return Err(Complaint::Usage(lang.text("train-fit-nothing")));
    }
    let mut bytes = fitted.weights.to_bytes();
    whole_file::write(lang, &options.out, &bytes)?;
    let (mut lines, mut sum) = table::by_phase(&fitted.held_out);
    let mut weights = fitted.weights.clone();
    let (passes, taught) = teach(common, &fitted, &examples, &lessons, &stop)?;
    let has_net = taught.is_some();
    if let Some(taught) = taught {
        bytes = taught.weights.to_bytes();
        whole_file::write(lang, &options.out, &bytes)?;
        let (with_net, total) = table::by_phase(&taught.held_out);
        let beside = |(line, alone): (table::Line, table::Line)| line.beside(&alone);
        lines = with_net.into_iter().zip(lines).map(beside).collect();
        sum = total.beside(&sum);
        weights = taught.weights;
    }
    let unfinished = steps < settings.steps || passes < lessons.passes;
    let interrupted = unfinished && stop.is_stopped();
    if !common.json && settings.held_out > 0 {
        let key = if has_net { "train-fit-held-out-net" } else { "train-fit-held-out" };
        output::line(&say!(lang, key, one_in = settings.held_out))?;
    }
    if settings.held_out > 0 {
        table::print(lang, common.json, &lines, &sum)?;
    }
    let (rate, seed) = (lessons.rate, lessons.seed);
    let total = Total {
        line: sum,
        weights: Learned::of(weights, &bytes).title,
        file: options.out.display().to_string(),
        bytes: bytes.len(),
        examples: learned_from,
        steps,
        penalty: settings.penalty,
        blend: settings.blend,
        held_out: settings.held_out,
        net: has_net.then_some(Lessons { passes, rate, seed }),
        seconds: started.elapsed().as_secs_f64(),
        interrupted,
    };
    tell(common, &total)?;
    if interrupted {
        interrupt();
    }
    Ok(())
}

/// Teaches a net, where passes are asked for: how many were finished, and what came of them.
fn teach(
    common: Common,
    fitted: &Fitted,
    shards: &[PathBuf],
    settings: &net::Settings,
    stop: &StopSignal,
) -> Result<(u32, Option<Fitted>), Complaint> {
    if settings.passes == 0 {
        return Ok((0, None));
    }
    let bar = plain_bar(u64::from(settings.passes) * fitted.examples);
    let started = Instant::now();
    let mut passes = 0;
    let mut told = Ok(());
    let taught = net::learn(fitted, shards, settings, stop, &mut |progress| {
        let elapsed = started.elapsed();
        let left = time_left(elapsed, progress.learned, progress.all);
        bar.set_position(progress.learned);
        bar.set_message(net_in_progress(common.lang, progress, settings.passes, left));
        if progress.passes > passes && told.is_ok() {
            passes = progress.passes;
            told = tell_pass(common, &bar, progress, elapsed);
        }
    });
    bar.finish_and_clear();
    told?;
    Ok((passes, taught.map_err(|error| shard_trouble(common.lang, &error))?))
}

fn tell_pass(
    common: Common,
    bar: &ProgressBar,
    progress: &net::Progress,
    elapsed: Duration,
) -> Result<(), Complaint> {
    if !common.json {
        return Ok(());
    }
    let net::Progress { passes, learned, rmse, .. } = *progress;
    let seconds = elapsed.as_secs_f64();
    let pass = Pass { kind: "pass", pass: passes, rmse, examples: learned, seconds };
    bar.suspend(|| output::json(&pass))
}

fn net_in_progress(lang: Lang, progress: &net::Progress, passes: u32, left: Duration) -> String {
    let pass = (progress.passes + 1).min(passes);
    let (rmse, left) = (lang.decimals(progress.rmse, 2), short_time(left));
    say!(lang, "train-fit-net-progress", pass = pass, passes = passes, rmse = rmse, left = left)
}

fn in_progress(lang: Lang, slope: f64, left: Duration) -> String {
    let (slope, left) = (lang.pointed(&format!("{slope:.1e}")), short_time(left));
    say!(lang, "train-fit-progress", slope = slope, left = left)
}

fn tell(common: Common, total: &Total) -> Result<(), Complaint> {
    if common.json {
        return output::json(total);
    }
    output::line(&say!(
        common.lang,
        "train-fit-total",
        weights = total.weights.as_str(),
        file = total.file.as_str(),
        kib = total.bytes / 1024,
        examples = total.examples,
        steps = total.steps,
        passes = total.net.as_ref().map_or(0, |net| net.passes),
        net = total.net.is_some().to_string(),
        seconds = common.lang.decimals(total.seconds, 1)
    ))
}
