//! The parameters of a network in training: the forward pass, back-propagation and Adam.
//!
//! A step has two halves, each shared by all threads. The first computes, for each sample, the output
//! and the gradients by back-propagation: the gradients of the output buckets are added up in slices of
//! some samples, those of the feature transformer's sums are stored. The second adds up, for each
//! feature, the gradients of the samples in which it is active, and updates the parameters by Adam; it
//! works block by block of sixteen columns, feature bucket by feature bucket, pattern by pattern.

use othellier_board::kernel::{self, Kernel, Task};
use othellier_eval::patterns::geometry::{MOVE_PATTERNS, NET_PATTERN_INSTANCES, SymmetryFold};
use othellier_eval::patterns::move_features::MOVE_PATTERN_INSTANCES;
use othellier_eval::patterns::net::{
    FEATURE_BUCKETS, FeatureBucket, NetWeights, OUTPUT_BUCKET_PARAMETERS, OUTPUT_BUCKETS,
    OutputBucket, WIDTH,
};
use othellier_eval::patterns::net_kernel::{HIDDEN, INPUTS};
use rand::Rng;

use super::samples::Sample;
use crate::threads::parallel_map;

/// Numbers in a vector register: rows are cut into blocks of this many columns.
const LANES: usize = 16;
const BLOCKS: usize = WIDTH / LANES;
type Lanes = [f32; LANES];

/// Samples of a slice, the unit of work of the first half.
const SLICE: usize = 256;
/// Discs per unit of the output.
const OUTPUT_SCALE: f32 = 32.0;
/// Legal moves per unit of the mobility inputs.
const MOBILITY_SCALE: f32 = 16.0;
/// The Huber threshold: the loss is quadratic below this error, in discs, and linear above.
const HUBER: f32 = 16.0;

/// The limit of a feature weight: what a byte holds, in 1/256.
const MAX_FEATURE_WEIGHT: f32 = 0.496;
/// The limit of any other parameter: what a file holds. Output weights come nearest, with 64000 of
/// 65535.
const MAX_PARAMETER: f32 = 5.0;

/// The layout of an output bucket, in lanes: the weights of the products come first.
const MOVE_WEIGHTS: usize = INPUTS;
const REPLY_WEIGHTS: usize = INPUTS + 1;
const HIDDEN_BIAS: usize = INPUTS + 2;
const OUTPUT_WEIGHTS: usize = INPUTS + 3;
const OUTPUT_BIAS: usize = OUTPUT_BUCKET_PARAMETERS - 1;

/// The biases of all feature buckets come before the output buckets.
const FEATURE_BIASES: usize = FEATURE_BUCKETS.len() * WIDTH;
/// All parameters that are not feature weights.
const OTHERS: usize = FEATURE_BIASES + OUTPUT_BUCKETS * OUTPUT_BUCKET_PARAMETERS;

const _: () = assert!(HIDDEN == LANES);

/// The parameters of a network in training, in floating point.
pub(super) struct Parameters {
    /// For each feature bucket, the first block of every row, the second block of every row, and so
    /// on.
    features: AdamState,
    /// The feature biases and the output buckets, in the order of the file.
    others: AdamState,
    /// How many features each pattern has.
    pattern_features: Vec<usize>,
    steps: i32,
    /// For each sample of a batch, the gradients of the feature transformer's sums.
    sum_gradients: Vec<[Lanes; BLOCKS]>,
}

/// Parameters with the state of the Adam optimizer.
struct AdamState {
    values: Vec<Lanes>,
    /// Running means of the gradients.
    first_moments: Vec<Lanes>,
    /// Running means of the squared gradients.
    second_moments: Vec<Lanes>,
    /// The gradients of this step; zero between steps.
    gradients: Vec<Lanes>,
}

impl AdamState {
    fn new(values: Vec<Lanes>) -> AdamState {
        let zero = || vec![[0.0; LANES]; values.len()];
        AdamState { first_moments: zero(), second_moments: zero(), gradients: zero(), values }
    }
}

