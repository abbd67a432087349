//! Teaches a small net what the sum of weights leaves.
//!
//! The weights that were fitted stay as they are. For every example the net learns the difference of
//! what is to be foretold and their sum, by steepest descent in batches of shuffled examples, with the
//! rule of Adam (Kingma and Ba 2015) for the length of the steps, which grow at the beginning and
//! fade towards the end. In the end its numbers are rounded to the integers that the evaluation
//! reckons with.
//!
//! The shards are read again in each pass, a group at a time: they may be larger than the memory.
//! What is learned depends on the weights, the shards, the settings and the seed alone: however many
//! threads there are, all sums are made in the same order.

mod lesson;
mod numbers;

use std::path::PathBuf;
use std::sync::Mutex;

use othellier_eval::patterns::Weights;
use othellier_search::StopSignal;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::example::ShardError;
use crate::fit::Fitted;
use lesson::{School, errors, groups};
use numbers::Numbers;

/// How a net is taught.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often all examples are learned from.
    pub passes: u32,
    /// How far a step goes where it goes farthest.
    pub rate: f32,
    /// Examples of a step.
    pub batch: usize,
    /// Decides with which numbers the net begins, and the order of the examples.
    pub seed: u64,
    /// How many threads work.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { passes: 4, rate: 1e-3, batch: 1 << 14, seed: 1, threads: 1 }
    }
}

/// What is known after a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// How many passes are finished.
    pub passes: u32,
    /// Examples learned from, each as often as it was.
    pub learned: u64,
    /// What that will be in the end.
    pub all: u64,
    /// The root of the mean squared error in this pass, in discs, of each example before it was
    /// learned from.
    pub rmse: f64,
}

/// The part of all learning in which the steps grow.
const WARM_UP: f64 = 0.05;
/// What is left of the length of a step at the end.
const LAST_RATE: f64 = 0.01;

/// The weights with a net beside them, for the examples in the shards that they were fitted to; what
/// was learned so far when told to stop, and nothing where that is nothing.
pub fn learn(
    fitted: &Fitted,
    shards: &[PathBuf],
    settings: &Settings,
    stop: &StopSignal,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Option<Fitted>, ShardError> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut numbers = Numbers::new(&mut dice);
    let all = u64::from(settings.passes) * fitted.examples;
    let mut progress = Progress { all, ..Progress::default() };
    let school = School::new(&fitted.weights, &fitted.aim);
    let mut shards = shards.to_vec();
    'learning: for pass in 1..=settings.passes {
        shards.shuffle(&mut dice);
        let (mut count, mut squared) = (0, 0.0);
        for group in groups(&shards)? {
            if stop.is_stopped() {
                break 'learning;
            }
            let mut lessons = school.lessons(group, settings.threads)?;
            lessons.shuffle(&mut dice);
            for batch in lessons.chunks(even(lessons.len(), settings.batch)) {
                if stop.is_stopped() {
                    break 'learning;
                }
                let middle = progress.learned as f64 + batch.len() as f64 / 2.0;
                let rate = f64::from(settings.rate) * fading(middle / all as f64);
                squared += numbers.step(batch, rate as f32, settings.threads);
                count += batch.len() as u64;
                progress.learned += batch.len() as u64;
                progress.rmse = (squared / count as f64).sqrt();
                watch(&progress);
            }
        }
        progress.passes = pass;
        watch(&progress);
    }
    if progress.learned == 0 {
        return Ok(None);
    }
    let weights = Weights { net: Some(numbers.rounded()), ..fitted.weights.clone() };
    let held_out = errors(&weights, &fitted.aim, &shards, settings.threads)?;
    Ok(Some(Fitted { weights, held_out, aim: fitted.aim.clone(), examples: fitted.examples }))
}

/// The length of batches of about this length that share so many examples evenly.
fn even(examples: usize, batch: usize) -> usize {
    examples.div_ceil(examples.div_ceil(batch.max(1)).max(1)).max(1)
}

/// How long a step is when this part of all is learned, compared with the longest.
fn fading(part: f64) -> f64 {
    let wave = (1.0 + (std::f64::consts::PI * part.min(1.0)).cos()) / 2.0;
    (part / WARM_UP).min(1.0) * (LAST_RATE + (1.0 - LAST_RATE) * wave)
}

