use std::sync::Arc;

use super::*;
use crate::classic::{Algorithm, Classic, Memory, Options, Order};
use crate::{SearchLimits, Searcher};
use othellier_board::{Color, Square};
use othellier_eval::StaticEvaluator;

fn expanded(plies: u32) -> Tree {
    let mut tree = Tree::new(Position::start());
    tree.expand_to(plies);
    tree
}

/// The discs of the side to move less those of the other.
struct Discs;

impl StaticEvaluator<Eight> for Discs {
    fn evaluate(&self, board: Board) -> Score {
        Score::from_discs(board.mover().len() as i32 - board.opponent().len() as i32)
    }
}

fn options(algorithm: Algorithm, memory: Memory) -> Options<Eight> {
    Options { memory, ..Options::new(algorithm, Arc::new(Discs)) }
}

/// Children are added in another order than that of the moves, so that finding one by its rank among
/// the legal moves gives a wrong one.
#[test]
fn the_subtree_of_the_game_is_kept_and_the_rest_given_back() {
    let start = Position::start();
    let mut tree = Tree::default();
    tree.set_root(start, &mut Meter::default());
    let firsts: Vec<_> = start.moves().collect();
    for at in [2, 0, 3, 1] {
        let first = firsts[at];
        let child = tree.after(NodeId::ROOT, first, &mut Meter::default());
        let seconds: Vec<_> = start.after(first).moves().collect();
        for at in [1, 2, 0] {
            tree.after(child, seconds[at], &mut Meter::default());
        }
    }
    assert_eq!(tree.len(), 1 + 4 + 12);

    let next = start.after(firsts[1]);
    let mut meter = Meter::default();
    tree.set_root(next, &mut meter);
    assert_eq!(tree.len(), 1 + 3);
    assert_eq!(meter.usage().cumulated_bytes, 0);
    assert!(meter.usage().live_bytes >= 4 * size_of::<Node>());

    for (reused, second) in next.moves().enumerate() {
        let child = tree.after(NodeId::ROOT, second, &mut meter);
        assert_eq!(tree.node(child).position(), next.after(second), "by {second}");
        assert_eq!(tree.node(child).parent(), Some(NodeId::ROOT));
        assert_eq!(meter.usage().reused_nodes, reused as u64 + 1);
    }
    assert_eq!(tree.len(), 1 + 3, "all of them were there");

    tree.set_root(start, &mut Meter::default());
    assert_eq!(tree.len(), 1, "a board that is not below the root starts a new tree");
}

#[test]
fn the_accessors_of_a_node() {
    let mut tree = expanded(1);
    let f5 = Move::Place(Square::F5);
    let child = tree.node(NodeId::ROOT).child(f5).unwrap();
    assert_eq!(tree.child(NodeId::ROOT, f5).unwrap(), child);
    let node = tree.node(child);
    assert_eq!(node.position(), Position::start().after(f5));
    assert_eq!(node.position().side_to_move(), Color::White);
    assert_eq!((node.value(), node.is_visited()), (None, false));
    let branch = tree.node(NodeId::ROOT).branches().iter().find(|one| one.played == f5).unwrap();
    assert_eq!(branch.flips, Square::E5.bitboard());

    let illegal = tree.child(NodeId::ROOT, Move::Place(Square::A1)).unwrap_err();
    assert_eq!(illegal.attempted, Move::Place(Square::A1));
    assert!(tree.child(NodeId::ROOT, Move::Pass).is_err());
    tree.visit(child);
    assert!(tree.node(child).is_visited());
}

#[test]
fn counts_are_those_of_perft() {
    let tree = expanded(5);
    assert_eq!(tree.len(), 1 + 4 + 12 + 56 + 244 + 1396);
    assert_eq!(tree.count(NodeId::ROOT), tree.len() - 1);
    assert_eq!(tree.leaves().len(), 1396);
    assert_eq!(tree.bytes() / size_of::<Node>() / tree.len(), 1);
}

#[test]
fn a_pass_and_an_end_are_nodes_too() {
    let passes: Position = format!("-OXXXO--{} O", "-".repeat(56)).parse().unwrap();
    assert_eq!(passes.moves().collect::<Vec<_>>(), [Move::Pass]);
    let mut tree = Tree::new(passes);
    tree.expand_to(2);
    let after = tree.node(NodeId::ROOT).child(Move::Pass).unwrap();
    assert_eq!(tree.node(after).position(), passes.after(Move::Pass));

    let over: Position = format!("XX{} X", "-".repeat(62)).parse().unwrap();
    let mut tree = Tree::new(over);
    tree.expand_to(3);
    assert_eq!((tree.len(), tree.leaves()), (1, vec![NodeId::ROOT]));
}

/// The moves of each node are generated once, however often it is visited: by every depth of the
/// deepening, by every window of MTD(f), and by the search of the move before.
#[test]
fn moves_are_generated_once_per_node() {
    let mut tree = expanded(3);
    let inner = 1 + 4 + 12;
    assert_eq!(tree.generated(), inner);
    tree.expand_to(3);
    assert_eq!(tree.moves(NodeId::ROOT).count(), 4);
    assert_eq!(tree.generated(), inner, "nothing new is asked");

    for algorithm in Algorithm::ALL {
        let options = Options { deepening: true, ..options(algorithm, Memory::Tree) };
        let mut search = Classic::new(options, 1);
        let position = Position::start();
        let limits = SearchLimits::depth(4);
        let first = search.search(&position, &limits, &mut |_| {});
        let nodes = search.tree().len() as u64;
        // Every node that the search has made it has entered, and asked for its moves.
        assert_eq!(search.tree().generated(), nodes, "{algorithm:?}");
        assert!(first.nodes > nodes, "{algorithm:?} visits some nodes several times");

        let next = position.after(first.lines[0].moves[0]);
        search.search(&next, &limits, &mut |_| {});
        let kept = search.tree().nodes.iter().filter(|node| node.legal.is_some()).count();
        assert_eq!(kept, search.tree().len(), "{algorithm:?}");
    }
}

