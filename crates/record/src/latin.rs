//! Decoding bytes of unknown encoding: UTF-8 if valid, else ISO-8859-1, which accepts any bytes.

/// Decodes bytes without loss.
pub(crate) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| from_latin(error.as_bytes()))
}

/// Decodes ISO-8859-1.
pub(crate) fn from_latin(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// Encodes as ISO-8859-1; `None` if a character has no code.
pub(crate) fn to_latin(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|letter| u8::try_from(letter).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_are_read() {
        assert_eq!(decoded("Québec 黒".as_bytes().to_vec()), "Québec 黒");
        assert_eq!(decoded(b"Qu\xe9bec".to_vec()), "Québec");
        assert_eq!(to_latin("Québec").as_deref(), Some(&b"Qu\xe9bec"[..]));
        assert_eq!(to_latin("黒"), None);
    }
}