impl Parameters {
    pub(super) fn new(rng: &mut impl Rng) -> Parameters {
        // The sum of four uniform numbers is nearly normal, and the same on every machine.
        let mut normal = |deviation: f32| {
            let bits = rng.next_u64();
            let sum: u64 = (0..4).map(|at| bits >> (16 * at) & 0xffff).sum();
            (sum as f32 / 65_536.0 - 2.0) * 3_f32.sqrt() * deviation
        };
        let sides = [SymmetryFold::moves(); 2];
        let folds = SymmetryFold::net().iter().chain(sides.into_iter().flatten());
        let pattern_features: Vec<usize> = folds.map(|fold| fold.count).collect();
        let count = FEATURE_BUCKETS.len() * BLOCKS * pattern_features.iter().sum::<usize>();
        let features = (0..count).map(|_| [0.0; LANES].map(|_| normal(0.02))).collect();
        // Padded to whole lanes.
        let mut others = vec![[0.0; LANES]; OTHERS.div_ceil(LANES)];
        let (biases, outputs) = others.as_flattened_mut().split_at_mut(FEATURE_BIASES);
        biases.fill(0.3);
        for bucket in outputs.as_chunks_mut::<OUTPUT_BUCKET_PARAMETERS>().0 {
            let (lanes, _) = bucket.as_chunks_mut::<LANES>();
            let inputs = lanes[..HIDDEN_BIAS].as_flattened_mut();
            inputs.iter_mut().for_each(|weight| *weight = normal((INPUTS as f32).sqrt().recip()));
            lanes[HIDDEN_BIAS] = [0.1; LANES];
            lanes[OUTPUT_WEIGHTS] = [0.0; LANES].map(|_| normal(0.5 / (HIDDEN as f32).sqrt()));
        }
        let (features, others) = (AdamState::new(features), AdamState::new(others));
        Parameters { features, others, pattern_features, steps: 0, sum_gradients: Vec::new() }
    }

    /// One step of Adam on a batch; returns the sum of its squared errors before the step.
    pub(super) fn step(&mut self, batch: &[Sample], learning_rate: f32, threads: usize) -> f64 {
        let squared = self.compute_gradients(batch, threads);
        self.steps += 1;
        let rate = CorrectedRate::new(learning_rate, self.steps);
        let AdamState { values, first_moments, second_moments, gradients } = &mut self.others;
        let (max, uses) = (MAX_PARAMETER, None);
        kernel::run(Update { values, first_moments, second_moments, gradients, rate, max, uses });

        // Each block of each pattern of each feature bucket, and in each the samples in order.
        let AdamState { values, first_moments, second_moments, gradients } = &mut self.features;
        let pieces = [values, first_moments, second_moments, gradients]
            .map(|table| pieces(table, &self.pattern_features));
        let [values, first_moments, second_moments, gradients] = pieces.map(Vec::into_iter);
        let uses = feature_uses(&self.pattern_features, batch, &self.sum_gradients);
        let all = values.zip(first_moments).zip(second_moments).zip(gradients).zip(uses);
        parallel_map(
            threads,
            all,
            |((((values, first_moments), second_moments), gradients), uses)| {
                let (max, uses) = (MAX_FEATURE_WEIGHT, Some(uses));
                kernel::run(Update {
                    values,
                    first_moments,
                    second_moments,
                    gradients,
                    rate,
                    max,
                    uses,
                });
            },
        );
        squared
    }

    /// The first half of a step: forward pass and back-propagation.
    fn compute_gradients(&mut self, batch: &[Sample], threads: usize) -> f64 {
        self.sum_gradients.resize(batch.len(), [[0.0; LANES]; BLOCKS]);
        let (features, others) = (&self.features.values[..], self.others.values.as_flattened());
        let slices = batch.chunks(SLICE).zip(self.sum_gradients.chunks_mut(SLICE));
        let share = 1.0 / batch.len() as f32;
        let slices = parallel_map(threads, slices, |(samples, sum_gradients)| {
            kernel::run(Backpropagate { features, others, samples, share, sum_gradients })
        });
        let mut squared = 0.0;
        for (own, errors) in slices {
            let gradients = self.others.gradients.as_flattened_mut();
            gradients.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
            squared += errors;
        }
        squared
    }

