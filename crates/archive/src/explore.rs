//! What was played in a position, and how it went.

use othellier_board::{Color, Eight, Move, Position, Size, Status};

use crate::columns::{Column, UNFINISHED, gather};
use crate::{Archive, ArchiveError, Filter, Spot};

/// How games went, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many there are, those without a result included.
    pub games: u64,
    /// Won by the side to move.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by the side to move.
    pub losses: u64,
    /// All discs that the side to move was ahead by, less those it was behind by, in hundredths.
    discs: i64,
    /// The year of the latest, if that of any is known.
    pub last_year: Option<u16>,
}

/// A reply and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply<S: Size = Eight> {
    /// The moves that lead to the same position, but for a symmetry: nearly always one.
    pub moves: Vec<Move<S>>,
    /// How it went.
    pub tally: Tally,
}

/// What was played in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored<S: Size = Eight> {
    /// All games that came by the position.
    pub all: Tally,
    /// Those that went no further.
    pub ended: Tally,
    /// Every legal reply, the most played first; those that nobody played are there too.
    pub replies: Vec<Reply<S>>,
}

impl Tally {
    /// Games with a result.
    pub fn finished(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points that the side to move made, a draw counting half.
    pub fn score_rate(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.finished() > 0).then(|| points / self.finished() as f64)
    }

    /// By how many discs the side to move was ahead at the end, on the average.
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
    /// What was played in a position or one of its images, in the games that a filter lets through.
    pub fn explore<S: Size>(
        &self,
        position: &Position<S>,
        filter: &Filter,
    ) -> Result<Explored<S>, ArchiveError> {
        let spot = Spot::of(position);
        // Games must have been at both places, where the filter names another one.
        let mut places = self.places(&Filter { spot: Some(spot), ..filter.clone() })?;
        if filter.spot.is_some_and(|other| other != spot) {
            let others = self.places(&Filter { spot: filter.spot, ..Filter::default() })?;
            places.retain(|place| others.binary_search(place).is_ok());
        }
        let connection = &self.connection;
        let scores = gather::<2>(connection, Column::Score, &places)?;
        let years = gather::<2>(connection, Column::Year, &places)?;
        let next = gather::<8>(connection, Column::Key(spot.discs + 1), &places)?;

        let must_pass = position.status() == Status::MustPass;
        let mut replies = replies(position);
        let (mut all, mut ended) = (Tally::default(), Tally::default());
        for ((score, year), next) in scores.into_iter().zip(years).zip(next) {
            let (score, year) = (i16::from_le_bytes(score), u16::from_le_bytes(year));
            let sign = if position.side_to_move() == Color::Black { 1 } else { -1 };
            let score = (score != UNFINISHED).then(|| sign * i64::from(score));
            let next = u64::from_le_bytes(next);
            all.count(score, year);
            // Where there is nothing but a pass, everybody passed.
            let reply = replies.iter_mut().find(|(key, _)| must_pass || *key == next);
            let tally = reply.map_or(&mut ended, |(_, reply)| &mut reply.tally);
            tally.count(score, year);
        }
        let mut replies: Vec<_> = replies.into_iter().map(|(_, reply)| reply).collect();
        replies.sort_by_key(|reply| std::cmp::Reverse(reply.tally.games));
        Ok(Explored { all, ended, replies })
    }
}

/// The replies of a position, each with the key that comes after it.
fn replies<S: Size>(position: &Position<S>) -> Vec<(u64, Reply<S>)> {
    let mut replies: Vec<(u64, Reply<S>)> = Vec::new();
    let mut moves: Vec<Move<S>> = position.moves().collect();
    // The first move is written f5 by custom, the rightmost of the four.
    moves.sort_by_key(|played| match played {
        Move::Place(square) => std::cmp::Reverse(square.column()),
        Move::Pass => std::cmp::Reverse(0),
    });
    for played in moves {
        let after = Spot::of(&position.after(played)).key;
        match replies.iter_mut().find(|(key, _)| *key == after) {
            Some((_, reply)) => reply.moves.push(played),
            None => {
                replies.push((after, Reply { moves: vec![played], tally: Tally::default() }));
            }
        }
    }
    replies
}
