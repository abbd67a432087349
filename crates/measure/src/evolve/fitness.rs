//! Fitness: the mean result of an individual against the environment.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use othellier_board::{Color, Size};
use othellier_eval::StaticEvaluator;
use othellier_eval::classic::{Genome, Phased};
use othellier_platform::parallel::{StopSignal, parallel_for};
use othellier_play::{Access, Player, PlayerError, Seat, Setup, build_seat, build_with_evaluator};
use othellier_record::Game;
use othellier_spec::Spec;

use super::{EvolutionError, Genes};
use crate::seeds::derived;
use crate::{FaultKind, FinishedGame, Openings, referee};

/// The games that measure fitness.
#[derive(Clone, Debug, PartialEq)]
pub struct Arena {
    /// The search that uses the genes as its evaluator; the spec names no evaluator.
    pub player: Spec,
    /// The phases and features whose weights are the genes.
    pub genome: Genome,
    /// The number of openings that each individual plays against each control player, with both
    /// colours.
    pub openings: usize,
    /// The random plies of an opening; every generation has new openings.
    pub random_plies: usize,
    /// The files and programs that the control players may use.
    pub access: Access,
    /// The number of games played in parallel.
    pub threads: NonZeroUsize,
}

/// A control player: a member of the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// A player of the catalogue.
    Player(Spec),
    /// An individual that was the best of an earlier generation.
    Genes(Genes),
}

impl Control {
    fn name(&self) -> String {
        match self {
            Control::Player(spec) => spec.to_string(),
            Control::Genes(_) => "an earlier best".to_owned(),
        }
    }
}

/// The evaluators of the default control players.
const USUAL: [&str; 3] = ["mobility", "strategic", "genome"];

/// The default environment: the search of the individuals with the evaluators `mobility`,
/// `strategic` and `genome`.
pub fn usual_environment(player: &Spec) -> Vec<Spec> {
    let with_evaluator = |evaluator: &str| {
        let mut spec = player.clone();
        spec.set("eval", evaluator);
        spec
    };
    USUAL.map(with_evaluator).to_vec()
}

/// A player of the arena, from which a new one is built for each game.
enum Contender<S: Size> {
    Player(Spec),
    Individual(Arc<dyn StaticEvaluator<S>>),
}

/// A game of an individual: its place in the generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    pub individual: usize,
    /// Its opponent.
    pub control: usize,
    pub opening: usize,
    /// Of the individual.
    pub color: Color,
}

impl Trial {
    /// A score of Black as one of the individual, and the other way round.
    pub fn of_individual(self, score: i32) -> i32 {
        if self.color == Color::Black { score } else { -score }
    }
}

/// The games of a generation: every individual against every control player, from every opening, with both
/// colours.
pub struct Trials<S: Size> {
    arena: Arena,
    openings: Openings<S>,
    individuals: Vec<Contender<S>>,
    controls: Vec<Contender<S>>,
    environment: Vec<Control>,
    seed: u64,
}

impl<S: Size> Trials<S> {
    pub(super) fn new(
        arena: &Arena,
        population: &[Genes],
        environment: &[Control],
        seed: u64,
    ) -> Result<Trials<S>, EvolutionError> {
        let openings = Openings::random(arena.random_plies, arena.openings, derived(seed, 0, 0))
            .map_err(|_| EvolutionError::TooManyPlies { plies: arena.random_plies })?;
        let control = |control: &Control| match control {
            Control::Player(spec) => Contender::Player(spec.clone()),
            Control::Genes(genes) => arena.individual(genes),
        };
        Ok(Trials {
            arena: arena.clone(),
            openings,
            individuals: population.iter().map(|genes| arena.individual(genes)).collect(),
            controls: environment.iter().map(control).collect(),
            environment: environment.to_vec(),
            seed,
        })
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.arena.games(self.individuals.len(), self.controls.len())
    }

    /// The game with this index.
    pub fn trial(&self, index: usize) -> Trial {
        let (openings, controls) = (self.arena.openings, self.controls.len());
        let pair = index / 2;
        Trial {
            individual: pair / openings / controls,
            control: pair / openings % controls,
            opening: pair % openings,
            color: Color::ALL[index % 2],
        }
    }

