//! `othellier lab list`: the built-in experiments.

use othellier_lab::experiment::{Experiment, builtin};
use othellier_locale::tr;
use serde::Serialize;

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

#[derive(Serialize)]
struct Listed<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'a str,
    title: &'a str,
    question: &'a str,
    /// Needed features that this version lacks; empty if it can be run.
    waits_for: Vec<&'a str>,
}

/// Lists the experiments.
pub(super) fn run(common: Common) -> Result<(), CliError> {
    let widest = builtin::ALL.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, text) in builtin::ALL {
        let experiment = Experiment::read(text).map_err(CliError::usage)?;
        let title = experiment.title.tagged(common.lang.code());
        let waits_for = experiment.missing();
        if common.json {
            let question = experiment.question.tagged(common.lang.code());
            output::json(&Listed { kind: "experiment", name, title, question, waits_for })?;
            continue;
        }
        let waits = match waits_for.is_empty() {
            true => String::new(),
            false => tr!(common.lang, "lab-list-waits", needs = waits_for.join(", ")),
        };
        output::line(format!("{name:widest$}  {title}  {waits}").trim_end())?;
    }
    Ok(())
}
