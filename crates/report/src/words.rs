//! The sentences and numbers of reports, handed in by the caller.
//!
//! Nothing here knows a language: a report asks [`Words`] for the message of a key and gets a
//! finished sentence.

use std::borrow::Cow;
use std::time::Duration;

use crate::chart::NumberFormat;
use othellier_measure::Occupation;

/// A value of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Text, shown as it is.
    Text(Cow<'a, str>),
    /// A number: the message chooses singular or plural by it, and thousands are separated.
    Number(f64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::Text(text.into())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(text.into())
    }
}

macro_rules! numbers {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Value<'_> {
            fn from(number: $kind) -> Self {
                Value::Number(number as f64)
            }
        })*
    };
}
numbers!(u8, u32, i32, u64, usize, f64);

/// The messages of one language.
pub trait Words {
    /// The message of a key with its values filled in.
    fn message(&self, key: &str, values: &[(&str, Value<'_>)]) -> String;

    /// The message of a key without values, if there is one.
    fn find(&self, key: &str) -> Option<String>;

    /// The tag of the language, as in HTML: `en`, `fr`.
    fn tag(&self) -> &'static str;

    /// How the language writes numbers.
    fn number_format(&self) -> NumberFormat;

    /// The message of a key without values.
    fn text(&self, key: &str) -> String {
        self.message(key, &[])
    }

    /// A number with this many decimals.
    fn decimals(&self, value: f64, places: usize) -> String {
        self.number_format().with_decimal_separator(&format!("{value:.places$}"))
    }

    /// A number with this many decimals and always a sign.
    fn signed(&self, value: f64, places: usize) -> String {
        self.number_format().with_decimal_separator(&format!("{value:+.places$}"))
    }

    /// A share in percent, with one decimal.
    fn percent(&self, share: f64) -> String {
        format!("{} %", self.decimals(100.0 * share, 1))
    }

    /// A time in the largest unit that gives a number of at least 1, down to µs.
    fn time(&self, duration: Duration) -> String {
        let seconds = duration.as_secs_f64();
        match duration.as_nanos() {
            0..1_000_000 => format!("{} µs", self.decimals(seconds * 1e6, 1)),
            1_000_000..1_000_000_000 => format!("{} ms", self.decimals(seconds * 1e3, 1)),
            _ => format!("{} s", self.decimals(seconds, 2)),
        }
    }

    /// A size in the largest unit that gives a number of at least 1.
    fn bytes(&self, bytes: u64) -> String {
        self.number_format().of(&match bytes {
            0..1024 => format!("{bytes} B"),
            1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
            _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
        })
    }

    /// The shares of the board at the end of games.
    fn shares(&self, shares: Occupation) -> String {
        let shares = [("black", shares.black), ("white", shares.white), ("empty", shares.empty)];
        let values = shares.map(|(name, share)| (name, Value::from(self.percent(share))));
        self.message("match-shares", &values)
    }
}

/// An integer with spaces between groups of three digits, as in English and in French.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(' ');
        }
        shown.push(digit);
    }
    shown
}

/// `tr!(words, "key", name = value, …)`: the message of a key with its values filled in.
macro_rules! tr {
    ($words:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $words.message($key, &[$((stringify!($name), $crate::words::Value::from($value))),*])
    };
}
pub(crate) use tr;

/// Words for tests: the key of a message with its values.
#[cfg(test)]
pub(crate) struct Keys(pub(crate) &'static str);

#[cfg(test)]
impl Words for Keys {
    fn message(&self, key: &str, values: &[(&str, Value<'_>)]) -> String {
        let value = |(name, value): &(&str, Value<'_>)| match value {
            Value::Text(text) => format!("{name}: {text}"),
            Value::Number(number) => format!("{name}: {number}"),
        };
        match values {
            [] => key.to_owned(),
            values => format!("{key}({})", values.iter().map(value).collect::<Vec<_>>().join(", ")),
        }
    }

    fn find(&self, _: &str) -> Option<String> {
        None
    }

    fn tag(&self) -> &'static str {
        self.0
    }

    fn number_format(&self) -> NumberFormat {
        if self.0 == "fr" { NumberFormat::French } else { NumberFormat::English }
    }
}

/// The test words of each language.
#[cfg(test)]
pub(crate) const ENGLISH: &dyn Words = &Keys("en");
#[cfg(test)]
pub(crate) const FRENCH: &dyn Words = &Keys("fr");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        for (number, shown) in [(0, "0"), (999, "999"), (1000, "1 000"), (3005320, "3 005 320")] {
            assert_eq!(thousands(number), shown);
        }
    }

    #[test]
    fn numbers_have_the_separator_and_the_units_of_the_language() {
        let both = [ENGLISH, FRENCH];
        assert_eq!(both.map(|words| words.signed(1.25, 2)), ["+1.25", "+1,25"]);
        assert_eq!(both.map(|words| words.percent(0.905)), ["90.5 %", "90,5 %"]);
        assert_eq!(both.map(|words| words.bytes(4403)), ["4.3 KiB", "4,3 Kio"]);
        let time = Duration::from_micros(2500);
        assert_eq!(both.map(|words| words.time(time)), ["2.5 ms", "2,5 ms"]);
    }
}
