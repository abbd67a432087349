//! Every kernel agrees with the naive reference, on reachable boards and on any other.

use crate::common::{any_board, any_reachable};
use othellier_board::kernel::{Batch, Kernel, LANES, Task, Tier};
use othellier_board::reference::{Mailbox, square};
use othellier_board::{Bitboard, Board, Eight, Position, Square};
use proptest::prelude::*;

/// Checks one kernel on one board: every flip, the moves, and all moves in batches.
struct Agrees(Board);

impl Task for Agrees {
    type Output = ();

    fn run<K: Kernel>(self, kernel: K) {
        let board = self.0;
        let reference = Mailbox::from(board);
        let squares = |cells: Vec<_>| cells.into_iter().filter_map(square).collect::<Bitboard>();
        for square in board.empties() {
            let cell = (square.column().into(), square.row().into());
            let expected = squares(reference.flips(cell));
            assert_eq!(kernel.flips(board, square), expected, "{} {square}", K::NAME);
        }
        let moves = squares(reference.legal_moves());
        assert_eq!(kernel.legal_moves(board), moves, "{}", K::NAME);
        agrees_in_batches(kernel, board, moves);
    }
}

fn agrees_in_batches<K: Kernel>(kernel: K, board: Board, moves: Bitboard) {
    let moves: Vec<Square> = moves.into_iter().collect();
    for siblings in moves.chunks(LANES) {
        let mut square = [0; LANES];
        for (lane, sibling) in siblings.iter().enumerate() {
            square[lane] = sibling.bitboard().bits();
        }
        let replies = kernel.replies(Batch {
            mover: &[board.mover().bits(); LANES],
            opponent: &[board.opponent().bits(); LANES],
            square: &square,
        });
        for (lane, sibling) in siblings.iter().enumerate() {
            let after = kernel.after(board, *sibling);
            assert_eq!(replies.mover[lane], after.mover().bits(), "{}", K::NAME);
            assert_eq!(replies.opponent[lane], after.opponent().bits(), "{}", K::NAME);
            let expected = kernel.legal_moves(after);
            assert_eq!(replies.moves[lane], expected.bits(), "{}", K::NAME);
            assert_eq!(replies.count[lane], u64::from(expected.len()), "{}", K::NAME);
        }
    }
}

fn every_kernel_agrees(board: Board) {
    for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
        tier.run(Agrees(board)).expect("an available kernel");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn on_reachable_boards(position in any_reachable::<Eight>()) {
        every_kernel_agrees(position.board());
        every_kernel_agrees(position.board().passed());
    }

    #[test]
    fn on_random_boards(board in any_board::<Eight>()) {
        every_kernel_agrees(board);
        every_kernel_agrees(board.passed());
    }
}

#[test]
fn on_full_lines() {
    // One empty square, everything else the opponent's but one disc: the longest runs there are.
    for empty in Square::<Eight>::all() {
        for mine in Square::all().filter(|mine| *mine != empty) {
            let opponent = Bitboard::ALL - empty.bitboard() - mine.bitboard();
            every_kernel_agrees(Board::new(mine.bitboard(), opponent).unwrap());
        }
    }
}

#[test]
fn every_lane_is_its_own_board() {
    let position: Position = Position::start();
    let boards: Vec<Board> =
        position.moves().map(|played| position.after(played).board()).collect();
    let column = |of: fn(Board) -> Bitboard| -> [u64; LANES] {
        std::array::from_fn(|lane| of(boards[lane % boards.len()]).bits())
    };
    let squares: [Square; LANES] = std::array::from_fn(|lane| {
        let moves = boards[lane % boards.len()].legal_moves().into_iter();
        moves.cycle().nth(lane).unwrap()
    });
    let square = squares.map(|square| square.bitboard().bits());
    let (mover, opponent) = (column(Board::mover), column(Board::opponent));

    struct Lanes<'a>(Batch<'a>);
    impl Task for Lanes<'_> {
        type Output = othellier_board::kernel::Replies;
        fn run<K: Kernel>(self, kernel: K) -> Self::Output {
            kernel.replies(self.0)
        }
    }
    for tier in Tier::ALL {
        let batch = Batch { mover: &mover, opponent: &opponent, square: &square };
        let Some(replies) = tier.run(Lanes(batch)) else { continue };
        for lane in 0..LANES {
            let after = boards[lane % boards.len()].after(squares[lane]);
            assert_eq!(replies.mover[lane], after.mover().bits(), "{} {lane}", tier.name());
            assert_eq!(replies.moves[lane], after.legal_moves().bits(), "{} {lane}", tier.name());
        }
    }
}
