//! Escaping any text on one line, reversibly.

/// Escapes characters that would break the line, and spaces at its ends. Everything else stays
/// readable.
pub(super) fn escaped(text: &str) -> String {
    let inner = text.trim_matches(' ');
    let spaces = |count| "\\u{20}".repeat(count);
    let before = text.len() - text.trim_start_matches(' ').len();
    let after = text.len() - before - inner.len();
    let letters: String = inner.chars().map(escaped_letter).collect();
    spaces(before) + &letters + &spaces(after)
}

fn escaped_letter(letter: char) -> String {
    let breaks_lines = letter.is_control() || (letter.is_whitespace() && letter != ' ');
    match letter {
        '\\' | '\n' | '\r' | '\t' => letter.escape_default().to_string(),
        _ if breaks_lines => letter.escape_unicode().to_string(),
        _ => letter.to_string(),
    }
}

/// The inverse of [`escaped`]; the error is the text from an invalid escape on.
pub(super) fn unescaped(text: &str) -> Result<String, &str> {
    let mut result = String::new();
    let mut rest = text;
    while let Some(backslash) = rest.find('\\') {
        result.push_str(&rest[..backslash]);
        rest = &rest[backslash..];
        let (letter, length) = first_escape(rest).ok_or(rest)?;
        result.push(letter);
        rest = &rest[length..];
    }
    Ok(result + rest)
}

/// Parses the escape at the start of a text: the character and the length of the escape.
fn first_escape(text: &str) -> Option<(char, usize)> {
    match text.as_bytes().get(1)? {
        b'\\' => Some(('\\', 2)),
        b'n' => Some(('\n', 2)),
        b'r' => Some(('\r', 2)),
        b't' => Some(('\t', 2)),
        _ => {
            let (digits, _) = text.strip_prefix("\\u{")?.split_once('}')?;
            let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let code = is_hex.then(|| u32::from_str_radix(digits, 16).ok())??;
            Some((char::from_u32(code)?, "\\u{}".len() + digits.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_what_must_be_is_escaped() {
        for (text, line) in [
            ("", ""),
            ("Anne-Marie \"Ö\" #1", "Anne-Marie \"Ö\" #1"),
            ("a\nb\\c", "a\\nb\\\\c"),
            (" a  b ", "\\u{20}a  b\\u{20}"),
            ("  ", "\\u{20}\\u{20}"),
            ("\u{2028}\u{7}\u{a0}", "\\u{2028}\\u{7}\\u{a0}"),
        ] {
            assert_eq!(escaped(text), line);
            assert_eq!(unescaped(line).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_broken_escape_is_refused() {
        for (line, rest) in [
            ("a\\", "\\"),
            ("\\é", "\\é"),
            ("\\x", "\\x"),
            ("\\u{}", "\\u{}"),
            ("\\u{d800}", "\\u{d800}"),
            ("\\u{+1}", "\\u{+1}"),
            ("ab\\u{1", "\\u{1"),
            ("\\u{123456789}", "\\u{123456789}"),
        ] {
            assert_eq!(unescaped(line), Err(rest), "{line:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_comes_back(letters in prop::collection::vec(any::<char>(), 0..20)) {
            let text: String = letters.into_iter().collect();
            let line = escaped(&text);
            prop_assert_eq!(line.trim(), &line);
            prop_assert!(!line.contains(char::is_control));
            prop_assert_eq!(unescaped(&line), Ok(text));
        }

        #[test]
        fn no_line_panics(line in "[\\\\u{}0-9a-fnté]{0,20}") {
            let _ = unescaped(&line);
        }
    }
}
