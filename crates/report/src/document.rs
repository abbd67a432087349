//! A report, independent of its format.

use crate::chart::Figure;

/// A block of a report.
pub enum Block {
    /// A heading; level 1 is the title of the report.
    Heading(u8, String),
    Paragraph(String),
    /// A header row, then the others.
    Table(Vec<Vec<String>>),
    /// A figure with its file name.
    Figure(String, Box<Figure>),
    /// A command or a file, verbatim.
    Code(String),
    /// Pictures side by side (SVG), each with its caption.
    Pictures(Vec<(String, String)>),
    Contents,
}

/// A report from top to bottom.
#[derive(Default)]
pub struct Document {
    /// The blocks in their order.
    pub blocks: Vec<Block>,
}

impl Document {
    pub fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.blocks.push(Block::Heading(level, text.into()));
    }

    /// Adds a paragraph, if it is not empty.
    pub fn paragraph(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.blocks.push(Block::Paragraph(text));
        }
    }

    /// Adds a table, unless it has only a header.
    pub fn table(&mut self, rows: Vec<Vec<String>>) {
        if rows.len() > 1 {
            self.blocks.push(Block::Table(without_empty_columns(rows)));
        }
    }

    /// Adds a table of contents.
    pub fn contents(&mut self) {
        self.blocks.push(Block::Contents);
    }

    /// Adds a command or a file, verbatim.
    pub fn code(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Code(text.into()));
    }

    /// Adds pictures side by side, each with its caption.
    pub fn pictures(&mut self, pictures: Vec<(String, String)>) {
        self.blocks.push(Block::Pictures(pictures));
    }

    /// Adds a figure with its file name.
    pub fn figure(&mut self, id: String, figure: Figure) {
        self.blocks.push(Block::Figure(id, Box::new(figure)));
    }

    /// The title of the report.
    pub fn title(&self) -> &str {
        let title = self.blocks.iter().find_map(|block| match block {
            Block::Heading(1, text) => Some(text.as_str()),
            _ => None,
        });
        title.unwrap_or_default()
    }

    /// The chapters, with the indices of their blocks.
    pub fn chapters(&self) -> impl Iterator<Item = (usize, &str)> {
        self.blocks.iter().enumerate().filter_map(|(index, block)| match block {
            Block::Heading(2, text) => Some((index, text.as_str())),
            _ => None,
        })
    }

    /// The figures with their file names.
    pub fn figures(&self) -> impl Iterator<Item = (&str, &Figure)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure(id, figure) => Some((id.as_str(), &**figure)),
            _ => None,
        })
    }
}

/// The file name of a picture, by the index of its block and its number there.
pub(super) fn picture_id(block: usize, number: usize) -> String {
    format!("picture-{block}-{number}")
}

/// For each column of a table, whether it is left-aligned: the first, and those with text.
pub(super) fn left_aligned(rows: &[Vec<String>]) -> Vec<bool> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let number = |cell: &String| cell.is_empty() || cell.starts_with(NUMBERS);
    let numbers = |column: usize| rows.iter().skip(1).filter_map(|row| row.get(column)).all(number);
    (0..count).map(|column| column == 0 || !numbers(column)).collect()
}

/// First characters of numbers, and the dash for a missing number.
const NUMBERS: &[char] =
    &['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '-', '−', '–', '<', '>', '≈', '±'];

/// Removes the columns that are empty except for the header.
fn without_empty_columns(rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let said = |column: usize| {
        let cells = rows[1..].iter().filter_map(|row| row.get(column));
        cells.into_iter().any(|cell| !cell.is_empty() && cell != "–")
    };
    let kept: Vec<bool> = (0..rows[0].len()).map(said).collect();
    let keep = |row: Vec<String>| {
        row.into_iter().zip(&kept).filter(|(_, kept)| **kept).map(|(cell, _)| cell).collect()
    };
    rows.into_iter().map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_left_aligned_and_numbers_right_aligned() {
        let row = |cells: [&str; 5]| cells.map(str::to_owned).to_vec();
        let rows = [
            row(["player", "phase", "score", "Elo", "note"]),
            row(["1st", "opening", "84.0 %", "> +407", "–"]),
            row(["2nd", "8", "–", "−3 ± 2", "chance"]),
        ];
        assert_eq!(left_aligned(&rows), [true, true, false, false, true]);
    }
}
