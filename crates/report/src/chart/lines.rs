//! Line charts with error bands.

use std::collections::HashSet;

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Dash, Point};
use super::theme::Colors;
use super::{LEADING, Labels, MARGIN, SMALL_TEXT, TEXT, WIDTH, footer, heading, letters};

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Linear, from the smallest to the largest number.
    Linear,
    FromZero,
    /// Logarithmic; numbers that are not positive are left out.
    Log,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    pub labels: Labels,
    pub x: Scale,
    pub y: Scale,
    pub series: Vec<Series>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    pub points: Vec<LinePoint>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinePoint {
    pub x: f64,
    pub y: f64,
    /// The confidence interval, or the range of the values.
    pub band: Option<(f64, f64)>,
}

const HEIGHT: f64 = 300.0;
/// The height limit of bands, as a multiple of the highest point of all lines.
const WIDEST_BAND: f64 = 2.0;
/// A line with more points than this has a marker only at every N-th point.
const MARKED: usize = 16;
/// With this many different x values, a logarithmic axis has a tick at each.
const STOPS: std::ops::RangeInclusive<usize> = 2..=8;

impl Lines {
    pub(super) fn draw(&self, colors: &Colors) -> Canvas {
        let mut canvas = Canvas::new(WIDTH, colors.paper);
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let mut top = heading(&mut canvas, colors, &self.labels);
        top = legend(&mut canvas, colors, &names, top, true);
        canvas.text((MARGIN, top + TEXT), Anchor::Start, SMALL_TEXT, colors.faint, &self.labels.y);
        top += TEXT * LEADING + 8.0;
        let bottom = top + HEIGHT;

        let points = || self.series.iter().flat_map(|series| &series.points);
        let seen = |n: &f64| n.is_finite() && (self.y != Scale::Log || *n > 0.0);
        let heights = points().flat_map(|p| [Some(p.y), p.band.map(|b| b.0), p.band.map(|b| b.1)]);
        let heights: Vec<f64> = heights.flatten().filter(seen).collect();
        let (mut low, mut high) = range(&heights);
        if self.y == Scale::FromZero {
            low = low.min(0.0);
            // A few wide bands must not flatten the lines.
            let lines: Vec<f64> = points().map(|p| p.y).filter(seen).collect();
            let highest = range(&lines).1;
            high = if highest > 0.0 { high.min(WIDEST_BAND * highest) } else { high };
        }
        let y_axis = match self.y {
            Scale::Log => Axis::logarithmic((low, high), (bottom, top)),
            _ => Axis::linear((low, high), 6, (bottom, top)),
        };
        let widest = y_axis.ticks.iter().map(|&t| letters::width(&y_axis.label(t), SMALL_TEXT));
        let left = MARGIN + widest.fold(0.0, f64::max) + 8.0;
        let right = WIDTH - MARGIN - 8.0;
        let across: Vec<f64> = points().map(|p| p.x).filter(|x| x.is_finite()).collect();
        let x_axis = match self.x {
            Scale::Log if STOPS.contains(&distinct(&across)) => Axis::stops(&across, (left, right)),
            Scale::Log => Axis::logarithmic(range(&across), (left, right)),
            _ => Axis::tight(range(&across), 12, (left, right)),
        };

        for &tick in &y_axis.ticks {
            let y = y_axis.place(tick);
            canvas.line(vec![(left, y), (right, y)], colors.guide, 1.0, Dash::Solid);
            let at = (left - 6.0, y + SMALL_TEXT * 0.36);
            canvas.text(at, Anchor::End, SMALL_TEXT, colors.faint, &y_axis.label(tick));
        }
        for &tick in &x_axis.ticks {
            let x = x_axis.place(tick);
            canvas.line(vec![(x, bottom), (x, bottom + 5.0)], colors.faint, 1.0, Dash::Solid);
            let at = (x, bottom + 6.0 + SMALL_TEXT * 1.1);
            canvas.text(at, Anchor::Middle, SMALL_TEXT, colors.faint, &x_axis.label(tick));
        }
        canvas.line(vec![(left, bottom), (right, bottom)], colors.faint, 1.0, Dash::Solid);

        let place = |x: f64, y: f64| (x_axis.place(x), y_axis.place(y));
        for (index, series) in self.series.iter().enumerate() {
            self.band(&mut canvas, colors, index, series, (low, high), &place);
        }
        for (index, series) in self.series.iter().enumerate() {
            let line: Vec<Point> =
                series.points.iter().filter(|p| seen(&p.y)).map(|p| place(p.x, p.y)).collect();
            let color = colors.series(index);
            let every = series.points.len().div_ceil(MARKED).max(1);
            // Series have their markers at different points, in case their lines coincide.
            let marked = line.iter().skip(index % every).step_by(every);
            marked.for_each(|&at| canvas.symbol(index, at, 3.6, color));
            if line.len() > 1 {
                canvas.line(line, color, 2.0, Dash::of_series(index));
            }
        }
        let under = bottom + 10.0 + SMALL_TEXT * 1.1 + SMALL_TEXT * LEADING;
        let middle = (left + right) / 2.0;
        canvas.text((middle, under), Anchor::Middle, SMALL_TEXT, colors.faint, &self.labels.x);
        footer(&mut canvas, colors, &self.labels, under + 2.0);
        canvas
    }

