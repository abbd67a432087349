//! `othellier evolve`: weights bred by a genetic algorithm.
//!
//! [`Evolution`] is the algorithm; this command sets it up, reports each generation, writes the
//! state ([`checkpoint`]), the best genome and the CSV after each of them, and draws [`charts`] at
//! the end.

pub(crate) mod charts;
mod checkpoint;

use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use othellier_board::{Size, with_size};
use othellier_eval::classic::{Genome, GenomeError};
use othellier_lab::chart::Theme;
use othellier_lab::evolve::{
    Arena, Breeding, Control, Crossover, Evolution, EvolutionError, Generation, Law, Mutation,
    Renewal, State, usual_environment,
};
use othellier_locale::{Lang, Localized, message, tr};
use othellier_record::read_text;
use othellier_spec::Spec;
use serde::Serialize;

use self::charts::{Charts, LawRuns};
use self::checkpoint::Settings;
use crate::arguments::Common;
use crate::error::{CliError, interrupt};
use crate::file_io;
use crate::match_play::plan;
use crate::match_play::table::{TextTable, percent, print};
use crate::output;
use crate::solve::stop_on_ctrl_c;
use crate::values::{self, ExpectedValue};

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
    #[arg(long, value_name = "MIN,MAX", value_parser = range, default_value = "-20,20",
          allow_hyphen_values = true)]
    range: Range,
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

pub(crate) type Range = std::ops::RangeInclusive<i32>;

/// Reads `MIN,MAX`.
pub(crate) fn range(text: &str) -> Result<Range, ExpectedValue> {
    let ends = text.split_once(',');
    let ends = ends.and_then(|(low, high)| {
        Some((low.trim().parse::<i32>().ok()?, high.trim().parse::<i32>().ok()?))
    });
    let most = 1_000_000;
    let ends = ends.filter(|(low, high)| low < high && *low >= -most && *high <= most);
    let (low, high) = ends.ok_or(ExpectedValue::Described("expected-genes"))?;
    Ok(low..=high)
}

/// Runs the evolution.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    with_size!(options.size, S => breed::<S>(common, options)).expect("a side that was checked")
}

fn breed<S: Size>(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let (evolution, settings, first) = set_up::<S>(lang, &options)?;
    let saved = match &options.checkpoint {
        Some(path) => checkpoint::read(lang, path, &settings)?,
        None => None,
    };
    let (saved, until_before) = saved.unzip();
    let goal = goal::<S>(lang, &options, until_before.flatten())?;
    for file in [Some(&options.out), options.checkpoint.as_ref(), options.csv.as_ref()] {
        file.map_or(Ok(()), |file| file_io::check_writable(file))?;
    }
    let mut state = saved.unwrap_or(first);
    evolution.check(&state).map_err(|error| refusal(lang, error))?;
    let resumed = state.history.len();
    let games = evolution.arena.games(options.population, state.environment.len());
    // Install the handler before the first line of output: a script may wait for that line.
    let stop = stop_on_ctrl_c();
    report_settings(common, &evolution, &settings, goal, games, resumed)?;

    let started = Instant::now();
    let bar = ProgressBar::new(games as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg}  {bar:30} {pos}/{len}  ~{eta}") {
        bar.set_style(style);
    }
    let genome = &evolution.arena.genome;
    save(lang, &options, &settings, goal, genome, &state)?;
    let mut interrupted = false;
    while !goal.is_met(&state.history) {
        let number = state.history.len() + 1;
        bar.reset();
        bar.set_message(tr!(lang, "evolve-in-progress", number = number.to_string()));
        let completed = evolution
            .advance(&mut state, &stop, &mut |played| bar.set_position(played as u64))
            .map_err(|error| refusal(lang, error))?;
        if !completed {
            interrupted = true;
            break;
        }
        save(lang, &options, &settings, goal, genome, &state)?;
        bar.suspend(|| report_generation(common, number, &state.history[number - 1]))?;
    }
    bar.finish_and_clear();
    if let Some(folder) = &options.charts {
        draw::<S>(lang, folder, &evolution, &state)?;
    }
    let seconds = started.elapsed().as_secs_f64();
    report_total(common, &options, goal, genome, &state, seconds, interrupted)?;
    if interrupted {
        if options.checkpoint.is_some() && !common.json {
            anstream::eprintln!("othellier: {}", lang.text("evolve-interrupted"));
        }
        interrupt();
    }
    Ok(())
}

