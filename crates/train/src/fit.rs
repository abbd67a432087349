//! Fits the linear weights to the examples by least squares.
//!
//! The evaluation is linear in its weights, so the best weights minimise the sum of the squared errors
//! plus an L2 penalty, which keeps rarely seen weights near zero. The normal equations are solved by
//! conjugate gradients with the counts as (Jacobi) preconditioner. Each step is one pass over the
//! shards, which are read again every time: they may be larger than the memory.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use othellier_board::kernel::{self, Kernel, Task};
use othellier_eval::patterns::geometry::{
    PATTERN_INSTANCES, SymmetryFold, TABLE_ENTRIES, TABLE_STARTS,
};
use othellier_eval::patterns::weights::{
    ANCHORS, MOBILITY, MOBILITY_BUCKETS, MOBILITY_ROW, anchors, stage,
};
use othellier_eval::patterns::{PatternIndices, Weights};
use othellier_search::StopSignal;

use crate::Example;
use crate::example::{ShardError, read_shard};
use crate::target::Target;
use crate::threads::parallel_map;

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub steps: u32,
    /// The L2 penalty: as if each weight had been seen this many times without effect.
    pub penalty: f64,
    /// Weight of the search forecast in the training target, where there is one; the rest is the game
    /// outcome. The mean error of the forecasts is removed first.
    pub blend: f32,
    /// One game in this many belongs to the validation set and is not trained on; 0 trains on all.
    pub validation_one_in: u32,
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { steps: 30, penalty: 8.0, blend: 0.0, validation_one_in: 40, threads: 1 }
    }
}

/// The state after a step.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// How many steps are done.
    pub step: u32,
    /// The squared (preconditioned) gradient norm, relative to the start.
    pub gradient: f64,
    pub examples: u64,
}

/// The mean error of the forecasts of examples (forecast minus outcome), by number of empty squares, in
/// discs: the [`Target`] takes it off.
pub fn forecast_bias<'a>(examples: impl IntoIterator<Item = &'a Example>) -> Vec<f32> {
    let mut errors = vec![Errors::default(); 61];
    for example in examples {
        errors[example.board.empties().len() as usize].add_forecast(example);
    }
    errors.iter().map(|errors| errors.bias() as f32).collect()
}

/// Error statistics of evaluations against true values, in discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    pub count: u64,
    sum: f64,
    absolute: f64,
    squared: f64,
    right_sign: u64,
    decided: u64,
}

impl Errors {
    pub fn add(&mut self, evaluated: f64, truth: f64) {
        let error = evaluated - truth;
        self.count += 1;
        self.sum += error;
        self.absolute += error.abs();
        self.squared += error * error;
        if truth != 0.0 {
            self.decided += 1;
            self.right_sign += u64::from(evaluated * truth > 0.0);
        }
    }

    /// Adds the forecast of an example, if it has one, against the outcome.
    fn add_forecast(&mut self, example: &Example) {
        if let Some(forecast) = example.forecast {
            self.add(f64::from(forecast) / 100.0, f64::from(example.outcome) / 100.0);
        }
    }

    /// The statistics of both together.
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

    /// The statistics of all together.
    pub fn sum(all: &[Errors]) -> Errors {
        all.iter().fold(Errors::default(), |sum, one| one.with(sum))
    }

    /// The statistics by number of empty squares, four numbers at a time; stages without boards are left
    /// out.
    pub fn by_stage(by_empties: &[Errors]) -> Vec<(RangeInclusive<u32>, Errors)> {
        const WIDTH: usize = 4;
        let stages = by_empties.chunks(WIDTH).enumerate().map(|(stage, some)| {
            let first = (WIDTH * stage) as u32;
            (first..=first + some.len() as u32 - 1, Errors::sum(some))
        });
        stages.filter(|(_, errors)| errors.count > 0).collect()
    }

