//! Boards in play, stepped together.

use std::error::Error;
use std::fmt;

use super::lanes::{Job, Lanes, Rules, run};
use super::pass;
use super::random::{choose, seeded};
use super::spread::spread;
use crate::kernel::LANES;
use crate::size::{Bits, Eight, Size};
use crate::{Bitboard, Board, Color, Position, Square, Status};

/// The action that leaves a board as it is.
pub const KEEP: u8 = u8::MAX;

/// Many boards, each in a game of its own.
///
/// An action is the number of a square, or [`pass`] where the side to move must pass.
///
/// ```
/// use othellier_board::batch::{Boards, KEEP};
/// use othellier_board::{Color, Eight, Square};
/// let mut boards = Boards::<Eight>::new(2);
/// boards.step(&[Square::F5.index(), KEEP])?;
/// assert_eq!(boards.position(0).side_to_move(), Color::White);
/// assert_eq!(boards.position(1).side_to_move(), Color::Black);
/// # Ok::<(), othellier_board::batch::IllegalAction>(())
/// ```
#[derive(Clone, Debug)]
pub struct Boards<S: Size = Eight> {
    /// Whole batches of lanes: those beyond `len` are never stepped.
    lanes: Vec<Lanes<S>>,
    turns: Vec<Turn>,
}

/// The turn of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    side_to_move: Color,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    ToMove,
    MustPass,
    Over,
}

impl Turn {
    const START: Turn = Turn { side_to_move: Color::Black, state: State::ToMove };
}

impl<S: Size> Boards<S> {
    /// That many boards at the start of a game.
    pub fn new(count: usize) -> Boards<S> {
        Boards {
            lanes: vec![Lanes::of(Board::default()); count.div_ceil(LANES)],
            turns: vec![Turn::START; count],
        }
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The position on one board.
    pub fn position(&self, index: usize) -> Position<S> {
        let board = self.lanes[index / LANES].board(index % LANES);
        Position::new(board, self.turns[index].side_to_move)
    }

    /// Sets up a position on one board.
    pub fn set(&mut self, index: usize, position: &Position<S>) {
        let state = match position.status() {
            Status::ToMove => State::ToMove,
            Status::MustPass => State::MustPass,
            Status::Over { .. } => State::Over,
        };
        self.turns[index] = Turn { side_to_move: position.side_to_move(), state };
        self.lanes[index / LANES].set(index % LANES, position.board(), position.legal_moves());
    }

    /// Whether the game on one board is over.
    pub fn is_over(&self, index: usize) -> bool {
        self.turns[index].state == State::Over
    }

    /// Sets every board whose game is over to the start.
    pub fn restart(&mut self) {
        let start = Position::default();
        for index in 0..self.len() {
            if self.is_over(index) {
                self.set(index, &start);
            }
        }
    }

    /// Plays one action on every board. If one is not legal, nothing is played.
    ///
    /// # Panics
    /// Unless there is an action for every board.
    pub fn step(&mut self, actions: &[u8]) -> Result<(), IllegalAction> {
        assert_eq!(actions.len(), self.len(), "an action for each board");
        let legal = |(index, &action): (usize, &u8)| self.is_legal(index, action);
        if let Some(board) = actions.iter().enumerate().position(|action| !legal(action)) {
            return Err(IllegalAction { board, action: actions[board] });
        }
        run::<Step<'_>, S>((self, actions));
        Ok(())
    }

    #[inline(always)]
    fn is_legal(&self, index: usize, action: u8) -> bool {
        if action == KEEP {
            return true;
        }
        match Square::<S>::from_index(action) {
            Some(square) => {
                let moves = self.lanes[index / LANES].moves[index % LANES];
                self.turns[index].state == State::ToMove
                    && Bitboard::<S>::from_bits(moves).contains(square)
            }
            None => action == pass::<S>() && self.turns[index].state == State::MustPass,
        }
    }

    /// A random legal action for every board, by a seed; [`KEEP`] where the game is over.
    ///
    /// # Panics
    /// Unless there is an action for every board.
    pub fn sample(&self, seed: u64, actions: &mut [u8]) {
        assert_eq!(actions.len(), self.len(), "an action for each board");
        run::<Sample<'_>, S>((self, seed, actions));
    }

    /// Writes the discs of every board: for each a plane of the mover's and one of the opponent's, 1 for a
    /// disc.
    ///
    /// # Panics
    /// Unless there are two bytes for every square of every board.
    pub fn planes(&self, out: &mut [i8]) {
        let squares = usize::from(S::SQUARES);
        assert_eq!(out.len(), 2 * squares * self.len(), "two planes for each board");
        for (index, planes) in out.chunks_exact_mut(2 * squares).enumerate() {
            let (lanes, lane) = (&self.lanes[index / LANES], index % LANES);
            let (mover, opponent) = planes.split_at_mut(squares);
            spread::<S>(Bitboard::from_bits(lanes.mover[lane]), mover);
            spread::<S>(Bitboard::from_bits(lanes.opponent[lane]), opponent);
        }
    }

    /// Writes the legal actions of every board: 1 for each, 0 for the others; the pass is the last one.
    ///
    /// # Panics
    /// Unless there is a byte for every action of every board.
    pub fn masks(&self, out: &mut [i8]) {
        let squares = usize::from(S::SQUARES);
        assert_eq!(out.len(), (squares + 1) * self.len(), "a mask for each board");
        for (index, mask) in out.chunks_exact_mut(squares + 1).enumerate() {
            let moves = self.lanes[index / LANES].moves[index % LANES];
            spread::<S>(Bitboard::from_bits(moves), mask);
            mask[squares] = (self.turns[index].state == State::MustPass).into();
        }
    }
}

/// Writes the planes and the mask of one position, as [`Boards::planes`] and [`Boards::masks`] do.
///
/// # Panics
/// Unless there are two bytes for every square, and a byte for every action.
pub fn observe<S: Size>(position: &Position<S>, planes: &mut [i8], mask: &mut [i8]) {
    let squares = usize::from(S::SQUARES);
    assert!(planes.len() == 2 * squares && mask.len() == squares + 1, "two planes and a mask");
    let (mover, opponent) = planes.split_at_mut(squares);
    spread::<S>(position.board().mover(), mover);
    spread::<S>(position.board().opponent(), opponent);
    let moves = position.legal_moves();
    spread::<S>(moves, mask);
    mask[squares] = (moves.is_empty() && position.status() == Status::MustPass).into();
}

struct Step<'a>(std::marker::PhantomData<&'a ()>);

