//! A password for the whole site, by HTTP basic authentication.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The password of the site. The name of the user is not looked at.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// A password; `None` if it is empty.
    pub fn new(text: &str) -> Option<Password> {
        (!text.is_empty()).then(|| Password(text.to_owned()))
    }

    /// Whether a request has the password.
    pub(crate) fn is_given(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let encoded = given.and_then(|text| text.split_once(' '));
        let encoded = encoded.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("basic"));
        let decoded = encoded.and_then(|(_, encoded)| STANDARD.decode(encoded.trim()).ok());
        let Some(decoded) = decoded else { return false };
        let colon = decoded.iter().position(|byte| *byte == b':');
        colon.is_some_and(|colon| is_same(self.0.as_bytes(), &decoded[colon + 1..]))
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Password")
    }
}

/// Compares all bytes, wherever the first difference is: the time tells nothing but the length.
fn is_same(own: &[u8], given: &[u8]) -> bool {
    let pairs = own.iter().zip(given);
    let differences = pairs.fold(0, |all, (own, given)| std::hint::black_box(all | (own ^ given)));
    own.len() == given.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_is_compared_as_a_whole() {
        let password = Password::new("open: sesame").unwrap();
        let is_given = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, text.parse().unwrap());
            password.is_given(&headers)
        };
        let basic = |text: &str| format!("Basic {}", STANDARD.encode(text));
        assert!(is_given(&basic("anyone:open: sesame")) && is_given(&basic(":open: sesame")));
        for text in ["", "anyone:", "anyone:open", "anyone:open: sesame ", "open: sesame"] {
            assert!(!is_given(&basic(text)), "{text}");
        }
        assert!(!is_given("Bearer open: sesame") && !is_given("Basic ???"));
        assert!(!password.is_given(&HeaderMap::new()));
        assert!(Password::new("").is_none());
        assert_eq!(format!("{password:?}"), "Password");
    }
}
