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
//!
//! The iterations of a batch all start from the numbers at its begin, so that many machines can play them
//! at the same time; their updates are made one after the other. A batch of one is the method of Spall.

mod numbers;

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::path::Path;

use othellier_platform::file::read_text;
use othellier_platform::parallel::StopSignal;
use othellier_record::journal::{Journal, JournalError, JournalFormat, JournalProblem};
use othellier_spec::{Access, ParseSpecError, Spec};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::seeds::derived;
use crate::stats::Counts;
use crate::template::{filled, mentions};
use crate::{Colors, Match, MatchError, Openings, first_difference};

pub use numbers::{NumbersError, Tunable, tunables};

/// The seed stream of the coins, and that of the matches.
const COINS: u64 = 11;
const MATCHES: u64 = 12;

/// The exponents of Spall: the rate falls as `k^-ALPHA`, the step as `k^-GAMMA`.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of the iterations that the start of the rate is delayed by.
const STABILITY: f64 = 0.1;

/// Everything that determines a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaSettings {
    pub tunables: Vec<Tunable>,
    /// How many iterations the run has; steps and rates depend on it.
    pub iterations: u64,
    /// How fast the numbers move in the last iteration, as a share of their step for a won pair.
    pub rate: f64,
    /// The player: a spec in which `{NAME}` stands for a number. Numbers that it does not mention are
    /// parameters of the champion.
    pub player: String,
    /// Games of an iteration: pairs of an opening with both colours.
    pub games: usize,
    /// The seed of coins, openings and players.
    pub seed: u64,
    /// Iterations that start from the same numbers.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub batch: u64,
}

fn one() -> u64 {
    1
}

fn is_one(batch: &u64) -> bool {
    *batch == 1
}

impl SpsaSettings {
    /// The player with these values of its numbers.
    pub fn player(&self, values: &[i32]) -> Result<Spec, ParseSpecError> {
        let numbers = self.tunables.iter().zip(values);
        let (open, parameters): (Vec<_>, Vec<_>) =
            numbers.partition(|(one, _)| self.leaves_open(one));
        let open = open.into_iter().map(|(one, value)| (one.name.clone(), value.to_string()));
        let mut spec: Spec = filled(&self.player, &open.collect()).parse()?;
        if !parameters.is_empty() {
            let pairs = parameters.iter().map(|(one, value)| format!("{}:{value}", one.name));
            spec.set("parameters", pairs.collect::<Vec<_>>().join("+"));
        }
        Ok(spec)
    }

    /// Whether the text of the player has a place for this number; if not, it is a parameter of the
    /// champion.
    pub fn leaves_open(&self, tunable: &Tunable) -> bool {
        mentions(&self.player, &tunable.name)
    }

    /// Whether parameters of the champion are tuned, which takes a build with the feature `tune`.
    pub fn tunes_parameters(&self) -> bool {
        self.tunables.iter().any(|one| !self.leaves_open(one))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    settings: SpsaSettings,
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
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
    /// The numbers after the iteration.
    pub values: Vec<f64>,
}

impl Spsa {
    /// A run before its first iteration.
    pub fn new(settings: SpsaSettings) -> Spsa {
        let values: Vec<f64> = settings.tunables.iter().map(|one| one.start.into()).collect();
        let state = SpsaState { iteration: 0, origin: values.clone(), values };
        Spsa { settings, state }
    }

    /// A run that is there; `None` if it has not as many numbers as the settings.
    pub fn resumed(settings: SpsaSettings, state: SpsaState) -> Option<Spsa> {
        let count = settings.tunables.len();
        let fits = state.values.len() == count && state.origin.len() == count;
        fits.then_some(Spsa { settings, state })
    }

    pub fn settings(&self) -> &SpsaSettings {
        &self.settings
    }

