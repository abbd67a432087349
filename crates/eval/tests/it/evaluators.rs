//! Invariants of every evaluator of the catalogue, on every size of board.

use std::sync::Arc;

use crate::common::{any_board, any_reachable, playout};
use othellier_board::{
    Bitboard, Board, Color, Direction, Eight, Four, Position, Six, Size, Square, Symmetry, Ten,
};
use othellier_eval::classic::{
    Counts, Criterion, Feature, Genome, MATRIX1, MATRIX2, Matrix, Quarter, Runs, Safety,
    SquareTables, square_value, stable_discs,
};
use othellier_eval::{Access, Score, StaticEvaluator, Turn, build, catalogue};
use proptest::prelude::*;

/// Learned evaluators are not antisymmetric and support one size only: they have their own tests.
const LEARNED: [&str; 2] = ["patterns", "net"];

/// Every evaluator with its default options, and further variants that keep the invariants.
fn all<S: Size>() -> Vec<(String, Arc<dyn StaticEvaluator<S>>)> {
    let entries = catalogue::<S>();
    let names = entries.iter().map(|entry| entry.description.name);
    let names = names.filter(|name| !LEARNED.contains(name) && !NEEDY.contains(name));
    let variants = [
        "mobility(corners=off)",
        "parity(rule=more-discs)",
        "mixed-discs(matrix=2)",
        "runs(discs=on)",
        "strategic(phase=on)",
        "stability(semi=40)",
        "stability(semi=40, rule=edges)",
        "sum(discs=2, corners=3, frontier=-1)",
        &every_term(),
    ];
    names
        .chain(variants)
        .map(|spec| (spec.to_owned(), build(&spec.parse().unwrap(), &Access::Full).unwrap()))
        .collect()
}

/// Every feature, each with a weight of its own.
fn every_term() -> String {
    let terms = Criterion::ALL.iter().zip(1..).map(|(term, weight)| format!("{term}={weight}"));
    format!("sum({})", terms.collect::<Vec<_>>().join(", "))
}

/// Evaluators that need options.
const NEEDY: [&str; 1] = ["sum"];

/// The variants that count for the player who searches, and are not antisymmetric.
const ONE_SIDED: [&str; 4] =
    ["matrix1(count=own)", "matrix2(count=own)", "matrix(count=own)", "mobility(rule=literal)"];

fn check_invariants<S: Size>(board: Board<S>) {
    for (name, evaluator) in all() {
        let score = evaluator.evaluate(board);
        assert_eq!(evaluator.evaluate(board.passed()), -score, "{name}, the other side");
        assert!(!evaluator.is_one_sided(), "{name}");
        assert_eq!(evaluator.evaluate_for(board, Turn::Opponent), score, "{name}");
        assert!(score < Score::of_end(1) && score > Score::of_end(-1), "{name} claims an end");
        check_symmetries(&name, evaluator.as_ref(), board);
    }
    for name in ONE_SIDED {
        check_symmetries(
            name,
            build(&name.parse().unwrap(), &Access::Full).unwrap().as_ref(),
            board,
        );
    }
}

fn check_symmetries<S: Size>(name: &str, evaluator: &dyn StaticEvaluator<S>, board: Board<S>) {
    for symmetry in Symmetry::ALL {
        let image = symmetry.board(board);
        assert_eq!(evaluator.evaluate(image), evaluator.evaluate(board), "{name}, {symmetry:?}");
    }
}

