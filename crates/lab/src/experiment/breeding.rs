//! A part that breeds weights: what is asked for, and how its generations are lived.
//!
//! A generation needs the one before it, so that the units of a run are done one after the other. A
//! row holds the fitness of each individual and nothing else: everything besides the games comes
//! from the seed, so that the rows of a run are enough to go on with it.

use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_eval::classic::Genome;
use othellier_play::StopSignal;
use othellier_spec::Spec;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::file::Both;
use super::parts::one;
use super::plan::few_enough;
use super::{GenerationRow, Row};
use crate::evolve::{
    Arena, Breeding, Control, Crossover, Evolution, EvolutionError, Generation, Law, Mutation,
    Renewal, State, usual_environment,
};
use crate::seeds::derived;

/// Weights that a genetic algorithm breeds, by one or more laws of the roulette.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolutionPart {
    /// A short name.
    pub name: String,
    /// What it is called.
    #[serde(default)]
    pub title: Both,
    /// The search that plays by the genes; it names no evaluator.
    pub player: String,
    /// The control players; the same search with other judges where there are none.
    #[serde(default)]
    pub environment: Vec<String>,
    /// The first population.
    #[serde(default)]
    pub start: Start,
    /// How many individuals there are: an even number.
    pub population: usize,
    /// How many generations.
    pub generations: usize,
    /// How often all of it is done, with other dice each time.
    #[serde(default = "one")]
    pub runs: usize,
    /// Openings played against each control player, with both colours.
    pub openings: usize,
    /// How many random plies these have.
    pub random_plies: usize,
    /// How the roulette prefers the fit: `power:4`, `exp:20`. What is compared.
    pub laws: Vec<String>,
    /// What couples exchange.
    #[serde(default)]
    pub crossover: Points,
    /// The share of the couples that exchange anything.
    #[serde(default = "crossover_rate")]
    pub crossover_rate: f64,
    /// By how much at most a mutation moves a gene; any value takes its place where this is absent.
    pub nudge: Option<i32>,
    /// The chance of each gene to mutate.
    #[serde(default = "mutation_rate")]
    pub mutation_rate: f64,
    /// The least and the greatest value of a gene.
    #[serde(default = "range")]
    pub range: [i32; 2],
    /// How many of the best pass as they are.
    #[serde(default)]
    pub elite: usize,
    /// After how many generations the best become control players; 0 never.
    #[serde(default)]
    pub renew: usize,
    /// How many of the best do.
    #[serde(default = "one")]
    pub renew_count: usize,
    /// Whether the population begins anew then, but for its elite.
    #[serde(default)]
    pub restart: bool,
    /// Read by [`Experiment::read_quick`](super::Experiment::read_quick) alone.
    #[serde(default, rename = "quick")]
    _quick: IgnoredAny,
}

/// The first population.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Nothing but dice.
    #[default]
    Random,
    /// Our weights by hand, and relatives of them.
    Default,
    /// The weights of the report, and relatives of them.
    Phased,
}

/// What couples exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Points {
    /// The genes before a point.
    OnePoint,
    /// The genes between two points.
    #[default]
    TwoPoint,
}

fn crossover_rate() -> f64 {
    0.7
}

fn mutation_rate() -> f64 {
    0.03
}

fn range() -> [i32; 2] {
    [-20, 20]
}

/// A part that breeds, settled: one evolution for each law. All begin with the same individuals and
/// the same openings, so that what differs is the law.
#[derive(Clone, Debug)]
pub struct Bred {
    /// What was asked for.
    pub part: EvolutionPart,
    /// One for each law, with the seed of the part.
    pub evolutions: Vec<Evolution>,
    environment: Vec<Control>,
}

