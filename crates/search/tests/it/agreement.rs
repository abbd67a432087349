//! All textbook searches agree with a naive minimax and with each other, at every depth, with every
//! evaluation, order, table and memory, on positions with passes and ends.

use std::collections::HashSet;
use std::sync::Arc;

use crate::common::{naive, plain, positions};
use othellier_board::{Color, Eight, Four, Position, Six, Size, Ten};
use othellier_eval::{StaticEvaluator, catalogue};
use othellier_search::classic::{
    Algorithm, Classic, Hash, Memory, Options, Order, TableOptions, Ties,
};
use othellier_search::{SearchLimits, Searcher, StopReason, Trust};

const ORDERS: [Order; 4] = [Order::None, Order::Static, Order::Dynamic, Order::Mobility];
const MEMORIES: [Memory; 3] = [Memory::Undo, Memory::Copy, Memory::Tree];

/// Positions where a side must pass now or within two plies.
fn positions_with_passes<S: Size>(count: usize, seed: u64) -> Vec<Position<S>> {
    let many = positions::<S>(50 * count, seed);
    let passes = |position: &Position<S>| position.moves().eq([othellier_board::Move::Pass]);
    let near = |position: &Position<S>| {
        passes(position) || position.moves().any(|played| passes(&position.after(played)))
    };
    many.into_iter().filter(near).take(count).collect()
}

fn evaluators<S: Size>() -> Vec<(&'static str, Arc<dyn StaticEvaluator<S>>)> {
    let entries = catalogue::<S>().into_iter().map(|entry| entry.description.name);
    // The genome needs a file and consists of the others; the learned evaluation is for 8×8 only.
    entries
        .filter(|name| *name != "genome")
        .filter_map(|name| {
            Some((
                name,
                othellier_eval::build(&name.parse().unwrap(), &othellier_eval::Access::Sealed)
                    .ok()?,
            ))
        })
        .collect()
}

fn tables() -> [Option<TableOptions>; 3] {
    let table = |hash| Some(TableOptions { hash, bytes: 1 << 16 });
    [None, table(Hash::Modulo), table(Hash::Zobrist)]
}

/// Every algorithm, with an order, a table and a memory that differ from case to case, so that the run
/// covers all combinations.
fn all_agree<S: Size>(positions: &[Position<S>], depths: std::ops::RangeInclusive<u8>) {
    let evaluators = evaluators::<S>();
    for (case, position) in positions.iter().enumerate() {
        let (name, evaluator) = &evaluators[case % evaluators.len()];
        for depth in depths.clone() {
            let expected = naive(&**evaluator, position, depth);
            for (at, algorithm) in Algorithm::ALL.into_iter().enumerate() {
                let mix = case + at + usize::from(depth);
                let options = Options {
                    order: ORDERS[mix % 4],
                    table: tables()[mix / 4 % 3],
                    memory: MEMORIES[mix / 2 % 3],
                    ..Options::new(algorithm, evaluator.clone())
                };
                let (value, nodes) = Classic::new(options, 1).value(position, depth);
                assert_eq!(value, expected, "{algorithm:?} {name} depth {depth} {position:?}");
                assert!(nodes > 0);
            }
        }
    }
}

#[test]
fn on_the_usual_board() {
    all_agree::<Eight>(&positions(240, 1), 0..=3);
    all_agree::<Eight>(&positions(40, 2), 4..=4);
    all_agree::<Eight>(&positions(6, 17), 5..=6);
}

#[test]
fn deep_near_the_end() {
    let late = |position: &Position| position.board().empties().len() <= 12;
    let late: Vec<_> = positions::<Eight>(400, 3).into_iter().filter(late).take(40).collect();
    assert_eq!(late.len(), 40);
    all_agree(&late, 0..=6);
}

#[test]
fn where_a_side_must_pass() {
    let passing = positions_with_passes::<Eight>(30, 4);
    assert_eq!(passing.len(), 30);
    all_agree(&passing, 0..=4);
    let passing = positions_with_passes::<Six>(40, 5);
    assert_eq!(passing.len(), 40);
    all_agree(&passing, 0..=6);
}

