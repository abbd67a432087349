//! `othellier players` and `othellier evaluators`: lists of all players and evaluators with their options.

use othellier_board::Eight;
use othellier_locale::catalogue_text;
use othellier_play::{NamedLevel, catalogue};
use othellier_spec::{Description, Key};
use othellier_wire::{Entry, EntryList};

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

pub(crate) fn run(common: Common) -> Result<(), CliError> {
    let entries = catalogue::<Eight>();
    list(
        common,
        |players| EntryList::Players { players },
        entries.iter().map(|entry| entry.description),
    )
}

pub(crate) fn run_evaluators(common: Common) -> Result<(), CliError> {
    let entries = othellier_eval::catalogue::<Eight>();
    list(
        common,
        |evaluators| EntryList::Evaluators { evaluators },
        entries.iter().map(|entry| entry.description),
    )
}

/// Lists the entries of a catalogue.
fn list(
    common: Common,
    listing: fn(Vec<Entry>) -> EntryList,
    offered: impl Iterator<Item = Description>,
) -> Result<(), CliError> {
    let offered: Vec<Description> = offered.collect();
    if common.json {
        let entries = offered.iter().map(|description| {
            let level = NamedLevel::named(description.name);
            Entry::new(description, level.map(|level| level.spec), othellier_locale::french)
        });
        return output::json(&listing(entries.collect()));
    }
    let width = offered.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for Description { name, about, keys } in offered {
        output::line(&format!("{name:width$}  {}", catalogue_text(common.lang, about)))?;
        if let Some(level) = NamedLevel::named(name) {
            output::line(&format!("{:width$}    = {}", "", level.spec))?;
        }
        for Key { name, default, about } in keys {
            let (key, about) = (format!("{name}={default}"), catalogue_text(common.lang, about));
            output::line(&format!("{:width$}    {key:<18} {about}", ""))?;
        }
    }
    Ok(())
}
