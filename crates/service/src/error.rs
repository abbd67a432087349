//! Why a request failed.

use std::fmt;

use othellier_wire as wire;

use crate::answer::failed;

/// Why a request failed: the kind, and one sentence in English.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ServiceError {
    /// The kind of the failure.
    pub kind: ErrorKind,
    /// One sentence with the details.
    pub message: String,
}

/// The caller's remedy for a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    Invalid,
    /// There is no such thing.
    NotFound,
    /// The request does not fit the present state.
    Conflict,
    /// The answer exists, but not in the wanted form.
    Unwritable,
    /// The work was stopped: try again.
    Busy,
    /// A fault of the program.
    Internal,
}

macro_rules! kinds {
    ($($(#[$about:meta])* $name:ident $kind:ident $code:literal $class:ident;)*) => {
        /// The kind of a failure.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorKind {
            $($(#[$about])* $kind,)*
        }

        impl ErrorKind {
            /// The code for programs: see `docs/api.md`.
            pub fn code(self) -> &'static str {
                match self {
                    $(ErrorKind::$kind => $code,)*
                }
            }

            /// The caller's remedy for it.
            pub fn class(self) -> ErrorClass {
                match self {
                    $(ErrorKind::$kind => ErrorClass::$class,)*
                }
            }
        }

        impl ServiceError {
            $(
                $(#[$about])*
                pub fn $name(message: impl ToString) -> ServiceError {
                    ServiceError { kind: ErrorKind::$kind, message: message.to_string() }
                }
            )*
        }
    };
}

kinds! {
    /// A field has a value that cannot be used.
    bad_request BadRequest "bad_request" Invalid;
    /// A text is not a position.
    bad_position BadPosition "bad_position" Invalid;
    /// A text has no game that can be read.
    bad_game BadGame "bad_game" Invalid;
    /// A text does not name a player or an evaluator.
    bad_player BadPlayer "bad_player" Invalid;
    /// The request is above a limit, or not for strangers.
    not_allowed NotAllowed "not_allowed" Invalid;
    /// There is no such thing.
    not_found NotFound "not_found" NotFound;
    /// The move is not legal.
    illegal_move IllegalMove "illegal_move" Conflict;
    /// The request does not fit the present state.
    conflict Conflict "conflict" Conflict;
    /// The format cannot hold the game.
    cannot_write CannotWrite "cannot_write" Unwritable;
    busy Busy "busy" Busy;
    /// A fault of the program.
    internal Internal "internal" Internal;
}

impl ServiceError {
    /// The code for programs: see `docs/api.md`.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The failure as it is sent.
    pub fn shown(&self) -> wire::Error {
        wire::Error { code: self.code().to_owned(), message: self.message.clone() }
    }

    /// The error as the last object of an answer in JSON.
    pub fn to_json(&self) -> String {
        failed(&self.shown())
    }

    /// The error of work that was stopped.
    pub fn stopped() -> ServiceError {
        ServiceError::busy("the job was stopped")
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
