//! The shapes whose contents are looked up, and their places on the board.
//!
//! A shape is given at one place; its images under the eight symmetries are its other places, and
//! all of them read the same table. The contents of a place are a number in base three, least digit
//! first: 0 for a disc of the mover, 1 for an empty square, 2 for a disc of the opponent. To change
//! sides is then to subtract from the number of all twos, which a vector does for all places at once.
//!
//! The tables of all shapes lie one behind the other, the smallest first. From the start of each, at
//! least a page of 65 536 entries follows, so that any 16-bit index is among them and needs no check.
//!
//! The small shapes are those of the net: their tables have rows in place of single weights.

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

/// The small shapes, each at its first place.
pub const SMALL: [&str; 8] = [
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "b2 c2 d2 b3 c3 d3 b4 c4 d4",
    "a1 b1 c1 d1 e1 f1 g1 h1",
    "a1 b1 c1 d1 a2 b2 c2 d2",
    "c2 d2 e2 f2 c3 d3 e3 f3",
    "c4 d4 e4 f4 c5 d5 e5 f5",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
];

/// Every shape has this many places.
pub const TURNS: usize = 4;
/// How many places the shapes have in all.
pub const PLACES: usize = SHAPES.len() * TURNS;
/// How many places each small shape has.
pub const SMALL_TURNS: [usize; SMALL.len()] = [4, 4, 4, 8, 4, 2, 2, 4];
/// How many places the small shapes have in all.
pub const SMALL_PLACES: usize = 32;
/// Entries that follow from the start of a table, its own and others.
pub const PAGE: usize = 1 << 16;

/// Where the table of each shape begins.
pub const STARTS: [usize; SHAPES.len()] = starts(SHAPES);
/// Entries of all tables, and what makes a page of the last.
pub const ENTRIES: usize = STARTS[0] + PAGE;
/// Where the table of each small shape begins.
pub const SMALL_STARTS: [usize; SMALL.len()] = starts(SMALL);
/// Entries of all tables of the small shapes, likewise.
pub const SMALL_ENTRIES: usize = SMALL_STARTS[0] + PAGE;

const fn starts<const N: usize>(shapes: [&str; N]) -> [usize; N] {
    let mut starts = [0; N];
    let (mut at, mut next) = (N, 0);
    while at > 0 {
        at -= 1;
        starts[at] = next;
        next += entries(shapes[at]);
    }
    starts
}

/// How many contents a shape can have.
pub const fn entries(shape: &str) -> usize {
    3_usize.pow(shape.len().div_ceil(3) as u32)
}

/// What can be said of the shapes once and for all.
pub(super) struct Geometry {
    /// What a step of one in the digit of a square adds to each place.
    pub(super) steps: [[u16; ALL]; 64],
    /// The index of each place with only empty squares.
    pub(super) empty: [u16; ALL],
    /// An index and its index for the other side add up to this.
    pub(super) both: [u16; ALL],
}

/// The places of the shapes, and then those of the small shapes.
pub(super) const ALL: usize = PLACES + SMALL_PLACES;

pub(super) static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| {
    let mut geometry = Geometry { steps: [[0; ALL]; 64], empty: [0; ALL], both: [0; ALL] };
    let all = SHAPES.into_iter().chain(SMALL).flat_map(places);
    for (place, squares) in all.enumerate() {
        let mut ones = 0;
        for (digit, square) in squares.iter().enumerate() {
            let step = 3_u16.pow(digit as u32);
            geometry.steps[usize::from(square.index())][place] = step;
            ones += step;
        }
        geometry.empty[place] = ones;
        geometry.both[place] = 2 * ones;
    }
    geometry
});

/// The squares of a shape at its first place, in the order of its digits.
fn squares(shape: &str) -> Vec<Square> {
    let parse = |name: &str| name.parse().expect("the shapes name squares");
    shape.split(' ').map(parse).collect()
}

/// The squares of a shape at each of its places.
pub fn places(shape: &str) -> Vec<Vec<Square>> {
    let first = squares(shape);
    let mut seen: Vec<Bitboard> = Vec::new();
    let mut places = Vec::new();
    for symmetry in Symmetry::ALL {
        let image: Vec<Square> = first.iter().map(|&square| symmetry.square(square)).collect();
        let set = image.iter().copied().collect();
        if !seen.contains(&set) {
            seen.push(set);
            places.push(image);
        }
    }
    places
}

/// For every contents of a shape the number of its class: contents that are each other's image under
/// a symmetry that keeps the shape in its place are one.
pub struct Fold {
    /// The class of each contents.
    pub class: Vec<u16>,
    /// How many classes there are.
    pub classes: usize,
}

impl Fold {
    fn of(shape: &str) -> Fold {
        let squares = squares(shape);
        let set: Bitboard = squares.iter().copied().collect();
        let keepers = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.squares(set) == set);
        // For each of them the images of all contents, which grow digit by digit.
        let images: Vec<Vec<u32>> = keepers
            .map(|symmetry| {
                let mut images = vec![0];
                for &square in &squares {
                    let place = squares.iter().position(|&other| other == symmetry.square(square));
                    let step = 3_u32.pow(place.expect("the symmetry keeps the squares") as u32);
                    let steps = [0, step, 2 * step];
                    images = steps
                        .iter()
                        .flat_map(|step| images.iter().map(move |image| image + step))
                        .collect();
                }
                images
            })
            .collect();
        let mut fold = Fold { class: vec![0; entries(shape)], classes: 0 };
        for contents in 0..entries(shape) {
            let least = images.iter().map(|images| images[contents]).min();
            let least = least.expect("identity keeps every shape") as usize;
            fold.class[contents] = if least < contents {
                fold.class[least]
            } else {
                fold.classes += 1;
                (fold.classes - 1) as u16
            };
        }
        fold
    }

    /// The classes of every shape; made once.
    pub fn all() -> &'static [Fold] {
        static FOLDS: LazyLock<Vec<Fold>> =
            LazyLock::new(|| SHAPES.into_iter().map(Fold::of).collect());
        &FOLDS
    }

    /// The classes of every small shape; made once.
    pub fn small() -> &'static [Fold] {
        static FOLDS: LazyLock<Vec<Fold>> =
            LazyLock::new(|| SMALL.into_iter().map(Fold::of).collect());
        &FOLDS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_as_many_places_as_are_told() {
        assert!(SHAPES.iter().all(|shape| places(shape).len() == TURNS));
        assert_eq!(SMALL.map(|shape| places(shape).len()), SMALL_TURNS);
        assert_eq!(SMALL_TURNS.iter().sum::<usize>(), SMALL_PLACES);
    }
}