/// When an evolution ends. It has no effect on the generations before.
#[derive(Clone, Copy)]
struct Goal {
    generations: usize,
    /// The fitness that the best of a generation must reach.
    until: Option<f64>,
}

impl Goal {
    fn is_met(self, history: &[Generation]) -> bool {
        history.len() >= self.generations
            || history.last().is_some_and(|last| self.is_reached(last))
    }

    fn is_reached(self, generation: &Generation) -> bool {
        self.until.is_some_and(|until| generation.best >= until)
    }
}

/// The goal of the options, or else of the checkpoint.
fn goal<S: Size>(lang: Lang, options: &Options, before: Option<f64>) -> Result<Goal, CliError> {
    let most = f64::from(S::SQUARES);
    match options.until {
        Some(until) if until.abs() > most => {
            let until = until.to_string();
            let sentence = tr!(lang, "evolve-until-refused", until = until, most = S::SQUARES);
            Err(CliError::usage(sentence))
        }
        until => Ok(Goal { generations: options.generations, until: until.or(before) }),
    }
}

/// Checks the options and prepares the evolution.
fn set_up<S: Size>(
    lang: Lang,
    options: &Options,
) -> Result<(Evolution<S>, Settings, State), CliError> {
    if options.renew_count.get() > options.population {
        let (count, population) = (options.renew_count.to_string(), options.population);
        let sentence = tr!(lang, "evolve-renew-count", count = count, population = population);
        return Err(CliError::usage(sentence));
    }
    let genome = start(lang, &options.start)?;
    let of_checkpoint = || options.checkpoint.as_deref().and_then(checkpoint::seed);
    let seed = options.seed.or_else(of_checkpoint).unwrap_or_else(values::seed);
    let environment = match options.environment.is_empty() {
        true => usual_environment(&options.player),
        false => options.environment.clone(),
    };
    let name = |value: &dyn Fn() -> Option<clap::builder::PossibleValue>| {
        value().map_or(String::new(), |value| value.get_name().to_owned())
    };
    let mutation = match options.mutation {
        MutationName::Replace => Mutation::Replace,
        MutationName::Nudge => Mutation::Nudge(options.step),
    };
    let settings = Settings {
        seed,
        genome: genome.to_string(),
        start: options.start.clone(),
        player: options.player.to_string(),
        environment: environment.iter().map(Spec::to_string).collect(),
        population: options.population,
        openings: options.openings.get(),
        random_plies: options.random_plies,
        law: options.law.to_string(),
        crossover: name(&|| options.crossover.to_possible_value()),
        crossover_rate: options.crossover_rate,
        mutation: match mutation {
            Mutation::Replace => "replace".to_owned(),
            Mutation::Nudge(step) => format!("nudge {step}"),
        },
        mutation_rate: options.mutation_rate,
        range: [*options.range.start(), *options.range.end()],
        elite: options.elite,
        renew: options.renew,
        renew_count: options.renew_count.get(),
        restart: options.restart,
        size: S::SIDE,
    };
    let renewal = Renewal {
        every: options.renew,
        count: options.renew_count.get(),
        restart: options.restart,
    };
    let evolution = Evolution {
        arena: Arena {
            player: options.player.clone(),
            genome,
            openings: options.openings.get(),
            random_plies: options.random_plies,
            threads: plan::threads(options.threads),
        },
        breeding: Breeding {
            elite: options.elite,
            law: options.law,
            crossover: match options.crossover {
                CrossoverName::OnePoint => Crossover::OnePoint,
                CrossoverName::TwoPoint => Crossover::TwoPoint,
            },
            crossover_rate: options.crossover_rate,
            mutation,
            mutation_rate: options.mutation_rate,
            range: options.range.clone(),
        },
        population: options.population,
        renewal: (options.renew > 0).then_some(renewal),
        seed,
        size: PhantomData,
    };
    let environment = environment.into_iter().map(Control::Player).collect();
    let first = match options.start.as_str() {
        "random" => evolution.start_at_random(environment),
        _ => evolution.start_from_genome(environment),
    };
    Ok((evolution, settings, first))
}

