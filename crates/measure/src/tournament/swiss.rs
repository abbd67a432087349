//! Swiss system: in every round, players with similar points meet who have not met before.
//!
//! ```text
//! round 1: the upper half of the list meets the lower half, in its order
//! after:   from the top of the standings, each meets the next one below whom it has not met;
//!          where that leaves two at the bottom who have met, backtrack
//! odd:     the lowest in the standings without a bye so far has one, which scores as a win
//! colours: with an odd number of games, of those with equal points the one who should have the other
//!          colour comes first, and nobody has a colour three times in a row if that can be avoided
//! ```
//!
//! If there is a pairing without a rematch, backtracking finds it, within a limit of attempts.
//! Otherwise the number of rematches is raised step by step; then likewise that of players who have a
//! colour again which they should not have.

use std::collections::HashSet;

use super::colors::{Claim, History};
use super::{Drawing, Format, Results, Round, standings};

/// Pairs tried before one more rematch is allowed: enough to pair a few hundred players quickly,
/// and a limit for rounds that cannot be paired without a rematch.
const MAX_ATTEMPTS: usize = 100_000;

pub(super) fn pair_round(players: usize, results: &Results, drawing: Drawing) -> Round {
    let Drawing { games, brightwell, .. } = drawing;
    let format = Format::Swiss { rounds: results.rounds.len() + 1 };
    // The board size adds the same number of discs to all players.
    let standings = standings(format, players, 64, results, brightwell);
    let mut points = vec![0.0; players];
    standings.iter().for_each(|standing| points[standing.player] = standing.points());
    let mut order: Vec<usize> = if results.rounds.is_empty() {
        (0..players).collect()
    } else {
        standings.iter().map(|standing| standing.player).collect()
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
        false if games.is_multiple_of(2) => paired(&order, results, None),
        false => {
            let history = History::new(players, results);
            let claims = (0..players).map(|player| history.claim(player)).collect();
            paired(&order, results, Some(&Colors { claims, points }))
        }
    };
    Round { byes, ..Round::new(pairs, games) }
}

/// What the colours of a round depend on, by player.
struct Colors {
    claims: Vec<Claim>,
    points: Vec<f64>,
}

impl Colors {
    fn clash(&self, a: usize, b: usize) -> bool {
        self.claims[a].clashes(self.claims[b])
    }

    /// The possible opponents, the nearest first; of those with equal points, first those who should
    /// not have the same colour.
    fn ordered(&self, first: usize, others: &[usize]) -> Vec<usize> {
        let competes = |other: &usize| self.claims[first].competes(self.claims[*other]);
        let same = |a: &usize, b: &usize| self.points[*a] == self.points[*b];
        let groups = others.chunk_by(same).flat_map(|group| {
            let (competing, fine): (Vec<usize>, Vec<usize>) =
                group.iter().partition(|one| competes(one));
            [fine, competing].concat()
        });
        groups.collect()
    }
}

/// Pairs the players in this order, with as few rematches as possible, and then with as few clashes of
/// colours.
fn paired(order: &[usize], results: &Results, colors: Option<&Colors>) -> Vec<[usize; 2]> {
    let met: HashSet<[usize; 2]> = results
        .pairings()
        .flat_map(|pairing| {
            let [a, b] = pairing.players;
            [[a, b], [b, a]]
        })
        .collect();
    let most = order.len() / 2;
    let search = |colors, rematches, clashes| {
        let attempts_left = MAX_ATTEMPTS;
        let mut search = Backtracking { met: &met, colors, attempts_left, pairs: Vec::new() };
        search.pair(order, rematches, clashes).then_some(search.pairs)
    };
    let without = (0..=most).find_map(|rematches| Some((rematches, search(None, rematches, 0)?)));
    let Some((rematches, pairs)) = without else {
        return order.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    };
    let with = colors
        .and_then(|colors| (0..=most).find_map(|clashes| search(Some(colors), rematches, clashes)));
    with.unwrap_or(pairs)
}

struct Backtracking<'a> {
    met: &'a HashSet<[usize; 2]>,
    colors: Option<&'a Colors>,
    attempts_left: usize,
    pairs: Vec<[usize; 2]>,
}

