//! Parsers of option values, and the description of what each expects.

use std::error::Error;
use std::fmt;
use std::num::{IntErrorKind, NonZeroUsize, ParseIntError};
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use othellier_job::kinds::Expected;
use othellier_locale::{Lang, Localized, tr};
use othellier_measure::evolve::{GeneRangeError, ParseLawError};
use othellier_measure::stats::SprtError;
use othellier_measure::tournament::ParseEntryError;
use othellier_measure::{OutOfBounds, ParseSizeError};
use othellier_play::{ParseDurationError, parse_bytes, parse_duration};
use othellier_search::champion::SearchLevel;

use super::units::Sentence;

/// The limit of the textbook searches.
const MAX_THREADS: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpectedValue {
    /// An integer within these bounds, both included.
    Within(u64, u64),
    /// An integer of at least this.
    From(u64),
    /// What the message of this key describes.
    Described(&'static str),
    /// What a setting of a job can be.
    Setting(Expected),
}

impl ExpectedValue {
    /// What was expected, given the error of a parser.
    pub(crate) fn from_error(error: &(dyn Error + 'static)) -> Option<ExpectedValue> {
        if let Some(error) = error.downcast_ref::<ParseIntError>() {
            return Some(match error.kind() {
                IntErrorKind::Zero => ExpectedValue::From(1),
                IntErrorKind::PosOverflow => ExpectedValue::Described("expected-smaller"),
                _ => ExpectedValue::Described("expected-whole"),
            });
        }
        if error.is::<ParseLawError>() {
            return Some(ExpectedValue::Described("expected-law"));
        }
        if let Some(bounds) = error.downcast_ref::<OutOfBounds>() {
            return Some(match *bounds {
                OutOfBounds::Within(low, high) => ExpectedValue::Within(low, high),
                OutOfBounds::Even => ExpectedValue::Described("expected-even"),
            });
        }
        if let Some(ParseEntryError::NoName) = error.downcast_ref() {
            return Some(ExpectedValue::Described("expected-participant"));
        }
        if error.is::<GeneRangeError>() {
            return Some(ExpectedValue::Described("expected-genes"));
        }
        if error.is::<SprtError>() {
            return Some(ExpectedValue::Described("expected-elos"));
        }
        if error.is::<ParseSizeError>() {
            return Some(ExpectedValue::Described("expected-side"));
        }
        if error.is::<othellier_record::problems::ParseNumberRangesError>() {
            return Some(ExpectedValue::Described("expected-numbers"));
        }
        if error.is::<ParseDurationError>() {
            return Some(ExpectedValue::Described("expected-time"));
        }
        if let Some(expected) = error.downcast_ref::<Expected>() {
            return Some(ExpectedValue::Setting(*expected));
        }
        error.downcast_ref().copied()
    }

    pub(crate) fn describe(self, lang: Lang) -> String {
        match self {
            ExpectedValue::Within(low, high) => {
                tr!(lang, "expected-within", low = low.to_string(), high = high.to_string())
            }
            ExpectedValue::From(low) => tr!(lang, "expected-from", low = low.to_string()),
            ExpectedValue::Described(key) => lang.text(key),
            ExpectedValue::Setting(expected) => Sentence(expected).in_language(lang),
        }
    }
}

impl fmt::Display for ExpectedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(Lang::En))
    }
}

impl Error for ExpectedValue {}

/// Parses the name of one of a few values, which the help lists.
pub(crate) fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name)).map(move |text| {
        let found = all.into_iter().find(|one| name(*one) == text);
        found.expect("one of the possible values")
    })
}

/// Parses an integer within bounds.
pub(crate) fn within<T: TryFrom<u64>>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, ExpectedValue> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or(ExpectedValue::Within(*bounds.start(), *bounds.end()))
    }
}

/// Parses an integer of at least `low`.
pub(crate) fn from<T: TryFrom<u64>>(low: u64) -> impl Fn(&str) -> Result<T, ExpectedValue> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| *number >= low);
        number.and_then(|number| T::try_from(number).ok()).ok_or(ExpectedValue::From(low))
    }
}

/// Parses a finite number that fulfils a condition.
fn decimal(
    text: &str,
    is_fit: impl Fn(f64) -> bool,
    wanted: &'static str,
) -> Result<f64, ExpectedValue> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && is_fit(*number));
    number.ok_or(ExpectedValue::Described(wanted))
}

