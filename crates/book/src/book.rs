//! The positions of a book, and what it says of one.

use std::collections::BTreeMap;

use othellier_board::{Board, Color, Move, Position};
use othellier_eval::Score;

use crate::Deviation;
use crate::deviation::clamped;

/// A set of positions with their values.
///
/// Positions stand in their canonical form, whoever's turn it is; whatever is asked of a position
/// is answered as it lies before the one who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    provenance: String,
    nodes: BTreeMap<Board, Node>,
}

/// A position of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// To the side to move, with best play of both sides as far as the book knows.
    pub(crate) value: Score,
    /// Nothing where every reply is in the book, where the game is over, or where it has yet to be
    /// found.
    pub(crate) deviation: Option<Deviation>,
}

/// What a book says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// What it is worth to the side to move.
    pub value: Score,
    /// The replies whose positions are in the book, best first.
    pub replies: Vec<Reply>,
    /// The best of the others.
    pub deviation: Option<Deviation>,
    /// Whether there are others and the best of them has yet to be found.
    pub is_open: bool,
}

/// A reply that a book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub played: Move,
    /// What it is worth to the side to move.
    pub value: Score,
}

/// A move of an expected line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub played: Move,
    /// Whether the position after it is in the book.
    pub is_known: bool,
}

/// Why a position cannot be in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is there already.
    #[error("the position stands twice")]
    Twice,
    /// Its deviation cannot be played.
    #[error("{0} is not legal here")]
    Illegal(Move),
    /// It has a deviation although its game is over.
    #[error("the game is over")]
    Over,
    /// Nothing is surer than sure.
    #[error("a confidence is at most 100")]
    Confidence,
}

impl Book {
    /// A book without positions.
    pub fn new() -> Book {
        Book::default()
    }

    /// How many positions there are, those that differ by a symmetry counted once.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Where the positions come from: a line for each thing that was done.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Says what was done; once is enough for the same thing.
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

    /// What a position is worth to the side to move, if it is in the book.
    pub fn value(&self, board: Board) -> Option<Score> {
        Some(self.nodes.get(&board.canonical())?.value)
    }

    /// What the book says of a position, if it is in the book.
    pub fn known(&self, board: Board) -> Option<Known> {
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
        let deviation = node.deviation.map(|deviation| deviation.turned(symmetry.inverse()));
        let is_open = has_others && deviation.is_none();
        Some(Known { value: node.value, replies, deviation, is_open })
    }

    /// How the game goes on if both sides choose the best that is known, as far as that is.
    pub fn expected_line(&self, board: Board) -> Vec<Step> {
        let (mut board, mut line) = (board, Vec::new());
        while let Some(known) = self.known(board) {
            let best = known.replies.first().map(|reply| (reply.played, reply.value));
            let other = known.deviation.and_then(|other| Some((other.played?, other.value)));
            let (played, is_known) = match (best, other) {
                (Some((_, value)), Some((played, more))) if more > value => (played, false),
                (Some((played, _)), _) => (played, true),
                (None, Some((played, _))) => (played, false),
                (None, None) => break,
            };
            line.push(Step { played, is_known });
            if !is_known {
                break;
            }
            board = after(board, played);
        }
        line
    }

    /// The search that the value of a position comes from: the deviation at the end of its line.
    pub fn source(&self, board: Board) -> Option<Deviation> {
        let mut board = board;
        loop {
            let known = self.known(board)?;
            let best = known.replies.first().map(|reply| reply.value);
            match known.deviation {
                Some(deviation) if best.is_none_or(|best| deviation.value > best) => {
                    return Some(deviation);
                }
                _ => board = after(board, known.replies.first()?.played),
            }
        }
    }

    /// The positions of the book from which a reply leads to this one, in canonical form.
    pub fn ways_to(&self, board: Board) -> Vec<Board> {
        let (canonical, empties) = (board.canonical(), board.empties().len());
        let is_way = |from: &Board| moves(*from).any(|(_, next)| next.canonical() == canonical);
        // Only a move away, or a pass.
        let is_near = |from: &Board| (empties..=empties + 1).contains(&from.empties().len());
        self.boards().filter(is_near).filter(is_way).collect()
    }

    /// Takes a position in, or its new deviation. Its value, and those of the positions before it,
    /// are found by [`Book::settle`](crate::Book).
    pub(crate) fn put(&mut self, board: Board, deviation: Option<Deviation>) {
        let (board, symmetry) = board.canonical_with_symmetry();
        let deviation = deviation.map(|deviation| deviation.turned(symmetry));
        let value = deviation.map_or(Score::ZERO, |deviation| deviation.value);
        self.nodes.insert(board, Node { value, deviation });
    }

    /// A book of these positions and their deviations, turned in any way. The values are found from
    /// them; an entry that cannot be is refused with its number, from 0.
    pub fn from_entries(
        provenance: &str,
        entries: impl IntoIterator<Item = (Board, Option<Deviation>)>,
    ) -> Result<Book, (usize, Refusal)> {
        let mut book = Book::new();
        book.add_provenance(provenance);
        for (number, (board, deviation)) in entries.into_iter().enumerate() {
            let refused = |refusal| Err((number, refusal));
            if book.contains(board) {
                return refused(Refusal::Twice);
            }
            if let Some(deviation) = deviation {
                match deviation.played {
                    Some(played) if !is_legal(board, played) => {
                        return refused(Refusal::Illegal(played));
                    }
                    None if board.is_over() => return refused(Refusal::Over),
                    _ => {}
                }
                if deviation.confidence > 100 {
                    return refused(Refusal::Confidence);
                }
            }
            let kept =
                |deviation: Deviation| Deviation { value: clamped(deviation.value), ..deviation };
            book.put(board, deviation.map(kept));
        }
        book.settle();
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

    /// A book of positions that are in their canonical form.
    pub(crate) fn from_nodes(provenance: String, nodes: BTreeMap<Board, Node>) -> Book {
        Book { provenance, nodes }
    }
}

/// Every move of a board, a forced pass included, and the board after it.
pub(crate) fn moves(board: Board) -> impl Iterator<Item = (Move, Board)> {
    // Colours do not matter to a book.
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