    pub fn bias(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    pub fn mae(&self) -> f64 {
        self.absolute / self.count.max(1) as f64
    }

    /// The root mean squared error.
    pub fn rmse(&self) -> f64 {
        (self.squared / self.count.max(1) as f64).sqrt()
    }

    /// How often the sign is right, among boards that are not drawn.
    pub fn sign_rate(&self) -> f64 {
        self.right_sign as f64 / self.decided.max(1) as f64
    }
}

/// Fitted weights, with their errors on the validation set.
pub struct Fitted {
    pub weights: Weights,
    /// Errors on the validation set, for 0 to 60 empty squares.
    pub validation: Vec<Errors>,
    pub target: Target,
    pub examples: u64,
}

/// One entry for every configuration at every anchor, followed by the mobility weights.
const UNFOLDED: usize = ANCHORS * TABLE_ENTRIES + MOBILITY;

/// Stripes of a pass: more threads than this have nothing to do.
const STRIPES: usize = 16;

/// Fits weights to the examples in these shards; returns the current weights when stopped.
pub fn fit(
    name: &str,
    shards: &[PathBuf],
    settings: &Settings,
    stop: &StopSignal,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Fitted, ShardError> {
    let folds = Folds(SymmetryFold::all());
    let Settings { blend, validation_one_in, .. } = *settings;
    let target = Target { blend, validation_one_in, forecast_bias: vec![0.0; 61] };
    let mut data = Data { shards, threads: settings.threads, target };
    // The counts and the bias of the forecasts first, because the right-hand side needs the bias.
    let start = data.pass(&[], Quantity::Count)?;
    let examples = start.examples;
    let counts = folds.folded(&start.values);
    data.target.forecast_bias = start.errors.iter().map(|errors| errors.bias() as f32).collect();
    drop(start);
    let right_side = folds.folded(&data.pass(&[], Quantity::Target)?.values);
    let diagonal = |count: f64| count + settings.penalty;

    // Preconditioned conjugate gradients, in the usual notation: x, r, z, p, A p.
    let mut solution = vec![0.0; right_side.len()];
    let mut residual = right_side;
    let mut scaled: Vec<f64> =
        residual.iter().zip(&counts).map(|(r, c)| r / diagonal(*c)).collect();
    let mut direction = scaled.clone();
    let mut gradient = dot(&residual, &scaled);
    let first = gradient.max(f64::MIN_POSITIVE);
    for step in 1..=settings.steps {
        if stop.is_stopped() || gradient <= 0.0 {
            break;
        }
        let image = data.pass(&folds.unfolded(&direction), Quantity::Image)?;
        let mut image = folds.folded(&image.values);
        for (image, direction) in image.iter_mut().zip(&direction) {
            *image += settings.penalty * direction;
        }
        let length = gradient / dot(&direction, &image);
        for at in 0..solution.len() {
            solution[at] += length * direction[at];
            residual[at] -= length * image[at];
            scaled[at] = residual[at] / diagonal(counts[at]);
        }
        let next = dot(&residual, &scaled);
        let keep = next / gradient;
        gradient = next;
        for (direction, scaled) in direction.iter_mut().zip(&scaled) {
            *direction = scaled + keep * *direction;
        }
        watch(&Progress { step, gradient: gradient / first, examples });
    }
    let validation = data.pass(&folds.unfolded(&solution), Quantity::Errors)?.errors;
    let weights = folds.rounded(name, &solution);
    Ok(Fitted { weights, validation, target: data.target, examples })
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// A sum over a pass over the data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    /// For every entry, the targets of the examples that use it: the right-hand side.
    Target,
    /// For every entry, how often it is used: the diagonal; and the errors of the forecasts.
    Count,
    /// For every entry, the evaluations by the given vector of the examples that use it: the product
    /// of the matrix with the vector.
    Image,
    /// The errors of the given vector on the validation set.
    Errors,
}

struct Sums {
    values: Vec<f32>,
    errors: Vec<Errors>,
    examples: u64,
}

struct Data<'a> {
    shards: &'a [PathBuf],
    threads: usize,
    target: Target,
}

impl Data<'_> {
    /// One pass over all shards. They are split into a fixed number of stripes, whatever the number
    /// of threads, so that all sums are made in the same order.
    fn pass(&self, vector: &[f32], quantity: Quantity) -> Result<Sums, ShardError> {
        let stripes =
            parallel_map(self.threads, 0..STRIPES, |stripe| self.stripe(vector, quantity, stripe));
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
    fn stripe(
        &self,
        vector: &[f32],
        quantity: Quantity,
        stripe: usize,
    ) -> Result<Sums, ShardError> {
        let is_validation = quantity == Quantity::Errors;
        let values = if is_validation { Vec::new() } else { vec![0.0; UNFOLDED] };
        let mut sums = Sums { values, errors: vec![Errors::default(); 61], examples: 0 };
        for path in self.shards.iter().skip(stripe).step_by(STRIPES) {
            let (_, mut examples) = read_shard(path)?;
            examples.retain(|example| self.target.is_validation(example.game) == is_validation);
            // Boards of one stage together, so that their weights stay in the cache.
            examples.sort_by_key(|example| example.board.empties().len());
            let (target, sums) = (&self.target, &mut sums);
            kernel::run(Accumulate { examples: &examples, vector, quantity, target, sums });
        }
        Ok(sums)
    }
}

struct Accumulate<'a> {
    examples: &'a [Example],
    vector: &'a [f32],
    quantity: Quantity,
    target: &'a Target,
    sums: &'a mut Sums,
}

