//! The `othellier` command: one file per subcommand.
//!
//! This crate parses arguments, prints, and maps the outcome to an exit code: 0 success, 1 the job
//! ran and its check failed, 2 a wrong argument, 130 interrupted. It contains no rules of the game.

mod arguments;
mod common;

mod accuracy;
mod analyze;
mod archive;
mod bench;
mod benchmark;
mod book;
mod bot;
mod cassio;
mod check;
mod completions;
mod convert;
mod diagram;
mod docs;
mod evaluate;
mod evolve;
mod exercise;
mod generate;
mod grid;
mod gtp;
mod lab;
mod match_play;
mod moves;
mod nboard;
mod perft;
mod picture;
mod play;
mod players;
mod search;
mod serve;
mod site;
mod solve;
mod tournament;
mod train;
mod tune;
mod version;
mod work;
mod worker;

use std::process::ExitCode;

use crate::arguments::Command;
use crate::common::error::CliError;
use crate::common::options::Common;

/// Runs the command named by the arguments of the process.
pub fn main() -> ExitCode {
    let words = benchmark::translated(std::env::args_os().collect());
    let lang = common::lang::of_arguments(&words);
    let result = arguments::parse(lang, words).and_then(|(common, command)| run(common, command));
    // A player that is still searching in its own thread is not dropped, so its process is ended here.
    othellier_play::end_foreign_engines();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(lang),
    }
}

fn run(common: Common, command: Command) -> Result<(), CliError> {
    match command {
        Command::Play(options) => play::run(common, *options),
        Command::Match(options) => match_play::run(common, *options),
        Command::Tournament(options) => tournament::run(common, *options),
        Command::Evolve(options) => evolve::run(common, *options),
        Command::Tune(options) => tune::run(common, *options),
        Command::Benchmark(options) => benchmark::run(common, options),
        Command::Players => players::run(common),
        Command::Evaluators => players::run_evaluators(common),
        Command::Analyze(options) => analyze::run(common, *options),
        Command::Exercise(options) => exercise::run(common, options),
        Command::Search(options) => search::run(common, options),
        Command::Solve(options) => solve::run(common, options),
        Command::Accuracy(options) => accuracy::run(common, options),
        Command::Generate(options) => generate::run(common, options),
        Command::Train(options) => train::run(common, *options),
        Command::Bench(options) => bench::run(common, options),
        Command::Book(options) => book::run(common, *options),
        Command::Convert(options) => convert::run(common, options),
        Command::Check(options) => check::run(common, options),
        Command::Archive(options) => archive::run(common, *options),
        Command::Diagram(options) => diagram::run(common, options),
        Command::Picture(options) => picture::run(common, options),
        Command::Lab(options) => lab::run(common, *options),
        Command::Grid(options) => grid::run(common, *options),
        Command::Work(options) => work::run(common, *options),
        Command::Worker(options) => worker::run(common, *options),
        Command::Serve(options) => serve::run(common, options),
        Command::Bot(options) => bot::run(common, options),
        Command::Evaluate(options) => evaluate::run(common, options),
        Command::Moves(options) => moves::run(common, options),
        Command::Perft(options) => perft::run(common, options),
        Command::Version => version::run(common),
        Command::Gtp(options) => gtp::run(common, options),
        Command::Nboard(options) => nboard::run(common, options),
        Command::Cassio(options) => cassio::run(options),
        Command::Docs(options) => docs::run(common, options),
        Command::Site(options) => site::run(common, options),
        Command::Completions(options) => completions::run(options),
    }
}
