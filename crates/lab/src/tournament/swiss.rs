//! Swiss system: in every round, players with similar points meet who have not met before.
//!
//! ```text
//! round 1: the upper half of the list meets the lower half, in its order
//! after:   from the top of the standings, each meets the next one below whom it has not met;
//!          where that leaves two at the bottom who have met, backtrack
//! odd:     the lowest in the standings without a bye so far has one, which scores as a win
//! ```
//!
//! If there is a pairing without a rematch, backtracking finds it, within a limit of attempts.
//! Otherwise the number of rematches is raised step by step.

use std::collections::HashSet;

use super::{Format, Results, Round, standings};

/// Pairs tried before one more rematch is allowed: enough to pair a few hundred players quickly,
/// and a limit for rounds that cannot be paired without a rematch.
const MAX_ATTEMPTS: usize = 100_000;

/// The next round.
pub(super) fn pair_round(
    players: usize,
    games: usize,
    results: &Results,
    brightwell: f64,
) -> Round {
    let format = Format::Swiss { rounds: results.rounds.len() + 1 };
    let mut order: Vec<usize> = match results.rounds.is_empty() {
        true => (0..players).collect(),
        // The board size adds the same number of discs to all players.
        false => standings(format, players, 64, results, brightwell)
            .iter()
            .map(|standing| standing.player)
            .collect(),
    };
    let mut byes = Vec::new();
    if !players.is_multiple_of(2) {
        let had = |player: &usize| results.rounds.iter().any(|round| round.byes.contains(player));
        let at = order.iter().rposition(|player| !had(player)).unwrap_or(order.len() - 1);
        byes.push(order.remove(at));
    }
    let pairs = match results.rounds.is_empty() {
        true => {
            let (upper, lower) = order.split_at(order.len() / 2);
            upper.iter().zip(lower).map(|(&a, &b)| [a, b]).collect()
        }
        false => paired(&order, results),
    };
    Round { byes, ..Round::new(pairs, games) }
}

/// Pairs the players in this order, with as few rematches as possible.
fn paired(order: &[usize], results: &Results) -> Vec<[usize; 2]> {
    let met: HashSet<[usize; 2]> = results
        .pairings()
        .flat_map(|pairing| {
            let [a, b] = pairing.players;
            [[a, b], [b, a]]
        })
        .collect();
    for rematches in 0..=order.len() / 2 {
        let mut search = Backtracking { met: &met, attempts_left: MAX_ATTEMPTS, pairs: Vec::new() };
        if search.pair(order, rematches) {
            return search.pairs;
        }
    }
    order.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

struct Backtracking<'a> {
    met: &'a HashSet<[usize; 2]>,
    attempts_left: usize,
    pairs: Vec<[usize; 2]>,
}

impl Backtracking<'_> {
    /// Pairs the players that are left with at most this many rematches; the nearest come first.
    fn pair(&mut self, left: &[usize], rematches: usize) -> bool {
        let Some((&first, others)) = left.split_first() else { return true };
        for (at, &other) in others.iter().enumerate() {
            let again = usize::from(self.met.contains(&[first, other]));
            if again > rematches {
                continue;
            }
            if self.attempts_left == 0 {
                return false;
            }
            self.attempts_left -= 1;
            let rest: Vec<usize> = [&others[..at], &others[at + 1..]].concat();
            self.pairs.push([first, other]);
            if self.pair(&rest, rematches - again) {
                return true;
            }
            self.pairs.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::let_the_first_win;
    use super::*;

    /// Plays a tournament in which the lower number always wins.
    fn played(players: usize, rounds: usize) -> Results {
        let mut results = Results::default();
        for _ in 0..rounds {
            results.rounds.push(pair_round(players, 2, &results, 6.0));
            let_the_first_win(&mut results);
        }
        results
    }

    fn pairs(round: &Round) -> Vec<[usize; 2]> {
        round.pairings.iter().map(|pairing| pairing.players).collect()
    }

    /// Eight players by hand. After the first round 0 to 3 have won by the same number of discs, so
    /// they are ordered by number. The second round: 0–1, 2–3, 4–5, 6–7.
    #[test]
    fn the_first_rounds_by_hand() {
        let results = played(8, 2);
        assert_eq!(pairs(&results.rounds[0]), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(pairs(&results.rounds[1]), [[0, 1], [2, 3], [4, 5], [6, 7]]);
    }

    #[test]
    fn there_are_no_rematches_while_they_can_be_avoided() {
        for (players, rounds) in [(8, 7), (6, 5), (9, 6), (20, 9)] {
            let results = played(players, rounds);
            let mut met = HashSet::new();
            for round in &results.rounds {
                assert_eq!(2 * round.pairings.len() + round.byes.len(), players);
                for [a, b] in pairs(round) {
                    assert!(met.insert([a.min(b), a.max(b)]), "{players}: {a} and {b}");
                }
            }
        }
        // Four players have three rounds without a rematch; the fourth repeats two pairings.
        assert_eq!(played(4, 4).rounds[3].pairings.len(), 2);
    }

    #[test]
    fn everyone_has_a_bye_before_anyone_has_a_second() {
        let results = played(5, 5);
        let byes: HashSet<_> = results.rounds.iter().flat_map(|round| &round.byes).collect();
        assert_eq!(byes.len(), 5);
        assert_eq!(results.rounds[0].byes, [4]);
    }
}
