//! Standard output: lines for people, JSON objects for programs.

use std::io::Write;

use serde::Serialize;

use crate::error::CliError;

/// Writes one JSON object on its own line.
pub(crate) fn json(object: &impl Serialize) -> Result<(), CliError> {
    line(&json_text(object)?)
}

/// A JSON object as the text of a line.
pub(crate) fn json_text(object: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string(object).map_err(|error| CliError::Failed(error.to_string()))
}

/// Writes a line, without colour if the output is not a terminal.
pub(crate) fn line(text: &str) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// An integer with spaces between groups of three digits, as in both languages.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(' ');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_separated() {
        for (number, shown) in [(0, "0"), (999, "999"), (1000, "1 000"), (3005320, "3 005 320")] {
            assert_eq!(super::thousands(number), shown);
        }
    }
}
