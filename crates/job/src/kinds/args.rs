//! Settings as arguments: parsers whose errors are what a setting can be.

use std::ops::RangeInclusive;

use othellier_measure::experiment::GridValues;
use othellier_play::parse_bytes;
use othellier_search::champion::Selectivity;
use othellier_spec::{ParseSpecError, Spec};

use super::Expected;

/// Parses an integer within bounds.
pub(super) fn within<T: TryFrom<u32>>(
    bounds: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<T, Expected> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or(Expected::Within(*bounds.start(), *bounds.end()))
    }
}

/// Parses an integer from 1 on.
pub(super) fn positive<T: TryFrom<u64>>(text: &str) -> Result<T, Expected> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.and_then(|number| T::try_from(number).ok()).ok_or(Expected::Positive)
}

/// Parses a confidence in percent, with or without the sign.
pub(super) fn selectivity(text: &str) -> Result<u8, Expected> {
    let percent = text.trim_end_matches('%').parse().ok();
    percent
        .filter(|percent| Selectivity::from_percent(*percent).is_some())
        .ok_or(Expected::Selectivity)
}

/// Parses the size of a table.
pub(super) fn bytes(text: &str) -> Result<String, Expected> {
    parse_bytes(text).map(|_| text.to_owned()).ok_or(Expected::Bytes)
}

/// Parses a player.
pub(super) fn spec(text: &str) -> Result<String, ParseSpecError> {
    text.parse().map(|_: Spec| text.to_owned())
}

/// Parses values for a key of a grid.
pub(super) fn grid_values(text: &str) -> Result<String, Expected> {
    let values = text.parse().map(|_: GridValues| text.to_owned());
    values.map_err(|_| Expected::GridValues)
}

/// Parses a range such as `6-40`, or one number.
pub(super) fn range(text: &str) -> Result<[u32; 2], Expected> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse().ok().filter(|number| *number <= 60);
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok([first, last]),
        _ => Err(Expected::Squares),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_parsed() {
        assert_eq!(range("6-40"), Ok([6, 40]));
        assert_eq!(range("7"), Ok([7, 7]));
        for wrong in ["", "a", "9-3", "0-61", "-3", "1-2-3"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_parsed() {
        assert_eq!(within::<u8>(1..=60)("60"), Ok(60));
        assert_eq!(within::<u8>(1..=1000)("999"), Err(Expected::Within(1, 1000)));
        assert_eq!(positive::<usize>("0"), Err(Expected::Positive));
        assert_eq!(selectivity("73%"), Ok(73));
        assert_eq!(selectivity("80"), Err(Expected::Selectivity));
        assert_eq!(bytes("64MiB").as_deref(), Ok("64MiB"));
        assert_eq!(bytes("much"), Err(Expected::Bytes));
    }
}
