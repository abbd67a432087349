//! Texts on one line that others read: names, titles, choices.

/// Whether a text is one line of at most this many characters, which reads as it is written.
pub fn is_line(text: &str, most: usize) -> bool {
    text.chars().count() <= most && !text.chars().any(is_refused)
}

/// The text as such a line: what a line cannot have is left out.
pub fn as_line(text: &str, most: usize) -> String {
    text.chars().filter(|letter| !is_refused(*letter)).take(most).collect()
}

/// Control characters, separators of lines and paragraphs, and what turns the direction of the text around it:
/// they would change how a name and what stands beside it are read.
fn is_refused(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_as_they_are_written() {
        for fine in ["", "Ada", "José Ñandú", "אדה", "نور", "李 小龙", "🙂", "می\u{200c}خواهم"]
        {
            assert!(is_line(fine, 20), "{fine}");
            assert_eq!(as_line(fine, 20), fine);
        }
        let controls = "\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\n\0";
        for control in controls.chars() {
            let name = format!("A{control}da");
            assert!(!is_line(&name, 20), "{}", control.escape_unicode());
            assert_eq!(as_line(&name, 20), "Ada");
        }
        assert!(!is_line("four", 3));
        assert_eq!(as_line("four", 3), "fou");
    }
}
