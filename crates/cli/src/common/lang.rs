//! The language of the user.

use othellier_locale::Lang;
use std::ffi::OsString;

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
        value.parse().ok()
    });
    asked.unwrap_or_else(of_locale)
}

fn of_locale() -> Lang {
    match sys_locale::get_locale() {
        Some(locale) if locale.to_ascii_lowercase().starts_with("fr") => Lang::Fr,
        _ => Lang::En,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_choose_the_language() {
        let of =
            |text: &str| of_arguments(&text.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(of("othellier play --lang fr"), Lang::Fr);
        assert_eq!(of("othellier --lang=en play"), Lang::En);
    }
}
