//! Messages in English and French.
//!
//! Every message is in `locales/LANGUAGE/*.ftl` under the same key in both languages (a test checks
//! it). The code holds keys and values, never sentences. Two files exist in French only, because their
//! English stands where it is defined: `help.ftl` (the doc comments of the arguments) and `errors.ftl`
//! (the `Display` of library errors, see `localized.rs`).
//!
//! A count is passed as a number: the message chooses singular or plural by it, and thousands are
//! separated. Digits that are a name (a seed, a line number, user input) are passed as text and are
//! not reformatted.

use std::ffi::OsString;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use othellier_lab::chart::NumberFormat;
use unic_langid::langid;

use crate::output::thousands;

/// A language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Lang {
    En,
    Fr,
}

type Bundle = FluentBundle<FluentResource>;

/// The files of a language.
macro_rules! files {
    ($language:literal $(, $more:literal)*) => {
        [
            include_str!(concat!("../locales/", $language, "/cli.ftl")),
            include_str!(concat!("../locales/", $language, "/play.ftl")),
            include_str!(concat!("../locales/", $language, "/match.ftl")),
            include_str!(concat!("../locales/", $language, "/tournament.ftl")),
            include_str!(concat!("../locales/", $language, "/evolve.ftl")),
            include_str!(concat!("../locales/", $language, "/lab.ftl")),
            include_str!(concat!("../locales/", $language, "/timings.ftl")),
            include_str!(concat!("../locales/", $language, "/solve.ftl")),
            include_str!(concat!("../locales/", $language, "/games.ftl")),
            include_str!(concat!("../locales/", $language, "/archive.ftl")),
            include_str!(concat!("../locales/", $language, "/book.ftl")),
            include_str!(concat!("../locales/", $language, "/train.ftl")),
            include_str!(concat!("../locales/", $language, "/review.ftl")),
            include_str!(concat!("../locales/", $language, "/picture.ftl")),
            $(include_str!(concat!("../locales/", $language, $more)),)*
        ]
    };
}

static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle(Lang::En, &files!("en")));
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
    /// The language of `--lang`, else of the locale, else English.
    ///
    /// It is found by hand because it is needed before the arguments are parsed, for help and errors.
    pub(crate) fn of_arguments(arguments: &[OsString]) -> Lang {
        let word = |at: usize| arguments.get(at)?.to_str();
        let asked = (0..arguments.len()).find_map(|at| {
            let value = match word(at)?.strip_prefix("--lang") {
                Some("") => word(at + 1),
                Some(value) => value.strip_prefix('='),
                None => None,
            }?;
            clap::ValueEnum::from_str(value, true).ok()
        });
        asked.unwrap_or_else(Lang::of_locale)
    }

    fn of_locale() -> Lang {
        match sys_locale::get_locale() {
            Some(locale) if locale.to_ascii_lowercase().starts_with("fr") => Lang::Fr,
            _ => Lang::En,
        }
    }

    fn bundle(self) -> &'static Bundle {
        match self {
            Lang::En => &ENGLISH,
            Lang::Fr => &FRENCH,
        }
    }

    /// The message of a key.
    pub(crate) fn text(self, key: &str) -> String {
        self.message(key, &[])
    }

    /// The message of a key with its values filled in.
    pub(crate) fn message(self, key: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        self.find(key, values).unwrap_or_else(|| panic!("no message `{key}` in {self:?}"))
    }

    /// The message of a key, if there is one.
    pub(crate) fn find(self, key: &str, values: &[(&str, FluentValue<'_>)]) -> Option<String> {
        let pattern = self.bundle().get_message(key)?.value()?;
        let values: FluentArgs<'_> =
            values.iter().map(|(name, value)| (*name, value.clone())).collect();
        let mut errors = Vec::new();
        let text = self.bundle().format_pattern(pattern, Some(&values), &mut errors);
        debug_assert!(errors.is_empty(), "{key}: {errors:?}");
        Some(text.into_owned())
    }

    /// The number format of this language.
    pub(crate) fn number_format(self) -> NumberFormat {
        match self {
            Lang::En => NumberFormat::English,
            Lang::Fr => NumberFormat::French,
        }
    }

    /// A number with this many decimals.
    pub(crate) fn decimals(self, value: f64, places: usize) -> String {
        self.with_decimal_separator(&format!("{value:.places$}"))
    }

    /// A number with this many decimals and always a sign.
    pub(crate) fn signed(self, value: f64, places: usize) -> String {
        self.with_decimal_separator(&format!("{value:+.places$}"))
    }

    /// A number as messages show it: integers have their thousands separated.
    pub(crate) fn number(self, number: &FluentNumber) -> String {
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
    pub(crate) fn with_decimal_separator(self, number: &str) -> String {
        match self {
            Lang::En => number.to_owned(),
            Lang::Fr => number.replace('.', ","),
        }
    }

    /// A text of the catalogue in this language.
    pub(crate) fn words(self, words: othellier_spec::Words) -> String {
        match self {
            Lang::En => words.en.to_owned(),
            Lang::Fr => with_non_breaking_spaces(words.fr),
        }
    }
}

/// French text with non-breaking spaces before `: ; ? !` and inside guillemets, as in the locale files.
fn with_non_breaking_spaces(text: &str) -> String {
    let mut text = text.replace("« ", "«\u{a0}");
    for sign in [":", ";", "?", "!", "»"] {
        text = text.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"));
    }
    text
}

/// A number with this many decimals, for a message that chooses singular or plural by it.
pub(crate) fn rounded(value: f64, places: usize) -> FluentNumber {
    format!("{value:.places$}").parse().expect("digits are a number")
}

/// `tr!(lang, "key", name = value, …)`: the message of a key with its values filled in.
macro_rules! tr {
    ($lang:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $lang.message($key, &[$((stringify!($name), fluent_bundle::FluentValue::from($value))),*])
    };
}
pub(crate) use tr;

#[cfg(test)]
mod tests {
    use super::*;

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
        let plain = "Qui ? « Lui » : un, deux ; trois";
        let set = "Qui\u{a0}? «\u{a0}Lui\u{a0}»\u{a0}: un, deux\u{a0}; trois";
        assert_eq!(with_non_breaking_spaces(plain), set);
        for text in files!("fr", "/help.ftl", "/errors.ftl") {
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                assert!(!line.contains(" ; ") && !line.contains("« "), "{line}");
            }
        }
    }

    #[test]
    fn the_arguments_choose_the_language() {
        let of = |text: &str| {
            Lang::of_arguments(&text.split(' ').map(OsString::from).collect::<Vec<_>>())
        };
        assert_eq!(of("othellier play --lang fr"), Lang::Fr);
        assert_eq!(of("othellier --lang=en play"), Lang::En);
    }
}
