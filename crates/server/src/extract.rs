//! Strict extractors for bodies, queries and ids; every rejection is an [`ApiError`].

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, RawPathParams, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::client::{Client, Peer};
use crate::error::ApiError;
use crate::limits;

/// A JSON body; an empty body is `{}`.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Body<T>, ApiError> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
        let is_json = kind.eq_ignore_ascii_case("application/json");
        let bytes = body_bytes(request, limits::BODY_BYTES).await?;
        if bytes.is_empty() {
            return serde_json::from_str("{}").map(Body).map_err(ApiError::bad_request);
        }
        if !is_json {
            return Err(ApiError::not_json("expected Content-Type: application/json"));
        }
        serde_json::from_slice(&bytes).map(Body).map_err(ApiError::bad_request)
    }
}

/// The fields of a request that has none.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmptyBody {}

/// The bytes of a file.
pub(crate) struct FileBytes(pub(crate) axum::body::Bytes);

impl<S: Sync> FromRequest<S> for FileBytes {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<FileBytes, ApiError> {
        body_bytes(request, limits::FILE_BYTES).await.map(FileBytes)
    }
}

/// The body of a request, if it is not too large and arrives in time.
async fn body_bytes(request: Request, most: usize) -> Result<axum::body::Bytes, ApiError> {
    let too_large = || ApiError::too_large(format!("the body is larger than {most} bytes"));
    if http_body_size(&request).is_some_and(|bytes| bytes > most as u64) {
        return Err(too_large());
    }
    let read = to_bytes(request.into_body(), most);
    tokio::time::timeout(limits::BODY_TIME, read)
        .await
        .map_err(|_| ApiError::too_slow("the body did not arrive in time"))?
        .map_err(|_| too_large())
}

/// The size that the header announces.
fn http_body_size(request: &Request) -> Option<u64> {
    let length = request.headers().get(axum::http::header::CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params<T>, ApiError> {
        let query = Query::from_request_parts(parts, state).await;
        query
            .map(|Query(query)| Params(query))
            .map_err(|error| ApiError::bad_request(error.body_text()))
    }
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, ApiError> {
        let client = parts.extensions.get::<Client>().cloned();
        Ok(client.unwrap_or_else(|| Client::anonymous(Peer::default())))
    }
}

/// An id in a path. A text that does not have the form of an id is not found.
pub(crate) struct Id(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, ApiError> {
        let path = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        let id = path.ok().map(|path| path.0).filter(|id| crate::ids::is_id(id));
        id.map(Id).ok_or_else(|| ApiError::not_found("there is nothing with this id"))
    }
}

/// A number in a path.
pub(crate) struct Number(pub(crate) usize);

impl<S: Send + Sync> FromRequestParts<S> for Number {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Number, ApiError> {
        let path = RawPathParams::from_request_parts(parts, state).await.ok();
        let number = path.as_ref().and_then(|path| path.iter().find(|(name, _)| *name == "number"));
        let number = number.and_then(|(_, text)| text.parse().ok());
        number.map(Number).ok_or_else(|| ApiError::not_found("there is no such number"))
    }
}
