//! The outcome model has the same outputs on every kernel, in PyTorch and for symmetric boards; its file is
//! refused when anything is wrong with it.

use crate::common::{any_board, any_reachable};
use othellier_board::kernel::{Kernel, Task, Tier};
use othellier_board::{Bitboard, Board, Symmetry};
use othellier_eval::outcome::{
    HIDDEN, OUTPUTS, OutcomeError, OutcomeModel, OutcomeWeights, PRODUCTS, bucket_of,
};
use othellier_eval::patterns::WeightsFault;
use othellier_eval::{Score, StaticEvaluator};
use proptest::prelude::*;
use std::sync::LazyLock;

/// Weights that are different enough for a wrong entry to show.
static SCRAMBLED: LazyLock<OutcomeWeights> = LazyLock::new(|| {
    let mut weights = OutcomeWeights::zero("scrambled");
    weights.lineage = "numbers of a generator".to_owned();
    let mut number = 1_u32;
    let mut next = |limit: i32| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 16) as i32 % (2 * limit + 1) - limit
    };
    weights.features.as_flattened_mut().fill_with(|| next(200) as i16);
    weights.feature_bias.fill_with(|| next(500) as i16);
    for bucket in &mut weights.buckets {
        bucket.first.as_flattened_mut().fill_with(|| next(127) as i8);
        bucket.first_bias.fill_with(|| next(8000));
        bucket.second.as_flattened_mut().fill_with(|| next(127) as i8);
        bucket.second_bias.fill_with(|| next(8000));
        bucket.output.as_flattened_mut().fill_with(|| next(3000) as i16);
        bucket.output_bias.fill_with(|| next(100_000));
    }
    weights
});

static MODEL: LazyLock<OutcomeModel> = LazyLock::new(|| OutcomeModel::new(SCRAMBLED.clone()));
static ZERO: LazyLock<Vec<u8>> = LazyLock::new(|| OutcomeWeights::zero("zero").to_bytes());

struct Outputs<'a>(&'a OutcomeModel, Board);

impl Task for Outputs<'_> {
    type Output = [i32; OUTPUTS];
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> [i32; OUTPUTS] {
        self.0.outputs_on(kernel, self.1)
    }
}

/// The outputs in the simplest form: input by input, number by number.
fn reference(weights: &OutcomeWeights, board: Board) -> [i64; OUTPUTS] {
    let board = board.canonical();
    let planes =
        [board.mover(), board.opponent(), board.legal_moves(), board.passed().legal_moves()];
    let mut sums = weights.feature_bias.map(i64::from);
    for (plane, squares) in planes.into_iter().enumerate() {
        for square in squares {
            let row = weights.features[64 * plane + usize::from(square.index())];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += i64::from(weight));
        }
    }
    let clipped = sums.map(|sum| sum.clamp(0, 511));
    let products: [i64; PRODUCTS] =
        std::array::from_fn(|at| clipped[at] * clipped[PRODUCTS + at] / 2048);
    let bucket = &weights.buckets[bucket_of(board.empties().len())];
    let first: [i64; HIDDEN] = std::array::from_fn(|at| {
        let weighted = products.iter().zip(bucket.first).map(|(p, row)| p * i64::from(row[at]));
        (i64::from(bucket.first_bias[at]) + weighted.sum::<i64>()).div_euclid(64).clamp(0, 127)
    });
    let second: [i64; HIDDEN] = std::array::from_fn(|at| {
        let weighted = first.iter().zip(bucket.second).map(|(h, row)| h * i64::from(row[at]));
        (i64::from(bucket.second_bias[at]) + weighted.sum::<i64>()).div_euclid(64).clamp(0, 127)
    });
    std::array::from_fn(|at| {
        let weighted = second.iter().zip(bucket.output).map(|(h, row)| h * i64::from(row[at]));
        i64::from(bucket.output_bias[at]) + weighted.sum::<i64>()
    })
}

fn check(board: Board) {
    let model = &*MODEL;
    let outputs = model.outputs(board);
    assert_eq!(outputs.map(i64::from), reference(&SCRAMBLED, board));
    for tier in Tier::ALL {
        if let Some(found) = tier.run(Outputs(model, board)) {
            assert_eq!(found, outputs, "{}", tier.name());
        }
    }
    let (score, outcome) = (model.evaluate(board), model.outcome(board));
    assert_eq!(score, outcome.score);
    assert!((outcome.win + outcome.draw + outcome.loss - 1.0).abs() < 1e-9);
    assert!(score.hundredths().abs() <= 6400, "{score}");
    for symmetry in Symmetry::ALL {
        assert_eq!(model.evaluate(symmetry.board(board)), score, "{symmetry:?}");
    }
    if board.legal_moves().is_empty() {
        let other = model.outcome(board.passed());
        assert_eq!((outcome.win, outcome.draw, score), (other.loss, other.draw, -other.score));
    }
}

