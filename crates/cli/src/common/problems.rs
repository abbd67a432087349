//! Problems named on the command line.

use othellier_board::Size;
use othellier_record::problems::{NumberRanges, NumberedProblem};
use othellier_record::source::SourceName;

use super::error::CliError;

/// The problems with these numbers, or all.
pub(crate) fn select<'a, S: Size>(
    only: Option<&NumberRanges>,
    name: &SourceName,
    problems: &'a [NumberedProblem<S>],
) -> Result<Vec<&'a NumberedProblem<S>>, CliError> {
    match only {
        Some(ranges) => Ok(ranges.select(name, problems)?),
        None => Ok(problems.iter().collect()),
    }
}
