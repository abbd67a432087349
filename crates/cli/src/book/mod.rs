//! `othellier book`: opening books, made, read, put together and looked after.
//!
//! Whatever changes a book goes through [`Volume`], which replaces the file as a whole or not at
//! all.

mod build;
mod check;
mod exchange;
mod learn;
mod merge;
mod probe;
mod stats;
mod volume;
mod wire;

use std::num::NonZeroUsize;

use clap::{Args, Subcommand};
use othellier_book::Analyst;

use self::volume::Volume;
use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::duel::plan;
use crate::lang::Lang;
use crate::solve::check_room;
use crate::values;

/// Make, ask and look after opening books
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier book probe f5d6
  othellier book build mine.book --level 20 --positions 5000
  othellier play human 'champion(book=mine.book, variety=1)'")]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Task,
}

/// What can be done with a book.
#[derive(Subcommand)]
enum Task {
    Build(Box<build::Options>),
    Probe(probe::Options),
    Learn(learn::Options),
    Merge(merge::Options),
    Export(exchange::ExportOptions),
    Import(exchange::ImportOptions),
    Check(check::Options),
    Stats(stats::Options),
}

/// Does what is asked for.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    match options.task {
        Task::Build(options) => build::run(common, *options),
        Task::Probe(options) => probe::run(common, options),
        Task::Learn(options) => learn::run(common, options),
        Task::Merge(options) => merge::run(common, options),
        Task::Export(options) => exchange::export(common, options),
        Task::Import(options) => exchange::import(common, options),
        Task::Check(options) => check::run(common, options),
        Task::Stats(options) => stats::run(common, options),
    }
}

/// How positions are looked at.
#[derive(Args)]
struct Thinking {
    /// Level of the champion that looks at positions, from 0 to 60
    #[arg(long, value_name = "N", value_parser = values::within::<u8>(values::LEVELS), default_value = "16")]
    level: u8,
    /// Positions to look at at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the table of known positions, for each thread
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "32MiB")]
    hash: usize,
}

impl Thinking {
    fn analyst(&self, lang: Lang) -> Result<Analyst, Complaint> {
        let threads = plan::threads(self.threads);
        check_room(lang, self.hash.saturating_mul(threads.get()))?;
        Ok(Analyst::new(self.level, threads, self.hash))
    }
}

/// Reads any text as a book in JSON, for the fuzzers.
pub(crate) fn fuzz(text: &str) {
    let _ = wire::read(text);
}
