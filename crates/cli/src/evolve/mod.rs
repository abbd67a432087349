//! `othellier evolve`: weights bred by a genetic algorithm.
//!
//! [`othellier_measure::evolve`] breeds and saves; this command sets it up and reports each generation.

mod text;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use othellier_board::{Size, with_size};
use othellier_locale::{Value, message, tr};
use othellier_measure::evolve::{
    Crossover, EvolutionError, EvolutionEvent, EvolutionFiles, EvolutionRun, EvolutionRunError,
    Goal, Law, Mutation, Renewal, Setup, checkpoint, start_genome, usual_environment,
};
use othellier_spec::{Access, Spec};

use crate::common::error::CliError;
use crate::common::files;
use crate::common::interrupt::interrupt;
use crate::common::interrupt::stop_on_ctrl_c;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::progress;
use crate::common::values;

/// Breed evaluation weights by a genetic algorithm; the output file is an evaluator
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier evolve --out best.txt --generations 30 --checkpoint evolution.json --charts evolution
  othellier evolve --out best.txt --generations 200 --until 25
  othellier match 'alphabeta(depth=2, eval=genome(file=best.txt))' 'alphabeta(depth=2, eval=genome)'")]
pub(crate) struct Options {
    /// Write the best genome to this file after every generation
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Initial weights: `default`, `phased`, a genome file, or `random`
    #[arg(long, value_name = "START", default_value = "default")]
    start: String,
    /// Search that uses the genes as its evaluator; the spec names no evaluator
    #[arg(long, value_name = "SPEC", default_value = "alphabeta(depth=2)")]
    player: Spec,
    /// Control player, may be repeated; by default the same search with the evaluators mobility,
    /// strategic and genome
    #[arg(long, value_name = "SPEC")]
    environment: Vec<Spec>,
    /// Individuals, an even number, at most 10 000
    #[arg(long, value_name = "N", value_parser = values::within::<usize>(2..=10_000),
          default_value = "20")]
    population: usize,
    /// Total number of generations, including those before an interruption
    #[arg(long, value_name = "N", value_parser = values::from::<usize>(1), default_value = "20")]
    generations: usize,
    /// Stop as soon as the best of a generation has this fitness, in discs per game; by default the
    /// value of the checkpoint
    #[arg(long, value_name = "FITNESS", value_parser = values::fitness, allow_hyphen_values = true)]
    until: Option<f64>,
    /// Openings against each control player, with both colours; new ones every generation
    #[arg(long, value_name = "N", default_value = "4")]
    openings: NonZeroUsize,
    /// Random plies of each opening
    #[arg(long, value_name = "K", default_value = "8")]
    random_plies: usize,
    /// How sectors of the roulette wheel grow with fitness: `power:K`, (f + 64)^K, or `exp:S`,
    /// e^(f/S)
    #[arg(long, value_name = "LAW", default_value = "power:4")]
    law: Law,
    /// Kind of crossover
    #[arg(long, value_enum, default_value = "two-point")]
    crossover: CrossoverName,
    /// Probability that a couple exchanges genes
    #[arg(long, value_name = "P", value_parser = values::share, default_value = "0.7")]
    crossover_rate: f64,
    /// Kind of mutation: replace a gene by any value, or change it a little
    #[arg(long, value_enum, default_value = "replace")]
    mutation: MutationName,
    /// Probability that a gene mutates
    #[arg(long, value_name = "P", value_parser = values::share, default_value = "0.03")]
    mutation_rate: f64,
    /// Largest change of a gene with `--mutation nudge`
    #[arg(long, value_name = "N", value_parser = values::within::<i32>(1..=1_000_000),
          default_value = "3")]
    step: i32,
    /// Range of the values of a gene
    #[arg(long, value_name = "MIN,MAX", value_parser = values::range, default_value = "-20,20",
          allow_hyphen_values = true)]
    range: values::Range,
    /// Number of the best that are copied unchanged
    #[arg(long, value_name = "N", default_value = "2")]
    elite: usize,
    /// Renew the environment with the best every N generations; 0 for never
    #[arg(long, value_name = "N", default_value = "5")]
    renew: usize,
    /// Number of the best that replace the oldest control players
    #[arg(long, value_name = "N", default_value = "1")]
    renew_count: NonZeroUsize,
    /// Replace the population, except the elite, by random individuals after each renewal
    #[arg(long)]
    restart: bool,
    /// Write the state to this file after every generation, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write one row for each generation to this file: best, mean, diversity
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write figures of fitness, diversity, roulette wheel and weights to this folder, as SVG and
    /// PNG
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
    /// Squares to a side: 4, 6, 8 or 10
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    size: u8,
    /// Seed of the random numbers: the same seed gives the same result
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Games to play in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum CrossoverName {
    OnePoint,
    TwoPoint,
}

#[derive(Clone, Copy, ValueEnum)]
enum MutationName {
    Replace,
    Nudge,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    with_size!(options.size, S => breed::<S>(common, options)).expect("a side that was checked")
}

