//! Gauntlet: a few players meet all the others, who do not meet each other.
//!
//! This is how a new program is measured against a set of known ones: no game is spent on pairs
//! whose results are known already.

use super::Round;

/// All rounds. In each, every runner meets a different opponent, as far as there are enough.
pub(super) fn schedule(players: usize, runners: usize, games: usize) -> Vec<Round> {
    let rest = players - runners;
    let (fewer, more) = (runners.min(rest), runners.max(rest));
    let pair = |round: usize, seat: usize| {
        let other = (round + seat) % more;
        let (runner, opponent) = if runners <= rest { (seat, other) } else { (other, seat) };
        [runner, runners + opponent]
    };
    let rounds = if fewer == 0 { 0 } else { more };
    (0..rounds)
        .map(|round| Round::new((0..fewer).map(|seat| pair(round, seat)).collect(), games))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_runner_meets_every_other_once() {
        for (players, runners) in [(2, 1), (5, 1), (7, 2), (7, 5), (6, 3)] {
            let mut met = HashSet::new();
            for round in schedule(players, runners, 2) {
                let mut seated = HashSet::new();
                for pairing in &round.pairings {
                    let [runner, opponent] = pairing.players;
                    assert!(runner < runners && (runners..players).contains(&opponent));
                    assert!(seated.insert(runner) && seated.insert(opponent));
                    assert!(met.insert(pairing.players));
                }
            }
            assert_eq!(met.len(), runners * (players - runners));
        }
    }
}
