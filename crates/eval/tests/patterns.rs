//! The learned evaluation: the same from every side of the board, on every kernel, however a board
//! was reached; and its file, which is refused when anything is wrong with it.

mod common;

use std::fs::File;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};

use common::{any_board, any_reachable};
use othellier_board::kernel::{HIDDEN, INPUTS, Kernel, Scalar, Task, Tier};
use othellier_board::{Board, Eight, Symmetry};
use othellier_eval::patterns::net::{HEADS, Head, NetWeights, PARTS, Part, WIDTH, rows};
use othellier_eval::patterns::shapes::{Fold, SMALL, places};
use othellier_eval::patterns::{Indices, Patterns, Weights, WeightsError};
use othellier_eval::{Evaluator, Judge};
use proptest::prelude::*;

struct Judged<'a>(&'a Patterns, Board);

impl Task for Judged<'_> {
    type Output = i32;
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Judged(patterns, board) = self;
        patterns.judge(kernel, &patterns.track(board), board)
    }
}

/// Weights that are all different enough to tell a wrong entry.
fn scrambled() -> Weights {
    let mut weights = Weights::zero("scrambled");
    let mut number = 1_u32;
    let mut next = || {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 20) as i16 % 100
    };
    for knot in &mut weights.knots {
        knot.fill_with(&mut next);
    }
    weights.mobility.fill_with(&mut next);
    weights.net = Some(NetWeights {
        parts: PARTS
            .map(|_| Part {
                rows: (0..rows()).map(|_| std::array::from_fn(|_| (next() - 50) as i8)).collect(),
                start: std::array::from_fn(|_| next()),
            })
            .into(),
        heads: (0..HEADS)
            .map(|_| Head {
                products: [(); INPUTS / 2].map(|()| std::array::from_fn(|_| next() - 50)),
                moves: std::array::from_fn(|_| 100 * i32::from(next() - 50)),
                replies: std::array::from_fn(|_| 100 * i32::from(next() - 50)),
                start: std::array::from_fn(|_| 1000 * i32::from(next() - 50)),
                worth: std::array::from_fn(|_| 50 * i32::from(next() - 50)),
                last: 100 * i32::from(next()),
            })
            .collect(),
    });
    weights
}

/// What a net says, place by place and number by number.
fn said(net: &NetWeights, board: Board) -> i64 {
    let head = board.empties().len().min(60) as usize * HEADS / 61;
    let part = &net.parts[PARTS.iter().rposition(|&first| first <= head).unwrap()];
    let mut sums = part.start.map(i64::from);
    let mut first = 0;
    for (shape, fold) in SMALL.into_iter().zip(Fold::small()) {
        for place in places(shape) {
            let digits = place.iter().rev().map(|&square| match square {
                square if board.mover().contains(square) => 0,
                square if board.opponent().contains(square) => 2,
                _ => 1,
            });
            let contents = digits.fold(0, |number, digit| 3 * number + digit);
            let row = &part.rows[first + usize::from(fold.class[contents])];
            sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += i64::from(*number));
        }
        first += fold.classes;
    }
    let clipped = sums.map(|sum| sum.clamp(0, 255));
    let head = &net.heads[head];
    let [moves, replies] =
        [board, board.passed()].map(|board| i64::from(board.legal_moves().len()));
    let mut value = i64::from(head.last);
    for hidden in 0..HIDDEN {
        let mut sum = i64::from(head.start[hidden]);
        sum += moves * i64::from(head.moves[hidden]) + replies * i64::from(head.replies[hidden]);
        for input in 0..INPUTS {
            let weight = head.products[input / 2][2 * hidden + input % 2];
            sum += ((clipped[input] * clipped[input + WIDTH / 2]) >> 4) * i64::from(weight);
        }
        value += (sum.clamp(0, 1 << 20) >> 10) * i64::from(head.worth[hidden]);
    }
    value >> 12
}

static SCRAMBLED: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(scrambled()));
static NET_ALONE: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(Weights { net: scrambled().net, ..Weights::zero("net") }));

