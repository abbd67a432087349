//! Texts as outlines of their glyphs: lines and quadratic curves.

use std::fmt::Write;

use super::canvas::{Anchor, Point};
use super::letters::{self, OutlinePoint};

/// A piece of an outline, from where the last piece ended.
pub(super) enum Piece {
    Move(Place),
    Line(Place),
    /// Towards the first place, ending at the second.
    Curve(Place, Place),
    /// Back to the last move.
    Close,
}

pub(super) type Place = (f32, f32);

/// The outlines of a text as an SVG path.
pub(crate) fn outlines(at: Point, anchor: Anchor, size: f64, text: &str) -> String {
    let mut path = String::new();
    for piece in of_text(at, anchor, size, text) {
        let _ = match piece {
            Piece::Move((x, y)) => write!(path, "M{x:.2} {y:.2}"),
            Piece::Line((x, y)) => write!(path, "L{x:.2} {y:.2}"),
            Piece::Curve((bend_x, bend_y), (x, y)) => {
                write!(path, "Q{bend_x:.2} {bend_y:.2} {x:.2} {y:.2}")
            }
            Piece::Close => write!(path, "Z"),
        };
    }
    path
}

/// The outlines of a text.
pub(super) fn of_text((x, y): Point, anchor: Anchor, size: f64, text: &str) -> Vec<Piece> {
    let width = letters::width(text, size);
    let mut pen = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let mut pieces = Vec::new();
    for letter in text.chars() {
        let glyph = letters::glyph(letter);
        for contour in &glyph.contours {
            let place =
                |point: OutlinePoint| ((pen + point.x * size) as f32, (y - point.y * size) as f32);
            of_contour(&mut pieces, contour, &place);
        }
        pen += glyph.advance * size;
    }
    pieces
}

/// A closed contour of quadratic curves.
fn of_contour(
    pieces: &mut Vec<Piece>,
    contour: &[OutlinePoint],
    place: &dyn Fn(OutlinePoint) -> Place,
) {
    let halfway = |a: OutlinePoint, b: OutlinePoint| OutlinePoint {
        x: (a.x + b.x) / 2.0,
        y: (a.y + b.y) / 2.0,
        on_curve: true,
    };
    let (Some(&first), Some(&last)) = (contour.first(), contour.last()) else { return };
    let start = match (first.on_curve, last.on_curve) {
        (true, _) => first,
        (false, true) => last,
        (false, false) => halfway(first, last),
    };
    pieces.push(Piece::Move(place(start)));
    let mut control: Option<OutlinePoint> = None;
    let skip = usize::from(first.on_curve);
    for &point in contour[skip..].iter().chain([&start]) {
        let to = match (control, point.on_curve) {
            (Some(before), false) => halfway(before, point),
            (None, false) => {
                control = Some(point);
                continue;
            }
            (_, true) => point,
        };
        pieces.push(match control {
            Some(bend) => Piece::Curve(place(bend), place(to)),
            None => Piece::Line(place(to)),
        });
        control = (!point.on_curve).then_some(point);
    }
    pieces.push(Piece::Close);
}
