//! A password for the whole site, by HTTP basic authentication.
//!
//! Whoever gives it gets a pass, a cookie that stands for it until the server ends: the requests of a
//! seat have a token in the header where the password would be.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::client::cookie_named;
use crate::ids::new_id;

/// The name of the cookie with the pass.
pub(crate) const PASS_NAME: &str = "pass";

/// The password of the site. The name of the user is not looked at.
#[derive(Clone)]
pub struct Password {
    password: String,
    pass: String,
}

impl Password {
    /// A password; `None` if it is empty.
    pub fn new(text: &str) -> Option<Password> {
        (!text.is_empty()).then(|| Password { password: text.to_owned(), pass: new_id() })
    }

    /// The pass of those who gave the password.
    pub(crate) fn pass(&self) -> &str {
        &self.pass
    }

    /// Whether a request has the pass.
    pub(crate) fn has_pass(&self, headers: &HeaderMap) -> bool {
        let pass = cookie_named(headers, PASS_NAME);
        pass.is_some_and(|pass| is_same(self.pass.as_bytes(), pass.as_bytes()))
    }

    /// Whether this is the password.
    pub(crate) fn is(&self, given: &str) -> bool {
        is_same(self.password.as_bytes(), given.as_bytes())
    }
}

/// The password that a request gives, right or wrong.
pub(crate) fn given_password(headers: &HeaderMap) -> Option<String> {
    let given = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (_, encoded) =
        given.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("basic"))?;
    let decoded = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    decoded.split_once(':').map(|(_, password)| password.to_owned())
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
            given_password(&headers).is_some_and(|given| password.is(&given))
        };
        let basic = |text: &str| format!("Basic {}", STANDARD.encode(text));
        assert!(is_given(&basic("anyone:open: sesame")) && is_given(&basic(":open: sesame")));
        for text in ["", "anyone:", "anyone:open", "anyone:open: sesame ", "open: sesame"] {
            assert!(!is_given(&basic(text)), "{text}");
        }
        assert!(!is_given("Bearer open: sesame") && !is_given("Basic ???"));
        assert_eq!(given_password(&HeaderMap::new()), None);
        assert!(Password::new("").is_none());
        let has_pass = |pass: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("cookie", format!("client=x; pass={pass}").parse().unwrap());
            password.has_pass(&headers)
        };
        assert!(has_pass(password.pass()) && !has_pass("") && !has_pass(&new_id()));
        assert!(!password.has_pass(&HeaderMap::new()));
        assert_eq!(format!("{password:?}"), "Password");
    }
}
