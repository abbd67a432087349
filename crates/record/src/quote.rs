//! Quoting untrusted text in a message.

/// The maximum number of quoted characters.
const LONGEST_QUOTE: usize = 40;

/// The text in backquotes, on one line, truncated with `…`.
pub(crate) fn quoted(text: &str) -> String {
    let mut quote = String::from("`");
    for letter in text.chars().take(LONGEST_QUOTE) {
        if letter.is_control() { quote.extend(letter.escape_default()) } else { quote.push(letter) }
    }
    if text.chars().nth(LONGEST_QUOTE).is_some() {
        quote.push('…');
    }
    quote.push('`');
    quote
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_short_and_on_one_line() {
        assert_eq!(quoted("f5"), "`f5`");
        assert_eq!(quoted("a\nb\u{7}"), "`a\\nb\\u{7}`");
        assert_eq!(quoted(&"é".repeat(40)), format!("`{}`", "é".repeat(40)));
        assert_eq!(quoted(&"é".repeat(41)), format!("`{}…`", "é".repeat(40)));
    }
}
