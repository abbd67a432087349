//! Every sentence of Othellier in English and French.
//!
//! Libraries fail with typed errors whose `Display` is English, and carry reasons and labels as data.
//! This crate turns them into words, and only edges (the command line, the server, the terminal
//! screen) ask it: [`Localized::in_language`] for an error or a [`Message`], [`tr!`] for a message that
//! is printed at once.
//!
//! A [`Message`] is a key and its values. A command that fails builds one without knowing the
//! language of its user; whoever prints it does.
//!
//! ```
//! use othellier_locale::{Lang, Localized, message};
//!
//! let message = message!("benchmark-result", games = 2);
//! assert_eq!(message.to_string(), "Result of 2 games");
//! assert_eq!(message.in_language(Lang::Fr), "Résultat de 2 parties");
//! ```

mod catalogue;
mod errors;
mod experiments;
mod journals;
mod lang;
mod localized;
mod message;
mod players;
mod reports;
mod specs;
#[cfg(feature = "train")]
mod training;

pub mod games;
pub mod reviews;

pub use catalogue::{catalogue_text, french};
pub use errors::describe_any;
pub use fluent_bundle::FluentValue;
pub use fluent_bundle::types::FluentNumber;
pub use lang::{Lang, ParseLangError, rounded};
pub use localized::{French, Localized};
pub(crate) use message::fr;
pub use message::{Message, Value};
pub use othellier_report::words::thousands;
pub use players::describe_fault;
pub use specs::nearest;
