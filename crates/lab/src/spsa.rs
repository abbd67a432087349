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
//! interrupted ends as one that was not. The journal has a line for each iteration.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use othellier_parallel::StopSignal;
use othellier_record::journal::{Journal, JournalError, JournalFormat, JournalProblem};
use othellier_spec::Spec;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::seeds::derived;
use crate::stats::Counts;
use crate::{Colors, Match, MatchError, Openings, first_difference};

/// The seed stream of the coins, and that of the matches.
const COINS: u64 = 11;
const MATCHES: u64 = 12;

/// The exponents of Spall: the rate falls as `k^-ALPHA`, the step as `k^-GAMMA`.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of the iterations that the start of the rate is delayed by.
const STABILITY: f64 = 0.1;

/// A number to tune.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tunable {
    /// Its name.
    pub name: String,
    /// Its value before the first iteration.
    pub start: i32,
    /// Its least value.
    pub min: i32,
    /// Its greatest value.
    pub max: i32,
    /// How far apart the two players are in the last iteration, to either side.
    pub step: f64,
}

impl Tunable {
    /// A number with this range; its last step is a twentieth of it, at least a half.
    pub fn new(name: &str, start: i32, min: i32, max: i32) -> Tunable {
        let step = (f64::from(max - min) / 20.0).max(0.5);
        Tunable { name: name.to_owned(), start, min, max, step }
    }
}

/// Everything that determines a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaSettings {
    /// The numbers.
    pub tunables: Vec<Tunable>,
    /// How many iterations the run has; steps and rates depend on it.
    pub iterations: u64,
    /// How fast the numbers move in the last iteration, as a share of their step for a won pair.
    pub rate: f64,
    /// The player, a spec without its parameters.
    pub player: String,
    /// Games of an iteration: pairs of an opening with both colours.
    pub games: usize,
    /// The seed of coins, openings and players.
    pub seed: u64,
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    settings: SpsaSettings,
    iteration: u64,
    values: Vec<f64>,
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

/// An iteration, as the journal has it.
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
    /// Games drawn.
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
    /// The numbers after the iteration.
    pub values: Vec<f64>,
}

impl Spsa {
    /// A run before its first iteration.
    pub fn new(settings: SpsaSettings) -> Spsa {
        let values = settings.tunables.iter().map(|tunable| tunable.start.into()).collect();
        Spsa { settings, iteration: 0, values }
    }

    /// The settings.
    pub fn settings(&self) -> &SpsaSettings {
        &self.settings
    }

    /// How many iterations are done.
    pub fn iteration(&self) -> u64 {
        self.iteration
    }

    /// Whether all iterations are done.
    pub fn is_finished(&self) -> bool {
        self.iteration >= self.settings.iterations
    }