impl Bred {
    /// Settles a part: everything that can be wrong is found here.
    pub(super) fn of(part: &EvolutionPart, seed: u64) -> Result<Bred, String> {
        if part.laws.is_empty() || part.generations == 0 || part.runs == 0 || part.openings == 0 {
            let expected = "expected laws, generations, runs and openings";
            return Err(format!("there is nothing to breed; {expected}"));
        }
        let each = [("individuals", part.population), ("openings", part.openings)];
        each.into_iter().try_for_each(|(what, count)| few_enough(what, count))?;
        let [low, high] = part.range;
        if low >= high {
            return Err("range has two numbers, the lesser first".to_owned());
        }
        let rates = [part.crossover_rate, part.mutation_rate];
        if !rates.iter().all(|rate| (0.0..=1.0).contains(rate)) {
            return Err("a rate is a number from 0 to 1".to_owned());
        }
        if part.nudge.is_some_and(|step| step < 1) {
            return Err("nudge is a number from 1 on".to_owned());
        }
        let parsed =
            |text: &String| text.parse::<Spec>().map_err(|error| format!("`{text}`: {error}"));
        let player = parsed(&part.player)?;
        let named = part.environment.iter().map(parsed).collect::<Result<Vec<_>, _>>()?;
        let environment = if named.is_empty() { usual_environment(&player) } else { named };
        let environment: Vec<_> = environment.into_iter().map(Control::Player).collect();
        let evolution = |law: &String| {
            Ok::<_, String>(Evolution {
                arena: Arena {
                    player: player.clone(),
                    genome: match part.start {
                        Start::Random | Start::Default => Genome::default(),
                        Start::Phased => Genome::phased(),
                    },
                    openings: part.openings,
                    random_plies: part.random_plies,
                    threads: NonZeroUsize::MIN,
                },
                breeding: Breeding {
                    elite: part.elite,
                    law: law.parse::<Law>().map_err(|error| error.to_string())?,
                    crossover: match part.crossover {
                        Points::OnePoint => Crossover::OnePoint,
                        Points::TwoPoint => Crossover::TwoPoint,
                    },
                    crossover_rate: part.crossover_rate,
                    mutation: part.nudge.map_or(Mutation::Replace, Mutation::Nudge),
                    mutation_rate: part.mutation_rate,
                    range: low..=high,
                },
                population: part.population,
                renewal: (part.renew > 0).then_some(Renewal {
                    every: part.renew,
                    count: part.renew_count,
                    restart: part.restart,
                }),
                seed,
                size: PhantomData,
            })
        };
        let evolutions = part.laws.iter().map(evolution).collect::<Result<Vec<_>, _>>()?;
        let bred = Bred { part: part.clone(), evolutions, environment };
        for arm in 0..bred.evolutions.len() {
            let evolution = bred.run(arm, 0);
            let state = bred.begin(&evolution);
            evolution.check(&state).map_err(|error| error.to_string())?;
        }
        Ok(bred)
    }

    /// The control players at the start.
    pub fn controls(&self) -> impl Iterator<Item = &Spec> {
        self.environment.iter().filter_map(|control| match control {
            Control::Player(spec) => Some(spec),
            Control::Genes(_) => None,
        })
    }

    /// Which run a unit with this number belongs to.
    pub fn run_of(&self, index: usize) -> usize {
        index / self.part.generations
    }

    /// The evolution of an arm with the seed of one of its runs.
    fn run(&self, arm: usize, run: usize) -> Evolution {
        let evolution = &self.evolutions[arm];
        Evolution { seed: derived(evolution.seed, 0, run as u64), ..evolution.clone() }
    }

    fn begin(&self, evolution: &Evolution) -> State {
        match self.part.start {
            Start::Random => evolution.begin_at_random(self.environment.clone()),
            Start::Default | Start::Phased => evolution.begin_with_genome(self.environment.clone()),
        }
    }

    /// The state that the rows of a run lead to: up to the first generation that is missing.
    fn replayed(&self, evolution: &Evolution, (arm, run): (usize, usize), rows: &[Row]) -> State {
        let mut found: Vec<Option<&[f64]>> = vec![None; self.part.generations];
        for row in rows {
            if let Row::Generation(row) = row
                && row.part == self.part.name
                && row.fitness.len() == self.part.population
                && (row.arm, self.run_of(row.index)) == (arm, run)
            {
                found[row.index % self.part.generations] = Some(&row.fitness);
            }
        }
        let mut state = self.begin(evolution);
        for fitness in found.into_iter().map_while(|fitness| fitness) {
            evolution.succeed(&mut state, fitness);
        }
        state
    }

    /// What became of the generations of every run of every arm.
    pub(super) fn histories(&self, rows: &[Row]) -> Vec<Vec<Vec<Generation>>> {
        let history = |arm, run| self.replayed(&self.run(arm, run), (arm, run), rows).history;
        let runs = |arm| (0..self.part.runs).map(|run| history(arm, run)).collect();
        (0..self.evolutions.len()).map(runs).collect()
    }

    /// Lives what is missing of a run, until it is whole, `tell` breaks off or the signal says stop.
    pub(super) fn live(
        &self,
        (arm, run): (usize, usize),
        done: &[Row],
        threads: NonZeroUsize,
        stop: &StopSignal,
        tell: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) -> Result<(), EvolutionError> {
        let mut evolution = self.run(arm, run);
        evolution.arena.threads = threads;
        let mut state = self.replayed(&evolution, (arm, run), done);
        while state.history.len() < self.part.generations {
            let Some(fitness) = evolution.fitness(&state, stop, &mut |_| ())? else { break };
            let index = run * self.part.generations + state.history.len();
            evolution.succeed(&mut state, &fitness);
            let part = self.part.name.clone();
            if tell(Row::Generation(GenerationRow { part, arm, index, fitness })).is_break() {
                break;
            }
        }
        Ok(())
    }
}
