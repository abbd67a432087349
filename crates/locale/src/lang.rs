//! Messages in English and French.
//!
//! Every message is in `locales/LANGUAGE/*.ftl` under the same key in both languages (a test checks
//! it). The code holds keys and values, never sentences. Three files exist in French only, because
//! their English stands where it is defined: `help.ftl` (the doc comments of the arguments),
//! `errors.ftl` (the `Display` of library errors) and `catalogue.po` (players, evaluators, options).
//!
//! A count is passed as a number: the message chooses singular or plural by it, and thousands are
//! separated. Digits that are a name (a seed, a line number, user input) are passed as text and are
//! not reformatted.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use std::time::Duration;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use othellier_report::chart::NumberFormat;
use othellier_report::words::{Words, thousands};
use unic_langid::langid;

/// A language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    En,
    Fr,
}

impl Lang {
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    /// The code of the language: `en`, `fr`.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A text that is not the code of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLangError {
    pub text: String,
}

impl fmt::Display for ParseLangError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a language; expected en or fr", self.text)
    }
}

impl std::error::Error for ParseLangError {}

impl FromStr for Lang {
    type Err = ParseLangError;

    fn from_str(text: &str) -> Result<Lang, ParseLangError> {
        let found = Lang::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(text));
        found.ok_or_else(|| ParseLangError { text: text.to_owned() })
    }
}

type Bundle = FluentBundle<FluentResource>;

/// The files of a language: a module for the browser is downloaded, and says only what reviews, the
/// reports of matches and refused games say.
#[cfg(target_arch = "wasm32")]
macro_rules! files {
    ($language:literal $(, $more:literal)*) => {
        [
            include_str!(concat!("../locales/", $language, "/review.ftl")),
            include_str!(concat!("../locales/", $language, "/match-report.ftl")),
            include_str!(concat!("../locales/", $language, "/faults.ftl")),
            $(include_str!(concat!("../locales/", $language, $more)),)*
        ]
    };
}

/// The files of a language.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! files {
    ($language:literal $(, $more:literal)*) => {
        [
            include_str!(concat!("../locales/", $language, "/cli.ftl")),
            include_str!(concat!("../locales/", $language, "/play.ftl")),
            include_str!(concat!("../locales/", $language, "/match.ftl")),
            include_str!(concat!("../locales/", $language, "/match-report.ftl")),
            include_str!(concat!("../locales/", $language, "/tournament.ftl")),
            include_str!(concat!("../locales/", $language, "/evolve.ftl")),
            include_str!(concat!("../locales/", $language, "/lab.ftl")),
            include_str!(concat!("../locales/", $language, "/timings.ftl")),
            include_str!(concat!("../locales/", $language, "/solve.ftl")),
            include_str!(concat!("../locales/", $language, "/games.ftl")),
            include_str!(concat!("../locales/", $language, "/faults.ftl")),
            include_str!(concat!("../locales/", $language, "/archive.ftl")),
            include_str!(concat!("../locales/", $language, "/book.ftl")),
            include_str!(concat!("../locales/", $language, "/train.ftl")),
            include_str!(concat!("../locales/", $language, "/tune.ftl")),
            include_str!(concat!("../locales/", $language, "/review.ftl")),
            include_str!(concat!("../locales/", $language, "/picture.ftl")),
            include_str!(concat!("../locales/", $language, "/grid.ftl")),
            include_str!(concat!("../locales/", $language, "/nats.ftl")),
            $(include_str!(concat!("../locales/", $language, $more)),)*
        ]
    };
}

static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle(Lang::En, &files!("en")));
#[cfg(target_arch = "wasm32")]
static FRENCH: LazyLock<Bundle> = LazyLock::new(|| bundle(Lang::Fr, &files!("fr", "/errors.ftl")));
#[cfg(not(target_arch = "wasm32"))]
static FRENCH: LazyLock<Bundle> =
    LazyLock::new(|| bundle(Lang::Fr, &files!("fr", "/help.ftl", "/errors.ftl")));

