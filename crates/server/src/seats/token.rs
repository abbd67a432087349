//! The token of a request: the key to a seat, which is never part of an address.

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use crate::error::ApiError;
use crate::ids::is_id;

/// The token in `Authorization: Bearer TOKEN`; none without such a header.
pub(crate) struct Token(pub(crate) Option<String>);

impl<S: Sync> FromRequestParts<S> for Token {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Token, ApiError> {
        let Some(header) = parts.headers.get(AUTHORIZATION) else { return Ok(Token(None)) };
        let token = header.to_str().ok().and_then(|text| text.split_once(' '));
        match token {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
                Ok(Token(Some(token.trim().to_owned()).filter(|token| is_id(token))))
            }
            // The password of a proxy, say: not ours.
            _ => Ok(Token(None)),
        }
    }
}
