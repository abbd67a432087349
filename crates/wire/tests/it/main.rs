//! The types are what the manual and the schema say.

mod examples;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "schema")]
mod validator;
