//! Root moves that a symmetry of the board makes equivalent.
//!
//! The four first moves of the game are the same move seen from four sides. A selective search of each,
//! with whatever the table holds by then, gives them different scores, which misleads the reader. So
//! where several lines are wanted (multi-PV), one move of each symmetric group is searched; the others
//! have its score and its line, rotated or mirrored.

use othellier_board::{Board, Move, Symmetry};

use crate::Line;

/// The images of a line under the symmetries of the board; empty where it has none. Two of them may
/// begin with the same move.
pub(super) fn images(board: Board, line: &Line) -> Vec<Line> {
    let keeps = |symmetry: &Symmetry| symmetry.board(board) == board;
    let symmetries = Symmetry::ALL.into_iter().filter(|&one| one != Symmetry::Identity);
    symmetries.filter(keeps).map(|symmetry| image(symmetry, line)).collect()
}

fn image(symmetry: Symmetry, line: &Line) -> Line {
    let moved = |played: &Move| match *played {
        Move::Place(square) => Move::Place(symmetry.square(square)),
        Move::Pass => Move::Pass,
    };
    Line { moves: line.moves.iter().map(moved).collect(), ..line.clone() }
}

#[cfg(test)]
mod tests {
    use othellier_board::{Position, Square};
    use othellier_eval::Score;

    use super::*;
    use crate::Trust;

    fn after(squares: &[Square]) -> Position {
        let play = |position: Position, square: &Square| position.after(Move::Place(*square));
        squares.iter().fold(Position::start(), play)
    }

    fn line(squares: &[Square]) -> Line {
        let moves = squares.iter().copied().map(Move::Place).collect();
        Line { moves, score: Score::from_discs(2), trust: Trust::Estimate }
    }

    #[test]
    fn the_start_has_three_images_of_a_line() {
        let lines = images(Position::start().board(), &line(&[Square::F5, Square::D6]));
        let mirrored = |squares: &[Square]| lines.contains(&line(squares));
        assert_eq!(lines.len(), 3);
        assert!(mirrored(&[Square::E6, Square::F4]), "on the long diagonal");
        assert!(mirrored(&[Square::C4, Square::E3]), "rotated by 180 degrees");
        assert!(mirrored(&[Square::D3, Square::C5]), "on the other diagonal");
    }

    #[test]
    fn a_board_without_a_symmetry_has_none() {
        let board = after(&[Square::F5, Square::D6, Square::C3]).board();
        assert!(images(board, &line(&[Square::D3])).is_empty());
        // One diagonal: a move on it is its own image.
        let board = after(&[Square::F5, Square::F6, Square::E6]).board();
        assert_eq!(images(board, &line(&[Square::F4])), [line(&[Square::D6])]);
    }
}
