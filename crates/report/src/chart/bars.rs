//! Grouped horizontal bars with error bars; horizontal, so that long names fit.

use super::axis::{Axis, number};
use super::canvas::{Anchor, Canvas, Dash, wrapped};
use super::lines::{Scale, legend, range};
use super::theme::Colors;
use super::{LEADING, Labels, MARGIN, SMALL_TEXT, WIDTH, footer, heading, letters};

#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Its texts; `x` is what the bars measure.
    pub labels: Labels,
    /// The scale of the lengths; `Linear` is the same as `FromZero`.
    pub scale: Scale,
    /// The names of the bars within each group, in order.
    pub series: Vec<String>,
    pub groups: Vec<BarGroup>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BarGroup {
    /// The name of the group.
    pub name: String,
    /// One for each series, if it has a value here.
    pub bars: Vec<Option<Bar>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub value: f64,
    pub interval: Option<(f64, f64)>,
    /// Its label; the number itself if empty.
    pub text: String,
}

const BAR: f64 = 18.0;
const GROUP_GAP: f64 = 12.0;
const WIDEST_NAME: f64 = 250.0;

impl Bars {
    pub(super) fn draw(&self, colors: &Colors) -> Canvas {
        let mut canvas = Canvas::new(WIDTH, colors.paper);
        let names: Vec<&str> = self.series.iter().map(String::as_str).collect();
        let mut top = heading(&mut canvas, colors, &self.labels);
        top = legend(&mut canvas, colors, &names, top, false) + 8.0;

        let names: Vec<Vec<String>> =
            self.groups.iter().map(|group| wrapped(&group.name, SMALL_TEXT, WIDEST_NAME)).collect();
        let widest = names.iter().flatten().map(|line| letters::width(line, SMALL_TEXT));
        let left = MARGIN + widest.fold(0.0, f64::max) + 10.0;
        let bars = || self.groups.iter().flat_map(|group| group.bars.iter().flatten());
        let written =
            |bar: &Bar| if bar.text.is_empty() { number(bar.value) } else { bar.text.clone() };
        let room = bars().map(|bar| letters::width(&written(bar), SMALL_TEXT)).fold(0.0, f64::max);
        let right = WIDTH - MARGIN - room - 10.0;

        let seen = |n: &f64| n.is_finite() && (self.scale != Scale::Log || *n > 0.0);
        let ends =
            bars().flat_map(|b| [Some(b.value), b.interval.map(|i| i.0), b.interval.map(|i| i.1)]);
        let (low, high) = range(&ends.flatten().filter(seen).collect::<Vec<_>>());
        let axis = match self.scale {
            Scale::Log => Axis::logarithmic((low, high), (left, right)),
            _ => Axis::linear((low.min(0.0), high.max(0.0)), 6, (left, right)),
        };
        let base = match self.scale {
            Scale::Log => left,
            _ => axis.place(0.0),
        };
        let per_group = self.series.len().max(1) as f64 * BAR;
        let height = self.groups.len() as f64 * (per_group + GROUP_GAP) + GROUP_GAP;
        let bottom = top + height;
        for &tick in &axis.ticks {
            let x = axis.place(tick);
            canvas.line(vec![(x, top), (x, bottom)], colors.guide, 1.0, Dash::Solid);
            let at = (x, bottom + 4.0 + SMALL_TEXT);
            canvas.text(at, Anchor::Middle, SMALL_TEXT, colors.faint, &axis.label(tick));
        }
        let mut y = top + GROUP_GAP;
        for (group, name) in self.groups.iter().zip(&names) {
            let middle = y + per_group / 2.0 - (name.len() as f64 - 1.0) * SMALL_TEXT * 0.65;
            for (row, line) in name.iter().enumerate() {
                let at = (left - 8.0, middle + SMALL_TEXT * (0.36 + 1.3 * row as f64));
                canvas.text(at, Anchor::End, SMALL_TEXT, colors.ink, line);
            }
            for (index, bar) in group.bars.iter().enumerate() {
                let Some(bar) = bar.as_ref().filter(|bar| seen(&bar.value)) else { continue };
                let (from, to) = (base, axis.place(bar.value));
                let bar_top = y + index as f64 * BAR + 2.0;
                let corner = (from.min(to), bar_top);
                canvas.rect(corner, ((to - from).abs().max(1.0), BAR - 4.0), colors.series(index));
                let mut end = from.max(to);
                if let Some((low, high)) = bar.interval {
                    let (low, high) = (axis.place(low), axis.place(high));
                    let middle = bar_top + (BAR - 4.0) / 2.0;
                    whisker(&mut canvas, colors, (low, high), middle);
                    end = end.max(high);
                }
                let at = (end + 6.0, bar_top + (BAR - 4.0) / 2.0 + SMALL_TEXT * 0.36);
                canvas.text(at, Anchor::Start, SMALL_TEXT, colors.ink, &written(bar));
            }
            y += per_group + GROUP_GAP;
        }
        canvas.line(vec![(base, top), (base, bottom)], colors.faint, 1.0, Dash::Solid);
        let under = bottom + 6.0 + SMALL_TEXT + SMALL_TEXT * LEADING;
        let middle = (left + right) / 2.0;
        canvas.text((middle, under), Anchor::Middle, SMALL_TEXT, colors.faint, &self.labels.x);
        footer(&mut canvas, colors, &self.labels, under + 2.0);
        canvas
    }
}

/// Draws an error bar, with a light outline so that it is visible on the bar too.
pub(super) fn whisker(canvas: &mut Canvas, colors: &Colors, (low, high): (f64, f64), y: f64) {
    for (color, width) in [(colors.paper, 4.0), (colors.ink, 1.5)] {
        canvas.line(vec![(low, y), (high, y)], color, width, Dash::Solid);
        for x in [low, high] {
            canvas.line(vec![(x, y - 4.0), (x, y + 4.0)], color, width, Dash::Solid);
        }
    }
}
