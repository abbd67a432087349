//! What every evaluator of the catalogue promises, on every size of board.

mod common;

use std::sync::Arc;

use common::{any_board, any_reachable, playout};
use othellier_board::{
    Bitboard, Board, Color, Direction, Eight, Four, Position, Six, Size, Square, Symmetry, Ten,
};
use othellier_eval::classic::{
    Counts, Criterion, Feature, MATRIX1, MATRIX2, Matrix, Quarter, Runs, square_value, stable_discs,
};
use othellier_eval::{Evaluator, Score, build, catalogue};
use proptest::prelude::*;

/// The learned evaluation knows whose turn it is, and one size alone: it has tests of its own.
const LEARNED: [&str; 2] = ["patterns", "net"];

/// Every evaluator with the options it has by itself, and every other that keeps the promises.
fn all<S: Size>() -> Vec<(String, Arc<dyn Evaluator<S>>)> {
    let entries = catalogue::<S>();
    let names = entries.iter().map(|entry| entry.description.name);
    let names = names.filter(|name| !LEARNED.contains(name));
    let variants = ["mobility(corners=off)", "parity(rule=more-discs)", "mixed-discs(matrix=2)"];
    names
        .chain(variants)
        .map(|spec| (spec.to_owned(), build(&spec.parse().unwrap()).unwrap()))
        .collect()
}

/// The two variants that count one side only, and cannot be the opposite for the other.
const ONE_SIDED: [&str; 3] = ["matrix1(count=own)", "matrix2(count=own)", "mobility(rule=literal)"];

fn keeps_its_promises<S: Size>(board: Board<S>) {
    for (name, evaluator) in all() {
        let score = evaluator.evaluate(board);
        assert_eq!(evaluator.evaluate(board.passed()), -score, "{name}, the other side");
        assert!(score < Score::of_end(1) && score > Score::of_end(-1), "{name} claims an end");
        check_symmetries(&name, evaluator.as_ref(), board);
    }
    for name in ONE_SIDED {
        check_symmetries(name, build(&name.parse().unwrap()).unwrap().as_ref(), board);
    }
}

fn check_symmetries<S: Size>(name: &str, evaluator: &dyn Evaluator<S>, board: Board<S>) {
    for symmetry in Symmetry::ALL {
        let image = symmetry.board(board);
        assert_eq!(evaluator.evaluate(image), evaluator.evaluate(board), "{name}, {symmetry:?}");
    }
}

/// A spec that spells every default out means the same as the name alone.
fn defaults_are_what_the_catalogue_says<S: Size>(board: Board<S>) {
    for entry in catalogue::<S>().iter().filter(|entry| !LEARNED.contains(&entry.description.name))
    {
        let name = entry.description.name;
        let given = entry.description.keys.iter().filter(|key| !key.default.is_empty());
        let options: Vec<_> = given.map(|key| format!("{}={}", key.name, key.default)).collect();
        let [short, long] = [name.to_owned(), format!("{name}({})", options.join(", "))]
            .map(|spec| build::<S>(&spec.parse().unwrap()).unwrap());
        assert_eq!(short.evaluate(board), long.evaluate(board), "{name}");
    }
}

fn square_by_square<S: Size>(quarter: &Quarter, board: Board<S>) -> i32 {
    let from_edge = |line: u8| usize::from(line.min(S::SIDE - 1 - line).min(3));
    let sum = |discs: Bitboard<S>| -> i32 {
        discs.into_iter().map(|s| quarter[from_edge(s.column())][from_edge(s.row())]).sum()
    };
    sum(board.mover()) - sum(board.opponent())
}

/// Walks every line from every disc that begins a run.
fn runs_by_walking<S: Size>(board: Board<S>) -> u32 {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    let own = |square: Option<Square<S>>| square.filter(|&square| board.mover().contains(square));
    let mut merit = 0;
    for (there, back) in
        [(East, West), (South, North), (SouthEast, NorthWest), (SouthWest, NorthEast)]
    {
        for first in board.mover().into_iter().filter(|disc| own(disc.step(back)).is_none()) {
            let run = std::iter::successors(Some(first), |disc| own(disc.step(there)));
            merit += match run.count() {
                1 => 0,
                2 => 1,
                _ => 3,
            };
        }
    }
    merit
}

