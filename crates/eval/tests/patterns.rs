//! The learned evaluation: the same from every side of the board, on every kernel, however a board
//! was reached; and its file, which is refused when anything is wrong with it.

mod common;

use std::sync::LazyLock;

use common::any_reachable;
use othellier_board::kernel::{Kernel, Task, Tier};
use othellier_board::{Board, Eight, Symmetry};
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
    weights
}

static NOTHING: LazyLock<Vec<u8>> = LazyLock::new(|| Weights::zero("nothing").to_bytes());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_board_is_worth_the_same_from_every_side_and_on_every_kernel(
        board in any_reachable::<Eight>(),
    ) {
        let patterns = Patterns::shipped();
        let value = patterns.evaluate(board);
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(patterns.evaluate(symmetry.board(board)), value);
        }
        for tier in Tier::ALL {
            if let Some(judged) = tier.run(Judged(&patterns, board)) {
                prop_assert_eq!(judged, value.hundredths(), "{}", tier.name());
            }
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
        let like = [b"OTHELLPW\x01\x00", &bytes[..]].concat();
        prop_assert!(Weights::from_bytes(&like).is_err());
    }
}

#[test]
fn a_file_holds_what_was_written() {
    let weights = scrambled();
    assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
}

#[test]
fn another_format_is_named() {
    let mut file = NOTHING.clone();
    file[8] = 7;
    assert_eq!(Weights::from_bytes(&file), Err(WeightsError::Version(7)));
    assert_eq!(Weights::from_bytes(b"no weights at all"), Err(WeightsError::Foreign));
}
