//! The results of a tournament: its rounds, their pairings and the result of each game.

use crate::stats::{Counts, HeadToHead};
use crate::{FaultKind, FinishedGame};
use othellier_board::Size;

/// What was paired and played so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// In the order in which they were paired.
    pub rounds: Vec<Round>,
    /// Whether the tournament is over: all games are played and no round is left to pair.
    pub is_over: bool,
}

/// Pairings that are played at the same time, with the same openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The pairings, each with its results.
    pub pairings: Vec<Pairing>,
    /// Players without an opponent in this round, who score as if they had won.
    pub byes: Vec<usize>,
    pub games: usize,
    /// The number of the replay of tied pairings; 0 for an ordinary round.
    pub replay: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Their numbers. The first has Black in the games with an even number.
    pub players: [usize; 2],
    /// By game number, up to the last game played; `None` for a game that is not played yet. Its
    /// length does not depend on the number of games to come.
    pub results: Vec<Option<GameResult>>,
    /// The number of games played.
    pub played: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Black's discs minus White's, empty squares to the winner.
    pub black_score: i32,
    /// Why the loser forfeited, if it did.
    pub forfeit: Option<Forfeit>,
}

/// How a player forfeited a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forfeit {
    /// It chose a move that is not legal.
    Illegal,
    /// It gave no move, or crashed.
    Crash,
    Time,
}

/// A game of a tournament: round, pairing and game, each from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId {
    pub round: usize,
    pub pairing: usize,
    pub game: usize,
}

impl Round {
    /// A round of these pairs, nothing played.
    pub(super) fn new(pairs: Vec<[usize; 2]>, games: usize) -> Round {
        let pairing = |players| Pairing { players, results: Vec::new(), played: 0 };
        let pairings = pairs.into_iter().map(pairing).collect();
        Round { pairings, byes: Vec::new(), games, replay: 0 }
    }

    /// Whether every game is played.
    pub fn is_complete(&self) -> bool {
        self.pairings.iter().all(|pairing| pairing.played == self.games)
    }

    /// Records Black's score in each game of each pairing, from which the rounds that follow can be
    /// drawn; whether these are as many games, with scores that a board of this many squares has.
    pub(super) fn fill(&mut self, scores: &[Vec<i32>], squares: u32) -> bool {
        let fits = |scores: &Vec<i32>| {
            scores.len() == self.games && scores.iter().all(|score| score.unsigned_abs() <= squares)
        };
        if scores.len() != self.pairings.len() || !scores.iter().all(fits) {
            return false;
        }
        for (pairing, scores) in self.pairings.iter_mut().zip(scores) {
            let result =
                |black_score: &i32| GameResult { black_score: *black_score, forfeit: None };
            pairing.results = scores.iter().map(|score| Some(result(score))).collect();
            pairing.played = scores.len();
        }
        true
    }
}

impl Pairing {
    /// The players with Black and with White in a game.
    pub fn seats(&self, game: usize) -> [usize; 2] {
        seats(self.players, game)
    }

    /// The first player's discs minus the second's, for each game played.
    pub fn differences(&self) -> impl Iterator<Item = i32> {
        let sign = |game: usize| if game.is_multiple_of(2) { 1 } else { -1 };
        let results = self.results.iter().enumerate();
        results.filter_map(move |(game, result)| Some(sign(game) * (*result)?.black_score))
    }

    /// Wins, draws and losses of the first player.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.differences().for_each(|difference| counts += Counts::of_difference(difference));
        counts
    }
}

/// Of two paired players, who has Black and who has White in a game.
pub(super) fn seats([first, second]: [usize; 2], game: usize) -> [usize; 2] {
    if game.is_multiple_of(2) { [first, second] } else { [second, first] }
}

impl GameResult {
    /// The result of a refereed game.
    pub fn of<S: Size>(finished: &FinishedGame<S>) -> GameResult {
        let forfeit = finished.fault.as_ref().map(|fault| match fault.kind {
            FaultKind::Illegal(_) => Forfeit::Illegal,
            FaultKind::Failed(_) | FaultKind::Crashed(_) => Forfeit::Crash,
            FaultKind::OutOfTime(_) => Forfeit::Time,
        });
        GameResult { black_score: finished.outcome.black_score, forfeit }
    }
}

impl Results {
    /// Whether every paired game is played.
    pub fn is_complete(&self) -> bool {
        self.rounds.iter().all(Round::is_complete)
    }

    /// The number of games played.
    pub fn games(&self) -> usize {
        self.pairings().map(|pairing| pairing.played).sum()
    }

    /// All pairings of all rounds.
    pub fn pairings(&self) -> impl Iterator<Item = &Pairing> {
        self.rounds.iter().flat_map(|round| &round.pairings)
    }

    /// The score of each pairing, as [`Ratings`](crate::stats::Ratings) take them.
    pub fn head_to_head(&self) -> Vec<HeadToHead> {
        let head_to_head =
            |pairing: &Pairing| HeadToHead { players: pairing.players, counts: pairing.counts() };
        self.pairings().map(head_to_head).collect()
    }

