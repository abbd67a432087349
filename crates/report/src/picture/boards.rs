//! Boards whose squares carry a number: their index, or their value in the zones of `regions`.

use othellier_board::{Bitboard, Board, Size, Square};
use othellier_eval::StaticEvaluator;
use othellier_eval::classic::Regions;

use crate::chart::{Cell, CellBlock, CellRow, Cells, Disc, Figure, Labels};
use crate::words::{Words, tr};

/// The index of every square.
pub fn indices<S: Size>(words: &dyn Words) -> Figure {
    let cell = |square: Square<S>| Cell { text: square.index().to_string(), ..Cell::default() };
    let last = Square::<S>::all().last().expect("a board has squares");
    let index = last.index().to_string();
    let labels = Labels {
        title: tr!(words, "picture-indices-title", side = S::SIDE),
        note: tr!(words, "picture-indices-note", last = last.to_string(), index = index),
        number_format: words.number_format(),
        ..Labels::default()
    };
    let blocks = vec![board(String::new(), cell)];
    Figure::Cells(Cells { labels, groups: Vec::new(), blocks })
}

/// The zones by the value of a disc there, as the evaluator has it; the last is for all other
/// values.
const ZONES: [(i32, &str); 7] = [
    (20, "corner"),
    (-5, "beside"),
    (-10, "diagonal"),
    (3, "edge"),
    (-1, "ring"),
    (1, "middle"),
    (0, "nothing"),
];

/// The zones of `eval=regions`, with all corners empty and with two of them taken.
pub fn zones<S: Size>(words: &dyn Words) -> Figure {
    let corner = |last: bool| {
        let mut corners = Bitboard::<S>::corners().into_iter();
        let corner = if last { corners.last() } else { corners.next() };
        corner.expect("a board has corners")
    };
    let (first, last) = (corner(false), corner(true));
    let empty = Board::new(Bitboard::EMPTY, Bitboard::EMPTY);
    let taken = Board::new(first.bitboard(), last.bitboard());
    let [empty, taken] = [empty, taken].map(|board| board.expect("disjoint discs"));
    let text = |key: &str| words.text(&format!("picture-zone-{key}"));
    let name = tr!(words, "picture-zones-taken", own = first.to_string(), other = last.to_string());
    let labels = Labels {
        title: words.text("picture-zones-title"),
        note: words.text("picture-zones-note"),
        number_format: words.number_format(),
        ..Labels::default()
    };
    Figure::Cells(Cells {
        labels,
        groups: ZONES.map(|(_, key)| text(key)).to_vec(),
        blocks: vec![
            board(words.text("picture-zones-empty"), |square| zone(empty, square)),
            board(name, |square| zone(taken, square)),
        ],
    })
}

/// The value of a disc of the mover on a square, asked from the evaluator: the values are not
/// repeated here.
fn zone<S: Size>(before: Board<S>, square: Square<S>) -> Cell {
    if before.discs().contains(square) {
        let is_own = before.mover().contains(square);
        let disc = Some(if is_own { Disc::Black } else { Disc::White });
        return Cell { disc, group: Some(0), ..Cell::default() };
    }
    let after = Board::new(before.mover() | square.bitboard(), before.opponent());
    let after = after.expect("an empty square");
    let score = |board| Regions.evaluate(board).hundredths() / 100;
    let value = score(after) - score(before);
    let group = ZONES.iter().position(|(of_zone, _)| *of_zone == value);
    Cell { text: value.to_string(), group, ..Cell::default() }
}

/// A board with letters above and numbers on the left.
fn board<S: Size>(name: String, cell: impl Fn(Square<S>) -> Cell) -> CellBlock {
    let row = |row: u8| CellRow {
        name: (row + 1).to_string(),
        cells: (0..S::SIDE).filter_map(|column| Square::at(column, row)).map(&cell).collect(),
    };
    CellBlock {
        name,
        columns: (0..S::SIDE).map(|column| char::from(b'a' + column).to_string()).collect(),
        rows: (0..S::SIDE).map(row).collect(),
        cuts: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use othellier_board::{Eight, Four, Six, Ten};

    use super::*;
    use crate::words::ENGLISH;

    /// Every square has a zone, on every size; the taken corners change their own and no others.
    #[test]
    fn every_square_has_a_zone() {
        fn check<S: Size>() {
            let Figure::Cells(figure) = zones::<S>(ENGLISH) else { panic!("cells") };
            let [before, after] = &figure.blocks[..] else { panic!("two boards") };
            let cells = |block: &CellBlock| -> Vec<Cell> {
                block.rows.iter().flat_map(|row| row.cells.clone()).collect()
            };
            let (before, after) = (cells(before), cells(after));
            assert_eq!(before.len(), usize::from(S::SQUARES));
            assert!(before.iter().chain(&after).all(|cell| cell.group.is_some()));
            let changed = before.iter().zip(&after).filter(|(before, after)| before != after);
            assert_eq!(changed.count(), 8, "two corners with three squares each");
        }
        check::<Four>();
        check::<Six>();
        check::<Eight>();
        check::<Ten>();
    }
}
