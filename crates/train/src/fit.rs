//! Finds the weights that foretell the examples best.
//!
//! The evaluation is linear in its weights, so the best ones solve a least-squares problem: the sum
//! of the squared errors and a small penalty on every weight, which keeps those that were seldom seen
//! near zero. It is solved by conjugate gradients with the counts as preconditioner. Each step is one
//! pass over the shards, which are read again every time: they may be larger than the memory.

use std::path::PathBuf;

use othellier_board::kernel::{self, Kernel, Task};
use othellier_eval::patterns::shapes::{ENTRIES, Fold, STARTS, TURNS};
use othellier_eval::patterns::weights::{KNOTS, MOBILITIES, MOBILITY, MOBILITY_ROW, knots, phase};
use othellier_eval::patterns::{Indices, Weights};
use othellier_search::StopSignal;

use crate::Example;
use crate::aim::Aim;
use crate::example::{ShardError, read_shard};
use crate::net::spread;

/// How weights are found.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many steps.
    pub steps: u32,
    /// The penalty on a weight: as if it had been seen so many times without effect.
    pub penalty: f64,
    /// How much of what is to be foretold is the forecast of a search, where there is one; the rest
    /// is the outcome of the game. Forecasts are first freed of their mean error.
    pub blend: f32,
    /// One game in so many is not learned from, but used to see how well the weights do.
    pub held_out: u32,
    /// How many threads work.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { steps: 30, penalty: 8.0, blend: 0.0, held_out: 40, threads: 1 }
    }
}

/// What is known after a step.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// How many steps were made.
    pub step: u32,
    /// How large the slope still is, compared with the start.
    pub slope: f64,
    /// Examples learned from.
    pub examples: u64,
}

/// How far judgements are from what they should foretell, in discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    /// How many boards.
    pub count: u64,
    sum: f64,
    absolute: f64,
    squared: f64,
    right_sign: u64,
    decided: u64,
}

impl Errors {
    /// Adds one board.
    pub fn add(&mut self, judged: f64, truth: f64) {
        let error = judged - truth;
        self.count += 1;
        self.sum += error;
        self.absolute += error.abs();
        self.squared += error * error;
        if truth != 0.0 {
            self.decided += 1;
            self.right_sign += u64::from(judged * truth > 0.0);
        }
    }

    /// Both together.
    pub fn with(self, other: Errors) -> Errors {
        Errors {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            absolute: self.absolute + other.absolute,
            squared: self.squared + other.squared,
            right_sign: self.right_sign + other.right_sign,
            decided: self.decided + other.decided,
        }
    }

    /// The mean error.
    pub fn bias(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// The mean absolute error.
    pub fn mae(&self) -> f64 {
        self.absolute / self.count.max(1) as f64
    }

    /// The root of the mean squared error.
    pub fn rmse(&self) -> f64 {
        (self.squared / self.count.max(1) as f64).sqrt()
    }

    /// How often the winner was seen, of the games that somebody won.
    pub fn sign_rate(&self) -> f64 {
        self.right_sign as f64 / self.decided.max(1) as f64
    }
}

/// Weights, with how far they are from the games that were held out, by number of empty squares.
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// For 0 to 60 empty squares.
    pub held_out: Vec<Errors>,
    /// What they should foretell.
    pub aim: Aim,
    /// Examples learned from.
    pub examples: u64,
}

/// The entries of every knot, every contents for itself, and then those of mobility.
const ALL: usize = KNOTS * ENTRIES + MOBILITY;

/// How many parts a pass has: more threads than that have nothing to do.
const STRIPES: usize = 16;

