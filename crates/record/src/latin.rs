//! Text in bytes of unknown alphabet: UTF-8 where it is that, else ISO-8859-1, which is anything.

/// The text; no byte is lost.
pub(crate) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| from_latin(error.as_bytes()))
}

/// The text that bytes of ISO-8859-1 stand for.
pub(crate) fn from_latin(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// The text in ISO-8859-1, unless a letter is not in it.
pub(crate) fn to_latin(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|letter| u8::try_from(letter).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_alphabets_are_read() {
        assert_eq!(decoded("Québec 黒".as_bytes().to_vec()), "Québec 黒");
        assert_eq!(decoded(b"Qu\xe9bec".to_vec()), "Québec");
        assert_eq!(to_latin("Québec").as_deref(), Some(&b"Qu\xe9bec"[..]));
        assert_eq!(to_latin("黒"), None);
    }
}
