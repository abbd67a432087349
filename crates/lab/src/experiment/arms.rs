//! Grids of players become players.

use std::collections::BTreeMap;

use othellier_spec::Spec;

use super::parts::Grid;

/// One of the things that are compared: a player, and whom it meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The player with all that the grid gave it.
    pub player: Spec,
    /// Whom it plays, in games.
    pub opponent: Option<Spec>,
    /// What the grid gave it, by key.
    pub settings: BTreeMap<String, String>,
    /// What tells it from the other arms of its part.
    pub name: String,
    /// The player as it was written, before the grid gave it anything.
    template: String,
}

impl Arm {
    /// The player without the options that this key of the grid gave it: the same for all arms that
    /// differ in nothing else.
    pub fn without(&self, key: &str) -> Spec {
        let mut settings = self.settings.clone();
        settings.remove(key);
        let open = format!("{{{key}}}");
        let spec = filled(&self.template, &settings).parse();
        let mut spec = spec.unwrap_or_else(|_| self.player.clone());
        spec.options.retain(|(_, value)| !value.contains(&open));
        spec
    }

    /// The arms of a part: every player with every combination of the values it mentions, against
    /// every opponent.
    pub(super) fn all(
        players: &[String],
        grid: &Grid,
        opponents: Option<&[String]>,
    ) -> Result<Vec<Arm>, String> {
        let unused = grid.keys().find(|key| !players.iter().any(|text| mentions(text, key)));
        if let Some(key) = unused {
            return Err(format!("no player has {{{key}}}"));
        }
        let mut arms = Vec::new();
        for text in players {
            for settings in combinations(text, grid)? {
                let player = parsed(&filled(text, &settings))?;
                let opponents = opponents.map_or(Ok(vec![None]), |opponents| {
                    opponents.iter().map(|text| parsed(text).map(Some)).collect()
                })?;
                for opponent in opponents {
                    let (player, settings) = (player.clone(), settings.clone());
                    let template = text.clone();
                    arms.push(Arm { player, opponent, settings, name: String::new(), template });
                }
            }
        }
        let names = short_names(&arms.iter().map(|arm| arm.player.clone()).collect::<Vec<_>>());
        let met: Vec<Spec> = arms.iter().filter_map(|arm| arm.opponent.clone()).collect();
        let met = short_names(&met);
        for (index, (arm, name)) in arms.iter_mut().zip(names).enumerate() {
            arm.name = match met.get(index).filter(|_| opponents.is_some_and(|o| o.len() > 1)) {
                Some(opponent) => format!("{name} – {opponent}"),
                None => name,
            };
        }
        Ok(arms)
    }
}

/// Names that tell specs apart and no more: the options that differ, with the name of the player
/// where that differs too.
pub fn short_names(specs: &[Spec]) -> Vec<String> {
    let Some(first) = specs.first() else { return Vec::new() };
    let same_player = specs.iter().all(|spec| spec.name == first.name);
    let differs = |key: &str| {
        let of_first = first.option(key);
        specs.iter().any(|spec| spec.option(key) != of_first)
    };
    let bare = |spec: &Spec| spec.options.iter().all(|(key, _)| !differs(key));
    let options_alone = same_player && !specs.iter().any(bare);
    let name = |spec: &Spec| {
        let options: Vec<String> = spec
            .options
            .iter()
            .filter(|(key, _)| differs(key))
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        match (options_alone, options.is_empty()) {
            (_, true) => spec.name.clone(),
            (true, false) => options.join(", "),
            (false, false) => format!("{} ({})", spec.name, options.join(", ")),
        }
    };
    specs.iter().map(name).collect()
}

fn parsed(text: &str) -> Result<Spec, String> {
    text.parse().map_err(|error| format!("`{text}`: {error}"))
}

fn mentions(text: &str, key: &str) -> bool {
    text.contains(&format!("{{{key}}}"))
}

fn filled(text: &str, settings: &BTreeMap<String, String>) -> String {
    settings
        .iter()
        .fold(text.to_owned(), |text, (key, value)| text.replace(&format!("{{{key}}}"), value))
}

/// Every combination of the values that a text mentions.
fn combinations(text: &str, grid: &Grid) -> Result<Vec<BTreeMap<String, String>>, String> {
    let mut all = vec![BTreeMap::new()];
    for (key, values) in grid.iter().filter(|(key, _)| mentions(text, key)) {
        let mut more = Vec::new();
        for settings in &all {
            for value in values {
                let mut settings = settings.clone();
                settings.insert(key.clone(), shown(value)?);
                more.push(settings);
            }
        }
        all = more;
    }
    Ok(all)
}

fn shown(value: &toml::Value) -> Result<String, String> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        other => Err(format!("`{other}` cannot stand in a grid; expected a number or a text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn a_grid_becomes_players() {
        let players = ["alphabeta(depth={depth}, order={order})".to_owned(), "random".to_owned()];
        let grid = grid("depth = [1, 2]\norder = [\"none\", \"static\"]");
        let arms = Arm::all(&players, &grid, Some(&["level-1".to_owned()])).unwrap();
        let names: Vec<_> = arms.iter().map(|arm| arm.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "alphabeta (depth=1, order=none)",
                "alphabeta (depth=1, order=static)",
                "alphabeta (depth=2, order=none)",
                "alphabeta (depth=2, order=static)",
                "random"
            ]
        );
        assert_eq!(arms[2].settings["depth"], "2");
        assert!(arms[4].settings.is_empty());
        assert_eq!(arms[2].without("depth").to_string(), "alphabeta(order=none)");
    }

    #[test]
    fn names_say_what_differs() {
        let specs = ["pvs(depth=3, eval=discs)", "pvs(depth=3, eval=mixed)"];
        let specs = specs.map(|text| text.parse().unwrap());
        assert_eq!(short_names(&specs), ["eval=discs", "eval=mixed"]);
        assert_eq!(short_names(&specs[..1]), ["pvs"]);
    }

    #[test]
    fn what_nobody_uses_is_refused() {
        let players = ["random".to_owned()];
        assert_eq!(
            Arm::all(&players, &grid("depth = [1]"), None),
            Err("no player has {depth}".to_owned())
        );
        assert!(Arm::all(&["alphabeta(".to_owned()], &Grid::new(), None).is_err());
    }
}
