//! Ids that cannot be guessed: 128 bits from the operating system, as 22 characters.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

const LENGTH: usize = 22;

pub(crate) fn new_id() -> String {
    let mut bits = [0_u8; 16];
    getrandom::fill(&mut bits).expect("the operating system has random bits");
    URL_SAFE_NO_PAD.encode(bits)
}

/// Whether a text has the form of an id.
pub(crate) fn is_id(text: &str) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || b"-_".contains(&letter);
    text.len() == LENGTH && text.bytes().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_well_formed_and_unique() {
        let ids: std::collections::HashSet<String> = (0..100).map(|_| new_id()).collect();
        assert_eq!(ids.len(), 100);
        assert!(ids.iter().all(|id| is_id(id)));
        assert!(
            !is_id("../../etc/passwd0000000") && !is_id("") && !is_id("é234567890123456789012")
        );
    }
}
