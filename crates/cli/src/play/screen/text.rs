//! Text cut and wrapped to the columns there are.

use ratatui::text::Span;

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text, its end replaced by `…` where it is too wide.
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

/// The end of a text, as much as there is room for.
pub(super) fn tail(text: &str, columns: usize) -> &str {
    let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    starts.map(|at| &text[at..]).find(|end| width(end) <= columns).unwrap_or_default()
}

/// A text in lines of at most so many columns, broken at spaces where there are any; lines after
/// the first are indented, but little where there is not much room.
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

/// The first line of a text and what is left; at least one character is taken.
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

/// Whether this begins with the space that French puts before a mark: no line is broken there.
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
    fn no_width_is_too_small() {
        for columns in 0..9 {
            for text in ["", "a", "a b", "   ", "  ab  cd  ", "é白 ü"] {
                assert!(wrap(text, columns, 3).len() < 12);
                assert!(width(&fit(text, columns)) <= columns);
            }
        }
    }
}
