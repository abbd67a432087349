//! Rasterises a canvas as PNG.

use std::fmt::Write;

use tiny_skia::{
    Color, FillRule, LineJoin, Paint, Path, PathBuilder, PathSegment, Pixmap, Stroke, StrokeDash,
    Transform,
};

use super::canvas::{Anchor, Canvas, Mark, Point};
use super::letters::{self, OutlinePoint};
use super::theme::Rgba;

/// The longest side of an image, whatever scale is requested.
const LONGEST: f64 = 16_000.0;

/// Rasterises the canvas at this scale.
pub(super) fn paint(canvas: &Canvas, scale: f32) -> Vec<u8> {
    let side = |length: f64| (length * f64::from(scale)).round().clamp(1.0, LONGEST) as u32;
    let mut pixels = Pixmap::new(side(canvas.width), side(canvas.height))
        .expect("the size is between one pixel and the limit");
    pixels.fill(color(canvas.paper));
    let transform = Transform::from_scale(scale, scale);
    for mark in &canvas.marks {
        draw(&mut pixels, mark, transform);
    }
    pixels.encode_png().expect("encoding to memory does not fail")
}

fn draw(pixels: &mut Pixmap, mark: &Mark, transform: Transform) {
    let (path, fill) = match mark {
        Mark::Area { points, fill } => (polygon(points, true), *fill),
        Mark::Dot { at: (x, y), radius, fill } => {
            (PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32), *fill)
        }
        Mark::Text { at, anchor, size, color, text } => {
            (text_path(*at, *anchor, *size, text), *color)
        }
        Mark::Stroke { points, color, width, dash } => {
            let unit = (*width / 2.0) as f32;
            let dash = dash.lengths().and_then(|lengths| {
                StrokeDash::new(lengths.iter().map(|&length| length as f32 * unit).collect(), 0.0)
            });
            let stroke = Stroke {
                width: *width as f32,
                line_join: LineJoin::Round,
                dash,
                ..Stroke::default()
            };
            if let Some(path) = polygon(points, false) {
                pixels.stroke_path(&path, &painted(*color), &stroke, transform, None);
            }
            return;
        }
    };
    if let Some(path) = path {
        pixels.fill_path(&path, &painted(fill), FillRule::Winding, transform, None);
    }
}

fn color(Rgba(red, green, blue, cover): Rgba) -> Color {
    Color::from_rgba8(red, green, blue, cover)
}

fn painted(rgba: Rgba) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(color(rgba));
    paint
}

fn polygon(points: &[Point], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        match index {
            0 => builder.move_to(x as f32, y as f32),
            _ => builder.line_to(x as f32, y as f32),
        }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

/// The outlines of a text as an SVG path.
pub(crate) fn outlines(at: Point, anchor: Anchor, size: f64, text: &str) -> String {
    let mut path = String::new();
    for segment in text_path(at, anchor, size, text).iter().flat_map(Path::segments) {
        let _ = match segment {
            PathSegment::MoveTo(to) => write!(path, "M{:.2} {:.2}", to.x, to.y),
            PathSegment::LineTo(to) => write!(path, "L{:.2} {:.2}", to.x, to.y),
            PathSegment::QuadTo(by, to) => {
                write!(path, "Q{:.2} {:.2} {:.2} {:.2}", by.x, by.y, to.x, to.y)
            }
            PathSegment::CubicTo(a, b, to) => {
                write!(path, "C{:.2} {:.2} {:.2} {:.2} {:.2} {:.2}", a.x, a.y, b.x, b.y, to.x, to.y)
            }
            PathSegment::Close => write!(path, "Z"),
        };
    }
    path
}

fn text_path((x, y): Point, anchor: Anchor, size: f64, text: &str) -> Option<Path> {
    let width = letters::width(text, size);
    let mut pen = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let mut builder = PathBuilder::new();
    for letter in text.chars() {
        let glyph = letters::glyph(letter);
        for contour in &glyph.contours {
            let place = |px: f64, py: f64| ((pen + px * size) as f32, (y - py * size) as f32);
            outline(&mut builder, contour, &place);
        }
        pen += glyph.advance * size;
    }
    builder.finish()
}

/// A closed contour of quadratic curves.
fn outline(
    builder: &mut PathBuilder,
    contour: &[OutlinePoint],
    place: &dyn Fn(f64, f64) -> (f32, f32),
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
    let (x, y) = place(start.x, start.y);
    builder.move_to(x, y);
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
        let (x, y) = place(to.x, to.y);
        match control {
            Some(bend) => {
                let (cx, cy) = place(bend.x, bend.y);
                builder.quad_to(cx, cy, x, y);
            }
            None => builder.line_to(x, y),
        }
        control = (!point.on_curve).then_some(point);
    }
    builder.close();
}
