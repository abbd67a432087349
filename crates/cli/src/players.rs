//! `othellier players`: lists all players with their options.

use std::collections::BTreeMap;

use othellier_board::Eight;
use othellier_locale::catalogue_text;
use othellier_play::{NamedLevel, catalogue};
use othellier_spec::Description;
use serde::Serialize;

use crate::arguments::Common;
use crate::error::CliError;
use crate::output;

#[derive(Serialize)]
struct Listing {
    #[serde(rename = "type")]
    kind: &'static str,
    /// The list, under the name of its kind.
    #[serde(flatten)]
    listed: BTreeMap<&'static str, Vec<Entry>>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    about: String,
    /// The search that `level-N` stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_for: Option<&'static str>,
    keys: Vec<Key>,
}

#[derive(Serialize)]
struct Key {
    name: &'static str,
    default: &'static str,
    about: String,
}

/// Lists the players.
pub(crate) fn run(common: Common) -> Result<(), CliError> {
    let entries = catalogue::<Eight>();
    list(common, "players", entries.iter().map(|entry| entry.description))
}

/// Lists the entries of a catalogue.
pub(crate) fn list(
    common: Common,
    kind: &'static str,
    offered: impl Iterator<Item = Description>,
) -> Result<(), CliError> {
    let entries: Vec<Entry> = offered.map(|description| entry(common, description)).collect();
    if common.json {
        return output::json(&Listing { kind, listed: [(kind, entries)].into() });
    }
    let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for Entry { name, about, stands_for, keys } in entries {
        output::line(&format!("{name:width$}  {about}"))?;
        if let Some(spec) = stands_for {
            output::line(&format!("{:width$}    = {spec}", ""))?;
        }
        for Key { name, default, about } in keys {
            output::line(&format!("{:width$}    {:<18} {about}", "", format!("{name}={default}")))?;
        }
    }
    Ok(())
}

fn entry(common: Common, Description { name, about, keys }: Description) -> Entry {
    let key = |key: &othellier_spec::Key| Key {
        name: key.name,
        default: key.default,
        about: catalogue_text(common.lang, key.about),
    };
    Entry {
        name,
        about: catalogue_text(common.lang, about),
        stands_for: NamedLevel::named(name).map(|level| level.spec),
        keys: keys.iter().map(key).collect(),
    }
}
