//! The endgame move ordering: it changes no value, and saves nodes.

use std::sync::Arc;

use othellier_board::Position;
use othellier_eval::Score;
use othellier_eval::classic::Discs;
use othellier_search::classic::{Algorithm, Classic, Hash, Options, Order, TableOptions};
use othellier_search::{SearchLimits, Searcher, Trust};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

const ORDERS: [Order; 5] =
    [Order::None, Order::Static, Order::Dynamic, Order::Mobility, Order::Endgame];

/// Positions of random games with that many empty squares.
fn positions(count: usize, empties: u32, seed: u64) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::start();
        while position.board().empties().len() > empties {
            let Some(played) = position.moves().choose(&mut rng) else { break };
            position = position.after(played);
        }
        if position.board().empties().len() == empties && !position.legal_moves().is_empty() {
            found.push(position);
        }
    }
    found
}

fn naive(position: &Position) -> i32 {
    if position.board().is_over() {
        return position.board().final_score();
    }
    position
        .moves()
        .map(|played| -naive(&position.after(played)))
        .max()
        .expect("the game is not over")
}

#[test]
fn the_final_score_is_exact_whatever_the_order() {
    for position in positions(12, 8, 6) {
        let expected = Score::of_end(naive(&position));
        for algorithm in Algorithm::ALL {
            for order in ORDERS {
                let options = Options {
                    order,
                    endgame: 8,
                    table: (order == Order::Endgame)
                        .then_some(TableOptions { hash: Hash::Zobrist, bytes: 1 << 16 }),
                    ..Options::new(algorithm, Arc::new(Discs))
                };
                let limits = SearchLimits::depth(1);
                let report = Classic::new(options, 1).search(&position, &limits, &mut |_| ());
                let line = &report.lines[0];
                assert_eq!((line.score, line.trust), (expected, Trust::Exact), "{algorithm:?}");
            }
        }
    }
}

/// Replies that are corners count twice.
#[test]
fn the_endgame_order_visits_fewer_nodes_than_mobility() {
    let all = positions(40, 10, 7);
    let nodes = |order| -> u64 {
        let options = Options { order, ..Options::new(Algorithm::NegamaxAb, Arc::new(Discs)) };
        // Deep enough for every line to end.
        all.iter().map(|position| Classic::new(options.clone(), 1).value(position, 30).1).sum()
    };
    let (endgame, mobility) = (nodes(Order::Endgame), nodes(Order::Mobility));
    assert!(endgame < mobility, "{endgame} and {mobility}");
}