    /// The network, quantised to the integers of the evaluation.
    pub(super) fn quantised(&self) -> NetWeights {
        let (biases, outputs) = self.others.values.as_flattened().split_at(FEATURE_BIASES);
        let (_, output_moments) =
            self.others.second_moments.as_flattened().split_at(FEATURE_BIASES);
        let feature_bucket = |(bucket, bias): (usize, &[f32; WIDTH])| {
            let blocks = of_bucket(&self.features.values, bucket);
            let moments = of_bucket(&self.features.second_moments, bucket);
            let count = blocks.len() / BLOCKS;
            let weight = |feature: usize, at: usize| {
                let (block, lane) = (at / LANES * count + feature, at % LANES);
                // A weight that never had a gradient still has its random initial value.
                let trained = moments[block][lane] != 0.0;
                let value = if trained { blocks[block][lane] } else { 0.0 };
                (256.0 * value).round().clamp(-127.0, 127.0) as i8
            };
            let row = |feature| std::array::from_fn(|at| weight(feature, at));
            FeatureBucket {
                feature_weights: (0..count).map(row).collect(),
                bias: bias.map(|number| (256.0 * number).round() as i16),
            }
        };
        type Bucket = [f32; OUTPUT_BUCKET_PARAMETERS];
        let output_bucket = |(bucket, moments): (&Bucket, &Bucket)| {
            // The output of a bucket that never had a sample is zero.
            let untrained = moments[OUTPUT_BIAS] == 0.0;
            let parameter = |at: usize| match at / LANES {
                OUTPUT_WEIGHTS.. if untrained => 0,
                _ => (f64::from(bucket[at]) * scale(at)).round() as i32,
            };
            OutputBucket::from_parameters(&std::array::from_fn(parameter))
                .expect("all parameters are within the limits")
        };
        let biases = biases.as_chunks::<WIDTH>().0.iter().enumerate();
        let outputs = outputs.as_chunks().0.iter().zip(output_moments.as_chunks().0);
        NetWeights {
            feature_buckets: biases.map(feature_bucket).collect(),
            output_buckets: outputs.map(output_bucket).collect(),
        }
    }
}

/// The quantisation scale of a parameter of an output bucket.
fn scale(at: usize) -> f64 {
    let hidden_one = f64::from(1 << 20);
    match at / LANES {
        0..INPUTS => 256.0,
        MOVE_WEIGHTS | REPLY_WEIGHTS => hidden_one / f64::from(MOBILITY_SCALE),
        HIDDEN_BIAS => hidden_one,
        OUTPUT_WEIGHTS => f64::from(OUTPUT_SCALE) * 100.0 * 4.0,
        _ => f64::from(OUTPUT_SCALE) * 100.0 * 4096.0,
    }
}

/// The part of a table of features that belongs to one feature bucket.
fn of_bucket(table: &[Lanes], bucket: usize) -> &[Lanes] {
    let length = table.len() / FEATURE_BUCKETS.len();
    &table[bucket * length..][..length]
}

/// Splits a table of features into pieces: one block of the features of one pattern in one bucket.
fn pieces<'a>(table: &'a mut [Lanes], pattern_features: &[usize]) -> Vec<&'a mut [Lanes]> {
    let mut rest = table;
    let mut pieces = Vec::new();
    for _ in 0..FEATURE_BUCKETS.len() * BLOCKS {
        for &count in pattern_features {
            pieces.push(rest.split_off_mut(..count).expect("the table has all features"));
        }
    }
    pieces
}