/// The genome that defines the phases, the features and the first weights.
fn start(lang: Lang, start: &str) -> Result<Genome, CliError> {
    let refused =
        |why: String| CliError::usage(message!("evolve-start-refused", file = start, why = why));
    match start {
        "default" | "random" => Ok(Genome::default()),
        "phased" => Ok(Genome::phased()),
        file => {
            let text = read_text(Path::new(file), Genome::MAX_BYTES);
            let text = text.map_err(|error| refused(error.problem.in_language(lang)))?;
            text.parse().map_err(|error: GenomeError| refused(error.in_language(lang)))
        }
    }
}

fn refusal(lang: Lang, error: EvolutionError) -> CliError {
    match error {
        EvolutionError::Odd { population } => {
            CliError::usage(message!("evolve-odd", population = population.to_string()))
        }
        EvolutionError::Elite { elite, population } => {
            let elite = elite.to_string();
            let sentence = tr!(lang, "evolve-elite", elite = elite, population = population);
            CliError::usage(sentence)
        }
        EvolutionError::OtherState => CliError::usage(message!("evolve-other-state")),
        EvolutionError::Spec(error) => CliError::usage(error),
        EvolutionError::Person { name } => CliError::usage(message!("match-person", name = name)),
        EvolutionError::Fault { control, why } => {
            CliError::failed(message!("evolve-fault", control = control, why = why))
        }
        error @ (EvolutionError::NoControl | EvolutionError::TooManyPlies { .. }) => {
            CliError::usage(error)
        }
    }
}

/// Saves the state: the checkpoint, the CSV, the best genome. Each file is replaced atomically;
/// files that are older than the checkpoint are rebuilt from it.
fn save(
    lang: Lang,
    options: &Options,
    settings: &Settings,
    goal: Goal,
    genome: &Genome,
    state: &State,
) -> Result<(), CliError> {
    if let Some(path) = &options.checkpoint {
        checkpoint::write(lang, path, settings, goal.until, state)?;
    }
    if let Some(path) = &options.csv {
        file_io::write(lang, path, rows(goal, &state.history)?.as_bytes())?;
    }
    if let Some(best) = state.history.last() {
        let (seed, number) = (settings.seed, state.history.len());
        let text = genome_file(genome, best, seed, number);
        file_io::write(lang, &options.out, text.as_bytes())?;
    }
    Ok(())
}

/// Draws the figures of the generations so far.
fn draw<S: Size>(
    lang: Lang,
    folder: &Path,
    evolution: &Evolution<S>,
    state: &State,
) -> Result<(), CliError> {
    let charts = Charts {
        lang,
        name: "evolution",
        title: &lang.text("evolve-chart-title"),
        squares: u32::from(S::SQUARES),
        genome: &evolution.arena.genome,
    };
    let runs = std::slice::from_ref(&state.history);
    let drawn = charts.all(&[LawRuns { law: evolution.breeding.law, runs }]);
    let figures = drawn.iter().map(|(id, figure)| (id.as_str(), figure));
    file_io::write_figures(lang, folder, figures, &Theme::ALL, true)
}

