//! Answers as JSON.

use othellier_wire::Error;
use serde::Serialize;

/// An answer as it is sent.
pub(crate) fn shown(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

/// An answer that is a single field beside its `type`.
pub(crate) fn field(kind: &str, name: &str, value: &impl Serialize) -> String {
    format!("{{\"type\":\"{kind}\",\"{name}\":{}}}", shown(value))
}

/// The failure of a request: the last object of its answer.
pub(crate) fn failed(error: &Error) -> String {
    format!("{{\"error\":{}}}", shown(error))
}
