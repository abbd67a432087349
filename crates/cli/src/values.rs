//! The values of options: how each is read, and what is said of one that cannot be.

use std::error::Error;
use std::fmt;
use std::num::{IntErrorKind, NonZeroUsize, ParseIntError};
use std::ops::RangeInclusive;
use std::time::Duration;

use othellier_lab::evolve::ParseLawError;
use othellier_play::{ParseDurationError, parse_bytes, parse_duration};
use othellier_search::champion::{SearchLevel, Selectivity};
use othellier_spec::Expected;

use crate::lang::{Lang, say};

/// As many as the textbook searches take.
const MOST_THREADS: usize = 256;

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A whole number, from the first to the last.
    Within(u64, u64),
    /// A whole number, however large.
    From(u64),
    /// What the message of this key describes.
    Described(&'static str),
}

impl Wanted {
    /// What would have been right, where a value was refused for this reason.
    pub(crate) fn of(error: &(dyn Error + 'static)) -> Option<Wanted> {
        if let Some(error) = error.downcast_ref::<ParseIntError>() {
            return Some(match error.kind() {
                IntErrorKind::Zero => Wanted::From(1),
                IntErrorKind::PosOverflow => Wanted::Described("expected-smaller"),
                _ => Wanted::Described("expected-whole"),
            });
        }
        if error.is::<ParseLawError>() {
            return Some(Wanted::Described("expected-law"));
        }
        if error.is::<ParseDurationError>() {
            return Some(Wanted::Described("expected-time"));
        }
        error.downcast_ref().copied()
    }

    pub(crate) fn say(self, lang: Lang) -> String {
        match self {
            Wanted::Within(low, high) => {
                say!(lang, "expected-within", low = low.to_string(), high = high.to_string())
            }
            Wanted::From(low) => say!(lang, "expected-from", low = low.to_string()),
            Wanted::Described(key) => lang.text(key),
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl Error for Wanted {}

/// What an option of a player or an evaluator takes.
pub(crate) fn say_expected(lang: Lang, expected: &Expected) -> String {
    match expected {
        Expected::Within { low, high } => Wanted::Within(*low, *high).say(lang),
        Expected::From { low } => Wanted::From(*low).say(lang),
        Expected::OneOf(words) => say!(lang, "expected-one-of", words = words.join(", ")),
        Expected::Described(words) => lang.words(*words).to_owned(),
    }
}

/// Reads a whole number within bounds.
pub(crate) fn within<T: TryFrom<u64>>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, Wanted> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or(Wanted::Within(*bounds.start(), *bounds.end()))
    }
}

/// Reads a whole number from the first on.
pub(crate) fn from<T: TryFrom<u64>>(low: u64) -> impl Fn(&str) -> Result<T, Wanted> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| *number >= low);
        number.and_then(|number| T::try_from(number).ok()).ok_or(Wanted::From(low))
    }
}

/// Reads a number that has a condition to fulfil.
fn decimal(text: &str, is_fit: impl Fn(f64) -> bool, wanted: &'static str) -> Result<f64, Wanted> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && is_fit(*number));
    number.ok_or(Wanted::Described(wanted))
}

