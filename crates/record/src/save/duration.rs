//! Times in a save file: exact decimal seconds.

use std::str::FromStr;
use std::time::Duration;

/// `1.25s`, `2s`, `0.000000001s`.
pub(super) fn duration_text(duration: Duration) -> String {
    format!("{}s", decimal_seconds(duration))
}

/// `1.25`, `2`, `0.000000001`.
pub(crate) fn decimal_seconds(duration: Duration) -> String {
    let text = format!("{}.{:09}", duration.as_secs(), duration.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Parses the output of [`duration_text`]. The seconds must fit 32 bits, so that summing the times
/// of a game cannot overflow.
pub(super) fn parse_duration(text: &str) -> Option<Duration> {
    parse_seconds(text.strip_suffix('s')?)
}

/// Parses the output of [`decimal_seconds`].
pub(crate) fn parse_seconds(seconds: &str) -> Option<Duration> {
    let (whole, decimals) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let whole: u32 = number(whole)?;
    let missing = 9_u32.checked_sub(decimals.len().try_into().ok()?)?;
    let nanos = number::<u32>(decimals)? * 10_u32.pow(missing);
    Some(Duration::new(whole.into(), nanos))
}

/// Parses a number that consists of digits only.
pub(super) fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_is_kept_and_no_more() {
        for (duration, text) in [
            (Duration::ZERO, "0s"),
            (Duration::from_secs(100), "100s"),
            (Duration::from_millis(1250), "1.25s"),
            (Duration::from_nanos(1), "0.000000001s"),
            (Duration::new(u32::MAX.into(), 999_999_999), "4294967295.999999999s"),
        ] {
            assert_eq!(duration_text(duration), text);
            assert_eq!(parse_duration(text), Some(duration));
        }
        assert_eq!(parse_duration("1.250s"), Some(Duration::from_millis(1250)));
    }

    #[test]
    fn what_is_not_a_duration_is_refused() {
        for text in [
            "",
            "s",
            "1",
            "1.s",
            ".5s",
            "1.0000000000s",
            "-1s",
            "+1s",
            "1e3s",
            "4294967296s",
            "1ms",
        ] {
            assert_eq!(parse_duration(text), None, "{text:?}");
        }
    }
}
