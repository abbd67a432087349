//! Whether the machine had other work while units were timed one at a time.

use crate::words::{Words, tr};
use othellier_measure::experiment::Load;
use othellier_measure::provenance::OtherWork;

/// A sentence on the load of the machine while this many units were timed. That nothing else ran is
/// only stated if it was measured for all of them; of several runs the worst counts.
pub(super) fn about(words: &dyn Words, loads: &[Load], timed: usize) -> String {
    let measured: usize = loads.iter().map(|load| load.units).sum();
    if loads.is_empty() || measured < timed {
        return words.text("lab-load-unknown");
    }
    let worst =
        |of: fn(&OtherWork) -> f64| loads.iter().map(|load| of(&load.others)).fold(0.0, f64::max);
    let others = OtherWork { cores: worst(|work| work.cores), steal: worst(|work| work.steal) };
    let key = if others.is_negligible() { "lab-load-none" } else { "lab-load-some" };
    let (cores, steal) = (words.decimals(others.cores, 2), words.percent(others.steal));
    tr!(words, key, cores = cores, steal = steal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::ENGLISH;

    #[test]
    fn a_quiet_machine_is_measured_or_not_stated() {
        let load = |units, cores, steal| Load::new(units, OtherWork { cores, steal });
        let said = |loads: &[Load], timed| about(ENGLISH, loads, timed);
        let quiet = "lab-load-none(cores: 0.02, steal: 0.1 %)";
        assert_eq!(said(&[load(40, 0.02, 0.001)], 40), quiet);
        assert_eq!(said(&[], 40), "lab-load-unknown");
        assert_eq!(said(&[load(30, 0.02, 0.001)], 40), "lab-load-unknown");
        let busy = "lab-load-some(cores: 17.00, steal: 0.1 %)";
        assert_eq!(said(&[load(30, 0.02, 0.001), load(10, 17.0, 0.0)], 40), busy);
        assert_eq!(said(&[load(9, 0.0, 0.03)], 9), "lab-load-some(cores: 0.00, steal: 3.0 %)");
    }
}
