//! Long work of any kind over HTTP.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Error, MatchState, Sentence, type_tag};

type_tag! {
    KindsType = "kinds";
    WorkType = "work";
}

/// The kinds of work that can be asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Kinds {
    #[serde(rename = "type")]
    pub kind: KindsType,
    pub kinds: Vec<WorkKind>,
}

/// A kind of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WorkKind {
    pub name: String,
    pub about: Sentence,
    pub settings: Vec<WorkSetting>,
}

/// A setting of a kind of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WorkSetting {
    pub name: String,
    pub about: Sentence,
    /// The value if none is given; null where one must be given.
    pub default: Option<String>,
}

/// Work that a server does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Work {
    #[serde(rename = "type")]
    pub tag: WorkType,
    pub id: String,
    /// The name of its kind.
    pub kind: String,
    pub state: MatchState,
    /// Units that it needs, and those that are done.
    pub units: u64,
    pub done: u64,
    /// What it found in sum, once it is done: the fields are those of its kind.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub summary: Map<String, Value>,
    pub error: Option<Error>,
}