/// The samples that use each piece of a table of features.
fn feature_uses<'a>(
    pattern_features: &[usize],
    samples: &'a [Sample],
    sum_gradients: &'a [[Lanes; BLOCKS]],
) -> impl Iterator<Item = FeatureUses<'a>> {
    let mut patterns = Vec::new();
    let (mut first_instance, mut first_feature) = (0, 0);
    let of_moves = [MOVE_PATTERN_INSTANCES; 2 * MOVE_PATTERNS.len()];
    let instances = NET_PATTERN_INSTANCES.iter().chain(&of_moves);
    for (instances, features) in instances.zip(pattern_features) {
        patterns.push((first_instance..first_instance + instances, first_feature));
        first_instance += instances;
        first_feature += features;
    }
    let blocks =
        (0..FEATURE_BUCKETS.len()).flat_map(|bucket| (0..BLOCKS).map(move |block| (bucket, block)));
    blocks.flat_map(move |(bucket, block)| {
        let of_pattern = move |(instances, first_feature)| FeatureUses {
            samples,
            sum_gradients,
            bucket,
            block,
            instances,
            first_feature,
        };
        patterns.clone().into_iter().map(of_pattern)
    })
}

/// The first half of a step for some samples: returns the gradients of all parameters but the feature
/// weights, and the sum of the squared errors.
struct Backpropagate<'a> {
    features: &'a [Lanes],
    others: &'a [f32],
    samples: &'a [Sample],
    /// The weight of a sample in the loss.
    share: f32,
    /// Receives, for each sample, the gradients of the feature transformer's sums.
    sum_gradients: &'a mut [[Lanes; BLOCKS]],
}

impl Task for Backpropagate<'_> {
    type Output = (Vec<f32>, f64);

    #[inline(always)]
    fn run<K: Kernel>(self, _: K) -> (Vec<f32>, f64) {
        let Backpropagate { features, others, samples, share, sum_gradients } = self;
        let (biases, outputs) = others.split_at(FEATURE_BIASES);
        let biases = biases.as_chunks::<WIDTH>().0;
        let outputs = outputs.as_chunks::<OUTPUT_BUCKET_PARAMETERS>().0;
        let transposed: Vec<_> = outputs.iter().map(transposed).collect();
        let mut gradients = vec![0.0; others.len()];
        let (bias_gradients, output_gradients) = gradients.split_at_mut(FEATURE_BIASES);
        let bias_gradients = bias_gradients.as_chunks_mut::<WIDTH>().0;
        let output_gradients = output_gradients.as_chunks_mut::<OUTPUT_BUCKET_PARAMETERS>().0;
        let mut squared = 0.0;
        for (sample, sum_gradient) in samples.iter().zip(sum_gradients) {
            // 1. Forward: feature transformer, clipped ReLU, product of the halves.
            let (bucket, output) = (sample.feature_bucket(), usize::from(sample.output_bucket));
            let features = of_bucket(features, bucket);
            let count = features.len() / BLOCKS;
            let (bias, _) = biases[bucket].as_chunks::<LANES>();
            let mut sums = [[0.0; LANES]; BLOCKS];
            for block in 0..BLOCKS {
                let rows = &features[block * count..][..count];
                let mut sum = bias[block];
                for &feature in &sample.features {
                    let row = &rows[usize::from(feature)];
                    for at in 0..LANES {
                        sum[at] += row[at];
                    }
                }
                sums[block] = sum;
            }
            let sums: &[f32; WIDTH] = sums.as_flattened().try_into().expect("the same width");
            let clipped = sums.map(|sum| sum.clamp(0.0, 1.0));
            let mut inputs = [0.0; HIDDEN_BIAS];
            for at in 0..INPUTS {
                inputs[at] = clipped[at] * clipped[INPUTS + at];
            }
            inputs[MOVE_WEIGHTS] = f32::from(sample.moves) / MOBILITY_SCALE;
            inputs[REPLY_WEIGHTS] = f32::from(sample.replies) / MOBILITY_SCALE;

            // 2. Forward: hidden layer, clipped ReLU, output. The loss is Huber's.
            let (lanes, _) = outputs[output].as_chunks::<LANES>();
            let mut hidden = lanes[HIDDEN_BIAS];
            for (input, weights) in inputs.iter().zip(lanes) {
                for at in 0..HIDDEN {
                    hidden[at] += input * weights[at];
                }
            }
            let activated = hidden.map(|sum| sum.clamp(0.0, 1.0));
            let mut value = outputs[output][OUTPUT_BIAS];
            for at in 0..HIDDEN {
                value += activated[at] * lanes[OUTPUT_WEIGHTS][at];
            }
            let error = OUTPUT_SCALE * value - sample.residual;
            squared += f64::from(error) * f64::from(error);
            let gradient = (error / HUBER).clamp(-1.0, 1.0) * OUTPUT_SCALE * share;

            // 3. Backward: a clipped value has no gradient.
            let mut hidden_gradient = [0.0; HIDDEN];
            for at in 0..HIDDEN {
                hidden_gradient[at] = unclipped(hidden[at], gradient * lanes[OUTPUT_WEIGHTS][at]);
            }
            let own = &mut output_gradients[output];
            own[OUTPUT_BIAS] += gradient;
            let (own, _) = own.as_chunks_mut::<LANES>();
            for at in 0..HIDDEN {
                own[OUTPUT_WEIGHTS][at] += gradient * activated[at];
                own[HIDDEN_BIAS][at] += hidden_gradient[at];
            }
            for (own, input) in own.iter_mut().zip(inputs) {
                for at in 0..HIDDEN {
                    own[at] += input * hidden_gradient[at];
                }
            }
            let mut product_gradient = [0.0; INPUTS];
            for (column, gradient) in transposed[output].iter().zip(hidden_gradient) {
                for at in 0..INPUTS {
                    product_gradient[at] += column[at] * gradient;
                }
            }
            let own = sum_gradient.as_flattened_mut();
            for at in 0..INPUTS {
                let gradient = product_gradient[at];
                own[at] = unclipped(sums[at], gradient * clipped[INPUTS + at]);
                own[INPUTS + at] = unclipped(sums[INPUTS + at], gradient * clipped[at]);
            }
            for at in 0..WIDTH {
                bias_gradients[bucket][at] += own[at];
            }
        }
        (gradients, squared)
    }
}

