//! Evaluations from the side of the player who searches, as in one report: all searches agree with a
//! naive minimax that knows who that is, at odd depths as at even ones.

use std::sync::Arc;

use othellier_board::{Bitboard, Board, Color, Eight, Four, Position, Six, Size};
use othellier_eval::classic::{MATRIX1, Quarter};
use othellier_eval::{Score, StaticEvaluator, build};
use othellier_search::classic::{
    Algorithm, Classic, Hash, Memory, Options, Order, TableOptions, Ties,
};
use othellier_search::{SearchLimits, Searcher};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const ORDERS: [Order; 5] =
    [Order::None, Order::Static, Order::Dynamic, Order::Mobility, Order::Endgame];
const MEMORIES: [Memory; 3] = [Memory::Undo, Memory::Copy, Memory::Tree];

/// The evaluation function of a report, for the player who searches.
type ReportEvaluation<S> = fn(&Position<S>, Color) -> i32;

/// Each evaluator with the report's function, implemented again.
fn report_evaluations<S: Size>() -> [(&'static str, ReportEvaluation<S>); 2] {
    [("matrix1(count=own)", own_squares), ("mobility(rule=literal, corners=off)", current_moves)]
}

fn own_squares<S: Size>(position: &Position<S>, me: Color) -> i32 {
    let quarter: &Quarter = &MATRIX1;
    let from_edge = |line: u8| usize::from(line.min(S::SIDE - 1 - line).min(3));
    let squares = position.discs(me).into_iter();
    squares.map(|at| quarter[from_edge(at.row())][from_edge(at.column())]).sum()
}

fn current_moves<S: Size>(position: &Position<S>, _: Color) -> i32 {
    position.legal_moves().len() as i32
}

/// Minimax by its definition, with the report's function at the leaves.
fn naive<S: Size>(
    evaluate: ReportEvaluation<S>,
    position: &Position<S>,
    me: Color,
    depth: u8,
) -> Score {
    let board = position.board();
    if board.is_over() {
        return Score::of_end(position.final_score(me));
    }
    if depth == 0 {
        return Score::from_discs(evaluate(position, me));
    }
    let children = position.moves().map(|played| position.after(played));
    let values = children.map(|child| naive(evaluate, &child, me, depth - 1));
    let best = if position.side_to_move() == me { values.max() } else { values.min() };
    best.expect("the game is not over")
}

fn positions<S: Size>(count: usize, seed: u64) -> Vec<Position<S>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let game = |rng: &mut Xoshiro256PlusPlus| {
        let mut position = Position::<S>::default();
        for _ in 0..rng.random_range(0..usize::from(S::SQUARES)) {
            let Some(played) = position.moves().choose(rng) else { break };
            position = position.after(played);
        }
        position
    };
    (0..count).map(|_| game(&mut rng)).collect()
}

fn evaluator<S: Size>(name: &str) -> Arc<dyn StaticEvaluator<S>> {
    build(&name.parse().unwrap(), &othellier_eval::Access::Sealed).unwrap()
}

fn tables() -> [Option<TableOptions>; 3] {
    let table = |hash| Some(TableOptions { hash, bytes: 1 << 16 });
    [None, table(Hash::Modulo), table(Hash::Zobrist)]
}

fn all_agree<S: Size>(positions: &[Position<S>], depths: std::ops::RangeInclusive<u8>) {
    for (case, position) in positions.iter().enumerate() {
        for (name, evaluate) in report_evaluations::<S>() {
            for depth in depths.clone() {
                let expected = naive(evaluate, position, position.side_to_move(), depth);
                for (at, algorithm) in Algorithm::ALL.into_iter().enumerate() {
                    let mix = case + at + usize::from(depth);
                    let options = Options {
                        order: ORDERS[mix % 5],
                        table: tables()[mix / 5 % 3],
                        memory: MEMORIES[mix / 2 % 3],
                        ..Options::new(algorithm, evaluator(name))
                    };
                    let (value, _) = Classic::new(options, 1).value(position, depth);
                    assert_eq!(value, expected, "{algorithm:?} {name} depth {depth} {position:?}");
                }
            }
        }
    }
}

