//! A table of labels and numbers as aligned lines.

/// A table whose columns after the first are right-aligned numbers.
pub(crate) struct NumberTable {
    title: String,
    rows: Vec<Vec<String>>,
}

impl NumberTable {
    pub(crate) fn new(title: String) -> NumberTable {
        NumberTable { title, rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn cells(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The title and the rows.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut widths: Vec<usize> = Vec::new();
        for row in &self.rows {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
            });
            format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
        };
        std::iter::once(self.title.clone()).chain(self.rows.iter().map(line)).collect()
    }
}
