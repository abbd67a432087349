//! A book as problems (OBF): positions with the values of their replies in whole discs.

use std::collections::BTreeSet;

use othellier_board::{Board, Color, Move, Position};
use othellier_record::obf::{self, ObfError, Problem};

use crate::text::value_of_discs;
use crate::{Book, Deviation, EntryError};

/// Why problems make no book.
#[derive(Debug, thiserror::Error)]
pub enum ProblemsError {
    /// A problem cannot be read.
    #[error(transparent)]
    Problem(#[from] ObfError),
    /// A score is out of range.
    #[error("a score is out of range")]
    Score,
    /// A position is invalid.
    #[error("line {line}: {error}")]
    Entry {
        /// The number of the line, from 1.
        line: usize,
        /// The fault in the entry.
        error: EntryError,
    },
}

impl Book {
    /// Every position with the values of all known replies.
    pub fn to_problems(&self) -> impl Iterator<Item = Problem> {
        self.boards().filter_map(|board| self.problem(board))
    }

    fn problem(&self, board: Board) -> Option<Problem> {
        let known = self.probe(board)?;
        let other = known.deviation.and_then(|other| Some((other.played?, other.value)));
        let replies = known.replies.iter().map(|reply| (reply.played, reply.value));
        let mut scores: Vec<(Move, i32)> = replies
            .chain(other)
            .map(|(played, value)| (played, value.discs().round() as i32))
            .collect();
        scores.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
        let position = Position::new(board, Color::Black);
        (!scores.is_empty()).then(|| Problem { scores, ..Problem::new(position) })
    }

    /// A book from problems: each reply with a score becomes a position with a value but without a
    /// move. The scores are exact or mere estimates.
    pub fn from_problems(bytes: &[u8], exact: bool) -> Result<Book, ProblemsError> {
        let mut whole = Book::new();
        for read in obf::read(bytes) {
            let (line, problem): (usize, Problem) = read?;
            let mut entries = vec![(problem.position.board(), None)];
            let mut after = BTreeSet::from([problem.position.board().canonical()]);
            for (played, score) in &problem.scores {
                let next = problem.position.after(*played).board();
                if !after.insert(next.canonical()) {
                    continue;
                }
                let empties = next.empties().len() as u8;
                let (depth, confidence) = if exact { (empties, 100) } else { (0, 0) };
                let value = value_of_discs(f64::from(-score));
                let value = value.ok_or(ProblemsError::Score)?;
                let deviation = Deviation { played: None, value, depth, confidence, level: 0 };
                entries.push((next, (!next.is_over()).then_some(deviation)));
            }
            let book = Book::from_entries("", entries);
            whole.merge(&book.map_err(|(_, error)| ProblemsError::Entry { line, error })?);
        }
        Ok(whole)
    }
}