#[test]
fn every_search_sees_the_leaves_as_the_player_who_searches_does() {
    all_agree::<Eight>(&positions(60, 1), 0..=3);
    all_agree::<Eight>(&positions(12, 2), 4..=4);
    all_agree::<Six>(&positions(30, 3), 0..=4);
    all_agree::<Four>(&positions(60, 4), 0..=6);
}

/// Entries of an earlier move, of the other side's search, and of other depths.
#[test]
fn table_entries_of_one_side_are_not_used_for_the_other() {
    for (name, evaluate) in report_evaluations::<Eight>() {
        for algorithm in [Algorithm::NegamaxAb, Algorithm::NegaScout, Algorithm::Mtdf] {
            let table = Some(TableOptions { hash: Hash::Zobrist, bytes: 1 << 20 });
            let options = Options {
                table,
                deepening: true,
                ties: Ties::Random,
                ..Options::new(algorithm, evaluator(name))
            };
            let mut search = Classic::new(options, 1);
            let mut position = Position::start();
            for _ in 0..12 {
                let me = position.side_to_move();
                let report = search.search(&position, &SearchLimits::depth(4), &mut |_| ());
                let expected = naive(evaluate, &position, me, 4);
                assert_eq!(report.lines[0].score, expected, "{algorithm:?} {name} {position:?}");
                position = position.after(report.best_move().unwrap());
            }
        }
    }
}

#[test]
fn threads_agree() {
    for position in positions::<Eight>(12, 5) {
        for (name, evaluate) in report_evaluations() {
            let options = Options {
                threads: 3,
                order: Order::Dynamic,
                ..Options::new(Algorithm::NegamaxAb, evaluator(name))
            };
            let limits = SearchLimits::depth(3);
            let report = Classic::new(options, 1).search(&position, &limits, &mut |_| ());
            let Some(line) = report.lines.first() else { continue };
            assert_eq!(
                line.score,
                naive(evaluate, &position, position.side_to_move(), 3),
                "{name}"
            );
        }
    }
}

/// At depth 1 the report's mobility takes the move that leaves the opponent the most replies, and its
/// positional evaluation the move with the best squares of its own.
#[test]
fn odd_depths_are_those_of_the_report() {
    let position: Position = {
        let moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"];
        moves.iter().fold(Position::start(), |position, square| {
            position.play(othellier_board::Move::Place(square.parse().unwrap())).unwrap()
        })
    };
    let first = |name: &str| {
        let options = Options::new(Algorithm::Minimax, evaluator(name));
        let mut limits = SearchLimits::depth(1);
        limits.lines = Some(64);
        let report = Classic::new(options, 1).search(&position, &limits, &mut |_| ());
        let lines = report.lines.iter().map(|line| (line.moves[0].to_string(), line.score));
        lines.collect::<Vec<_>>()
    };
    let mobility = first("mobility(rule=literal, corners=off)");
    assert_eq!(mobility[0], ("g3".to_owned(), Score::from_discs(10)));
    let squares = first("matrix1(count=own)");
    assert_eq!(squares[0], ("e3".to_owned(), Score::from_discs(58)));
    assert!(squares[1].1 < squares[0].1);
}

/// The board alone does not determine who searches.
#[test]
fn the_same_board_has_two_values() {
    let own = evaluator::<Eight>("matrix1(count=own)");
    let board = Board::new(Bitboard::corners(), Bitboard::EMPTY).unwrap();
    assert_eq!(own.evaluate(board), Score::from_discs(2000));
    assert_eq!(own.evaluate_for(board, othellier_eval::Turn::Opponent), Score::ZERO);
}
