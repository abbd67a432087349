//! The geometry of the patterns: their squares, their instances on the board, their configurations.
//!
//! A pattern is a list of squares. Its images under the eight symmetries are its instances, and all
//! of them share one weight table. The configuration of an instance, what stands on its squares, is a
//! number in base three, least significant digit first: 0 for a disc of the mover, 1 for an empty
//! square, 2 for a disc of the opponent. Swapping sides is then a subtraction from the number of all
//! twos, which a vector instruction does for all instances at once.
//!
//! The weight tables of all patterns are stored one after the other, the smallest first. At least
//! 65 536 entries follow the start of each, so that any 16-bit index is in range and needs no check.
//!
//! The net patterns are the input features of the network: each of their configurations has a row of
//! feature weights instead of a single weight. So have those of the move patterns, whose squares have
//! two states: a side can move there, or not.

use std::sync::LazyLock;

use othellier_board::{Bitboard, Square, Symmetry};

/// The patterns of the linear evaluation, each by the squares of its first instance, largest first.
pub const PATTERNS: [&str; 16] = [
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

/// The patterns of the network, each by the squares of its first instance.
pub const NET_PATTERNS: [&str; 8] = [
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "b2 c2 d2 b3 c3 d3 b4 c4 d4",
    "a1 b1 c1 d1 e1 f1 g1 h1",
    "a1 b1 c1 d1 a2 b2 c2 d2",
    "c2 d2 e2 f2 c3 d3 e3 f3",
    "c4 d4 e4 f4 c5 d5 e5 f5",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
];

/// The move patterns of the network, each by the squares of its first instance.
pub const MOVE_PATTERNS: [&str; 2] = ["a1 b1 c1 a2 b2 c2 a3 b3 c3", "a1 b1 c1 d1 e1 f1 g1 h1"];

/// Instances of each pattern of the linear evaluation.
pub const PATTERN_INSTANCES: usize = 4;
/// Instances of all patterns of the linear evaluation.
pub const INSTANCES: usize = PATTERNS.len() * PATTERN_INSTANCES;
/// Instances of each net pattern.
pub const NET_PATTERN_INSTANCES: [usize; NET_PATTERNS.len()] = [4, 4, 4, 8, 4, 2, 2, 4];
/// Instances of all net patterns.
pub const NET_INSTANCES: usize = 32;
/// Entries that follow the start of any table, its own and others: the range of a 16-bit index.
pub const INDEX_RANGE: usize = 1 << 16;
/// The range of net patterns, whose indices have 15 bits. The padding costs nothing where memory that is
/// not touched takes none; in WebAssembly all of it is written, and is worth a mask.
pub const NET_INDEX_RANGE: usize = if cfg!(target_arch = "wasm32") { 1 << 15 } else { INDEX_RANGE };

/// Where the weight table of each pattern starts.
pub const TABLE_STARTS: [usize; PATTERNS.len()] = table_starts(PATTERNS);
/// Entries of all weight tables, with the padding after the last.
pub const TABLE_ENTRIES: usize = TABLE_STARTS[0] + INDEX_RANGE;
/// Where the table of each net pattern starts.
pub const NET_TABLE_STARTS: [usize; NET_PATTERNS.len()] = table_starts(NET_PATTERNS);
/// Entries of all tables of the net patterns, with the padding after the last.
pub const NET_TABLE_ENTRIES: usize = NET_TABLE_STARTS[0] + NET_INDEX_RANGE;

const fn table_starts<const N: usize>(patterns: [&str; N]) -> [usize; N] {
    let mut starts = [0; N];
    let (mut at, mut next) = (N, 0);
    while at > 0 {
        at -= 1;
        starts[at] = next;
        next += configurations(patterns[at]);
    }
    starts
}

/// How many configurations a pattern has: three to the power of its squares.
pub const fn configurations(pattern: &str) -> usize {
    3_usize.pow(square_count(pattern))
}

/// How many squares a pattern has.
const fn square_count(pattern: &str) -> u32 {
    pattern.len().div_ceil(3) as u32
}

/// Constants that update the indices of all instances.
pub(super) struct Geometry {
    /// By square, what one more in the digit of the square adds to the index of each instance.
    pub(super) steps: [[u16; ALL_INSTANCES]; 64],
    /// The index of each instance on an empty board.
    pub(super) empty: [u16; ALL_INSTANCES],
    /// The sum of an index and the same index as the other side sees it.
    pub(super) both_sides: [u16; ALL_INSTANCES],
}

/// The instances of the patterns, followed by those of the net patterns.
pub(super) const ALL_INSTANCES: usize = INSTANCES + NET_INSTANCES;

pub(super) static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| {
    let mut geometry = Geometry {
        steps: [[0; ALL_INSTANCES]; 64],
        empty: [0; ALL_INSTANCES],
        both_sides: [0; ALL_INSTANCES],
    };
    let all = PATTERNS.into_iter().chain(NET_PATTERNS).flat_map(instances);
    for (instance, squares) in all.enumerate() {
        let mut ones = 0;
        for (digit, square) in squares.iter().enumerate() {
            let step = 3_u16.pow(digit as u32);
            geometry.steps[usize::from(square.index())][instance] = step;
            ones += step;
        }
        geometry.empty[instance] = ones;
        geometry.both_sides[instance] = 2 * ones;
    }
    geometry
});

