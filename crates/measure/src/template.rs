//! Texts of players with values left open: `alphabeta(depth={depth})`.

use std::collections::BTreeMap;

/// Whether a text leaves this key open.
pub(crate) fn mentions(text: &str, key: &str) -> bool {
    text.contains(&format!("{{{key}}}"))
}

/// The text with these values.
pub(crate) fn filled(text: &str, values: &BTreeMap<String, String>) -> String {
    let fill =
        |text: String, (key, value): (&String, &String)| text.replace(&format!("{{{key}}}"), value);
    values.iter().fold(text.to_owned(), fill)
}
