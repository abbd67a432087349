//! Round robin: everyone meets everyone once.
//!
//! The circle method: the players are arranged in a circle, the last one is fixed, the others
//! rotate by one after every round, and those who face each other meet. With an odd number of
//! players the fixed place is empty, and the player who faces it has no game (a bye).
//!
//! ```text
//! round 1:  0 1 2     round 2:  0 2 3 …
//!           5 4 3               (the circle has rotated by one)
//! ```

use super::Round;

pub(super) fn schedule(players: usize, games: usize) -> Vec<Round> {
    (0..rounds(players)).map(|round| Round::new(pairs(players, round), games)).collect()
}

pub(super) fn rounds(players: usize) -> usize {
    match players {
        0 | 1 => 0,
        _ => players - 1 + players % 2,
    }
}

fn pairs(players: usize, round: usize) -> Vec<[usize; 2]> {
    let circle = rounds(players);
    // The fixed player faces the place where the circle begins in this round.
    let fixed = [(players.is_multiple_of(2), [round % circle, circle])];
    let fixed = fixed.into_iter().filter_map(|(plays, pair)| plays.then_some(pair));
    let facing =
        (1..=circle / 2).map(|step| [(round + step) % circle, (round + circle - step) % circle]);
    fixed.chain(facing).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn everyone_meets_everyone_once_and_has_one_pairing_a_round() {
        for players in 2..12 {
            let rounds = schedule(players, 2);
            let mut met = HashSet::new();
            for round in &rounds {
                let mut seated = HashSet::new();
                for pairing in &round.pairings {
                    let [a, b] = pairing.players;
                    assert!(a != b && a < players && b < players);
                    assert!(seated.insert(a) && seated.insert(b));
                    assert!(met.insert([a.min(b), a.max(b)]));
                }
                assert_eq!(seated.len(), players - players % 2);
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
        }
    }
}
