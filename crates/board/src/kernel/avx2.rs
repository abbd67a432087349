//! The kernel for AVX2: one axis of the board in each of four 64-bit lanes.

use std::arch::x86_64::*;

use super::rays::{RAYS, Rays, STEPS};
use super::scalar::INNER_COLUMNS;
use super::{Batch, LANES, Replies};
use crate::Square;

/// The kernel for x86-64 machines with AVX2 and the bit instructions that came with it.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The kernel, if this machine can run it.
    #[inline]
    pub fn detect() -> Option<Avx2> {
        let detected = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        detected.then_some(Avx2(()))
    }
}

detected_kernel!(Avx2, "avx2", "avx2,bmi1,bmi2,lzcnt,popcnt");

/// Four words of a table of 64-byte rows.
#[inline]
#[target_feature(enable = "avx2")]
fn load(words: &[u64; 4]) -> __m256i {
    // SAFETY: four words are 32 readable bytes, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn steps(times: u32) -> __m256i {
    let [a, b, c, d] = STEPS.map(|step| i64::from(step * times));
    _mm256_setr_epi64x(a, b, c, d)
}

/// The lanes joined by or.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn join(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}

/// Upwards the blocker is the lowest bit that is not the opponent's; downwards the bits from the
/// blocker on are found by smearing down the line.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips(mover: u64, opponent: u64, square: Square) -> u64 {
    let Rays { up, down } = &RAYS[usize::from(square.index()) % 64];
    let (up, down) = (load(up), load(down));
    let mover = _mm256_set1_epi64x(mover as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let zero = _mm256_setzero_si256();

    let free = _mm256_andnot_si256(opponent, up);
    let blocker = _mm256_and_si256(free, _mm256_sub_epi64(zero, free));
    let flanking = _mm256_and_si256(blocker, mover);
    let none = _mm256_cmpeq_epi64(flanking, zero);
    // One less than the flanking bit, or zero where there is none.
    let before = _mm256_sub_epi64(_mm256_add_epi64(flanking, _mm256_set1_epi64x(-1)), none);
    let up_flips = _mm256_and_si256(before, up);

    let free = _mm256_andnot_si256(opponent, down);
    let smeared = _mm256_or_si256(free, _mm256_srlv_epi64(free, steps(1)));
    let smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, steps(2)));
    let smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, steps(4)));
    let blocker = _mm256_andnot_si256(_mm256_srlv_epi64(smeared, steps(1)), smeared);
    let flanking = _mm256_and_si256(_mm256_and_si256(blocker, mover), down);
    let none = _mm256_cmpeq_epi64(flanking, zero);
    let down_flips = _mm256_andnot_si256(_mm256_or_si256(smeared, none), down);

    join(_mm256_or_si256(up_flips, down_flips))
}

/// The parallel-prefix fill of the scalar kernel, four axes at once.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn legal_moves(mover: u64, opponent: u64) -> u64 {
    let inner = INNER_COLUMNS as i64;
    let movers = _mm256_set1_epi64x(mover as i64);
    let through = _mm256_and_si256(
        _mm256_set1_epi64x(opponent as i64),
        _mm256_setr_epi64x(inner, -1, inner, inner),
    );
    let (one, two) = (steps(1), steps(2));

    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(movers, one));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(movers, one));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, one)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, one)));
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, one));
    let pairs_down = _mm256_srlv_epi64(pairs_up, one);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));

    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one));
    join(ends) & !(mover | opponent)
}

