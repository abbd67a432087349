//! `othellier train fit`: fits weights to examples, and trains a network.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use othellier_locale::{Lang, message, tr};
use othellier_play::StopSignal;
use othellier_train::example::named_shards;
use othellier_train::fit::{Fitted, Settings, fit};
use othellier_train::{Learned, net};
use othellier_wire::{ErrorStatistics, FitEvent, FitTotal, NetTraining};

use super::{check_validation, short_time, table, time_left};
use crate::common::error::CliError;
use crate::common::files;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::values;

/// Fit weights to the examples by least squares, and write them to a file
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train fit games --out my.bin --name mine
  othellier train fit games games8 --out my.bin --blend 0.5 --steps 40 --json
  othellier train fit games --out my.bin --net 5       and a network, in five epochs
  When interrupted, it writes the weights found so far.")]
pub(crate) struct Options {
    /// Folders of shards, or shards
    #[arg(value_name = "SHARDS", required = true)]
    shards: Vec<PathBuf>,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Name of the weights; by default that of the file
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Steps of conjugate gradients; each reads all examples once
    #[arg(long, value_name = "N", default_value = "30")]
    steps: NonZeroU32,
    /// L2 penalty: as if each weight had been seen this many times without effect
    #[arg(long, value_name = "P", value_parser = values::positive, default_value = "8")]
    penalty: f64,
    /// Weight of the search forecast in the training target, from 0 to 1; the rest is the game outcome
    #[arg(long, value_name = "B", value_parser = values::share, default_value = "0")]
    blend: f64,
    /// Keep one game in N as the validation set; 0 trains on all games
    #[arg(long, value_name = "N", value_parser = values::from::<u32>(0), default_value = "40")]
    validation: u32,
    /// Then train a network on the residual, for this many epochs; 0 for no network
    #[arg(long, value_name = "EPOCHS", value_parser = values::from::<u32>(0), default_value = "0")]
    net: u32,
    /// Peak learning rate of the network
    #[arg(long, value_name = "R", value_parser = values::rate, default_value = "0.001")]
    learning_rate: f64,
    /// Random seed of the network: equal seeds, weights and examples give equal networks, on any number of
    /// threads
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Threads to work with; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    check_validation(options.validation as usize)?;
    let examples = named_shards(&options.shards)?;
    files::check_writable(&options.out)?;
    let name = options.name.unwrap_or_else(|| {
        options.out.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    });
    let settings = Settings {
        steps: options.steps.get(),
        penalty: options.penalty,
        blend: options.blend as f32,
        validation_one_in: options.validation,
        threads: shared::threads(options.threads).get().min(examples.len()),
    };
    let net_settings = net::Settings {
        epochs: options.net,
        learning_rate: options.learning_rate as f32,
        seed: options.seed,
        threads: shared::threads(options.threads).get(),
        ..net::Settings::default()
    };
    let stop = stop_on_ctrl_c();
    let bar = progress::of_work(settings.steps.into());
    let started = Instant::now();
    let (mut steps, mut trained_on) = (0, 0);
    let mut printed = Ok(());
    let fitted = fit(&name, &examples, &settings, &stop, &mut |progress| {
        (steps, trained_on) = (progress.step, progress.examples);
        let elapsed = started.elapsed();
        bar.set_position(progress.step.into());
        bar.set_message(in_progress(
            lang,
            progress.gradient,
            time_left(elapsed, steps.into(), settings.steps.into()),
        ));
        if common.json && printed.is_ok() {
            let seconds = elapsed.as_secs_f64();
            let (step, gradient, examples) = (progress.step, progress.gradient, progress.examples);
            let event = FitEvent::Step { step, gradient, examples, seconds };
            printed = bar.suspend(|| output::json(&event));
        }
    });
    bar.finish_and_clear();
    printed?;
    let fitted = fitted?;
    if fitted.examples == 0 {
        return Err(CliError::usage(message!("train-fit-nothing")));
    }
    let mut bytes = fitted.weights.to_bytes();
    files::write(&options.out, &bytes)?;
    let (mut lines, mut sum) = table::by_stage(&fitted.validation);
    let mut weights = fitted.weights.clone();
    let (epochs, trained) = train_net(common, &fitted, &examples, &net_settings, &stop)?;
    let has_net = trained.is_some();
    if let Some(trained) = trained {
        bytes = trained.weights.to_bytes();
        files::write(&options.out, &bytes)?;
        let (with_net, total) = table::by_stage(&trained.validation);
        let with_linear = |(line, linear): (ErrorStatistics, _)| table::with_linear(line, &linear);
        lines = with_net.into_iter().zip(lines).map(with_linear).collect();
        sum = table::with_linear(total, &sum);
        weights = trained.weights;
    }
    let unfinished = steps < settings.steps || epochs < net_settings.epochs;
    let interrupted = unfinished && stop.is_stopped();
    if common.json {
        lines.into_iter().try_for_each(|line| output::json(&FitEvent::Empties(line)))?;
    } else if settings.validation_one_in > 0 {
        let key = if has_net { "train-fit-validation-net" } else { "train-fit-validation" };
        output::line(&tr!(lang, key, one_in = settings.validation_one_in))?;
        table::print(lang, &lines, &sum)?;
    }
    let (learning_rate, seed) = (options.learning_rate, net_settings.seed);
    let total = FitTotal {
        errors: sum,
        weights: Learned::of(weights, &bytes).title,
        file: options.out.display().to_string(),
        bytes: bytes.len(),
        examples: trained_on,
        steps,
        penalty: settings.penalty,
        blend: options.blend,
        validation_one_in: settings.validation_one_in,
        net: has_net.then_some(NetTraining { epochs, learning_rate, seed }),
        seconds: started.elapsed().as_secs_f64(),
        interrupted,
    };
    report(common, total)?;
    if interrupted {
        interrupt();
    }
    Ok(())
}

