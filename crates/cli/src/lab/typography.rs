//! Text as it is printed: numbers as the language writes them, and no line that begins with a sign
//! that belongs to the word before it.

use crate::lang::Lang;

/// Signs that a space stands before: in every language here, and in French alone.
const HELD: [char; 2] = ['%', '°'];
const HELD_IN_FRENCH: [char; 5] = [':', ';', '?', '!', '»'];
const NO_BREAK: char = '\u{a0}';

/// The text as a page in this language has it.
pub(super) fn set(lang: Lang, text: &str) -> String {
    let written = lang.writing().of(text);
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

/// The language as a page or a document names it.
pub(super) fn language(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Fr => "fr",
    }
}

/// The text on one line, without characters that control a terminal.
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
