//! Figures for a report: SVG and PNG, light and dark, without a network or any font of the system.
//!
//! A [`Figure`] is data with its words; nothing in it knows where the data came from. It is drawn on
//! a [`Canvas`] of areas, strokes, dots and letters, which is then written as SVG or painted as PNG
//! here, or drawn in another format by the caller, so that all show the same. Letters of a PNG are outlines that this crate carries; an SVG names a
//! usual font and leaves it to the reader's machine.
//!
//! Series are told apart by colour and by dash or mark, for print and for eyes that see no colours.
//!
//! ```
//! use othellier_lab::chart::{Figure, Labels, LinePoint, Lines, Scale, Series, Theme};
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
mod pies;
mod png;
mod svg;
mod theme;
mod writing;

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
pub use pies::{Pie, Pies};
pub use theme::{Rgba, Theme};
pub use writing::Writing;

pub(crate) use self::png::outlines;
pub(crate) use self::svg::escaped;
use self::theme::Colors;

/// The words of a figure, in the language of whoever looks at it. Empty ones take no room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// What the figure shows.
    pub title: String,
    /// What runs from left to right, with its unit.
    pub x: String,
    /// What runs upwards, or what the colours mean, with its unit.
    pub y: String,
    /// A remark below: how many games, what the bands are.
    pub note: String,
    /// How numbers are written.
    pub writing: Writing,
}

/// Something to look at.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// Lines with bands: by move number, by depth, by generation.
    Lines(Lines),
    /// One line around zero with marks: the course of a game.
    Course(Course),
    /// Groups of bars with error bars.
    Bars(Bars),
    /// A table of colours: squares, weights.
    Heat(Heat),
    /// Tables of words in cells of several colours: boards, genomes.
    Cells(Cells),
    /// Shares of a whole, one or several times.
    Pies(Pies),
    /// A table whose rows have a value and its uncertainty: Elo.
    Intervals(Intervals),
}

impl Figure {
    /// The figure as an SVG file.
    pub fn svg(&self, theme: Theme) -> String {
        svg::write(&self.draw(theme), &self.labels().title, &self.in_words())
    }

    /// The figure as a PNG file, that many times as large as the SVG says.
    pub fn png(&self, theme: Theme, scale: f32) -> Vec<u8> {
        png::paint(&self.draw(theme), scale)
    }

    /// Its words.
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

    /// The same figure without its title, for a page that prints the title as a caption.
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

    /// The shapes of the figure.
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

    /// What is read aloud to who cannot see the figure.
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

/// Sizes that all figures share, in pixels of an SVG at its own size.
const WIDTH: f64 = 720.0;
const MARGIN: f64 = 16.0;
const TITLE_TEXT: f64 = 17.0;
const TEXT: f64 = 13.0;
const SMALL_TEXT: f64 = 11.5;
/// From one line of text to the next.
const LEADING: f64 = 1.4;

/// Writes the title, settles how numbers are written, and returns where the rest may begin.
fn heading(canvas: &mut Canvas, colors: &Colors, labels: &Labels) -> f64 {
    canvas.writing = labels.writing;
    let mut y = MARGIN;
    for line in canvas::wrapped(&labels.title, TITLE_TEXT, canvas.width - 2.0 * MARGIN) {
        y += TITLE_TEXT;
        canvas.text((MARGIN, y), canvas::Anchor::Start, TITLE_TEXT, colors.ink, &line);
        y += TITLE_TEXT * (LEADING - 1.0);
    }
    y + 4.0
}

/// Writes the remark below everything and gives the canvas its height.
fn footing(canvas: &mut Canvas, colors: &Colors, labels: &Labels, mut y: f64) {
    for line in canvas::wrapped(&labels.note, SMALL_TEXT, canvas.width - 2.0 * MARGIN) {
        y += SMALL_TEXT * LEADING;
        canvas.text((MARGIN, y), canvas::Anchor::Start, SMALL_TEXT, colors.faint, &line);
    }
    canvas.height = y + MARGIN;
}
