//! Heat maps with numbers: the squares of a board, weights, cross tables.

use super::axis::number;
use super::canvas::{Anchor, Canvas};
use super::lines::range;
use super::theme::{Colors, Rgba};
use super::{LEADING, Labels, MARGIN, SMALL_TEXT, TEXT, WIDTH, footer, heading, letters};

/// The colour scale of a heat map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// Sequential: from small to large.
    Amount,
    /// Diverging: below and above zero.
    Signed,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// Its texts; `y` names the values.
    pub labels: Labels,
    pub hue: Hue,
    pub columns: Vec<String>,
    pub rows: Vec<String>,
    /// Row by row; unknown values are blank.
    pub values: Vec<Vec<Option<f64>>>,
}

const CELL: (f64, f64) = (58.0, 38.0);
const WIDEST_CELL: f64 = 90.0;
/// The minimum width, so that titles fit.
const NARROWEST: f64 = 420.0;

impl Heat {
    pub(super) fn draw(&self, colors: &Colors) -> Canvas {
        let widest = |names: &[String]| {
            names.iter().map(|name| letters::width(name, SMALL_TEXT)).fold(0.0, f64::max)
        };
        let left = MARGIN + widest(&self.rows) + 8.0;
        let columns = self.columns.len().max(1) as f64;
        let wanted = CELL.0.max(widest(&self.columns) + 10.0).min(WIDEST_CELL);
        let cell = (wanted.min((WIDTH - left - MARGIN) / columns), CELL.1);
        let width = (left + cell.0 * columns + MARGIN).max(NARROWEST);
        let mut canvas = Canvas::new(width, colors.paper);
        let mut top = heading(&mut canvas, colors, &self.labels);
        canvas.text((MARGIN, top + TEXT), Anchor::Start, SMALL_TEXT, colors.faint, &self.labels.y);
        top += 2.0 * TEXT * LEADING + 4.0;
        for (index, name) in self.columns.iter().enumerate() {
            let at = (left + cell.0 * (index as f64 + 0.5), top - 5.0);
            canvas.text(at, Anchor::Middle, SMALL_TEXT, colors.faint, name);
        }
        let known: Vec<f64> = self.values.iter().flatten().flatten().copied().collect();
        let (low, high) = range(&known);
        for (row, values) in self.values.iter().enumerate() {
            let y = top + row as f64 * cell.1;
            let middle = y + cell.1 / 2.0 + SMALL_TEXT * 0.36;
            if let Some(name) = self.rows.get(row) {
                canvas.text((left - 6.0, middle), Anchor::End, SMALL_TEXT, colors.faint, name);
            }
            for (column, value) in values.iter().enumerate() {
                let x = left + column as f64 * cell.0;
                let Some(value) = *value else { continue };
                let ground = self.color(colors, value, (low, high));
                canvas.rect((x + 1.0, y + 1.0), (cell.0 - 2.0, cell.1 - 2.0), ground);
                let at = (x + cell.0 / 2.0, middle);
                let ink = colors.ink_on(ground);
                canvas.text(at, Anchor::Middle, SMALL_TEXT, ink, &number(value));
            }
        }
        let bottom = top + self.values.len() as f64 * cell.1;
        let under = bottom + SMALL_TEXT * LEADING;
        let middle = left + cell.0 * columns / 2.0;
        canvas.text((middle, under), Anchor::Middle, SMALL_TEXT, colors.faint, &self.labels.x);
        let under = if self.labels.x.is_empty() { bottom } else { under };
        footer(&mut canvas, colors, &self.labels, under + 4.0);
        canvas
    }

    fn color(&self, colors: &Colors, value: f64, (low, high): (f64, f64)) -> Rgba {
        let blank = colors.paper.towards(colors.guide, 0.45);
        match self.hue {
            Hue::Amount => {
                let share = if high > low { (value - low) / (high - low) } else { 1.0 };
                blank.towards(colors.above, share)
            }
            Hue::Signed => {
                // Square-root scale, so that one large number does not make all others look alike.
                let share = (value.abs() / low.abs().max(high.abs()).max(f64::MIN_POSITIVE)).sqrt();
                let end = if value < 0.0 { colors.below } else { colors.above };
                blank.towards(end, share)
            }
        }
    }
}