/// The best genome of a generation, with a comment on its origin.
fn genome_file(genome: &Genome, best: &Generation, seed: u64, number: usize) -> String {
    let bred = genome.with_genes(best.genes.clone()).expect("as many genes as the genome");
    let text = bred.to_string();
    let (header, weights) = text.split_once('\n').unwrap_or((&text, ""));
    let fitness = best.best;
    format!(
        "{header}\n# Bred by othellier evolve: seed {seed}, generation {number}, fitness {fitness:+.2}.\n{weights}"
    )
}

#[derive(Serialize)]
struct Row {
    generation: usize,
    best: String,
    mean: String,
    worst: String,
    deviation: String,
    diversity: String,
    renewed: bool,
    genes: String,
    reached: bool,
}

/// The CSV, one row for each generation.
fn rows(goal: Goal, history: &[Generation]) -> Result<String, CliError> {
    let failed = |error: &dyn std::fmt::Display| CliError::failed(error.to_string());
    let mut csv = csv::Writer::from_writer(Vec::new());
    for (number, generation) in (1..).zip(history) {
        let genes = generation.genes.iter().map(ToString::to_string).collect::<Vec<_>>();
        let row = Row {
            generation: number,
            best: format!("{:.4}", generation.best),
            mean: format!("{:.4}", generation.mean),
            worst: format!("{:.4}", generation.worst),
            deviation: format!("{:.4}", generation.deviation),
            diversity: format!("{:.4}", generation.diversity),
            renewed: generation.renewed,
            genes: genes.join(" "),
            reached: goal.is_reached(generation),
        };
        csv.serialize(row).map_err(|error| failed(&error))?;
    }
    let bytes = csv.into_inner().map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|error| failed(&error))
}

#[derive(Serialize)]
struct SettingsObject<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    settings: &'a Settings,
    generations: usize,
    until: Option<f64>,
    games_per_generation: usize,
    threads: usize,
    generations_before: usize,
    version: &'static str,
}

fn report_settings<S: Size>(
    common: Common,
    evolution: &Evolution<S>,
    settings: &Settings,
    goal: Goal,
    games: usize,
    resumed: usize,
) -> Result<(), CliError> {
    let lang = common.lang;
    let threads = evolution.arena.threads.get();
    let version = env!("CARGO_PKG_VERSION");
    if common.json {
        return output::json(&SettingsObject {
            kind: "settings",
            settings,
            generations: goal.generations,
            until: goal.until,
            games_per_generation: games,
            threads,
            generations_before: resumed,
            version,
        });
    }
    let label = |key: &str| lang.text(&format!("evolve-{key}"));
    let mut table = TextTable::new(tr!(lang, "evolve-settings", version = version));
    table.row(label("player"), settings.player.clone());
    for control in &settings.environment {
        table.row(label("control"), control.clone());
    }
    table.row(label("start"), settings.start.clone());
    let ([low, high], count) = (settings.range, evolution.arena.genome.genes().len());
    table.row(label("genes"), tr!(lang, "evolve-genes-of", count = count, low = low, high = high));
    let (population, elite) = (settings.population, settings.elite);
    let text = tr!(lang, "evolve-population-of", population = population, elite = elite);
    table.row(label("population"), text);
    let (openings, plies) = (settings.openings, settings.random_plies);
    let text = tr!(lang, "evolve-fitness-of", openings = openings, plies = plies, games = games);
    table.row(label("fitness"), text);
    table.row(label("roulette"), settings.law.clone());
    let (kind, rate) = (settings.crossover.as_str(), percent(lang, settings.crossover_rate));
    let text = tr!(lang, "evolve-crossover-of", kind = kind, rate = rate);
    table.row(label("crossover"), text);
    let (kind, rate) = (settings.mutation.as_str(), percent(lang, settings.mutation_rate));
    table.row(label("mutation"), tr!(lang, "evolve-mutation-of", kind = kind, rate = rate));
    let (every, count) = (settings.renew, settings.renew_count);
    let renewal = match (every, settings.restart) {
        (0, _) => label("never"),
        (_, false) => tr!(lang, "evolve-renewal-of", every = every, count = count),
        (_, true) => tr!(lang, "evolve-renewal-restart", every = every, count = count),
    };
    table.row(label("renewal"), renewal);
    let generations = goal.generations;
    let end = match goal.until {
        None => tr!(lang, "evolve-end-of", generations = generations),
        Some(until) => {
            let until = lang.signed(until, 2);
            tr!(lang, "evolve-end-until", until = until, generations = generations)
        }
    };
    table.row(label("end"), end);
    table.row(lang.text("match-board"), format!("{0}×{0}", S::SIDE));
    table.row(lang.text("match-seed"), settings.seed.to_string());
    table.row(lang.text("match-threads"), threads.to_string());
    if resumed > 0 {
        table.row(label("resumed"), resumed.to_string());
    }
    print(&table)?;
    let head = ["generation", "best", "mean", "diversity"].map(|key| label(&format!("head-{key}")));
    output::line(&row(&head))
}

