//! The book that comes with the program. [docs/book.md](../../../docs/book.md) describes how it was
//! made.

use std::sync::LazyLock;

use crate::Book;

static SHIPPED: &[u8] = include_bytes!("../data/othellier.book");

/// The book that comes with the program.
pub fn shipped() -> &'static Book {
    static BOOK: LazyLock<Book> =
        LazyLock::new(|| Book::from_bytes(SHIPPED).expect("the shipped book is whole"));
    &BOOK
}
