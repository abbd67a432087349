//! `othellier book`: building, probing, merging and checking opening books.
//!
//! All changes go through [`BookFile`](othellier_book::BookFile), which replaces the file atomically.

mod build;
mod check;
mod exchange;
mod learn;
mod merge;
mod probe;
mod stats;
mod wire;

use std::num::NonZeroUsize;

use clap::{Args, Subcommand};
use othellier_book::{Analyst, BookFileError};

use crate::common::error::CliError;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::options::check_table_fits;
use crate::common::values;

/// Build, probe and maintain opening books
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier book probe f5d6
  othellier book build mine.book --level 20 --positions 5000
  othellier play human 'champion(book=mine.book, variety=1)'")]
pub(crate) struct Options {
    #[command(subcommand)]
    action: Action,
}

/// The subcommands.
#[derive(Subcommand)]
enum Action {
    Build(Box<build::Options>),
    Probe(probe::Options),
    Learn(learn::Options),
    Merge(merge::Options),
    Export(exchange::ExportOptions),
    Import(exchange::ImportOptions),
    Check(check::Options),
    Stats(stats::Options),
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    match options.action {
        Action::Build(options) => build::run(common, *options),
        Action::Probe(options) => probe::run(common, options),
        Action::Learn(options) => learn::run(common, options),
        Action::Merge(options) => merge::run(common, options),
        Action::Export(options) => exchange::export(common, options),
        Action::Import(options) => exchange::import(common, options),
        Action::Check(options) => check::run(common, options),
        Action::Stats(options) => stats::run(common, options),
    }
}

/// Search options.
#[derive(Args)]
struct SearchArgs {
    /// Search level of the champion, from 0 to 60
    #[arg(long, value_name = "N", value_parser = values::within::<u8>(values::LEVELS), default_value = "16")]
    level: u8,
    /// Positions to search in parallel; by default the number of cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition table of each thread
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "32MiB")]
    hash: usize,
}

impl SearchArgs {
    fn analyst(&self) -> Result<Analyst, CliError> {
        let threads = shared::threads(self.threads);
        check_table_fits(self.hash.saturating_mul(threads.get()))?;
        Ok(Analyst::new(self.level, threads, self.hash))
    }
}

/// The file of a book; a failed write is a failure of the job.
impl From<BookFileError> for CliError {
    fn from(error: BookFileError) -> CliError {
        match error {
            BookFileError::Refused { .. } => CliError::usage(error),
            BookFileError::NotSaved { .. } => CliError::failed(error),
        }
    }
}
