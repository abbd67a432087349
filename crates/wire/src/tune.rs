//! Tuning.

use serde::{Deserialize, Serialize};

/// What `tune --list` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum TuneEvent {
    /// A parameter of the search.
    Parameter { name: String, value: i32, min: i32, max: i32, about: String },
}
