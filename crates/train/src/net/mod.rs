//! Trains the network on what the linear evaluation leaves.
//!
//! The fitted linear weights stay as they are. For every example the network learns the residual, the
//! training target minus the linear evaluation, by mini-batch gradient descent with Adam (Kingma and
//! Ba 2015). The learning rate warms up and then decays along a cosine. In the end the parameters are
//! quantised to the integers of the evaluation.
//!
//! The shards are read again in each epoch, a group at a time: they may be larger than the memory.
//! The result depends on the weights, the shards, the settings and the seed alone: all sums are made
//! in the same order, whatever the number of threads.

mod parameters;
mod samples;

use std::path::PathBuf;

use othellier_eval::patterns::Weights;
use othellier_search::StopSignal;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::example::ShardError;
use crate::fit::Fitted;
use parameters::Parameters;
use samples::{SampleBuilder, groups, validation_errors};

/// Settings of the training of a network.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Epochs: passes over all examples.
    pub epochs: u32,
    pub learning_rate: f32,
    pub batch: usize,
    /// Seed of the initial parameters and of the order of the examples.
    pub seed: u64,
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { epochs: 4, learning_rate: 1e-3, batch: 1 << 14, seed: 1, threads: 1 }
    }
}

/// The state after a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// How many epochs are finished.
    pub epochs: u32,
    /// Examples trained on so far, counted once per epoch.
    pub trained: u64,
    /// That count at the end.
    pub total: u64,
    /// The root mean squared error in this epoch, in discs, of each example before its step.
    pub rmse: f64,
}

/// The share of the training in which the learning rate warms up.
const WARM_UP: f64 = 0.05;
/// The share of the learning rate that is left at the end.
const FINAL_RATE: f64 = 0.01;

/// Trains a network for these linear weights, on the shards that they were fitted to. When stopped, it
/// returns what is trained so far; `None` where that is nothing.
pub fn train(
    fitted: &Fitted,
    shards: &[PathBuf],
    settings: &Settings,
    stop: &StopSignal,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Option<Fitted>, ShardError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut parameters = Parameters::new(&mut rng);
    let total = u64::from(settings.epochs) * fitted.examples;
    let mut progress = Progress { total, ..Progress::default() };
    let builder = SampleBuilder::new(&fitted.weights, &fitted.target);
    let mut shards = shards.to_vec();
    'training: for epoch in 1..=settings.epochs {
        shards.shuffle(&mut rng);
        let (mut count, mut squared) = (0, 0.0);
        for group in groups(&shards)? {
            if stop.is_stopped() {
                break 'training;
            }
            let mut samples = builder.training_samples(group, settings.threads)?;
            samples.shuffle(&mut rng);
            for batch in samples.chunks(even_batch(samples.len(), settings.batch)) {
                if stop.is_stopped() {
                    break 'training;
                }
                let middle = progress.trained as f64 + batch.len() as f64 / 2.0;
                let rate = f64::from(settings.learning_rate) * schedule(middle / total as f64);
                squared += parameters.step(batch, rate as f32, settings.threads);
                count += batch.len() as u64;
                progress.trained += batch.len() as u64;
                progress.rmse = (squared / count as f64).sqrt();
                watch(&progress);
            }
        }
        progress.epochs = epoch;
        watch(&progress);
    }
    if progress.trained == 0 {
        return Ok(None);
    }
    let weights = Weights { net: Some(parameters.quantised()), ..fitted.weights.clone() };
    let validation = validation_errors(&weights, &fitted.target, &shards, settings.threads)?;
    let (target, examples) = (fitted.target.clone(), fitted.examples);
    Ok(Some(Fitted { weights, validation, target, examples }))
}

/// The batch size near the given one that splits the examples evenly.
fn even_batch(examples: usize, batch: usize) -> usize {
    examples.div_ceil(examples.div_ceil(batch.max(1)).max(1)).max(1)
}