impl Task for Accumulate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Accumulate { examples, vector, quantity, target, sums } = self;
        for example in examples {
            let empties = example.board.empties().len() as usize;
            let outcome = f32::from(example.outcome) / 100.0;
            let indices = PatternIndices::of(example.board);
            let instances = indices.linear_indices().as_chunks::<PATTERN_INSTANCES>().0;
            let (first, second) = anchors(stage(empties as u32));
            let own_anchors = [Some(first), second];
            let share = if second.is_some() { 0.5 } else { 1.0 };
            let moves = kernel.legal_moves(example.board).len() as usize;
            let replies = kernel.legal_moves(example.board.passed()).len() as usize;
            let row = ANCHORS * TABLE_ENTRIES + empties * MOBILITY_ROW;
            let mobility = [
                row + moves.min(MOBILITY_BUCKETS - 1),
                row + MOBILITY_BUCKETS + replies.min(MOBILITY_BUCKETS - 1),
                row + 2 * MOBILITY_BUCKETS,
            ];
            let evaluate = |vector: &[f32]| {
                let mut value = 0.0;
                for anchor in own_anchors.into_iter().flatten() {
                    let mut sum = 0.0;
                    let anchor = &vector[anchor * TABLE_ENTRIES..][..TABLE_ENTRIES];
                    for (start, indices) in TABLE_STARTS.into_iter().zip(instances) {
                        for &index in indices {
                            sum += anchor[start + usize::from(index)];
                        }
                    }
                    value += share * sum;
                }
                value + mobility.iter().map(|&at| vector[at]).sum::<f32>()
            };
            let amount = match quantity {
                Quantity::Target => target.discs(example),
                Quantity::Count => {
                    sums.errors[empties].add_forecast(example);
                    1.0
                }
                Quantity::Image => evaluate(vector),
                Quantity::Errors => {
                    let evaluated = evaluate(vector).clamp(-64.0, 64.0);
                    sums.errors[empties].add(evaluated.into(), outcome.into());
                    continue;
                }
            };
            sums.examples += 1;
            // The diagonal has the squares of the shares.
            let part = if quantity == Quantity::Count { share * share } else { share * amount };
            for anchor in own_anchors.into_iter().flatten() {
                let anchor = &mut sums.values[anchor * TABLE_ENTRIES..][..TABLE_ENTRIES];
                for (start, indices) in TABLE_STARTS.into_iter().zip(instances) {
                    for &index in indices {
                        anchor[start + usize::from(index)] += part;
                    }
                }
            }
            for at in mobility {
                sums.values[at] += amount;
            }
        }
    }
}