/// Four moves to a vector, one board in each lane.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn replies(batch: Batch<'_>) -> Replies {
    let mut replies = Replies::default();
    for half in [0, LANES / 2] {
        let words = |column: &[u64; LANES]| load(column[half..].first_chunk().expect("half a row"));
        let (mover, opponent) = (words(batch.mover), words(batch.opponent));
        let square = words(batch.square);

        let flips = flips_of_four(mover, opponent, square);
        let next_mover = _mm256_xor_si256(opponent, flips);
        let next_opponent = _mm256_xor_si256(_mm256_xor_si256(mover, flips), square);
        let moves = legal_moves_of_four(next_mover, next_opponent);

        store(&mut replies.mover, half, next_mover);
        store(&mut replies.opponent, half, next_opponent);
        store(&mut replies.moves, half, moves);
        store(&mut replies.count, half, count_ones(moves));
    }
    replies
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(column: &mut [u64; LANES], half: usize, lanes: __m256i) {
    let words: &mut [u64; 4] = column[half..].first_chunk_mut().expect("half a row");
    // SAFETY: four words are 32 writable bytes, and the store asks for no alignment.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), lanes) }
}

/// The bits of each lane counted: nibbles by table, bytes added up.
#[inline]
#[target_feature(enable = "avx2")]
fn count_ones(lanes: __m256i) -> __m256i {
    let counts = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3,
        3, 4,
    );
    let nibble = _mm256_set1_epi8(0x0f);
    let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(lanes, nibble));
    let high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi32::<4>(lanes), nibble));
    _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256())
}

/// The runs of `through` that begin one step from each bit of `from`, both ways along one axis.
macro_rules! runs {
    ($from:expr, $through:expr, $one:literal, $two:literal) => {{
        let (from, through) = ($from, $through);
        let mut up = _mm256_and_si256(through, _mm256_slli_epi64::<$one>(from));
        let mut down = _mm256_and_si256(through, _mm256_srli_epi64::<$one>(from));
        up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_slli_epi64::<$one>(up)));
        down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srli_epi64::<$one>(down)));
        let pairs_up = _mm256_and_si256(through, _mm256_slli_epi64::<$one>(through));
        let pairs_down = _mm256_srli_epi64::<$one>(pairs_up);
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_slli_epi64::<$two>(up)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srli_epi64::<$two>(down)));
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_slli_epi64::<$two>(up)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srli_epi64::<$two>(down)));
        (up, down)
    }};
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_of_four(mover: __m256i, opponent: __m256i, square: __m256i) -> __m256i {
    let inner = _mm256_and_si256(opponent, _mm256_set1_epi64x(INNER_COLUMNS as i64));
    let zero = _mm256_setzero_si256();
    let mut flips = zero;
    macro_rules! axis {
        ($through:expr, $one:literal, $two:literal) => {
            let (up, down) = runs!(square, $through, $one, $two);
            let up_end = _mm256_and_si256(mover, _mm256_slli_epi64::<$one>(up));
            let down_end = _mm256_and_si256(mover, _mm256_srli_epi64::<$one>(down));
            let up = _mm256_andnot_si256(_mm256_cmpeq_epi64(up_end, zero), up);
            let down = _mm256_andnot_si256(_mm256_cmpeq_epi64(down_end, zero), down);
            flips = _mm256_or_si256(flips, _mm256_or_si256(up, down));
        };
    }
    axis!(inner, 1, 2);
    axis!(opponent, 8, 16);
    axis!(inner, 7, 14);
    axis!(inner, 9, 18);
    flips
}

#[inline]
#[target_feature(enable = "avx2")]
fn legal_moves_of_four(mover: __m256i, opponent: __m256i) -> __m256i {
    let inner = _mm256_and_si256(opponent, _mm256_set1_epi64x(INNER_COLUMNS as i64));
    let mut moves = _mm256_setzero_si256();
    macro_rules! axis {
        ($through:expr, $one:literal, $two:literal) => {
            let (up, down) = runs!(mover, $through, $one, $two);
            let up_end = _mm256_slli_epi64::<$one>(up);
            let down_end = _mm256_srli_epi64::<$one>(down);
            moves = _mm256_or_si256(moves, _mm256_or_si256(up_end, down_end));
        };
    }
    axis!(inner, 1, 2);
    axis!(opponent, 8, 16);
    axis!(inner, 7, 14);
    axis!(inner, 9, 18);
    _mm256_andnot_si256(_mm256_or_si256(mover, opponent), moves)
}
