//! The kernel for AVX-512: leading zeros and three-input logic in every lane, eight boards at once.

use std::arch::x86_64::*;

use super::avx2::join;
use super::rays::{RAYS, Rays, STEPS};
use super::scalar::INNER_COLUMNS;
use super::{Batch, LANES, Replies};
use crate::Square;

/// The kernel for x86-64 machines with AVX-512 F, CD, VL, DQ, BW and VPOPCNTDQ.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The kernel, if this machine can run it.
    #[inline]
    pub fn detect() -> Option<Avx512> {
        let detected = super::Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vpopcntdq");
        detected.then_some(Avx512(()))
    }
}

detected_kernel!(
    Avx512,
    "avx512",
    "avx2,bmi1,bmi2,lzcnt,popcnt",
    "avx512f,avx512cd,avx512vl,avx512dq,avx512bw,avx512vpopcntdq"
);

/// Truth tables of three-input logic, by the names of what they compute.
mod logic {
    /// `a | (b & c)`
    pub(super) const OR_AND: i32 = 0b1111_1000;
    /// `a | b | c`
    pub(super) const OR: i32 = 0b1111_1110;
    /// `a ^ b ^ c`
    pub(super) const XOR: i32 = 0b1001_0110;
    /// `a & !(b | c)`
    pub(super) const AND_NOR: i32 = 0b0001_0000;
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn load(words: &[u64; 4]) -> __m256i {
    // SAFETY: four words are 32 readable bytes, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn steps(times: u32) -> __m256i {
    let [a, b, c, d] = STEPS.map(|step| i64::from(step * times));
    _mm256_setr_epi64x(a, b, c, d)
}

/// Upwards as for AVX2; downwards the blocker is the highest bit, by leading zeros.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx512dq,avx512bw,avx512vpopcntdq")]
fn flips(mover: u64, opponent: u64, square: Square) -> u64 {
    let Rays { up, down } = &RAYS[usize::from(square.index()) % 64];
    let (up, down) = (load(up), load(down));
    let mover = _mm256_set1_epi64x(mover as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let zero = _mm256_setzero_si256();

    let free = _mm256_andnot_si256(opponent, up);
    let blocker = _mm256_and_si256(free, _mm256_sub_epi64(zero, free));
    let flanked = _mm256_test_epi64_mask(blocker, mover);
    let before = _mm256_maskz_add_epi64(flanked, blocker, _mm256_set1_epi64x(-1));
    let up_flips = _mm256_and_si256(before, up);

    let free = _mm256_andnot_si256(opponent, down);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(free));
    let flanking = _mm256_and_si256(highest, mover);
    let beyond = _mm256_slli_epi64::<1>(_mm256_sub_epi64(zero, flanking));

    join(_mm256_ternarylogic_epi64::<{ logic::OR_AND }>(up_flips, beyond, down))
}

/// The parallel-prefix fill of the scalar kernel, four axes at once.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx512dq,avx512bw,avx512vpopcntdq")]
fn legal_moves(mover: u64, opponent: u64) -> u64 {
    let inner = INNER_COLUMNS as i64;
    let movers = _mm256_set1_epi64x(mover as i64);
    let through = _mm256_and_si256(
        _mm256_set1_epi64x(opponent as i64),
        _mm256_setr_epi64x(inner, -1, inner, inner),
    );
    let (one, two) = (steps(1), steps(2));
    let or_and = |a, b, c| _mm256_ternarylogic_epi64::<{ logic::OR_AND }>(a, b, c);

    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(movers, one));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(movers, one));
    up = or_and(up, through, _mm256_sllv_epi64(up, one));
    down = or_and(down, through, _mm256_srlv_epi64(down, one));
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, one));
    let pairs_down = _mm256_srlv_epi64(pairs_up, one);
    up = or_and(up, pairs_up, _mm256_sllv_epi64(up, two));
    down = or_and(down, pairs_down, _mm256_srlv_epi64(down, two));
    up = or_and(up, pairs_up, _mm256_sllv_epi64(up, two));
    down = or_and(down, pairs_down, _mm256_srlv_epi64(down, two));

    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one));
    join(ends) & !(mover | opponent)
}

