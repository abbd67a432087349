//! The moves played in a position, and their results.

use othellier_board::{Color, Eight, Move, Position, Size, Status};

use crate::columns::{Column, UNFINISHED, gather};
use crate::{Archive, ArchiveError, Filter, PositionKey};

/// Results of a set of games, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResultCounts {
    /// All games, including those without a result.
    pub games: u64,
    /// Won by the side to move.
    pub wins: u64,
    pub draws: u64,
    /// Lost by the side to move.
    pub losses: u64,
    /// Sum of the final disc differences for the side to move, in hundredths.
    discs: i64,
    /// The latest year, if any is known.
    pub last_year: Option<u16>,
}

/// A reply and the results of the games in which it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply<S: Size = Eight> {
    /// The moves that lead to the same position up to symmetry; nearly always one.
    pub moves: Vec<Move<S>>,
    pub results: ResultCounts,
}

/// The moves played in a position, and their results.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored<S: Size = Eight> {
    /// All games that reached the position.
    pub all: ResultCounts,
    /// The games that end here.
    pub ended: ResultCounts,
    /// Every legal reply, most played first, including those never played.
    pub replies: Vec<Reply<S>>,
}

impl ResultCounts {
    pub fn finished(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points won by the side to move; a draw counts half.
    pub fn score_rate(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.finished() > 0).then(|| points / self.finished() as f64)
    }

    /// The mean final disc difference for the side to move.
    pub fn mean_discs(&self) -> Option<f64> {
        (self.finished() > 0).then(|| self.discs as f64 / 100.0 / self.finished() as f64)
    }

    /// Counts a game with this score for the side to move, in hundredths.
    fn count(&mut self, score: Option<i64>, year: u16) {
        self.games += 1;
        self.last_year = self.last_year.max((year > 0).then_some(year));
        let Some(score) = score else { return };
        self.discs += score;
        match score {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

impl Archive {
    /// Finds the moves played in a position or one of its symmetric images, in the games that match a
    /// filter.
    pub fn explore<S: Size>(
        &self,
        position: &Position<S>,
        filter: &Filter,
    ) -> Result<Explored<S>, ArchiveError> {
        let position_key = PositionKey::of(position);
        // If the filter names another position as well, games must have reached both.
        let mut indices =
            self.indices(&Filter { position_key: Some(position_key), ..filter.clone() })?;
        if filter.position_key.is_some_and(|other| other != position_key) {
            let others =
                self.indices(&Filter { position_key: filter.position_key, ..Filter::default() })?;
            indices.retain(|index| others.binary_search(index).is_ok());
        }
        let connection = &self.connection;
        let scores = gather::<2>(connection, Column::Score, &indices)?;
        let years = gather::<2>(connection, Column::Year, &indices)?;
        let next = gather::<8>(connection, Column::Key(position_key.discs + 1), &indices)?;

        let must_pass = position.status() == Status::MustPass;
        let mut replies = replies(position);
        let (mut all, mut ended) = (ResultCounts::default(), ResultCounts::default());
        for ((score, year), next) in scores.into_iter().zip(years).zip(next) {
            let (score, year) = (i16::from_le_bytes(score), u16::from_le_bytes(year));
            let sign = if position.side_to_move() == Color::Black { 1 } else { -1 };
            let score = (score != UNFINISHED).then(|| sign * i64::from(score));
            let next = u64::from_le_bytes(next);
            all.count(score, year);
            // If passing is the only move, every game passed.
            let reply = replies.iter_mut().find(|(key, _)| must_pass || *key == next);
            let results = reply.map_or(&mut ended, |(_, reply)| &mut reply.results);
            results.count(score, year);
        }
        let mut replies: Vec<_> = replies.into_iter().map(|(_, reply)| reply).collect();
        replies.sort_by_key(|reply| std::cmp::Reverse(reply.results.games));
        Ok(Explored { all, ended, replies })
    }
}

/// The replies of a position, each with the key of the position after it.
fn replies<S: Size>(position: &Position<S>) -> Vec<(u64, Reply<S>)> {
    let mut replies: Vec<(u64, Reply<S>)> = Vec::new();
    let mut moves: Vec<Move<S>> = position.moves().collect();
    // By convention the first move is f5, the rightmost of the four.
    moves.sort_by_key(|played| match played {
        Move::Place(square) => std::cmp::Reverse(square.column()),
        Move::Pass => std::cmp::Reverse(0),
    });
    for played in moves {
        let after = PositionKey::of(&position.after(played)).key;
        match replies.iter_mut().find(|(key, _)| *key == after) {
            Some((_, reply)) => reply.moves.push(played),
            None => {
                replies
                    .push((after, Reply { moves: vec![played], results: ResultCounts::default() }));
            }
        }
    }
    replies
}
