//! Jobs in units of work.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
    /// The folder with the results, if they are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    pub seconds: f64,
    pub interrupted: bool,
    /// What the job found in sum, once all its units are done: the fields are those of its kind.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub summary: Map<String, Value>,
}
