//! The move features of the network: where a side can move, at the corners and along the edges.
//!
//! Nothing is carried from move to move: the legal moves of both sides are known wherever a board is
//! evaluated, and the squares of an instance are cut out of them by shifts.

use std::sync::LazyLock;

use othellier_board::{Bitboard, Square};

use super::geometry::{MOVE_PATTERNS, SymmetryFold, instances};

/// Instances of all move patterns.
pub const MOVE_INSTANCES: usize = 8;
/// Instances of each move pattern.
pub const MOVE_PATTERN_INSTANCES: usize = MOVE_INSTANCES / MOVE_PATTERNS.len();

/// How many features there are for one side.
pub fn move_feature_count() -> usize {
    SymmetryFold::moves().iter().map(|fold| fold.count).sum()
}

/// The feature of each instance, by which of its squares are legal moves.
pub struct MoveFeatures {
    corners: [[u16; 1 << 9]; 4],
    edges: [[u16; 1 << 8]; 4],
}

impl MoveFeatures {
    /// The tables, computed once.
    pub fn shared() -> &'static MoveFeatures {
        static SHARED: LazyLock<MoveFeatures> = LazyLock::new(MoveFeatures::new);
        &SHARED
    }

    fn new() -> MoveFeatures {
        let corner = SymmetryFold::moves()[0].count as u16;
        MoveFeatures {
            corners: std::array::from_fn(|at| table(0, 0, |moves| corners(moves)[at])),
            edges: std::array::from_fn(|at| table(1, corner, |moves| edges(moves)[at])),
        }
    }

    /// The features of a side with these legal moves.
    #[inline(always)]
    pub fn of(&self, moves: Bitboard) -> [u16; MOVE_INSTANCES] {
        let [a, b, c, d] = corners(moves);
        let [e, f, g, h] = edges(moves);
        let (corners, edges) = (&self.corners, &self.edges);
        [
            corners[0][a % 512],
            corners[1][b % 512],
            corners[2][c % 512],
            corners[3][d % 512],
            edges[0][e % 256],
            edges[1][f % 256],
            edges[2][g % 256],
            edges[3][h % 256],
        ]
    }
}

/// The 3×3 squares at each corner: a1, h1, a8, h8.
#[inline(always)]
fn corners(moves: Bitboard) -> [usize; 4] {
    [0, 5, 40, 45].map(|shift| {
        let square = moves.bits() >> shift;
        (square & 7 | square >> 5 & 0o70 | square >> 10 & 0o700) as usize
    })
}

/// The squares of each edge: row 1, row 8, file a, file h.
#[inline(always)]
fn edges(moves: Bitboard) -> [usize; 4] {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    // The multiplication moves the eight bits of the file next to each other, to the top.
    let file = |bits: u64| (bits & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let bits = moves.bits();
    [bits & 255, bits >> 56, file(bits), file(bits >> 7)].map(|edge| edge as usize)
}

/// The features of one instance of a pattern: the one whose squares `index` cuts out.
fn table<const N: usize>(
    pattern: usize,
    first: u16,
    index: impl Fn(Bitboard) -> usize,
) -> [u16; N] {
    let fold = &SymmetryFold::moves()[pattern];
    let is_cut_out = |squares: &Vec<Square>| {
        squares.iter().all(|square| index(square.bitboard()).is_power_of_two())
    };
    let squares = instances(MOVE_PATTERNS[pattern]).into_iter().find(is_cut_out);
    let squares = squares.expect("each index is that of an instance");
    let mut table = [0; N];
    for configuration in 0..N {
        let chosen =
            squares.iter().enumerate().filter(|(digit, _)| configuration >> digit & 1 == 1);
        let moves: Bitboard = chosen.map(|(_, &square)| square).collect();
        table[index(moves)] = first + fold.canonical[configuration];
    }
    table
}