/// Does some work for each of these on so many threads; what it gives, in their order.
pub(crate) fn spread<T: Send, R: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    if threads <= 1 {
        return items.map(work).collect();
    }
    let rest = Mutex::new(items.enumerate());
    let next = || rest.lock().expect("nobody panics with the lock").next();
    let share = || {
        let mut done = Vec::new();
        while let Some((at, item)) = next() {
            done.push((at, work(item)));
        }
        done
    };
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(share)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("the work is done")).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
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

    /// The square of the number of quarters of the middle in which the mover has more discs: it is
    /// about two quarters at a time.
    fn truth(board: Board) -> i16 {
        use Symmetry::{Half, Identity, Quarter, ThreeQuarters};
        let majority = |quarter: Bitboard| {
            let count = |side: Bitboard| (side & quarter).len();
            i16::from(count(board.mover()) > count(board.opponent()))
        };
        let quarter = Bitboard::from_bits(0x0e_0e_0e_00);
        let turns = [Identity, Quarter, Half, ThreeQuarters];
        let quarters: i16 = turns.map(|turn| majority(turn.squares(quarter))).iter().sum();
        200 * quarters * quarters - 500
    }

    /// Boards of the beginning of the game: there the contents of the shapes are soon known.
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

    fn sum_of_weights(shards: &[PathBuf], steps: u32) -> Fitted {
        let settings =
            crate::fit::Settings { steps, penalty: 1000.0, held_out: 10, ..Default::default() };
        fit("test", shards, &settings, &StopSignal::default(), &mut |_| {}).unwrap()
    }

    fn rmse(fitted: &Fitted) -> f64 {
        fitted.held_out.iter().fold(Errors::default(), |all, one| all.with(*one)).rmse()
    }

    #[test]
    fn what_no_sum_can_say_is_learned() {
        let folder = tempfile::tempdir().unwrap();
        let shards = shards(&folder, 800);
        let fitted = sum_of_weights(&shards, 8);
        let settings =
            Settings { passes: 12, rate: 1e-2, batch: 1024, threads: 2, ..Settings::default() };
        let mut last = Progress::default();
        let stop = StopSignal::default();
        let taught = learn(&fitted, &shards, &settings, &stop, &mut |progress| last = *progress);
        let taught = taught.unwrap().unwrap();
        assert_eq!((last.passes, last.learned, last.all), (12, last.all, 12 * fitted.examples));
        let (alone, together) = (rmse(&fitted), rmse(&taught));
        assert!(together < 0.6 * alone, "{together} {alone}");
        // It can be kept in a file.
        let file = taught.weights.to_bytes();
        assert_eq!(Weights::from_bytes(&file).unwrap(), taught.weights);
        assert_eq!(Weights { net: None, ..taught.weights }, fitted.weights);
    }

    #[test]
    fn threads_learn_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let shards = shards(&folder, 120);
        let fitted = sum_of_weights(&shards, 2);
        let [one, three, other] = [(1, 1), (3, 1), (3, 2)].map(|(threads, seed)| {
            let settings = Settings { passes: 2, batch: 700, seed, threads, ..Settings::default() };
            let taught = learn(&fitted, &shards, &settings, &StopSignal::default(), &mut |_| {});
            taught.unwrap().unwrap().weights
        });
        assert!(one == three, "threads change what is learned");
        assert!(one != other, "the seed changes nothing");
    }

    #[test]
    fn what_is_learned_is_kept_when_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let shards = shards(&folder, 20);
        let fitted = sum_of_weights(&shards, 1);
        let stop = StopSignal::default();
        let settings = Settings { passes: 1000, batch: 300, ..Settings::default() };
        let mut learned = 0;
        let taught = learn(&fitted, &shards, &settings, &stop, &mut |progress| {
            learned = progress.learned;
            stop.stop();
        });
        assert!(taught.unwrap().unwrap().weights.net.is_some() && learned <= 300, "{learned}");
        let taught = learn(&fitted, &shards, &settings, &stop, &mut |_| {}).unwrap();
        assert!(taught.is_none(), "there was no time to learn anything");
    }

    #[test]
    fn batches_are_even_and_steps_fade() {
        assert_eq!([0, 1, 999, 1001, 3001].map(|count| even(count, 1000)), [1, 1, 999, 501, 751]);
        let lengths = [0.0, 0.025, 0.05, 0.5, 1.0].map(fading);
        assert!(lengths[0] == 0.0 && lengths[1] < lengths[2] && lengths[2] > 0.98, "{lengths:?}");
        assert!((lengths[3] - 0.505).abs() < 1e-9 && (lengths[4] - 0.01).abs() < 1e-9);
    }
}