fn breed<S: Size>(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let setup = set_up(&options)?;
    let settings = setup.settings::<S>();
    let (evolution, first) = setup.evolution::<S>(Access::Full, shared::threads(options.threads));
    let saved = options.checkpoint.as_deref().map(|path| checkpoint::read(path, &settings));
    let saved = saved.transpose().map_err(CliError::usage)?.flatten();
    let (saved, until_before) = saved.unzip();
    let goal = goal::<S>(&options, until_before.flatten())?;
    let files = EvolutionFiles {
        out: options.out.clone(),
        checkpoint: options.checkpoint.clone(),
        csv: options.csv.clone(),
    };
    for file in [Some(&files.out), files.checkpoint.as_ref(), files.csv.as_ref()] {
        file.map_or(Ok(()), |file| files::check_writable(file))?;
    }
    let mut state = saved.unwrap_or(first);
    evolution.check(&state).map_err(EvolutionRunError::from)?;
    let resumed = state.history.len();
    let games = evolution.arena.games(options.population, state.environment.len());
    // Install the handler before the first line of output: a script may wait for that line.
    let stop = stop_on_ctrl_c();
    text::report_settings(common, &evolution, &settings, goal, games, resumed)?;

    let started = Instant::now();
    let bar = progress::bar(lang, games, "{msg}  {bar:30} {pos}/{len}  ~{eta}");
    let run = EvolutionRun { evolution: &evolution, settings: &settings, goal, files: &files };
    let finished = run.run(&mut state, &stop, &mut |event| -> Result<(), CliError> {
        match event {
            EvolutionEvent::Begins(number) => {
                bar.reset();
                bar.set_message(tr!(lang, "evolve-in-progress", number = number.to_string()));
            }
            EvolutionEvent::Played(games) => bar.set_position(games as u64),
            EvolutionEvent::Finished(number, generation) => {
                bar.suspend(|| text::report_generation(common, number, generation))?;
            }
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    if let Some(folder) = &options.charts {
        othellier_report::evolution::draw(&lang, folder, run.evolution, &state.history)?;
    }
    let seconds = started.elapsed().as_secs_f64();
    text::report_total(common, &run, &state, seconds, !finished)?;
    if !finished {
        if options.checkpoint.is_some() && !common.json {
            anstream::eprintln!("othellier: {}", lang.text("evolve-interrupted"));
        }
        interrupt();
    }
    Ok(())
}

/// The goal of the options, or else of the checkpoint.
fn goal<S: Size>(options: &Options, before: Option<f64>) -> Result<Goal, CliError> {
    match options.until {
        Some(until) if until.abs() > f64::from(S::SQUARES) => {
            let (until, most) = (until.to_string(), S::SQUARES);
            Err(CliError::usage(message!("evolve-until-refused", until = until, most = most)))
        }
        until => Ok(Goal { generations: options.generations, until: until.or(before) }),
    }
}

/// Checks the options and prepares the evolution.
fn set_up(options: &Options) -> Result<Setup, CliError> {
    if options.renew_count.get() > options.population {
        let (count, population) = (options.renew_count.to_string(), options.population);
        let refused = message!("evolve-renew-count", count = count, population = population);
        return Err(CliError::usage(refused));
    }
    let of_checkpoint = || options.checkpoint.as_deref().and_then(checkpoint::seed);
    Ok(Setup {
        seed: options.seed.or_else(of_checkpoint).unwrap_or_else(values::seed),
        start: options.start.clone(),
        genome: start_genome(&options.start).map_err(|why| {
            let (file, why) = (options.start.as_str(), Value::localized(why));
            CliError::usage(message!("evolve-start-refused", file = file, why = why))
        })?,
        player: options.player.clone(),
        environment: if options.environment.is_empty() {
            usual_environment(&options.player)
        } else {
            options.environment.clone()
        },
        population: options.population,
        openings: options.openings.get(),
        random_plies: options.random_plies,
        law: options.law,
        crossover: match options.crossover {
            CrossoverName::OnePoint => Crossover::OnePoint,
            CrossoverName::TwoPoint => Crossover::TwoPoint,
        },
        crossover_rate: options.crossover_rate,
        mutation: match options.mutation {
            MutationName::Replace => Mutation::Replace,
            MutationName::Nudge => Mutation::Nudge(options.step),
        },
        mutation_rate: options.mutation_rate,
        range: options.range.clone(),
        elite: options.elite,
        renewal: Renewal {
            every: options.renew,
            count: options.renew_count.get(),
            restart: options.restart,
        },
    })
}

/// Names the options that an evolution refuses.
impl From<EvolutionRunError> for CliError {
    fn from(error: EvolutionRunError) -> CliError {
        let error = match error {
            EvolutionRunError::Evolution(error) => error,
            EvolutionRunError::Write(error) => return error.into(),
        };
        match error {
            EvolutionError::Odd { population } => {
                CliError::usage(message!("evolve-odd", population = population.to_string()))
            }
            EvolutionError::Elite { elite, population } => {
                let elite = elite.to_string();
                CliError::usage(message!("evolve-elite", elite = elite, population = population))
            }
            EvolutionError::OtherState => CliError::usage(message!("evolve-other-state")),
            EvolutionError::Fault { control, why } => {
                CliError::failed(message!("evolve-fault", control = control, why = why))
            }
            EvolutionError::Person { name } => {
                CliError::usage(message!("match-person", name = name))
            }
            error => CliError::usage(error),
        }
    }
}