/// The derivative of the clipped ReLU: the gradient where the sum is not clipped, else zero.
#[inline(always)]
fn unclipped(sum: f32, gradient: f32) -> f32 {
    if (0.0..=1.0).contains(&sum) { gradient } else { 0.0 }
}

/// The weights of the products, those of each hidden neuron together.
fn transposed(bucket: &[f32; OUTPUT_BUCKET_PARAMETERS]) -> [[f32; INPUTS]; HIDDEN] {
    std::array::from_fn(|hidden| std::array::from_fn(|input| bucket[input * HIDDEN + hidden]))
}

/// The second half of a step, for a piece of a table.
struct Update<'a> {
    values: &'a mut [Lanes],
    first_moments: &'a mut [Lanes],
    second_moments: &'a mut [Lanes],
    gradients: &'a mut [Lanes],
    rate: CorrectedRate,
    max: f32,
    /// The samples whose gradients are added first.
    uses: Option<FeatureUses<'a>>,
}

/// Samples, and the piece of a table of features that those of a bucket use.
struct FeatureUses<'a> {
    samples: &'a [Sample],
    sum_gradients: &'a [[Lanes; BLOCKS]],
    bucket: usize,
    block: usize,
    instances: std::ops::Range<usize>,
    first_feature: usize,
}

/// The learning rate of a step with the bias corrections of Adam.
#[derive(Clone, Copy)]
struct CorrectedRate {
    rate: f32,
    /// Correction of the second moment, which starts at zero.
    second_moment: f32,
}

/// Decay rates of the first and second moments.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.99;
const EPSILON: f32 = 1e-8;

impl CorrectedRate {
    fn new(learning_rate: f32, steps: i32) -> CorrectedRate {
        let correction = |beta: f32| (1.0 - f64::from(beta).powi(steps)) as f32;
        CorrectedRate {
            rate: learning_rate / correction(BETA_1),
            second_moment: 1.0 / correction(BETA_2),
        }
    }
}

