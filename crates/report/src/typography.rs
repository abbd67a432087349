//! Typography: the number format of the language, and no-break spaces before signs that belong to
//! the word before them.

use crate::words::Words;

/// Signs preceded by a space: in both languages, and only in French.
const HELD: [char; 2] = ['%', '°'];
const HELD_IN_FRENCH: [char; 5] = [':', ';', '?', '!', '»'];
const NO_BREAK: char = '\u{a0}';

/// A text with the typography of this language.
pub(super) fn set(words: &dyn Words, text: &str) -> String {
    let is_french = words.tag() == "fr";
    let written = words.number_format().of(text);
    let held =
        |letter: &char| HELD.contains(letter) || is_french && HELD_IN_FRENCH.contains(letter);
    let mut letters = written.chars().peekable();
    let mut set = String::with_capacity(written.len());
    while let Some(letter) = letters.next() {
        let holds = letter == ' ' && letters.peek().is_some_and(held);
        set.push(if holds { NO_BREAK } else { letter });
    }
    if is_french { set.replace("« ", "«\u{a0}") } else { set }
}

/// A colon between two parts of a sentence, with the space that the language puts before it.
pub(super) fn colon(words: &dyn Words) -> &'static str {
    match words.tag() {
        "fr" => "\u{a0}: ",
        _ => ": ",
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
    use crate::words::{ENGLISH, FRENCH};

    #[test]
    fn signs_stay_with_their_words() {
        assert_eq!(set(FRENCH, "Qui ? 90.5 % : lui"), "Qui\u{a0}? 90,5\u{a0}%\u{a0}: lui");
        assert_eq!(set(ENGLISH, "a : b, 90.5 %"), "a : b, 90.5\u{a0}%");
    }
}
