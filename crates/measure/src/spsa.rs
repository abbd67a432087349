//! SPSA: tunes many numbers at once by matches.
//!
//! ```text
//! at iteration k, with a step c and a rate a for each number, both decreasing:
//!     flip a coin for each number: Δ is +1 or -1
//!     play a few games: the numbers + cΔ against the numbers - cΔ
//!     move every number by a/c · Δ · the score of that match, towards the winner
//! ```
//!
//! One match of two players says something about all numbers at once; over many iterations the noise
//! of the coins averages out. (Spall, *Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation*, 1992; step and rate are given by their values at the end, as
//! engine testers do.)
//!
//! The coins and the games of an iteration follow from the seed and its number alone, so a run that was
//! interrupted ends as one that was not.
//!
//! The iterations of a batch all start from the numbers at its begin, so that many machines can play them
//! at the same time; their updates are made one after the other. A batch of one is the method of Spall.

mod numbers;

use std::num::NonZeroUsize;
use std::ops::Range;

use othellier_spec::{Access, ParseSpecError, Spec};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::seeds::derived;
use crate::stats::Counts;
use crate::template::{filled, mentions};
use crate::{Colors, Match, MatchError, Openings};

pub use numbers::{NumbersError, Tunable, tunables};

/// The seed stream of the coins, and that of the matches.
const COINS: u64 = 11;
const MATCHES: u64 = 12;

/// The exponents of Spall: the rate falls as `k^-ALPHA`, the step as `k^-GAMMA`.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of the iterations that the start of the rate is delayed by.
const STABILITY: f64 = 0.1;

/// Everything that determines a run, in job files, on the command line and in manifests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct SpsaSettings {
    /// Player to tune; by default it searches a fixed number of nodes, so that games do not depend
    /// on the speed of the machine
    #[serde(default = "player")]
    #[cfg_attr(feature = "args", arg(long, value_name = "SPEC", default_value_t = player()))]
    pub player: String,
    /// Number to tune, which the player mentions as {NAME}; may be repeated
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "args", arg(id = "number", long, value_name = "NAME=START:MIN..MAX"))]
    pub numbers: Vec<String>,
    /// Parameter of the champion to tune; several separated by commas; by default all, if there is no --number
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        feature = "args",
        arg(id = "parameter", long, value_name = "NAME", value_delimiter = ',')
    )]
    pub parameters: Vec<String>,
    /// Number of iterations, on which steps and rates depend
    #[serde(default = "iterations")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = iterations()))]
    pub iterations: u64,
    /// Iterations that start from the same values, and that are played at the same time; 1 is the method
    /// of Spall
    #[serde(default = "batch")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = batch()))]
    pub batch: u64,
    /// Games of an iteration, an even number: every opening is played with both colours
    #[serde(default = "games")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = games()))]
    pub games: usize,
    /// Games of a unit of work; by default those of an iteration
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub unit: Option<usize>,
    /// How fast the values move at the end of the run, as a share of their step for a won pair
    #[serde(default = "rate")]
    #[cfg_attr(feature = "args", arg(long, value_name = "RATE", default_value_t = rate()))]
    pub rate: f64,
    /// Seed of the random numbers: the same seed gives the same result
    #[serde(default = "seed")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = seed()))]
    pub seed: u64,
    /// Where the run stands; by default at its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(skip))]
    pub state: Option<SpsaState>,
}

fn player() -> String {
    "champion(nodes=20000, hash=4MiB)".to_owned()
}

fn iterations() -> u64 {
    1000
}

fn batch() -> u64 {
    32
}

fn games() -> usize {
    16
}

fn rate() -> f64 {
    0.02
}

fn seed() -> u64 {
    1
}

/// A run of SPSA between two iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    settings: SpsaSettings,
    tunables: Vec<Tunable>,
    state: SpsaState,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaState {
    /// How many iterations are done.
    pub iteration: u64,
    pub values: Vec<f64>,
    /// The numbers at the begin of the batch.
    pub origin: Vec<f64>,
}

