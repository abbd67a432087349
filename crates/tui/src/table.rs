//! Tables of text as aligned lines.

/// A table of text: columns are left-aligned, except that columns of numbers are right-aligned.
pub struct TextTable {
    title: String,
    rows: Vec<Vec<String>>,
    /// Whether the columns after the first are numbers.
    numbers: bool,
}

impl TextTable {
    pub fn new(title: String) -> TextTable {
        TextTable { title, rows: Vec::new(), numbers: false }
    }

    /// A table whose columns after the first are numbers.
    pub fn of_numbers(title: String) -> TextTable {
        TextTable { numbers: true, ..TextTable::new(title) }
    }

    /// Adds a row of cells.
    pub fn cells(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Adds a row of a label and a text.
    pub fn row(&mut self, label: String, text: impl Into<String>) {
        self.rows.push(vec![label, text.into()]);
    }

    /// The formatted lines, without trailing spaces.
    pub fn lines(&self) -> Vec<String> {
        let mut widths = Widths::default();
        self.rows.iter().for_each(|row| widths.widen(row));
        let title = Some(self.title.clone()).filter(|title| !title.is_empty());
        let lines = self.rows.iter().map(|row| widths.line(row, self.numbers));
        title.into_iter().chain(lines).collect()
    }
}

/// The width of each column: that of its widest cell so far. Each cell is measured once.
#[derive(Default)]
struct Widths(Vec<usize>);

impl Widths {
    fn widen(&mut self, row: &[String]) {
        self.0.resize(self.0.len().max(row.len()), 0);
        for (width, cell) in self.0.iter_mut().zip(row) {
            *width = (*width).max(measured(cell));
        }
    }

    fn line(&self, row: &[String], numbers: bool) -> String {
        let cells =
            row.iter().zip(&self.0).enumerate().map(|(column, (cell, &width))| match column {
                1.. if numbers => format!("{cell:>width$}"),
                _ => format!("{cell:width$}"),
            });
        let line = format!("  {}", cells.collect::<Vec<_>>().join("  "));
        line.trim_end().to_owned()
    }
}

/// The number of characters of a cell.
fn measured(cell: &str) -> usize {
    #[cfg(test)]
    tests::MEASURED.with(|count| count.set(count.get() + 1));
    cell.chars().count()
}

/// A table of any length that comes block by block: the columns of a block are as wide as its
/// widest cells and those of earlier blocks. A table of one block looks like a [`TextTable`].
#[derive(Default)]
pub struct GrowingTable {
    waiting: Vec<Vec<String>>,
    widths: Widths,
}

/// The number of rows of a block.
const BLOCK: usize = 500;

impl GrowingTable {
    /// Adds a row, and returns the lines of the block when it is full.
    #[must_use]
    pub fn push(&mut self, row: Vec<String>) -> Vec<String> {
        self.waiting.push(row);
        if self.waiting.len() < BLOCK { Vec::new() } else { self.finish() }
    }

    /// The lines of the last block.
    #[must_use]
    pub fn finish(&mut self) -> Vec<String> {
        let rows = std::mem::take(&mut self.waiting);
        rows.iter().for_each(|row| self.widths.widen(row));
        rows.iter().map(|row| self.widths.line(row, false)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_left_aligned_and_numbers_right_aligned() {
        let mut table = TextTable::new("Title".to_owned());
        table.row("é".to_owned(), "x");
        table.row("label".to_owned(), "text");
        assert_eq!(table.lines(), ["Title", "  é      x", "  label  text"]);
        let rows = [["", "A", "B"], ["nodes", "1 000", "7"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        let table = TextTable { title: String::new(), rows, numbers: true };
        assert_eq!(table.lines(), ["             A  B", "  nodes  1 000  7"]);
    }

    thread_local! {
        /// The number of cells measured by this thread.
        pub(super) static MEASURED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    /// The work is linear: each cell is measured once, however many rows there are.
    #[test]
    fn a_long_table_is_measured_once() {
        let mut table = TextTable::new(String::new());
        let mut rows = GrowingTable::default();
        for number in 0..400 {
            let row = vec![number.to_string(), "Tamenori".to_owned(), "x".repeat(number % 7)];
            table.cells(row.clone());
            assert!(rows.push(row).is_empty());
        }
        MEASURED.set(0);
        assert_eq!((table.lines().len(), MEASURED.get()), (400, 1200));
        MEASURED.set(0);
        assert_eq!((rows.finish().len(), MEASURED.get()), (400, 1200));
    }

    #[test]
    fn a_growing_table_looks_like_a_text_table() {
        let row = |number: usize| vec![number.to_string(), "a".to_owned(), "é".repeat(number)];
        let (mut table, mut rows) = (TextTable::new(String::new()), GrowingTable::default());
        for number in 8..12 {
            table.cells(row(number));
            rows.waiting.push(row(number));
        }
        assert_eq!(rows.finish(), table.lines());
        // Later blocks are at least as wide as earlier ones.
        rows.waiting.push(row(1));
        assert_eq!(rows.finish(), ["  1   a  é"]);
        assert!(rows.finish().is_empty());
    }
}
