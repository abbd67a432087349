//! The one JSON dialect: the objects that the command line (`--json`), HTTP and the bindings exchange.
//!
//! Every type is plain data with a constructor from the domain type that it shows. The same thing is
//! the same object everywhere: a line of a search has the same fields in `othellier search --json`,
//! in an analysis over HTTP and in a review. `docs/json.md` shows an example of each object, and
//! `docs/wire.schema.json` is generated from these types.
//!
//! - A score is a number of discs for the side to move, unless its name says `black_score`.
//! - A move is a square (`"f5"`) or `"pass"`; a line of play is a list of moves.
//! - A text for people is `{"en": …, "fr": …}`; the texts are passed in.
//! - Every object that is printed by itself has a `type`.

mod catalogue;
mod numbers;
mod position;
mod search;
mod side;
mod text;

pub use catalogue::{Entry, Key};
pub use numbers::{hundredths, milliseconds, nodes_per_second};
pub use position::{LegalMove, Opening, Position, Status};
pub use search::{
    Line, Memory, Report, SearchEvent, SearchResult, StopReason, Table, Trust, Value, moves,
};
pub use side::{Both, Side};
pub use text::{Sentence, Translate};

/// A type with one value: the text in the field `type` of an object.
macro_rules! type_tag {
    ($(#[doc = $doc:literal] $name:ident = $text:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub enum $name {
            /// The only value.
            #[default]
            #[serde(rename = $text)]
            Tag,
        }
    )*};
}
use type_tag;
