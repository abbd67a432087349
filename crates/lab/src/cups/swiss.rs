//! Swiss: in every round, players with about as many points meet who have not met before.
//!
//! ```text
//! round 1: the upper half of the list meets the lower half, in its order
//! after:   from the top of the standings, each meets the next one below whom it has not met;
//!          where that leaves two at the bottom who have met, the last choices are taken back
//! odd:     the last in the standings who had no bye yet has one, worth as much as winning
//! ```
//!
//! As long as there is a round without a rematch, one is found; after too many rounds for that, the
//! fewest rematches that the search comes across are allowed.

use std::collections::HashSet;

use super::{Format, Round, Sheet, standings};

/// How many couples are tried before rematches are allowed: a few hundred players are drawn in a
/// moment, and a hopeless round is given up.
const PATIENCE: usize = 100_000;

/// The next round.
pub(super) fn draw(players: usize, games: usize, sheet: &Sheet, brightwell: f64) -> Round {
    let format = Format::Swiss { rounds: sheet.rounds.len() + 1 };
    let mut order: Vec<usize> = match sheet.rounds.is_empty() {
        true => (0..players).collect(),
        // The size of the board only adds the same discs to all.
        false => standings(format, players, 64, sheet, brightwell)
            .iter()
            .map(|standing| standing.player)
            .collect(),
    };
    let mut byes = Vec::new();
    if !players.is_multiple_of(2) {
        let had = |player: &usize| sheet.rounds.iter().any(|round| round.byes.contains(player));
        let at = order.iter().rposition(|player| !had(player)).unwrap_or(order.len() - 1);
        byes.push(order.remove(at));
    }
    let couples = match sheet.rounds.is_empty() {
        true => {
            let (upper, lower) = order.split_at(order.len() / 2);
            upper.iter().zip(lower).map(|(&a, &b)| [a, b]).collect()
        }
        false => paired(&order, sheet),
    };
    Round { byes, ..Round::new(couples, games) }
}

/// The players in this order, in couples with the fewest rematches.
fn paired(order: &[usize], sheet: &Sheet) -> Vec<[usize; 2]> {
    let met: HashSet<[usize; 2]> = sheet
        .meetings()
        .flat_map(|meeting| {
            let [a, b] = meeting.players;
            [[a, b], [b, a]]
        })
        .collect();
    for rematches in 0..=order.len() / 2 {
        let mut search = Search { met: &met, patience: PATIENCE, couples: Vec::new() };
        if search.pair(order, rematches) {
            return search.couples;
        }
    }
    order.chunks_exact(2).map(|couple| [couple[0], couple[1]]).collect()
}

struct Search<'a> {
    met: &'a HashSet<[usize; 2]>,
    patience: usize,
    couples: Vec<[usize; 2]>,
}

impl Search<'_> {
    /// Pairs everyone who is left, with at most so many rematches; the nearest are tried first.
    fn pair(&mut self, left: &[usize], rematches: usize) -> bool {
        let Some((&first, others)) = left.split_first() else { return true };
        for (at, &other) in others.iter().enumerate() {
            let again = usize::from(self.met.contains(&[first, other]));
            if again > rematches {
                continue;
            }
            if self.patience == 0 {
                return false;
            }
            self.patience -= 1;
            let rest: Vec<usize> = [&others[..at], &others[at + 1..]].concat();
            self.couples.push([first, other]);
            if self.pair(&rest, rematches - again) {
                return true;
            }
            self.couples.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::tests::let_the_first_win;
    use super::*;

    /// Plays a tournament that the lower number always wins.
    fn played(players: usize, rounds: usize) -> Sheet {
        let mut sheet = Sheet::default();
        for _ in 0..rounds {
            sheet.rounds.push(draw(players, 2, &sheet, 6.0));
            let_the_first_win(&mut sheet);
        }
        sheet
    }

    fn couples(round: &Round) -> Vec<[usize; 2]> {
        round.meetings.iter().map(|meeting| meeting.players).collect()
    }

    /// Eight players by hand. After the first round 0 to 3 have won, by as many discs; the order is
    /// theirs by number. The second: 0–1, 2–3, 4–5, 6–7.
    #[test]
    fn the_first_rounds_by_hand() {
        let sheet = played(8, 2);
        assert_eq!(couples(&sheet.rounds[0]), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(couples(&sheet.rounds[1]), [[0, 1], [2, 3], [4, 5], [6, 7]]);
    }

    #[test]
    fn nobody_meets_the_same_player_again_as_long_as_that_can_be() {
        for (players, rounds) in [(8, 7), (6, 5), (9, 6), (20, 9)] {
            let sheet = played(players, rounds);
            let mut met = HashSet::new();
            for round in &sheet.rounds {
                assert_eq!(2 * round.meetings.len() + round.byes.len(), players);
                for [a, b] in couples(round) {
                    assert!(met.insert([a.min(b), a.max(b)]), "{players}: {a} and {b}");
                }
            }
        }
        // Four players have three rounds; the fourth repeats two meetings, and no more.
        assert_eq!(played(4, 4).rounds[3].meetings.len(), 2);
    }

    #[test]
    fn a_bye_comes_to_each_before_it_comes_again() {
        let sheet = played(5, 5);
        let byes: HashSet<_> = sheet.rounds.iter().flat_map(|round| &round.byes).collect();
        assert_eq!(byes.len(), 5);
        assert_eq!(sheet.rounds[0].byes, [4]);
    }
}
