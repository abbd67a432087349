//! Figures for reports: SVG and, with the feature `report`, PNG; light and dark, without network
//! access or system fonts.
//!
//! A [`Figure`] is data with its labels, independent of where the data came from. It is drawn on a
//! [`Canvas`] of areas, strokes, dots and text. The canvas is written as SVG, rasterised as PNG, or
//! drawn in another format by the caller, so that all look the same. PNG text uses outlines
//! embedded in this crate; an SVG names a common font and leaves it to the viewer.
//!
//! Series differ in colour and in dash or marker, for print and for colour-blind readers.
//!
//! ```
//! use othellier_report::chart::{Figure, Labels, LinePoint, Lines, Scale, Series, Theme};
//!
//! let points = [(1.0, 4.0), (2.0, 16.0), (3.0, 71.0)];
//! let points = points.map(|(x, y)| LinePoint { x, y, band: None }).to_vec();
//! let figure = Figure::Lines(Lines {
//!     labels: Labels { title: "Nodes by depth".to_owned(), ..Labels::default() },
//!     x: Scale::Linear,
//!     y: Scale::Log,
//!     series: vec![Series { name: "minimax".to_owned(), points }],
//! });
//! assert!(figure.svg(Theme::Light).starts_with("<svg"));
//! # #[cfg(feature = "documents")]
//! assert!(figure.png(Theme::Dark, 1.0).starts_with(b"\x89PNG"));
//! ```

mod axis;
mod bars;
mod canvas;
mod cells;
mod course;
mod heat;
mod intervals;
mod letters;
mod lines;
mod number_format;
mod outlines;
mod pies;
#[cfg(feature = "documents")]
mod png;
mod svg;
mod theme;

#[cfg(test)]
mod tests;

pub use axis::raised;
pub use bars::{Bar, BarGroup, Bars};
pub use canvas::{Anchor, Canvas, Dash, Mark, Point};
pub use cells::{Cell, CellBlock, CellRow, Cells, Disc};
pub use course::{Course, CoursePoint};
pub use heat::{Heat, Hue};
pub use intervals::{IntervalRow, Intervals};
pub use lines::{LinePoint, Lines, Scale, Series};
pub use number_format::NumberFormat;
pub use pies::{Pie, Pies};
pub use theme::{Rgba, Theme};

pub(crate) use self::outlines::outlines;
pub(crate) use self::svg::escaped;
use self::theme::Colors;

/// The texts of a figure, in the reader's language. Empty ones take no space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    pub title: String,
    /// The label of the horizontal axis, with its unit.
    pub x: String,
    /// The label of the vertical axis, or of the colours, with its unit.
    pub y: String,
    /// A note below the figure, such as the number of games.
    pub note: String,
    pub number_format: NumberFormat,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// Lines with error bands: by move number, by depth, by generation.
    Lines(Lines),
    /// One line around zero with markers: the score during a game.
    Course(Course),
    /// Groups of bars with error bars.
    Bars(Bars),
    /// A heat map: squares, weights.
    Heat(Heat),
    /// Tables of coloured cells with text: boards, genomes.
    Cells(Cells),
    Pies(Pies),
    /// A table whose rows have a value with its error bar: Elo.
    Intervals(Intervals),
}

impl Figure {
    /// The figure as an SVG file.
    pub fn svg(&self, theme: Theme) -> String {
        svg::write(&self.draw(theme), &self.labels().title, &self.in_words())
    }

    /// The figure as a PNG file, `scale` times the size of the SVG.
    #[cfg(feature = "documents")]
    pub fn png(&self, theme: Theme, scale: f32) -> Vec<u8> {
        png::paint(&self.draw(theme), scale)
    }

