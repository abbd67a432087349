//! The learned evaluation is invariant under symmetries, kernels and the path to a board; its file is
//! refused when anything is wrong with it.

use std::fs::File;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};

use crate::common::{any_board, any_reachable};
use othellier_board::kernel::{Kernel, Scalar, Task, Tier};
use othellier_board::{Board, Eight, Symmetry};
use othellier_eval::patterns::geometry::{MOVE_PATTERNS, NET_PATTERNS, SymmetryFold, instances};
use othellier_eval::patterns::net::{
    FEATURE_BUCKETS, FeatureBucket, NetWeights, OUTPUT_BUCKETS, OutputBucket, WIDTH, feature_count,
};
use othellier_eval::patterns::net_kernel::{HIDDEN, INPUTS};
use othellier_eval::patterns::{PatternIndices, Patterns, Weights, WeightsError, WeightsFault};
use othellier_eval::{IncrementalEvaluator, Score, StaticEvaluator};
use proptest::prelude::*;

/// The incremental evaluation of a board, on a given kernel.
struct Incremental<'a>(&'a Patterns, Board);

impl Task for Incremental<'_> {
    type Output = i32;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Incremental(patterns, board) = self;
        IncrementalEvaluator::evaluate(patterns, kernel, &patterns.feature_state(board), board)
    }
}

/// The static evaluation of a board, in hundredths of a disc.
fn value(patterns: &Patterns, board: Board) -> i32 {
    StaticEvaluator::evaluate(patterns, board).hundredths()
}

/// Weights that are different enough for a wrong entry to show.
fn scrambled() -> Weights {
    let mut weights = Weights::zero("scrambled");
    let mut number = 1_u32;
    let mut next = || {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 20) as i16 % 100
    };
    for anchor in &mut weights.anchors {
        anchor.fill_with(&mut next);
    }
    weights.mobility.fill_with(&mut next);
    weights.net = Some(NetWeights {
        feature_buckets: FEATURE_BUCKETS
            .map(|_| FeatureBucket {
                feature_weights: (0..feature_count())
                    .map(|_| std::array::from_fn(|_| (next() - 50) as i8))
                    .collect(),
                bias: std::array::from_fn(|_| next()),
            })
            .into(),
        output_buckets: (0..OUTPUT_BUCKETS)
            .map(|_| OutputBucket {
                hidden_weights: [(); INPUTS / 2].map(|()| std::array::from_fn(|_| next() - 50)),
                move_weights: std::array::from_fn(|_| 100 * i32::from(next() - 50)),
                reply_weights: std::array::from_fn(|_| 100 * i32::from(next() - 50)),
                hidden_bias: std::array::from_fn(|_| 1000 * i32::from(next() - 50)),
                output_weights: std::array::from_fn(|_| 50 * i32::from(next() - 50)),
                output_bias: 100 * i32::from(next()),
            })
            .collect(),
    });
    weights
}

/// A forward pass in the simplest form: instance by instance, number by number.
fn reference_forward(net: &NetWeights, board: Board) -> i64 {
    let empties = board.empties().len().min(60) as usize;
    let feature_bucket = FEATURE_BUCKETS.iter().rposition(|&first| first <= empties).unwrap();
    let features = &net.feature_buckets[feature_bucket];
    let mut sums = features.bias.map(i64::from);
    let mut first = 0;
    for (pattern, fold) in NET_PATTERNS.into_iter().zip(SymmetryFold::net()) {
        for instance in instances(pattern) {
            let digits = instance.iter().rev().map(|&square| match square {
                square if board.mover().contains(square) => 0,
                square if board.opponent().contains(square) => 2,
                _ => 1,
            });
            let configuration = digits.fold(0, |number, digit| 3 * number + digit);
            let feature = first + usize::from(fold.canonical[configuration]);
            let row = &features.feature_weights[feature];
            sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += i64::from(*number));
        }
        first += fold.count;
    }
    for moves in [board, board.passed()].map(|board| board.legal_moves()) {
        for (pattern, fold) in MOVE_PATTERNS.into_iter().zip(SymmetryFold::moves()) {
            for instance in instances(pattern) {
                let digits = instance.iter().rev().map(|&square| moves.contains(square));
                let configuration = digits.fold(0, |number, digit| 2 * number + usize::from(digit));
                let feature = first + usize::from(fold.canonical[configuration]);
                let row = &features.feature_weights[feature];
                sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += i64::from(*number));
            }
            first += fold.count;
        }
    }
    let clipped = sums.map(|sum| sum.clamp(0, 255));
    let layers = &net.output_buckets[empties];
    let [moves, replies] =
        [board, board.passed()].map(|board| i64::from(board.legal_moves().len()));
    let mut output = i64::from(layers.output_bias);
    for hidden in 0..HIDDEN {
        let mut sum = i64::from(layers.hidden_bias[hidden]);
        sum += moves * i64::from(layers.move_weights[hidden]);
        sum += replies * i64::from(layers.reply_weights[hidden]);
        for input in 0..INPUTS {
            let weight = layers.hidden_weights[input / 2][2 * hidden + input % 2];
            sum += ((clipped[input] * clipped[input + WIDTH / 2]) >> 4) * i64::from(weight);
        }
        output += (sum.clamp(0, 1 << 20) >> 10) * i64::from(layers.output_weights[hidden]);
    }
    output >> 12
}

