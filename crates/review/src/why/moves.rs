//! Mobility, safe moves, frontier, and passes.

use othellier_board::{Bitboard, Color, Move, Position, Size};
use othellier_eval::classic::{Feature, Frontier};

use super::{Pair, Weighed, fading};
use crate::walk::Walk;
use crate::{MoveCounts, Reason};

/// Below this number of empty squares, the number of moves says little.
const MOBILITY_EMPTIES: u32 = 12;
const FRONTIER_EMPTIES: u32 = 16;
/// The differences in moves, safe moves and discs that are reported.
const MOVES: u32 = 4;
const SAFE_MOVES: u32 = 3;
const DISCS: u32 = 4;
/// The differences in moves per turn and discs per ply that are reported, over at least `TURNS`
/// turns of each side, all with at least `TURN_EMPTIES` empty squares.
const MOVES_PER_TURN: f64 = 1.5;
const DISCS_PER_PLY: f64 = 2.5;
const TURNS: u32 = 3;
const TURN_EMPTIES: u32 = 8;

/// The mover must pass only after the move played.
pub(super) fn must_pass<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let us = pair.played.us();
    let ply = first_pass(&pair.played, us, pair.plies)?;
    let here_alone = first_pass(&pair.best, us, pair.plies).is_none();
    here_alone.then_some((fading(70, ply), Reason::MustPass { ply }))
}

/// The opponent must pass only in the best line.
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
    let balance = |moves: MoveCounts| moves.mine as i32 - moves.theirs as i32;
    let lost = u32::try_from(balance(best) - balance(played)).ok()?;
    (lost >= MOVES).then_some((20 + 5 * lost, Reason::Mobility { played, best }))
}

/// The replies of the opponent, and the mover's moves after the best of them.
fn next_moves<S: Size>(walk: &Walk<S>) -> Option<MoveCounts> {
    let theirs = walk.at(1)?.legal_moves().len();
    let mine = walk.at(2)?.legal_moves().len();
    Some(MoveCounts { mine, theirs })
}

/// Mobility over the following plies, averaged per turn.
pub(super) fn mobility_along<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let turns = turns(pair)?;
    let (played, best) = (all_moves(&pair.played, turns)?, all_moves(&pair.best, turns)?);
    let balance = |moves: MoveCounts| moves.mine as i32 - moves.theirs as i32;
    let lost = u32::try_from(balance(best) - balance(played)).ok()?;
    let is_significant = f64::from(lost) >= MOVES_PER_TURN * f64::from(turns);
    is_significant.then(|| (20 + 5 * lost / turns, Reason::MobilityAlong { played, best, turns }))
}

/// The number of turns of each side to count; `None` if too few.
fn turns<S: Size>(pair: &Pair<S>) -> Option<u32> {
    let plies = pair.empties().checked_sub(TURN_EMPTIES)?.min(pair.plies as u32);
    Some(plies / 2).filter(|turns| *turns >= TURNS)
}

/// The moves of both sides summed over their next turns; the opponent moves first.
fn all_moves<S: Size>(walk: &Walk<S>, turns: u32) -> Option<MoveCounts> {
    let count = |ply: u32| Some(walk.at(ply as usize)?.legal_moves().len());
    let mut moves = MoveCounts { mine: 0, theirs: 0 };
    for turn in 1..=turns {
        moves.theirs += count(2 * turn - 1)?;
        moves.mine += count(2 * turn)?;
    }
    Some(moves)
}

/// Fewer safe moves at the mover's next turn.
pub(super) fn safe_moves<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    if pair.empties() < MOBILITY_EMPTIES {
        return None;
    }
    let (played, best) = (safe(pair.played.at(2)?), safe(pair.best.at(2)?));
    let lost = best.checked_sub(played)?;
    let is_significant = lost >= SAFE_MOVES || (played == 0 && best > 0);
    is_significant.then_some((25 + 5 * lost, Reason::SafeMoves { played, best }))
}

/// A later turn at which every move gives away a corner, only after the move played.
pub(super) fn out_of_safe_moves<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let plies = || (2..pair.plies).step_by(2);
    let stuck = |walk: &Walk<S>, ply: usize| {
        let position = walk.at(ply)?;
        let is_early = position.board().empties().len() >= TURN_EMPTIES;
        Some(is_early && !position.legal_moves().is_empty() && safe(position) == 0)
    };
    let ply = plies().find(|&ply| stuck(&pair.played, ply) == Some(true))?;
    let never = plies().all(|ply| stuck(&pair.best, ply) != Some(true));
    // The turn at which it happens is the ply after the position.
    never.then_some((fading(45, ply), Reason::OutOfSafeMoves { ply: ply + 1 }))
}

/// The number of safe moves: after them the opponent cannot take a corner that was out of reach
/// before.
fn safe<S: Size>(position: &Position<S>) -> u32 {
    let reachable = position.board().passed().legal_moves() & Bitboard::corners();
    let moves = position.legal_moves().into_iter();
    let gives = |square| {
        let after = position.after(Move::Place(square)).legal_moves() & Bitboard::corners();
        !(after - reachable).is_empty()
    };
    moves.filter(|&square| !gives(square)).count() as u32
}

