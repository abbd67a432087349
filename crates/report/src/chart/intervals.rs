//! A table whose rows have a value with its error bar, such as an Elo list.

use super::axis::Axis;
use super::bars::whisker;
use super::canvas::{Anchor, Canvas, Dash, wrapped};
use super::lines::range;
use super::theme::Colors;
use super::{LEADING, Labels, MARGIN, SMALL_TEXT, TEXT, WIDTH, footer, heading, letters};

/// A table of values with their intervals.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervals {
    /// Its texts; `x` names the values.
    pub labels: Labels,
    /// The headers of the text columns.
    pub columns: Vec<String>,
    pub rows: Vec<IntervalRow>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct IntervalRow {
    pub name: String,
    pub cells: Vec<String>,
    /// The value and both ends of its interval, if any. An infinite end is drawn as an arrow to the
    /// edge; an infinite value has no dot.
    pub value: Option<(f64, f64, f64)>,
}

const ROW: f64 = 26.0;
const WIDEST_NAME: f64 = 230.0;
const GAP: f64 = 16.0;

impl Intervals {
    pub(super) fn draw(&self, colors: &Colors) -> Canvas {
        let mut canvas = Canvas::new(WIDTH, colors.paper);
        let top = heading(&mut canvas, colors, &self.labels) + TEXT * LEADING;
        let names: Vec<Vec<String>> =
            self.rows.iter().map(|row| wrapped(&row.name, SMALL_TEXT, WIDEST_NAME)).collect();
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| letters::width(text, SMALL_TEXT)).fold(0.0, f64::max)
        };
        let mut left = MARGIN + widest(&mut names.iter().flatten().map(String::as_str)) + GAP;
        let mut column_ends = Vec::new();
        for (index, name) in self.columns.iter().enumerate() {
            let cells = self.rows.iter().filter_map(|row| row.cells.get(index));
            left += widest(&mut cells.map(String::as_str).chain([name.as_str()]));
            column_ends.push(left);
            left += GAP;
        }
        let right = WIDTH - MARGIN - 10.0;
        for (end, name) in column_ends.iter().zip(&self.columns) {
            canvas.text((*end, top - 6.0), Anchor::End, SMALL_TEXT, colors.faint, name);
        }
        let ends = self.rows.iter().filter_map(|row| row.value).flat_map(|(v, l, h)| [v, l, h]);
        let ends: Vec<f64> = ends.filter(|end| end.is_finite()).chain([0.0]).collect();
        let axis = Axis::linear(range(&ends), 5, (left + GAP, right));
        let heights: Vec<f64> = names
            .iter()
            .map(|lines| ROW.max(lines.len() as f64 * SMALL_TEXT * 1.3 + 8.0))
            .collect();
        let bottom = top + heights.iter().sum::<f64>();
        for &tick in &axis.ticks {
            let x = axis.place(tick);
            let color = if tick == 0.0 { colors.faint } else { colors.guide };
            canvas.line(vec![(x, top), (x, bottom)], color, 1.0, Dash::Solid);
            let at = (x, bottom + 4.0 + SMALL_TEXT);
            canvas.text(at, Anchor::Middle, SMALL_TEXT, colors.faint, &axis.label(tick));
        }
        let mut y = top;
        for ((row, lines), height) in self.rows.iter().zip(&names).zip(heights) {
            canvas.line(vec![(MARGIN, y), (right, y)], colors.guide, 1.0, Dash::Solid);
            let middle = y + height / 2.0;
            let first = middle - (lines.len() as f64 - 1.0) * SMALL_TEXT * 0.65;
            for (number, line) in lines.iter().enumerate() {
                let at = (MARGIN, first + SMALL_TEXT * (0.36 + 1.3 * number as f64));
                canvas.text(at, Anchor::Start, SMALL_TEXT, colors.ink, line);
            }
            for (end, cell) in column_ends.iter().zip(&row.cells) {
                let at = (*end, middle + SMALL_TEXT * 0.36);
                canvas.text(at, Anchor::End, SMALL_TEXT, colors.ink, cell);
            }
            if let Some((value, low, high)) = row.value {
                let place = |end: f64| axis.place(end).clamp(left + GAP, right);
                whisker(&mut canvas, colors, (place(low), place(high)), middle);
                for end in [low, high].into_iter().filter(|end| end.is_infinite()) {
                    arrow(&mut canvas, colors, (place(end), middle), end.signum());
                }
                if value.is_finite() {
                    canvas.dot((place(value), middle), 4.5, colors.series(0));
                }
            }
            y += height;
        }
        canvas.line(vec![(MARGIN, y), (right, y)], colors.guide, 1.0, Dash::Solid);
        let under = bottom + 6.0 + SMALL_TEXT + SMALL_TEXT * LEADING;
        let middle = (left + GAP + right) / 2.0;
        canvas.text((middle, under), Anchor::Middle, SMALL_TEXT, colors.faint, &self.labels.x);
        footer(&mut canvas, colors, &self.labels, under + 2.0);
        canvas
    }
}

/// An arrow head, pointing right or left.
fn arrow(canvas: &mut Canvas, colors: &Colors, (x, y): (f64, f64), way: f64) {
    canvas.area(vec![(x + 7.0 * way, y), (x, y - 5.0), (x, y + 5.0)], colors.ink);
}