    /// The opening of the game with this index.
    pub fn opening(&self, index: usize) -> &Game<S> {
        self.openings.cycled(self.trial(index).opening)
    }

    /// Plays the game with this index; `None` if a stop is requested first.
    pub fn play(
        &self,
        index: usize,
        stop: &StopSignal,
    ) -> Result<Option<FinishedGame<S>>, EvolutionError> {
        let trial = self.trial(index);
        let before = (trial.control as u64).wrapping_mul(self.arena.openings as u64);
        let number = before.wrapping_add(trial.opening as u64);
        let game = number.wrapping_mul(2).wrapping_add(trial.color as u64);
        let seed = derived(self.seed, 1 + trial.individual as u64, game);
        let seated = |contender, stream| self.arena.seat(contender, derived(seed, stream, 0));
        let mut one = seated(&self.individuals[trial.individual], 0)?;
        let mut other = seated(&self.controls[trial.control], 1)?;
        let players: [&mut dyn Player<S>; 2] = match trial.color {
            Color::Black => [&mut *one, &mut *other],
            Color::White => [&mut *other, &mut *one],
        };
        let Some(game) = referee(self.opening(index).clone(), players, None, stop) else {
            return Ok(None);
        };
        match game.fault.as_ref().map(|fault| &fault.kind) {
            None | Some(FaultKind::Failed(PlayerError::Resigned)) => Ok(Some(game)),
            Some(kind) => {
                let control = self.environment[trial.control].name();
                Err(EvolutionError::Fault { control, why: kind.to_string() })
            }
        }
    }

    /// The mean final disc difference of each individual against the environment; `None` if a stop
    /// is requested first. `watch` gets the number of games played.
    pub(super) fn fitness(
        &self,
        stop: &StopSignal,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<f64>>, EvolutionError> {
        let games = self.games();
        let mut sums = vec![0_i64; self.individuals.len()];
        let mut played = 0;
        let play = |(): &mut (), index: usize, stop: &StopSignal| {
            let game = self.play(index, stop).transpose()?;
            Some(game.map(|game| (index, game.outcome.black_score)))
        };
        let end = parallel_for(
            self.arena.threads,
            0..games,
            stop,
            || (),
            play,
            |result| match result {
                Ok((index, black_score)) => {
                    let trial = self.trial(index);
                    sums[trial.individual] += i64::from(trial.of_individual(black_score));
                    played += 1;
                    watch(played);
                    ControlFlow::Continue(())
                }
                Err(error) => ControlFlow::Break(error),
            },
        );
        if let ControlFlow::Break(error) = end {
            return Err(error);
        }
        let each = (games / sums.len().max(1)) as f64;
        let fitness = || sums.iter().map(|&sum| sum as f64 / each).collect();
        Ok((played == games).then(fitness))
    }
}

impl Arena {
    /// The number of games of a generation.
    pub fn games(&self, population: usize, environment: usize) -> usize {
        let each = self.openings.saturating_mul(2).saturating_mul(environment);
        population.saturating_mul(each)
    }

    fn individual<S: Size>(&self, genes: &[i32]) -> Contender<S> {
        let genome = self.genome.with_genes(genes.to_vec()).expect("as many genes as the genome");
        Contender::Individual(Arc::new(Phased::new(&genome)))
    }

    fn seat<S: Size>(
        &self,
        contender: &Contender<S>,
        seed: u64,
    ) -> Result<Box<dyn Player<S>>, EvolutionError> {
        let setup = Setup { seed, access: self.access.clone() };
        match contender {
            Contender::Individual(evaluator) => {
                Ok(build_with_evaluator(&self.player, evaluator.clone(), &setup)?)
            }
            Contender::Player(spec) => match build_seat(spec, &setup)? {
                Seat::Program(player) => Ok(player),
                Seat::Human => Err(EvolutionError::Person { name: spec.name.clone() }),
            },
        }
    }

    /// Checks that all players can be built, before any game is played.
    pub(super) fn check<S: Size>(&self, environment: &[Control]) -> Result<(), EvolutionError> {
        self.seat::<S>(&self.individual(self.genome.genes()), 0)?;
        for control in environment {
            if let Control::Player(spec) = control {
                self.seat::<S>(&Contender::Player(spec.clone()), 0)?;
            }
        }
        Ok(())
    }
}
