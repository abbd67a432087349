//! Table layout: column widths and row positions.

use super::fonts::{Breaking, Fonts, Style};
use super::layout::{Element, INK, LEADING, Layout, WIDTH};
use crate::document::left_aligned;

/// The font sizes that are tried until a table fits the page, in points.
const SIZES: [f32; 6] = [9.0, 8.5, 8.0, 7.5, 7.0, 6.5];
/// The gap between two columns, relative to the font size.
const BETWEEN: f32 = 1.1;
/// The padding above and below a row, together.
const PADDING: f32 = 3.6;
/// Columns with longer cells are text, whose cells may be wrapped.
const WORDS: usize = 34;

/// The column layout of a table.
struct Columns {
    size: f32,
    widths: Vec<f32>,
    left_aligned: Vec<bool>,
}

/// The layout of a table that fits the page: the font size in points, and for each column its share
/// of the width and whether it is left-aligned.
pub(crate) struct ColumnShares {
    pub(crate) size: f32,
    pub(crate) shares: Vec<(f32, bool)>,
}

/// Places a table; the first row is the header.
pub(super) fn place(layout: &mut Layout<'_>, rows: &[Vec<String>]) {
    let cells = rows.iter().map(|row| row.iter().map(|cell| layout.set(cell)).collect());
    let rows: Vec<Vec<String>> = cells.collect();
    let columns = columns(layout.fonts, &rows);
    let between = columns.size * BETWEEN;
    let gaps = columns.widths.len().saturating_sub(1) as f32;
    let width = columns.widths.iter().sum::<f32>() + between * gaps;
    let set: Vec<Row> = rows.iter().enumerate().map(|row| columns.row(layout.fonts, row)).collect();
    let Some((head, body)) = set.split_first() else { return };
    let first: f32 = body.iter().take(2).map(|row| row.height).sum();
    layout.need(head.height + first + 8.0);
    let mut leaves = vec![place_head(layout, &columns, head, width, true)];
    for row in body {
        if !layout.fits(row.height + 2.0) {
            layout.rule(width, 0.4);
            layout.new_page();
            place_head(layout, &columns, head, width, false);
        }
        leaves.push(place_row(layout, &columns, row, true));
    }
    layout.rule(width, 0.8);
    layout.y += 12.0;
    layout.elements.push(Element::Table(leaves));
}

fn place_head(
    layout: &mut Layout<'_>,
    columns: &Columns,
    head: &Row,
    width: f32,
    first: bool,
) -> Vec<usize> {
    layout.rule(width, 0.8);
    let leaves = place_row(layout, columns, head, first);
    layout.rule(width, 0.5);
    leaves
}

/// Places a row and returns its leaves; a repeated header has none.
fn place_row(layout: &mut Layout<'_>, columns: &Columns, row: &Row, meant: bool) -> Vec<usize> {
    let size = columns.size;
    let mut leaves = Vec::new();
    let mut left = 0.0;
    for (column, lines) in row.cells.iter().enumerate() {
        let leaf = meant.then(|| layout.leaf());
        leaves.extend(leaf);
        let width = columns.widths[column];
        // Headers are bottom-aligned, cells top-aligned.
        let blank = if row.style == Style::Bold { row.lines - lines.len() } else { 0 };
        for (index, line) in lines.iter().enumerate() {
            let short = width - layout.fonts.width(row.style, size, line);
            let x = left + if columns.left_aligned[column] { 0.0 } else { short };
            let y = layout.y + PADDING / 2.0 + size + (blank + index) as f32 * size * LEADING;
            let line = if index + 1 < lines.len() { format!("{line} ") } else { line.clone() };
            layout.text(leaf, (x, y), (row.style, size, INK), &line);
        }
        left += width + size * BETWEEN;
    }
    layout.y += row.height;
    leaves
}

/// The share of the width that each column takes, with its gap.
pub(super) fn shares(fonts: &Fonts, rows: &[Vec<String>]) -> ColumnShares {
    let Columns { size, widths, left_aligned } = columns(fonts, rows);
    let between = size * BETWEEN;
    let share = |width: &f32| (width + between) / (WIDTH + between);
    let shares = widths.iter().map(share).zip(left_aligned).collect();
    ColumnShares { size, shares }
}

/// A row of wrapped cells.
struct Row {
    style: Style,
    cells: Vec<Vec<String>>,
    lines: usize,
    height: f32,
}

