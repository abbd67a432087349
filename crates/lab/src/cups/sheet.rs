//! The sheet of a tournament: every round with its meetings, and what each game brought.

use crate::stats::{Counts, Encounter};
use crate::{FaultKind, FinishedGame};
use othellier_board::Size;

/// What was drawn and played so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// In the order they were drawn.
    pub rounds: Vec<Round>,
    /// Whether the tournament is over: everything is played, and nothing is left to draw.
    pub is_over: bool,
}

/// Meetings that are played at the same time, and with the same openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Who meets whom.
    pub meetings: Vec<Meeting>,
    /// Who has nobody to meet, and is given the points for it.
    pub byes: Vec<usize>,
    /// How many games each of its meetings has.
    pub games: usize,
    /// Which replay of tied meetings it is; 0 for a round of its own.
    pub replay: usize,
}

/// Two players who meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Their numbers. The first has Black in the games with an even number.
    pub players: [usize; 2],
    /// Game by game up to the last that is played; `None` for one that is not. It grows with what
    /// is played, however many games there are to be.
    pub results: Vec<Option<GameResult>>,
    /// How many games are played.
    pub played: usize,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Black's discs less White's, empty squares to the winner.
    pub black_score: i32,
    /// What the loser did wrong, if that is how it lost.
    pub lapse: Option<Lapse>,
}

/// How a player lost a game by its own fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapse {
    /// It chose a move that is not legal.
    Illegal,
    /// It gave no move, or broke down.
    Breakdown,
    /// It thought too long.
    Time,
}

/// Which game of a tournament: round, meeting and game, each from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct GameId {
    pub round: usize,
    pub meeting: usize,
    pub game: usize,
}

impl Round {
    /// A round of these meetings, nothing played.
    pub(super) fn new(couples: Vec<[usize; 2]>, games: usize) -> Round {
        let meeting = |players| Meeting { players, results: Vec::new(), played: 0 };
        let meetings = couples.into_iter().map(meeting).collect();
        Round { meetings, byes: Vec::new(), games, replay: 0 }
    }

    /// Whether every game is played.
    pub fn is_complete(&self) -> bool {
        self.meetings.iter().all(|meeting| meeting.played == self.games)
    }
}

impl Meeting {
    /// The players with Black and with White in a game.
    pub fn seats(&self, game: usize) -> [usize; 2] {
        seats(self.players, game)
    }

    /// The first player's discs less the second's in each game that was played.
    pub fn differences(&self) -> impl Iterator<Item = i32> {
        let sign = |game: usize| if game.is_multiple_of(2) { 1 } else { -1 };
        let results = self.results.iter().enumerate();
        results.filter_map(move |(game, result)| Some(sign(game) * (*result)?.black_score))
    }

    /// The games that were played, for the first player.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.differences().for_each(|difference| counts += Counts::of_difference(difference));
        counts
    }
}

/// Of two players who meet, who has Black and who has White in a game.
pub(super) fn seats([first, second]: [usize; 2], game: usize) -> [usize; 2] {
    if game.is_multiple_of(2) { [first, second] } else { [second, first] }
}

impl GameResult {
    /// The result of a game that the referee saw.
    pub fn of<S: Size>(finished: &FinishedGame<S>) -> GameResult {
        let lapse = finished.fault.as_ref().map(|fault| match fault.kind {
            FaultKind::Illegal(_) => Lapse::Illegal,
            FaultKind::Failed(_) | FaultKind::Crashed(_) => Lapse::Breakdown,
            FaultKind::OutOfTime(_) => Lapse::Time,
        });
        GameResult { black_score: finished.outcome.black_score, lapse }
    }
}

impl Sheet {
    /// Whether every game that was drawn is played.
    pub fn is_complete(&self) -> bool {
        self.rounds.iter().all(Round::is_complete)
    }

    /// How many games are played.
    pub fn games(&self) -> usize {
        self.meetings().map(|meeting| meeting.played).sum()
    }

    /// Every meeting that was drawn.
    pub fn meetings(&self) -> impl Iterator<Item = &Meeting> {
        self.rounds.iter().flat_map(|round| &round.meetings)
    }

    /// The meetings with their results as the ratings want them.
    pub fn encounters(&self) -> Vec<Encounter> {
        let encounter =
            |meeting: &Meeting| Encounter { players: meeting.players, counts: meeting.counts() };
        self.meetings().map(encounter).collect()
    }

