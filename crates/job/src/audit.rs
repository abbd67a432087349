//! Some units of every worker, done again here, and their bytes compared.
//!
//! Which units are repeated follows from a seed of the auditor, which nobody knows before. Every worker has
//! its share, and one unit at least: whoever forges all its units is found, and whoever takes a new name for
//! each unit has each of them repeated.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_platform::parallel::{StopSignal, parallel_for};

use crate::folder::of_stages;
use crate::run::Silent;
use crate::{Digest, Engine, Performer, RunError, UnitError, UnitFolder};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AuditOptions {
    /// The share of each worker's units in percent; one of each at least, unless it is 0.
    pub percent: f64,
    /// The seed of the choice. Whoever knows it knows the units.
    pub seed: u64,
    pub threads: NonZeroUsize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Units that were done again.
    pub repeated: u64,
    /// The numbers of those with other bytes, in ascending order, by worker.
    pub different: BTreeMap<String, Vec<u64>>,
}

/// The units to repeat, of each worker: a random share, rounded up.
pub fn sample(units: &BTreeMap<String, Vec<u64>>, percent: f64, seed: u64) -> Vec<u64> {
    let rank = |number: &u64| Digest::of_all(&[&seed.to_le_bytes(), &number.to_le_bytes()]);
    let mut chosen = Vec::new();
    for numbers in units.values() {
        let mut numbers = numbers.clone();
        numbers.sort_by_cached_key(rank);
        numbers.truncate((numbers.len() as f64 * percent / 100.0).ceil() as usize);
        chosen.extend(numbers);
    }
    chosen.sort_unstable();
    chosen
}

/// Does a sample of these units again, on this machine. `None` when stopped.
pub fn audit(
    units: &[(u64, &UnitFolder)],
    options: AuditOptions,
    stop: &StopSignal,
) -> Result<Option<Audit>, RunError> {
    let mut audit = Audit::default();
    for stage in of_stages(units) {
        if !audit_stage(stage, options, stop, &mut audit)? {
            return Ok(None);
        }
    }
    audit.different.values_mut().for_each(|numbers| numbers.sort_unstable());
    Ok(Some(audit))
}

/// Adds a sample of the units of one stage; returns whether it was done, and not stopped.
fn audit_stage(
    units: &[(u64, &UnitFolder)],
    options: AuditOptions,
    stop: &StopSignal,
    audit: &mut Audit,
) -> Result<bool, RunError> {
    let manifest = units[0].1.manifest();
    manifest.check(&Engine::ours())?;
    let performer = Performer::new(manifest, units[0].1.inputs())?;
    let before = audit.repeated;
    let folders: BTreeMap<u64, &UnitFolder> = units.iter().copied().collect();
    let mut by_worker = BTreeMap::<String, Vec<u64>>::new();
    for (number, folder) in &folders {
        let worker = folder.result(*number)?.provenance.worker;
        by_worker.entry(worker).or_default().push(*number);
    }
    let chosen = sample(&by_worker, options.percent, options.seed);
    let work = |(): &mut (), number: u64, stop: &StopSignal| match performer
        .perform(&manifest.unit(number), &Silent(stop))
    {
        Err(UnitError::Stopped) => None,
        Err(error) => Some(Err(RunError::Unit { number, error })),
        Ok(rows) => {
            let known = folders[&number].result(number).map_err(RunError::from);
            Some(known.map(|known| (known.number, known.provenance.worker, known.rows == rows)))
        }
    };
    let each = |checked: Result<(u64, String, bool), RunError>| match checked {
        Ok((number, worker, is_same)) => {
            audit.repeated += 1;
            if !is_same {
                audit.different.entry(worker).or_default().push(number);
            }
            ControlFlow::Continue(())
        }
        Err(error) => ControlFlow::Break(error),
    };
    match parallel_for(options.threads, chosen.iter().copied(), stop, || (), work, each) {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => Ok(audit.repeated - before == chosen.len() as u64),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_worker_has_its_share_and_nobody_knows_which() {
        let units = BTreeMap::from([
            ("many".to_owned(), (0..30).collect()),
            ("one".to_owned(), vec![30]),
            ("two".to_owned(), vec![31, 32]),
        ]);
        let of = |numbers: std::ops::Range<u64>, sample: &[u64]| {
            sample.iter().filter(|number| numbers.contains(number)).count()
        };
        let mut seen = BTreeSet::new();
        for seed in 0..200 {
            let chosen = sample(&units, 10.0, seed);
            assert_eq!((of(0..30, &chosen), of(30..31, &chosen)), (3, 1));
            assert_eq!((of(31..33, &chosen), chosen.len()), (1, 5));
            assert_eq!(sample(&units, 10.0, seed), chosen);
            seen.extend(chosen);
        }
        assert_eq!(seen.len(), 33, "no unit is safe from the audit");
        assert_eq!(sample(&units, 100.0, 1), (0..33).collect::<Vec<_>>());
        assert!(sample(&units, 0.0, 1).is_empty());
    }
}
