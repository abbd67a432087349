//! The score during a game: a line around zero, with markers on some points.

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Dash, Point};
use super::lines::range;
use super::theme::{Colors, Rgba};
use super::{LEADING, Labels, MARGIN, SMALL_TEXT, TEXT, WIDTH, footer, heading, letters};

#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub labels: Labels,
    /// The labels above and below zero.
    pub sides: [String; 2],
    /// The meaning of the markers, in order; at most four look different.
    pub marks: Vec<String>,
    /// The points from left to right.
    pub points: Vec<CoursePoint>,
}

/// A point of the course.
#[derive(Clone, Debug, PartialEq)]
pub struct CoursePoint {
    pub x: f64,
    pub y: f64,
    /// The index of its marker, if any.
    pub mark: Option<usize>,
    /// The label of the marker.
    pub text: String,
}

const HEIGHT: f64 = 280.0;
/// The least range shown on both sides of zero, so that small scores look small.
const LEAST: f64 = 8.0;

impl Course {
    pub(super) fn draw(&self, colors: &Colors) -> Canvas {
        let mut canvas = Canvas::new(WIDTH, colors.paper);
        let mut top = heading(&mut canvas, colors, &self.labels);
        top = self.legend(&mut canvas, colors, top);
        canvas.text((MARGIN, top + TEXT), Anchor::Start, SMALL_TEXT, colors.faint, &self.labels.y);
        top += TEXT * LEADING + 8.0;
        let bottom = top + HEIGHT;
        let points: Vec<&CoursePoint> =
            self.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite()).collect();
        let highest = points.iter().map(|point| point.y.abs()).fold(LEAST, f64::max);
        let y_axis = Axis::linear((-highest, highest), 6, (bottom, top));
        let widest = y_axis.ticks.iter().map(|&t| letters::width(&y_axis.label(t), SMALL_TEXT));
        let left = MARGIN + widest.fold(0.0, f64::max) + 8.0;
        let right = WIDTH - MARGIN - 8.0;
        let across: Vec<f64> = points.iter().map(|point| point.x).collect();
        let x_axis = Axis::tight(range(&across), 12, (left, right));
        for &tick in &y_axis.ticks {
            let y = y_axis.place(tick);
            let color = if tick == 0.0 { colors.faint } else { colors.guide };
            canvas.line(vec![(left, y), (right, y)], color, 1.0, Dash::Solid);
            let at = (left - 6.0, y + SMALL_TEXT * 0.36);
            canvas.text(at, Anchor::End, SMALL_TEXT, colors.faint, &y_axis.label(tick));
        }
        for &tick in &x_axis.ticks {
            let x = x_axis.place(tick);
            canvas.line(vec![(x, bottom), (x, bottom + 5.0)], colors.faint, 1.0, Dash::Solid);
            let at = (x, bottom + 6.0 + SMALL_TEXT * 1.1);
            canvas.text(at, Anchor::Middle, SMALL_TEXT, colors.faint, &x_axis.label(tick));
        }
        let [above, below] = &self.sides;
        let inside = left + 6.0;
        canvas.text((inside, top + TEXT), Anchor::Start, SMALL_TEXT, colors.faint, above);
        canvas.text((inside, bottom - 6.0), Anchor::Start, SMALL_TEXT, colors.faint, below);

        let line: Vec<Point> =
            points.iter().map(|point| (x_axis.place(point.x), y_axis.place(point.y))).collect();
        let zero = y_axis.place(0.0);
        // The y axis points down: the two halves lie on either side of the zero line.
        half(&mut canvas, &line, zero, f64::min, colors.ink.faded(0.20));
        half(&mut canvas, &line, zero, f64::max, colors.series(0).faded(0.20));
        if line.len() > 1 {
            canvas.line(line.clone(), colors.ink, 2.0, Dash::Solid);
        }
        for (point, &at) in points.iter().zip(&line) {
            let Some(mark) = point.mark else { continue };
            canvas.symbol(mark, at, 5.0, color(colors, mark));
            let width = letters::width(&point.text, SMALL_TEXT);
            let x = at.0.clamp(left + width / 2.0, right - width / 2.0);
            let above = at.1 - 9.0 > top + TEXT;
            let y = if above { at.1 - 9.0 } else { at.1 + 8.0 + SMALL_TEXT };
            canvas.text((x, y), Anchor::Middle, SMALL_TEXT, colors.ink, &point.text);
        }
        let under = bottom + 10.0 + SMALL_TEXT * 1.1 + SMALL_TEXT * LEADING;
        let middle = (left + right) / 2.0;
        canvas.text((middle, under), Anchor::Middle, SMALL_TEXT, colors.faint, &self.labels.x);
        footer(&mut canvas, colors, &self.labels, under + 2.0);
        canvas
    }

    /// Draws the legend of the markers and returns the top of the rest.
    fn legend(&self, canvas: &mut Canvas, colors: &Colors, top: f64) -> f64 {
        let (mut x, y) = (MARGIN, top + TEXT);
        for (mark, name) in self.marks.iter().enumerate() {
            canvas.symbol(mark, (x + 6.0, y - SMALL_TEXT * 0.36), 5.0, color(colors, mark));
            canvas.text((x + 16.0, y), Anchor::Start, SMALL_TEXT, colors.ink, name);
            x += 16.0 + letters::width(name, SMALL_TEXT) + 18.0;
        }
        if self.marks.is_empty() { top } else { y + TEXT * (LEADING - 1.0) + 4.0 }
    }
}

/// Fills the area between the line and zero on one side.
fn half(canvas: &mut Canvas, line: &[Point], zero: f64, of: fn(f64, f64) -> f64, fill: Rgba) {
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return };
    let mut area = vec![(first.0, zero)];
    for (index, &(x, y)) in line.iter().enumerate() {
        if let Some(&(x0, y0)) = index.checked_sub(1).and_then(|before| line.get(before))
            && (y0 - zero) * (y - zero) < 0.0
        {
            area.push((x0 + (x - x0) * (zero - y0) / (y - y0), zero));
        }
        area.push((x, of(y, zero)));
    }
    area.push((last.0, zero));
    canvas.area(area, fill);
}

/// The colour of a marker: the worse, the redder.
fn color(colors: &Colors, mark: usize) -> Rgba {
    colors.series([5, 1, 4, 3][mark % 4])
}
