//! The fonts of a PDF: font fallback, text widths and line breaking.
//!
//! They are subsets of Libertinus Serif and DejaVu (`fonts/LICENCES.txt`), embedded in the program,
//! so that a report looks the same on every machine. The PDF contains only the glyphs that it uses.

use std::cell::RefCell;
use std::collections::BTreeSet;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Face, UnicodeBuffer};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Text,
    Bold,
    Mono,
    /// For figures, and the fallback for signs that the others lack.
    Sans,
}

/// Where a line may be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breaking {
    AtSpaces,
    /// At spaces, and after the signs of a spec or a path.
    AfterSigns,
}

/// The replacement for characters that no font has.
const UNKNOWN: char = '\u{fffd}';

struct Loaded {
    face: Face<'static>,
    font: Font,
}

impl Loaded {
    fn new(bytes: &'static [u8]) -> Loaded {
        let face = Face::from_slice(bytes, 0).expect("the embedded fonts are well formed");
        let font = Font::new(bytes.into(), 0).expect("the embedded fonts are well formed");
        Loaded { face, font }
    }

    fn has(&self, letter: char) -> bool {
        self.face.glyph_index(letter).is_some()
    }
}

/// The fonts, and the characters that none of them has so far.
pub(super) struct Fonts {
    /// In the order of [`Style`].
    loaded: [Loaded; 4],
    missing: RefCell<BTreeSet<char>>,
}

/// A text in one font.
pub(super) struct Run {
    pub(super) font: Font,
    pub(super) text: String,
    pub(super) glyphs: Vec<KrillaGlyph>,
    pub(super) width: f32,
}

impl Fonts {
    pub(super) fn new() -> Fonts {
        let loaded = [
            Loaded::new(include_bytes!("fonts/LibertinusSerif-Regular.otf")),
            Loaded::new(include_bytes!("fonts/LibertinusSerif-Bold.otf")),
            Loaded::new(include_bytes!("fonts/DejaVuSansMono.ttf")),
            Loaded::new(include_bytes!("fonts/DejaVuSans.ttf")),
        ];
        Fonts { loaded, missing: RefCell::default() }
    }

    /// The characters of all texts so far that no font has.
    pub(super) fn missing(&self) -> Vec<char> {
        self.missing.borrow().iter().copied().collect()
    }

    /// Splits a text into runs of one font each.
    pub(super) fn runs(&self, style: Style, text: &str) -> Vec<Run> {
        let mut parts: Vec<(Style, String)> = Vec::new();
        for letter in text.chars() {
            let (style, letter) = self.shown(style, letter);
            match parts.last_mut() {
                Some((last, part)) if *last == style => part.push(letter),
                _ => parts.push((style, letter.to_string())),
            }
        }
        parts.into_iter().map(|(style, part)| self.run(style, part)).collect()
    }

    /// The width of a text at this size.
    pub(super) fn width(&self, style: Style, size: f32, text: &str) -> f32 {
        self.runs(style, text).iter().map(|run| run.width).sum::<f32>() * size
    }

    fn shown(&self, style: Style, letter: char) -> (Style, char) {
        for style in [style, Style::Sans] {
            if self.loaded[style as usize].has(letter) {
                return (style, letter);
            }
        }
        self.missing.borrow_mut().insert(letter);
        (Style::Sans, UNKNOWN)
    }

