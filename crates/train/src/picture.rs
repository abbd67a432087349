//! The shapes of the learned evaluation as a picture.
//!
//! One board for each shape: its squares at the first place in ink, those of its other places pale,
//! where it is looked up as well. The shapes of the sum come first, in green, and then those of the
//! net, in blue. Below stands how many contents the shape can have, and how many are left when
//! mirror images are one. SVG 1.1 without words: figures alone, for any reader.

use std::fmt::Write;

use othellier_board::Bitboard;
use othellier_eval::patterns::shapes::{Fold, SHAPES, SMALL, entries, places};

const SQUARE: usize = 14;
const BOARD: usize = 8 * SQUARE;
const GAP: usize = 24;
const CAPTION: usize = 22;
const COLUMNS: usize = 4;
/// The ink of a shape's first place, and of the others.
const GREEN: [&str; 2] = ["#1b6b3a", "#d5eadb"];
const BLUE: [&str; 2] = ["#1b4b8a", "#d5e1f2"];

/// Draws all shapes.
pub fn svg() -> String {
    let rows = (SHAPES.len() + SMALL.len()).div_ceil(COLUMNS);
    let width = GAP + COLUMNS * (BOARD + GAP);
    let height = GAP + rows * (BOARD + CAPTION + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    let of_sum = SHAPES.into_iter().zip(Fold::all()).map(|shape| (shape, GREEN));
    let of_net = SMALL.into_iter().zip(Fold::small()).map(|shape| (shape, BLUE));
    for (at, ((shape, fold), [ink, pale])) in of_sum.chain(of_net).enumerate() {
        let own = places(shape);
        let x = GAP + at % COLUMNS * (BOARD + GAP);
        let y = GAP + at / COLUMNS * (BOARD + CAPTION + GAP);
        let sets: Vec<Bitboard> = own.iter().map(|place| place.iter().copied().collect()).collect();
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
             stroke=\"none\">3{power}\u{a0}= {contents} → {classes}</text>\n</g>",
            power = raised(own[0].len()),
            contents = thousands(entries(shape)),
            classes = thousands(fold.classes)
        );
    }
    svg + "</svg>\n"
}

/// As an exponent, in letters that every viewer sets alike.
fn raised(number: usize) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().bytes().map(|digit| RAISED[usize::from(digit - b'0')]).collect()
}

/// With its thousands apart, by a space that does not break.
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
    fn every_square_of_every_shape_is_inked() {
        let picture = svg();
        for (shapes, [ink, _]) in [(&SHAPES[..], GREEN), (&SMALL[..], BLUE)] {
            let squares: usize = shapes.iter().map(|shape| shape.split(' ').count()).sum();
            assert_eq!(picture.matches(ink).count(), squares);
        }
        assert_eq!(picture.matches("<text").count(), SHAPES.len() + SMALL.len());
        assert!(picture.contains("3¹⁰\u{a0}= 59\u{a0}049 → 29\u{a0}646"), "{picture}");
    }
}
