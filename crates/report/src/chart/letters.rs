//! Glyph outlines for PNG, and text widths for SVG.
//!
//! `letters.bin` holds the outlines of the letters of English and French, with digits, Greek and
//! some signs: after a first line `glyphs 1`, all little-endian, the units of an em and the number
//! of letters (u16 each); for each its code (u32), how far it moves the pen (u16) and how many
//! contours it has (u8); for each of those how many points (u16), each with x, y (i16) and whether
//! it lies on the curve (u8). Between two points off the curve lies one on it, halfway: TrueType's
//! way of writing quadratic curves. The glyphs are those of DejaVu Sans: see `letters.licence.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

const FILE: &[u8] = include_bytes!("letters.bin");
const MAGIC: &[u8] = b"glyphs 1\n";

pub(super) struct Glyph {
    pub(super) advance: f64,
    pub(super) contours: Vec<Vec<OutlinePoint>>,
}

#[derive(Clone, Copy)]
pub(super) struct OutlinePoint {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) on_curve: bool,
}

static GLYPHS: LazyLock<HashMap<char, Glyph>> =
    LazyLock::new(|| read().expect("the embedded glyphs are well formed"));

/// The outline of a letter; a question mark if there is none.
pub(super) fn glyph(letter: char) -> &'static Glyph {
    GLYPHS.get(&letter).unwrap_or_else(|| &GLYPHS[&'?'])
}

/// The width of a text at this size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|letter| glyph(letter).advance).sum::<f64>() * size
}

fn read() -> Option<HashMap<char, Glyph>> {
    let mut rest = FILE.strip_prefix(MAGIC)?;
    let em = f64::from(u16_of(&mut rest)?);
    let count = u16_of(&mut rest)?;
    let mut glyphs = HashMap::new();
    for _ in 0..count {
        let letter = char::from_u32(u32::from_le_bytes(take(&mut rest)?))?;
        let advance = f64::from(u16_of(&mut rest)?) / em;
        let [contours] = take(&mut rest)?;
        let contours = (0..contours).map(|_| contour(&mut rest, em)).collect::<Option<_>>()?;
        glyphs.insert(letter, Glyph { advance, contours });
    }
    Some(glyphs)
}

fn contour(rest: &mut &[u8], em: f64) -> Option<Vec<OutlinePoint>> {
    let count = u16_of(rest)?;
    let point = |_| {
        let x = f64::from(i16::from_le_bytes(take(rest)?)) / em;
        let y = f64::from(i16::from_le_bytes(take(rest)?)) / em;
        let [on_curve] = take(rest)?;
        Some(OutlinePoint { x, y, on_curve: on_curve != 0 })
    };
    (0..count).map(point).collect()
}

fn u16_of(rest: &mut &[u8]) -> Option<u16> {
    take(rest).map(u16::from_le_bytes)
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_both_languages_has_a_glyph() {
        let needed = "AZaz09 àâçéèêëîïôœùûüÀÉÈÊÇŒ«»’“”–−±×≤≥½αβ∞†²%µ…→·";
        let missing: Vec<char> = needed.chars().filter(|c| !GLYPHS.contains_key(c)).collect();
        assert_eq!(missing, []);
        assert!(width("mm", 10.0) > width("ii", 10.0));
        assert_eq!(width("\u{1f600}", 10.0), width("?", 10.0));
    }
}
