//! Values that can be shown in any language.

use std::fmt::Display;

use crate::Lang;

/// An error, a reason or a message that can be shown in any language.
pub trait Localized {
    /// The sentence in a language.
    fn in_language(&self, lang: Lang) -> String;

    /// The sentence in English and in French.
    fn in_both(&self) -> [String; 2] {
        [Lang::En, Lang::Fr].map(|lang| self.in_language(lang))
    }
}

/// A text that is the same in every language, such as the output of a foreign program.
impl Localized for String {
    fn in_language(&self, _: Lang) -> String {
        self.clone()
    }
}

/// An error whose `Display` is its English.
pub trait French: Display {
    fn french(&self) -> String;
}

impl<T: French> French for &T {
    fn french(&self) -> String {
        (*self).french()
    }
}

impl<T: French> Localized for T {
    fn in_language(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Fr => self.french(),
        }
    }
}
