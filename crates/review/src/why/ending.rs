//! What happens at the end: parity, discs turned back, all discs lost.

use othellier_board::{Bitboard, Color, Size};
use othellier_eval::classic::regions;

use super::{Pair, Weighed, fading};
use crate::Reason;
use crate::walk::Walk;

/// With more empty squares regions have not formed.
const PARITY_EMPTIES: u32 = 16;
/// Regions of this many squares.
const REGION: std::ops::RangeInclusive<u32> = 2..=8;
/// With more empty squares an exchange is no ending.
const EXCHANGE_EMPTIES: u32 = 12;
/// How many discs turned back are worth a word.
const DISCS: u32 = 3;

/// The mover loses all discs after the move played alone.
pub(super) fn wiped_out<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let us = pair.played.us();
    let lost_all = |walk: &Walk<S>| {
        let mut steps = walk.steps();
        steps.find(|step| step.after.discs(us).is_empty()).map(|step| step.ply)
    };
    let ply = lost_all(&pair.played)?;
    lost_all(&pair.best).is_none().then_some((200, Reason::WipedOut { ply }))
}

/// A region that the opponent fills last where the mover could have.
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

/// Who plays the last disc into a region and when; nothing where it is not filled.
fn last_into<S: Size>(walk: &Walk<S>, region: Bitboard<S>) -> Option<(Color, usize)> {
    if region.intersects(walk.end().board().empties()) {
        return None;
    }
    let into = walk.steps().filter(|step| step.square().is_some_and(|at| region.contains(at)));
    into.last().map(|step| (step.mover(), step.ply))
}

/// More discs turned back until the end.
pub(super) fn exchange<S: Size>(pair: &Pair<S>) -> Option<Weighed<S>> {
    let walks = [&pair.played, &pair.best];
    if pair.empties() > EXCHANGE_EMPTIES || !walks.iter().all(|walk| walk.is_over()) {
        return None;
    }
    let us = pair.played.us();
    let turned = walks.map(|walk| walk.steps().next().map_or(0, |step| step.flips().len()));
    let lost = walks.map(|walk| {
        let theirs = walk.steps().filter(|step| step.mover() != us);
        theirs.map(|step| step.flips().len()).sum::<u32>()
    });
    let more = lost[0].checked_sub(lost[1])?;
    (more >= DISCS).then_some((15 + 2 * more, Reason::Exchange { turned, lost }))
}
