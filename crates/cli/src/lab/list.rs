//! `othellier lab list`: the built-in experiments.

use othellier_locale::tr;
use othellier_measure::experiment::{Experiment, builtin};
use othellier_wire as wire;

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

pub(super) fn run(common: Common) -> Result<(), CliError> {
    let widest = builtin::ALL.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, text) in builtin::ALL {
        let experiment = Experiment::read(text).map_err(CliError::usage)?;
        let experiment = wire::Experiment::new(&experiment, common.lang.code());
        if common.json {
            output::json(&experiment)?;
            continue;
        }
        let wire::Experiment { title, waits_for, .. } = &experiment;
        let waits = if waits_for.is_empty() {
            String::new()
        } else {
            tr!(common.lang, "lab-list-waits", needs = waits_for.join(", "))
        };
        output::line(format!("{name:widest$}  {title}  {waits}").trim_end())?;
    }
    Ok(())
}
