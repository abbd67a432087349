//! Rasterises a canvas as PNG.

use tiny_skia::{
    Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

use super::canvas::{Anchor, Canvas, Mark, Point};
use super::outlines::{self, Piece};
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

fn text_path(at: Point, anchor: Anchor, size: f64, text: &str) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for piece in outlines::of_text(at, anchor, size, text) {
        match piece {
            Piece::Move((x, y)) => builder.move_to(x, y),
            Piece::Line((x, y)) => builder.line_to(x, y),
            Piece::Curve((bend_x, bend_y), (x, y)) => builder.quad_to(bend_x, bend_y, x, y),
            Piece::Close => builder.close(),
        }
    }
    builder.finish()
}
