//! Fitness: the mean result of an individual against the environment.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use othellier_board::{Color, Size};
use othellier_eval::StaticEvaluator;
use othellier_eval::classic::{Genome, Phased};
use othellier_platform::parallel::{StopSignal, parallel_for};
use othellier_play::{Access, Player, PlayerError, Seat, Setup, build_seat, build_with_evaluator};
use othellier_spec::Spec;

use super::{EvolutionError, Genes};
use crate::seeds::derived;
use crate::{FaultKind, Openings, referee};

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

struct Trial {
    individual: usize,
    control: usize,
    opening: usize,
    color: Color,
}

/// Every individual against every control player, from every opening, with both colours; lazily.
fn trials(
    population: usize,
    environment: usize,
    openings: usize,
) -> impl Iterator<Item = Trial> + Send {
    let individuals = 0..population;
    individuals.flat_map(move |individual| {
        (0..environment).flat_map(move |control| {
            (0..openings).flat_map(move |opening| {
                Color::ALL.map(move |color| Trial { individual, control, opening, color })
            })
        })
    })
}

impl Arena {
    /// The number of games of a generation.
    pub fn games(&self, population: usize, environment: usize) -> usize {
        let each = self.openings.saturating_mul(2).saturating_mul(environment);
        population.saturating_mul(each)
    }

    /// The mean final disc difference of each individual against the environment; `None` if a stop
    /// is requested first. `watch` gets the number of games played.
    pub(super) fn fitness<S: Size>(
        &self,
        population: &[Genes],
        environment: &[Control],
        seed: u64,
        stop: &StopSignal,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<f64>>, EvolutionError> {
        let openings: Openings<S> =
            Openings::random(self.random_plies, self.openings, derived(seed, 0, 0))
                .map_err(|_| EvolutionError::TooManyPlies { plies: self.random_plies })?;
        let individuals: Vec<_> = population.iter().map(|genes| self.individual(genes)).collect();
        let controls: Vec<_> = environment
            .iter()
            .map(|control| match control {
                Control::Player(spec) => Contender::Player(spec.clone()),
                Control::Genes(genes) => self.individual(genes),
            })
            .collect();
        let trials = trials(population.len(), environment.len(), self.openings);
        let games = self.games(population.len(), environment.len());
        let play = |(): &mut (), trial: Trial, cancel: &StopSignal| {
            let start = openings.cycled(trial.opening).clone();
            let before = (trial.control as u64).wrapping_mul(self.openings as u64);
            let number = before.wrapping_add(trial.opening as u64);
            let game = number.wrapping_mul(2).wrapping_add(trial.color as u64);
            let game_seed = derived(seed, 1 + trial.individual as u64, game);
            let seated = |contender, stream| self.seat(contender, derived(game_seed, stream, 0));
            let mut one = match seated(&individuals[trial.individual], 0) {
                Ok(player) => player,
                Err(error) => return Some(Err(error)),
            };
            let mut other = match seated(&controls[trial.control], 1) {
                Ok(player) => player,
                Err(error) => return Some(Err(error)),
            };
            let players: [&mut dyn Player<S>; 2] = match trial.color {
                Color::Black => [&mut *one, &mut *other],
                Color::White => [&mut *other, &mut *one],
            };
            let finished = referee(start, players, None, cancel)?;
            match finished.fault.map(|fault| fault.kind) {
                None | Some(FaultKind::Failed(PlayerError::Resigned)) => {}
                Some(kind) => {
                    let control = environment[trial.control].name();
                    return Some(Err(EvolutionError::Fault { control, why: kind.to_string() }));
                }
            }
            let black_score = finished.outcome.black_score;
            let own = if trial.color == Color::Black { black_score } else { -black_score };
            Some(Ok((trial.individual, own)))
        };
        let mut sums = vec![0_i64; population.len()];
        let mut played = 0;
        let end = parallel_for(
            self.threads,
            trials,
            stop,
            || (),
            play,
            |result| match result {
                Ok((individual, difference)) => {
                    sums[individual] += i64::from(difference);
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
        let each = (games / population.len().max(1)) as f64;
        let fitness = || sums.iter().map(|&sum| sum as f64 / each).collect();
        Ok((played == games).then(fitness))
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
