//! What a person reads, in English or French.
//!
//! Every message is in `locales/LANGUAGE/*.ftl` under the same key in both languages (a test sees
//! to that). The code holds keys and values, never sentences.
//!
//! A sentence that counts is given the number itself: the message chooses its words by it, and it
//! is written with its thousands apart. What is a name though made of digits (a seed, a line, what
//! a person typed) is given as text, and stays as it is.

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
    ($language:literal $(, $more:literal)?) => {
        [
            include_str!(concat!("../locales/", $language, "/cli.ftl")),
            include_str!(concat!("../locales/", $language, "/play.ftl")),
            include_str!(concat!("../locales/", $language, "/match.ftl")),
            include_str!(concat!("../locales/", $language, "/cups.ftl")),
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
            $(include_str!(concat!("../locales/", $language, $more)),)?
        ]
    };
}

static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle(Lang::En, &files!("en")));
static FRENCH: LazyLock<Bundle> = LazyLock::new(|| bundle(Lang::Fr, &files!("fr", "/help.ftl")));

fn bundle(lang: Lang, files: &[&str]) -> Bundle {
    let language = match lang {
        Lang::En => langid!("en"),
        Lang::Fr => langid!("fr"),
    };
    let mut bundle = Bundle::new_concurrent(vec![language]);
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(match lang {
        Lang::En => |value, _| Lang::En.shown(value),
        Lang::Fr => |value, _| Lang::Fr.shown(value),
    }));
    for text in files {
        let resource = FluentResource::try_new((*text).to_owned()).expect("a locale file is valid");
        bundle.add_resource(resource).expect("a key stands once");
    }
    bundle
}

impl Lang {
    /// The language that the arguments ask for, else that of the locale, else English.
    ///
    /// It is looked for by hand because it is needed before the arguments are parsed: help and
    /// errors are sentences too.
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
        self.say(key, &[])
    }

    /// The message of a key with its values filled in.
    pub(crate) fn say(self, key: &str, values: &[(&str, FluentValue<'_>)]) -> String {
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

    /// How this language writes numbers.
    pub(crate) fn number_format(self) -> NumberFormat {
        match self {
            Lang::En => NumberFormat::English,
            Lang::Fr => NumberFormat::French,
        }
    }

    /// A number with so many decimals.
    pub(crate) fn decimals(self, value: f64, places: usize) -> String {
        self.pointed(&format!("{value:.places$}"))
    }

    /// A number with so many decimals and its sign, be it a plus.
    pub(crate) fn signed(self, value: f64, places: usize) -> String {
        self.pointed(&format!("{value:+.places$}"))
    }

    /// A number as messages show it: one that is whole has its thousands apart.
    pub(crate) fn number(self, number: &FluentNumber) -> String {
        let digits = number.as_string();
        match digits.parse::<i64>() {
            Ok(whole) if whole < 0 => format!("-{}", thousands(whole.unsigned_abs())),
            Ok(whole) => thousands(whole.unsigned_abs()),
            Err(_) => self.pointed(&digits),
        }
    }

    fn shown(self, value: &FluentValue<'_>) -> Option<String> {
        match value {
            FluentValue::Number(number) => Some(self.number(number)),
            _ => None,
        }
    }

    /// A number that is written with a decimal point, with that of this language.
    pub(crate) fn pointed(self, number: &str) -> String {
        match self {
            Lang::En => number.to_owned(),
            Lang::Fr => number.replace('.', ","),
        }
    }

    /// The sentence of the catalogue in this language.
    pub(crate) fn words(self, words: othellier_spec::Words) -> &'static str {
        match self {
            Lang::En => words.en,
            Lang::Fr => words.fr,
        }
    }
}

/// A number with so many decimals, for a message that chooses its words by it.
pub(crate) fn rounded(value: f64, places: usize) -> FluentNumber {
    format!("{value:.places$}").parse().expect("digits are a number")
}

/// `say!(lang, "key", name = value, …)`: the message of a key with its values filled in.
macro_rules! say {
    ($lang:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $lang.say($key, &[$((stringify!($name), fluent_bundle::FluentValue::from($value))),*])
    };
}
pub(crate) use say;

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
    fn words_agree_with_their_number() {
        for (count, english, french) in [
            (0, "Result of 0 games", "Résultat de 0 partie"),
            (1, "Result of 1 game", "Résultat de 1 partie"),
            (2, "Result of 2 games", "Résultat de 2 parties"),
            (12_345, "Result of 12 345 games", "Résultat de 12 345 parties"),
        ] {
            assert_eq!(say!(Lang::En, "benchmark-result", games = count), english);
            assert_eq!(say!(Lang::Fr, "benchmark-result", games = count), french);
        }
        for (discs, english, french) in [
            (rounded(0.5, 2), "0.50 discs", "0,50 pion"),
            (rounded(1.0, 2), "1.00 discs", "1,00 pion"),
            (rounded(1.0, 0), "1 disc", "1 pion"),
            (rounded(2.25, 2), "2.25 discs", "2,25 pions"),
        ] {
            assert_eq!(say!(Lang::En, "accuracy-discs", number = discs.clone()), english);
            assert_eq!(say!(Lang::Fr, "accuracy-discs", number = discs), french);
        }
    }

    #[test]
    fn each_language_has_its_decimal_point() {
        assert_eq!([Lang::En, Lang::Fr].map(|lang| lang.decimals(12.345, 1)), ["12.3", "12,3"]);
        assert_eq!([Lang::En, Lang::Fr].map(|lang| lang.signed(1.25, 2)), ["+1.25", "+1,25"]);
        assert_eq!([Lang::En, Lang::Fr].map(|lang| lang.signed(-8.0, 0)), ["-8", "-8"]);
        let elo = |lang: Lang| say!(lang, "match-sprt-asked", elo0 = -1000.0, elo1 = 2.5);
        assert_eq!(elo(Lang::En), "-1 000 against 2.5 Elo");
        assert_eq!(elo(Lang::Fr), "-1 000 contre 2,5 Elo");
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
