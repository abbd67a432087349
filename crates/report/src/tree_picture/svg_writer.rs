//! Writes shapes and text as SVG.

use crate::chart::{Anchor, escaped, outlines};

/// An SVG file that is being written.
pub(super) struct SvgWriter {
    svg: String,
    lettering: Lettering,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lettering {
    /// As text, in a font of the viewer.
    Font,
    /// As glyph outlines, for renderers without fonts.
    Outlines,
}

/// The outline of a node.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    Square,
    /// A circle, or a rounded rectangle if it is wider than high.
    Round,
}

impl SvgWriter {
    pub(super) fn new(width: f64, height: f64, lettering: Lettering) -> SvgWriter {
        let size = format!("width=\"{width:.0}\" height=\"{height:.0}\"");
        let view = format!("viewBox=\"0 0 {width:.1} {height:.1}\"");
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" {size} {view} \
             role=\"img\" font-family=\"sans-serif\">\n"
        );
        SvgWriter { svg, lettering }
    }

    /// The title and description for screen readers.
    pub(super) fn describe(&mut self, title: &str, description: &str) {
        let (title, description) = (escaped(title), escaped(description));
        self.push(&format!("<title>{title}</title>\n<desc>{description}</desc>"));
    }

    /// Begins a group with these attributes.
    pub(super) fn open(&mut self, attributes: &str) {
        self.push(&format!("<g {attributes}>"));
    }

    pub(super) fn close(&mut self) {
        self.push("</g>");
    }

    pub(super) fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), style: &str) {
        let place =
            format!("x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"");
        self.push(&format!("<rect {place} {style}/>"));
    }

    pub(super) fn shape(
        &mut self,
        shape: Shape,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        style: &str,
    ) {
        let round = match shape {
            Shape::Square => 2.0,
            Shape::Round => height / 2.0,
        };
        let corner = (x - width / 2.0, y - height / 2.0);
        self.rect(corner, (width, height), &format!("rx=\"{round:.1}\" {style}"));
    }

    pub(super) fn path(&mut self, style: &str, points: &[(f64, f64)]) {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        self.push(&format!("<path {style} d=\"M{}\"/>", points.join(" L")));
    }

    /// Writes text with its baseline at `y`, if it is not empty.
    pub(super) fn text(
        &mut self,
        (x, y): (f64, f64),
        anchor: Anchor,
        size: f64,
        style: &str,
        text: &str,
    ) {
        if text.is_empty() {
            return;
        }
        if self.lettering == Lettering::Outlines {
            let outlines = outlines((x, y), anchor, size, text);
            return self.push(&format!("<path {style} d=\"{outlines}\"/>"));
        }
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let place = format!("x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"");
        let text = escaped(text);
        self.push(&format!("<text {place} font-size=\"{size}\" {style}>{text}</text>"));
    }

    pub(super) fn finish(mut self) -> String {
        self.push("</svg>");
        self.svg
    }

    fn push(&mut self, line: &str) {
        self.svg.push_str(line);
        self.svg.push('\n');
    }
}

/// An upper bound of the width of a text in common sans-serif fonts: that of DejaVu Sans Bold, one
/// of the widest.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let width = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ' ' | '\'' | '|' => 0.39,
        '[' | ']' | '(' | ')' | 'f' | 'r' | 't' | ':' | '-' => 0.50,
        '0'..='9' | 'a'..='z' if !matches!(letter, 'm' | 'w') => 0.70,
        'm' | 'w' | 'M' | 'W' => 1.11,
        '\u{1100}'.. if !('\u{2000}'..'\u{2c00}').contains(&letter) => 1.11,
        _ => 0.84,
    };
    text.chars().map(width).sum::<f64>() * size
}