    fn band(
        &self,
        canvas: &mut Canvas,
        colors: &Colors,
        index: usize,
        series: &Series,
        (lowest, highest): (f64, f64),
        place: &dyn Fn(f64, f64) -> Point,
    ) {
        // Bands are clipped at the edge of the plot, as are values below zero on a logarithmic
        // scale.
        let banded = |p: &LinePoint| {
            let (low, high) = p.band?;
            let drawn = low.is_finite() && high.is_finite() && high >= lowest;
            drawn.then_some((p.x, low.max(lowest), high.min(highest)))
        };
        let bands: Vec<_> = series.points.iter().filter_map(banded).collect();
        if bands.len() < 2 {
            return;
        }
        let upper = bands.iter().map(|&(x, _, high)| place(x, high));
        let lower = bands.iter().rev().map(|&(x, low, _)| place(x, low));
        canvas.area(upper.chain(lower).collect(), colors.series(index).faded(0.16));
    }
}

/// The number of different values; 0 if one is not positive.
fn distinct(numbers: &[f64]) -> usize {
    let positive = numbers.iter().all(|&number| number > 0.0);
    let different: HashSet<u64> = numbers.iter().map(|number| number.to_bits()).collect();
    if positive { different.len() } else { 0 }
}

/// The minimum and the maximum; 0 and 1 if there are no numbers.
pub(super) fn range(numbers: &[f64]) -> (f64, f64) {
    let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if low <= high { (low, high) } else { (0.0, 1.0) }
}

/// Draws the legend, as many series to a row as fit, and returns the top of the rest. A single
/// series has no legend: the title says what it is.
pub(super) fn legend(
    canvas: &mut Canvas,
    colors: &Colors,
    names: &[&str],
    top: f64,
    lines: bool,
) -> f64 {
    const ICON: f64 = 26.0;
    const GAP: f64 = 18.0;
    if names.iter().filter(|name| !name.is_empty()).count() < 2 {
        return top;
    }
    let (mut x, mut y) = (MARGIN, top + TEXT);
    for (index, name) in names.iter().enumerate() {
        let width = ICON + 6.0 + letters::width(name, SMALL_TEXT);
        if x > MARGIN && x + width > canvas.width - MARGIN {
            (x, y) = (MARGIN, y + TEXT * LEADING);
        }
        let (color, middle) = (colors.series(index), y - SMALL_TEXT * 0.36);
        if lines {
            let line = vec![(x, middle), (x + ICON, middle)];
            canvas.line(line, color, 2.0, Dash::of_series(index));
            canvas.symbol(index, (x + ICON / 2.0, middle), 3.6, color);
        } else {
            canvas.rect((x + ICON - 14.0, middle - 6.0), (14.0, 12.0), color);
        }
        canvas.text((x + ICON + 6.0, y), Anchor::Start, SMALL_TEXT, colors.ink, name);
        x += width + GAP;
    }
    y + TEXT * (LEADING - 1.0) + 4.0
}