fn bundle(lang: Lang, files: &[&str]) -> Bundle {
    let language = match lang {
        Lang::En => langid!("en"),
        Lang::Fr => langid!("fr"),
    };
    let mut bundle = Bundle::new_concurrent(vec![language]);
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(match lang {
        Lang::En => |value, _| Lang::En.format_value(value),
        Lang::Fr => |value, _| Lang::Fr.format_value(value),
    }));
    for text in files {
        let resource = FluentResource::try_new((*text).to_owned()).expect("a locale file is valid");
        bundle.add_resource(resource).expect("a key stands once");
    }
    bundle
}

impl Lang {
    /// A commented configuration file of `othellier play` in TOML.
    pub const fn sample_toml(self) -> &'static str {
        match self {
            Lang::En => include_str!("../locales/en/play.toml"),
            Lang::Fr => include_str!("../locales/fr/play.toml"),
        }
    }

    /// A commented configuration file of `othellier play` in YAML.
    pub const fn sample_yaml(self) -> &'static str {
        match self {
            Lang::En => include_str!("../locales/en/play.yaml"),
            Lang::Fr => include_str!("../locales/fr/play.yaml"),
        }
    }

    fn bundle(self) -> &'static Bundle {
        match self {
            Lang::En => &ENGLISH,
            Lang::Fr => &FRENCH,
        }
    }

    /// The message of a key.
    pub fn text(self, key: &str) -> String {
        self.message(key, &[])
    }

    /// The message of a key with its values filled in.
    pub fn message(self, key: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        self.find(key, values).unwrap_or_else(|| panic!("no message `{key}` in {self:?}"))
    }

    /// The message of a key, if there is one.
    pub fn find(self, key: &str, values: &[(&str, FluentValue<'_>)]) -> Option<String> {
        let pattern = self.bundle().get_message(key)?.value()?;
        let values: FluentArgs<'_> =
            values.iter().map(|(name, value)| (*name, value.clone())).collect();
        let mut errors = Vec::new();
        let text = self.bundle().format_pattern(pattern, Some(&values), &mut errors);
        debug_assert!(errors.is_empty(), "{key}: {errors:?}");
        Some(text.into_owned())
    }

    /// The number format of this language.
    pub fn number_format(self) -> NumberFormat {
        match self {
            Lang::En => NumberFormat::English,
            Lang::Fr => NumberFormat::French,
        }
    }

    /// A number with this many decimals.
    pub fn decimals(self, value: f64, places: usize) -> String {
        self.with_decimal_separator(&format!("{value:.places$}"))
    }

    /// A number with this many decimals and always a sign.
    pub fn signed(self, value: f64, places: usize) -> String {
        self.with_decimal_separator(&format!("{value:+.places$}"))
    }

    /// A number as messages show it: integers have their thousands separated.
    pub fn number(self, number: &FluentNumber) -> String {
        let digits = number.as_string();
        match digits.parse::<i64>() {
            Ok(whole) if whole < 0 => format!("-{}", thousands(whole.unsigned_abs())),
            Ok(whole) => thousands(whole.unsigned_abs()),
            Err(_) => self.with_decimal_separator(&digits),
        }
    }

    fn format_value(self, value: &FluentValue<'_>) -> Option<String> {
        match value {
            FluentValue::Number(number) => Some(self.number(number)),
            _ => None,
        }
    }

    /// Replaces the decimal point by the decimal separator of this language.
    pub fn with_decimal_separator(self, number: &str) -> String {
        match self {
            Lang::En => number.to_owned(),
            Lang::Fr => number.replace('.', ","),
        }
    }

    /// A time in the largest unit that gives a number of at least 1, down to µs.
    pub fn time(self, duration: Duration) -> String {
        Words::time(&self, duration)
    }

    /// A size in the largest unit that gives a number of at least 1.
    pub fn bytes(self, bytes: u64) -> String {
        Words::bytes(&self, bytes)
    }
}

/// A number with this many decimals, for a message that chooses singular or plural by it.
pub fn rounded(value: f64, places: usize) -> FluentNumber {
    format!("{value:.places$}").parse().expect("digits are a number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tr;

    fn keys(files: &[&str]) -> Vec<String> {
        let lines = files.iter().flat_map(|text| text.lines());
        let mut keys: Vec<_> = lines
            .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
            .filter_map(|line| Some(line.split_once(" =")?.0.to_owned()))
            .collect();
        keys.sort();
        keys
    }

    #[test]
    fn both_languages_have_the_same_keys() {
        let [english, french] = [keys(&files!("en")), keys(&files!("fr"))];
        assert_eq!(english, french);
        assert!(!english.is_empty());
    }

    #[test]
    fn plurals_agree_with_their_number() {
        for (count, english, french) in [
            (0, "Result of 0 games", "Résultat de 0 partie"),
            (1, "Result of 1 game", "Résultat de 1 partie"),
            (2, "Result of 2 games", "Résultat de 2 parties"),
            (12_345, "Result of 12 345 games", "Résultat de 12 345 parties"),
        ] {
            assert_eq!(tr!(Lang::En, "benchmark-result", games = count), english);
            assert_eq!(tr!(Lang::Fr, "benchmark-result", games = count), french);
        }
        for (discs, english, french) in [
            (rounded(0.5, 2), "0.50 discs", "0,50 pion"),
            (rounded(1.0, 2), "1.00 discs", "1,00 pion"),
            (rounded(1.0, 0), "1 disc", "1 pion"),
            (rounded(2.25, 2), "2.25 discs", "2,25 pions"),
        ] {
            assert_eq!(tr!(Lang::En, "accuracy-discs", number = discs.clone()), english);
            assert_eq!(tr!(Lang::Fr, "accuracy-discs", number = discs), french);
        }
    }

    #[test]
    fn each_language_has_its_decimal_separator() {
        assert_eq!([Lang::En, Lang::Fr].map(|lang| lang.decimals(12.345, 1)), ["12.3", "12,3"]);
        assert_eq!([Lang::En, Lang::Fr].map(|lang| lang.signed(1.25, 2)), ["+1.25", "+1,25"]);
        assert_eq!([Lang::En, Lang::Fr].map(|lang| lang.signed(-8.0, 0)), ["-8", "-8"]);
        let elo = |lang: Lang| tr!(lang, "match-sprt-asked", elo0 = -1000.0, elo1 = 2.5);
        assert_eq!(elo(Lang::En), "-1 000 against 2.5 Elo");
        assert_eq!(elo(Lang::Fr), "-1 000 contre 2,5 Elo");
    }

    #[test]
    fn french_punctuation_has_non_breaking_spaces() {
        for text in files!("fr", "/help.ftl", "/errors.ftl") {
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                assert!(!line.contains(" ; ") && !line.contains("« "), "{line}");
            }
        }
    }

    #[test]
    fn times_and_sizes_are_short() {
        let times = [250, 1_500_000, 2_000_000_000].map(Duration::from_nanos);
        let shown = |lang: Lang| times.map(|duration| lang.time(duration));
        assert_eq!(shown(Lang::En), ["0.2 µs", "1.5 ms", "2.00 s"]);
        assert_eq!(shown(Lang::Fr), ["0,2 µs", "1,5 ms", "2,00 s"]);
        let shown = |lang: Lang| [0, 1023, 1024, 1_048_575, 3 << 20].map(|size| lang.bytes(size));
        assert_eq!(shown(Lang::En), ["0 B", "1023 B", "1.0 KiB", "1024.0 KiB", "3.0 MiB"]);
        assert_eq!(shown(Lang::Fr), ["0 o", "1023 o", "1,0 Kio", "1024,0 Kio", "3,0 Mio"]);
    }

    #[test]
    fn languages_round_trip() {
        assert!(Lang::ALL.into_iter().all(|lang| lang.code().parse() == Ok(lang)));
        assert!("de".parse::<Lang>().is_err());
    }
}
