//! Jobs in units of work.

use serde::{Deserialize, Serialize};

use crate::TotalType;

/// The end of a run of units, or of a merge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GridTotal {
    #[serde(rename = "type")]
    pub kind: TotalType,
    /// The name of the job.
    pub name: String,
    /// The digest of its manifest.
    pub job: String,
    /// Units that the command is for.
    pub units: u64,
    pub done: u64,
    /// Those that were done before.
    pub older: u64,
    /// Whether a unit that is done again gives the same bytes.
    pub reproducible: bool,
    /// Units that were done again and compared.
    pub audited: u64,
    /// The folder with the results.
    pub folder: String,
    pub seconds: f64,
    pub interrupted: bool,
}
