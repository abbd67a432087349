//! The patterns of the learned evaluation as a picture.
//!
//! One board for each pattern: the squares of its first instance dark, those of its other instances
//! pale. The patterns of the linear evaluation come first, in green, then those of the network, in
//! blue. Below stand the number of configurations and the number of canonical ones. SVG 1.1 with
//! numbers only, so that it needs no translation.

use std::fmt::Write;

use othellier_board::Bitboard;
use othellier_eval::patterns::geometry::{
    NET_PATTERNS, PATTERNS, SymmetryFold, configurations, instances,
};

const SQUARE: usize = 14;
const BOARD: usize = 8 * SQUARE;
const GAP: usize = 24;
const CAPTION: usize = 22;
const COLUMNS: usize = 4;
/// The colours of a pattern's first instance, and of the others.
const GREEN: [&str; 2] = ["#1b6b3a", "#d5eadb"];
const BLUE: [&str; 2] = ["#1b4b8a", "#d5e1f2"];

pub fn svg() -> String {
    let rows = (PATTERNS.len() + NET_PATTERNS.len()).div_ceil(COLUMNS);
    let width = GAP + COLUMNS * (BOARD + GAP);
    let height = GAP + rows * (BOARD + CAPTION + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    let linear = PATTERNS.into_iter().zip(SymmetryFold::all()).map(|pattern| (pattern, GREEN));
    let net = NET_PATTERNS.into_iter().zip(SymmetryFold::net()).map(|pattern| (pattern, BLUE));
    for (at, ((pattern, fold), [ink, pale])) in linear.chain(net).enumerate() {
        let own = instances(pattern);
        let x = GAP + at % COLUMNS * (BOARD + GAP);
        let y = GAP + at / COLUMNS * (BOARD + CAPTION + GAP);
        let sets: Vec<Bitboard> =
            own.iter().map(|instance| instance.iter().copied().collect()).collect();
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\" stroke=\"#9a9a9a\">");
        for square in !Bitboard::EMPTY {
            let (column, row) = (square.index() % 8, square.index() / 8);
            let color = match sets.iter().position(|set| set.contains(square)) {
                Some(0) => ink,
                Some(_) => pale,
                None => "#ffffff",
            };
            let (x, y) = (usize::from(column) * SQUARE, usize::from(row) * SQUARE);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\"/>"
            );
        }
        let (middle, below) = (BOARD / 2, BOARD + 15);
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\" fill=\"#333333\" \
             stroke=\"none\">3{power}\u{a0}= {all} → {canonical}</text>\n</g>",
            power = raised(own[0].len()),
            all = thousands(configurations(pattern)),
            canonical = thousands(fold.count)
        );
    }
    svg + "</svg>\n"
}

/// As an exponent, in characters that every viewer shows alike.
fn raised(number: usize) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().bytes().map(|digit| RAISED[usize::from(digit - b'0')]).collect()
}

/// With thousands separated by a no-break space.
fn thousands(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{}\u{a0}{:03}", thousands(number / 1000), number % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_of_every_pattern_is_drawn() {
        let picture = svg();
        for (patterns, [ink, _]) in [(&PATTERNS[..], GREEN), (&NET_PATTERNS[..], BLUE)] {
            let squares: usize = patterns.iter().map(|pattern| pattern.split(' ').count()).sum();
            assert_eq!(picture.matches(ink).count(), squares);
        }
        assert_eq!(picture.matches("<text").count(), PATTERNS.len() + NET_PATTERNS.len());
        assert!(picture.contains("3¹⁰\u{a0}= 59\u{a0}049 → 29\u{a0}646"), "{picture}");
    }
}