static SCRAMBLED: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(scrambled()));
static NET_ALONE: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(Weights { net: scrambled().net, ..Weights::zero("net") }));

static ZERO_FILE: LazyLock<Vec<u8>> = LazyLock::new(|| Weights::zero("zero").to_bytes());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn boards_have_the_same_value_alone_and_together(
        boards in prop::collection::vec(any_reachable::<Eight>(), 0..5),
    ) {
        let mut scores = vec![Score::ZERO; boards.len()];
        SCRAMBLED.evaluate_all(&boards, &mut scores);
        for (score, board) in scores.iter().zip(boards) {
            let expected = Scalar.run(Incremental(&SCRAMBLED, board));
            prop_assert_eq!(score.hundredths(), expected);
        }
    }

    #[test]
    fn a_board_has_the_same_value_under_every_symmetry_and_on_every_kernel(
        board in prop_oneof![any_reachable::<Eight>(), any_board::<Eight>()],
    ) {
        for patterns in [&Patterns::shipped(), &*SCRAMBLED] {
            let expected = value(patterns, board);
            for symmetry in Symmetry::ALL {
                prop_assert_eq!(value(patterns, symmetry.board(board)), expected);
            }
            for tier in Tier::ALL {
                if let Some(found) = tier.run(Incremental(patterns, board)) {
                    prop_assert_eq!(found, expected, "{}", tier.name());
                }
            }
        }
    }

    #[test]
    fn the_network_agrees_with_the_reference(board in any_reachable::<Eight>()) {
        let net = scrambled().net.unwrap();
        let expected = reference_forward(&net, board).clamp(-6400, 6400);
        prop_assert_eq!(i64::from(value(&NET_ALONE, board)), expected);
    }

    #[test]
    fn lazy_evaluation_is_on_the_right_side_of_the_window(
        board in any_reachable::<Eight>(),
        alpha in -90..90,
    ) {
        let patterns = Patterns::shipped();
        let (state, moves) = (patterns.feature_state(board), board.legal_moves());
        let (alpha, beta) = (100 * alpha, 100 * alpha + 1);
        let linear = patterns.evaluate_for_ordering(Scalar, &state, board, moves);
        let lazy = patterns.evaluate_lazy(Scalar, &state, board, moves, (alpha, beta));
        if (linear - alpha).abs() > 3200 {
            prop_assert_eq!(lazy >= beta, linear >= beta);
        } else if (linear - alpha).abs() < 600 {
            prop_assert_eq!(lazy, value(&patterns, board));
        }
    }

    #[test]
    fn the_incremental_state_equals_the_state_from_scratch(board in any_reachable::<Eight>()) {
        let patterns = Patterns::shipped();
        let state = patterns.feature_state(board);
        prop_assert_eq!(patterns.passed(&state), PatternIndices::of(board.passed()));
        for square in board.legal_moves() {
            let placement = board.placement(square).unwrap();
            let after = patterns.after(&state, placement);
            prop_assert_eq!(after, PatternIndices::of(board.with(placement)));
        }
    }

    #[test]
    fn a_damaged_file_is_refused(at in 0_usize..1_000_000, with in 1_u8..) {
        let mut file = ZERO_FILE.clone();
        let at = at % file.len();
        file[at] ^= with;
        prop_assert!(Weights::from_bytes(&file).is_err(), "byte {}", at);
        prop_assert!(Weights::from_bytes(&file[..at]).is_err(), "{} bytes", at);
    }

    #[test]
    fn random_bytes_are_refused_with_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Weights::from_bytes(&bytes).is_err());
        let sum = crc32fast::hash(&bytes).to_le_bytes();
        for version in [4, 5] {
            let like = [b"OTHELLPW", &[version, 0][..], &sum[..], &bytes[..]].concat();
            prop_assert!(Weights::from_bytes(&like).is_err());
        }
    }
}

#[test]
fn a_file_round_trips() {
    let weights = scrambled();
    assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
}

#[test]
fn feature_weights_that_buckets_share_are_stored_once() {
    let mut weights = scrambled();
    let all = weights.to_bytes().len();
    let net = weights.net.as_mut().unwrap();
    for bucket in [1, 3] {
        net.feature_buckets[bucket].feature_weights =
            net.feature_buckets[bucket - 1].feature_weights.clone();
    }
    let file = weights.to_bytes();
    assert!(file.len() < all * 3 / 4, "{} of {all} bytes", file.len());
    assert_eq!(Weights::from_bytes(&file), Ok(weights));
}