/// Why an iteration cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpsaError {
    /// The player cannot be parsed.
    #[error(transparent)]
    Player(#[from] ParseSpecError),
    /// The games cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// The two players of an iteration: the values of all numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Those of the first player.
    pub plus: Vec<i32>,
    /// Those of the second.
    pub minus: Vec<i32>,
    coins: Vec<bool>,
}

/// An iteration, as the results have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IterationLine {
    /// Its number, from 1.
    pub iteration: u64,
    /// The values of the first player.
    pub plus: Vec<i32>,
    /// The values of the second player.
    pub minus: Vec<i32>,
    /// Games that the first player won.
    pub wins: u64,
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
    /// The numbers after the iteration.
    pub values: Vec<f64>,
}

impl Spsa {
    /// The run where its settings say it stands; `None` if the state has not as many values as there are
    /// numbers to tune.
    pub fn new(mut settings: SpsaSettings) -> Result<Option<Spsa>, NumbersError> {
        let SpsaSettings { player, numbers, parameters, .. } = &settings;
        let tunables = tunables(player, numbers, parameters)?;
        let values: Vec<f64> = tunables.iter().map(|one| one.start.into()).collect();
        let first = || SpsaState { iteration: 0, origin: values.clone(), values };
        let state = settings.state.take().unwrap_or_else(first);
        let fits = [&state.values, &state.origin].iter().all(|of| of.len() == tunables.len());
        Ok(fits.then_some(Spsa { settings, tunables, state }))
    }

    /// The settings, which say where the run stands.
    pub fn settings(&self) -> SpsaSettings {
        SpsaSettings { state: Some(self.state.clone()), ..self.settings.clone() }
    }

    pub fn tunables(&self) -> &[Tunable] {
        &self.tunables
    }

    /// Whether the text of the player has a place for this number; if not, it is a parameter of the
    /// champion.
    fn leaves_open(&self, tunable: &Tunable) -> bool {
        mentions(&self.settings.player, &tunable.name)
    }

    /// Whether parameters of the champion are tuned, which takes a build with the feature `tune`.
    pub fn tunes_parameters(&self) -> bool {
        self.tunables.iter().any(|one| !self.leaves_open(one))
    }

    /// The player with these values of its numbers.
    fn player(&self, values: &[i32]) -> Result<Spec, ParseSpecError> {
        let numbers = self.tunables.iter().zip(values);
        let (open, parameters): (Vec<_>, Vec<_>) =
            numbers.partition(|(one, _)| self.leaves_open(one));
        let open = open.into_iter().map(|(one, value)| (one.name.clone(), value.to_string()));
        let mut spec: Spec = filled(&self.settings.player, &open.collect()).parse()?;
        if !parameters.is_empty() {
            let pairs = parameters.iter().map(|(one, value)| format!("{}:{value}", one.name));
            spec.set("parameters", pairs.collect::<Vec<_>>().join("+"));
        }
        Ok(spec)
    }

    /// How many iterations are done.
    pub fn iteration(&self) -> u64 {
        self.state.iteration
    }

    /// Whether all iterations are done.
    pub fn is_finished(&self) -> bool {
        self.state.iteration >= self.settings.iterations
    }

    /// The iterations of the current batch that are not done, counted from 0.
    pub fn open_batch(&self) -> Range<u64> {
        let (now, batch) = (self.state.iteration, self.settings.batch.max(1));
        let end = (now - now % batch).saturating_add(batch);
        now..end.min(self.settings.iterations).max(now)
    }

    pub fn values(&self) -> &[f64] {
        &self.state.values
    }

    pub fn rounded(&self) -> Vec<i32> {
        self.values().iter().map(|value| value.round() as i32).collect()
    }

    /// The step of a number in an iteration.
    fn step(&self, tunable: &Tunable, iteration: u64) -> f64 {
        let (now, all) = (iteration as f64 + 1.0, self.settings.iterations as f64);
        tunable.step * (all / now).powf(GAMMA)
    }

