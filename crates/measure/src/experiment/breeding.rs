//! A part that breeds weights by a genetic algorithm: its settings, and how its generations are
//! run.
//!
//! A generation depends on the one before it, so the units of a run are sequential. A row holds
//! only the fitness of each individual: everything except the results of games follows from the
//! seed, so the rows are enough to resume a run.

use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_eval::classic::Genome;
use othellier_play::StopSignal;
use othellier_spec::{Access, Spec};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::checks::{check_count, parse_spec};
use super::localized_text::LocalizedText;
use super::parts::one;
use super::{Counted, GenerationRow, PartProblem, Row};
use crate::evolve::{
    Arena, Breeding, Control, Crossover, Evolution, EvolutionError, Generation, Law, Mutation,
    Renewal, State, usual_environment,
};
use crate::seeds::derived;

/// Weights bred by a genetic algorithm, with one or more laws of the roulette wheel.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolutionPart {
    pub name: String,
    #[serde(default)]
    pub title: LocalizedText,
    /// The search that uses the genes as its evaluator; the spec names no evaluator.
    pub player: String,
    /// The control players; by default the same search with other evaluators.
    #[serde(default)]
    pub environment: Vec<String>,
    #[serde(default)]
    pub start: InitialPopulation,
    /// The number of individuals: even.
    pub population: usize,
    pub generations: usize,
    /// The number of independent runs, each with its own seed.
    #[serde(default = "one")]
    pub runs: usize,
    /// Openings played against each control player, with both colours.
    pub openings: usize,
    /// The random plies of an opening.
    pub random_plies: usize,
    /// The laws of the roulette wheel that are compared: `power:4`, `exp:20`.
    pub laws: Vec<String>,
    #[serde(default)]
    pub crossover: Crossover,
    /// The probability that two parents exchange genes (crossover).
    #[serde(default = "crossover_rate")]
    pub crossover_rate: f64,
    /// The most that a mutation moves a gene; if absent, a mutation replaces the gene by any value.
    pub nudge: Option<i32>,
    /// The probability that a gene mutates.
    #[serde(default = "mutation_rate")]
    pub mutation_rate: f64,
    /// The smallest and the largest value of a gene.
    #[serde(default = "range")]
    pub range: [i32; 2],
    /// The number of the best that are copied unchanged.
    #[serde(default)]
    pub elite: usize,
    /// The number of generations between renewals of the environment; 0 for never.
    #[serde(default)]
    pub renew: usize,
    /// The number of the best that become control players at a renewal.
    #[serde(default = "one")]
    pub renew_count: usize,
    /// Whether the population, except its elite, is then replaced by random individuals.
    #[serde(default)]
    pub restart: bool,
    /// Only read by [`Experiment::read_quick`](super::Experiment::read_quick).
    #[serde(default, rename = "quick")]
    _quick: IgnoredAny,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InitialPopulation {
    #[default]
    Random,
    /// The built-in hand-chosen weights and variants of them.
    Default,
    /// The weights of the report and variants of them.
    Phased,
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

/// A checked part that breeds weights: one evolution for each law. All begin with the same
/// individuals and the same openings, so that only the law differs.
#[derive(Clone, Debug)]
pub struct EvolutionPlan {
    /// As written in the file.
    pub part: EvolutionPart,
    /// One for each law, with the seed of the part.
    pub evolutions: Vec<Evolution>,
    environment: Vec<Control>,
}

impl EvolutionPlan {
    /// Checks a part, but for its players.
    pub(super) fn of(
        part: &EvolutionPart,
        seed: u64,
        access: &Access,
    ) -> Result<EvolutionPlan, PartProblem> {
        if part.laws.is_empty() || part.generations == 0 || part.runs == 0 || part.openings == 0 {
            return Err(PartProblem::NothingToBreed);
        }
        let each = [(Counted::Individuals, part.population), (Counted::Openings, part.openings)];
        each.into_iter().try_for_each(|(what, count)| check_count(what, count))?;
        let [low, high] = part.range;
        if low >= high {
            return Err(PartProblem::Order { option: "range" });
        }
        let rates = [part.crossover_rate, part.mutation_rate];
        if !rates.iter().all(|rate| (0.0..=1.0).contains(rate)) {
            return Err(PartProblem::Rate);
        }
        if part.nudge.is_some_and(|step| step < 1) {
            return Err(PartProblem::Nudge);
        }
        let player = parse_spec(&part.player)?;
        let named = part.environment.iter().map(|text| parse_spec(text));
        let named = named.collect::<Result<Vec<_>, _>>()?;
        let environment = if named.is_empty() { usual_environment(&player) } else { named };
        let environment: Vec<_> = environment.into_iter().map(Control::Player).collect();
        let evolution = |law: &String| {
            Ok::<_, PartProblem>(Evolution {
                arena: Arena {
                    player: player.clone(),
                    genome: match part.start {
                        InitialPopulation::Random | InitialPopulation::Default => Genome::default(),
                        InitialPopulation::Phased => Genome::phased(),
                    },
                    openings: part.openings,
                    random_plies: part.random_plies,
                    access: access.clone(),
                    threads: NonZeroUsize::MIN,
                },
                breeding: Breeding {
                    elite: part.elite,
                    law: law.parse::<Law>()?,
                    crossover: part.crossover,
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
        let bred = EvolutionPlan { part: part.clone(), evolutions, environment };
        for arm in 0..bred.evolutions.len() {
            let evolution = bred.run(arm, 0);
            evolution.check_state(&bred.begin(&evolution))?;
        }
        Ok(bred)
    }

    /// Checks that its players can be built.
    pub(super) fn check(&self) -> Result<(), EvolutionError> {
        let evolution = self.run(0, 0);
        evolution.check(&self.begin(&evolution))
    }

    /// The control players at the start.
    pub fn controls(&self) -> impl Iterator<Item = &Spec> {
        self.environment.iter().filter_map(|control| match control {
            Control::Player(spec) => Some(spec),
            Control::Genes(_) => None,
        })
    }

    /// Every player that a spec names: the search of the individuals, and the control players.
    pub fn players(&self) -> impl Iterator<Item = &Spec> {
        self.evolutions.iter().map(|evolution| &evolution.arena.player).chain(self.controls())
    }

    /// The run of the unit with this index.
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
            InitialPopulation::Random => evolution.start_at_random(self.environment.clone()),
            InitialPopulation::Default | InitialPopulation::Phased => {
                evolution.start_from_genome(self.environment.clone())
            }
        }
    }

    /// The state rebuilt from the rows of a run, up to the first missing generation.
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
            evolution.next_generation(&mut state, fitness);
        }
        state
    }

    /// The generations of every run of every arm.
    pub(super) fn histories(&self, rows: &[Row]) -> Vec<Vec<Vec<Generation>>> {
        let history = |arm, run| self.replayed(&self.run(arm, run), (arm, run), rows).history;
        let runs = |arm| (0..self.part.runs).map(|run| history(arm, run)).collect();
        (0..self.evolutions.len()).map(runs).collect()
    }

    /// Runs the missing generations of a run, until `report` breaks or a stop is requested.
    pub(super) fn run_generations(
        &self,
        (arm, run): (usize, usize),
        done: &[Row],
        threads: NonZeroUsize,
        stop: &StopSignal,
        report: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) -> Result<(), EvolutionError> {
        let mut evolution = self.run(arm, run);
        evolution.arena.threads = threads;
        let mut state = self.replayed(&evolution, (arm, run), done);
        while state.history.len() < self.part.generations {
            let Some(fitness) = evolution.fitness(&state, stop, &mut |_| ())? else { break };
            let index = run * self.part.generations + state.history.len();
            evolution.next_generation(&mut state, &fitness);
            let part = self.part.name.clone();
            if report(Row::Generation(GenerationRow { part, arm, index, fitness })).is_break() {
                break;
            }
        }
        Ok(())
    }
}
