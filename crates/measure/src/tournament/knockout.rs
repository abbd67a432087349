//! Knock-out (single elimination): the loser of a pairing is out, and the last player left wins.
//!
//! The list of participants is the seeding. The bracket is the usual one: if the better seed always
//! wins, the first two meet in the final, the first four in the semi-finals, and so on. If the
//! number of players is no power of two, the best seeds have a bye in the first stage.
//!
//! ```text
//! 0 ┐
//!   ├ 0 ┐
//! 3 ┘   ├ 0      a pairing is won on points; a tied one is replayed, two games each time;
//! 1 ┐   │        still tied after the last replay, the discs of all these games decide,
//!   ├ 1 ┘        and then the seed
//! 2 ┘
//! ```

use super::{Pairing, Results, Round};

/// The maximum number of replays of a tied pairing.
pub(super) const MAX_REPLAYS: usize = 5;

/// The number of stages; the final is the last.
pub(super) fn stages(players: usize) -> usize {
    players.next_power_of_two().trailing_zeros() as usize
}

/// The next stage, or a replay of the tied pairings of this one.
pub(super) fn next_round(players: usize, games: usize, results: &Results) -> Vec<Round> {
    Bracket::after(players, results).next_round(games).into_iter().collect()
}

/// The stages that each player has won.
pub(super) fn stages_won(players: usize, results: &Results) -> Vec<usize> {
    Bracket::after(players, results).stages_won
}

/// The seeds in bracket order: neighbours meet, `None` is a bye.
fn bracket_order(players: usize) -> Vec<Option<usize>> {
    let mut order = vec![0];
    while order.len() < players {
        let size = 2 * order.len();
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order.into_iter().map(|seed| (seed < players).then_some(seed)).collect()
}

struct Bracket {
    /// The players that are left, in bracket order.
    slots: Vec<Option<usize>>,
    /// The pairs whose pairing in this stage is tied so far.
    tied: Vec<[usize; 2]>,
    /// The number of replays of this stage so far.
    replays: usize,
    stages_won: Vec<usize>,
}

impl Bracket {
    /// The bracket after all complete rounds.
    fn after(players: usize, results: &Results) -> Bracket {
        let mut bracket = Bracket {
            slots: bracket_order(players),
            tied: Vec::new(),
            replays: 0,
            stages_won: vec![0; players],
        };
        let mut rounds = results.rounds.iter().take_while(|round| round.is_complete()).peekable();
        while let Some(round) = rounds.next() {
            let mut stage: Vec<&Round> = vec![round];
            while let Some(replay) = rounds.next_if(|round| round.replay > 0) {
                stage.push(replay);
            }
            bracket.play(&stage);
        }
        bracket
    }

    /// Advances by a round and its replays so far.
    fn play(&mut self, stage: &[&Round]) {
        self.replays = stage.len() - 1;
        let mut winners = Vec::new();
        self.tied.clear();
        for pair in self.slots.chunks_exact(2) {
            let winner = match (pair[0], pair[1]) {
                (Some(a), Some(b)) => {
                    let pair = [a, b];
                    let winner = winner(pair, stage, self.replays == MAX_REPLAYS);
                    self.tied.extend(winner.is_none().then_some(pair));
                    winner
                }
                (a, b) => a.or(b),
            };
            winners.push(winner);
        }
        if self.tied.is_empty() {
            winners.iter().flatten().for_each(|&winner| self.stages_won[winner] += 1);
            self.slots = winners;
        }
    }

    fn next_round(&self, games: usize) -> Option<Round> {
        if !self.tied.is_empty() {
            let replay = self.replays + 1;
            return Some(Round { replay, ..Round::new(self.tied.clone(), 2) });
        }
        let pairs = self.slots.chunks_exact(2).filter_map(|pair| Some([pair[0]?, pair[1]?]));
        let pairs: Vec<_> = pairs.collect();
        (!pairs.is_empty()).then(|| Round::new(pairs, games))
    }
}

/// The winner of a pair over a round and its replays, if it is decided.
fn winner([a, b]: [usize; 2], stage: &[&Round], is_last: bool) -> Option<usize> {
    let pairings = stage.iter().flat_map(|round| &round.pairings);
    let pairings: Vec<&Pairing> = pairings.filter(|pairing| pairing.players == [a, b]).collect();
    let differences = || pairings.iter().flat_map(|pairing| pairing.differences());
    let points: i32 = differences().map(i32::signum).sum();
    let discs: i32 = differences().sum();
    match points {
        1.. => Some(a),
        ..=-1 => Some(b),
        0 if !is_last => None,
        0 if discs > 0 => Some(a),
        0 if discs < 0 => Some(b),
        0 => Some(a.min(b)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::let_the_first_win;
    use super::super::{GameId, GameResult};
    use super::*;

    fn pairs(round: &Round) -> Vec<[usize; 2]> {
        round.pairings.iter().map(|pairing| pairing.players).collect()
    }

    #[test]
    fn the_better_seeds_meet_last() {
        let mut results = Results::default();
        let mut paired = Vec::new();
        while let Some(round) = next_round(8, 2, &results).pop() {
            paired.push(pairs(&round));
            results.rounds.push(round);
            let_the_first_win(&mut results);
        }
        let stages = [vec![[0, 7], [3, 4], [1, 6], [2, 5]], vec![[0, 3], [1, 2]], vec![[0, 1]]];
        assert_eq!(paired, stages);
        assert_eq!(stages_won(8, &results), [3, 2, 1, 1, 0, 0, 0, 0]);
    }

    #[test]
    fn the_best_have_byes_if_the_number_is_no_power_of_two() {
        for players in 2..20 {
            let mut results = Results::default();
            while let Some(round) = next_round(players, 4, &results).pop() {
                results.rounds.push(round);
                let_the_first_win(&mut results);
            }
            assert_eq!(results.rounds.len(), stages(players));
            assert_eq!(results.pairings().count(), players - 1);
        }
        assert_eq!(pairs(&next_round(5, 2, &Results::default())[0]), [[3, 4]]);
        assert_eq!(pairs(&next_round(6, 2, &Results::default())[0]), [[3, 4], [2, 5]]);
    }

    /// Black wins both games of every pairing, by `first` and `second` discs: a tie on points.
    fn split(results: &mut Results, first: i32, second: i32) {
        let round = results.rounds.len() - 1;
        for pairing in 0..results.rounds[round].pairings.len() {
            for (game, black_score) in [first, second].into_iter().enumerate() {
                let id = GameId { round, pairing, game };
                results.record(id, GameResult { black_score, forfeit: None });
            }
        }
    }

    #[test]
    fn ties_are_replayed_then_broken_by_discs_then_by_seed() {
        for (last, winner) in [((2, 4), 1), ((4, 2), 0), ((2, 2), 0)] {
            let mut results = Results::default();
            for replay in 0..=MAX_REPLAYS {
                let round = next_round(2, 2, &results).pop().unwrap();
                assert_eq!((round.replay, pairs(&round)), (replay, vec![[0, 1]]));
                results.rounds.push(round);
                split(&mut results, 2, 2);
            }
            split(&mut results, last.0, last.1);
            assert_eq!(next_round(2, 2, &results), []);
            assert_eq!(stages_won(2, &results)[winner], 1);
        }
    }
}
