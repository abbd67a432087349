//! Writes a canvas as SVG 1.1, without scripts, fonts or style sheets.

use std::fmt::Write;

use super::canvas::{Anchor, Canvas, Mark, Point};
use super::theme::Rgba;

/// Writes the file; screen readers use the title and the description.
pub(super) fn write(canvas: &Canvas, title: &str, description: &str) -> String {
    let (width, height) = (canvas.width, canvas.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{width:.0}\" \
         height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n\
         <rect width=\"100%\" height=\"100%\" {}/>\n",
        escaped(title),
        escaped(description),
        paint("fill", canvas.paper)
    );
    for mark in &canvas.marks {
        svg += &element(mark);
        svg.push('\n');
    }
    svg + "</svg>\n"
}

fn element(mark: &Mark) -> String {
    match mark {
        Mark::Area { points, fill } => {
            format!("<path d=\"{}Z\" {}/>", path(points), paint("fill", *fill))
        }
        Mark::Stroke { points, color, width, dash } => {
            let dashes = dash.lengths().map_or(String::new(), |[line, gap]| {
                let unit = width / 2.0;
                format!(" stroke-dasharray=\"{} {}\"", line * unit, gap * unit)
            });
            let stroke = paint("stroke", *color);
            format!(
                "<path d=\"{}\" fill=\"none\" {stroke} stroke-width=\"{width}\"{dashes} \
                 stroke-linejoin=\"round\"/>",
                path(points)
            )
        }
        Mark::Dot { at: (x, y), radius, fill } => {
            format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {}/>",
                paint("fill", *fill)
            )
        }
        Mark::Text { at: (x, y), anchor, size, color, text } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            format!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" {}>{}</text>",
                paint("fill", *color),
                escaped(text)
            )
        }
    }
}

fn path(points: &[Point]) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{x:.1} {y:.1}");
    }
    path
}

fn paint(what: &str, Rgba(red, green, blue, cover): Rgba) -> String {
    let color = format!("{what}=\"#{red:02x}{green:02x}{blue:02x}\"");
    match cover {
        255 => color,
        _ => format!("{color} {what}-opacity=\"{:.2}\"", f64::from(cover) / 255.0),
    }
}

/// Escapes a text for XML; characters that XML forbids are removed.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(letter),
        }
    }
    escaped
}