/// Reads a number, with decimals or without, between two whole ones.
pub(crate) fn decimal_within(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<f64, Wanted> + Clone {
    let (low, high) = (*bounds.start(), *bounds.end());
    move |text| {
        // What is no number at all is within no bounds.
        let number = text.parse().ok();
        let number = number.filter(|number| (low as f64..=high as f64).contains(number));
        number.ok_or(Wanted::Within(low, high))
    }
}

/// The levels of the champion.
pub(crate) const LEVELS: RangeInclusive<u64> = 0..=SearchLevel::MAX as u64;

/// How many empty squares positions may have that are solved by the thousand: with more, one alone
/// takes hours.
pub(crate) const SOLVABLE: RangeInclusive<u64> = 0..=30;

/// Reads a share of the whole, or a chance.
pub(crate) fn share(text: &str) -> Result<f64, Wanted> {
    decimal(text, |number| (0.0..=1.0).contains(&number), "expected-share")
}

/// Reads a number of discs.
pub(crate) fn discs(text: &str) -> Result<f64, Wanted> {
    decimal(text, |number| (0.0..=64.0).contains(&number), "expected-discs")
}

/// Reads a difference of discs, of either side.
pub(crate) fn fitness(text: &str) -> Result<f64, Wanted> {
    decimal(text, |number| number.abs() <= 100.0, "expected-fitness")
}

/// Reads a number above 0 and not out of all measure.
pub(crate) fn positive(text: &str) -> Result<f64, Wanted> {
    decimal(text, |number| number > 0.0 && number <= 1e6, "expected-positive")
}

/// Reads a number above nought and not above one.
pub(crate) fn rate(text: &str) -> Result<f64, Wanted> {
    decimal(text, |number| number > 0.0 && number <= 1.0, "expected-rate")
}

/// Reads an even number of games.
pub(crate) fn even(text: &str) -> Result<usize, Wanted> {
    let number = text.parse().ok().filter(|number| *number > 0 && number % 2 == 0);
    number.ok_or(Wanted::Described("expected-even"))
}

/// Reads the side of a board.
pub(crate) fn side(text: &str) -> Result<u8, Wanted> {
    let side = text.parse().ok().filter(|side| matches!(side, 4 | 6 | 8 | 10));
    side.ok_or(Wanted::Described("expected-side"))
}

/// Reads how sure to be, in per cent.
pub(crate) fn selectivity(text: &str) -> Result<Selectivity, Wanted> {
    let percent = text.trim_end_matches('%').parse().ok().and_then(Selectivity::from_percent);
    percent.ok_or(Wanted::Described("expected-selectivity"))
}

/// Reads the size of a table.
pub(crate) fn table_bytes(text: &str) -> Result<usize, Wanted> {
    parse_bytes(text).ok_or(Wanted::Described("expected-bytes"))
}

/// Reads a number of threads.
pub(crate) fn thread_count(text: &str) -> Result<NonZeroUsize, Wanted> {
    let count = text.parse().ok().filter(|count: &NonZeroUsize| count.get() <= MOST_THREADS);
    count.ok_or(Wanted::Within(1, MOST_THREADS as u64))
}

/// A seed by chance, small enough for every reader of JSON.
pub(crate) fn seed() -> u64 {
    rand::random::<u64>() >> 11
}

/// Reads a time.
pub(crate) fn time(text: &str) -> Result<Duration, Wanted> {
    parse_duration(text).map_err(|_| Wanted::Described("expected-time"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_can_be_said_in_both_languages() {
        let refused = [
            within::<u8>(1..=60)("0").unwrap_err(),
            within::<u8>(0..=1000)("999").unwrap_err(),
            from::<u64>(1)("0").unwrap_err(),
            share("1.5").unwrap_err(),
            discs("NaN").unwrap_err(),
            fitness("inf").unwrap_err(),
            decimal_within(0..=1000)("-1").unwrap_err(),
            positive("0").unwrap_err(),
            rate("2").unwrap_err(),
            even("3").unwrap_err(),
            table_bytes("much").unwrap_err(),
            thread_count("257").unwrap_err(),
            time("soon").unwrap_err(),
            Wanted::of(&"x".parse::<u8>().unwrap_err()).unwrap(),
            Wanted::of(&"999".parse::<u8>().unwrap_err()).unwrap(),
            Wanted::of(&"0".parse::<NonZeroUsize>().unwrap_err()).unwrap(),
            Wanted::of(&"x".parse::<othellier_lab::evolve::Law>().unwrap_err()).unwrap(),
        ];
        let elsewhere = ["squares", "genes", "elos", "years", "numbers", "entrant"];
        let elsewhere = elsewhere.map(|name| format!("expected-{name}"));
        let said = |lang: Lang| {
            let here = refused.iter().map(move |wanted| wanted.say(lang));
            here.chain(elsewhere.iter().map(move |key| lang.text(key))).collect::<Vec<_>>()
        };
        for (english, french) in said(Lang::En).iter().zip(said(Lang::Fr)) {
            assert_ne!(*english, french);
        }
        for wanted in [side("7").unwrap_err(), selectivity("80").unwrap_err()] {
            assert_ne!(wanted.say(Lang::En), wanted.say(Lang::Fr));
        }
    }

    #[test]
    fn what_is_out_of_all_measure_is_refused() {
        let hostile = ["nan", "inf", "-inf", "-1", "1e20", "1e308", "-1e308", "", "1e999", "x"];
        for text in hostile {
            assert_eq!(decimal_within(0..=1000)(text), Err(Wanted::Within(0, 1000)), "{text}");
            assert!(share(text).is_err() && discs(text).is_err(), "{text}");
            assert!(positive(text).is_err() && rate(text).is_err(), "{text}");
        }
        assert_eq!(decimal_within(0..=1000)("0.5"), Ok(0.5));
    }

    #[test]
    fn numbers_within_bounds_are_read() {
        assert_eq!(within::<u8>(1..=60)("60").unwrap(), 60);
        assert_eq!(from::<usize>(1)("1").unwrap(), 1);
        assert_eq!(selectivity("73%").unwrap(), Selectivity::Percent73);
        assert_eq!(side("10").unwrap(), 10);
    }
}
