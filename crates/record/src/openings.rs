//! The names of openings, in English and French.
//!
//! The names are data, in `openings/names.tsv`: moves, and the name of the position they lead to.
//! Positions are recognised after transpositions and under all symmetries.
//!
//! ```
//! use othellier_board::Position;
//! use othellier_record::{openings, transcript};
//! let game = transcript::read(Position::start(), "c4c3d3c5b4")?;
//! let heath = openings::of_game(&game).expect("a well-known opening");
//! assert_eq!((heath.opening.english, heath.opening.french), ("Heath", "Heath"));
//! assert_eq!(heath.length, 5);
//! # Ok::<(), transcript::TranscriptError>(())
//! ```

use std::collections::HashMap;
use std::sync::LazyLock;

use othellier_board::{Bitboard, Board, Eight, Position, Size, Square};

use crate::{Game, transcript};

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Moves that lead to it, starting with f5.
    pub moves: &'static str,
    /// The name in English.
    pub english: &'static str,
    /// The name in French.
    pub french: &'static str,
}

/// The opening that a game reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The longest opening that the game begins with.
    pub opening: &'static Opening,
    /// The number of moves after which it was reached.
    pub length: usize,
}

/// The table, parsed once.
static NAMES: LazyLock<Vec<Opening>> = LazyLock::new(|| {
    let lines = include_str!("openings/names.tsv").lines().filter(|line| !line.starts_with('#'));
    let opening = |line: &'static str| {
        let mut parts = line.split('\t');
        Some(Opening { moves: parts.next()?, english: parts.next()?, french: parts.next()? })
    };
    lines.filter_map(opening).collect()
});

/// The openings by canonical board.
static BY_BOARD: LazyLock<HashMap<Board, &'static Opening>> = LazyLock::new(|| {
    let board = |opening: &'static Opening| {
        let game = transcript::read(Position::start(), opening.moves).ok()?;
        Some((game.position().board().canonical(), opening))
    };
    NAMES.iter().filter_map(board).collect()
});

/// Every opening with a name.
pub fn all() -> &'static [Opening] {
    &NAMES
}

/// The opening of a position, if it has a name; only 8×8 positions do.
pub fn of_position<S: Size>(position: &Position<S>) -> Option<&'static Opening> {
    BY_BOARD.get(&as_eight(position.board())?.canonical()).copied()
}

/// The last named position of a game, up to the current move.
pub fn of_game<S: Size>(game: &Game<S>) -> Option<Reached> {
    let longest = NAMES.iter().map(|opening| opening.moves.len() / 2).max().unwrap_or(0);
    let mut position = *game.start();
    let mut last = None;
    for (played, length) in game.moves().iter().zip(1..=longest) {
        position = position.after(played.played);
        let reached = of_position(&position).map(|opening| Reached { opening, length });
        last = reached.or(last);
    }
    last
}

/// The board as an 8×8 board, if it is one.
fn as_eight<S: Size>(board: Board<S>) -> Option<Board> {
    let squares = |set: Bitboard<S>| -> Bitboard {
        set.into_iter().filter_map(|square| Square::from_index(square.index())).collect()
    };
    let is_eight = S::SIDE == Eight::SIDE;
    is_eight.then(|| Board::from_disjoint(squares(board.mover()), squares(board.opponent())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Color, Move, Six, Symmetry};
    use std::collections::HashSet;

    fn game(moves: &str) -> Game {
        transcript::read(Position::start(), moves).unwrap()
    }

    #[test]
    fn every_line_of_the_table_is_a_legal_opening_with_unique_names() {
        let lines = include_str!("openings/names.tsv").lines();
        let lines = lines.filter(|line| !line.starts_with('#')).count();
        assert_eq!(all().len(), lines);
        assert!(lines >= 60);
        let mut boards = HashSet::new();
        let mut names = HashSet::new();
        for opening in all() {
            let game = game(opening.moves);
            assert_eq!(transcript::write(&game), opening.moves);
            assert!(opening.moves.starts_with("f5"), "{opening:?}");
            assert!(boards.insert(game.position().board().canonical()), "{opening:?}");
            assert!(names.insert(opening.english) && !opening.french.is_empty(), "{opening:?}");
        }
        assert_eq!(BY_BOARD.len(), lines);
    }

    #[test]
    fn an_opening_is_recognised_under_all_symmetries() {
        for symmetry in Symmetry::ALL {
            let mut turned =
                Game::from_position(Position::new(symmetry.board(Board::default()), Color::Black));
            for played in game("f5d6c3d3c4").moves() {
                let Move::Place(square) = played.played else { continue };
                turned.play(Move::Place(symmetry.square(square))).unwrap();
            }
            let reached = of_game(&turned).unwrap();
            assert_eq!((reached.opening.english, reached.length), ("Tiger", 5), "{symmetry:?}");
        }
    }

    #[test]
    fn an_opening_is_recognised_by_its_position() {
        // Two move orders to the Rose.
        let rose = "f5d6c5f4e3c6d3f6e6d7";
        let other = "f5d6c5f6e6f4d3c6e3d7";
        assert_eq!(game(rose).position(), game(other).position());
        assert_eq!(of_game(&game(other)).map(|reached| reached.opening.french), Some("Rose"));
    }

    #[test]
    fn the_last_name_counts_and_the_moves_after_it_do_not_matter() {
        let reached = of_game(&game("f5d6c3d3c4f4f6g5g6")).unwrap();
        assert_eq!((reached.opening.english, reached.length), ("No-Kung", 8));
        assert_eq!(of_game(&game("f5")), None);
        let mut six = Game::<Six>::default();
        let first = six.position().moves().next().unwrap();
        six.play(first).unwrap();
        assert_eq!(of_game(&six), None);
    }
}