/// A spec with all defaults written out means the same as the bare name.
fn defaults_are_what_the_catalogue_says<S: Size>(board: Board<S>) {
    let other = |name: &&str| !LEARNED.contains(name) && !NEEDY.contains(name);
    for entry in catalogue::<S>().iter().filter(|entry| other(&entry.description.name)) {
        let name = entry.description.name;
        let given = entry.description.keys.iter().filter(|key| !key.default.is_empty());
        let options: Vec<_> = given.map(|key| format!("{}={}", key.name, key.default)).collect();
        let [short, long] = [name.to_owned(), format!("{name}({})", options.join(", "))]
            .map(|spec| build::<S>(&spec.parse().unwrap(), &Access::Full).unwrap());
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

/// Counts runs by walking from every first disc of a run.
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

/// The three kinds of discs by playing every reply: stable, semi-stable, unstable.
fn safety_by_replies<S: Size>(board: Board<S>) -> [Bitboard<S>; 3] {
    let replies = Position::new(board.passed(), Color::White);
    let is_flipped = |disc: Square<S>| {
        let squares = replies.legal_moves().into_iter();
        let after = squares.map(|square| replies.after(othellier_board::Move::Place(square)));
        after.into_iter().any(|after| after.disc_at(disc) == Some(Color::White))
    };
    let stable = stable_discs(board);
    let (unstable, others): (Vec<_>, Vec<_>) =
        board.mover().into_iter().partition(|d| is_flipped(*d));
    let semi_stable = others.into_iter().filter(|disc| !stable.contains(*disc)).collect();
    [stable, semi_stable, unstable.into_iter().collect()]
}

/// A value that is given at 50, 30 and 10 empty squares of 60, linear between, rounded towards zero.
fn by_phase<S: Size>(board: Board<S>, [opening, midgame, end]: [i64; 3]) -> i64 {
    let e = i64::from(board.empties().len()) * 60;
    let [first, middle, late] = [50, 30, 10].map(|centre| centre * (i64::from(S::SQUARES) - 4));
    if e >= first {
        opening
    } else if e >= middle {
        (opening * (e - middle) + midgame * (first - e)) / (first - middle)
    } else if e > late {
        (midgame * (e - late) + end * (middle - e)) / (middle - late)
    } else {
        end
    }
}

/// The squares beside a square.
fn beside<S: Size>(square: Square<S>) -> impl Iterator<Item = Square<S>> {
    Direction::ALL.into_iter().filter_map(move |step| square.step(step))
}

fn is_on_edge<S: Size>(square: Square<S>) -> bool {
    [square.row(), square.column()].iter().any(|line| [0, S::SIDE - 1].contains(line))
}

/// The mover's discs on an edge or with eight discs around, one by one, without the stable ones.
fn semi_stable_by_place<S: Size>(board: Board<S>) -> u32 {
    let stable = stable_discs(board);
    let is_semi_stable = |disc: &Square<S>| {
        let surrounded = beside(*disc).all(|next| board.discs().contains(next));
        (is_on_edge(*disc) || surrounded) && !stable.contains(*disc)
    };
    board.mover().into_iter().filter(is_semi_stable).count() as u32
}

/// The built-in tables by phase, square by square: good values of the mover and bad ones of the opponent.
fn tables_by_phase<S: Size>(board: Board<S>) -> u32 {
    let tables = [
        [[100, -30, 8, 5], [-30, -60, -4, -3], [8, -4, 1, 0], [5, -3, 0, 0]],
        MATRIX2,
        [[40, 0, 6, 5], [0, -8, 2, 2], [6, 2, 2, 2], [5, 2, 2, 2]],
    ];
    let from_edge = |line: u8| usize::from(line.min(S::SIDE - 1 - line).min(3));
    let sum = |discs: Bitboard<S>, counted: fn(i32) -> i32| {
        let of_table = |table: Quarter| -> i64 {
            let values =
                discs.into_iter().map(|s| table[from_edge(s.row())][from_edge(s.column())]);
            values.map(|value| 100 * i64::from(counted(value))).sum()
        };
        by_phase(board, tables.map(of_table))
    };
    let good = |discs| sum(discs, |value| value.max(0));
    let merit = good(board.mover()) + good(board.opponent()) - sum(board.opponent(), |value| value);
    u32::try_from(merit).expect("no merit is negative")
}

/// The features of the seventh step of the report, each by its definition.
fn merit_by_definition<S: Size>(criterion: Criterion, board: Board<S>) -> u32 {
    let (mine, theirs, empty) = (board.mover(), board.opponent(), board.empties());
    let touches = |square: &Square<S>, set: Bitboard<S>| beside(*square).any(|at| set.contains(at));
    let count = match criterion {
        Criterion::Mobility => {
            let is_legal = |square: &Square<S>| !board.flips(*square).is_empty();
            empty.into_iter().filter(is_legal).count()
        }
        Criterion::Potential => empty.into_iter().filter(|at| touches(at, theirs)).count(),
        Criterion::Frontier => theirs.into_iter().filter(|disc| touches(disc, empty)).count(),
        Criterion::Discs => mine.into_iter().count(),
        Criterion::ParityByDiscs => match (empty.into_iter().count() % 2, mine.len(), theirs.len())
        {
            (0, mine, theirs) => usize::from(mine > theirs),
            (_, mine, theirs) => usize::from(mine < theirs),
        },
        Criterion::Matrix => return tables_by_phase(board),
        Criterion::Stability => return stable_discs(board).len(),
        Criterion::SemiStability => return semi_stable_by_place(board),
        Criterion::Runs => return runs_by_walking(board),
        other => panic!("{other} is not in the seventh step"),
    };
    count as u32
}

/// The seventh step of the report: features by definition, normalised, times the weights of the phase.
fn the_seventh_step<S: Size>(board: Board<S>) -> Score {
    let genome = Genome::phased();
    let weights = genome.weights::<S>(board.empties().len());
    let value = |(criterion, weight): (&Criterion, i64)| {
        let [mine, theirs] =
            [board, board.passed()].map(|board| i64::from(merit_by_definition(*criterion, board)));
        if mine + theirs == 0 { 0 } else { weight * (mine - theirs) / (mine + theirs) }
    };
    Score::guess(genome.criteria().iter().zip(weights).map(value).sum())
}

/// The values of the report in percent at 50, 30 and 10 empty squares of 60, disc by disc.
fn strategic_by_phase<S: Size>(board: Board<S>) -> Score {
    let last = S::SIDE - 1;
    let percent = |given| by_phase(board, given);
    let corners: Bitboard<S> = Bitboard::corners();
    let by_empty_corner = |square: Square<S>| {
        beside(square).any(|at| corners.contains(at) && board.empties().contains(at))
    };
    let value = |side: Bitboard<S>| -> i64 {
        let discs = side.into_iter().map(|square| {
            if corners.contains(square) {
                15 * percent([100, 100, 60])
            } else if by_empty_corner(square) {
                -7 * percent([100, 100, 60])
            } else if is_on_edge(square) {
                5 * percent([40, 100, 100])
            } else {
                0
            }
        });
        let edge = |at: &dyn Fn(u8) -> Option<Square<S>>| {
            let row: String = (0..S::SIDE)
                .map(|n| if at(n).is_some_and(|square| side.contains(square)) { 'x' } else { ' ' })
                .collect();
            row.split(' ').filter(|run| run.len() >= 3).count() as i64
        };
        let runs = edge(&|n| Square::at(n, 0))
            + edge(&|n| Square::at(n, last))
            + edge(&|n| Square::at(0, n))
            + edge(&|n| Square::at(last, n));
        discs.sum::<i64>() + 10 * runs * percent([40, 100, 150])
    };
    Score::guess(value(board.mover()) - value(board.opponent()))
}

fn agrees_with_the_reference<S: Size>(board: Board<S>) {
    for quarter in [MATRIX1, MATRIX2] {
        let expected = Score::from_discs(square_by_square(&quarter, board));
        assert_eq!(Matrix::new(&quarter).evaluate(board), expected);
    }
    assert_eq!(Runs.merit(board), runs_by_walking(board));
    let value =
        |spec: &str| build::<S>(&spec.parse().unwrap(), &Access::Full).unwrap().evaluate(board);
    assert_eq!(value("runs(discs=on)"), value("discs") + value("runs"));
    assert_eq!(value("sum(runs=1, discs=1)"), value("runs(discs=on)"));
    assert_eq!(
        value("sum(corners=-25, mobility=2)"),
        value("mobility(corners=off)") * 2 - value("corners")
    );
    assert_eq!(value("strategic(phase=on)"), strategic_by_phase(board));
    let semi = |board| Score::from_discs(safety_by_replies(board)[1].len() as i32);
    let semi = semi(board) - semi(board.passed());
    assert_eq!(value("stability(semi=100)"), value("stability") + semi);
    assert_eq!(value("stability(semi=0, rule=edges)"), value("stability"));
    assert_eq!(
        value("stability(semi=100, rule=edges)"),
        value("sum(stability=1, semi-stability=1)")
    );
    assert_eq!(value("sum(matrix=1)"), value("matrix"));
    assert_eq!(value("sum(parity-by-discs=3)"), value("parity(rule=more-discs)") * 3);
    for &criterion in Genome::phased().criteria() {
        let expected = merit_by_definition(criterion, board);
        assert_eq!(criterion.feature::<S>().merit(board), expected, "{criterion}");
    }
    assert_eq!(value("phased"), the_seventh_step(board));
    let Safety { stable, semi_stable, unstable } = Safety::of_mover(board);
    assert_eq!([stable, semi_stable, unstable], safety_by_replies(board));
    assert_eq!(stable | semi_stable | unstable, board.mover());
    assert_eq!(stable.len() + semi_stable.len() + unstable.len(), board.mover().len());
    for criterion in Criterion::ALL {
        let feature = criterion.feature::<S>();
        let [mine, theirs] = [board, board.passed()].map(|board| feature.merit(board));
        assert_eq!(feature.counts(board), Counts { mine, theirs }, "{criterion}");
    }
}

/// A stable disc is never flipped in any continuation.
fn stable_discs_are_never_flipped<S: Size>(from: Board<S>, choices: &[u8]) {
    let from = Position::new(from, Color::Black);
    let stable = |position: &Position<S>, color| {
        let board = position.board();
        let seen = if position.side_to_move() == color { board } else { board.passed() };
        stable_discs(seen)
    };
    let mut known = Color::ALL.map(|color| (color, Bitboard::EMPTY));
    for position in playout(from, choices).0 {
        for (color, known) in &mut known {
            let flipped = *known - position.discs(*color);
            assert!(flipped.is_empty(), "{flipped:?} was flipped before {position}");
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
                    check_invariants(board);
                    agrees_with_the_reference(board);
                    defaults_are_what_the_catalogue_says(board);
                }

                #[test]
                fn any_boards(board in any_board::<$size>()) {
                    check_invariants(board);
                    agrees_with_the_reference(board);
                }

                #[test]
                fn stable_discs_stay(
                    board in any_reachable::<$size>(),
                    choices in prop::collection::vec(any::<u8>(), 120),
                ) {
                    stable_discs_are_never_flipped(board, &choices);
                }

                #[test]
                fn stable_discs_stay_on_unreachable_boards(
                    board in any_board::<$size>(),
                    choices in prop::collection::vec(any::<u8>(), 120),
                ) {
                    stable_discs_are_never_flipped(board, &choices);
                }
            }

            #[test]
            fn the_initial_position_has_the_value_zero() {
                for (name, evaluator) in all::<$size>() {
                    assert_eq!(evaluator.evaluate(Board::default()), Score::ZERO, "{name}");
                }
            }

            #[test]
            fn the_exact_value_of_a_wipe_out_exceeds_any_estimate() {
                let four = Board::<$size>::default().discs();
                for mover in [Bitboard::EMPTY, four, Bitboard::ALL] {
                    let board = Board::new(mover, Bitboard::EMPTY).unwrap();
                    check_invariants(board);
                    let exact = Score::of_end(board.final_score());
                    let guesses = all().into_iter().map(|(_, guess)| guess.evaluate(board));
                    assert!(mover.is_empty() || guesses.max() < Some(exact));
                }
            }

            #[test]
            fn square_values_are_symmetric() {
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
fn the_one_sided_variants_are_not_antisymmetric() {
    // A corner against the square that gives it away: what each side has is not what the other lacks.
    let board = Board::new(Square::A1.bitboard(), Square::B2.bitboard()).unwrap();
    for name in ONE_SIDED {
        let evaluator = build::<Eight>(&name.parse().unwrap(), &Access::Full).unwrap();
        let score = evaluator.evaluate(board);
        assert!(evaluator.is_one_sided(), "{name}");
        assert_eq!(evaluator.evaluate_for(board, Turn::Searcher), score, "{name}");
        assert_ne!(evaluator.evaluate(board.passed()), -score, "{name}");
    }
}

/// A user-defined table, named in a spec.
#[test]
fn a_matrix_is_read_from_a_file() {
    let folder = std::env::temp_dir().join(format!("othellier-matrix-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mine.txt");
    let spec = format!("matrix(file=\"{}\")", path.display()).parse().unwrap();
    let numbers: Vec<String> = (0..64).map(|number| number.to_string()).collect();
    std::fs::write(&path, format!("# mine\n{}", numbers.join("\n"))).unwrap();
    let board = Board::new(Square::B1.bitboard(), Square::A2.bitboard()).unwrap();
    assert_eq!(
        build::<Eight>(&spec, &Access::Full).unwrap().evaluate(board),
        Score::from_discs(1 - 8)
    );
    let message = build::<Six>(&spec, &Access::Full).map(drop).unwrap_err().to_string();
    let expected = "line 38: a table has more than 36 numbers; the board has 36 squares";
    assert_eq!(message, format!("matrix: {}: {expected}", path.display()));

    std::fs::write(&path, "1 ".repeat(1 << 20)).unwrap();
    let message = build::<Eight>(&spec, &Access::Full).map(drop).unwrap_err().to_string();
    assert_eq!(
        message,
        format!("matrix: {}: too large; expected at most 1048576 bytes", path.display())
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The built-in table of the middle game is the second table of the reports.
#[test]
fn the_built_in_tables_equal_matrix2_in_the_middle_game() {
    let mover: Bitboard = Square::all().take(34).collect();
    let board = Board::new(mover, Bitboard::EMPTY).unwrap();
    let tables = SquareTables::<Eight>::default();
    assert_eq!(tables.evaluate(board), Matrix::new(&MATRIX2).evaluate(board));
}
