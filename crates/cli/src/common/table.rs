//! Tables of text on standard output.

use othellier_tui::table::TextTable;

use super::error::CliError;
use super::output;

pub(crate) fn print(table: &TextTable) -> Result<(), CliError> {
    output::lines(&table.lines())
}