fn agrees_with_the_slow_way<S: Size>(board: Board<S>) {
    for quarter in [MATRIX1, MATRIX2] {
        let expected = Score::from_discs(square_by_square(&quarter, board));
        assert_eq!(Matrix::new(&quarter).evaluate(board), expected);
    }
    assert_eq!(Runs.merit(board), runs_by_walking(board));
    for criterion in Criterion::ALL {
        let feature = criterion.feature::<S>();
        let [mine, theirs] = [board, board.passed()].map(|board| feature.merit(board));
        assert_eq!(feature.counts(board), Counts { mine, theirs }, "{criterion}");
    }
}

/// A disc that is called stable stays to the end of any game from here.
fn stable_discs_are_never_turned<S: Size>(from: Board<S>, choices: &[u8]) {
    let from = Position::new(from, Color::Black);
    let stable = |position: &Position<S>, color| {
        let board = position.board();
        let seen = if position.side_to_move() == color { board } else { board.passed() };
        stable_discs(seen)
    };
    let mut known = Color::ALL.map(|color| (color, Bitboard::EMPTY));
    for position in playout(from, choices).0 {
        for (color, known) in &mut known {
            let turned = *known - position.discs(*color);
            assert!(turned.is_empty(), "{turned:?} was turned before {position}");
            *known |= stable(&position, *color);
        }
    }
}

macro_rules! for_every_size {
    ($($name:ident: $size:ty;)*) => {$(
        mod $name {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(128))]

                #[test]
                fn reachable_boards(board in any_reachable::<$size>()) {
                    keeps_its_promises(board);
                    agrees_with_the_slow_way(board);
                    defaults_are_what_the_catalogue_says(board);
                }

                #[test]
                fn any_boards(board in any_board::<$size>()) {
                    keeps_its_promises(board);
                    agrees_with_the_slow_way(board);
                }

                #[test]
                fn what_is_stable_stays(
                    board in any_reachable::<$size>(),
                    choices in prop::collection::vec(any::<u8>(), 120),
                ) {
                    stable_discs_are_never_turned(board, &choices);
                }

                #[test]
                fn what_is_stable_stays_on_boards_of_no_game(
                    board in any_board::<$size>(),
                    choices in prop::collection::vec(any::<u8>(), 120),
                ) {
                    stable_discs_are_never_turned(board, &choices);
                }
            }

            #[test]
            fn the_start_is_worth_nothing() {
                for (name, evaluator) in all::<$size>() {
                    assert_eq!(evaluator.evaluate(Board::default()), Score::ZERO, "{name}");
                }
            }

            #[test]
            fn an_early_wipe_out_is_worth_more_as_an_end_than_as_a_guess() {
                let four = Board::<$size>::default().discs();
                for mover in [Bitboard::EMPTY, four, Bitboard::ALL] {
                    let board = Board::new(mover, Bitboard::EMPTY).unwrap();
                    keeps_its_promises(board);
                    let exact = Score::of_end(board.final_score());
                    let guesses = all().into_iter().map(|(_, guess)| guess.evaluate(board));
                    assert!(mover.is_empty() || guesses.max() < Some(exact));
                }
            }

            #[test]
            fn the_value_of_a_square_knows_no_side() {
                for square in Square::<$size>::all() {
                    let images = Symmetry::ALL.map(|symmetry| square_value(symmetry.square(square)));
                    assert_eq!(images, [square_value(square); 8]);
                }
            }
        }
    )*};
}

for_every_size! {
    four: Four;
    six: Six;
    eight: Eight;
    ten: Ten;
}

#[test]
fn the_one_sided_variants_are_not_the_opposite_for_the_other_side() {
    let board = Board::<Eight>::default();
    for name in ONE_SIDED {
        let evaluator = build::<Eight>(&name.parse().unwrap()).unwrap();
        let score = evaluator.evaluate(board);
        assert_ne!(evaluator.evaluate(board.passed()), -score, "{name}");
    }
}