/// The learning rate schedule: the share of the peak rate when this share of the training is done.
/// Linear warm-up times cosine decay.
fn schedule(done: f64) -> f64 {
    let cosine = (1.0 + (std::f64::consts::PI * done.min(1.0)).cos()) / 2.0;
    (done / WARM_UP).min(1.0) * (FINAL_RATE + (1.0 - FINAL_RATE) * cosine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Example;
    use crate::example::write_shard;
    use crate::fit::tests::boards;
    use crate::fit::{Errors, fit};
    use othellier_board::{Bitboard, Board, Symmetry};
    use tempfile::TempDir;

    /// The square of the number of quarters of the centre in which the mover has more discs: a target
    /// that depends on two quarters at a time, hence not linear.
    fn truth(board: Board) -> i16 {
        use Symmetry::{Half, Identity, Quarter, ThreeQuarters};
        let majority = |quarter: Bitboard| {
            let count = |side: Bitboard| (side & quarter).len();
            i16::from(count(board.mover()) > count(board.opponent()))
        };
        let quarter = Bitboard::from_bits(0x0e_0e_0e_00);
        let rotations = [Identity, Quarter, Half, ThreeQuarters];
        let quarters: i16 =
            rotations.map(|rotation| majority(rotation.squares(quarter))).iter().sum();
        200 * quarters * quarters - 500
    }

    /// Boards of the opening, where few configurations occur.
    fn shards(folder: &TempDir, games: u32) -> Vec<PathBuf> {
        let mut boards = boards(games);
        boards.retain(|(_, board)| board.empties().len() >= 44);
        let shards = boards.chunks(boards.len().div_ceil(5)).enumerate().map(|(at, chunk)| {
            let example = |&(game, board): &(u32, Board)| {
                let board = board.canonical();
                Example { board, outcome: truth(board), forecast: None, game }
            };
            let path = folder.path().join(format!("{at}.examples"));
            write_shard(&path, "", &chunk.iter().map(example).collect::<Vec<_>>()).unwrap();
            path
        });
        shards.collect()
    }

    fn linear_fit(shards: &[PathBuf], steps: u32) -> Fitted {
        let settings = crate::fit::Settings {
            steps,
            penalty: 1000.0,
            validation_one_in: 10,
            ..Default::default()
        };
        fit("test", shards, &settings, &StopSignal::default(), &mut |_| {}).unwrap()
    }

    fn rmse(fitted: &Fitted) -> f64 {
        fitted.validation.iter().fold(Errors::default(), |all, one| all.with(*one)).rmse()
    }

    #[test]
    fn a_non_linear_target_is_learned() {
        let folder = tempfile::tempdir().unwrap();
        let shards = shards(&folder, 800);
        let fitted = linear_fit(&shards, 8);
        let settings = Settings {
            epochs: 12,
            learning_rate: 1e-2,
            batch: 1024,
            threads: 2,
            ..Settings::default()
        };
        let mut last = Progress::default();
        let stop = StopSignal::default();
        let trained = train(&fitted, &shards, &settings, &stop, &mut |progress| last = *progress);
        let trained = trained.unwrap().unwrap();
        assert_eq!((last.epochs, last.trained, last.total), (12, last.total, 12 * fitted.examples));
        let (linear, both) = (rmse(&fitted), rmse(&trained));
        assert!(both < 0.6 * linear, "{both} {linear}");
        // It survives a round trip through a file.
        let file = trained.weights.to_bytes();
        assert_eq!(Weights::from_bytes(&file).unwrap(), trained.weights);
        assert_eq!(Weights { net: None, ..trained.weights }, fitted.weights);
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let folder = tempfile::tempdir().unwrap();
        let shards = shards(&folder, 120);
        let fitted = linear_fit(&shards, 2);
        let [one, three, other] = [(1, 1), (3, 1), (3, 2)].map(|(threads, seed)| {
            let settings = Settings { epochs: 2, batch: 700, seed, threads, ..Settings::default() };
            let trained = train(&fitted, &shards, &settings, &StopSignal::default(), &mut |_| {});
            trained.unwrap().unwrap().weights
        });
        assert!(one == three, "threads change the result");
        assert!(one != other, "the seed changes nothing");
    }

    #[test]
    fn a_stopped_training_returns_its_result_so_far() {
        let folder = tempfile::tempdir().unwrap();
        let shards = shards(&folder, 20);
        let fitted = linear_fit(&shards, 1);
        let stop = StopSignal::default();
        let settings = Settings { epochs: 1000, batch: 300, ..Settings::default() };
        let mut seen = 0;
        let trained = train(&fitted, &shards, &settings, &stop, &mut |progress| {
            seen = progress.trained;
            stop.stop();
        });
        assert!(trained.unwrap().unwrap().weights.net.is_some() && seen <= 300, "{seen}");
        let trained = train(&fitted, &shards, &settings, &stop, &mut |_| {}).unwrap();
        assert!(trained.is_none(), "it was stopped before the first step");
    }

    #[test]
    fn batches_are_even_and_the_learning_rate_decays() {
        assert_eq!(
            [0, 1, 999, 1001, 3001].map(|count| even_batch(count, 1000)),
            [1, 1, 999, 501, 751]
        );
        let rates = [0.0, 0.025, 0.05, 0.5, 1.0].map(schedule);
        assert!(rates[0] == 0.0 && rates[1] < rates[2] && rates[2] > 0.98, "{rates:?}");
        assert!((rates[3] - 0.505).abs() < 1e-9 && (rates[4] - 0.01).abs() < 1e-9);
    }
}
