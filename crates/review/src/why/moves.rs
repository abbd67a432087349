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
#[cfg(test)]
mod tests {
    use super::super::tests::pair;
    use super::*;
    use othellier_board::Eight;

    fn reason(found: Option<Weighed<Eight>>) -> Option<Reason> {
        found.map(|(_, reason)| reason)
    }

    #[test]
    fn a_pass_of_ones_own_is_bad() {
        let picture = format!("--OX---- ---O---- X-X----- O-------{} X", "-".repeat(32));
        let forced = pair::<Eight>(&picture, "a5 e1 pass b4", "b1 b4 d3 e1");
        assert_eq!(reason(must_pass(&forced)), Some(Reason::MustPass { ply: 3 }));
        assert_eq!(pass_missed(&forced), None);
        let fine = pair::<Eight>(&picture, "b1 b4 d3 e1", "a5 e1 pass b4");
        assert_eq!(must_pass(&fine), None);
    }

    #[test]
    fn a_pass_of_the_opponent_is_a_chance() {
        let picture = format!("X-X----- -X-O---- -X-X---- ---O----{} X", "-".repeat(32));
        let missed = pair::<Eight>(&picture, "e3 d1 e1", "d1 pass d5");
        assert_eq!(reason(pass_missed(&missed)), Some(Reason::PassMissed { ply: 2 }));
        assert_eq!(must_pass(&missed), None);
    }

    #[test]
    fn moves_are_counted_for_both_sides() {
        let picture = "
            -------O OX----O- -O-OOOO- -XOXX---
            --XOX--- -XX-OXX- --X--X-- -----X-- X";
        let lost = pair::<Eight>(picture, "c2 a4", "c3 b5");
        let (played, best) = (Moves { mine: 8, theirs: 14 }, Moves { mine: 10, theirs: 8 });
        assert_eq!(reason(mobility(&lost)), Some(Reason::Mobility { played, best }));
        assert_eq!(mobility(&pair::<Eight>(picture, "c3 b5", "c2 a4")), None);
    }

    #[test]
    fn a_move_that_gives_a_corner_is_not_safe() {
        let picture = "
            ---X---- -OOOOO-- --XXOO-- -X-OOO--
            -XXXOOXX -XXOOOXX -XXX---X -OX----- X";
        let lost = pair::<Eight>(picture, "c1 g4", "g4 e7");
        assert_eq!(reason(safe_moves(&lost)), Some(Reason::SafeMoves { played: 10, best: 14 }));
        assert_eq!(safe_moves(&pair::<Eight>(picture, "g4 e7", "c1 g4")), None);
        // Black has two moves: b2 gives a1 away, f6 does not.
        let few = format!("{}--O----- ---X---- ----O---{} X", "-".repeat(16), "-".repeat(24));
        assert_eq!(safe(&few.parse::<Position>().unwrap()), 1);
    }

    #[test]
    fn discs_on_the_outside_are_counted() {
        let picture = "
            -------- -----XO- -----O-- --XXOX--
            --XOXXO- -XXX-X-- -OXXX--- -------- X";
        let opened = pair::<Eight>(picture, "h1 d8", "e6 b5");
        assert_eq!(reason(frontier(&opened)), Some(Reason::Frontier { played: 19, best: 13 }));
        assert_eq!(frontier(&pair::<Eight>(picture, "e6 b5", "h1 d8")), None);
    }
}