/// The squares of the first instance of a pattern, in the order of the digits.
fn squares(pattern: &str) -> Vec<Square> {
    let parse = |name: &str| name.parse().expect("patterns name squares");
    pattern.split(' ').map(parse).collect()
}

/// The squares of each instance of a pattern.
pub fn instances(pattern: &str) -> Vec<Vec<Square>> {
    let first = squares(pattern);
    let mut seen: Vec<Bitboard> = Vec::new();
    let mut instances = Vec::new();
    for symmetry in Symmetry::ALL {
        let image: Vec<Square> = first.iter().map(|&square| symmetry.square(square)).collect();
        let set = image.iter().copied().collect();
        if !seen.contains(&set) {
            seen.push(set);
            instances.push(image);
        }
    }
    instances
}

/// Symmetry reduction: maps every configuration of a pattern to a canonical index. Configurations
/// that are images of each other under a symmetry of the pattern share one index, hence one weight.
pub struct SymmetryFold {
    /// The canonical index of each configuration.
    pub canonical: Vec<u16>,
    /// How many canonical indices there are.
    pub count: usize,
}

impl SymmetryFold {
    /// The fold of a pattern whose squares have this many states.
    fn of(pattern: &str, states: u32) -> SymmetryFold {
        let squares = squares(pattern);
        let set: Bitboard = squares.iter().copied().collect();
        let stabiliser = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.squares(set) == set);
        // For each symmetry of the pattern, the images of all configurations, digit by digit.
        let images: Vec<Vec<u32>> = stabiliser
            .map(|symmetry| {
                let mut images = vec![0];
                for &square in &squares {
                    let digit = squares.iter().position(|&other| other == symmetry.square(square));
                    let step = states.pow(digit.expect("the symmetry keeps the squares") as u32);
                    images = (0..states)
                        .flat_map(|state| images.iter().map(move |image| image + state * step))
                        .collect();
                }
                images
            })
            .collect();
        let configurations = states.pow(square_count(pattern)) as usize;
        let mut fold = SymmetryFold { canonical: vec![0; configurations], count: 0 };
        for configuration in 0..configurations {
            let least = images.iter().map(|images| images[configuration]).min();
            let least = least.expect("the identity is a symmetry of every pattern") as usize;
            fold.canonical[configuration] = if least < configuration {
                fold.canonical[least]
            } else {
                fold.count += 1;
                (fold.count - 1) as u16
            };
        }
        fold
    }

    /// The folds of all patterns, computed once.
    pub fn all() -> &'static [SymmetryFold] {
        static FOLDS: LazyLock<Vec<SymmetryFold>> =
            LazyLock::new(|| PATTERNS.map(|pattern| SymmetryFold::of(pattern, 3)).into());
        &FOLDS
    }

    /// The folds of all net patterns, computed once.
    pub fn net() -> &'static [SymmetryFold] {
        static FOLDS: LazyLock<Vec<SymmetryFold>> =
            LazyLock::new(|| NET_PATTERNS.map(|pattern| SymmetryFold::of(pattern, 3)).into());
        &FOLDS
    }

    /// The folds of all move patterns, computed once.
    pub fn moves() -> &'static [SymmetryFold] {
        static FOLDS: LazyLock<Vec<SymmetryFold>> =
            LazyLock::new(|| MOVE_PATTERNS.map(|pattern| SymmetryFold::of(pattern, 2)).into());
        &FOLDS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instance_counts_match_the_constants() {
        assert!(PATTERNS.iter().all(|pattern| instances(pattern).len() == PATTERN_INSTANCES));
        assert_eq!(NET_PATTERNS.map(|pattern| instances(pattern).len()), NET_PATTERN_INSTANCES);
        assert_eq!(NET_PATTERN_INSTANCES.iter().sum::<usize>(), NET_INSTANCES);
    }
}
