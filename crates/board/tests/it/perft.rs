//! Perft against the tables in `testdata/`, by every kernel and on every size.

use othellier_board::kernel::Tier;
use othellier_board::perft::{Passes, perft, perft_by};
use othellier_board::reference::{self, Mailbox};
use othellier_board::{Board, Eight, Position, Size, Ten, with_size};

const TABLE: &str = include_str!("../../../../testdata/perft.tsv");

/// The reference is slow: it checks the counts up to this many leaves.
const NAIVE_LEAVES: u64 = 20_000;

struct Row<'a> {
    side: u8,
    position: &'a str,
    depth: u32,
    /// Passes free, passes as plies.
    leaves: [u64; 2],
}

fn rows() -> impl Iterator<Item = Row<'static>> {
    TABLE.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let [side, position, depth, free, ply] = fields[..] else { panic!("bad row {line}") };
        Row {
            side: side.parse().unwrap(),
            position,
            depth: depth.parse().unwrap(),
            leaves: [free, ply].map(|count| count.parse().unwrap()),
        }
    })
}

fn position<S: Size>(text: &str) -> Position<S> {
    if text == "startpos" { Position::default() } else { text.parse().unwrap() }
}

#[track_caller]
fn check<S: Size>(row: &Row, count: impl Fn(Board<S>, u32, Passes) -> u64) {
    let board = position::<S>(row.position).board();
    for (passes, expected) in [Passes::Free, Passes::Ply].into_iter().zip(row.leaves) {
        let counted = count(board, row.depth, passes);
        assert_eq!(counted, expected, "{} depth {} {passes:?}", row.position, row.depth);
    }
}

#[test]
fn every_size_by_the_general_rules() {
    for row in rows().filter(|row| row.leaves[0] <= 20_000_000) {
        with_size!(row.side, S => check::<S>(&row, perft)).unwrap();
    }
}

#[test]
fn the_reference_agrees_where_it_can() {
    for row in rows().filter(|row| row.leaves[0] <= NAIVE_LEAVES) {
        with_size!(row.side, S => check::<S>(&row, reference::perft)).unwrap();
    }
}

#[test]
fn the_size_of_a_board_in_bits() {
    assert_eq!(Mailbox::<Eight>::BITS, 512, "a byte per square");
    assert_eq!(Mailbox::<Ten>::BITS, 800);
    assert_eq!(8 * size_of::<Board>(), 128);
    assert_eq!(8 * size_of::<[i32; 64]>(), 16 * 8 * size_of::<Board>(), "an integer per square");
}

#[test]
fn eight_by_eight_by_every_kernel() {
    for tier in Tier::ALL {
        if !tier.is_available() {
            eprintln!("skipped: this machine has no {}", tier.name());
            continue;
        }
        for row in rows().filter(|row| row.side == Eight::SIDE) {
            check::<Eight>(&row, |board, depth, passes| {
                perft_by(tier, board, depth, passes).unwrap()
            });
        }
    }
}

#[test]
fn the_table_is_complete() {
    let starts = |side, depth| {
        rows().any(|row| row.side == side && row.position == "startpos" && row.depth == depth)
    };
    assert!((1..=11).all(|depth| starts(8, depth)));
    assert!((1..=14).all(|depth| starts(4, depth)));
    assert!((1..=9).all(|depth| starts(6, depth)));
    assert!((1..=6).all(|depth| starts(10, depth)));
    // Positions where the two conventions differ within a few plies: passes and double passes.
    let differ = rows().filter(|row| row.position != "startpos" && row.leaves[0] != row.leaves[1]);
    assert!(differ.count() >= 20);
}
