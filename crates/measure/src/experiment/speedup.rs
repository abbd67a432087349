//! The speedup of a search over the same search with the smallest value of the varied key, such as
//! one thread.
//!
//! Each position is compared with itself, by the fastest of its repetitions; the mean over
//! positions is geometric.

use std::collections::BTreeMap;

use super::{Arm, SearchFindings, SearchRow};
use crate::stats::Ratio;

/// Fills in the speedups of the arms of a part, phase by phase.
pub(super) fn fill(
    by: &str,
    repetitions: usize,
    arms: &[Arm],
    searches: &[Vec<&SearchRow>],
    found: &mut [Vec<SearchFindings>],
) {
    let value = |arm: &Arm| arm.settings.get(by).and_then(|value| value.parse::<f64>().ok());
    for (index, arm) in arms.iter().enumerate() {
        let family = arm.without(by);
        let alike = arms.iter().enumerate().filter(|(_, other)| other.without(by) == family);
        let numbered = alike.filter_map(|(index, other)| Some((index, value(other)?)));
        let least = numbered.min_by(|(_, a), (_, b)| a.total_cmp(b));
        let Some((base, _)) = least else { continue };
        for at in &mut found[index] {
            let [first, this] =
                [base, index].map(|arm| fastest(&at.phase, repetitions, &searches[arm]));
            let both = first
                .iter()
                .filter_map(|(position, time)| Some((*time as f64, *this.get(position)? as f64)));
            at.speedup = Ratio::of_pairs(both);
        }
    }
}

/// The nanoseconds of the fastest repetition of each position.
fn fastest(phase: &str, repetitions: usize, searches: &[&SearchRow]) -> BTreeMap<usize, u64> {
    let mut fastest = BTreeMap::new();
    for search in searches.iter().filter(|search| search.phase == phase) {
        let time = search.stats.nanoseconds;
        let kept = fastest.entry(search.index / repetitions).or_insert(time);
        *kept = time.min(*kept);
    }
    fastest
}
