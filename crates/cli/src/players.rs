//! `othellier players`: everyone who can take a seat.

use othellier_board::Eight;
use othellier_play::catalogue;
use serde::Serialize;

use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::lang::Lang;
use crate::output;

#[derive(Serialize)]
struct Listing {
    #[serde(rename = "type")]
    kind: &'static str,
    players: Vec<Player>,
}

#[derive(Serialize)]
struct Player {
    name: &'static str,
    about: &'static str,
    keys: Vec<Key>,
}

#[derive(Serialize)]
struct Key {
    name: &'static str,
    default: &'static str,
    about: &'static str,
}

/// Lists the players.
pub(crate) fn run(common: Common) -> Result<(), Complaint> {
    let players = listing(common.lang);
    if common.json {
        return output::json(&Listing { kind: "players", players });
    }
    let width = players.iter().map(|player| player.name.len()).max().unwrap_or(0);
    for player in players {
        output::line(&format!("{:width$}  {}", player.name, player.about))?;
        for key in player.keys {
            output::line(&format!("{:width$}    {}={}  {}", "", key.name, key.default, key.about))?;
        }
    }
    Ok(())
}

fn listing(lang: Lang) -> Vec<Player> {
    let key = |key: &othellier_spec::Key| Key {
        name: key.name,
        default: key.default,
        about: lang.words(key.about),
    };
    catalogue::<Eight>()
        .iter()
        .map(|entry| Player {
            name: entry.description.name,
            about: lang.words(entry.description.about),
            keys: entry.description.keys.iter().map(key).collect(),
        })
        .collect()
}
