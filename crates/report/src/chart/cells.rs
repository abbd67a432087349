//! Tables of coloured cells with text: a board whose squares are numbered or belong to zones;
//! genomes before and after a crossover.

use super::canvas::{Anchor, Canvas, Dash, wrapped};
use super::lines::legend;
use super::theme::{Colors, Rgba};
use super::{LEADING, Labels, MARGIN, SMALL_TEXT, TEXT, WIDTH, footer, heading, letters};

#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    pub labels: Labels,
    /// The names of the groups, each with its own colour.
    pub groups: Vec<String>,
    /// Side by side as long as they fit, then below each other.
    pub blocks: Vec<CellBlock>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellBlock {
    pub name: String,
    /// The column headers; may be empty.
    pub columns: Vec<String>,
    pub rows: Vec<CellRow>,
    /// Columns preceded by a dashed line through all rows.
    pub cuts: Vec<usize>,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellRow {
    /// Its label at the left.
    pub name: String,
    pub cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    pub text: String,
    /// The group that gives its colour; the background colour if `None`.
    pub group: Option<usize>,
    /// A disc under the text, black or white.
    pub disc: Option<Disc>,
    /// Whether it has a heavy frame, in addition to its colour.
    pub marked: bool,
}

/// The colour of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disc {
    Black,
    White,
}

const CELL: (f64, f64) = (38.0, 34.0);
const GAP: f64 = 24.0;
/// The minimum width, so that titles and notes fit.
const NARROWEST: f64 = 440.0;
/// The opacity of a group's colour, so that text is readable on it.
const SHARE: f64 = 0.42;

impl Cells {
    pub(super) fn draw(&self, colors: &Colors) -> Canvas {
        // One gutter for all blocks, so that columns below each other are aligned.
        let gutter = self.blocks.iter().map(CellBlock::gutter).fold(0.0, f64::max);
        let widths: Vec<f64> = self.blocks.iter().map(|block| block.width(gutter)).collect();
        let mut canvas = Canvas::new(needed(&widths).max(NARROWEST), colors.paper);
        let names: Vec<&str> = self.groups.iter().map(String::as_str).collect();
        let mut top = heading(&mut canvas, colors, &self.labels);
        let pale = colors.faded_series(SHARE);
        top = legend(&mut canvas, &pale, &names, top, false) + 8.0;
        let (mut left, mut bottom) = (MARGIN, top);
        for (block, width) in self.blocks.iter().zip(widths) {
            if left > MARGIN && left + width > canvas.width - MARGIN {
                (left, top) = (MARGIN, bottom + 12.0);
            }
            bottom = f64::max(bottom, block.draw(&mut canvas, colors, (left, top), gutter));
            left += width + GAP;
        }
        footer(&mut canvas, colors, &self.labels, bottom + 4.0);
        canvas
    }
}

/// The width of the longest row of blocks, with as many side by side as fit.
fn needed(widths: &[f64]) -> f64 {
    let (mut right, mut widest) = (MARGIN, 0.0_f64);
    for width in widths {
        if right > MARGIN && right + width > WIDTH - MARGIN {
            right = MARGIN;
        }
        widest = widest.max(right + width);
        right += width + GAP;
    }
    widest + MARGIN
}

impl CellBlock {
    /// The width of the row labels.
    fn gutter(&self) -> f64 {
        let widths = self.rows.iter().map(|row| letters::width(&row.name, SMALL_TEXT));
        match widths.fold(0.0, f64::max) {
            0.0 => 0.0,
            widest => widest + 8.0,
        }
    }

    fn width(&self, gutter: f64) -> f64 {
        let columns = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        gutter + columns as f64 * CELL.0
    }

    /// Draws the block and returns its bottom.
    fn draw(
        &self,
        canvas: &mut Canvas,
        colors: &Colors,
        (x, mut y): (f64, f64),
        gutter: f64,
    ) -> f64 {
        for line in wrapped(&self.name, TEXT, self.width(gutter)) {
            y += TEXT * LEADING;
            canvas.text((x, y), Anchor::Start, TEXT, colors.ink, &line);
        }
        let left = x + gutter;
        if self.columns.iter().any(|name| !name.is_empty()) {
            y += SMALL_TEXT * LEADING + 2.0;
            for (column, name) in self.columns.iter().enumerate() {
                let at = (left + (column as f64 + 0.5) * CELL.0, y);
                canvas.text(at, Anchor::Middle, SMALL_TEXT, colors.faint, name);
            }
        }
        let top = y + 5.0;
        for (row, at) in self.rows.iter().zip(0..) {
            let y = top + f64::from(at) * CELL.1;
            let middle = y + CELL.1 / 2.0 + SMALL_TEXT * 0.36;
            canvas.text((left - 6.0, middle), Anchor::End, SMALL_TEXT, colors.faint, &row.name);
            for (column, cell) in row.cells.iter().enumerate() {
                cell.draw(canvas, colors, (left + column as f64 * CELL.0, y));
            }
        }
        let bottom = top + self.rows.len() as f64 * CELL.1;
        for &cut in &self.cuts {
            let x = left + cut as f64 * CELL.0;
            canvas.line(vec![(x, top - 5.0), (x, bottom + 5.0)], colors.ink, 2.0, Dash::Short);
        }
        bottom
    }
}

impl Cell {
    fn draw(&self, canvas: &mut Canvas, colors: &Colors, (x, y): (f64, f64)) {
        let ground = match self.group {
            Some(group) => colors.paper.towards(colors.series(group), SHARE),
            None => colors.paper,
        };
        let (width, height) = CELL;
        canvas.rect((x, y), CELL, ground);
        let inset = if self.marked { 1.5 } else { 0.0 };
        let (right, bottom) = (x + width - inset, y + height - inset);
        let (left, top) = (x + inset, y + inset);
        // The first side is repeated so that the last corner is joined too.
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let frame = [&corners[..], &corners[..2]].concat();
        let (ink, thick) = if self.marked { (colors.ink, 3.0) } else { (colors.faint, 0.8) };
        canvas.line(frame, ink, thick, Dash::Solid);
        let center = (x + width / 2.0, y + height / 2.0);
        let (black, white) = (Rgba::hex(0x111111), Rgba::hex(0xffffff));
        let disc = self.disc.map(|disc| match disc {
            Disc::Black => (black, white),
            Disc::White => (white, black),
        });
        if let Some((fill, edge)) = disc {
            canvas.dot(center, 14.5, edge.towards(fill, 0.3));
            canvas.dot(center, 13.5, fill);
        }
        let ink = disc.map_or(colors.ink_on(ground), |(_, edge)| edge);
        let at = (center.0, center.1 + SMALL_TEXT * 0.36);
        canvas.text(at, Anchor::Middle, SMALL_TEXT, ink, &self.text);
    }
}