#[test]
fn on_other_sizes() {
    all_agree::<Four>(&positions(60, 6), 0..=6);
    all_agree::<Six>(&positions(40, 7), 0..=4);
    all_agree::<Ten>(&positions(16, 8), 0..=2);
}

#[test]
fn every_combination_on_one_position() {
    let position: Position = positions(40, 9).into_iter().find(|p| p.moves().len() > 5).unwrap();
    for (name, evaluator) in evaluators::<Eight>() {
        let expected = naive(&*evaluator, &position, 3);
        for algorithm in Algorithm::ALL {
            for order in ORDERS {
                for table in tables() {
                    for memory in MEMORIES {
                        let options = Options {
                            order,
                            table,
                            memory,
                            ..Options::new(algorithm, evaluator.clone())
                        };
                        let (value, _) = Classic::new(options.clone(), 1).value(&position, 3);
                        let set = (algorithm, order, table, memory);
                        assert_eq!(value, expected, "{name} {set:?}");
                    }
                }
            }
        }
    }
}

fn nodes(options: Options<Eight>, position: &Position, depth: u8) -> u64 {
    Classic::new(options, 1).value(position, depth).1
}

#[test]
fn the_same_search_in_two_notations_visits_the_same_nodes() {
    for position in positions::<Eight>(20, 10) {
        let of = |algorithm| nodes(plain(algorithm, "mobility"), &position, 3);
        assert_eq!(of(Algorithm::Minimax), of(Algorithm::Negamax));
        assert_eq!(of(Algorithm::AlphaBeta), of(Algorithm::NegamaxAb));
        assert_eq!(of(Algorithm::NegaScout), of(Algorithm::NegaScoutMinmax));
    }
}

#[test]
fn pruning_never_adds_nodes_and_soon_saves_most() {
    let (mut all, mut pruned) = (0, 0);
    for position in positions::<Eight>(30, 11) {
        let without = nodes(plain(Algorithm::Negamax, "matrix1"), &position, 4);
        let with = nodes(plain(Algorithm::NegamaxAb, "matrix1"), &position, 4);
        assert!(with <= without);
        all += without;
        pruned += with;
    }
    assert!(pruned * 3 < all, "{pruned} of {all}");
}

/// With pruning, a worse move can look equal to the best: its value is a bound.
#[test]
fn ties_are_broken_among_the_truly_best() {
    let mut several = 0;
    for position in positions::<Eight>(60, 13) {
        let values: Vec<_> = position
            .moves()
            .map(|played| {
                let evaluator = othellier_eval::classic::Discs;
                (played, -naive::<Eight>(&evaluator, &position.after(played), 2))
            })
            .collect();
        let Some(best) = values.iter().map(|(_, value)| *value).max() else { continue };
        let bests: Vec<_> = values.iter().filter(|(_, value)| *value == best).collect();
        several += usize::from(bests.len() > 1);
        let mut seen = std::collections::HashSet::new();
        let mut seeds = 0..;
        for algorithm in Algorithm::ALL {
            for threads in [1, 2] {
                let options = Options { ties: Ties::Random, threads, ..plain(algorithm, "discs") };
                for seed in seeds.by_ref().take(6) {
                    let limits = SearchLimits::depth(3);
                    let mut search = Classic::new(options.clone(), seed);
                    let report = search.search(&position, &limits, &mut |_| ());
                    let chosen = report.best_move().unwrap();
                    assert!(bests.iter().any(|(played, _)| *played == chosen), "{algorithm:?}");
                    assert_eq!(report.lines[0].score, best);
                    seen.insert(chosen);
                }
            }
        }
        assert_eq!(seen.len(), bests.len(), "every best move is chosen at some time");
    }
    assert!(several > 20);
}