impl Backtracking<'_> {
    /// Pairs the players that are left with at most this many rematches and clashes of colours; the
    /// nearest come first.
    fn pair(&mut self, left: &[usize], rematches: usize, clashes: usize) -> bool {
        let Some((&first, others)) = left.split_first() else { return true };
        let candidates = match self.colors {
            Some(colors) => colors.ordered(first, others),
            None => others.to_vec(),
        };
        for other in candidates {
            let again = usize::from(self.met.contains(&[first, other]));
            let clash = usize::from(self.colors.is_some_and(|colors| colors.clash(first, other)));
            if again > rematches || clash > clashes {
                continue;
            }
            if self.attempts_left == 0 {
                return false;
            }
            self.attempts_left -= 1;
            let rest: Vec<usize> = others.iter().copied().filter(|one| *one != other).collect();
            self.pairs.push([first, other]);
            if self.pair(&rest, rematches - again, clashes - clash) {
                return true;
            }
            self.pairs.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::GameResult;
    use super::super::results::tests::let_the_first_win;
    use super::*;
    use crate::seeds::derived;

    /// Plays a tournament in which the lower number always wins.
    fn played(players: usize, rounds: usize) -> Results {
        let mut results = Results::default();
        for _ in 0..rounds {
            let drawing = Drawing { games: 2, brightwell: 6.0, seed: 1 };
            results.rounds.push(pair_round(players, &results, drawing));
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

    /// The rounds of a Swiss of one game each, whose results are drawn by a seed.
    fn with_one_game(players: usize, rounds: usize, seed: u64) -> Results {
        let drawing = Drawing { games: 1, brightwell: 6.0, seed };
        let format = Format::Swiss { rounds };
        let mut results = Results::default();
        while let [round] = &format.next_rounds(players, &results, drawing)[..] {
            results.rounds.push(round.clone());
            for id in results.open_games(0).collect::<Vec<_>>() {
                let [black, white] = results.pairing(id).players;
                let luck = derived(seed, id.round as u64, (black + 1000 * white) as u64) % 21;
                // The better ones, with the lower numbers, win more often.
                let black_score = luck as i32 - 10 + (white as i32 - black as i32) / 2;
                results.record(id, GameResult { black_score, forfeit: None });
            }
        }
        results
    }

    #[test]
    fn nobody_has_a_colour_three_times_in_a_row() {
        let mut repeated = 0;
        let mut in_all = 0;
        for seed in 0..40 {
            for (players, rounds) in [(8, 4), (13, 6), (20, 7), (41, 8)] {
                let results = with_one_game(players, rounds, seed);
                let mut colors = vec![String::new(); players];
                let mut met = HashSet::new();
                for [black, white] in results.rounds.iter().flat_map(pairs) {
                    colors[black].push('B');
                    colors[white].push('W');
                    assert!(met.insert([black.min(white), black.max(white)]), "no rematch");
                }
                for had in &colors {
                    assert!(
                        !had.contains("BBB") && !had.contains("WWW"),
                        "{players} {seed}: {had}"
                    );
                    let [black, white] = ['B', 'W'].map(|color| had.matches(color).count());
                    assert!(black.abs_diff(white) <= 2, "{players} {seed}: {had}");
                    in_all += had.len() - 1;
                    repeated += had.as_bytes().windows(2).filter(|pair| pair[0] == pair[1]).count();
                }
                assert_eq!(results, with_one_game(players, rounds, seed), "the seed decides");
            }
        }
        assert!(5 * repeated < in_all, "colours alternate: {repeated} of {in_all} do not");
        let first = |seed| pairs(&with_one_game(8, 1, seed).rounds[0]);
        assert!((1..20).any(|seed| first(seed) != first(0)), "another seed, other colours");
    }

    /// Two players have no other opponent: the colours change all the same.
    #[test]
    fn rematches_exchange_the_colours() {
        let results = with_one_game(2, 4, 7);
        let rounds: Vec<_> = results.rounds.iter().flat_map(pairs).collect();
        assert!(rounds.windows(2).all(|two| two[0] == [two[1][1], two[1][0]]), "{rounds:?}");
    }
}