proptest! {
    #[test]
    fn reachable_boards_have_the_outputs_of_the_reference(board in any_reachable()) {
        check(board);
    }

    #[test]
    fn any_board_has_the_outputs_of_the_reference(board in any_board()) {
        check(board);
    }

    /// Bytes behind a correct checksum are read or refused, never a panic.
    #[test]
    fn any_bytes_are_read_or_refused(
        whole in any::<bool>(),
        cut in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let mut file = ZERO.clone();
        if !whole {
            file.truncate(14 + cut.index(60));
            file.extend(bytes);
        }
        for (at, byte) in changes {
            let at = at.index(file.len());
            file[at] = byte;
        }
        summed(&mut file);
        if let Ok(weights) = OutcomeWeights::from_bytes(&file) {
            let _ = OutcomeModel::new(weights).outcome(Board::default());
        }
    }
}

fn summed(file: &mut [u8]) {
    let sum = crc32fast::hash(&file[14..]);
    file[10..14].copy_from_slice(&sum.to_le_bytes());
}

#[test]
fn a_finished_game_has_its_own_outcome() {
    let model = &*MODEL;
    let board = Board::new(Bitboard::from_bits(0xff), Bitboard::EMPTY).unwrap();
    let outcome = model.outcome(board);
    assert_eq!((outcome.win, outcome.draw, outcome.loss), (1.0, 0.0, 0.0));
    assert_eq!(outcome.score, Score::from_discs(64));
    assert_eq!(model.evaluate(board.passed()), Score::from_discs(-64));
}

#[test]
fn a_file_round_trips() {
    let file = SCRAMBLED.to_bytes();
    assert_eq!(OutcomeWeights::from_bytes(&file).as_ref(), Ok(&*SCRAMBLED));
}

#[test]
fn wrong_files_are_refused() {
    let whole = &*ZERO;
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut file = whole.clone();
        change(&mut file);
        summed(&mut file);
        OutcomeWeights::from_bytes(&file).unwrap_err()
    };
    let malformed = |change: &dyn Fn(&mut Vec<u8>)| match refused(change) {
        OutcomeError::Malformed(fault) => fault,
        error => panic!("{error}"),
    };
    assert_eq!(OutcomeWeights::from_bytes(b"OTHELLOM"), Err(OutcomeError::Foreign));
    assert_eq!(refused(&|file| file[0] = b'X'), OutcomeError::Foreign);
    assert_eq!(refused(&|file| file[8] = 9), OutcomeError::Version(9));
    assert_eq!(refused(&|file| file[14] = 1), OutcomeError::Dimensions);
    assert_eq!(malformed(&|file| file.truncate(20)), WeightsFault::Short);
    assert_eq!(malformed(&|file| file[25] = 0xff), WeightsFault::Name);
    assert_eq!(malformed(&|file| file.truncate(40)), WeightsFault::Compression);
    assert_eq!(malformed(&|file| file[31] ^= 0xff), WeightsFault::Compression);
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(matches!(OutcomeWeights::from_bytes(&damaged), Err(OutcomeError::Damaged { .. })));
    let mut large = OutcomeWeights::zero("large");
    large.features.iter_mut().for_each(|row| row[7] = 600);
    let error = OutcomeWeights::from_bytes(&large.to_bytes()).unwrap_err();
    assert_eq!(error, OutcomeError::Malformed(WeightsFault::TooLarge));
    let error = OutcomeWeights::read("/nowhere.bin").unwrap_err();
    assert!(error.to_string().starts_with("/nowhere.bin: "), "{error}");
}

/// `python/train/outcome.py vectors` wrote the outputs that PyTorch computes.
#[test]
fn the_shipped_model_has_the_outputs_of_pytorch() {
    let model = OutcomeModel::shipped();
    let mut lines = include_str!("data/outcome-vectors.txt").lines();
    assert_eq!(lines.next(), Some(format!("# {}", model.weights().name).as_str()));
    let mut count = 0;
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let bits = |at: usize| Bitboard::from_bits(u64::from_str_radix(words[at], 16).unwrap());
        let board = Board::new(bits(0), bits(1)).unwrap();
        let expected: Vec<i32> = words[2..].iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!(model.outputs(board).to_vec(), expected, "{line}");
        count += 1;
    }
    assert!(count >= 200, "{count}");
}

#[test]
fn the_shipped_model_names_its_origin() {
    let weights = OutcomeModel::shipped().weights().clone();
    assert!(weights.to_bytes().len() <= 3 << 20);
    assert!(weights.lineage.contains("WTHOR") && weights.lineage.contains("no game"));
}
