//! Gauntlet: a few players meet all the others, who do not meet each other.
//!
//! This is how a new program is measured against a set of known ones: no game is spent on what is
//! known already.

use super::Round;

/// All rounds: in each, every runner meets another of the rest, as far as there are enough.
pub(super) fn draw(players: usize, runners: usize, games: usize) -> Vec<Round> {
    let rest = players - runners;
    let (fewer, more) = (runners.min(rest), runners.max(rest));
    let couple = |round: usize, seat: usize| {
        let other = (round + seat) % more;
        let (runner, guest) = if runners <= rest { (seat, other) } else { (other, seat) };
        [runner, runners + guest]
    };
    let rounds = if fewer == 0 { 0 } else { more };
    (0..rounds)
        .map(|round| Round::new((0..fewer).map(|seat| couple(round, seat)).collect(), games))
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
            for round in draw(players, runners, 2) {
                let mut seated = HashSet::new();
                for meeting in &round.meetings {
                    let [runner, guest] = meeting.players;
                    assert!(runner < runners && (runners..players).contains(&guest));
                    assert!(seated.insert(runner) && seated.insert(guest));
                    assert!(met.insert(meeting.players));
                }
            }
            assert_eq!(met.len(), runners * (players - runners));
        }
    }
}