/// Parses a number, with or without decimals, within bounds.
pub(crate) fn decimal_within(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<f64, ExpectedValue> + Clone {
    let (low, high) = (*bounds.start(), *bounds.end());
    move |text| {
        // NaN is within no bounds.
        let number = text.parse().ok();
        let number = number.filter(|number| (low as f64..=high as f64).contains(number));
        number.ok_or(ExpectedValue::Within(low, high))
    }
}

/// The levels of the champion.
pub(crate) const LEVELS: RangeInclusive<u64> = 0..=SearchLevel::MAX as u64;

/// Empty squares of positions that are solved in bulk: with more, a single one takes hours.
pub(crate) const SOLVABLE: RangeInclusive<u64> = 0..=30;

/// Parses a fraction or a probability.
pub(crate) fn share(text: &str) -> Result<f64, ExpectedValue> {
    decimal(text, |number| (0.0..=1.0).contains(&number), "expected-share")
}

/// Parses a number of discs.
pub(crate) fn discs(text: &str) -> Result<f64, ExpectedValue> {
    decimal(text, |number| (0.0..=64.0).contains(&number), "expected-discs")
}

/// Parses a number above 0, at most 10^6.
pub(crate) fn positive(text: &str) -> Result<f64, ExpectedValue> {
    decimal(text, |number| number > 0.0 && number <= 1e6, "expected-positive")
}

/// Parses a number above 0, at most 1.
pub(crate) fn rate(text: &str) -> Result<f64, ExpectedValue> {
    decimal(text, |number| number > 0.0 && number <= 1.0, "expected-rate")
}

/// Parses the side of a board.
pub(crate) fn side(text: &str) -> Result<u8, ExpectedValue> {
    let side = text.parse().ok().filter(|side| matches!(side, 4 | 6 | 8 | 10));
    side.ok_or(ExpectedValue::Described("expected-side"))
}

/// Parses the size of a table.
pub(crate) fn table_bytes(text: &str) -> Result<usize, ExpectedValue> {
    parse_bytes(text).ok_or(ExpectedValue::Described("expected-bytes"))
}

/// Parses a number of threads.
pub(crate) fn thread_count(text: &str) -> Result<NonZeroUsize, ExpectedValue> {
    let count = text.parse().ok().filter(|count: &NonZeroUsize| count.get() <= MAX_THREADS);
    count.ok_or(ExpectedValue::Within(1, MAX_THREADS as u64))
}

/// A random seed below 2^53, which every JSON reader represents exactly.
pub(crate) fn seed() -> u64 {
    rand::random::<u64>() >> 11
}

/// Parses how long a unit of work may show no progress: below half a second the network is too slow.
pub(crate) fn lease(text: &str) -> Result<Duration, ExpectedValue> {
    let lease = parse_duration(text).ok().filter(|lease| *lease >= Duration::from_millis(500));
    lease.ok_or(ExpectedValue::Described("expected-lease"))
}

pub(crate) fn time(text: &str) -> Result<Duration, ExpectedValue> {
    parse_duration(text).map_err(|_| ExpectedValue::Described("expected-time"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_expectation_has_a_message_in_both_languages() {
        let refused = [
            within::<u8>(1..=60)("0").unwrap_err(),
            within::<u8>(0..=1000)("999").unwrap_err(),
            from::<u64>(1)("0").unwrap_err(),
            share("1.5").unwrap_err(),
            discs("NaN").unwrap_err(),
            decimal_within(0..=1000)("-1").unwrap_err(),
            positive("0").unwrap_err(),
            rate("2").unwrap_err(),
            ExpectedValue::from_error(&OutOfBounds::Even).unwrap(),
            table_bytes("much").unwrap_err(),
            thread_count("257").unwrap_err(),
            time("soon").unwrap_err(),
            ExpectedValue::Setting(Expected::Squares),
            ExpectedValue::from_error(&"x".parse::<u8>().unwrap_err()).unwrap(),
            ExpectedValue::from_error(&"999".parse::<u8>().unwrap_err()).unwrap(),
            ExpectedValue::from_error(&"0".parse::<NonZeroUsize>().unwrap_err()).unwrap(),
            ExpectedValue::from_error(&"x".parse::<othellier_measure::evolve::Law>().unwrap_err())
                .unwrap(),
        ];
        let elsewhere = ["genes", "elos", "years", "numbers", "participant"];
        let elsewhere = elsewhere.map(|name| format!("expected-{name}"));
        let said = |lang: Lang| {
            let here = refused.iter().map(move |wanted| wanted.describe(lang));
            here.chain(elsewhere.iter().map(move |key| lang.text(key))).collect::<Vec<_>>()
        };
        for (english, french) in said(Lang::En).iter().zip(said(Lang::Fr)) {
            assert_ne!(*english, french);
        }
        let side = side("7").unwrap_err();
        assert_ne!(side.describe(Lang::En), side.describe(Lang::Fr));
    }

    #[test]
    fn values_out_of_bounds_are_refused() {
        let hostile = ["nan", "inf", "-inf", "-1", "1e20", "1e308", "-1e308", "", "1e999", "x"];
        for text in hostile {
            assert_eq!(
                decimal_within(0..=1000)(text),
                Err(ExpectedValue::Within(0, 1000)),
                "{text}"
            );
            assert!(share(text).is_err() && discs(text).is_err(), "{text}");
            assert!(positive(text).is_err() && rate(text).is_err(), "{text}");
        }
        assert_eq!(decimal_within(0..=1000)("0.5"), Ok(0.5));
    }

    #[test]
    fn numbers_within_bounds_are_parsed() {
        assert_eq!(within::<u8>(1..=60)("60").unwrap(), 60);
        assert_eq!(from::<usize>(1)("1").unwrap(), 1);
        assert_eq!(side("10").unwrap(), 10);
    }
}
