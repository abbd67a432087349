//! Settings as text: a player is its spec, a time is `100ms`.
//!
//! For `#[serde(with = "text")]` on fields of any type that is written and read as text; [`option`] is for
//! such a field that may be missing, and [`time`] for a duration that may be missing.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::Serializer;

/// Writes a value as its text.
pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Reads a value from its text.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(Error::custom)
}

/// A value that may be missing.
pub mod option {
    use super::*;

    /// Writes the text of a value that is there.
    pub fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_none(),
        }
    }

    /// Reads a value from its text, if there is one.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(Error::custom)).transpose()
    }
}

/// A list of values.
pub mod list {
    use super::*;

    /// Writes the text of each.
    pub fn serialize<T: Display, S: Serializer>(
        values: &[T],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(T::to_string))
    }

    /// Reads each from its text.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(Error::custom)).collect()
    }
}

/// A time such as `100ms` that may be missing.
pub mod time {
    use std::time::Duration;

    use othellier_play::{parse_duration, show_duration};

    use super::*;

    /// Writes a time that is there.
    pub fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        option::serialize(&time.map(show_duration), serializer)
    }

    /// Reads a time, if there is one.
    pub fn deserialize<'de, D>(deserializer: D) -> Result<Option<Duration>, D::Error>
    where
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| parse_duration(&text).map_err(Error::custom)).transpose()
    }
}
