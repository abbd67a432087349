//! Round robin: everyone meets everyone once.
//!
//! The circle method: the players sit around a table, the last one stays, the others move on by one
//! seat after every round, and those who face each other meet. With an odd number of players nobody
//! sits in the last place, and whoever faces it waits.
//!
//! ```text
//! round 1:  0 1 2     round 2:  0 2 3 …
//!           5 4 3               (the circle has moved on by one)
//! ```

use super::Round;

/// All rounds.
pub(super) fn draw(players: usize, games: usize) -> Vec<Round> {
    (0..rounds(players)).map(|round| Round::new(couples(players, round), games)).collect()
}

/// How many rounds it takes.
pub(super) fn rounds(players: usize) -> usize {
    match players {
        0 | 1 => 0,
        _ => players - 1 + players % 2,
    }
}

fn couples(players: usize, round: usize) -> Vec<[usize; 2]> {
    let circle = rounds(players);
    // The one who stays faces the seat where the circle begins in this round.
    let staying = [(players.is_multiple_of(2), [round % circle, circle])];
    let staying = staying.into_iter().filter_map(|(sits, couple)| sits.then_some(couple));
    let facing =
        (1..=circle / 2).map(|step| [(round + step) % circle, (round + circle - step) % circle]);
    staying.chain(facing).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn everyone_meets_everyone_once_and_sits_at_one_table_a_round() {
        for players in 2..12 {
            let rounds = draw(players, 2);
            let mut met = HashSet::new();
            for round in &rounds {
                let mut seated = HashSet::new();
                for meeting in &round.meetings {
                    let [a, b] = meeting.players;
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