/// A line of four columns and a note.
fn row(cells: &[String; 4]) -> String {
    let [number, best, mean, diversity] = cells;
    format!("  {number:>10}  {best:>8}  {mean:>8}  {diversity:>9}")
}

#[derive(Serialize)]
struct GenerationObject<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    generation: usize,
    best: f64,
    mean: f64,
    worst: f64,
    deviation: f64,
    diversity: f64,
    renewed: bool,
    genes: &'a [i32],
}

fn report_generation(
    common: Common,
    number: usize,
    generation: &Generation,
) -> Result<(), CliError> {
    if common.json {
        return output::json(&GenerationObject {
            kind: "generation",
            generation: number,
            best: generation.best,
            mean: generation.mean,
            worst: generation.worst,
            deviation: generation.deviation,
            diversity: generation.diversity,
            renewed: generation.renewed,
            genes: &generation.genes,
        });
    }
    let cells = [
        number.to_string(),
        common.lang.signed(generation.best, 2),
        common.lang.signed(generation.mean, 2),
        percent(common.lang, generation.diversity),
    ];
    let remark = match generation.renewed {
        true => format!("  {}", common.lang.text("evolve-renewed")),
        false => String::new(),
    };
    output::line(&format!("{}{remark}", row(&cells)))
}

#[derive(Serialize)]
struct Total<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    generations: usize,
    best: Option<f64>,
    genome: Option<String>,
    out: &'a Path,
    until: Option<f64>,
    /// Whether the last generation reached the requested fitness.
    reached: bool,
    seconds: f64,
    interrupted: bool,
}

fn report_total(
    common: Common,
    options: &Options,
    goal: Goal,
    genome: &Genome,
    state: &State,
    seconds: f64,
    interrupted: bool,
) -> Result<(), CliError> {
    let best = state.history.last();
    let reached = best.is_some_and(|best| goal.is_reached(best));
    let bred = best.map(|best| {
        genome.with_genes(best.genes.clone()).expect("as many genes as the genome").to_string()
    });
    if common.json {
        return output::json(&Total {
            kind: "total",
            generations: state.history.len(),
            best: best.map(|best| best.best),
            genome: bred,
            out: &options.out,
            until: goal.until,
            reached,
            seconds,
            interrupted,
        });
    }
    let Some(bred) = bred else { return Ok(()) };
    if let Some(until) = goal.until {
        let key = if reached { "evolve-reached" } else { "evolve-not-reached" };
        let (until, number) = (common.lang.signed(until, 2), state.history.len().to_string());
        output::line(&tr!(common.lang, key, until = until, number = number))?;
    }
    let (number, file) = (state.history.len().to_string(), options.out.display().to_string());
    output::line(&tr!(common.lang, "evolve-written", number = number, file = file))?;
    output::line(bred.trim_end())
}
