//! Knock-out: who loses a meeting is out, and the last one left has won.
//!
//! The list of entrants is the seeding. The bracket is the usual one: if the better seed always
//! wins, the first two meet in the final, the first four in the semi-finals, and so on. Where their
//! number is no power of two, the best have nobody to meet in the first stage.
//!
//! ```text
//! 0 ┐
//!   ├ 0 ┐
//! 3 ┘   ├ 0      a meeting is won on points; a tied one is replayed, two games each time;
//! 1 ┐   │        still tied after the last replay, the discs of all these games decide,
//!   ├ 1 ┘        and then the seed
//! 2 ┘
//! ```

use super::{Meeting, Round, Sheet};

/// How often a tied meeting is replayed.
pub(super) const MOST_REPLAYS: usize = 5;

/// How many stages there are: the final is the last.
pub(super) fn stages(players: usize) -> usize {
    players.next_power_of_two().trailing_zeros() as usize
}

/// The next stage, or the replay of what was tied in this one.
pub(super) fn draw(players: usize, games: usize, sheet: &Sheet) -> Vec<Round> {
    Bracket::after(players, sheet).next_round(games).into_iter().collect()
}

/// How many stages each player has survived.
pub(super) fn reached(players: usize, sheet: &Sheet) -> Vec<usize> {
    Bracket::after(players, sheet).reached
}

/// The seeds in the order of the bracket: neighbours meet, `None` is nobody.
fn seeded(players: usize) -> Vec<Option<usize>> {
    let mut order = vec![0];
    while order.len() < players {
        let size = 2 * order.len();
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order.into_iter().map(|seed| (seed < players).then_some(seed)).collect()
}

struct Bracket {
    /// Who is in, in the order of the bracket.
    places: Vec<Option<usize>>,
    /// The couples whose meeting in this stage is tied so far.
    tied: Vec<[usize; 2]>,
    /// How many replays this stage has had.
    replays: usize,
    reached: Vec<usize>,
}

impl Bracket {
    /// How things stand after the rounds of a sheet, all of which are played.
    fn after(players: usize, sheet: &Sheet) -> Bracket {
        let mut bracket = Bracket {
            places: seeded(players),
            tied: Vec::new(),
            replays: 0,
            reached: vec![0; players],
        };
        let mut rounds = sheet.rounds.iter().take_while(|round| round.is_complete()).peekable();
        while let Some(round) = rounds.next() {
            let mut stage: Vec<&Round> = vec![round];
            while let Some(replay) = rounds.next_if(|round| round.replay > 0) {
                stage.push(replay);
            }
            bracket.play(&stage);
        }
        bracket
    }

    /// A round and its replays so far.
    fn play(&mut self, stage: &[&Round]) {
        self.replays = stage.len() - 1;
        let mut winners = Vec::new();
        self.tied.clear();
        for couple in self.places.chunks_exact(2) {
            let winner = match (couple[0], couple[1]) {
                (Some(a), Some(b)) => {
                    let couple = [a, b];
                    let winner = winner(couple, stage, self.replays == MOST_REPLAYS);
                    self.tied.extend(winner.is_none().then_some(couple));
                    winner
                }
                (a, b) => a.or(b),
            };
            winners.push(winner);
        }
        if self.tied.is_empty() {
            winners.iter().flatten().for_each(|&winner| self.reached[winner] += 1);
            self.places = winners;
        }
    }

    fn next_round(&self, games: usize) -> Option<Round> {
        if !self.tied.is_empty() {
            let replay = self.replays + 1;
            return Some(Round { replay, ..Round::new(self.tied.clone(), 2) });
        }
        let couples =
            self.places.chunks_exact(2).filter_map(|couple| Some([couple[0]?, couple[1]?]));
        let couples: Vec<_> = couples.collect();
        (!couples.is_empty()).then(|| Round::new(couples, games))
    }
}

/// Who won the meeting of a couple over a round and its replays, if it is decided.
fn winner([a, b]: [usize; 2], stage: &[&Round], is_last: bool) -> Option<usize> {
    let meetings = stage.iter().flat_map(|round| &round.meetings);
    let meetings: Vec<&Meeting> = meetings.filter(|meeting| meeting.players == [a, b]).collect();
    let differences = || meetings.iter().flat_map(|meeting| meeting.differences());
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
    use super::super::sheet::tests::let_the_first_win;
    use super::super::{GameId, GameResult};
    use super::*;

    fn couples(round: &Round) -> Vec<[usize; 2]> {
        round.meetings.iter().map(|meeting| meeting.players).collect()
    }

    #[test]
    fn the_better_seeds_meet_last() {
        let mut sheet = Sheet::default();
        let mut drawn = Vec::new();
        while let Some(round) = draw(8, 2, &sheet).pop() {
            drawn.push(couples(&round));
            sheet.rounds.push(round);
            let_the_first_win(&mut sheet);
        }
        let stages = [vec![[0, 7], [3, 4], [1, 6], [2, 5]], vec![[0, 3], [1, 2]], vec![[0, 1]]];
        assert_eq!(drawn, stages);
        assert_eq!(reached(8, &sheet), [3, 2, 1, 1, 0, 0, 0, 0]);
    }

    #[test]
    fn the_best_wait_where_the_number_is_no_power_of_two() {
        for players in 2..20 {
            let mut sheet = Sheet::default();
            while let Some(round) = draw(players, 4, &sheet).pop() {
                sheet.rounds.push(round);
                let_the_first_win(&mut sheet);
            }
            assert_eq!(sheet.rounds.len(), stages(players));
            assert_eq!(sheet.meetings().count(), players - 1);
        }
        assert_eq!(couples(&draw(5, 2, &Sheet::default())[0]), [[3, 4]]);
        assert_eq!(couples(&draw(6, 2, &Sheet::default())[0]), [[3, 4], [2, 5]]);
    }

    /// Both games of each of these pairs are won by Black by this much: a tie on points.
    fn split(sheet: &mut Sheet, first: i32, second: i32) {
        let round = sheet.rounds.len() - 1;
        for meeting in 0..sheet.rounds[round].meetings.len() {
            for (game, black_score) in [first, second].into_iter().enumerate() {
                let id = GameId { round, meeting, game };
                sheet.record(id, GameResult { black_score, lapse: None });
            }
        }
    }

    #[test]
    fn a_tie_is_replayed_and_at_last_the_discs_decide_and_then_the_seed() {
        for (last, winner) in [((2, 4), 1), ((4, 2), 0), ((2, 2), 0)] {
            let mut sheet = Sheet::default();
            for replay in 0..=MOST_REPLAYS {
                let round = draw(2, 2, &sheet).pop().unwrap();
                assert_eq!((round.replay, couples(&round)), (replay, vec![[0, 1]]));
                sheet.rounds.push(round);
                split(&mut sheet, 2, 2);
            }
            split(&mut sheet, last.0, last.1);
            assert_eq!(draw(2, 2, &sheet), []);
            assert_eq!(reached(2, &sheet)[winner], 1);
        }
    }
}