    /// The results of each player (row) against each other (column).
    pub fn cross_table(&self, players: usize) -> Vec<Vec<Counts>> {
        let mut table = vec![vec![Counts::default(); players]; players];
        for HeadToHead { players: [a, b], counts } in self.head_to_head() {
            table[a][b] += counts;
            table[b][a] += counts.reversed();
        }
        table
    }

    /// Black's score in each game played, by round and pairing.
    pub(super) fn scores(&self) -> Vec<Vec<Vec<i32>>> {
        let scores = |pairing: &Pairing| {
            pairing.results.iter().flatten().map(|result| result.black_score).collect()
        };
        let rounds = self.rounds.iter();
        rounds.map(|round| round.pairings.iter().map(scores).collect()).collect()
    }

    /// The games from this round on that are not played yet. They are generated lazily, because
    /// there may be more of them than fit in memory.
    pub fn open_games(&self, first_round: usize) -> impl Iterator<Item = GameId> + Send + use<> {
        let rounds = self.rounds.iter().enumerate().skip(first_round);
        let pairings = rounds.flat_map(|(round, paired)| {
            let pairings = paired.pairings.iter().enumerate();
            pairings.map(move |(pairing, paired_one)| {
                let is_played: Vec<bool> = paired_one.results.iter().map(Option::is_some).collect();
                (round, pairing, paired.games, is_played)
            })
        });
        let pairings: Vec<_> = pairings.collect();
        pairings.into_iter().flat_map(|(round, pairing, games, is_played)| {
            let is_open = move |game: &usize| !is_played.get(*game).is_some_and(|played| *played);
            (0..games).filter(is_open).map(move |game| GameId { round, pairing, game })
        })
    }

    /// Whether a game with this id has been paired.
    pub fn has(&self, id: GameId) -> bool {
        let round = self.rounds.get(id.round);
        round.is_some_and(|round| id.pairing < round.pairings.len() && id.game < round.games)
    }

    /// The pairing of a game.
    pub fn pairing(&self, id: GameId) -> &Pairing {
        &self.rounds[id.round].pairings[id.pairing]
    }

    /// Records the result of a game that was paired.
    pub fn record(&mut self, id: GameId, result: GameResult) {
        let pairing = &mut self.rounds[id.round].pairings[id.pairing];
        if pairing.results.len() <= id.game {
            pairing.results.resize(id.game + 1, None);
        }
        pairing.played += usize::from(pairing.results[id.game].replace(result).is_none());
    }

    /// The number of the first opening of a round: each round continues the list of openings.
    pub(super) fn first_opening(&self, round: usize) -> usize {
        self.rounds[..round].iter().map(|round| round.games / 2).sum()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Fills in every open game: the player with the lower number wins by twice the difference of
    /// the numbers.
    pub(in crate::tournament) fn let_the_first_win(results: &mut Results) {
        for id in results.open_games(0).collect::<Vec<_>>() {
            let [black, white] = results.pairing(id).seats(id.game);
            let black_score = 2 * (white as i32 - black as i32);
            results.record(id, GameResult { black_score, forfeit: None });
        }
    }

    #[test]
    fn colours_alternate_and_results_are_those_of_the_first() {
        let rounds = vec![Round::new(vec![[0, 1], [3, 2]], 2)];
        let mut results = Results { rounds, is_over: false };
        assert_eq!(results.open_games(0).count(), 4);
        assert_eq!(results.rounds[0].pairings[0].seats(1), [1, 0]);
        for (pairing, game, black_score) in [(0, 0, 10), (0, 1, -4), (1, 0, 0)] {
            let id = GameId { round: 0, pairing, game };
            results.record(id, GameResult { black_score, forfeit: None });
        }
        assert_eq!(results.pairings().next().unwrap().differences().collect::<Vec<_>>(), [10, 4]);
        assert_eq!((results.games(), results.is_complete()), (3, false));
        let table = results.cross_table(4);
        assert_eq!((table[0][1].wins, table[1][0].losses, table[2][3].draws), (2, 2, 1));
    }

    #[test]
    fn the_results_grow_with_what_is_played() {
        let rounds = vec![Round::new(vec![[0, 1]], usize::MAX)];
        let mut results = Results { rounds, is_over: false };
        let ids: Vec<_> = results.open_games(0).take(3).collect();
        for &id in &ids[1..] {
            results.record(id, GameResult { black_score: 2, forfeit: None });
        }
        assert_eq!((results.games(), results.is_complete()), (2, false));
        assert_eq!(results.rounds[0].pairings[0].results.len(), 3);
        let open: Vec<_> = results.open_games(0).take(2).map(|id| id.game).collect();
        assert_eq!(open, [0, 3]);
        assert!(results.has(ids[0]) && !results.has(GameId { pairing: 1, ..ids[0] }));
    }
}