/// Trains a network, if epochs are requested; returns how many were finished, and the result.
fn train_net(
    common: Common,
    fitted: &Fitted,
    shards: &[PathBuf],
    settings: &net::Settings,
    stop: &StopSignal,
) -> Result<(u32, Option<Fitted>), CliError> {
    if settings.epochs == 0 {
        return Ok((0, None));
    }
    let bar = progress::of_work(u64::from(settings.epochs) * fitted.examples);
    let started = Instant::now();
    let mut epochs = 0;
    let mut printed = Ok(());
    let trained = net::train(fitted, shards, settings, stop, &mut |progress| {
        let elapsed = started.elapsed();
        let left = time_left(elapsed, progress.trained, progress.total);
        bar.set_position(progress.trained);
        bar.set_message(net_in_progress(common.lang, progress, settings.epochs, left));
        if progress.epochs > epochs && printed.is_ok() {
            epochs = progress.epochs;
            printed = report_epoch(common, &bar, progress, elapsed);
        }
    });
    bar.finish_and_clear();
    printed?;
    Ok((epochs, trained?))
}

fn report_epoch(
    common: Common,
    bar: &ProgressBar,
    progress: &net::Progress,
    elapsed: Duration,
) -> Result<(), CliError> {
    if !common.json {
        return Ok(());
    }
    let net::Progress { epochs, trained, rmse, .. } = *progress;
    let seconds = elapsed.as_secs_f64();
    let event = FitEvent::Epoch { epoch: epochs, rmse, examples: trained, seconds };
    bar.suspend(|| output::json(&event))
}

fn net_in_progress(lang: Lang, progress: &net::Progress, epochs: u32, left: Duration) -> String {
    let epoch = (progress.epochs + 1).min(epochs);
    let (rmse, left) = (lang.decimals(progress.rmse, 2), short_time(left));
    tr!(lang, "train-fit-net-progress", pass = epoch, passes = epochs, rmse = rmse, left = left)
}

fn in_progress(lang: Lang, gradient: f64, left: Duration) -> String {
    let (gradient, left) =
        (lang.with_decimal_separator(&format!("{gradient:.1e}")), short_time(left));
    tr!(lang, "train-fit-progress", slope = gradient, left = left)
}

fn report(common: Common, total: FitTotal) -> Result<(), CliError> {
    if common.json {
        return output::json(&FitEvent::Total(Box::new(total)));
    }
    output::line(&tr!(
        common.lang,
        "train-fit-total",
        weights = total.weights.as_str(),
        file = total.file.as_str(),
        kib = total.bytes / 1024,
        examples = total.examples,
        steps = total.steps,
        passes = total.net.as_ref().map_or(0, |net| net.epochs),
        net = total.net.is_some().to_string(),
        seconds = common.lang.decimals(total.seconds, 1)
    ))
}
