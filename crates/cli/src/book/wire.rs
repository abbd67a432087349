//! Why a book as JSON cannot be read, as a message.

use othellier_locale::{Message, Value, message};
use othellier_wire::{BookLine, BookLineFault, ReadBookError};

/// The sentence of an error.
pub(super) fn describe(error: ReadBookError) -> Message {
    match error {
        ReadBookError::Line { line, fault } => {
            let why = describe_fault(fault);
            Message::new("book-line", vec![("line", line.to_string().into()), ("why", why)])
        }
        ReadBookError::Count { found, promised } => {
            message!("book-lines-count", found = found.to_string(), promised = promised.to_string())
        }
        ReadBookError::NoCount { found } => {
            message!("book-lines-no-count", found = found.to_string())
        }
    }
}

fn describe_fault(fault: BookLineFault) -> Value {
    match fault {
        BookLineFault::Json(error) => Value::localized(error),
        BookLineFault::Format { found } => {
            let expected = BookLine::FORMAT.to_string();
            Value::localized(message!(
                "book-line-format",
                found = found.to_string(),
                expected = expected
            ))
        }
        BookLineFault::Position(error) => Value::localized(error),
        BookLineFault::Move(error) => Value::localized(error),
        BookLineFault::Value(value) => {
            Value::localized(message!("book-line-value", value = value.to_string()))
        }
        BookLineFault::Entry(error) => Value::localized(error),
    }
}
