//! `othellier evaluators`: lists all evaluators with their options.

use othellier_board::Eight;
use othellier_eval::catalogue;

use crate::arguments::Common;
use crate::error::CliError;
use crate::players::list;

/// Lists the evaluators.
pub(crate) fn run(common: Common) -> Result<(), CliError> {
    let entries = catalogue::<Eight>();
    list(common, "evaluators", entries.iter().map(|entry| entry.description))
}