impl Columns {
    fn row(&self, fonts: &Fonts, (index, row): (usize, &Vec<String>)) -> Row {
        let style = style(index);
        let wrapped =
            |(cell, &width): (&String, &f32)| fonts.wrapped(style, self.size, cell, width);
        let cells: Vec<Vec<String>> = row.iter().zip(&self.widths).map(wrapped).collect();
        let lines = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let height = lines as f32 * self.size * LEADING + PADDING;
        Row { style, cells, lines, height }
    }
}

fn style(row: usize) -> Style {
    if row == 0 { Style::Bold } else { Style::Text }
}

/// The largest font size at which the table fits the page, with numbers on one line.
fn columns(fonts: &Fonts, rows: &[Vec<String>]) -> Columns {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let long = |column: usize| {
        rows[1..].iter().filter_map(|row| row.get(column)).any(|c| c.chars().count() > WORDS)
    };
    let words: Vec<bool> = (0..count).map(long).collect();
    let left_aligned = left_aligned(rows);
    for breaking in [Breaking::AtSpaces, Breaking::AfterSigns] {
        for size in SIZES {
            let room = WIDTH - size * BETWEEN * count.saturating_sub(1) as f32;
            let [least, most] = bounds(fonts, rows, &words, size, breaking);
            if least.iter().sum::<f32>() <= room {
                return Columns { size, widths: shared(room, &least, &most), left_aligned };
            }
        }
    }
    // Even the smallest size does not fit: shrink every column in proportion.
    let size = SIZES[SIZES.len() - 1];
    let room = WIDTH - size * BETWEEN * count.saturating_sub(1) as f32;
    let [least, _] = bounds(fonts, rows, &words, size, Breaking::AfterSigns);
    let whole = least.iter().sum::<f32>();
    let widths = least.iter().map(|width| width / whole * room).collect();
    Columns { size, widths, left_aligned }
}

/// For each column, its minimum and its maximum width.
fn bounds(
    fonts: &Fonts,
    rows: &[Vec<String>],
    words: &[bool],
    size: f32,
    breaking: Breaking,
) -> [Vec<f32>; 2] {
    let of_column = |column: usize| {
        let (mut least, mut most) = (0.0_f32, 0.0_f32);
        for (index, row) in rows.iter().enumerate() {
            let Some(cell) = row.get(column) else { continue };
            let style = style(index);
            let whole = fonts.width(style, size, cell);
            let breaks = index == 0 || words[column] || column == 0;
            let breaking = if words[column] { Breaking::AfterSigns } else { breaking };
            let narrow = if breaks { fonts.narrowest(style, size, cell, breaking) } else { whole };
            let narrow = if words[column] { narrow.max(whole.min(8.0 * size)) } else { narrow };
            (least, most) = (least.max(narrow), most.max(whole));
        }
        (least, most)
    };
    let (least, most) = (0..words.len()).map(of_column).unzip();
    [least, most]
}

/// Distributes the width: each column gets its minimum, and a share of the rest in proportion to
/// what it lacks.
fn shared(room: f32, least: &[f32], most: &[f32]) -> Vec<f32> {
    let (needed, wanted) = (least.iter().sum::<f32>(), most.iter().sum::<f32>());
    let part = if wanted > needed { ((room - needed) / (wanted - needed)).min(1.0) } else { 0.0 };
    least.iter().zip(most).map(|(least, most)| least + part * (most - least)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: usize, cell: &str) -> Vec<Vec<String>> {
        let mut cells = vec![cell.to_owned(); columns];
        cells[0] = "player".to_owned();
        vec![vec!["name of it".to_owned(); columns], cells]
    }

    #[test]
    fn every_table_fits_the_page_and_numbers_stay_on_one_line() {
        let fonts = Fonts::new();
        let long =
            "a player with many options, one after the other, and a long file name at the end";
        for (count, cell) in [(1, "x"), (5, "12 345"), (14, "12.5 ms"), (4, long), (40, "12 345")] {
            let rows = table(count, cell);
            let columns = columns(&fonts, &rows);
            let gaps = columns.size * BETWEEN * (count - 1) as f32;
            let width = columns.widths.iter().sum::<f32>() + gaps;
            assert!(width <= WIDTH + 0.1, "{count} × {cell}: {width}");
            let row = columns.row(&fonts, (1, &rows[1]));
            assert_eq!(row.lines == 1, count < 40 && cell != long, "{count} × {cell}");
        }
    }
}