    pub fn state(&self) -> &SpsaState {
        &self.state
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
        for (tunable, value) in self.settings.tunables.iter().zip(&self.state.origin) {
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
        let tunables = self.settings.tunables.iter().zip(&proposal.coins);
        let moves: Vec<f64> = tunables
            .map(|(tunable, coin)| {
                let pace = self.pace(tunable, self.state.iteration);
                score * if *coin { pace } else { -pace }
            })
            .collect();
        let values = self.state.values.iter_mut().zip(moves);
        for ((value, by), tunable) in values.zip(&self.settings.tunables) {
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
            players: [self.settings.player(&plus)?, self.settings.player(&minus)?],
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

    /// Plays one iteration and updates the numbers; `None` if stopped before it is complete.
    pub fn play(
        &mut self,
        access: Access,
        threads: NonZeroUsize,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Counts),
    ) -> Result<Option<IterationLine>, SpsaError> {
        let games = self.games(self.state.iteration, access, threads)?;
        let totals = games.run(stop, &mut |_, totals| {
            watch(&totals.score);
            ControlFlow::Continue(())
        })?;
        let is_complete = totals.games() == self.settings.games as u64;
        Ok(is_complete.then(|| self.count(totals.score)))
    }

    /// The first line of the journal.
    pub fn header(&self) -> String {
        let settings = self.settings.clone();
        let header = Header { kind: KIND.to_owned(), version: VERSION, settings };
        serde_json::to_string(&header).expect("plain data")
    }

    /// Opens or creates the journal of a run, and returns the state after its last line.
    pub fn open(settings: SpsaSettings, path: &Path) -> Result<(Spsa, Journal), JournalError> {
        let mut spsa = Spsa::new(settings);
        let header = spsa.header();
        let format = JournalFormat { kind: JOURNAL, prefix: PREFIX, header: &header };
        let journal = Journal::open(path, &format, &mut |number, line| spsa.read(number, line))?;
        Ok((spsa, journal))
    }

    /// The run that a journal has, which is not written; a last line without its end is torn, and does not
    /// count.
    pub fn load(settings: SpsaSettings, path: &Path) -> Result<Spsa, JournalError> {
        let refused = |problem| JournalError { path: path.to_owned(), kind: JOURNAL, problem };
        let text = read_text(path, MAX_JOURNAL);
        let text = text.map_err(|error| refused(JournalProblem::File(error.problem)))?;
        Spsa::of_text(settings, &text).map_err(refused)
    }

    fn of_text(settings: SpsaSettings, text: &str) -> Result<Spsa, JournalProblem> {
        if !text.starts_with(PREFIX) {
            return Err(JournalProblem::OtherKind);
        }
        let mut spsa = Spsa::new(settings);
        let lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
        for (number, line) in (1..).zip(lines) {
            spsa.read(number, line)?;
        }
        Ok(spsa)
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
            return if header.settings == self.settings {
                Ok(())
            } else {
                Err(JournalProblem::OtherSettings {
                    setting: first_difference(&header.settings, &self.settings),
                })
            };
        }
        let line: IterationLine = serde_json::from_str(line).map_err(bad)?;
        if line.iteration != self.iteration() + 1 || line.values.len() != self.values().len() {
            return Err(JournalProblem::UnknownLine { line: number });
        }
        self.state.values = line.values;
        self.advance();
        Ok(())
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
/// What the journal is, and how it begins.
const JOURNAL: &str = "journal of a tuning run";
const PREFIX: &str = "{\"type\":\"tune\",";
/// The size limit of a journal that is only read.
const MAX_JOURNAL: u64 = 1 << 30;
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
            batch: 1,
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
            let proposal = spsa.proposal(spsa.iteration());
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
        let first = spsa.proposal(0);
        assert_eq!([&first.plus[..], &first.minus[..]], [[2, 72], [18, 88]]);
        assert_eq!(spsa.proposal(0), first, "the same until it is updated");
        spsa.update(&first, 2.0);
        assert_ne!(spsa.proposal(1), first);
    }

    /// A batch that was interrupted goes on with the numbers from which it started.
    #[test]
    fn a_run_resumes_from_its_journal() {
        for batch in [1, 8] {
            let settings = SpsaSettings { batch, ..settings(50) };
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("tune.jsonl");
            let mut whole = Spsa::new(settings.clone());
            let counts = |iteration: u64| Counts { wins: iteration % 3, draws: 0, losses: 1 };
            (0..50).for_each(|iteration| drop(whole.count(counts(iteration))));
            for done in [0, 10, 20, 30, 40] {
                let (mut spsa, mut journal) = Spsa::open(settings.clone(), &path).unwrap();
                assert_eq!(spsa.iteration(), done);
                for iteration in done..done + 10 {
                    let line = spsa.count(counts(iteration));
                    journal.append(&serde_json::to_string(&line).unwrap()).unwrap();
                }
            }
            let (spsa, journal) = Spsa::open(settings.clone(), &path).unwrap();
            assert_eq!(spsa, whole);
            drop(journal);
            let mut text = std::fs::read_to_string(&path).unwrap();
            text.push_str("{\"iteration\":51");
            assert_eq!(Spsa::of_text(settings.clone(), &text).unwrap(), whole);
            assert_eq!(Spsa::resumed(settings, whole.state.clone()), Some(whole));
        }
    }

    #[test]
    fn the_iterations_of_a_batch_start_from_the_same_numbers() {
        let mut spsa = Spsa::new(SpsaSettings { batch: 4, ..settings(10) });
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
        let player = |text: &str, values: &[i32]| {
            let settings = SpsaSettings { player: text.to_owned(), ..settings(1) };
            (settings.player(values).unwrap().to_string(), settings.tunes_parameters())
        };
        let open = "alphabeta(depth={x}, eval=sum(corners={y}))";
        assert_eq!(
            player(open, &[2, -4]),
            ("alphabeta(depth=2, eval=sum(corners=-4))".into(), false)
        );
        let champion = "champion(nodes=500, parameters=x:3+y:-4)";
        assert_eq!(player("champion(nodes=500)", &[3, -4]), (champion.into(), true));
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
