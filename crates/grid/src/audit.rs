//! Some units done again, and their bytes compared.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_parallel::{StopSignal, parallel_for};

use crate::run::Silent;
use crate::{FolderError, Manifest, Performer, RunError, UnitError, UnitFolder};

/// One unit in so many is done again.
const ONE_IN: u64 = 100;

/// What an audit found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Units that were done again.
    pub repeated: u64,
    /// The numbers of those with other bytes, in ascending order.
    pub different: Vec<u64>,
}

/// The units that an audit does again: one percent, chosen by their ids, and the first one if that
/// were none.
pub fn sample(manifest: &Manifest, units: u64) -> Vec<u64> {
    let is_chosen = |number: &u64| manifest.unit(*number).id.0.modulo(ONE_IN) == 0;
    let chosen: Vec<u64> = (0..units).filter(is_chosen).collect();
    if chosen.is_empty() && units > 0 { vec![0] } else { chosen }
}

/// Does a sample of these units again, on this machine. `None` when stopped.
pub fn audit(
    units: &[(u64, &UnitFolder)],
    threads: NonZeroUsize,
    stop: &StopSignal,
) -> Result<Option<Audit>, RunError> {
    let Some((_, first)) = units.first() else { return Ok(Some(Audit::default())) };
    let manifest = first.manifest();
    let performer = Performer::new(manifest, &first.inputs())?;
    let chosen = sample(manifest, units.len() as u64);
    let wanted = chosen.iter().filter_map(|number| units.get(*number as usize));
    let mut audit = Audit::default();
    let work =
        |(): &mut (), (number, folder): (u64, &UnitFolder), stop: &StopSignal| match performer
            .perform(&manifest.unit(number), &Silent(stop))
        {
            Err(UnitError::Stopped) => None,
            Err(error) => Some(Err(RunError::Unit { number, error })),
            Ok(rows) => {
                let known = folder.result(number).map_err(|error: FolderError| error.into());
                Some(known.map(|known| (number, known.rows == rows)))
            }
        };
    let each = |checked: Result<(u64, bool), RunError>| match checked {
        Ok((number, is_same)) => {
            audit.repeated += 1;
            audit.different.extend((!is_same).then_some(number));
            ControlFlow::Continue(())
        }
        Err(error) => ControlFlow::Break(error),
    };
    match parallel_for(threads, wanted.copied(), stop, || (), work, each) {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) if audit.repeated < chosen.len() as u64 => Ok(None),
        ControlFlow::Continue(()) => {
            audit.different.sort_unstable();
            Ok(Some(audit))
        }
    }
}