static NOTHING: LazyLock<Vec<u8>> = LazyLock::new(|| Weights::zero("nothing").to_bytes());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_board_is_worth_the_same_from_every_side_and_on_every_kernel(
        board in prop_oneof![any_reachable::<Eight>(), any_board::<Eight>()],
    ) {
        for patterns in [&Patterns::shipped(), &SCRAMBLED] {
            let value = patterns.evaluate(board);
            for symmetry in Symmetry::ALL {
                prop_assert_eq!(patterns.evaluate(symmetry.board(board)), value);
            }
            for tier in Tier::ALL {
                if let Some(judged) = tier.run(Judged(patterns, board)) {
                    prop_assert_eq!(judged, value.hundredths(), "{}", tier.name());
                }
            }
        }
    }

    #[test]
    fn the_net_says_what_its_numbers_say(board in any_reachable::<Eight>()) {
        let net = scrambled().net.unwrap();
        let said = said(&net, board).clamp(-6400, 6400);
        prop_assert_eq!(i64::from(NET_ALONE.evaluate(board).hundredths()), said);
    }

    #[test]
    fn far_outside_a_window_the_side_is_right(board in any_reachable::<Eight>(), alpha in -90..90) {
        let patterns = Patterns::shipped();
        let (track, moves) = (patterns.track(board), board.legal_moves().len());
        let (alpha, beta) = (100 * alpha, 100 * alpha + 1);
        let rank = patterns.rank(Scalar, &track, board, moves);
        let value = patterns.judge_between(Scalar, &track, board, moves, (alpha, beta));
        if (rank - alpha).abs() > 3200 {
            prop_assert_eq!(value >= beta, rank >= beta);
        } else if (rank - alpha).abs() < 600 {
            prop_assert_eq!(value, patterns.evaluate(board).hundredths());
        }
    }

    #[test]
    fn what_is_carried_along_is_what_the_board_has(board in any_reachable::<Eight>()) {
        let patterns = Patterns::shipped();
        let track = patterns.track(board);
        prop_assert_eq!(patterns.passed(&track), Indices::of(board.passed()));
        for square in board.legal_moves() {
            let placement = board.placement(square).unwrap();
            let after = patterns.after(&track, placement);
            prop_assert_eq!(after, Indices::of(board.with(placement)));
        }
    }

    #[test]
    fn a_damaged_file_is_refused(at in 0_usize..1_000_000, with in 1_u8..) {
        let mut file = NOTHING.clone();
        let at = at % file.len();
        file[at] ^= with;
        prop_assert!(Weights::from_bytes(&file).is_err(), "byte {}", at);
        prop_assert!(Weights::from_bytes(&file[..at]).is_err(), "{} bytes", at);
    }

    #[test]
    fn any_bytes_are_refused_in_words(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Weights::from_bytes(&bytes).is_err());
        let sum = crc32fast::hash(&bytes).to_le_bytes();
        let like = [b"OTHELLPW\x04\x00", &sum[..], &bytes[..]].concat();
        prop_assert!(Weights::from_bytes(&like).is_err());
    }
}

#[test]
fn a_file_holds_what_was_written() {
    let weights = scrambled();
    assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
}

/// A letter of two bytes is not cut in two: 127 of them have 254 bytes.
#[test]
fn a_long_name_is_cut_between_letters() {
    let file = Weights::zero(&"é".repeat(300)).to_bytes();
    assert_eq!(Weights::from_bytes(&file).unwrap().name, "é".repeat(127));
}

#[test]
fn a_file_is_read_again_only_when_it_has_changed() {
    let path = std::env::temp_dir().join(format!("othellier-{}.bin", std::process::id()));
    let path = path.to_str().unwrap();
    let write = |name: &str, seconds: u64| {
        std::fs::write(path, Weights::zero(name).to_bytes()).unwrap();
        let then = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        File::options().write(true).open(path).unwrap().set_modified(then).unwrap();
    };
    let name = || Patterns::read(path).unwrap().name().to_owned();
    write("first", 1000);
    assert_eq!(name(), "first");
    write("as old as the first", 1000);
    assert_eq!(name(), "first");
    write("second", 2000);
    assert_eq!(name(), "second");
    std::fs::remove_file(path).unwrap();
    assert!(matches!(Patterns::read(path), Err(WeightsError::Unreadable { .. })));
}

#[test]
fn a_sum_that_could_overflow_is_refused() {
    for part in 0..PARTS.len() {
        let mut net = scrambled().net.unwrap();
        net.parts.iter_mut().for_each(|part| part.rows.fill([0; WIDTH]));
        net.parts[part].start[7] = 1 << 14;
        let weights = Weights { net: Some(net), ..Weights::zero("large") };
        let read = Weights::from_bytes(&weights.to_bytes());
        assert!(matches!(read, Err(WeightsError::Senseless(_))), "{part}");
    }
}

/// 16 hidden sums, each at most 1024 times its worth, and what is added at the end: with the largest
/// numbers that are read it is 16 × 1024 × 65535 + 2³⁰ − 1 = 2³¹ − 16385, which just fits.
#[test]
fn the_largest_worth_is_read_and_said() {
    let with_worth = |worth: i32| {
        let mut net = scrambled().net.unwrap();
        net.parts.iter_mut().for_each(|part| part.rows.fill([0; WIDTH]));
        for head in &mut net.heads {
            head.start = [1 << 27; HIDDEN];
            head.worth = [worth; HIDDEN];
            head.last = worth.signum() * ((1 << 30) - 1);
        }
        let weights = Weights { net: Some(net), ..Weights::zero("large") };
        Weights::from_bytes(&weights.to_bytes())
    };
    for worth in [65_535, -65_535] {
        let patterns = Patterns::new(with_worth(worth).unwrap());
        let said = patterns.evaluate(Board::default()).hundredths();
        assert_eq!(said, 6400 * worth.signum());
    }
    assert!(matches!(with_worth(1 << 16), Err(WeightsError::Senseless(_))));
}

#[test]
fn another_format_is_named() {
    let mut file = NOTHING.clone();
    file[8] = 7;
    assert_eq!(Weights::from_bytes(&file), Err(WeightsError::Version(7)));
    assert_eq!(Weights::from_bytes(b"no weights at all"), Err(WeightsError::Foreign));
}