#[test]
fn threads_find_the_same_value_and_move() {
    for position in positions::<Eight>(20, 14) {
        for algorithm in Algorithm::ALL {
            for table in tables() {
                let with = |threads| Options { threads, table, ..plain(algorithm, "matrix2") };
                let chosen = |threads| {
                    let mut search = Classic::new(with(threads), 1);
                    let report = search.search(&position, &SearchLimits::depth(4), &mut |_| ());
                    report.lines.first().map(|line| line.score)
                };
                assert_eq!(chosen(1), chosen(3), "{algorithm:?}");
            }
        }
    }
}

#[test]
fn the_best_line_is_legal_and_begins_with_the_move() {
    for position in positions::<Eight>(40, 15) {
        for algorithm in Algorithm::ALL {
            let mut search = Classic::new(plain(algorithm, "matrix2"), 1);
            let report = search.search(&position, &SearchLimits::depth(4), &mut |_| ());
            let mut here = position;
            for played in report.lines.first().map(|line| line.moves.clone()).unwrap_or_default() {
                here = here.play(played).unwrap();
            }
            assert_eq!(report.lines.is_empty(), position.moves().len() == 0);
        }
    }
}

#[test]
fn a_limit_of_nodes_is_never_passed() {
    for most in [1, 2, 5, 10, 100, 1000] {
        for threads in [1, 2] {
            for algorithm in Algorithm::ALL {
                let options = Options { threads, ..plain(algorithm, "discs") };
                let limits = SearchLimits::default().or_nodes(most);
                let report =
                    Classic::new(options, 1).search(&Position::start(), &limits, &mut |_| ());
                assert!(report.nodes <= most, "{algorithm:?} on {threads}");
                assert!(report.best_move().is_some(), "there is always a move");
            }
        }
    }
}

#[test]
fn a_limit_of_time_and_a_stop_signal_end_the_search() {
    let options = Options { memory: Memory::Copy, ..plain(Algorithm::Minimax, "mobility") };
    let time = std::time::Duration::from_millis(30);
    let limits = SearchLimits::default().or_time(time);
    let report = Classic::new(options.clone(), 1).search(&Position::start(), &limits, &mut |_| ());
    assert_eq!(report.stopped_by, StopReason::Time);
    assert!(report.depth >= 1 && report.elapsed >= time);

    let limits = SearchLimits::default();
    limits.stop.stop();
    let report = Classic::new(options, 1).search(&Position::start(), &limits, &mut |_| ());
    assert_eq!(report.stopped_by, StopReason::Stopped);
    assert!(report.best_move().is_some());
}

#[test]
fn the_endgame_is_solved_exactly() {
    let late = |position: &Position| position.board().empties().len() == 8;
    let late: Vec<_> = positions::<Eight>(600, 16).into_iter().filter(late).take(10).collect();
    assert!(!late.is_empty());
    for position in late {
        let expected = naive::<Eight>(&othellier_eval::classic::Discs, &position, 40);
        for algorithm in [Algorithm::AlphaBeta, Algorithm::NegaScout, Algorithm::Mtdf] {
            for table in tables() {
                let options = Options { endgame: 8, table, ..plain(algorithm, "matrix1") };
                let mut search = Classic::new(options, 1);
                let report = search.search(&position, &SearchLimits::depth(2), &mut |_| ());
                let Some(line) = report.lines.first() else { continue };
                assert_eq!((line.score, line.trust), (expected, Trust::Exact), "{algorithm:?}");
            }
        }
    }
}

/// The report joined its conditions by "or": few moves alone meant to solve from the first one.
#[test]
fn the_first_position_is_not_an_endgame() {
    use othellier_search::classic::solves_from;
    let start = Position::start().board();
    assert!(solves_from(14, start) <= 16);
    assert_eq!(solves_from(0, start), 0);
    assert_eq!(solves_from(255, start), 20);
}

