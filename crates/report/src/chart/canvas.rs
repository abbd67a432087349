//! A list of shapes, before it is written as SVG or rasterised.

use super::letters;
use super::number_format::NumberFormat;
use super::theme::Rgba;

/// Coordinates from the top left corner, in pixels.
pub type Point = (f64, f64);

/// Shapes in painting order. The origin is at the top left.
pub struct Canvas {
    pub width: f64,
    pub height: f64,
    pub paper: Rgba,
    pub(super) number_format: NumberFormat,
    pub marks: Vec<Mark>,
}

pub enum Mark {
    Area {
        points: Vec<Point>,
        fill: Rgba,
    },
    /// A line through points, with round joins.
    Stroke {
        points: Vec<Point>,
        color: Rgba,
        width: f64,
        dash: Dash,
    },
    Dot {
        at: Point,
        radius: f64,
        fill: Rgba,
    },
    /// A line of text with its baseline at `at`.
    Text {
        at: Point,
        anchor: Anchor,
        size: f64,
        color: Rgba,
        text: String,
    },
}

/// The dash pattern of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    Solid,
    Long,
    Short,
    Dots,
}

impl Dash {
    /// The dash of a series. Together with the four symbols it distinguishes sixteen series without
    /// colours.
    pub(super) fn of_series(index: usize) -> Dash {
        [Dash::Solid, Dash::Long, Dash::Short, Dash::Dots][(index + index / 4) % 4]
    }

    /// Dash and gap lengths, for a line of width 2.
    pub fn lengths(self) -> Option<[f64; 2]> {
        match self {
            Dash::Solid => None,
            Dash::Long => Some([10.0, 4.0]),
            Dash::Short => Some([5.0, 3.0]),
            Dash::Dots => Some([2.0, 3.0]),
        }
    }
}

/// The horizontal alignment of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    /// An empty canvas; its height is set when all is drawn.
    pub(super) fn new(width: f64, paper: Rgba) -> Canvas {
        let number_format = NumberFormat::default();
        Canvas { width, height: 0.0, paper, number_format, marks: Vec::new() }
    }

    pub(super) fn area(&mut self, points: Vec<Point>, fill: Rgba) {
        self.marks.push(Mark::Area { points, fill });
    }

    pub(super) fn rect(&mut self, (x, y): Point, (width, height): Point, fill: Rgba) {
        let points = vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        self.area(points, fill);
    }

    pub(super) fn line(&mut self, points: Vec<Point>, color: Rgba, width: f64, dash: Dash) {
        self.marks.push(Mark::Stroke { points, color, width, dash });
    }

    pub(super) fn dot(&mut self, at: Point, radius: f64, fill: Rgba) {
        self.marks.push(Mark::Dot { at, radius, fill });
    }

    /// Draws a line of text, if it is not empty.
    pub(super) fn text(&mut self, at: Point, anchor: Anchor, size: f64, color: Rgba, text: &str) {
        if !text.is_empty() {
            let text = self.number_format.of(text);
            self.marks.push(Mark::Text { at, anchor, size, color, text });
        }
    }

    /// A marker in one of four shapes, so that series differ without colours.
    pub(super) fn symbol(&mut self, index: usize, (x, y): Point, radius: f64, fill: Rgba) {
        let r = radius;
        match index % 4 {
            0 => self.dot((x, y), r, fill),
            1 => self.rect((x - r * 0.9, y - r * 0.9), (1.8 * r, 1.8 * r), fill),
            2 => {
                self.area(vec![(x, y - 1.2 * r), (x + 1.2 * r, y + r), (x - 1.2 * r, y + r)], fill)
            }
            _ => self.area(
                vec![(x, y - 1.3 * r), (x + 1.3 * r, y), (x, y + 1.3 * r), (x - 1.3 * r, y)],
                fill,
            ),
        }
    }
}

/// Wraps a text to this width, at spaces, or within words that are wider.
pub(super) fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if letters::width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(pieces(word, size, width)),
        }
    }
    lines
}

/// Splits a word into pieces of at most this width, at least one letter each.
fn pieces(word: &str, size: f64, width: f64) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in word.chars() {
        let piece = pieces.last_mut().expect("one at least");
        piece.push(letter);
        if piece.chars().nth(1).is_some() && letters::width(piece, size) > width {
            piece.pop();
            pieces.push(letter.to_string());
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_series_differ_without_colours() {
        let styles: Vec<_> = (0..16).map(|n| (Dash::of_series(n).lengths(), n % 4)).collect();
        for (index, style) in styles.iter().enumerate() {
            assert_eq!(styles.iter().position(|other| other == style), Some(index));
        }
    }

    #[test]
    fn words_that_are_too_wide_are_broken() {
        let path = "eval=genome(file=/a/very/long/path/without/any/blank/in/it/at/all.json)";
        for text in [path.to_owned(), format!("alphabeta(depth=1, {path})")] {
            let lines = wrapped(&text, 12.0, 100.0);
            assert!(lines.iter().all(|line| letters::width(line, 12.0) <= 100.0), "{lines:?}");
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
        assert_eq!(wrapped("a b", 12.0, 0.0), ["a", "b"]);
        assert!(wrapped(" ", 12.0, 100.0).is_empty());
    }
}