    /// The results of each of this many players against each other.
    pub fn cross_table(&self, players: usize) -> Vec<Vec<Counts>> {
        let mut table = vec![vec![Counts::default(); players]; players];
        for Encounter { players: [a, b], counts } in self.encounters() {
            table[a][b] += counts;
            table[b][a] += counts.reversed();
        }
        table
    }

    /// The games of the rounds from this one on that are not played, as things stand now. They are
    /// counted up one by one: nothing is kept of a game to come.
    pub(super) fn open_games(
        &self,
        first_round: usize,
    ) -> impl Iterator<Item = GameId> + Send + use<> {
        let rounds = self.rounds.iter().enumerate().skip(first_round);
        let meetings = rounds.flat_map(|(round, drawn)| {
            let meetings = drawn.meetings.iter().enumerate();
            meetings.map(move |(meeting, drawn_one)| {
                let is_played: Vec<bool> = drawn_one.results.iter().map(Option::is_some).collect();
                (round, meeting, drawn.games, is_played)
            })
        });
        let meetings: Vec<_> = meetings.collect();
        meetings.into_iter().flat_map(|(round, meeting, games, is_played)| {
            let is_open = move |game: &usize| !is_played.get(*game).is_some_and(|played| *played);
            (0..games).filter(is_open).map(move |game| GameId { round, meeting, game })
        })
    }

    /// Whether there is such a game.
    pub(super) fn has(&self, id: GameId) -> bool {
        let round = self.rounds.get(id.round);
        round.is_some_and(|round| id.meeting < round.meetings.len() && id.game < round.games)
    }

    /// The meeting of a game.
    pub fn meeting(&self, id: GameId) -> &Meeting {
        &self.rounds[id.round].meetings[id.meeting]
    }

    pub(super) fn record(&mut self, id: GameId, result: GameResult) {
        let meeting = &mut self.rounds[id.round].meetings[id.meeting];
        if meeting.results.len() <= id.game {
            meeting.results.resize(id.game + 1, None);
        }
        meeting.played += usize::from(meeting.results[id.game].replace(result).is_none());
    }

    /// The first opening of a round: each round goes on where the one before ended.
    pub(super) fn first_opening(&self, round: usize) -> usize {
        self.rounds[..round].iter().map(|round| round.games / 2).sum()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Fills in every open game: the player with the lower number wins by this much, or by less
    /// against one that is near in number.
    pub(in crate::cups) fn let_the_first_win(sheet: &mut Sheet) {
        for id in sheet.open_games(0).collect::<Vec<_>>() {
            let [black, white] = sheet.meeting(id).seats(id.game);
            let black_score = 2 * (white as i32 - black as i32);
            sheet.record(id, GameResult { black_score, lapse: None });
        }
    }

    #[test]
    fn colours_alternate_and_results_are_those_of_the_first() {
        let rounds = vec![Round::new(vec![[0, 1], [3, 2]], 2)];
        let mut sheet = Sheet { rounds, is_over: false };
        assert_eq!(sheet.open_games(0).count(), 4);
        assert_eq!(sheet.rounds[0].meetings[0].seats(1), [1, 0]);
        for (meeting, game, black_score) in [(0, 0, 10), (0, 1, -4), (1, 0, 0)] {
            let id = GameId { round: 0, meeting, game };
            sheet.record(id, GameResult { black_score, lapse: None });
        }
        assert_eq!(sheet.meetings().next().unwrap().differences().collect::<Vec<_>>(), [10, 4]);
        assert_eq!((sheet.games(), sheet.is_complete()), (3, false));
        let table = sheet.cross_table(4);
        assert_eq!((table[0][1].wins, table[1][0].losses, table[2][3].draws), (2, 2, 1));
    }

    #[test]
    fn a_sheet_is_as_long_as_what_is_played() {
        let rounds = vec![Round::new(vec![[0, 1]], usize::MAX)];
        let mut sheet = Sheet { rounds, is_over: false };
        let ids: Vec<_> = sheet.open_games(0).take(3).collect();
        for &id in &ids[1..] {
            sheet.record(id, GameResult { black_score: 2, lapse: None });
        }
        assert_eq!((sheet.games(), sheet.is_complete()), (2, false));
        assert_eq!(sheet.rounds[0].meetings[0].results.len(), 3);
        let open: Vec<_> = sheet.open_games(0).take(2).map(|id| id.game).collect();
        assert_eq!(open, [0, 3]);
        assert!(sheet.has(ids[0]) && !sheet.has(GameId { meeting: 1, ..ids[0] }));
    }
}