/// Weight sharing: configurations that are mirror images of each other have one weight.
struct Folds(&'static [SymmetryFold]);

impl Folds {
    fn count(&self) -> usize {
        self.0.iter().map(|fold| fold.count).sum()
    }

    /// Adds up the configurations of each canonical index.
    fn folded(&self, entries: &[f32]) -> Vec<f64> {
        let count = self.count();
        let mut folded = vec![0.0; ANCHORS * count + MOBILITY];
        for anchor in 0..ANCHORS {
            let mut first = anchor * count;
            for (fold, start) in self.0.iter().zip(TABLE_STARTS) {
                let own = &entries[anchor * TABLE_ENTRIES + start..];
                for (canonical, value) in fold.canonical.iter().zip(own) {
                    folded[first + usize::from(*canonical)] += f64::from(*value);
                }
                first += fold.count;
            }
        }
        for (at, value) in entries[ANCHORS * TABLE_ENTRIES..].iter().enumerate() {
            folded[ANCHORS * count + at] = f64::from(*value);
        }
        folded
    }

    /// Gives each configuration the value of its canonical index.
    fn unfolded(&self, folded: &[f64]) -> Vec<f32> {
        let count = self.count();
        let mut entries = vec![0.0; UNFOLDED];
        for anchor in 0..ANCHORS {
            let mut first = anchor * count;
            for (fold, start) in self.0.iter().zip(TABLE_STARTS) {
                let own = &mut entries[anchor * TABLE_ENTRIES + start..];
                for (canonical, entry) in fold.canonical.iter().zip(own) {
                    *entry = folded[first + usize::from(*canonical)] as f32;
                }
                first += fold.count;
            }
        }
        let mobility = entries[ANCHORS * TABLE_ENTRIES..].iter_mut();
        for (entry, value) in mobility.zip(&folded[ANCHORS * count..]) {
            *entry = *value as f32;
        }
        entries
    }

    /// The weights, rounded to hundredths of a disc.
    fn rounded(&self, name: &str, folded: &[f64]) -> Weights {
        let round = |value: &f64| (100.0 * value).round().clamp(-32_000.0, 32_000.0) as i16;
        let (anchors, mobility) = folded.split_at(ANCHORS * self.count());
        Weights {
            name: name.to_owned(),
            anchors: anchors
                .chunks_exact(self.count())
                .map(|anchor| anchor.iter().map(round).collect())
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
    use othellier_eval::StaticEvaluator;
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;
    use rand_xoshiro::Xoshiro256PlusPlus;

    pub(crate) fn boards(games: u32) -> Vec<(u32, Board)> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut boards = Vec::new();
        for game in 0..games {
            let mut position = Position::new(Board::default(), Color::Black);
            while let Some(played) = position.moves().choose(&mut rng) {
                position = position.after(played);
                if !position.board().legal_moves().is_empty() {
                    boards.push((game, position.board()));
                }
            }
        }
        boards
    }

    /// An artificial outcome, made of corners and moves, which the evaluation can represent.
    fn truth(board: Board) -> i16 {
        let corners = |side: Bitboard| (side & Bitboard::corners()).len() as i16;
        let moves = board.legal_moves().len() as i16;
        500 * (corners(board.mover()) - corners(board.opponent())) + 60 * moves - 200
    }

    #[test]
    fn a_linear_target_is_recovered() {
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
        let settings =
            Settings { steps: 15, penalty: 0.1, blend: 0.5, validation_one_in: 10, threads: 2 };
        let mut steps = 0;
        let mut last = 1.0;
        let fitted = fit("test", &shards, &settings, &StopSignal::default(), &mut |progress| {
            steps = progress.step;
            last = progress.gradient;
        })
        .unwrap();
        assert_eq!((steps, fitted.weights.name.as_str()), (15, "test"));
        assert!(last < 1e-2, "{last}");
        let validation =
            fitted.validation.iter().fold(Errors::default(), |all, one| all.with(*one));
        let mut ignorant = Errors::default();
        boards.iter().for_each(|&(_, board)| ignorant.add(0.0, f64::from(truth(board)) / 100.0));
        assert!(validation.count > 1000, "{validation:?}");
        assert!(validation.rmse() < 0.5 * ignorant.rmse(), "{validation:?} {ignorant:?}");
        let evaluator = othellier_eval::patterns::Patterns::new(fitted.weights.clone());
        let error = |&(_, board): &(u32, Board)| {
            (evaluator.evaluate(board).discs() - f64::from(truth(board)) / 100.0).abs()
        };
        let mean = boards.iter().map(error).sum::<f64>() / boards.len() as f64;
        assert!(mean < 0.5, "{mean}");
        let alone = Settings { threads: 1, ..settings };
        let again = fit("test", &shards, &alone, &StopSignal::default(), &mut |_| {}).unwrap();
        assert_eq!(again.weights, fitted.weights, "the number of threads does not matter");
    }

    #[test]
    fn a_value_of_zero_has_no_right_sign() {
        let mut errors = Errors::default();
        for (evaluated, truth) in [(0.0, -4.0), (0.0, 4.0), (1.0, 4.0), (-1.0, -4.0), (1.0, -4.0)] {
            errors.add(evaluated, truth);
        }
        assert_eq!((errors.right_sign, errors.decided), (2, 5));
    }

    #[test]
    fn without_examples_the_weights_are_zero() {
        let settings = Settings { steps: 2, ..Settings::default() };
        let fitted = fit("none", &[], &settings, &StopSignal::default(), &mut |_| {}).unwrap();
        assert_eq!(fitted.weights, Weights::zero("none"));
    }
}