/// A character of two bytes is not split: 127 of them have 254 bytes.
#[test]
fn a_long_name_is_truncated_between_characters() {
    let file = Weights::zero(&"é".repeat(300)).to_bytes();
    assert_eq!(Weights::from_bytes(&file).unwrap().name, "é".repeat(127));
}

/// Nothing of a file is kept: what it holds now is what is read.
#[test]
fn a_file_is_read_each_time() {
    let path = std::env::temp_dir().join(format!("othellier-{}.bin", std::process::id()));
    let path = path.to_str().unwrap();
    for name in ["first", "second"] {
        std::fs::write(path, Weights::zero(name).to_bytes()).unwrap();
        let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1000);
        File::options().write(true).open(path).unwrap().set_modified(then).unwrap();
        assert_eq!(Patterns::read(path).unwrap().name(), name);
    }
    std::fs::remove_file(path).unwrap();
    assert!(matches!(Patterns::read(path), Err(WeightsError::Unreadable { .. })));
}

#[test]
fn a_bias_that_could_overflow_is_refused() {
    for bucket in 0..FEATURE_BUCKETS.len() {
        let mut net = scrambled().net.unwrap();
        net.feature_buckets.iter_mut().for_each(|own| own.feature_weights.fill([0; WIDTH]));
        net.feature_buckets[bucket].bias[7] = 1 << 14;
        let weights = Weights { net: Some(net), ..Weights::zero("large") };
        let read = Weights::from_bytes(&weights.to_bytes());
        assert!(matches!(read, Err(WeightsError::Malformed(_))), "{bucket}");
        assert_eq!(weights.check(), Err(WeightsError::Malformed(WeightsFault::TooLarge)));
    }
}

#[test]
fn weights_of_another_length_are_refused() {
    let changed = |change: &dyn Fn(&mut Weights)| {
        let mut weights = scrambled();
        change(&mut weights);
        weights.check()
    };
    let wrong = Err(WeightsError::Malformed(WeightsFault::Length));
    assert_eq!(changed(&|_| ()), Ok(()));
    assert_eq!(changed(&|weights| weights.net = None), Ok(()));
    assert_eq!(changed(&|weights| weights.anchors.truncate(1)), wrong);
    assert_eq!(changed(&|weights| weights.anchors[3].truncate(1)), wrong);
    assert_eq!(changed(&|weights| weights.mobility.truncate(1)), wrong);
    let of_net = |change: &dyn Fn(&mut NetWeights)| {
        changed(&|weights| change(weights.net.as_mut().expect("there is a network")))
    };
    assert_eq!(of_net(&|net| net.output_buckets.truncate(1)), wrong);
    assert_eq!(of_net(&|net| net.feature_buckets.truncate(1)), wrong);
    assert_eq!(of_net(&|net| net.feature_buckets[1].feature_weights.truncate(1)), wrong);
}

/// 16 hidden values, each at most 1024 times its weight, plus the output bias: with the largest
/// numbers that are accepted this is 16 × 1024 × 65535 + 2³⁰ − 1 = 2³¹ − 16385, which just fits.
#[test]
fn the_largest_output_weights_are_accepted_and_do_not_overflow() {
    let with_weight = |weight: i32| {
        let mut net = scrambled().net.unwrap();
        net.feature_buckets.iter_mut().for_each(|own| own.feature_weights.fill([0; WIDTH]));
        for bucket in &mut net.output_buckets {
            bucket.hidden_bias = [1 << 27; HIDDEN];
            bucket.output_weights = [weight; HIDDEN];
            bucket.output_bias = weight.signum() * ((1 << 30) - 1);
        }
        let weights = Weights { net: Some(net), ..Weights::zero("large") };
        Weights::from_bytes(&weights.to_bytes())
    };
    for weight in [65_535, -65_535] {
        let patterns = Patterns::new(with_weight(weight).unwrap());
        assert_eq!(value(&patterns, Board::default()), 6400 * weight.signum());
    }
    assert!(matches!(with_weight(1 << 16), Err(WeightsError::Malformed(_))));
}

/// The checksum of the geometry is part of the file format: a refactoring must not change it.
#[test]
fn the_geometry_checksum_is_pinned() {
    let file = Weights::zero("any").to_bytes();
    assert_eq!(file[14..22], [100, 117, 55, 61, 246, 10, 62, 125]);
}

#[test]
fn another_format_version_is_reported() {
    let mut file = ZERO_FILE.clone();
    for version in [4, 6] {
        file[8] = version;
        assert_eq!(Weights::from_bytes(&file), Err(WeightsError::Version(version.into())));
    }
    assert_eq!(Weights::from_bytes(b"not a weights file"), Err(WeightsError::Foreign));
}
