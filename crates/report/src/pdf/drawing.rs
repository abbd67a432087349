//! Draws figures and pictures as paths and text of a PDF.

use crate::chart::{Anchor, Canvas, Mark, Rgba};
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use resvg::tiny_skia::PathSegment;
use resvg::usvg;

use super::fonts::{Fonts, Run, Style};
use crate::error::PdfError;

/// The distance of a Bézier control point from the end of a quarter of a unit circle.
const QUARTER: f32 = 0.552_284_8;

pub(super) fn fill(Rgba(red, green, blue, cover): Rgba) -> Fill {
    Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::new(f32::from(cover) / 255.0).unwrap_or(NormalizedF32::ONE),
        rule: FillRule::NonZero,
    }
}

/// Draws a line of text from this point.
pub(super) fn text(surface: &mut Surface<'_>, at: (f32, f32), size: f32, ink: Rgba, runs: &[Run]) {
    surface.set_stroke(None);
    surface.set_fill(Some(fill(ink)));
    let (mut x, y) = at;
    for run in runs {
        let start = Point::from_xy(x, y);
        surface.draw_glyphs(start, &run.glyphs, run.font.clone(), &run.text, size, false);
        x += run.width * size;
    }
}

pub(super) fn rectangle(surface: &mut Surface<'_>, [x, y, width, height]: [f32; 4], ink: Rgba) {
    let mut path = PathBuilder::new();
    let Some(rect) = Rect::from_xywh(x, y, width, height) else { return };
    path.push_rect(rect);
    shape(surface, path, Some(fill(ink)), None);
}

fn shape(surface: &mut Surface<'_>, path: PathBuilder, fill: Option<Fill>, stroke: Option<Stroke>) {
    if let Some(path) = path.finish() {
        surface.set_fill(fill);
        surface.set_stroke(stroke);
        surface.draw_path(&path);
    }
}

/// Draws a figure at its own size, at the origin.
pub(super) fn canvas(surface: &mut Surface<'_>, fonts: &Fonts, canvas: &Canvas) {
    rectangle(surface, [0.0, 0.0, canvas.width as f32, canvas.height as f32], canvas.paper);
    for mark in &canvas.marks {
        draw(surface, fonts, mark);
    }
}

fn draw(surface: &mut Surface<'_>, fonts: &Fonts, mark: &Mark) {
    match mark {
        Mark::Area { points, fill: ink } => {
            let mut path = polygon(points);
            path.close();
            shape(surface, path, Some(fill(*ink)), None);
        }
        Mark::Stroke { points, color, width, dash } => {
            let Fill { paint, opacity, .. } = fill(*color);
            let unit = (*width / 2.0) as f32;
            let dash = dash.lengths().map(|lengths| StrokeDash {
                array: lengths.iter().map(|&length| length as f32 * unit).collect(),
                offset: 0.0,
            });
            let (width, line_join) = (*width as f32, LineJoin::Round);
            let stroke = Stroke { paint, opacity, width, line_join, dash, ..Stroke::default() };
            shape(surface, polygon(points), None, Some(stroke));
        }
        Mark::Dot { at: (x, y), radius, fill: ink } => {
            let [x, y, radius] = [*x, *y, *radius].map(|length| length as f32);
            shape(surface, circle(x, y, radius), Some(fill(*ink)), None);
        }
        Mark::Text { at: (x, y), anchor, size, color, text: words } => {
            let runs = fonts.runs(Style::Sans, words);
            let size = *size as f32;
            let width = runs.iter().map(|run| run.width).sum::<f32>() * size;
            let back = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width / 2.0,
                Anchor::End => width,
            };
            text(surface, (*x as f32 - back, *y as f32), size, *color, &runs);
        }
    }
}

fn polygon(points: &[(f64, f64)]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        match index {
            0 => path.move_to(x as f32, y as f32),
            _ => path.line_to(x as f32, y as f32),
        }
    }
    path
}

fn circle(x: f32, y: f32, r: f32) -> PathBuilder {
    let (mut path, k) = (PathBuilder::new(), r * QUARTER);
    path.move_to(x + r, y);
    path.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
    path.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
    path.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
    path.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
    path.close();
    path
}

/// Parses an SVG of this program: only shapes in plain colours, no text.
pub(super) fn parse(svg: &str) -> Result<usvg::Tree, PdfError> {
    if svg.contains("<text") {
        return Err(PdfError::Picture("it has text, which needs a font".to_owned()));
    }
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default());
    tree.map_err(|error| PdfError::Picture(error.to_string()))
}

/// Draws a picture at its own size, at the origin.
pub(super) fn picture(surface: &mut Surface<'_>, group: &usvg::Group) -> Result<(), PdfError> {
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) if inner.opacity() == usvg::Opacity::ONE => {
                picture(surface, inner)?;
            }
            usvg::Node::Path(path) => {
                let filled =
                    path.fill().map(|ink| plain(ink.paint(), ink.opacity())).transpose()?;
                let stroke = path.stroke().map(stroke).transpose()?;
                surface.push_transform(&transform(path.abs_transform()));
                shape(surface, outline(path), filled, stroke);
                surface.pop();
            }
            _ => return Err(PdfError::Picture("it is more than plain shapes".to_owned())),
        }
    }
    Ok(())
}

fn transform(by: usvg::Transform) -> Transform {
    Transform::from_row(by.sx, by.ky, by.kx, by.sy, by.tx, by.ty)
}

fn plain(paint: &usvg::Paint, opacity: usvg::Opacity) -> Result<Fill, PdfError> {
    let usvg::Paint::Color(color) = paint else {
        return Err(PdfError::Picture("it is painted with more than one colour".to_owned()));
    };
    Ok(fill(Rgba(color.red, color.green, color.blue, (opacity.get() * 255.0).round() as u8)))
}

fn stroke(stroke: &usvg::Stroke) -> Result<Stroke, PdfError> {
    let Fill { paint, opacity, .. } = plain(stroke.paint(), stroke.opacity())?;
    let line_cap = match stroke.linecap() {
        usvg::LineCap::Butt => LineCap::Butt,
        usvg::LineCap::Round => LineCap::Round,
        usvg::LineCap::Square => LineCap::Square,
    };
    let line_join = match stroke.linejoin() {
        usvg::LineJoin::Round => LineJoin::Round,
        usvg::LineJoin::Bevel => LineJoin::Bevel,
        usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
    };
    let dash = stroke
        .dasharray()
        .map(|array| StrokeDash { array: array.to_vec(), offset: stroke.dashoffset() });
    let (width, miter_limit) = (stroke.width().get(), stroke.miterlimit().get());
    Ok(Stroke { paint, width, miter_limit, line_cap, line_join, opacity, dash })
}

fn outline(path: &usvg::Path) -> PathBuilder {
    let mut built = PathBuilder::new();
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => built.move_to(to.x, to.y),
            PathSegment::LineTo(to) => built.line_to(to.x, to.y),
            PathSegment::QuadTo(bend, to) => built.quad_to(bend.x, bend.y, to.x, to.y),
            PathSegment::CubicTo(a, b, to) => built.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y),
            PathSegment::Close => built.close(),
        }
    }
    built
}
