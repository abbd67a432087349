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
use othellier_search::champion::Level;

use self::volume::Volume;
use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::duel::plan;
use crate::lang::Lang;
use crate::solve::{check_room, table_bytes, thread_count};

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
    #[arg(long, value_name = "N", value_parser = level, default_value = "16")]
    level: u8,
    /// Positions to look at at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = thread_count)]
    threads: Option<NonZeroUsize>,
    /// Size of the table of known positions, for each thread
    #[arg(long, value_name = "SIZE", value_parser = table_bytes, default_value = "32MiB")]
    hash: usize,
}

impl Thinking {
    fn analyst(&self, lang: Lang) -> Result<Analyst, Complaint> {
        let threads = plan::threads(self.threads);
        check_room(lang, self.hash.saturating_mul(threads.get()))?;
        Ok(Analyst::new(self.level, threads, self.hash))
    }
}

fn level(text: &str) -> Result<u8, String> {
    let level = text.parse().ok().filter(|level| u32::from(*level) <= Level::MOST);
    level.ok_or_else(|| format!("expected a number from 0 to {}", Level::MOST))
}

/// Reads a number of discs.
fn discs(text: &str) -> Result<f64, String> {
    let discs = text.parse().ok().filter(|discs: &f64| (0.0..=64.0).contains(discs));
    discs.ok_or_else(|| "expected a number of discs from 0 to 64".to_owned())
}

/// Reads any text as a book in JSON, for the fuzzers.
pub(crate) fn fuzz(text: &str) {
    let _ = wire::read(text);
}