    /// The numbers now.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The numbers now, rounded.
    pub fn rounded(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// The step of a number in the current iteration.
    fn step(&self, tunable: &Tunable) -> f64 {
        let (now, all) = (self.iteration as f64 + 1.0, self.settings.iterations as f64);
        tunable.step * (all / now).powf(GAMMA)
    }

    /// How far a won pair moves a number in the current iteration.
    fn pace(&self, tunable: &Tunable) -> f64 {
        let (now, all) = (self.iteration as f64 + 1.0, self.settings.iterations as f64);
        let delay = STABILITY * all;
        let rate =
            self.settings.rate * tunable.step.powi(2) * ((delay + all) / (delay + now)).powf(ALPHA);
        rate / self.step(tunable)
    }

    /// The two players of the current iteration. Values between two whole numbers are rounded at random,
    /// so that a small step is not lost.
    pub fn proposal(&self) -> Proposal {
        let seed = derived(self.settings.seed, COINS, self.iteration);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut proposal = Proposal { plus: Vec::new(), minus: Vec::new(), coins: Vec::new() };
        for (tunable, value) in self.settings.tunables.iter().zip(&self.values) {
            let coin = rng.random::<bool>();
            let away = if coin { self.step(tunable) } else { -self.step(tunable) };
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

    /// Ends the iteration: moves the numbers towards the winner. The score is that of the first player
    /// for a pair of games, from -2 to 2.
    pub fn update(&mut self, proposal: &Proposal, score: f64) {
        let tunables = self.settings.tunables.iter().zip(&proposal.coins);
        let moves: Vec<f64> = tunables
            .map(|(tunable, coin)| {
                let pace = self.pace(tunable);
                score * if *coin { pace } else { -pace }
            })
            .collect();
        for ((value, by), tunable) in self.values.iter_mut().zip(moves).zip(&self.settings.tunables)
        {
            *value = (*value + by).clamp(tunable.min.into(), tunable.max.into());
        }
        self.iteration += 1;
    }

    /// Opens or creates the journal of a run, and returns the state after its last line.
    pub fn open(settings: SpsaSettings, path: &Path) -> Result<(Spsa, Journal), JournalError> {
        let mut spsa = Spsa::new(settings);
        let header =
            Header { kind: KIND.to_owned(), version: VERSION, settings: spsa.settings.clone() };
        let header = serde_json::to_string(&header).expect("plain data");
        let format = JournalFormat {
            kind: "journal of a tuning run",
            prefix: "{\"type\":\"tune\",",
            header: &header,
        };
        let journal = Journal::open(path, &format, &mut |number, line| spsa.read(number, line))?;
        Ok((spsa, journal))
    }

    /// Reads a line of the journal.
    fn read(&mut self, number: usize, line: &str) -> Result<(), JournalProblem> {
        let bad = |_| JournalProblem::BadLine { line: number };
        if number == 1 {
            let header: Header = serde_json::from_str(line).map_err(bad)?;
            if header.kind != KIND {
                return Err(JournalProblem::OtherKind);
            }
            if header.version != VERSION {
                return Err(JournalProblem::OtherVersion);
            }
            return match header.settings == self.settings {
                true => Ok(()),
                false => Err(JournalProblem::OtherSettings {
                    setting: first_difference(&header.settings, &self.settings),
                }),
            };
        }
        let line: IterationLine = serde_json::from_str(line).map_err(bad)?;
        if line.iteration != self.iteration + 1 || line.values.len() != self.values.len() {
            return Err(JournalProblem::UnknownLine { line: number });
        }
        (self.iteration, self.values) = (line.iteration, line.values);
        Ok(())
    }

    /// Plays one iteration and updates the numbers; `None` if stopped before it is complete. `players`
    /// makes the spec of a player with given values.
    pub fn play(
        &mut self,
        threads: NonZeroUsize,
        players: &dyn Fn(&[Tunable], &[i32]) -> Spec,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Counts),
    ) -> Result<Option<IterationLine>, MatchError> {
        let proposal = self.proposal();
        let seed = derived(self.settings.seed, MATCHES, self.iteration);
        let spec = |values: &[i32]| players(&self.settings.tunables, values);
        let games: Match = Match {
            players: [spec(&proposal.plus), spec(&proposal.minus)],
            games: self.settings.games,
            openings: Openings::balanced(seed).expect("8×8 has a list"),
            colors: Colors::Swapped,
            limit: None,
            sprt: None,
            seed,
            threads,
        };
        let totals = games.run(stop, &mut |_, totals| {
            watch(&totals.score);
            ControlFlow::Continue(())
        })?;
        if totals.games() < self.settings.games as u64 {
            return Ok(None);
        }
        let Counts { wins, draws, losses } = totals.score;
        let score = 2.0 * (wins as f64 - losses as f64) / self.settings.games as f64;
        self.update(&proposal, score);
        let Proposal { plus, minus, .. } = proposal;
        let values = self.values.clone();
        Ok(Some(IterationLine {
            iteration: self.iteration,
            plus,
            minus,
            wins,
            draws,
            losses,
            values,
        }))
    }
}

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    settings: SpsaSettings,
}

const KIND: &str = "tune";
/// The version of the journal; raised when its meaning changes.
const VERSION: u32 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(iterations: u64) -> SpsaSettings {
        SpsaSettings {
            tunables: vec![Tunable::new("x", 10, 0, 100), Tunable::new("y", 80, 0, 100)],
            iterations,
            rate: 0.02,
            player: "champion".to_owned(),
            games: 2,
            seed: 7,
        }
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
            let proposal = spsa.proposal();
            spsa.update(&proposal, score(&proposal));
        }
    }

    #[test]
    fn it_finds_the_best_values_of_a_synthetic_objective() {
        let mut spsa = Spsa::new(settings(2000));
        advance(&mut spsa, 2000);
        assert!(spsa.is_finished());
        let [x, y] = spsa.rounded()[..] else { panic!("two numbers") };
        assert!((55..=65).contains(&x) && (25..=35).contains(&y), "{x} {y}");
    }

    /// The first players of a seed: a change of them breaks every journal.
    #[test]
    fn the_first_proposals_are_pinned() {
        let mut spsa = Spsa::new(settings(100));
        let first = spsa.proposal();
        assert_eq!([&first.plus[..], &first.minus[..]], [[2, 72], [18, 88]]);
        assert_eq!(spsa.proposal(), first, "the same until it is updated");
        spsa.update(&first, 2.0);
        assert_ne!(spsa.proposal(), first);
    }

    #[test]
    fn a_run_resumes_from_its_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tune.jsonl");
        let mut whole = Spsa::new(settings(50));
        advance(&mut whole, 50);
        let mut done = 0;
        while done < 50 {
            let (mut spsa, mut journal) = Spsa::open(settings(50), &path).unwrap();
            assert_eq!(spsa.iteration(), done);
            for _ in 0..10 {
                let proposal = spsa.proposal();
                spsa.update(&proposal, score(&proposal));
                let Proposal { plus, minus, .. } = proposal;
                let (iteration, values) = (spsa.iteration(), spsa.values().to_vec());
                let (wins, draws, losses) = (1, 0, 1);
                let line = IterationLine { iteration, plus, minus, wins, draws, losses, values };
                journal.append(&serde_json::to_string(&line).unwrap()).unwrap();
            }
            done = spsa.iteration();
        }
        let (spsa, _) = Spsa::open(settings(50), &path).unwrap();
        assert_eq!(spsa, whole);
    }

    #[test]
    fn other_settings_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tune.jsonl");
        drop(Spsa::open(settings(50), &path).unwrap());
        let error = Spsa::open(settings(51), &path).unwrap_err();
        let setting = Some("iterations".to_owned());
        assert_eq!(error.problem, JournalProblem::OtherSettings { setting });
    }
}
