//! Truncates and wraps text to a number of columns.

use ratatui::text::Span;

/// The width of a text in columns.
pub(super) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// The text, with its end replaced by `…` if it is too wide.
pub(super) fn fit(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut fitted = String::new();
    for letter in text.chars() {
        if width(&fitted) + width(letter.encode_utf8(&mut [0; 4])) >= columns {
            break;
        }
        fitted.push(letter);
    }
    if columns > 0 {
        fitted.push('…');
    }
    fitted
}

/// As much of the end of a text as fits.
pub(super) fn tail(text: &str, columns: usize) -> &str {
    let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    starts.map(|at| &text[at..]).find(|end| width(end) <= columns).unwrap_or_default()
}

/// Wraps a text to lines of at most `columns`, at spaces if there are any; lines after the first
/// are indented, less if there is not much room.
pub(super) fn wrap(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let indent = if indent * 2 < columns { indent } else { indent.min(columns / 8) };
    let mut lines = Vec::new();
    let mut rest = text.trim_end();
    loop {
        let lead = if lines.is_empty() { 0 } else { indent };
        let (line, after) = break_at(rest, columns - lead);
        lines.push(format!("{:lead$}{line}", ""));
        if after.is_empty() {
            return lines;
        }
        rest = after;
    }
}

/// The first line of a text and the rest; takes at least one character.
fn break_at(text: &str, columns: usize) -> (&str, &str) {
    if width(text) <= columns {
        return (text, "");
    }
    let first = text.chars().next().map_or(0, char::len_utf8);
    let ends = text.char_indices().map(|(at, _)| at);
    let limit = ends.take_while(|at| width(&text[..*at]) <= columns).last().unwrap_or(0).max(first);
    let margin = text.len() - text.trim_start().len();
    let mut spaces = text.match_indices(' ').map(|(at, _)| at);
    let space =
        spaces.rfind(|at| (margin + 1..=limit).contains(at) && !is_french_space(&text[*at..]));
    let at = space.unwrap_or(limit);
    (text[..at].trim_end(), text[at..].trim_start())
}

/// Whether this begins with the space before a French punctuation mark, where no line is broken.
fn is_french_space(text: &str) -> bool {
    text.trim_start().starts_with([':', ';', '!', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_to_its_columns() {
        assert_eq!(fit("random", 6), "random");
        assert_eq!(fit("random", 4), "ran…");
        assert_eq!(fit("random", 1), "…");
        assert_eq!(fit("random", 0), "");
        assert_eq!(fit("白黒白", 4), "白…");
        assert_eq!(tail("save game", 4), "game");
        assert_eq!(tail("save", 0), "");
    }

    #[test]
    fn text_is_wrapped_at_spaces() {
        assert_eq!(wrap("one two three", 7, 0), ["one two", "three"]);
        assert_eq!(wrap("one two three", 9, 2), ["one two", "  three"]);
        assert_eq!(wrap("transcript", 4, 0), ["tran", "scri", "pt"]);
        assert_eq!(wrap("  a  help", 6, 0), ["  a", "help"]);
        assert_eq!(wrap("trop petit : 24", 11, 0), ["trop", "petit : 24"]);
        assert_eq!(wrap("", 5, 0), [""]);
        assert_eq!(wrap("白黒", 1, 0), ["白", "黒"]);
    }

    #[test]
    fn every_width_can_be_wrapped_to() {
        for columns in 0..9 {
            for text in ["", "a", "a b", "   ", "  ab  cd  ", "é白 ü"] {
                assert!(wrap(text, columns, 3).len() < 12);
                assert!(width(&fit(text, columns)) <= columns);
            }
        }
    }
}
