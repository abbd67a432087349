//! Opening books.
//!
//! A [`Book`] is a set of positions. A reply is known when the position after it is in the book too:
//! it is worth what that position is worth to the other side. Of all other replies together one
//! thing is known, the [`Deviation`]: which is the best of them, and what a search said of it. The
//! value of a position is the best of both, so the values of a book follow from its deviations and
//! from nothing else, by negamax from the last positions up to the first.
//!
//! Positions that differ by a symmetry are one, and so are those that are reached in several ways:
//! a transposition is found without being looked for. A pass is a reply like any other. Every reply
//! but a pass puts a disc on the board and after a pass comes a disc, so no line comes back to where
//! it was.
//!
//! A book is made by an [`Analyst`]: it grows from its root along the lines that lose least
//! ([`grow`](mod@grow)), learns games ([`learn`]), and takes in other books ([`Book::merge`]). It is kept in a
//! [`file`](mod@file) that is replaced as a whole or not at all, and written as [`text`].

mod book;
mod deviation;

mod values;

pub mod file;
pub mod text;

mod analyst;

pub mod grow;
pub mod learn;
mod merge;

mod check;
mod pick;

mod shipped;

pub use analyst::Analyst;
pub use book::{Book, Known, Refusal, Reply, Step};
pub use check::{Fault, Report};
pub use deviation::Deviation;
pub use pick::Pick;
pub use shipped::shipped;
