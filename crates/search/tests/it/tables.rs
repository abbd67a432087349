//! A transposition table, move ordering and null windows save nodes and change no value.

use crate::common::{naive, plain, positions};
use othellier_board::{Eight, Position};
use othellier_search::classic::{Algorithm, Classic, Hash, Options, Order, TableOptions};
use othellier_search::{SearchLimits, SearchReport, Searcher};

/// From one slot, where all positions collide, to room for all.
const SIZES: [usize; 4] = [1, 1 << 10, 1 << 14, 1 << 20];

fn table(hash: Hash, bytes: usize) -> Option<TableOptions> {
    Some(TableOptions { hash, bytes })
}

/// Every depth of iterative deepening has the value of minimax, although the table is full of values of
/// earlier depths.
#[test]
fn a_table_and_deepening_change_no_value() {
    let mut case = 0;
    for position in positions::<Eight>(24, 31) {
        if position.moves().len() == 0 {
            continue;
        }
        for algorithm in Algorithm::ALL {
            case += 1;
            let hash = [Hash::Zobrist, Hash::Modulo][case % 2];
            let order = [Order::None, Order::Mobility, Order::Static][case % 3];
            let eval = ["matrix1", "mobility"][case / 2 % 2];
            let deepening = Options {
                deepening: true,
                order,
                table: table(hash, SIZES[case % 4]),
                ..plain(algorithm, eval)
            };
            let evaluator = deepening.evaluator.clone();
            let mut depths = 0;
            let watch = &mut |so_far: &SearchReport| {
                depths += 1;
                let expected = naive(&*evaluator, &position, so_far.depth);
                let context = (algorithm, hash, order, so_far.depth, position);
                assert_eq!(so_far.lines[0].score, expected, "{context:?}");
                let after = position.after(so_far.lines[0].moves[0]);
                let value = -naive(&*evaluator, &after, so_far.depth - 1);
                assert_eq!(value, expected, "the move of {context:?}");
            };
            Classic::new(deepening, 1).search(&position, &SearchLimits::depth(5), watch);
            assert!(depths > 0);
        }
    }
}

/// A table is kept from move to move of a game: entries of earlier searches, at other depths and for
/// the other side, change no value either.
#[test]
fn the_table_of_an_earlier_move_changes_no_value() {
    for (case, algorithm) in Algorithm::ALL.into_iter().enumerate() {
        for hash in [Hash::Zobrist, Hash::Modulo] {
            let options = Options {
                deepening: case % 2 == 0,
                table: table(hash, SIZES[2 + case % 2]),
                ..plain(algorithm, "matrix1")
            };
            let evaluator = options.evaluator.clone();
            let mut search = Classic::new(options, 1);
            let mut position: Position = positions(40, 32).swap_remove(case);
            // Depths that go up and down, so that entries are deeper, shallower or of the same depth.
            for depth in [4, 3, 2, 4, 1, 3, 4, 2, 3, 4, 4, 1, 2, 3] {
                let report = search.search(&position, &SearchLimits::depth(depth), &mut |_| ());
                let Some(line) = report.lines.first() else { break };
                let expected = naive(&*evaluator, &position, depth);
                assert_eq!(line.score, expected, "{algorithm:?} {hash:?} {depth} {position}");
                position = position.after(line.moves[0]);
            }
        }
    }
}

/// The total nodes and evaluations over a set of positions.
fn work(options: &Options<Eight>, positions: &[Position], depth: u8) -> (u64, u64) {
    let mut work = (0, 0);
    for position in positions {
        let mut search = Classic::new(options.clone(), 1);
        let report = search.search(position, &SearchLimits::depth(depth), &mut |_| ());
        work = (work.0 + report.nodes, work.1 + report.evaluations);
    }
    work
}

/// The nodes alone.
fn nodes(options: &Options<Eight>, positions: &[Position], depth: u8) -> u64 {
    work(options, positions, depth).0
}

#[test]
fn a_table_is_hit_and_saves_nodes() {
    for hash in [Hash::Zobrist, Hash::Modulo] {
        let with =
            Options { table: table(hash, 1 << 22), ..plain(Algorithm::NegamaxAb, "matrix1") };
        let mut search = Classic::new(with.clone(), 1);
        let report = search.search(&Position::start(), &SearchLimits::depth(6), &mut |_| ());
        let used = report.table.unwrap();
        assert!(used.hits > 0 && used.probes > used.hits && used.filled > 0, "{used:?}");
        let set = positions::<Eight>(16, 33);
        let without = Options { table: None, ..with.clone() };
        let [with, without] = [with, without].map(|options| nodes(&options, &set, 5));
        assert!(with < without, "{hash:?}: {with} of {without}");
    }
}

const ORDERS: [Order; 4] = [Order::None, Order::Static, Order::Dynamic, Order::Mobility];

/// Without a table the result of a null-window search is lost, and must be found again when the test
/// fails. With a table, PVS and NegaScout visit fewer nodes than alpha-beta by every order; without
/// one, PVS visits more by the orders that leave alpha-beta little to gain.
#[test]
fn pvs_visits_fewer_nodes_than_alpha_beta_with_the_same_order_and_table() {
    let set = positions::<Eight>(20, 34);
    for order in ORDERS {
        let of = |algorithm, table, deepening| {
            nodes(&Options { order, table, deepening, ..plain(algorithm, "mobility") }, &set, 6)
        };
        for deepening in [false, true] {
            let table = table(Hash::Zobrist, 1 << 22);
            let alpha_beta = of(Algorithm::NegamaxAb, table, deepening);
            let [pvs, negascout] =
                [Algorithm::Pvs, Algorithm::NegaScout].map(|found| of(found, table, deepening));
            assert!(pvs.max(negascout) < alpha_beta, "{order:?}: {pvs} {negascout} {alpha_beta}");
        }
        // They are one idea. A table hides a PVS that searches again without need.
        let [pvs, negascout] =
            [Algorithm::Pvs, Algorithm::NegaScout].map(|algorithm| of(algorithm, None, false));
        assert!(pvs * 100 < negascout * 125, "{order:?} without a table: {pvs}, {negascout}");
        if matches!(order, Order::Dynamic | Order::Mobility) {
            let alpha_beta = of(Algorithm::NegamaxAb, None, false);
            assert!(pvs > alpha_beta, "{order:?} without a table: {pvs}, {alpha_beta}");
        }
    }
}

/// The dynamic order visits the fewest nodes and pays for them with evaluations: whether it wins by
/// the clock depends on what an evaluation costs, and not on the order.
#[test]
fn every_order_saves_nodes_and_the_dynamic_one_costs_evaluations() {
    let set = positions::<Eight>(20, 34);
    for eval in ["mobility", "matrix1"] {
        let [none, by_square, dynamic, mobility] = ORDERS
            .map(|order| work(&Options { order, ..plain(Algorithm::NegamaxAb, eval) }, &set, 6));
        for ordered in [by_square, dynamic, mobility] {
            assert!(2 * ordered.0 < none.0, "{eval}: {ordered:?} of {none:?}");
        }
        assert!(dynamic.0 < by_square.0 && dynamic.0 < mobility.0, "{eval}: {dynamic:?}");
        let per_node = |(nodes, evaluations): (u64, u64)| evaluations as f64 / nodes as f64;
        for cheap in [by_square, mobility] {
            assert!(per_node(dynamic) > 1.2 * per_node(cheap), "{eval}: {dynamic:?} {cheap:?}");
        }
    }
}
