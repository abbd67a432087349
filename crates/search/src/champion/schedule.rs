//! The schedule of iterative deepening: first the depth grows, then, to the end of the game, the
//! confidence.

use super::parameters;
use super::selectivity::Selectivity;

/// One iteration of iterative deepening: a depth and a confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Iteration {
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
}

/// The iterations that lead to a depth and a confidence.
pub(super) fn schedule(
    empties: u32,
    depth: u32,
    selectivity: Selectivity,
    midgame: Selectivity,
) -> Vec<Iteration> {
    let to_the_end = depth >= empties;
    let deepest =
        if to_the_end { empties.saturating_sub(parameters::endgame_jump()).max(1) } else { depth };
    // Every depth has the parity of the deepest: values of odd and even depths differ.
    let step = parameters::iteration_step();
    let first = 1 + (deepest + step - 1) % step;
    let mut schedule: Vec<Iteration> = (first..=deepest)
        .step_by(step as usize)
        .map(|depth| Iteration { depth, selectivity: midgame })
        .collect();
    if to_the_end {
        let confidences = Selectivity::ALL.into_iter().filter(|level| *level <= selectivity);
        // With few empty squares a proof costs little more than a selective search.
        let steps = confidences.filter(|level| match level {
            Selectivity::Percent73 => empties >= parameters::endgame_73_min_empties(),
            Selectivity::Percent87 => (parameters::endgame_87_min_empties()
                ..=parameters::endgame_87_max_empties())
                .contains(&empties),
            Selectivity::Percent95 => empties >= parameters::endgame_95_min_empties(),
            Selectivity::Percent98 => empties >= parameters::endgame_98_min_empties(),
            Selectivity::Percent99 => empties >= parameters::endgame_99_min_empties(),
            Selectivity::Exact => true,
        } || *level == selectivity);
        schedule.extend(steps.map(|selectivity| Iteration { depth: empties, selectivity }));
    }
    schedule
}