/// Finds weights for the examples in these shards; gives what it has when told to stop.
pub fn fit(
    name: &str,
    shards: &[PathBuf],
    settings: &Settings,
    stop: &StopSignal,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Fitted, ShardError> {
    let folds = Folds(Fold::all());
    let Settings { blend, held_out, .. } = *settings;
    let aim = Aim { blend, held_out, optimism: vec![0.0; 61] };
    let mut passes = Passes { shards, threads: settings.threads, aim };
    // The counts, and by how much forecasts are too high; then the right side.
    let start = passes.sum(&[], What::Count)?;
    let examples = start.examples;
    let counts = folds.folded(&start.values);
    passes.aim.optimism = start.errors.iter().map(|errors| errors.bias() as f32).collect();
    drop(start);
    let target = folds.folded(&passes.sum(&[], What::Target)?.values);
    let weight = |count: f64| count + settings.penalty;

    let mut solution = vec![0.0; target.len()];
    let mut rest = target;
    let mut eased: Vec<f64> = rest.iter().zip(&counts).map(|(r, c)| r / weight(*c)).collect();
    let mut direction = eased.clone();
    let mut slope = dot(&rest, &eased);
    let first = slope.max(f64::MIN_POSITIVE);
    for step in 1..=settings.steps {
        if stop.is_stopped() || slope <= 0.0 {
            break;
        }
        let mut image = folds.folded(&passes.sum(&folds.unfolded(&direction), What::Image)?.values);
        for (image, direction) in image.iter_mut().zip(&direction) {
            *image += settings.penalty * direction;
        }
        let length = slope / dot(&direction, &image);
        for at in 0..solution.len() {
            solution[at] += length * direction[at];
            rest[at] -= length * image[at];
            eased[at] = rest[at] / weight(counts[at]);
        }
        let next = dot(&rest, &eased);
        let keep = next / slope;
        slope = next;
        for (direction, eased) in direction.iter_mut().zip(&eased) {
            *direction = eased + keep * *direction;
        }
        watch(&Progress { step, slope: slope / first, examples });
    }
    let held_out = passes.sum(&folds.unfolded(&solution), What::Errors)?.errors;
    Ok(Fitted { weights: folds.rounded(name, &solution), held_out, aim: passes.aim, examples })
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// What is summed in a pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// For every entry, the targets of the examples that have it.
    Target,
    /// For every entry, how often it is used; and how far forecasts are from outcomes.
    Count,
    /// For every entry, the values that the given vector has for the examples that have it.
    Image,
    /// How far the given vector is from the examples that are held out.
    Errors,
}

struct Sums {
    values: Vec<f32>,
    errors: Vec<Errors>,
    examples: u64,
}

struct Passes<'a> {
    shards: &'a [PathBuf],
    threads: usize,
    aim: Aim,
}

impl Passes<'_> {
    /// One pass over all shards. They are dealt to so many stripes, however many threads there are,
    /// so that all sums are made in the same order.
    fn sum(&self, vector: &[f32], what: What) -> Result<Sums, ShardError> {
        let stripes = spread(self.threads, 0..STRIPES, |stripe| self.stripe(vector, what, stripe));
        let mut stripes = stripes.into_iter();
        let mut total = stripes.next().expect("one stripe at least")?;
        for own in stripes {
            let own = own?;
            total.values.iter_mut().zip(&own.values).for_each(|(a, b)| *a += b);
            total.errors.iter_mut().zip(&own.errors).for_each(|(a, b)| *a = a.with(*b));
            total.examples += own.examples;
        }
        Ok(total)
    }

    /// The sums of the shards of one stripe.
    fn stripe(&self, vector: &[f32], what: What, stripe: usize) -> Result<Sums, ShardError> {
        let values = if what == What::Errors { Vec::new() } else { vec![0.0; ALL] };
        let mut sums = Sums { values, errors: vec![Errors::default(); 61], examples: 0 };
        for path in self.shards.iter().skip(stripe).step_by(STRIPES) {
            let (_, mut examples) = read_shard(path)?;
            examples.retain(|example| self.aim.holds_out(example.game) == (what == What::Errors));
            // Boards of one phase together: their weights stay near.
            examples.sort_by_key(|example| example.board.empties().len());
            let (aim, sums) = (&self.aim, &mut sums);
            kernel::run(Share { examples: &examples, vector, what, aim, sums });
        }
        Ok(sums)
    }
}

struct Share<'a> {
    examples: &'a [Example],
    vector: &'a [f32],
    what: What,
    aim: &'a Aim,
    sums: &'a mut Sums,
}

