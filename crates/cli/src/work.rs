//! The commands of kinds of work that have no other: their arguments are their settings.

use std::num::NonZeroUsize;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, FromArgMatches, Subcommand};
use othellier_job::Job;
use othellier_job::kinds::{KindCommand, commands};

use crate::common::error::CliError;
use crate::common::options::{self as shared, Common};
use crate::common::units::FolderArgs;
use crate::common::values;

/// The work of a kind, and how it is done.
pub(crate) struct Options {
    job: Job,
    how: How,
}

#[derive(Args)]
struct How {
    #[command(flatten)]
    folder: FolderArgs,
    /// Units to do in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

/// Does the work; without a folder it is not kept.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let Options { job, how: How { folder, threads } } = options;
    let threads = shared::threads(threads);
    match folder.folder()? {
        Some(out) => folder.run(common, job, out, threads),
        None => folder.run_unkept(common, job, threads),
    }
}

impl Subcommand for Options {
    fn augment_subcommands(command: clap::Command) -> clap::Command {
        commands().fold(command, |command, kind| command.subcommand(with_arguments(&kind)))
    }

    fn augment_subcommands_for_update(command: clap::Command) -> clap::Command {
        Options::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        commands().any(|kind| kind.name == name)
    }
}

/// The command of a kind: its settings first, then how the work is done.
fn with_arguments(kind: &KindCommand) -> clap::Command {
    let command = (kind.augment)(clap::Command::new(kind.name));
    let (about, example) = (command.get_about().cloned(), command.get_after_help().cloned());
    How::augment_args(command)
        .about(about.unwrap_or_default())
        .after_help(example.unwrap_or_default())
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Options, clap::Error> {
        let named = matches.subcommand();
        let found = named.and_then(|(name, matches)| {
            Some((commands().find(|kind| kind.name == name)?, matches))
        });
        let (kind, matches) = found.ok_or(clap::Error::new(ErrorKind::InvalidSubcommand))?;
        Ok(Options { job: (kind.job)(matches)?, how: How::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Options::from_arg_matches(matches)?;
        Ok(())
    }
}
