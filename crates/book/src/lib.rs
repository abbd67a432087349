//! Opening books.
//!
//! A [`Book`] is a set of positions. A reply is known if the position after it is in the book too;
//! its value is the negated value of that position. For all other replies together the book stores
//! the [`Deviation`]: the best of them, and its value by search. The value of a position is the
//! maximum of both, so all values follow from the deviations by negamax, from the last positions up
//! to the first.
//!
//! Symmetric positions are one entry, and so are transpositions. A pass is a reply like any other.
//! There are no cycles: every reply except a pass adds a disc, and a pass is never followed by
//! another pass.
//!
//! An [`Analyst`] does the searches. A book grows from its root along the lines that lose least
//! ([`grow`](mod@grow)), learns from games ([`learn`]), and merges other books ([`Book::merge`]).
//! A [`build`](mod@build) does so with saves on the way. A book is stored in a binary
//! [`file`](mod@file), replaced atomically ([`BookFile`]), and can be written as [`text`], as
//! [`problems`] or as [lines of moves](Book::lines).

#![warn(missing_docs)]

mod book;
mod deviation;

mod values;

mod book_file;
pub mod file;
mod lines;
pub mod problems;
pub mod text;

mod analyst;

pub mod build;
pub mod grow;
pub mod learn;
mod merge;

mod check;
mod pick;
mod stats;

mod shipped;

pub use analyst::Analyst;
pub use book::{Book, BookEntry, EntryError, ExpectedMove, Reply};
pub use book_file::{BookFile, BookFileError};
pub use check::{BookFault, CheckReport};
pub use deviation::Deviation;
pub use pick::Pick;
pub use shipped::shipped;
pub use stats::BookStats;
