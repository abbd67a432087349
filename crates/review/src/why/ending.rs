//! Endgame features: parity, discs flipped back, wipe-out.

use othellier_board::{Bitboard, Color, Size};
use othellier_eval::classic::regions;

use super::{Pair, Weighed, fading};
use crate::Reason;
use crate::walk::Walk;

/// Above this number of empty squares, regions have not formed.
const PARITY_EMPTIES: u32 = 20;
/// The size of a region, in squares.
const REGION: std::ops::RangeInclusive<u32> = 2..=8;
/// The most empty squares at which exchanges are compared.
const EXCHANGE_EMPTIES: u32 = 16;
/// Above this number of empty squares, the last move says little.
const LAST_MOVE_EMPTIES: u32 = 24;
/// The number of discs flipped back that is reported.
const DISCS: u32 = 3;

/// The mover loses all discs only after the move played.
pub(super) fn wiped_out<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let us = pair.played.us();
    let lost_all = |walk: &Walk<S>| {
        let mut steps = walk.steps();
        steps.find(|step| step.after.discs(us).is_empty()).map(|step| step.ply)
    };
    let ply = lost_all(&pair.played)?;
    lost_all(&pair.best).is_none().then_some((200, Reason::WipedOut { ply }))
}

/// A region in which the opponent plays last, and the mover could have.
pub(super) fn parity<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    if pair.empties() > PARITY_EMPTIES {
        return None;
    }
    let us = pair.played.us();
    let empties = pair.played.at(0)?.board().empties();
    let lost = |region: Bitboard<S>| {
        let (filler, ply) = last_into(&pair.played, region)?;
        let (other, _) = last_into(&pair.best, region)?;
        (filler != us && other == us).then_some((region, ply))
    };
    let mut found = regions(empties).filter(|region| REGION.contains(&region.len()));
    let (region, ply) = found.find_map(lost)?;
    Some((fading(60, ply / 2), Reason::ParityLost { region, ply }))
}

/// Who plays the last disc in a region and when; `None` if it is not filled.
fn last_into<S: Size>(walk: &Walk<S>, region: Bitboard<S>) -> Option<(Color, usize)> {
    if region.intersects(walk.end().board().empties()) {
        return None;
    }
    let into = walk.steps().filter(|step| step.square().is_some_and(|at| region.contains(at)));
    into.last().map(|step| (step.mover(), step.ply))
}

/// The opponent makes the last move of the game, and the mover could have.
pub(super) fn last_move<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let walks = [&pair.played, &pair.best];
    if pair.empties() > LAST_MOVE_EMPTIES || !walks.iter().all(|walk| walk.is_over()) {
        return None;
    }
    let [played, best] =
        walks.map(|walk| walk.steps().filter(|step| step.square().is_some()).last());
    let (played, best) = (played?, best?);
    let us = pair.played.us();
    let is_lost = played.mover() != us && best.mover() == us;
    is_lost.then_some((30, Reason::LastMove { ply: played.ply }))
}

/// More discs are flipped back until the end.
pub(super) fn exchange<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let walks = [&pair.played, &pair.best];
    if pair.empties() > EXCHANGE_EMPTIES || !walks.iter().all(|walk| walk.is_over()) {
        return None;
    }
    let us = pair.played.us();
    let flipped = walks.map(|walk| walk.steps().next().map_or(0, |step| step.flips().len()));
    let lost = walks.map(|walk| {
        let theirs = walk.steps().filter(|step| step.mover() != us);
        theirs.map(|step| step.flips().len()).sum::<u32>()
    });
    let more = lost[0].checked_sub(lost[1])?;
    (more >= DISCS).then_some((15 + 2 * more, Reason::Exchange { flipped, lost }))
}
#[cfg(test)]
mod tests {
    use super::super::tests::pair;
    use super::*;
    use othellier_board::{Eight, Four};

    #[test]
    fn losing_every_disc_is_a_reason_of_its_own() {
        let picture = format!("-----OXO ------O-{} X", "-".repeat(48));
        let lost = pair::<Eight>(&picture, "e1 d1", "g3 h3");
        assert_eq!(wiped_out(&lost), Some((200, Reason::WipedOut { ply: 2 })));
        assert_eq!(wiped_out(&pair::<Eight>(&picture, "g3 h3", "e1 d1")), None);
    }

    #[test]
    fn parity_is_who_fills_a_region() {
        let picture = "-XO- -XXX -XO- --OX O";
        let (played, best) = ("a1 b4 d3 a2 a3 a4 d1", "a3 a2 a1 a4 d3 d1 b4");
        let lost = pair::<Four>(picture, played, best);
        let region = ["a1", "a2", "a3", "a4", "b4"].into_iter().map(|at| at.parse().unwrap());
        let expected = Reason::ParityLost { region: region.collect(), ply: 6 };
        assert_eq!(parity(&lost).map(|(_, reason)| reason), Some(expected));
        assert_eq!(parity(&pair::<Four>(picture, best, played)), None);
        // If a line is too short, the region is not filled.
        assert_eq!(parity(&pair::<Four>(picture, "a1 b4", best)), None);
    }

    #[test]
    fn the_last_move_is_made_by_one_side() {
        let picture = "
            XXO---OX XXOOX-XX XOOOOXOX XOOOXOOX
            -OOXXXOX XOXXOXXX OX--XXXO XXXXXXO- X";
        let (played, best) = ("d7 a5 f2 d1 e1 c7 h8 f1", "a5 d1 c7 d7 f1 e1 f2 pass h8");
        let lost = pair::<Eight>(picture, played, best);
        let expected = Reason::LastMove { ply: 8 };
        assert_eq!(last_move(&lost).map(|(_, reason)| reason), Some(expected));
        assert_eq!(last_move(&pair::<Eight>(picture, best, played)), None);
        // If a line stops early, the last move is unknown.
        assert_eq!(last_move(&pair::<Eight>(picture, "d7 a5", best)), None);
    }

    #[test]
    fn discs_flipped_back_are_counted_to_the_end() {
        let picture = "OOO- -OXX -XOX ---O X";
        let (played, best) = ("a2 d1 c4 a3 a4 b4", "b4 c4 d1 a3 a2 a4");
        let lost = pair::<Four>(picture, played, best);
        let expected = Reason::Exchange { flipped: [1, 1], lost: [8, 4] };
        assert_eq!(exchange(&lost).map(|(_, reason)| reason), Some(expected));
        assert_eq!(exchange(&pair::<Four>(picture, best, played)), None);
        assert_eq!(exchange(&pair::<Four>(picture, "a2 d1", best)), None);
    }
}
