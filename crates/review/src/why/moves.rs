//! How many moves the two sides have, and passes.

use othellier_board::{Bitboard, Color, Move, Position, Size};
use othellier_eval::classic::{Feature, Frontier};

use super::{Pair, Weighed, fading};
use crate::walk::Walk;
use crate::{Moves, Reason};

/// With fewer empty squares the number of moves says little.
const MOBILITY_EMPTIES: u32 = 12;
const FRONTIER_EMPTIES: u32 = 16;
/// How many moves, safe moves and discs are worth a word.
const MOVES: u32 = 4;
const SAFE_MOVES: u32 = 3;
const DISCS: u32 = 4;

/// The mover must pass after the move played alone.
pub(super) fn must_pass<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let us = pair.played.us();
    let ply = first_pass(&pair.played, us, pair.plies)?;
    let here_alone = first_pass(&pair.best, us, pair.plies).is_none();
    here_alone.then_some((fading(70, ply), Reason::MustPass { ply }))
}

/// The opponent must pass in the best line alone.
pub(super) fn pass_missed<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let them = !pair.best.us();
    let ply = first_pass(&pair.best, them, pair.plies)?;
    let there_alone = first_pass(&pair.played, them, pair.plies).is_none();
    there_alone.then_some((fading(65, ply), Reason::PassMissed { ply }))
}

fn first_pass<S: Size>(walk: &Walk<S>, side: Color, plies: usize) -> Option<usize> {
    let mut steps = walk.steps().take(plies);
    steps.find(|step| step.mover() == side && step.played == Move::Pass).map(|step| step.ply)
}

/// Fewer moves for the mover, more for the opponent.
pub(super) fn mobility<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    if pair.empties() < MOBILITY_EMPTIES {
        return None;
    }
    let (played, best) = (next_moves(&pair.played)?, next_moves(&pair.best)?);
    let balance = |moves: Moves| moves.mine as i32 - moves.theirs as i32;
    let lost = u32::try_from(balance(best) - balance(played)).ok()?;
    (lost >= MOVES).then_some((20 + 5 * lost, Reason::Mobility { played, best }))
}

/// The replies of the opponent, and the mover's moves after the best of them.
fn next_moves<S: Size>(walk: &Walk<S>) -> Option<Moves> {
    let theirs = walk.at(1)?.legal_moves().len();
    let mine = walk.at(2)?.legal_moves().len();
    Some(Moves { mine, theirs })
}

/// Fewer moves at the mover's next turn that give no corner away.
pub(super) fn safe_moves<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    if pair.empties() < MOBILITY_EMPTIES {
        return None;
    }
    let (played, best) = (safe(pair.played.at(2)?), safe(pair.best.at(2)?));
    let lost = best.checked_sub(played)?;
    let is_telling = lost >= SAFE_MOVES || (played == 0 && best > 0);
    is_telling.then_some((25 + 5 * lost, Reason::SafeMoves { played, best }))
}

/// The moves after which the opponent can take no corner that was out of reach before.
fn safe<S: Size>(position: &Position<S>) -> u32 {
    let reachable = position.board().passed().legal_moves() & Bitboard::corners();
    let moves = position.legal_moves().into_iter();
    let gives = |square| {
        let after = position.after(Move::Place(square)).legal_moves() & Bitboard::corners();
        !(after - reachable).is_empty()
    };
    moves.filter(|&square| !gives(square)).count() as u32
}

/// More of the mover's discs beside empty squares.
pub(super) fn frontier<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    if pair.empties() < FRONTIER_EMPTIES {
        return None;
    }
    // After the move it is the opponent's turn, and the mover's discs are those opposite.
    let exposed = |walk: &Walk<S>| Some(Frontier.merit(walk.at(1)?.board()));
    let (played, best) = (exposed(&pair.played)?, exposed(&pair.best)?);
    let more = played.checked_sub(best)?;
    (more >= DISCS).then_some((10 + 3 * more, Reason::Frontier { played, best }))
}