    /// How far a won pair moves a number in an iteration.
    fn pace(&self, tunable: &Tunable, iteration: u64) -> f64 {
        let (now, all) = (iteration as f64 + 1.0, self.settings.iterations as f64);
        let delay = STABILITY * all;
        let rate =
            self.settings.rate * tunable.step.powi(2) * ((delay + all) / (delay + now)).powf(ALPHA);
        rate / self.step(tunable, iteration)
    }

    /// The two players of an iteration of the current batch. Values between two whole numbers are rounded
    /// at random, so that a small step is not lost.
    pub fn proposal(&self, iteration: u64) -> Proposal {
        let seed = derived(self.settings.seed, COINS, iteration);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut proposal = Proposal { plus: Vec::new(), minus: Vec::new(), coins: Vec::new() };
        for (tunable, value) in self.tunables.iter().zip(&self.state.origin) {
            let coin = rng.random::<bool>();
            let step = self.step(tunable, iteration);
            let away = if coin { step } else { -step };
            let mut rounded = |value: f64| {
                let value = (value + rng.random::<f64>()).floor();
                value.clamp(tunable.min.into(), tunable.max.into()) as i32
            };
            proposal.plus.push(rounded(value + away));
            proposal.minus.push(rounded(value - away));
            proposal.coins.push(coin);
        }
        proposal
    }

    /// Moves the numbers towards the winner of the current iteration, and ends it. The score is that of
    /// the first player for a pair of games, from -2 to 2.
    fn update(&mut self, proposal: &Proposal, score: f64) {
        let tunables = self.tunables.iter().zip(&proposal.coins);
        let moves: Vec<f64> = tunables
            .map(|(tunable, coin)| {
                let pace = self.pace(tunable, self.state.iteration);
                score * if *coin { pace } else { -pace }
            })
            .collect();
        let values = self.state.values.iter_mut().zip(moves);
        for ((value, by), tunable) in values.zip(&self.tunables) {
            *value = (*value + by).clamp(tunable.min.into(), tunable.max.into());
        }
        self.advance();
    }

    fn advance(&mut self) {
        self.state.iteration += 1;
        if self.state.iteration.is_multiple_of(self.settings.batch.max(1)) {
            self.state.origin.clone_from(&self.state.values);
        }
    }

    /// The games of an iteration of the current batch, between the players of its proposal.
    pub fn games(
        &self,
        iteration: u64,
        access: Access,
        threads: NonZeroUsize,
    ) -> Result<Match, SpsaError> {
        let Proposal { plus, minus, .. } = self.proposal(iteration);
        let seed = derived(self.settings.seed, MATCHES, iteration);
        Ok(Match {
            players: [self.player(&plus)?, self.player(&minus)?],
            games: self.settings.games,
            openings: Openings::balanced(seed).expect("8×8 has a list"),
            colors: Colors::Swapped,
            limit: None,
            sprt: None,
            seed,
            access,
            threads,
        })
    }

