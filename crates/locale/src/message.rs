//! A sentence as data: its key and its values.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use fluent_bundle::FluentValue;
use fluent_bundle::types::FluentNumber;

use crate::{French, Lang, Localized};

/// A sentence of the locale files: its key and its values. `Display` is English.
///
/// Made by [`message!`](crate::message).
#[derive(Clone, Debug)]
pub struct Message {
    key: Cow<'static, str>,
    values: Vec<(&'static str, Value)>,
}

/// A value of a message.
#[derive(Clone)]
pub enum Value {
    /// A text that is shown as it is.
    Text(String),
    /// A number: the message chooses singular or plural by it.
    Number(FluentNumber),
    /// Something that has its own words in every language, such as the cause of an error.
    Localized(Arc<dyn Localized + Send + Sync>),
}

impl Message {
    /// The message of a key with these values.
    pub fn new(key: impl Into<Cow<'static, str>>, values: Vec<(&'static str, Value)>) -> Message {
        Message { key: key.into(), values }
    }
}

impl Value {
    /// The cause of an error, in the language of the message.
    pub fn localized(cause: impl Localized + Send + Sync + 'static) -> Value {
        Value::Localized(Arc::new(cause))
    }

    fn in_language(&self, lang: Lang) -> FluentValue<'static> {
        match self {
            Value::Text(text) => FluentValue::from(text.clone()),
            Value::Number(number) => FluentValue::Number(number.clone()),
            Value::Localized(cause) => FluentValue::from(cause.in_language(lang)),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => text.fmt(f),
            Value::Number(number) => f.write_str(&number.as_string()),
            Value::Localized(cause) => cause.in_language(Lang::En).fmt(f),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Lang::En))
    }
}

impl Error for Message {}

impl French for Message {
    fn french(&self) -> String {
        self.said(Lang::Fr)
    }
}

impl Message {
    fn said(&self, lang: Lang) -> String {
        let values: Vec<_> =
            self.values.iter().map(|(name, value)| (*name, value.in_language(lang))).collect();
        lang.message(&self.key, &values)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<FluentNumber> for Value {
    fn from(number: FluentNumber) -> Value {
        Value::Number(number)
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Value {
        Value::localized(message)
    }
}

macro_rules! from_number {
    ($($number:ty)*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Value {
                match FluentValue::from(number) {
                    FluentValue::Number(number) => Value::Number(number),
                    _ => unreachable!("a number is a number"),
                }
            }
        }
    )*};
}
from_number!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64);

/// `message!("key", name = value, …)`: a [`Message`].
#[macro_export]
macro_rules! message {
    ($key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message::new($key, vec![$((stringify!($name), $crate::Value::from($value))),*])
    };
}

/// `tr!(lang, "key", name = value, …)`: the message of a key with its values filled in.
#[macro_export]
macro_rules! tr {
    ($lang:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $lang.message($key, &[$((stringify!($name), $crate::FluentValue::from($value))),*])
    };
}

/// The French message of a key with its values filled in.
macro_rules! fr {
    ($key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::tr!($crate::Lang::Fr, $key $(, $name = $value)*)
    };
}
pub(crate) use fr;

#[cfg(test)]
mod tests {
    use crate::{Lang, Localized, Value};

    #[test]
    fn a_cause_is_in_the_language_of_its_message() {
        let cause = std::io::Error::from(std::io::ErrorKind::NotFound);
        let said = cause.in_language(Lang::Fr);
        let message =
            message!("match-file-refused", file = "x.toml", why = Value::localized(cause));
        assert!(message.in_language(Lang::Fr).contains(&said));
        assert!(!message.to_string().contains(&said));
    }

    #[test]
    fn a_message_chooses_its_plural() {
        let message = message!("benchmark-result", games = 1usize);
        assert_eq!(message.to_string(), "Result of 1 game");
        assert_eq!(message.in_language(Lang::Fr), "Résultat de 1 partie");
    }
}