impl Task for Share<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Share { examples, vector, what, aim, sums } = self;
        for example in examples {
            let empties = example.board.empties().len() as usize;
            let outcome = f32::from(example.outcome) / 100.0;
            let indices = Indices::of(example.board);
            let fours = indices.of_shapes().as_chunks::<TURNS>().0;
            let (first, second) = knots(phase(empties as u32));
            let parts = [Some(first), second];
            let share = if second.is_some() { 0.5 } else { 1.0 };
            let moves = kernel.legal_moves(example.board).len() as usize;
            let replies = kernel.legal_moves(example.board.passed()).len() as usize;
            let row = KNOTS * ENTRIES + empties * MOBILITY_ROW;
            let singles = [
                row + moves.min(MOBILITIES - 1),
                row + MOBILITIES + replies.min(MOBILITIES - 1),
                row + 2 * MOBILITIES,
            ];
            let judged = |vector: &[f32]| {
                let mut value = 0.0;
                for knot in parts.into_iter().flatten() {
                    let mut sum = 0.0;
                    let knot = &vector[knot * ENTRIES..][..ENTRIES];
                    for (start, four) in STARTS.into_iter().zip(fours) {
                        for &index in four {
                            sum += knot[start + usize::from(index)];
                        }
                    }
                    value += share * sum;
                }
                value + singles.iter().map(|&at| vector[at]).sum::<f32>()
            };
            let amount = match what {
                What::Target => aim.discs(example),
                What::Count => {
                    if let Some(forecast) = example.forecast {
                        sums.errors[empties].add(f64::from(forecast) / 100.0, outcome.into());
                    }
                    1.0
                }
                What::Image => judged(vector),
                What::Errors => {
                    let judged = judged(vector).clamp(-64.0, 64.0);
                    sums.errors[empties].add(judged.into(), outcome.into());
                    continue;
                }
            };
            sums.examples += 1;
            // A count is of squares of the shares.
            let part = if what == What::Count { share * share } else { share * amount };
            for knot in parts.into_iter().flatten() {
                let knot = &mut sums.values[knot * ENTRIES..][..ENTRIES];
                for (start, four) in STARTS.into_iter().zip(fours) {
                    for &index in four {
                        knot[start + usize::from(index)] += part;
                    }
                }
            }
            for at in singles {
                sums.values[at] += amount;
            }
        }
    }
}

