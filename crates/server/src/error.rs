//! The errors of the API, as the client receives them.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use othellier_service::{ErrorKind, ServiceError};
use othellier_wire::Error;
use serde::Serialize;
use utoipa::ToSchema;

use crate::StoreError;

#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    /// One sentence with the details.
    pub(crate) message: String,
    /// Seconds after which a client may try again, if that helps.
    pub(crate) retry_after: u64,
}

/// The body of every response with status 400 or above.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    error: Error,
}

macro_rules! kinds {
    ($($name:ident = $status:ident, $code:literal;)*) => {$(
        pub(crate) fn $name(message: impl ToString) -> ApiError {
            ApiError {
                status: StatusCode::$status,
                code: $code,
                message: message.to_string(),
                retry_after: RETRY_AFTER,
            }
        }
    )*};
}

impl ApiError {
    kinds! {
        bad_request = BAD_REQUEST, "bad_request";
        bad_position = BAD_REQUEST, "bad_position";
        bad_game = BAD_REQUEST, "bad_game";
        bad_player = BAD_REQUEST, "bad_player";
        not_allowed = BAD_REQUEST, "not_allowed";
        unauthorized = UNAUTHORIZED, "unauthorized";
        foreign_origin = FORBIDDEN, "foreign_origin";
        foreign_host = FORBIDDEN, "foreign_host";
        view_only = FORBIDDEN, "view_only";
        no_seat = FORBIDDEN, "no_seat";
        not_owner = FORBIDDEN, "not_owner";
        not_found = NOT_FOUND, "not_found";
        method_not_allowed = METHOD_NOT_ALLOWED, "method_not_allowed";
        illegal_move = CONFLICT, "illegal_move";
        conflict = CONFLICT, "conflict";
        too_slow = REQUEST_TIMEOUT, "too_slow";
        too_large = PAYLOAD_TOO_LARGE, "too_large";
        not_json = UNSUPPORTED_MEDIA_TYPE, "not_json";
        cannot_write = UNPROCESSABLE_ENTITY, "cannot_write";
        too_many = TOO_MANY_REQUESTS, "too_many";
        busy = SERVICE_UNAVAILABLE, "busy";
        grid_unavailable = SERVICE_UNAVAILABLE, "grid_unavailable";
        internal = INTERNAL_SERVER_ERROR, "internal";
    }

    pub(crate) fn retry_after(self, seconds: u64) -> ApiError {
        ApiError { retry_after: seconds, ..self }
    }

    pub(crate) fn shown(&self) -> Error {
        Error { code: self.code.to_owned(), message: self.message.clone() }
    }
}

impl From<ServiceError> for ApiError {
    fn from(error: ServiceError) -> ApiError {
        let new = match error.kind {
            ErrorKind::BadRequest => ApiError::bad_request,
            ErrorKind::BadPosition => ApiError::bad_position,
            ErrorKind::BadGame => ApiError::bad_game,
            ErrorKind::BadPlayer => ApiError::bad_player,
            ErrorKind::NotAllowed => ApiError::not_allowed,
            ErrorKind::NotFound => ApiError::not_found,
            ErrorKind::IllegalMove => ApiError::illegal_move,
            ErrorKind::Conflict => ApiError::conflict,
            ErrorKind::CannotWrite => ApiError::cannot_write,
            ErrorKind::Busy => ApiError::busy,
            ErrorKind::Internal => ApiError::internal,
        };
        new(error.message)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::internal(error)
    }
}

/// Seconds after which a client may try again, where nothing else is known.
const RETRY_AFTER: u64 = 2;

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(ErrorBody { error: self.shown() })).into_response();
        if matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, self.retry_after.into());
        }
        response
    }
}
