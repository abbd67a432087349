//! The positions of a book, and probing it.

use std::collections::BTreeMap;

use othellier_board::{Board, Color, Move, Position};
use othellier_eval::Score;

use crate::Deviation;
use crate::deviation::clamped;

/// A set of positions with their values.
///
/// Positions are stored in canonical form under symmetry, without colour. Queries take any image of
/// a position and answer in its orientation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    provenance: String,
    nodes: BTreeMap<Board, Node>,
}

/// A position of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// For the side to move, with best play by both sides according to the book.
    pub(crate) value: Score,
    /// `None` if every reply is in the book, if the game is over, or if it has not been searched
    /// yet.
    pub(crate) deviation: Option<Deviation>,
}

/// The result of probing a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The value for the side to move.
    pub value: Score,
    /// The replies that stay in the book, best first.
    pub replies: Vec<Reply>,
    /// The best of the other replies.
    pub deviation: Option<Deviation>,
    /// Whether there are other replies and the best of them has not been searched yet.
    pub is_open: bool,
}

/// A reply whose position is in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move that leads to that position.
    pub played: Move,
    /// The value for the side to move.
    pub value: Score,
}

/// A move of an expected line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedMove {
    /// The move in the line.
    pub played: Move,
    /// Whether the position after it is in the book.
    pub is_in_book: bool,
}

/// Why an entry is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// The position is in the book already.
    #[error("the position occurs twice")]
    Duplicate,
    /// Its deviation is not a legal move.
    #[error("{0} is not legal here")]
    Illegal(Move),
    /// It has a deviation, but the game is over.
    #[error("the game is over")]
    GameOver,
    /// Its confidence is more than 100 percent.
    #[error("a confidence is at most 100")]
    Confidence,
}

impl Book {
    /// A book without positions.
    pub fn new() -> Book {
        Book::default()
    }