impl Task for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _: K) {
        let Update { values, first_moments, second_moments, gradients, rate, max, uses } = self;
        if let Some(uses) = uses {
            let FeatureUses { samples, sum_gradients, bucket, block, instances, first_feature } =
                uses;
            let all = samples.iter().zip(sum_gradients);
            for (sample, sums) in all.filter(|(sample, _)| sample.feature_bucket() == bucket) {
                for &feature in &sample.features[instances.clone()] {
                    let gradient = &mut gradients[usize::from(feature) - first_feature];
                    for at in 0..LANES {
                        gradient[at] += sums[block][at];
                    }
                }
            }
        }
        let moments = first_moments.iter_mut().zip(second_moments);
        for ((value, gradient), (first, second)) in values.iter_mut().zip(gradients).zip(moments) {
            for at in 0..LANES {
                first[at] = BETA_1 * first[at] + (1.0 - BETA_1) * gradient[at];
                second[at] = BETA_2 * second[at] + (1.0 - BETA_2) * gradient[at] * gradient[at];
                let root = (second[at] * rate.second_moment).sqrt() + EPSILON;
                value[at] = (value[at] - rate.rate * first[at] / root).clamp(-max, max);
                gradient[at] = 0.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::tests::boards;
    use crate::net::samples::SampleBuilder;
    use crate::target::Target;
    use othellier_eval::patterns::Weights;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn samples() -> Vec<Sample> {
        let target = Target { blend: 0.0, validation_one_in: 0, forecast_bias: vec![0.0; 61] };
        let builder = SampleBuilder::new(&Weights::zero("test"), &target);
        let example = |(game, board)| crate::Example {
            board,
            outcome: 700 - 30 * board_mix(board),
            forecast: None,
            game,
        };
        builder.samples(&boards(2).into_iter().map(example).collect::<Vec<_>>())
    }

    fn board_mix(board: othellier_board::Board) -> i16 {
        (board.mover().bits() % 41) as i16
    }

    /// The mean Huber loss of errors below the threshold.
    fn loss(parameters: &mut Parameters, samples: &[Sample]) -> f64 {
        parameters.others.gradients.as_flattened_mut().fill(0.0);
        parameters.compute_gradients(samples, 1) / (2.0 * f64::from(HUBER) * samples.len() as f64)
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        let samples = samples();
        let mut parameters = Parameters::new(&mut Xoshiro256PlusPlus::seed_from_u64(5));
        loss(&mut parameters, &samples);
        let others = parameters.others.gradients.as_flattened().to_vec();
        // The gradient of a feature weight is the sum over the samples in which it is active.
        let (feature, bucket) = (samples[20].features[9], samples[20].feature_bucket());
        let count = parameters.features.values.len() / FEATURE_BUCKETS.len() / BLOCKS;
        let uses =
            |sample: &Sample| sample.features.iter().filter(|&&active| active == feature).count();
        let of_feature = |parameters: &Parameters, at: usize| -> f32 {
            let all = samples.iter().zip(&parameters.sum_gradients);
            let all = all.filter(|(sample, _)| sample.feature_bucket() == bucket);
            all.map(|(sample, gradients)| uses(sample) as f32 * gradients.as_flattened()[at]).sum()
        };
        let of_feature = [3, 40].map(|at| (at, of_feature(&parameters, at)));

        const CHANGE: f32 = 2e-3;
        let mut check = |name: &str, gradient: f32, change: &dyn Fn(&mut Parameters, f32)| {
            change(&mut parameters, CHANGE);
            let more = loss(&mut parameters, &samples);
            change(&mut parameters, -2.0 * CHANGE);
            let less = loss(&mut parameters, &samples);
            change(&mut parameters, CHANGE);
            let shown = (more - less) / (2.0 * f64::from(CHANGE));
            let gradient = f64::from(gradient);
            assert!(gradient.abs() > 1e-5, "{name}: {gradient}");
            assert!(
                (gradient - shown).abs() < 0.03 * gradient.abs() + 2e-5,
                "{name}: {gradient} {shown}"
            );
        };
        for (at, gradient) in of_feature {
            let place = (bucket * BLOCKS + at / LANES) * count + usize::from(feature);
            check("feature weight", gradient, &|parameters, by| {
                parameters.features.values[place][at % LANES] += by;
            });
        }
        // Of each kind the parameter with the largest gradient: others may be clipped.
        let bias = bucket * WIDTH;
        let output =
            FEATURE_BIASES + usize::from(samples[20].output_bucket) * OUTPUT_BUCKET_PARAMETERS;
        let lanes =
            |first: usize, count: usize| output + first * HIDDEN..output + (first + count) * HIDDEN;
        for (name, kind) in [
            ("feature bias", bias..bias + INPUTS),
            ("its second half", bias + INPUTS..bias + WIDTH),
            ("hidden weight", lanes(0, INPUTS)),
            ("move weight", lanes(MOVE_WEIGHTS, 1)),
            ("reply weight", lanes(REPLY_WEIGHTS, 1)),
            ("hidden bias", lanes(HIDDEN_BIAS, 1)),
            ("output weight", lanes(OUTPUT_WEIGHTS, 1)),
            ("output bias", output + OUTPUT_BIAS..output + OUTPUT_BUCKET_PARAMETERS),
        ] {
            let size = |at: &usize| others[*at].abs();
            let at = kind.max_by(|one, other| size(one).total_cmp(&size(other))).unwrap();
            check(name, others[at], &|parameters, by| {
                parameters.others.values.as_flattened_mut()[at] += by;
            });
        }
    }

    /// The first step of Adam is as long as its learning rate.
    #[test]
    fn a_step_lowers_the_loss() {
        let mut samples = samples();
        samples.retain(|sample| sample.output_bucket % 2 == 0);
        let mut parameters = Parameters::new(&mut Xoshiro256PlusPlus::seed_from_u64(5));
        let before = parameters.features.values.clone();
        let first = parameters.step(&samples, 1e-3, 2);
        let steps = before.as_flattened().iter().zip(parameters.features.values.as_flattened());
        let longest = steps.map(|(before, after)| (before - after).abs()).fold(0.0, f32::max);
        assert!((longest - 1e-3).abs() < 1e-5, "{longest}");
        // The output of buckets without samples is zero.
        let quantised = parameters.quantised();
        for (at, bucket) in quantised.output_buckets.iter().enumerate() {
            let trained = samples.iter().any(|sample| usize::from(sample.output_bucket) == at);
            assert_eq!(trained, bucket.output_weights != [0; HIDDEN], "{at}");
        }
        let second = parameters.step(&samples, 1e-3, 2);
        assert!(second < first, "{second} {first}");
    }

    #[test]
    fn a_network_of_the_largest_parameters_round_trips() {
        let mut parameters = Parameters::new(&mut Xoshiro256PlusPlus::seed_from_u64(5));
        parameters.features.values.as_flattened_mut().fill(MAX_FEATURE_WEIGHT);
        // As if all had been trained.
        parameters.features.second_moments.as_flattened_mut().fill(1.0);
        parameters.others.second_moments.as_flattened_mut().fill(1.0);
        for max in [MAX_PARAMETER, -MAX_PARAMETER] {
            parameters.others.values.as_flattened_mut().fill(max);
            let net = parameters.quantised();
            assert_eq!(net.output_buckets[0].output_weights, [(12_800.0 * max) as i32; HIDDEN]);
            let weights = Weights { net: Some(net), ..Weights::zero("large") };
            assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
        }
    }

    #[test]
    fn a_feature_bucket_without_samples_does_not_change() {
        let mut samples = samples();
        samples.retain(|sample| sample.feature_bucket() == 1);
        let mut parameters = Parameters::new(&mut Xoshiro256PlusPlus::seed_from_u64(5));
        let before = parameters.quantised();
        parameters.step(&samples, 1e-1, 2);
        let after = parameters.quantised().feature_buckets;
        let buckets = before.feature_buckets.iter().zip(after);
        let same: Vec<bool> = buckets.map(|(before, after)| *before == after).collect();
        assert_eq!(
            same,
            std::array::from_fn::<_, { FEATURE_BUCKETS.len() }, _>(|bucket| bucket != 1)
        );
    }
}
