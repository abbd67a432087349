//! The rules on vectors of two 64-bit words, for instruction sets whose vectors have 128 bits: NEON and
//! WebAssembly's simd128. Each of them only names its instructions, by [`Pair`].
//!
//! The two words are a board and its mirror image with the rows in reverse order. Directions that lead to
//! lower rows lead to higher ones there, so one shift to the left serves both. Rows themselves are left
//! to the scalar kernel: to reverse them would cost more than it saves, as WebAssembly has no
//! instruction for it. In a batch the two words are two boards.

use super::rays::RAYS;
use super::scalar::{INNER_COLUMNS, along, flips_down, flips_up};
use super::{Batch, LANES, Replies};

/// Two 64-bit words in one vector.
pub(super) trait Pair: Copy {
    /// A vector of these two.
    fn new(words: [u64; 2]) -> Self;
    fn words(self) -> [u64; 2];
    fn and(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// One less than each word, or zero where it is zero.
    fn below(self) -> Self;
    /// The words negated.
    fn neg(self) -> Self;
    /// All ones in the words that have a bit in common, else zero.
    fn meets(self, other: Self) -> Self;
    /// Both words shifted to the left.
    fn shl<const BITS: i32>(self) -> Self;
    /// Both words shifted to the right.
    fn shr<const BITS: i32>(self) -> Self;
    /// The number of bits of each word.
    fn count_ones(self) -> Self;

    /// A board and its mirror image.
    #[inline(always)]
    fn mirrored(bits: u64) -> Self {
        Self::new([bits, bits.swap_bytes()])
    }

    /// The first word joined with the mirror image of the second.
    #[inline(always)]
    fn joined(self) -> u64 {
        let [word, mirrored] = self.words();
        word | mirrored.swap_bytes()
    }
}

/// The blocker on a ray is the lowest bit that is not the opponent's; if it is the mover's, everything
/// before it is flipped.
#[inline(always)]
pub(super) fn flips<P: Pair>(mover: u64, opponent: u64, square: u8) -> u64 {
    let square = usize::from(square) % 64;
    let (rays, mirrored) = (&RAYS[square], &RAYS[square ^ 56]);
    let along_row =
        flips_up(mover, opponent, rays.up[0]) | flips_down(mover, opponent, rays.down[0]);
    let (mover, opponent) = (P::mirrored(mover), P::mirrored(opponent));
    let mut flips = P::new([0; 2]);
    for axis in 1..4 {
        let ray = P::new([rays.up[axis], mirrored.up[axis]]);
        let free = ray.and_not(opponent);
        let flanking = free.and(free.neg()).and(mover);
        flips = flips.or(flanking.below().and(ray));
    }
    flips.joined() | along_row
}

/// The parallel-prefix fill of the scalar kernel, up and down the rows at once.
#[inline(always)]
pub(super) fn legal_moves<P: Pair>(mover: u64, opponent: u64) -> u64 {
    let along_rows = along::<1>(mover, opponent & INNER_COLUMNS);
    let own = P::mirrored(mover);
    let through = P::mirrored(opponent);
    let inner = through.and(P::new([INNER_COLUMNS; 2]));
    let ends = run::<P, 8, 16>(own, through)
        .shl::<8>()
        .or(run::<P, 7, 14>(own, inner).shl::<7>())
        .or(run::<P, 9, 18>(own, inner).shl::<9>());
    (ends.joined() | along_rows) & !(mover | opponent)
}

/// The runs of `through`, of six squares at most, that begin one step above each bit of `from`.
#[inline(always)]
fn run<P: Pair, const ONE: i32, const TWO: i32>(from: P, through: P) -> P {
    let mut run = through.and(from.shl::<ONE>());
    run = run.or(through.and(run.shl::<ONE>()));
    let pairs = through.and(through.shl::<ONE>());
    run = run.or(pairs.and(run.shl::<TWO>()));
    run.or(pairs.and(run.shl::<TWO>()))
}

/// The runs below each bit of `from`; [`run`] has those above.
#[inline(always)]
fn run_down<P: Pair, const ONE: i32, const TWO: i32>(from: P, through: P) -> P {
    let mut run = through.and(from.shr::<ONE>());
    run = run.or(through.and(run.shr::<ONE>()));
    let pairs = through.and(through.shr::<ONE>());
    run = run.or(pairs.and(run.shr::<TWO>()));
    run.or(pairs.and(run.shr::<TWO>()))
}

/// Two moves to a vector, one board in each word.
#[inline(always)]
pub(super) fn replies<P: Pair>(batch: Batch<'_>) -> Replies {
    let mut replies = Replies::default();
    for at in (0..LANES).step_by(2) {
        let words = |column: &[u64; LANES]| P::new([column[at], column[at + 1]]);
        let (mover, opponent) = (words(batch.mover), words(batch.opponent));
        let square = words(batch.square);

        let flips = flips_of_two(mover, opponent, square);
        let next_mover = opponent.xor(flips);
        let next_opponent = mover.xor(flips).xor(square);
        let moves = legal_moves_of_two(next_mover, next_opponent);

        let store = |column: &mut [u64; LANES], pair: P| {
            [column[at], column[at + 1]] = pair.words();
        };
        store(&mut replies.mover, next_mover);
        store(&mut replies.opponent, next_opponent);
        store(&mut replies.moves, moves);
        store(&mut replies.count, moves.count_ones());
    }
    replies
}

#[inline(always)]
fn flips_of_two<P: Pair>(mover: P, opponent: P, square: P) -> P {
    let inner = opponent.and(P::new([INNER_COLUMNS; 2]));
    flips_along::<P, 1, 2>(mover, inner, square)
        .or(flips_along::<P, 8, 16>(mover, opponent, square))
        .or(flips_along::<P, 7, 14>(mover, inner, square))
        .or(flips_along::<P, 9, 18>(mover, inner, square))
}

#[inline(always)]
fn flips_along<P: Pair, const ONE: i32, const TWO: i32>(mover: P, through: P, square: P) -> P {
    let up = run::<P, ONE, TWO>(square, through);
    let down = run_down::<P, ONE, TWO>(square, through);
    let up_ends = up.shl::<ONE>().meets(mover);
    let down_ends = down.shr::<ONE>().meets(mover);
    up.and(up_ends).or(down.and(down_ends))
}

#[inline(always)]
fn legal_moves_of_two<P: Pair>(mover: P, opponent: P) -> P {
    let inner = opponent.and(P::new([INNER_COLUMNS; 2]));
    ends_along::<P, 1, 2>(mover, inner)
        .or(ends_along::<P, 8, 16>(mover, opponent))
        .or(ends_along::<P, 7, 14>(mover, inner))
        .or(ends_along::<P, 9, 18>(mover, inner))
        .and_not(mover.or(opponent))
}

#[inline(always)]
fn ends_along<P: Pair, const ONE: i32, const TWO: i32>(mover: P, through: P) -> P {
    let up = run::<P, ONE, TWO>(mover, through).shl::<ONE>();
    up.or(run_down::<P, ONE, TWO>(mover, through).shr::<ONE>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Kernel, Scalar};
    use crate::{Board, Position};

    /// Two words without a vector: the functions above are tested on every machine.
    impl Pair for [u64; 2] {
        fn new(words: [u64; 2]) -> Self {
            words
        }
        fn words(self) -> [u64; 2] {
            self
        }
        fn and(self, other: Self) -> Self {
            [self[0] & other[0], self[1] & other[1]]
        }
        fn and_not(self, other: Self) -> Self {
            [self[0] & !other[0], self[1] & !other[1]]
        }
        fn or(self, other: Self) -> Self {
            [self[0] | other[0], self[1] | other[1]]
        }
        fn xor(self, other: Self) -> Self {
            [self[0] ^ other[0], self[1] ^ other[1]]
        }
        fn below(self) -> Self {
            self.map(|word| word.saturating_sub(1))
        }
        fn neg(self) -> Self {
            self.map(u64::wrapping_neg)
        }
        fn meets(self, other: Self) -> Self {
            self.and(other).map(|common| if common == 0 { 0 } else { u64::MAX })
        }
        fn shl<const BITS: i32>(self) -> Self {
            self.map(|word| word << BITS)
        }
        fn shr<const BITS: i32>(self) -> Self {
            self.map(|word| word >> BITS)
        }
        fn count_ones(self) -> Self {
            self.map(|word| u64::from(word.count_ones()))
        }
    }

    fn agrees(board: Board) {
        type P = [u64; 2];
        let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
        assert_eq!(legal_moves::<P>(mover, opponent), Scalar.legal_moves(board).bits());
        for square in board.empties() {
            let expected = Scalar.flips(board, square).bits();
            assert_eq!(flips::<P>(mover, opponent, square.index()), expected, "{board:?} {square}");
        }
        let moves: Vec<u64> =
            board.legal_moves().into_iter().map(|m| m.bitboard().bits()).collect();
        for siblings in moves.chunks(LANES) {
            let square = std::array::from_fn(|lane| siblings[lane % siblings.len()]);
            let batch =
                Batch { mover: &[mover; LANES], opponent: &[opponent; LANES], square: &square };
            assert_eq!(replies::<P>(batch), Scalar.replies(batch));
        }
    }

    #[test]
    fn pairs_agree_with_the_scalar_kernel() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..200 {
            let mut position = Position::start();
            while position.moves().len() > 0 {
                agrees(position.board());
                agrees(position.board().passed());
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let count = position.moves().len();
                let played = position.moves().nth(random as usize % count);
                position = position.after(played.expect("as many as that"));
            }
        }
    }
}