/// More frontier discs of the mover.
pub(super) fn frontier<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    if pair.empties() < FRONTIER_EMPTIES {
        return None;
    }
    // After the move the opponent is to move, so the mover's discs are `opponent`.
    let exposed = |walk: &Walk<S>| Some(Frontier.merit(walk.at(1)?.board()));
    let (played, best) = (exposed(&pair.played)?, exposed(&pair.best)?);
    let more = played.checked_sub(best)?;
    (more >= DISCS).then_some((10 + 3 * more, Reason::Frontier { played, best }))
}

/// Frontier over the following plies, both sides together, averaged per ply.
pub(super) fn frontier_along<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    if pair.empties() < FRONTIER_EMPTIES {
        return None;
    }
    let plies = 2 * turns(pair)?;
    let us = pair.played.us();
    let balance = |walk: &Walk<S>| {
        let at = |ply: u32| {
            let position = walk.at(ply as usize)?;
            let board = position.board();
            let [theirs, ours] = [board, board.passed()].map(|seen| Frontier.merit(seen) as i32);
            let balance = ours - theirs;
            Some(if position.side_to_move() == us { balance } else { -balance })
        };
        (1..=plies).map(at).sum::<Option<i32>>()
    };
    let (played, best) = (balance(&pair.played)?, balance(&pair.best)?);
    let more = f64::from(played - best) / f64::from(plies);
    let is_significant = more >= DISCS_PER_PLY;
    is_significant.then(|| (10 + 3 * more as u32, Reason::FrontierAlong { played, best, plies }))
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
    fn a_forced_pass_of_the_mover_is_reported() {
        let picture = format!("--OX---- ---O---- X-X----- O-------{} X", "-".repeat(32));
        let forced = pair::<Eight>(&picture, "a5 e1 pass b4", "b1 b4 d3 e1");
        assert_eq!(reason(must_pass(&forced)), Some(Reason::MustPass { ply: 3 }));
        assert_eq!(pass_missed(&forced), None);
        let fine = pair::<Eight>(&picture, "b1 b4 d3 e1", "a5 e1 pass b4");
        assert_eq!(must_pass(&fine), None);
    }

    #[test]
    fn a_missed_pass_of_the_opponent_is_reported() {
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
        let (played, best) =
            (MoveCounts { mine: 8, theirs: 14 }, MoveCounts { mine: 10, theirs: 8 });
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
    fn moves_are_counted_along_the_line_too() {
        let picture = "
            OO-X---- -OOX---- --XOO-X- X-OOOOOX
            XXOXXOX- OOXX-XO- --X--X-O --X----- X";
        let (played, best) = ("c1 e2 f1 f2 a3 e8 e1 d8", "e2 f2 a7 e7 e6 h6 f1 d7");
        let lost = pair::<Eight>(picture, played, best);
        let (fewer, more) =
            (MoveCounts { mine: 40, theirs: 67 }, MoveCounts { mine: 52, theirs: 54 });
        let expected = Reason::MobilityAlong { played: fewer, best: more, turns: 4 };
        assert_eq!(reason(mobility_along(&lost)), Some(expected));
        assert_eq!(mobility_along(&pair::<Eight>(picture, best, played)), None);
        // Two turns are too few for a trend.
        let short = pair::<Eight>(picture, "c1 e2 f1 f2", "e2 f2 a7 e7");
        assert_eq!(mobility_along(&short), None);
    }

    #[test]
    fn safe_moves_may_run_out_later() {
        let picture = "
            ---XO--- --XXX--- OXXXX--- OOXXX---
            OXOXXO-- OOXOXO-- OOOOOO-- OXXXX--- X";
        let (played, best) = ("g6 f4 f3 a2 f1 f8 b2 g5", "g8 g7 f1 a2 h8 b1 g5 g6");
        let stuck = pair::<Eight>(picture, played, best);
        assert_eq!(reason(out_of_safe_moves(&stuck)), Some(Reason::OutOfSafeMoves { ply: 7 }));
        assert_eq!(out_of_safe_moves(&pair::<Eight>(picture, best, played)), None);
    }

    #[test]
    fn frontier_discs_are_counted() {
        let picture = "
            -------- -----XO- -----O-- --XXOX--
            --XOXXO- -XXX-X-- -OXXX--- -------- X";
        let opened = pair::<Eight>(picture, "h1 d8", "e6 b5");
        assert_eq!(reason(frontier(&opened)), Some(Reason::Frontier { played: 19, best: 13 }));
        assert_eq!(frontier(&pair::<Eight>(picture, "e6 b5", "h1 d8")), None);
    }

    #[test]
    fn frontier_discs_are_counted_along_the_line_too() {
        let picture = "
            --X-XXXX --XOOOO- --XOX--- ---OXX--
            -OXOXX-- OXXXXXX- X--OOOO- -----O-- X";
        let (played, best) = ("d8 h5 h6 e8 h8 c4 h3 g3", "g3 h6 e8 b4 b7 g5 b3 c4");
        let opened = pair::<Eight>(picture, played, best);
        let expected = Reason::FrontierAlong { played: 31, best: -8, plies: 8 };
        assert_eq!(reason(frontier_along(&opened)), Some(expected));
        assert_eq!(frontier_along(&pair::<Eight>(picture, best, played)), None);
    }
}
