//! `othellier evaluators`: everything that can judge a board.

use othellier_board::Eight;
use othellier_eval::catalogue;

use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::players::list;

/// Lists the evaluators.
pub(crate) fn run(common: Common) -> Result<(), Complaint> {
    let entries = catalogue::<Eight>();
    list(common, "evaluators", entries.iter().map(|entry| entry.description))
}
