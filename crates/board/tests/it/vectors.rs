//! The rules against the vectors in `testdata/vectors`, which an independent program made.

use othellier_board::kernel::{Kernel, Task, Tier};
use othellier_board::perft::{Passes, perft, perft_by};
use othellier_board::{Bitboard, Board, Color, Move, Position, Size, Square, Status, with_size};

const MOVES: &str = include_str!("../../../../testdata/vectors/moves.tsv");
const PERFT: &str = include_str!("../../../../testdata/vectors/perft.tsv");
const ENDS: &str = include_str!("../../../../testdata/vectors/ends.tsv");

/// The fields of every line that is no comment.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn check_moves<S: Size>(row: &[&str]) {
    let &[_, board, side, status, legal] = row else { panic!("bad row {row:?}") };
    let position: Position<S> = format!("{board} {side}").parse().unwrap();
    let found = match position.status() {
        Status::ToMove => "move",
        Status::MustPass => "pass",
        Status::Over { .. } => "over",
    };
    assert_eq!(found, status, "{position}");
    let mut squares = Bitboard::<S>::EMPTY;
    for (square, flips) in legal.split_whitespace().map(|field| field.split_once('=').unwrap()) {
        let square: Square<S> = square.parse().unwrap();
        let flips: Bitboard<S> =
            flips.split(',').map(|flip| flip.parse::<Square<S>>().unwrap()).collect();
        assert_eq!(position.board().flips(square), flips, "{position} {square}");
        squares |= square.bitboard();
    }
    assert_eq!(position.legal_moves(), squares, "{position}");
}

#[test]
fn moves_and_flips_of_every_size() {
    let mut checked = [0; 11];
    for row in rows(MOVES) {
        let side: u8 = row[0].parse().unwrap();
        with_size!(side, S => check_moves::<S>(&row)).unwrap();
        checked[usize::from(side)] += 1;
    }
    assert_eq!([4, 6, 8, 10].map(|side| checked[side]), [30, 30, 240, 20]);
}

/// The legal squares and the flips of each, as one kernel finds them.
struct Found(Board);

impl Task for Found {
    type Output = Vec<(Square, Bitboard)>;

    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let moves = kernel.legal_moves(self.0).into_iter();
        moves.map(|square| (square, kernel.flips(self.0, square))).collect()
    }
}

#[test]
fn moves_and_flips_by_every_kernel() {
    for row in rows(MOVES).filter(|row| row[0] == "8") {
        let position: Position = format!("{} {}", row[1], row[2]).parse().unwrap();
        for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
            let found = tier.run(Found(position.board())).unwrap();
            let shown = found.iter().map(|(square, flips)| {
                let flips: Vec<_> = flips.into_iter().map(|flip| flip.to_string()).collect();
                format!("{square}={}", flips.join(","))
            });
            assert_eq!(shown.collect::<Vec<_>>().join(" "), row[4], "{} {position}", tier.name());
        }
    }
}

#[test]
fn perft_where_passes_are_near() {
    let mut differ = 0;
    for row in rows(PERFT) {
        let [board, side, depth, free, ply] = row[..] else { panic!("bad row {row:?}") };
        let board = format!("{board} {side}").parse::<Position>().unwrap().board();
        let depth = depth.parse().unwrap();
        for (passes, expected) in [(Passes::Free, free), (Passes::Ply, ply)] {
            let expected: u64 = expected.parse().unwrap();
            assert_eq!(perft(board, depth, passes), expected, "{row:?}");
            assert_eq!(perft_by(Tier::best(), board, depth, passes), Some(expected), "{row:?}");
        }
        differ += u32::from(free != ply);
    }
    assert!(differ >= 15, "the two ways to count a pass differ in only {differ} rows");
}

/// Wipe-outs, the shortest games, many passes, early ends, draws.
#[test]
fn games_of_note_end_as_they_should() {
    for row in rows(ENDS) {
        let [kind, moves, board, score] = row[..] else { panic!("bad row {row:?}") };
        let names = moves.as_bytes().chunks(2).map(|name| str::from_utf8(name).unwrap());
        let (mut position, mut passes, mut plies) = (Position::start(), 0, 0);
        for name in names {
            let played = if name == "--" { Move::Pass } else { name.parse().unwrap() };
            assert!(matches!(position.status(), Status::ToMove | Status::MustPass), "{row:?}");
            assert_eq!(position.status() == Status::MustPass, played == Move::Pass, "{row:?}");
            position = position.play(played).unwrap();
            passes += u32::from(played == Move::Pass);
            plies += 1;
        }
        assert!(matches!(position.status(), Status::Over { .. }), "{row:?}");
        assert_eq!(&position.to_string()[..64], board, "{row:?}");
        let score: i32 = score.parse().unwrap();
        assert_eq!(position.final_score(Color::Black), score, "{row:?}");
        assert_eq!(position.final_score(Color::White), -score, "{row:?}");
        match kind {
            "shortest" => assert_eq!((plies, score.abs()), (9, 64), "{row:?}"),
            "wipe-out" => assert_eq!(score.abs(), 64, "{row:?}"),
            "draw" => assert_eq!(score, 0, "{row:?}"),
            "passes" => assert!(passes >= 3, "{row:?}"),
            "early" => assert!(!position.board().empties().is_empty(), "{row:?}"),
            _ => assert_eq!(kind, "any"),
        }
    }
}
