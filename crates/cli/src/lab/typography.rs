//! Typography: the number format of the language, and no-break spaces before signs that belong to
//! the word before them.

use othellier_locale::Lang;

/// Signs preceded by a space: in both languages, and only in French.
const HELD: [char; 2] = ['%', '°'];
const HELD_IN_FRENCH: [char; 5] = [':', ';', '?', '!', '»'];
const NO_BREAK: char = '\u{a0}';

/// A text with the typography of this language.
pub(super) fn set(lang: Lang, text: &str) -> String {
    let written = lang.number_format().of(text);
    let held = |letter: &char| {
        HELD.contains(letter) || lang == Lang::Fr && HELD_IN_FRENCH.contains(letter)
    };
    let mut letters = written.chars().peekable();
    let mut set = String::with_capacity(written.len());
    while let Some(letter) = letters.next() {
        let holds = letter == ' ' && letters.peek().is_some_and(held);
        set.push(if holds { NO_BREAK } else { letter });
    }
    if lang == Lang::Fr { set.replace("« ", "«\u{a0}") } else { set }
}

/// A colon between two parts of a sentence, with the space that the language puts before it.
pub(super) fn colon(lang: Lang) -> &'static str {
    match lang {
        Lang::En => ": ",
        Lang::Fr => "\u{a0}: ",
    }
}

/// The language code of a document.
pub(super) fn language(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Fr => "fr",
    }
}

/// The text on one line, without control characters.
pub(super) fn plain(text: &str) -> String {
    let blank = |letter: char| letter.is_control() || "\u{2028}\u{2029}".contains(letter);
    let text: String = text.chars().map(|c| if blank(c) { ' ' } else { c }).collect();
    text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stay_with_their_words() {
        assert_eq!(set(Lang::Fr, "Qui ? 90.5 % : lui"), "Qui\u{a0}? 90,5\u{a0}%\u{a0}: lui");
        assert_eq!(set(Lang::En, "a : b, 90.5 %"), "a : b, 90.5\u{a0}%");
    }
}