#[test]
fn memory_is_counted() {
    let position = Position::start();
    let of = |memory, depth| {
        let options = Options { memory, ..plain(Algorithm::Minimax, "discs") };
        let mut search = Classic::new(options, 1);
        search.search(&position, &SearchLimits::depth(depth), &mut |_| ())
    };
    let (undo, copy, tree) = (of(Memory::Undo, 5), of(Memory::Copy, 5), of(Memory::Tree, 5));
    assert_eq!(undo.nodes, tree.nodes);
    // One board, and at most five moves to undo.
    assert!(undo.memory.peak_bytes <= 16 + 5 * 24, "{:?}", undo.memory);
    assert_eq!(copy.memory.peak_bytes, 6 * 16);
    assert_eq!(copy.memory.live_bytes, 16);
    assert_eq!(copy.memory.cumulated_bytes, 16 * copy.nodes);
    assert_eq!(tree.memory.live_bytes, tree.memory.peak_bytes);
    assert!(tree.memory.peak_bytes > 50 * undo.memory.peak_bytes, "{:?}", tree.memory);
}

#[test]
fn the_tree_is_reused_from_move_to_move() {
    let options = Options { memory: Memory::Tree, ..plain(Algorithm::Minimax, "discs") };
    let mut search = Classic::new(options, 1);
    let limits = SearchLimits::depth(4);
    let first = search.search(&Position::start(), &limits, &mut |_| ());
    assert_eq!(first.memory.reused_nodes, 0);
    let mine = Position::start().after(first.best_move().unwrap());
    let next = mine.after(mine.moves().next().unwrap());
    let second = search.search(&next, &limits, &mut |_| ());
    assert!(second.memory.reused_nodes > 10, "{:?}", second.memory);
    assert!(second.memory.cumulated_bytes < second.memory.live_bytes as u64);
    let fresh =
        Classic::new(Options { memory: Memory::Tree, ..plain(Algorithm::Minimax, "discs") }, 1)
            .search(&next, &limits, &mut |_| ());
    assert_eq!((fresh.nodes, fresh.best_move()), (second.nodes, second.best_move()));
    assert_eq!(next.side_to_move(), Color::Black);
}

#[test]
fn a_trace_holds_the_whole_tree() {
    let mut search = Classic::new(plain(Algorithm::NegamaxAb, "mobility"), 1);
    let start = Position::start();
    let (value, _) = search.value(&start, 2);
    let trace = search.trace(&start, 2).unwrap();
    let entered = trace.nodes.iter().filter(|node| !node.is_cut).count() as u64;
    assert_eq!(entered, nodes(plain(Algorithm::NegamaxAb, "mobility"), &start, 2));
    assert_eq!(trace.nodes[0].value, Some(value));
    assert!(trace.nodes[1..].iter().all(|node| node.parent.is_some() && node.played.is_some()));
    assert!(!trace.truncated);
}

#[test]
fn several_lines_are_the_moves_by_their_values() {
    for position in positions::<Eight>(30, 18) {
        let discs = othellier_eval::classic::Discs;
        let mut values: Vec<_> =
            position.moves().map(|m| -naive::<Eight>(&discs, &position.after(m), 2)).collect();
        values.sort();
        values.reverse();
        for algorithm in Algorithm::ALL {
            for table in tables() {
                let options = Options { table, ..plain(algorithm, "discs") };
                let limits = SearchLimits::depth(3).with_lines(4);
                let report = Classic::new(options, 1).search(&position, &limits, &mut |_| ());
                let scores: Vec<_> = report.lines.iter().map(|line| line.score).collect();
                let wanted = if position.legal_moves().is_empty() { 1 } else { 4 };
                assert_eq!(scores, values[..wanted.min(values.len())], "{algorithm:?}");
                let moves: HashSet<_> = report.lines.iter().map(|line| line.moves[0]).collect();
                assert_eq!(moves.len(), scores.len());
            }
        }
    }
}

/// A random one of the best moves comes first; none is lost and none comes twice.
#[test]
fn several_lines_with_random_ties_are_all_different() {
    for seed in 0..20 {
        let options = Options { ties: Ties::Random, ..plain(Algorithm::AlphaBeta, "mobility") };
        let limits = SearchLimits::depth(2).with_lines(4);
        let report = Classic::new(options, seed).search(&Position::start(), &limits, &mut |_| ());
        let moves: HashSet<_> = report.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(moves.len(), 4, "{seed}: {moves:?}");
    }
}