    /// The number of positions; symmetric images count once.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Where the positions come from: one line for each operation.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Records an operation; a line that is there already is not repeated.
    pub fn add_provenance(&mut self, done: &str) {
        for line in done.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if self.provenance.lines().all(|known| known != line) {
                if !self.provenance.is_empty() {
                    self.provenance.push('\n');
                }
                self.provenance.push_str(line);
            }
        }
    }

    /// Whether a position is in the book.
    pub fn contains(&self, board: Board) -> bool {
        self.nodes.contains_key(&board.canonical())
    }

    /// Every position in its canonical form, in order.
    pub fn boards(&self) -> impl DoubleEndedIterator<Item = Board> {
        self.nodes.keys().copied()
    }

    /// The value of a position for the side to move, if it is in the book.
    pub fn value(&self, board: Board) -> Option<Score> {
        Some(self.nodes.get(&board.canonical())?.value)
    }

    /// Looks up a position, its replies and its deviation.
    pub fn probe(&self, board: Board) -> Option<BookEntry> {
        let (canonical, symmetry) = board.canonical_with_symmetry();
        let node = self.nodes.get(&canonical)?;
        let (mut replies, mut has_others) = (Vec::new(), false);
        for (played, next) in moves(board) {
            match self.value(next) {
                Some(value) => replies.push(Reply { played, value: -value }),
                None => has_others = true,
            }
        }
        replies.sort_by_key(|reply| std::cmp::Reverse(reply.value));
        let deviation = node.deviation.map(|deviation| deviation.transformed(symmetry.inverse()));
        let is_open = has_others && deviation.is_none();
        Some(BookEntry { value: node.value, replies, deviation, is_open })
    }

    /// The line in which both sides choose the best move known to the book.
    pub fn expected_line(&self, board: Board) -> Vec<ExpectedMove> {
        let (mut board, mut line) = (board, Vec::new());
        while let Some(known) = self.probe(board) {
            let best = known.replies.first().map(|reply| (reply.played, reply.value));
            let other = known.deviation.and_then(|other| Some((other.played?, other.value)));
            let (played, is_in_book) = match (best, other) {
                (Some((_, value)), Some((played, more))) if more > value => (played, false),
                (Some((played, _)), _) => (played, true),
                (None, Some((played, _))) => (played, false),
                (None, None) => break,
            };
            line.push(ExpectedMove { played, is_in_book });
            if !is_in_book {
                break;
            }
            board = after(board, played);
        }
        line
    }

    /// The search that the value of a position comes from: the deviation at the end of its expected
    /// line.
    pub fn source(&self, board: Board) -> Option<Deviation> {
        let mut board = board;
        loop {
            let known = self.probe(board)?;
            let best = known.replies.first().map(|reply| reply.value);
            match known.deviation {
                Some(deviation) if best.is_none_or(|best| deviation.value > best) => {
                    return Some(deviation);
                }
                _ => board = after(board, known.replies.first()?.played),
            }
        }
    }

    /// The book positions from which a reply leads to this one, in canonical form.
    pub fn parents(&self, board: Board) -> Vec<Board> {
        let (canonical, empties) = (board.canonical(), board.empties().len());
        let is_way = |from: &Board| moves(*from).any(|(_, next)| next.canonical() == canonical);
        // One move away, or one pass.
        let is_near = |from: &Board| (empties..=empties + 1).contains(&from.empties().len());
        self.boards().filter(is_near).filter(is_way).collect()
    }

    /// Adds a position, or replaces its deviation. The values are stale until
    /// [`Book::propagate_values`](crate::Book) runs.
    pub(crate) fn insert(&mut self, board: Board, deviation: Option<Deviation>) {
        let (board, symmetry) = board.canonical_with_symmetry();
        let deviation = deviation.map(|deviation| deviation.transformed(symmetry));
        let value = deviation.map_or(Score::ZERO, |deviation| deviation.value);
        self.nodes.insert(board, Node { value, deviation });
    }

    /// A book of these positions, in any orientation, and their deviations. The values are computed
    /// from them; an invalid entry is rejected with its index, from 0.
    pub fn from_entries(
        provenance: &str,
        entries: impl IntoIterator<Item = (Board, Option<Deviation>)>,
    ) -> Result<Book, (usize, EntryError)> {
        let mut book = Book::new();
        book.add_provenance(provenance);
        for (number, (board, deviation)) in entries.into_iter().enumerate() {
            let refused = |error| Err((number, error));
            if book.contains(board) {
                return refused(EntryError::Duplicate);
            }
            if let Some(deviation) = deviation {
                match deviation.played {
                    Some(played) if !is_legal(board, played) => {
                        return refused(EntryError::Illegal(played));
                    }
                    None if board.is_over() => return refused(EntryError::GameOver),
                    _ => {}
                }
                if deviation.confidence > 100 {
                    return refused(EntryError::Confidence);
                }
            }
            let kept =
                |deviation: Deviation| Deviation { value: clamped(deviation.value), ..deviation };
            book.insert(board, deviation.map(kept));
        }
        book.propagate_values();
        Ok(book)
    }

    /// Every position and its deviation, in canonical form and in order.
    pub fn entries(&self) -> impl Iterator<Item = (Board, Option<Deviation>)> {
        self.nodes.iter().map(|(board, node)| (*board, node.deviation))
    }

    pub(crate) fn node(&self, canonical: Board) -> Option<&Node> {
        self.nodes.get(&canonical)
    }

    pub(crate) fn node_mut(&mut self, canonical: Board) -> Option<&mut Node> {
        self.nodes.get_mut(&canonical)
    }

    pub(crate) fn nodes(&self) -> &BTreeMap<Board, Node> {
        &self.nodes
    }

    /// A book of positions in canonical form.
    pub(crate) fn from_nodes(provenance: String, nodes: BTreeMap<Board, Node>) -> Book {
        Book { provenance, nodes }
    }
}

/// Every move of a board, including a forced pass, and the board after it.
pub(crate) fn moves(board: Board) -> impl Iterator<Item = (Move, Board)> {
    // A book ignores colours.
    let position = Position::new(board, Color::Black);
    position.moves().map(move |played| (played, position.after(played).board()))
}

/// The board after a move that is legal there.
pub(crate) fn after(board: Board, played: Move) -> Board {
    match played {
        Move::Place(square) => board.after(square),
        Move::Pass => board.passed(),
    }
}

/// Whether a move is legal.
pub(crate) fn is_legal(board: Board, played: Move) -> bool {
    Position::new(board, Color::Black).is_legal(played)
}