/// Eight moves to a vector, one board in each lane.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx512dq,avx512bw,avx512vpopcntdq")]
fn replies(batch: Batch<'_>) -> Replies {
    let words = |column: &[u64; LANES]| {
        // SAFETY: eight words are 64 readable bytes, and the load asks for no alignment.
        unsafe { _mm512_loadu_si512(column.as_ptr().cast()) }
    };
    let (mover, opponent) = (words(batch.mover), words(batch.opponent));
    let square = words(batch.square);

    let flips = flips_of_eight(mover, opponent, square);
    let next_mover = _mm512_xor_si512(opponent, flips);
    let next_opponent = _mm512_ternarylogic_epi64::<{ logic::XOR }>(mover, flips, square);
    let moves = legal_moves_of_eight(next_mover, next_opponent);

    let mut replies = Replies::default();
    let store = |column: &mut [u64; LANES], lanes| {
        // SAFETY: eight words are 64 writable bytes, and the store asks for no alignment.
        unsafe { _mm512_storeu_si512(column.as_mut_ptr().cast(), lanes) }
    };
    store(&mut replies.mover, next_mover);
    store(&mut replies.opponent, next_opponent);
    store(&mut replies.moves, moves);
    store(&mut replies.count, _mm512_popcnt_epi64(moves));
    replies
}

/// The runs of `through` that begin one step from each bit of `from`, both ways along one axis.
macro_rules! runs {
    ($from:expr, $through:expr, $one:literal, $two:literal) => {{
        let (from, through) = ($from, $through);
        let or_and = |a, b, c| _mm512_ternarylogic_epi64::<{ logic::OR_AND }>(a, b, c);
        let mut up = _mm512_and_si512(through, _mm512_slli_epi64::<$one>(from));
        let mut down = _mm512_and_si512(through, _mm512_srli_epi64::<$one>(from));
        up = or_and(up, through, _mm512_slli_epi64::<$one>(up));
        down = or_and(down, through, _mm512_srli_epi64::<$one>(down));
        let pairs_up = _mm512_and_si512(through, _mm512_slli_epi64::<$one>(through));
        let pairs_down = _mm512_srli_epi64::<$one>(pairs_up);
        up = or_and(up, pairs_up, _mm512_slli_epi64::<$two>(up));
        down = or_and(down, pairs_down, _mm512_srli_epi64::<$two>(down));
        up = or_and(up, pairs_up, _mm512_slli_epi64::<$two>(up));
        down = or_and(down, pairs_down, _mm512_srli_epi64::<$two>(down));
        (up, down)
    }};
}

#[inline]
#[target_feature(enable = "avx512f")]
fn flips_of_eight(mover: __m512i, opponent: __m512i, square: __m512i) -> __m512i {
    let inner = _mm512_and_si512(opponent, _mm512_set1_epi64(INNER_COLUMNS as i64));
    let mut flips = _mm512_setzero_si512();
    macro_rules! axis {
        ($through:expr, $one:literal, $two:literal) => {
            let (up, down) = runs!(square, $through, $one, $two);
            let up_ends = _mm512_test_epi64_mask(mover, _mm512_slli_epi64::<$one>(up));
            let down_ends = _mm512_test_epi64_mask(mover, _mm512_srli_epi64::<$one>(down));
            flips = _mm512_mask_or_epi64(flips, up_ends, flips, up);
            flips = _mm512_mask_or_epi64(flips, down_ends, flips, down);
        };
    }
    axis!(inner, 1, 2);
    axis!(opponent, 8, 16);
    axis!(inner, 7, 14);
    axis!(inner, 9, 18);
    flips
}

#[inline]
#[target_feature(enable = "avx512f")]
fn legal_moves_of_eight(mover: __m512i, opponent: __m512i) -> __m512i {
    let inner = _mm512_and_si512(opponent, _mm512_set1_epi64(INNER_COLUMNS as i64));
    let mut moves = _mm512_setzero_si512();
    macro_rules! axis {
        ($through:expr, $one:literal, $two:literal) => {
            let (up, down) = runs!(mover, $through, $one, $two);
            let up_end = _mm512_slli_epi64::<$one>(up);
            let down_end = _mm512_srli_epi64::<$one>(down);
            moves = _mm512_ternarylogic_epi64::<{ logic::OR }>(moves, up_end, down_end);
        };
    }
    axis!(inner, 1, 2);
    axis!(opponent, 8, 16);
    axis!(inner, 7, 14);
    axis!(inner, 9, 18);
    _mm512_ternarylogic_epi64::<{ logic::AND_NOR }>(moves, mover, opponent)
}