/// The values that a search stores in the nodes are what it returns, and what the children's values
/// give.
#[test]
fn values_are_kept_in_the_nodes() {
    let position = Position::start().after(Move::Place(Square::D3));
    let mut search = Classic::new(options(Algorithm::Negamax, Memory::Tree), 1);
    let (value, nodes) = search.value(&position, 3);
    let tree = search.tree();
    assert_eq!(tree.len() as u64, nodes);
    assert_eq!(tree.node(NodeId::ROOT).value(), Some(value));
    assert!(tree.nodes.iter().all(|node| node.value.is_some() && node.is_visited()));
    let mut again = tree.clone();
    assert_eq!(again.back_up(), Some(value));
    for (before, after) in tree.nodes.iter().zip(&again.nodes) {
        assert_eq!(before.value, after.value);
    }
    // Multi-PV searches the root without its best moves; the root keeps its value with them.
    let limits = SearchLimits { lines: Some(3), ..SearchLimits::depth(3) };
    let report = search.search(&position, &limits, &mut |_| {});
    assert_eq!(search.tree().node(NodeId::ROOT).value(), Some(report.lines[0].score));
}

#[test]
fn every_memory_gives_the_same_search() {
    for algorithm in Algorithm::ALL {
        for order in [Order::None, Order::Static, Order::Dynamic, Order::Mobility] {
            let search = |memory| {
                let options = Options { order, ..options(algorithm, memory) };
                Classic::new(options, 1).value(&Position::start(), 4)
            };
            let expected = search(Memory::Undo);
            assert_eq!(search(Memory::Copy), expected);
            assert_eq!(search(Memory::Tree), expected);
        }
    }
}

#[test]
fn the_tree_moves_on() {
    let mut tree = expanded(3);
    let f5 = Move::Place(Square::F5);
    let below = tree.node(NodeId::ROOT).child(f5).unwrap();
    let expected = 1 + tree.count(below);
    tree.advance(f5).unwrap();
    assert_eq!(tree.len(), expected);
    assert_eq!(tree.node(NodeId::ROOT).position(), Position::start().after(f5));
    assert_eq!(tree.node(NodeId::ROOT).parent(), None);
    assert!(tree.advance(f5).is_err());

    // The other side to move: the subtree does not apply to it.
    let before = tree.node(NodeId::ROOT).position();
    tree.invert();
    let after = tree.node(NodeId::ROOT).position();
    assert_eq!(tree.len(), 1);
    assert_eq!(after.board(), before.board().passed());
    assert_eq!(after.side_to_move(), !before.side_to_move());

    // A forced pass leads to a node that exists.
    let passes: Position = format!("-OXXXO--{} O", "-".repeat(56)).parse().unwrap();
    let mut tree = Tree::new(passes);
    tree.expand_to(2);
    let nodes = tree.len();
    tree.invert();
    assert_eq!(tree.len(), nodes - 1);
}

#[test]
fn another_tree_is_grafted() {
    let f5 = Move::Place(Square::F5);
    let mut other = Tree::new(Position::start().after(f5));
    other.expand_to(2);
    other.set_value(NodeId::ROOT, Score::from_discs(-3));
    let mut tree = expanded(1);
    let child = tree.graft(NodeId::ROOT, &other).unwrap();
    assert_eq!(Some(child), tree.node(NodeId::ROOT).child(f5));
    assert_eq!(tree.len(), 5 + other.count(NodeId::ROOT));
    assert_eq!(tree.count(child), other.count(NodeId::ROOT));
    assert_eq!(tree.node(child).value(), Some(Score::from_discs(-3)));
    assert_eq!(tree.graft(child, &other), None, "no move leads there");
}

#[test]
fn a_tree_is_recorded_to_be_drawn() {
    let mut tree = expanded(2);
    for leaf in tree.leaves() {
        let value = Discs.evaluate(tree.node(leaf).board());
        tree.set_value(leaf, value);
    }
    tree.back_up();
    let trace = tree.trace();
    assert_eq!(trace.nodes.len(), tree.len());
    assert!(trace.nodes.iter().all(|node| !node.is_cut && node.value.is_some()));
    assert_eq!(trace.best_line().len(), 3);

    // Branches that alpha-beta left out are shown as cut.
    let mut search = Classic::new(options(Algorithm::NegamaxAb, Memory::Tree), 1);
    search.value(&Position::start(), 3);
    let trace = search.tree().trace();
    let cut = trace.nodes.iter().filter(|node| node.is_cut).count();
    assert_eq!(trace.nodes.len() - cut, search.tree().len());
    let drawn = Classic::new(options(Algorithm::NegamaxAb, Memory::Undo), 1)
        .trace(&Position::start(), 3)
        .unwrap();
    assert_eq!(cut, drawn.nodes.iter().filter(|node| node.is_cut).count());
    assert!(cut > 0);
    assert!(Tree::<Eight>::default().trace().nodes.is_empty());
}
