//! The results of all units as the usual files of their kind, and their provenance.
//!
//! `results/` is a function of the job alone: the same bytes, wherever and in whatever order its units
//! were done. Times and machines are in `provenance.parquet` and `provenance.csv`.

use std::path::Path;

use othellier_measure::files::{WriteError, create_folder, write as write_file};
use serde::Serialize;

use crate::folder::of_stages;
use crate::{Checker, FolderError, Manifest, ResultFault, UnitFolder, UnitResult, provenance};

#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A result cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A unit does not come where its number says: one is missing, or there twice.
    #[error("unit {number} comes where unit {expected} was expected")]
    Order {
        number: u64,
        /// The one that was expected.
        expected: u64,
    },
    /// A result does not count.
    #[error("unit {number}: {fault}")]
    Refused { number: u64, fault: ResultFault },
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// The settings cannot be used.
    #[error(transparent)]
    Job(crate::JobProblem),
    /// The journal of an experiment cannot be written.
    #[error(transparent)]
    Experiment(#[from] othellier_measure::experiment::FolderError),
}

/// The rows of a unit are not those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rows of unit {number} cannot be read")]
pub struct RowsError {
    pub number: u64,
}

/// What `results/job.json` says.
#[derive(Serialize)]
struct About<'a> {
    id: String,
    #[serde(flatten)]
    manifest: &'a Manifest,
    /// Units whose results are here: fewer than all where a sequential test was decided.
    finished: u64,
}

/// What a job found in sum: one object, whose fields its kind decides. It is in `results/total.json`.
pub type Summary = serde_json::Map<String, serde_json::Value>;

/// Writes the results of units, which come stage by stage in the order of their numbers and are checked,
/// into a folder, and returns their summary.
pub fn write(units: &[(u64, &UnitFolder)], folder: &Path) -> Result<Summary, OutputError> {
    let Some((_, first)) = units.first() else { return Ok(Summary::default()) };
    let manifest = first.manifest();
    let target = folder.join("results");
    create_folder(&target)?;
    let mut writer = manifest.job.writer(&target)?;
    let mut provenances = Vec::with_capacity(units.len());
    for stage in of_stages(units) {
        let checker = Checker::new(stage[0].1.manifest()).map_err(OutputError::Job)?;
        for (expected, (number, folder)) in (0..).zip(stage) {
            let number = *number;
            if number != expected {
                return Err(OutputError::Order { number, expected });
            }
            let result = folder.result(number)?;
            let checked = checker.check(number, &result);
            checked.map_err(|fault| OutputError::Refused { number, fault })?;
            let UnitResult { rows, provenance, .. } = result;
            writer.add(number, &rows)?;
            provenances.push(provenance);
        }
    }
    let summary = writer.finish()?;
    let mut json = serde_json::to_vec_pretty(&summary).expect("a summary is JSON");
    json.push(b'\n');
    write_file(&target.join("total.json"), &json)?;
    let about =
        About { id: manifest.id().to_string(), manifest, finished: provenances.len() as u64 };
    let json = serde_json::to_vec_pretty(&about).expect("a manifest is JSON");
    write_file(&target.join("job.json"), &json)?;
    let about = serde_json::to_value(&about).expect("a manifest is JSON");
    let table = provenance::table(&provenances);
    write_file(&folder.join("provenance.parquet"), &table.parquet(&about))?;
    write_file(&folder.join("provenance.csv"), &table.csv())?;
    Ok(summary)
}
