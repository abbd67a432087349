//! Standard output: lines for people, JSON objects for programs.

use std::io::Write;

use serde::Serialize;

use crate::common::error::CliError;

/// Writes one JSON object on its own line.
pub(crate) fn json(object: &impl Serialize) -> Result<(), CliError> {
    line(&json_text(object)?)
}

/// A JSON object as the text of a line.
pub(crate) fn json_text(object: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string(object).map_err(|error| CliError::failed(error.to_string()))
}

pub(crate) fn lines(texts: &[String]) -> Result<(), CliError> {
    if texts.is_empty() { Ok(()) } else { line(&texts.join("\n")) }
}

/// Writes a line, without colour if the output is not a terminal.
pub(crate) fn line(text: &str) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}