    fn run(&self, style: Style, text: String) -> Run {
        let Loaded { face, font } = &self.loaded[style as usize];
        let em = face.units_per_em() as f32;
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text);
        let shaped = rustybuzz::shape(face, &[], buffer);
        let (infos, places) = (shaped.glyph_infos(), shaped.glyph_positions());
        let mut glyphs = Vec::with_capacity(infos.len());
        for (index, (info, place)) in infos.iter().zip(places).enumerate() {
            let start = info.cluster as usize;
            let later = infos[index..].iter().map(|info| info.cluster as usize);
            let end = later.into_iter().find(|&next| next > start).unwrap_or(text.len());
            let [advance, right, up] =
                [place.x_advance, place.x_offset, place.y_offset].map(|units| units as f32 / em);
            let glyph = GlyphId::new(info.glyph_id);
            glyphs.push(KrillaGlyph::new(glyph, advance, right, up, 0.0, start..end, None));
        }
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum();
        Run { font: font.clone(), text, glyphs, width }
    }

    /// Wraps a text to this width: at spaces and, if a word is wider than a line, after a sign or
    /// between any two characters.
    pub(super) fn wrapped(&self, style: Style, size: f32, text: &str, width: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in words(text) {
            for (index, piece) in self.pieces(style, size, word, width).iter().enumerate() {
                let joined = lines.last().map(|line| match index {
                    0 => format!("{line} {piece}"),
                    _ => format!("{line}{piece}"),
                });
                match (joined, lines.last_mut()) {
                    (Some(joined), Some(line))
                        if self.width(style, size, &joined) <= width + SLACK =>
                    {
                        *line = joined;
                    }
                    _ => lines.push(piece.clone()),
                }
            }
        }
        lines
    }

    /// The minimum width at which lines only break where allowed.
    pub(super) fn narrowest(&self, style: Style, size: f32, text: &str, at: Breaking) -> f32 {
        let width = |piece: &str| self.width(style, size, piece);
        let word = |word: &str| match at {
            Breaking::AtSpaces => width(word),
            Breaking::AfterSigns => after_signs(word).map(width).fold(0.0, f32::max),
        };
        words(text).map(word).fold(0.0, f32::max)
    }

    /// A word, in pieces if it is wider than a line.
    fn pieces(&self, style: Style, size: f32, word: &str, width: f32) -> Vec<String> {
        if self.width(style, size, word) <= width + SLACK {
            return vec![word.to_owned()];
        }
        let mut pieces = Vec::new();
        for part in after_signs(word) {
            let mut piece = String::new();
            for letter in part.chars() {
                piece.push(letter);
                if piece.chars().nth(1).is_some() && self.width(style, size, &piece) > width + SLACK
                {
                    piece.pop();
                    pieces.push(std::mem::replace(&mut piece, letter.to_string()));
                }
            }
            pieces.push(piece);
        }
        pieces
    }
}

/// The tolerance for rounding errors of line widths.
const SLACK: f32 = 0.01;

/// The words of a text; a no-break space does not separate words.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\n', '\r', '\t']).filter(|word| !word.is_empty())
}

/// Splits a word after the signs at which a spec or a path may be broken.
fn after_signs(word: &str) -> impl Iterator<Item = &str> {
    word.split_inclusive(['(', ',', '=', '/', ';', '_', '&'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fonts_have_every_sign_of_both_languages() {
        let fonts = Fonts::new();
        for style in [Style::Text, Style::Bold, Style::Mono, Style::Sans] {
            fonts.runs(style, "AZaz09 àâçéèêëîïôœùûüÀÉÈÊÇŒ«»’“”–—−±×≤≥½α²⁴%µ…→·●○▸│\u{a0}\u{202f}");
        }
        assert_eq!(fonts.missing(), []);
        let [run] = fonts.runs(Style::Text, "日").try_into().ok().unwrap();
        assert_eq!((run.text.as_str(), fonts.missing()), ("\u{fffd}", vec!['日']));
    }

    #[test]
    fn wrapped_lines_are_complete_and_fit() {
        let fonts = Fonts::new();
        let spec = "alphabeta(depth=1,eval=genome(file=/a/long/path/without/any/blank.json))";
        for text in [spec, "Une phrase : « oui » ! 90,5\u{a0}% de 200 parties", "œ", ""] {
            for width in [1.0, 40.0, 100.0, 1000.0] {
                let lines = fonts.wrapped(Style::Text, 10.0, text, width);
                let narrow = |line: &&String| line.chars().count() > 1;
                for line in lines.iter().filter(narrow) {
                    assert!(fonts.width(Style::Text, 10.0, line) <= width + 0.1, "{line}");
                }
                assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
            }
        }
    }
}