impl<'a> Job for Step<'a> {
    type Of<S: Size> = (&'a mut Boards<S>, &'a [u8]);
    type Output = ();

    #[inline(always)]
    fn run<S: Size, R: Rules<S>>((boards, actions): Self::Of<S>, rules: R) {
        let Boards { lanes, turns } = boards;
        let batches = lanes.iter_mut().zip(turns.chunks_mut(LANES)).zip(actions.chunks(LANES));
        for ((lanes, turns), actions) in batches {
            let mut square = [S::Bits::ZERO; LANES];
            for (square, &action) in square.iter_mut().zip(actions) {
                if action < S::SQUARES {
                    *square = S::Bits::ONE << u32::from(action);
                }
            }
            let before = *lanes;
            rules.play(lanes, &square);
            for (lane, turn) in turns.iter_mut().enumerate() {
                if square[lane] != S::Bits::ZERO {
                    turn.side_to_move = !turn.side_to_move;
                    if lanes.moves[lane] == S::Bits::ZERO {
                        let passed = rules.legal_moves(lanes.board(lane).passed());
                        turn.state = if passed.is_empty() { State::Over } else { State::MustPass };
                    }
                    continue;
                }
                lanes.set(lane, before.board(lane), Bitboard::from_bits(before.moves[lane]));
                if actions[lane] == pass::<S>() {
                    lanes.pass(lane, rules);
                    *turn = Turn { side_to_move: !turn.side_to_move, state: State::ToMove };
                }
            }
        }
    }
}

struct Sample<'a>(std::marker::PhantomData<&'a ()>);

impl<'a> Job for Sample<'a> {
    type Of<S: Size> = (&'a Boards<S>, u64, &'a mut [u8]);
    type Output = ();

    #[inline(always)]
    fn run<S: Size, R: Rules<S>>((boards, seed, actions): Self::Of<S>, _: R) {
        let batches = boards.lanes.iter().zip(boards.turns.chunks(LANES));
        for (at, ((lanes, turns), actions)) in batches.zip(actions.chunks_mut(LANES)).enumerate() {
            let word = |lane| seeded(seed, (at * LANES + lane) as u64);
            let square = choose(lanes.moves, std::array::from_fn(word));
            for (lane, action) in actions.iter_mut().enumerate() {
                *action = match turns[lane].state {
                    State::ToMove => square[lane].trailing_zeros() as u8,
                    State::MustPass => pass::<S>(),
                    State::Over => KEEP,
                };
            }
        }
    }
}

/// An action that its board does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The index of the board in the batch.
    pub board: usize,
    /// The move that was tried.
    pub action: u8,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action {} is not legal on board {}", self.action, self.board)
    }
}

impl Error for IllegalAction {}