    pub fn labels(&self) -> &Labels {
        match self {
            Figure::Lines(figure) => &figure.labels,
            Figure::Course(figure) => &figure.labels,
            Figure::Bars(figure) => &figure.labels,
            Figure::Heat(figure) => &figure.labels,
            Figure::Cells(figure) => &figure.labels,
            Figure::Pies(figure) => &figure.labels,
            Figure::Intervals(figure) => &figure.labels,
        }
    }

    /// The figure without its title, for a page that prints the title as a caption.
    #[must_use]
    pub fn untitled(&self) -> Figure {
        let mut figure = self.clone();
        let labels = match &mut figure {
            Figure::Lines(figure) => &mut figure.labels,
            Figure::Course(figure) => &mut figure.labels,
            Figure::Bars(figure) => &mut figure.labels,
            Figure::Heat(figure) => &mut figure.labels,
            Figure::Cells(figure) => &mut figure.labels,
            Figure::Pies(figure) => &mut figure.labels,
            Figure::Intervals(figure) => &mut figure.labels,
        };
        labels.title.clear();
        figure
    }

    /// Draws the figure as shapes.
    pub fn draw(&self, theme: Theme) -> Canvas {
        let colors = theme.colors();
        match self {
            Figure::Lines(figure) => figure.draw(&colors),
            Figure::Course(figure) => figure.draw(&colors),
            Figure::Bars(figure) => figure.draw(&colors),
            Figure::Heat(figure) => figure.draw(&colors),
            Figure::Cells(figure) => figure.draw(&colors),
            Figure::Pies(figure) => figure.draw(&colors),
            Figure::Intervals(figure) => figure.draw(&colors),
        }
    }

    /// The text alternative for screen readers.
    pub fn in_words(&self) -> String {
        let labels = self.labels();
        let names: Vec<&str> = match self {
            Figure::Lines(figure) => figure.series.iter().map(|s| s.name.as_str()).collect(),
            Figure::Course(figure) => figure.sides.iter().map(String::as_str).collect(),
            Figure::Bars(figure) => figure.series.iter().map(String::as_str).collect(),
            Figure::Heat(_) => Vec::new(),
            Figure::Cells(figure) => figure.blocks.iter().map(|b| b.name.as_str()).collect(),
            Figure::Pies(figure) => figure.pies.iter().map(|pie| pie.name.as_str()).collect(),
            Figure::Intervals(figure) => figure.rows.iter().map(|row| row.name.as_str()).collect(),
        };
        let parts = [labels.y.clone(), labels.x.clone(), names.join(", "), labels.note.clone()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }
}

/// Sizes that all figures share, in SVG pixels.
const WIDTH: f64 = 720.0;
const MARGIN: f64 = 16.0;
const TITLE_TEXT: f64 = 17.0;
const TEXT: f64 = 13.0;
const SMALL_TEXT: f64 = 11.5;
/// Line spacing, relative to the text size.
const LEADING: f64 = 1.4;

/// Draws the title, sets the number format, and returns the top of the rest.
fn heading(canvas: &mut Canvas, colors: &Colors, labels: &Labels) -> f64 {
    canvas.number_format = labels.number_format;
    let mut y = MARGIN;
    for line in canvas::wrapped(&labels.title, TITLE_TEXT, canvas.width - 2.0 * MARGIN) {
        y += TITLE_TEXT;
        canvas.text((MARGIN, y), canvas::Anchor::Start, TITLE_TEXT, colors.ink, &line);
        y += TITLE_TEXT * (LEADING - 1.0);
    }
    y + 4.0
}

/// Draws the note at the bottom and sets the height of the canvas.
fn footer(canvas: &mut Canvas, colors: &Colors, labels: &Labels, mut y: f64) {
    for line in canvas::wrapped(&labels.note, SMALL_TEXT, canvas.width - 2.0 * MARGIN) {
        y += SMALL_TEXT * LEADING;
        canvas.text((MARGIN, y), canvas::Anchor::Start, SMALL_TEXT, colors.faint, &line);
    }
    canvas.height = y + MARGIN;
}
