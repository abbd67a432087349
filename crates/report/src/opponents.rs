//! Notes on the games of a part: whether an external engine played, and how many of the games
//! differ.

use std::collections::{BTreeMap, HashSet};

use othellier_measure::experiment::{Arm, GamesPart, Row};
use othellier_spec::Spec;

use crate::words::{Words, tr};

/// The notes on a part with games.
pub(super) fn about(
    words: &dyn Words,
    part: &GamesPart,
    arms: &[Arm],
    rows: &[Row],
) -> Vec<String> {
    engines(words, part, arms).into_iter().chain(variety(words, part, rows)).collect()
}

/// One sentence for each engine that plays as a separate process. This program as an engine must
/// not be mistaken for another one.
fn engines(words: &dyn Words, part: &GamesPart, arms: &[Arm]) -> Vec<String> {
    let players = arms.iter().flat_map(|arm| [Some(&arm.player), arm.opponent.as_ref()]).flatten();
    let mut seen: Vec<&Spec> = Vec::new();
    for spec in players.filter(|spec| matches!(spec.name.as_str(), "gtp" | "nboard")) {
        if !seen.contains(&spec) {
            seen.push(spec);
        }
    }
    let choosable = part.grid.contains_key("engine");
    let sentence = |spec: &Spec| {
        let command = spec.option("cmd").unwrap_or_default();
        let protocol = if spec.name == "gtp" { "GTP" } else { "NBoard" };
        let ourselves = command.split_whitespace().next() == Some("othellier");
        let said = if ourselves {
            tr!(words, "lab-engine-ourselves", command = command, protocol = protocol)
        } else {
            tr!(words, "lab-engine-outside", command = command, protocol = protocol)
        };
        if ourselves && choosable {
            format!("{said} {}", words.text("lab-engine-choose"))
        } else {
            said
        }
    };
    seen.into_iter().map(sentence).collect()
}

/// How many games differ, if all begin at the start position.
fn variety(words: &dyn Words, part: &GamesPart, rows: &[Row]) -> Option<String> {
    if part.random_plies > 0 || part.openings.is_some() {
        return None;
    }
    let mut games: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for row in rows {
        if let Row::Game(game) = row
            && game.part == part.name
        {
            games.entry(game.arm).or_default().push(&game.moves);
        }
    }
    let distinct = |moves: &Vec<&str>| moves.iter().collect::<HashSet<_>>().len();
    let most = games.values().map(Vec::len).max()?;
    let least_distinct = games.values().map(distinct).min()?;
    let most_distinct = games.values().map(distinct).max()?;
    Some(match (least_distinct == most_distinct, most) {
        (_, 1) => return None,
        (true, _) => {
            tr!(words, "lab-variety-same", games = most, distinct = least_distinct)
        }
        (false, _) => tr!(
            words,
            "lab-variety-range",
            games = most,
            least = least_distinct,
            most = most_distinct
        ),
    })
}
