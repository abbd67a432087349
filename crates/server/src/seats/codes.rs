//! Short codes, to be read out and typed: eight letters and digits that are not mistaken for others.
//!
//! 31⁸ is about 2⁴⁰: too few to be a secret by itself, so guesses are limited, and a code of an
//! invitation is worth nothing once the seat is taken.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::App;
use crate::client::Client;
use crate::error::ApiError;
use crate::guesses::Secret;

/// Without I, L, O, 0 and 1.
const LETTERS: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH: usize = 8;

/// A new code, such as `K7QM-2XPA`.
pub(crate) fn new_code() -> String {
    let mut letters = String::with_capacity(LENGTH);
    while letters.len() < LENGTH {
        let mut random = [0_u8; 1];
        getrandom::fill(&mut random).expect("the operating system has random bits");
        // Above the last multiple of 31 the first letters would be more likely.
        if random[0] < 248 {
            letters.push(LETTERS[usize::from(random[0]) % LETTERS.len()].into());
        }
    }
    dashed(&letters)
}

/// The code that a person typed, in any case, with or without the dash.
pub(crate) fn read_code(text: &str) -> Option<String> {
    let typed = text.chars().filter(|letter| !matches!(letter, '-' | ' '));
    let letters: String =
        typed.map(|letter| letter.to_ascii_uppercase()).take(LENGTH + 1).collect();
    let is_code = letters.len() == LENGTH && letters.bytes().all(|one| LETTERS.contains(&one));
    is_code.then(|| dashed(&letters))
}

fn dashed(letters: &str) -> String {
    let (first, second) = letters.split_at(LENGTH / 2);
    format!("{first}-{second}")
}

/// A code in a path, and the client that sent it.
pub(crate) struct Code {
    pub(crate) code: String,
    pub(crate) client: Client,
}

impl Code {
    /// The code that a client typed. Another text is no guess: nothing has such a code.
    pub(crate) fn read(client: Client, text: &str) -> Result<Code, ApiError> {
        let code = read_code(text).ok_or_else(|| ApiError::not_found("there is no such code"))?;
        Ok(Code { code, client })
    }

    /// The finding of `find` with this code. A member's `token` is let through when others are not.
    pub(crate) fn look<T>(
        &self,
        app: &App,
        token: Option<&str>,
        what: &str,
        find: impl FnOnce(&str) -> Result<Option<T>, ApiError>,
    ) -> Result<T, ApiError> {
        let (guesses, code) = (&app.guesses, self.code.as_str());
        let key = token.map(|token| guesses.key(code, token));
        let guess = (Secret::Code, code);
        let found = guesses.look(self.client.address(), guess, key, || find(code))?;
        found.ok_or_else(|| ApiError::not_found(format!("there is no such {what}")))
    }
}

impl FromRequestParts<App> for Code {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Code, ApiError> {
        let client = Client::from_request_parts(parts, app).await?;
        let path = axum::extract::RawPathParams::from_request_parts(parts, app).await;
        let path = path.map_err(|_| ApiError::not_found("there is no such code"))?;
        let text = path.iter().find(|(name, _)| *name == "code").map(|(_, text)| text);
        Code::read(client, text.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_type_them() {
        for _ in 0..100 {
            let code = new_code();
            assert_eq!((code.len(), read_code(&code)), (LENGTH + 1, Some(code.clone())));
            assert_eq!(read_code(&code.to_lowercase().replace('-', "  ")), Some(code));
        }
        for wrong in ["", "ABCD-EFG", "ABCD-EFGHJ", "ABCD-EFG0", "ABCD-EFGÉ", "é234é678"] {
            assert_eq!(read_code(wrong), None, "{wrong}");
        }
    }
}
