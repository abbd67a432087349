//! Formats the numbers of a text: `-3.5 KiB` becomes `−3.5 KiB` in English and `−3,5 Kio` in
//! French.

/// How a language writes numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberFormat {
    /// Decimal points, bytes as `B`.
    #[default]
    English,
    /// Decimal commas, bytes as `o`.
    French,
}

/// Units of memory in English and in French.
const UNITS: [[&str; 2]; 4] = [["KiB", "Kio"], ["MiB", "Mio"], ["GiB", "Gio"], ["B", "o"]];

impl NumberFormat {
    /// A number with its decimal point replaced by the separator of this format.
    pub fn with_decimal_separator(self, number: &str) -> String {
        match self {
            NumberFormat::English => number.to_owned(),
            NumberFormat::French => number.replace('.', ","),
        }
    }

    /// The text with its numbers in this format. Versions (`0.1.0`), names (`level-4`) and options
    /// (`hash=16MiB`) are unchanged.
    pub fn of(self, text: &str) -> String {
        let letters: Vec<char> = text.chars().collect();
        let at = |index: usize| letters.get(index).copied();
        let digit = |index: usize| at(index).is_some_and(|letter| letter.is_ascii_digit());
        let mut written = String::with_capacity(text.len());
        for (index, &letter) in letters.iter().enumerate() {
            let before = index.checked_sub(1).and_then(at);
            let number_begins = before.is_none_or(|letter| " (\u{a0}".contains(letter));
            written.push(match letter {
                '-' if digit(index + 1) && number_begins => '−',
                '.' if self == NumberFormat::French && is_decimal_point(&letters, index) => ',',
                letter => letter,
            });
        }
        match self {
            NumberFormat::English => written,
            NumberFormat::French => with_french_units(&written),
        }
    }
}

/// Whether this point is a decimal point: not of a version, a section or the value of an option.
fn is_decimal_point(letters: &[char], point: usize) -> bool {
    let digits = |letters: &mut dyn Iterator<Item = &char>| {
        letters.take_while(|letter| letter.is_ascii_digit()).count()
    };
    let before = digits(&mut letters[..point].iter().rev());
    let after = digits(&mut letters[point + 1..].iter());
    let first = letters[..point - before].last();
    let stands_alone = !first.is_some_and(|&c| c.is_alphanumeric() || ".=_:/§".contains(c));
    before > 0 && after > 0 && stands_alone && letters.get(point + 1 + after) != Some(&'.')
}

/// Replaces units after a number and a space, or in brackets.
fn with_french_units(text: &str) -> String {
    let word = |word: &str| {
        let open = word.starts_with('(');
        let bare = word.trim_start_matches('(').trim_end_matches([')', ',', '.', ';']);
        let unit = UNITS.iter().find(|[english, _]| *english == bare)?;
        Some((open, word.replacen(unit[0], unit[1], 1)))
    };
    let mut after_number = false;
    let words = text.split(' ').map(|text| {
        let written = word(text).filter(|(open, _)| *open || after_number);
        after_number = text.ends_with(|letter: char| letter.is_ascii_digit());
        written.map_or(text.to_owned(), |(_, written)| written)
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_both_languages() {
        for (text, english, french) in [
            ("+15 =0 -25", "+15 =0 −25", "+15 =0 −25"),
            ("-8.5 ± 1.25", "−8.5 ± 1.25", "−8,5 ± 1,25"),
            ("90.0 % (71.5 % – 91.7 %)", "90.0 % (71.5 % – 91.7 %)", "90,0 % (71,5 % – 91,7 %)"),
            ("12.3k", "12.3k", "12,3k"),
            ("4.3 KiB, 16 B", "4.3 KiB, 16 B", "4,3 Kio, 16 o"),
            ("time (ms), memory (MiB)", "time (ms), memory (MiB)", "time (ms), memory (Mio)"),
            ("The end. 3 at last", "The end. 3 at last", "The end. 3 at last"),
        ] {
            assert_eq!(NumberFormat::English.of(text), english);
            assert_eq!(NumberFormat::French.of(text), french);
        }
    }

    #[test]
    fn other_texts_are_unchanged() {
        for text in ["othellier 0.1.0", "pvs(rate=0.5, hash=16MiB)", "level-4", "B 12", "v1.5", "…"]
        {
            assert_eq!(NumberFormat::French.of(text), text);
        }
    }
}
