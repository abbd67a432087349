//! Derives many seeds from one: each game and each player has its own RNG, whatever the order and
//! the number of threads in which the games are played.

/// The seed number `index` of a stream. Neighbouring indices give unrelated seeds: each step is the
/// finaliser of SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) fn derived(base: u64, stream: u64, index: u64) -> u64 {
    mixed(mixed(mixed(base) ^ stream) ^ index)
}

fn mixed(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The first three numbers of SplitMix64 from the seed 1234567, as published with it.
    #[test]
    fn the_published_sequence() {
        let step = 0x9e37_79b9_7f4a_7c15_u64;
        let found = [0, 1, 2].map(|n| mixed(1_234_567_u64.wrapping_add(step.wrapping_mul(n))));
        assert_eq!(found, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn no_two_streams_or_indices_share_a_seed() {
        let mut seen = HashSet::new();
        for base in 0..10 {
            for stream in 0..3 {
                for index in 0..100 {
                    assert!(seen.insert(derived(base, stream, index)));
                }
            }
        }
    }
}
