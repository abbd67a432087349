//! Pie charts side by side, for comparison.

use std::f64::consts::TAU;

use super::canvas::{Anchor, Canvas, Dash, wrapped};
use super::lines::legend;
use super::theme::Colors;
use super::{LEADING, Labels, MARGIN, SMALL_TEXT, WIDTH, footer, heading};

/// One or more pie charts.
#[derive(Clone, Debug, PartialEq)]
pub struct Pies {
    pub labels: Labels,
    /// The names of the slices, the same in all pies.
    pub slices: Vec<String>,
    pub pies: Vec<Pie>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Pie {
    pub name: String,
    /// One for each slice, none negative; they need not sum to 1.
    pub shares: Vec<f64>,
}

const PER_ROW: usize = 4;
/// A smaller share has no label: it would not fit in the slice.
const LEAST_LABELLED: f64 = 0.06;

impl Pies {
    pub(super) fn draw(&self, colors: &Colors) -> Canvas {
        let mut canvas = Canvas::new(WIDTH, colors.paper);
        let names: Vec<&str> = self.slices.iter().map(String::as_str).collect();
        let mut top = heading(&mut canvas, colors, &self.labels);
        top = legend(&mut canvas, colors, &names, top, false) + 8.0;
        let per_row = self.pies.len().clamp(1, PER_ROW);
        let cell = (WIDTH - 2.0 * MARGIN) / per_row as f64;
        let radius = (cell / 2.0 - 14.0).min(120.0);
        for row in self.pies.chunks(per_row) {
            let mut lowest = top;
            for (index, pie) in row.iter().enumerate() {
                let center = (MARGIN + (index as f64 + 0.5) * cell, top + radius);
                pie.draw(&mut canvas, colors, center, radius);
                let mut y = top + 2.0 * radius + 6.0;
                for line in wrapped(&pie.name, SMALL_TEXT, cell - 8.0) {
                    y += SMALL_TEXT * LEADING;
                    canvas.text((center.0, y), Anchor::Middle, SMALL_TEXT, colors.ink, &line);
                }
                lowest = f64::max(lowest, y);
            }
            top = lowest + 16.0;
        }
        footer(&mut canvas, colors, &self.labels, top - 10.0);
        canvas
    }
}

impl Pie {
    fn draw(&self, canvas: &mut Canvas, colors: &Colors, (x, y): (f64, f64), radius: f64) {
        let total: f64 = self.shares.iter().filter(|share| share.is_finite()).sum();
        let at = |angle: f64, r: f64| (x + r * angle.sin(), y - r * angle.cos());
        let mut begin = 0.0;
        for (index, share) in self.shares.iter().enumerate() {
            let share = share / total;
            if !share.is_finite() || share <= 0.0 {
                continue;
            }
            let end = begin + share * TAU;
            let steps = (share * 120.0).ceil().max(1.0) as usize;
            let arc = (0..=steps).map(|n| begin + (end - begin) * n as f64 / steps as f64);
            let edge: Vec<_> = arc.map(|angle| at(angle, radius)).collect();
            let ground = colors.series(index);
            canvas.area([vec![(x, y)], edge].concat(), ground);
            canvas.line(vec![(x, y), at(end, radius)], colors.paper, 1.5, Dash::Solid);
            if share >= LEAST_LABELLED {
                let (tx, ty) = at((begin + end) / 2.0, radius * 0.72);
                let text = format!("{:.0} %", 100.0 * share);
                let place = (tx, ty + SMALL_TEXT * 0.36);
                canvas.text(place, Anchor::Middle, SMALL_TEXT, colors.ink_on(ground), &text);
            }
            begin = end;
        }
        canvas.line(vec![(x, y), at(0.0, radius)], colors.paper, 1.5, Dash::Solid);
    }
}