/// Contents that are each other's mirror image have one weight.
struct Folds(&'static [Fold]);

impl Folds {
    fn classes(&self) -> usize {
        self.0.iter().map(|fold| fold.classes).sum()
    }

    /// Sums over the members of each class.
    fn folded(&self, entries: &[f32]) -> Vec<f64> {
        let classes = self.classes();
        let mut folded = vec![0.0; KNOTS * classes + MOBILITY];
        for knot in 0..KNOTS {
            let mut first = knot * classes;
            for (fold, start) in self.0.iter().zip(STARTS) {
                let own = &entries[knot * ENTRIES + start..];
                for (class, value) in fold.class.iter().zip(own) {
                    folded[first + usize::from(*class)] += f64::from(*value);
                }
                first += fold.classes;
            }
        }
        for (at, value) in entries[KNOTS * ENTRIES..].iter().enumerate() {
            folded[KNOTS * classes + at] = f64::from(*value);
        }
        folded
    }

    /// Gives each member the value of its class.
    fn unfolded(&self, classes: &[f64]) -> Vec<f32> {
        let count = self.classes();
        let mut entries = vec![0.0; ALL];
        for knot in 0..KNOTS {
            let mut first = knot * count;
            for (fold, start) in self.0.iter().zip(STARTS) {
                let own = &mut entries[knot * ENTRIES + start..];
                for (class, entry) in fold.class.iter().zip(own) {
                    *entry = classes[first + usize::from(*class)] as f32;
                }
                first += fold.classes;
            }
        }
        for (entry, value) in entries[KNOTS * ENTRIES..].iter_mut().zip(&classes[KNOTS * count..]) {
            *entry = *value as f32;
        }
        entries
    }

    /// The weights in hundredths of a disc.
    fn rounded(&self, name: &str, classes: &[f64]) -> Weights {
        let round = |value: &f64| (100.0 * value).round().clamp(-32_000.0, 32_000.0) as i16;
        let (knots, mobility) = classes.split_at(KNOTS * self.classes());
        Weights {
            name: name.to_owned(),
            knots: knots
                .chunks_exact(self.classes())
                .map(|knot| knot.iter().map(round).collect())
                .collect(),
            mobility: mobility.iter().map(round).collect(),
            net: None,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::example::write_shard;
    use othellier_board::{Bitboard, Board, Color, Position};
    use othellier_eval::Evaluator;
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Boards of random play.
    pub(crate) fn boards(games: u32) -> Vec<(u32, Board)> {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut boards = Vec::new();
        for game in 0..games {
            let mut position = Position::new(Board::default(), Color::Black);
            while let Some(played) = position.moves().choose(&mut dice) {
                position = position.after(played);
                if !position.board().legal_moves().is_empty() {
                    boards.push((game, position.board()));
                }
            }
        }
        boards
    }

    /// An odd outcome: corners and moves, which the evaluation can learn.
    fn truth(board: Board) -> i16 {
        let corners = |side: Bitboard| (side & Bitboard::corners()).len() as i16;
        let moves = board.legal_moves().len() as i16;
        500 * (corners(board.mover()) - corners(board.opponent())) + 60 * moves - 200
    }

    #[test]
    fn what_made_the_examples_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let boards = boards(400);
        let mut shards = Vec::new();
        for (at, chunk) in boards.chunks(boards.len() / 3).enumerate() {
            let example = |&(game, board): &(u32, Board)| {
                let (outcome, forecast) = (truth(board), Some(truth(board) + 300));
                Example { board: board.canonical(), outcome, forecast, game }
            };
            let path = folder.path().join(format!("{at}.examples"));
            write_shard(&path, "", &chunk.iter().map(example).collect::<Vec<_>>()).unwrap();
            shards.push(path);
        }
        let settings = Settings { steps: 15, penalty: 0.1, blend: 0.5, held_out: 10, threads: 2 };
        let mut steps = 0;
        let mut last = 1.0;
        let fitted = fit("test", &shards, &settings, &StopSignal::default(), &mut |progress| {
            steps = progress.step;
            last = progress.slope;
        })
        .unwrap();
        assert_eq!((steps, fitted.weights.name.as_str()), (15, "test"));
        assert!(last < 1e-2, "{last}");
        let held_out = fitted.held_out.iter().fold(Errors::default(), |all, one| all.with(*one));
        let mut ignorant = Errors::default();
        boards.iter().for_each(|&(_, board)| ignorant.add(0.0, f64::from(truth(board)) / 100.0));
        assert!(held_out.count > 1000, "{held_out:?}");
        assert!(held_out.rmse() < 0.5 * ignorant.rmse(), "{held_out:?} {ignorant:?}");
        let judge = othellier_eval::patterns::Patterns::new(fitted.weights.clone());
        let error = |&(_, board): &(u32, Board)| {
            (judge.evaluate(board).discs() - f64::from(truth(board)) / 100.0).abs()
        };
        let mean = boards.iter().map(error).sum::<f64>() / boards.len() as f64;
        assert!(mean < 0.5, "{mean}");
        let alone = Settings { threads: 1, ..settings };
        let again = fit("test", &shards, &alone, &StopSignal::default(), &mut |_| {}).unwrap();
        assert_eq!(again.weights, fitted.weights, "on one thread as on two");
    }

    #[test]
    fn no_opinion_is_no_right_sign() {
        let mut errors = Errors::default();
        for (judged, truth) in [(0.0, -4.0), (0.0, 4.0), (1.0, 4.0), (-1.0, -4.0), (1.0, -4.0)] {
            errors.add(judged, truth);
        }
        assert_eq!((errors.right_sign, errors.decided), (2, 5));
    }

    #[test]
    fn nothing_is_learned_from_nothing() {
        let settings = Settings { steps: 2, ..Settings::default() };
        let fitted = fit("none", &[], &settings, &StopSignal::default(), &mut |_| {}).unwrap();
        assert_eq!(fitted.weights, Weights::zero("none"));
    }
}