    /// Ends the current iteration with the result of its games.
    pub fn count(&mut self, score: Counts) -> IterationLine {
        let proposal = self.proposal(self.state.iteration);
        let Counts { wins, draws, losses } = score;
        let of_pair = 2.0 * (wins as f64 - losses as f64) / self.settings.games as f64;
        self.update(&proposal, of_pair);
        let (iteration, values) = (self.state.iteration, self.state.values.clone());
        let Proposal { plus, minus, .. } = proposal;
        IterationLine { iteration, plus, minus, wins, draws, losses, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYER: &str = "random(x={x}, y={y})";

    fn settings(iterations: u64) -> SpsaSettings {
        SpsaSettings {
            player: PLAYER.to_owned(),
            numbers: ["x=10:0..100", "y=80:0..100"].map(str::to_owned).to_vec(),
            parameters: Vec::new(),
            iterations,
            batch: 1,
            games: 2,
            unit: None,
            rate: 0.02,
            seed: 7,
            state: None,
        }
    }

    fn run(settings: SpsaSettings) -> Spsa {
        Spsa::new(settings).unwrap().unwrap()
    }

    /// The score of a pair where the best values are 60 and 30: that of the one that is nearer.
    fn score(proposal: &Proposal) -> f64 {
        let loss = |values: &[i32]| {
            let away = |value: i32, best: i32| f64::from(value - best).powi(2);
            away(values[0], 60) + away(values[1], 30)
        };
        ((loss(&proposal.minus) - loss(&proposal.plus)) / 500.0).clamp(-2.0, 2.0)
    }

    fn advance(spsa: &mut Spsa, iterations: u64) {
        for _ in 0..iterations {
            let proposal = spsa.proposal(spsa.iteration());
            spsa.update(&proposal, score(&proposal));
        }
    }

    #[test]
    fn it_finds_the_best_values_of_a_synthetic_objective() {
        let mut spsa = run(settings(2000));
        advance(&mut spsa, 2000);
        assert!(spsa.is_finished());
        let [x, y] = spsa.rounded()[..] else { panic!("two numbers") };
        assert!((55..=65).contains(&x) && (25..=35).contains(&y), "{x} {y}");
    }

    /// The first players of a seed: a change of them breaks every journal.
    #[test]
    fn the_first_proposals_are_pinned() {
        let mut spsa = run(settings(100));
        let first = spsa.proposal(0);
        assert_eq!([&first.plus[..], &first.minus[..]], [[2, 72], [18, 88]]);
        assert_eq!(spsa.proposal(0), first, "the same until it is updated");
        spsa.update(&first, 2.0);
        assert_ne!(spsa.proposal(1), first);
    }

    /// A batch that was interrupted continues with the numbers from which it started.
    #[test]
    fn a_run_resumes_from_its_state() {
        let counts = |iteration: u64| Counts { wins: iteration % 3, draws: 0, losses: 1 };
        for batch in [1, 8] {
            let settings = SpsaSettings { batch, ..settings(50) };
            let mut whole = run(settings.clone());
            let mut parts = settings;
            for done in [0, 10, 20, 30, 40] {
                let mut spsa = run(parts);
                assert_eq!(spsa.iteration(), done);
                for iteration in done..done + 10 {
                    assert_eq!(spsa.count(counts(iteration)), whole.count(counts(iteration)));
                }
                parts = spsa.settings();
            }
            assert_eq!(run(parts), whole);
            let state = SpsaState { values: vec![1.0], ..whole.state.clone() };
            assert_eq!(Spsa::new(SpsaSettings { state: Some(state), ..whole.settings }), Ok(None));
        }
    }

    #[test]
    fn the_iterations_of_a_batch_start_from_the_same_numbers() {
        let mut spsa = run(SpsaSettings { batch: 4, ..settings(10) });
        let before: Vec<Proposal> = (0..4).map(|iteration| spsa.proposal(iteration)).collect();
        for (iteration, proposal) in (0..4).zip(&before) {
            assert_eq!(spsa.open_batch(), iteration..4);
            assert_eq!(spsa.proposal(iteration), *proposal);
            spsa.update(proposal, 2.0);
        }
        assert_eq!(spsa.state.origin, spsa.state.values);
        advance(&mut spsa, 4);
        assert_eq!(spsa.open_batch(), 8..10);
        advance(&mut spsa, 2);
        assert!(spsa.is_finished() && spsa.open_batch().is_empty());
    }

    #[test]
    fn the_values_become_options_of_the_player() {
        let player = |text: &str, numbers: &[&str], parameters: &[&str], values: &[i32]| {
            let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
            let (numbers, parameters) = (owned(numbers), owned(parameters));
            let player = text.to_owned();
            let spsa = run(SpsaSettings { player, numbers, parameters, ..settings(1) });
            (spsa.player(values).unwrap().to_string(), spsa.tunes_parameters())
        };
        let open = "alphabeta(depth={x}, eval=sum(corners={y}))";
        assert_eq!(
            player(open, &["x=1:0..9", "y=1:-9..9"], &[], &[2, -4]),
            ("alphabeta(depth=2, eval=sum(corners=-4))".into(), false)
        );
        let champion = "champion(nodes=500, parameters=lmr_reduction:3)";
        let tuned = player("champion(nodes=500)", &[], &["lmr_reduction"], &[3]);
        assert_eq!(tuned, (champion.into(), true));
    }
}
