//! What is searched one after the other: deeper and deeper, then to the end, surer and surer.

use super::selectivity::Selectivity;

/// One depth and confidence, searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
}

/// A search to the end is begun when it is at most this much deeper than what was searched before.
const LEAP: u32 = 10;

/// What is searched one after the other to reach a depth and a confidence.
pub(super) fn passes(
    empties: u32,
    depth: u32,
    selectivity: Selectivity,
    midgame: Selectivity,
) -> Vec<Pass> {
    let to_the_end = depth >= empties;
    let deepest = if to_the_end { empties.saturating_sub(LEAP).max(1) } else { depth };
    let mut passes: Vec<Pass> =
        (1..=deepest).map(|depth| Pass { depth, selectivity: midgame }).collect();
    if to_the_end {
        let surer = Selectivity::ALL.into_iter().filter(|level| *level <= selectivity);
        // With few squares left, to be sure costs little more than to be nearly sure.
        let steps = surer.filter(|level| match level {
            Selectivity::Percent73 => empties > 13,
            Selectivity::Percent87 => (22..=25).contains(&empties),
            Selectivity::Percent95 => empties > 25,
            Selectivity::Percent98 => empties > 29,
            Selectivity::Percent99 => empties > 31,
            Selectivity::Exact => true,
        } || *level == selectivity);
        passes.extend(steps.map(|selectivity| Pass { depth: empties, selectivity }));
    }
    passes
}
