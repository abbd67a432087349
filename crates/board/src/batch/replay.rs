//! The position after every ply of given games: labels for models that read games.

use std::error::Error;
use std::fmt;

use super::lanes::{Job, Lanes, Rules, run};
use super::spread::{spread, spread_difference};
use super::{PAD, pass};
use crate::kernel::LANES;
use crate::perft::Passes;
use crate::size::{Bits, Size};
use crate::{Board, Color};

/// Whose discs are 1 in a state; the other side's are -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// Black's.
    Black,
    /// Those of the side that moves next, after a forced pass too; when the game is over, of the side that
    /// did not move last.
    Mover,
}

/// The arrays to fill after every ply, row by row as the games are. A part that is not wanted is empty. Cells
/// after the end of a game are zero.
#[derive(Debug)]
pub struct Labels<'a> {
    /// A byte per square: 1, -1 or 0.
    pub states: &'a mut [i8],
    /// A byte per square: 1 where the side that moves next may play; with [`Passes::Ply`] one more byte,
    /// for the pass.
    pub legal: &'a mut [i8],
    /// The side that moves next: 1 for Black, -1 for White, 0 when the game is over.
    pub turns: &'a mut [i8],
}

/// Plays games from the start and writes the labels of every ply. `squares` are the rows of the games,
/// `row` long each; with [`Passes::Free`] passes are left out of them, with [`Passes::Ply`] each is named.
/// The labels of an illegal game and of those after it are not complete.
///
/// # Panics
/// If the length of a slice does not fit the rows.
pub fn replay<S: Size>(
    squares: &[u8],
    row: usize,
    passes: Passes,
    view: View,
    labels: Labels<'_>,
) -> Result<(), IllegalGame> {
    let legal = usize::from(S::SQUARES) + usize::from(passes == Passes::Ply);
    assert!(squares.is_empty() || squares.len().is_multiple_of(row), "whole rows of squares");
    for (part, width) in
        [(&labels.states, usize::from(S::SQUARES)), (&labels.legal, legal), (&labels.turns, 1)]
    {
        assert!(part.is_empty() || part.len() == squares.len() * width, "a label for each ply");
    }
    run::<Replay<'_>, S>(Work { squares, row: row.max(1), passes, view, legal, labels })
}

struct Work<'a> {
    squares: &'a [u8],
    row: usize,
    passes: Passes,
    view: View,
    /// The width of the legal moves of a ply.
    legal: usize,
    labels: Labels<'a>,
}

struct Replay<'a>(std::marker::PhantomData<&'a ()>);

impl<'a> Job for Replay<'a> {
    type Of<S: Size> = Work<'a>;
    type Output = Result<(), IllegalGame>;

    #[inline(always)]
    fn run<S: Size, R: Rules<S>>(mut work: Work<'a>, rules: R) -> Self::Output {
        let games = work.squares.len() / work.row;
        for first in (0..games).step_by(LANES) {
            work.replay_lanes::<S, R>(first, (games - first).min(LANES), rules)?;
        }
        Ok(())
    }
}

impl Work<'_> {
    /// Plays the games of one batch, ply by ply.
    #[inline(always)]
    fn replay_lanes<S: Size, R: Rules<S>>(
        &mut self,
        first: usize,
        count: usize,
        rules: R,
    ) -> Result<(), IllegalGame> {
        let mut lanes = Lanes::<S>::of(Board::default());
        let mut sides = [Color::Black; LANES];
        let mut ended = [false; LANES];
        for ply in 0..self.row {
            let mut square = [S::Bits::ZERO; LANES];
            let before = lanes;
            for lane in 0..count {
                let game = first + lane;
                let number = self.squares[game * self.row + ply];
                let bit = if number < S::SQUARES {
                    S::Bits::ONE << u32::from(number)
                } else {
                    S::Bits::ZERO
                };
                let is_legal = bit & lanes.moves[lane] != S::Bits::ZERO
                    || number == PAD
                    || number == pass::<S>()
                        && self.passes == Passes::Ply
                        && lanes.moves[lane] == S::Bits::ZERO
                        && !rules.legal_moves(lanes.board(lane).passed()).is_empty();
                if !is_legal || ended[lane] && number != PAD {
                    return Err(IllegalGame { game, ply, number });
                }
                ended[lane] = number == PAD;
                square[lane] = bit;
            }
            rules.play(&mut lanes, &square);
            for lane in 0..count {
                if ended[lane] {
                    lanes.set(lane, before.board(lane), crate::Bitboard::EMPTY);
                    self.write_end::<S>((first + lane) * self.row + ply);
                    continue;
                }
                sides[lane] = !sides[lane];
                if square[lane] == S::Bits::ZERO {
                    let board = before.board(lane).passed();
                    lanes.set(lane, board, rules.legal_moves(board));
                }
                let mut must_pass = false;
                let mut over = false;
                if lanes.moves[lane] == S::Bits::ZERO {
                    let passed = lanes.board(lane).passed();
                    let moves = rules.legal_moves(passed);
                    over = moves.is_empty();
                    must_pass = !over;
                    if must_pass && self.passes == Passes::Free {
                        lanes.set(lane, passed, moves);
                        sides[lane] = !sides[lane];
                        must_pass = false;
                    }
                }
                let cell = (first + lane) * self.row + ply;
                self.write(cell, &lanes, lane, sides[lane], must_pass, over);
            }
        }
        Ok(())
    }

    /// Writes the labels of one ply.
    #[inline(always)]
    fn write<S: Size>(
        &mut self,
        cell: usize,
        lanes: &Lanes<S>,
        lane: usize,
        side: Color,
        must_pass: bool,
        over: bool,
    ) {
        let (board, squares) = (lanes.board(lane), usize::from(S::SQUARES));
        if let Some(state) = self.labels.states.get_mut(cell * squares..(cell + 1) * squares) {
            let seen = match (self.view, side) {
                (View::Mover, _) | (View::Black, Color::Black) => board,
                (View::Black, Color::White) => board.passed(),
            };
            spread_difference::<S>(seen.mover(), seen.opponent(), state);
        }
        if let Some(legal) = self.labels.legal.get_mut(cell * self.legal..(cell + 1) * self.legal) {
            spread::<S>(crate::Bitboard::from_bits(lanes.moves[lane]), legal);
            if let Some(pass) = legal.get_mut(squares) {
                *pass = must_pass.into();
            }
        }
        if let Some(turn) = self.labels.turns.get_mut(cell) {
            *turn = match side {
                _ if over => 0,
                Color::Black => 1,
                Color::White => -1,
            };
        }
    }

    /// Writes the labels of a cell after the end of its game.
    fn write_end<S: Size>(&mut self, cell: usize) {
        let squares = usize::from(S::SQUARES);
        if let Some(state) = self.labels.states.get_mut(cell * squares..(cell + 1) * squares) {
            state.fill(0);
        }
        if let Some(legal) = self.labels.legal.get_mut(cell * self.legal..(cell + 1) * self.legal) {
            legal.fill(0);
        }
        if let Some(turn) = self.labels.turns.get_mut(cell) {
            *turn = 0;
        }
    }
}

/// A row that is not a game from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalGame {
    /// The row of the game, from 0.
    pub game: usize,
    /// The column of the move, from 0.
    pub ply: usize,
    /// The number in that cell.
    pub number: u8,
}

impl fmt::Display for IllegalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {} is not legal at ply {}", self.game, self.number, self.ply)
    }
}

impl Error for IllegalGame {}
