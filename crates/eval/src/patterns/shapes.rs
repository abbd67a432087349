//! The shapes whose contents are looked up, and their places on the board.
//!
//! A shape is given at one place; its images under the eight symmetries are its other places, and
//! all of them read the same table. The contents of a place are a number in base three, least digit
//! first: 0 for a disc of the mover, 1 for an empty square, 2 for a disc of the opponent. To change
//! sides is then to subtract from the number of all twos, which a vector does for all places at once.
//!
//! Tables lie on pages of 65 536 entries, so that any 16-bit index is on its page: a table of ten
//! squares has a page of its own, smaller ones share. The place of the table on its page is part of
//! the index.

use std::sync::LazyLock;

use othellier_board::{Bitboard, Square, Symmetry};

/// The shapes, each at its first place, largest first.
pub const SHAPES: [&str; 16] = [
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "a1 b1 c1 d1 e1 f1 g1 h1 c2 f2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a1 b1 c1 d1 e1 a2 b2 a3 a4 a5",
    "a1 b2 c3 d4 b1 c2 d3 a2 b3 c4",
    "a1 b2 c3 d4 e5 f6 g7 h8 b1 a2",
    "a1 b1 a2 b2 c2 d2 b3 c3 b4 d4",
    "c1 d1 e1 f1 d2 e2 c3 d3 e3 f3",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c2 d3 e4 f5 g6 h7 h8",
    "b1 c1 d2 e3 f4 g5 h6 h7 g2",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "d1 e2 f3 g4 h5 b2 g7",
];

/// Every shape has this many places.
pub const TURNS: usize = 4;
/// How many places there are in all.
pub const PLACES: usize = SHAPES.len() * TURNS;
/// Entries on a page.
pub const PAGE: usize = 1 << 16;
/// How many pages there are.
pub const PAGES: usize = LAYOUT[SHAPES.len() - 1].0 + 1;

/// The page of each shape's table, and where on it the table begins.
pub const LAYOUT: [(usize, usize); SHAPES.len()] = {
    let mut layout = [(0, 0); SHAPES.len()];
    let (mut page, mut used) = (0, 0);
    let mut shape = 0;
    while shape < SHAPES.len() {
        let entries = entries(shape);
        if used + entries > PAGE {
            (page, used) = (page + 1, 0);
        }
        layout[shape] = (page, used);
        used += entries;
        shape += 1;
    }
    layout
};

/// How many contents a shape can have.
pub const fn entries(shape: usize) -> usize {
    3_usize.pow(SHAPES[shape].len().div_ceil(3) as u32)
}

/// What can be said of the shapes once and for all.
pub(super) struct Geometry {
    /// What a step of one in the digit of a square adds to each place.
    pub(super) steps: [[u16; PLACES]; 64],
    /// The index of each place with only empty squares.
    pub(super) empty: [u16; PLACES],
    /// An index and its index for the other side add up to this.
    pub(super) both: [u16; PLACES],
}

pub(super) static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| {
    let mut geometry = Geometry { steps: [[0; PLACES]; 64], empty: [0; PLACES], both: [0; PLACES] };
    for (place, squares) in places().iter().enumerate() {
        let start = LAYOUT[place / TURNS].1;
        let mut ones = 0;
        for (digit, square) in squares.iter().enumerate() {
            let step = 3_u16.pow(digit as u32);
            geometry.steps[usize::from(square.index())][place] = step;
            ones += step;
        }
        geometry.empty[place] = (start + usize::from(ones)) as u16;
        geometry.both[place] = (2 * (start + usize::from(ones))) as u16;
    }
    geometry
});

/// The squares of a shape at its first place, in the order of its digits.
fn squares(shape: usize) -> Vec<Square> {
    let parse = |name: &str| name.parse().expect("the shapes name squares");
    SHAPES[shape].split(' ').map(parse).collect()
}

/// The squares of every place, those of one shape together.
pub fn places() -> Vec<Vec<Square>> {
    let mut places = Vec::with_capacity(PLACES);
    for shape in 0..SHAPES.len() {
        let first = squares(shape);
        let mut seen: Vec<Bitboard> = Vec::new();
        for symmetry in Symmetry::ALL {
            let image: Vec<Square> = first.iter().map(|&square| symmetry.square(square)).collect();
            let set = image.iter().copied().collect();
            if !seen.contains(&set) {
                seen.push(set);
                places.push(image);
            }
        }
        assert_eq!(seen.len(), TURNS, "a shape is its own image under one mirror");
    }
    places
}

/// For every contents of a shape the number of its class: contents that are each other's image under
/// the mirror of the shape are one.
pub struct Fold {
    /// The class of each contents.
    pub class: Vec<u32>,
    /// How many classes there are.
    pub classes: usize,
}

impl Fold {
    fn of(shape: usize) -> Fold {
        let squares = squares(shape);
        let set: Bitboard = squares.iter().copied().collect();
        let mut mirrors = Symmetry::ALL
            .into_iter()
            .filter(|symmetry| *symmetry != Symmetry::Identity && symmetry.squares(set) == set);
        let mirror = mirrors.next().expect("every shape has its mirror");
        // Where each digit goes.
        let moved: Vec<usize> = squares
            .iter()
            .map(|&square| squares.iter().position(|&other| other == mirror.square(square)))
            .map(|at| at.expect("the mirror keeps the squares"))
            .collect();
        let mut fold = Fold { class: vec![0; entries(shape)], classes: 0 };
        for contents in 0..entries(shape) {
            let mut rest = contents;
            let mut image = 0;
            for &place in &moved {
                image += rest % 3 * 3_usize.pow(place as u32);
                rest /= 3;
            }
            fold.class[contents] = if image < contents {
                fold.class[image]
            } else {
                fold.classes += 1;
                fold.classes as u32 - 1
            };
        }
        fold
    }

    /// The classes of every shape; made once.
    pub fn all() -> &'static [Fold] {
        static FOLDS: LazyLock<Vec<Fold>> =
            LazyLock::new(|| (0..SHAPES.len()).map(Fold::of).collect());
        &FOLDS
    }
}
