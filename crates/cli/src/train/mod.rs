//! `othellier train`: training of the learned evaluation, one subcommand per step.
//!
//! `selfplay` makes examples, `label` improves their labels, `fit` fits weights, `check` measures them,
//! `probcut` fits the error model of selective search, `ordering` trains the move ordering of the
//! endgame. `demo` runs the whole loop on a small scale.

mod check;
mod demo;
mod export;
mod fit;
mod label;
mod ordering;
mod picture;
mod probcut;
mod selfplay;
mod table;

use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use othellier_locale::{Lang, message, tr};
use othellier_train::LoadError;
use othellier_train::example::ShardError;

use crate::common::error::CliError;
use crate::common::options::Common;

/// Train the evaluation from self-play alone
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train demo                            the whole loop on a small scale
  othellier train selfplay games --shards 100     then fit, check and play again
  othellier train fit games --out my.bin --name mine")]
pub(crate) struct Options {
    #[command(subcommand)]
    step: Step,
}

/// The steps of training.
#[derive(Subcommand)]
enum Step {
    Selfplay(selfplay::Options),
    Label(label::Options),
    Fit(fit::Options),
    Check(check::Options),
    Probcut(probcut::Options),
    Ordering(ordering::Options),
    Export(export::Options),
    Picture(picture::Options),
    Demo(demo::Options),
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    match options.step {
        Step::Selfplay(options) => selfplay::run(common, options),
        Step::Label(options) => label::run(common, options),
        Step::Fit(options) => fit::run(common, options),
        Step::Check(options) => check::run(common, options),
        Step::Probcut(options) => probcut::run(common, options),
        Step::Ordering(options) => ordering::run(common, options),
        Step::Export(options) => export::run(common, options),
        Step::Picture(options) => picture::run(common, options),
        Step::Demo(options) => demo::run(common, options),
    }
}

/// Shows progress on a bar: how many are done, and the time left.
fn counting(lang: Lang, bar: &ProgressBar, of: usize) -> impl Fn(usize) + Sync {
    let started = Instant::now();
    move |done| {
        if !bar.is_hidden() {
            bar.set_position(done as u64);
            let left = time_left(started.elapsed(), done as u64, of as u64);
            bar.set_message(tr!(lang, "train-left", left = short_time(left)));
        }
    }
}

/// A shard that cannot be used; one that cannot be written is a failure of the job.
impl From<ShardError> for CliError {
    fn from(error: ShardError) -> CliError {
        match error {
            ShardError::Unwritable { .. } => CliError::failed(error),
            error => CliError::usage(error),
        }
    }
}

/// Weights that cannot be loaded.
impl From<LoadError> for CliError {
    fn from(error: LoadError) -> CliError {
        CliError::usage(error)
    }
}

/// Refuses a validation set of one in one: nothing would be left to train on.
fn check_validation(one_in: usize) -> Result<(), CliError> {
    match one_in {
        1 => Err(CliError::usage(message!("train-validation-all"))),
        _ => Ok(()),
    }
}

/// A duration for people: `42 s`, `7 min`, `3 h 20 min`.
fn short_time(duration: Duration) -> String {
    match duration.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds / 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// The time that the rest takes at the average speed so far.
fn time_left(elapsed: Duration, done: u64, all: u64) -> Duration {
    let left = all.saturating_sub(done) as f64 / done.max(1) as f64;
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * left).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let shown = [7, 99, 100, 12_000].map(|seconds| short_time(Duration::from_secs(seconds)));
        assert_eq!(shown, ["7 s", "99 s", "1 min", "3 h 20 min"]);
        assert_eq!(time_left(Duration::from_secs(10), 5, 20), Duration::from_secs(30));
        assert_eq!(time_left(Duration::ZERO, 0, 20), Duration::ZERO);
    }
}
