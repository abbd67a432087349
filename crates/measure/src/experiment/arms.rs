//! Expands grids of options into players.

use std::collections::BTreeMap;

use othellier_spec::Spec;

use super::checks::{check_count, parse_spec};
use super::parts::Grid;
use super::{Counted, PartProblem};
use crate::template::{filled, mentions};

/// One of the alternatives that are compared: a player and its opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The player with the options of the grid.
    pub player: Spec,
    pub opponent: Option<Spec>,
    /// The values of the grid, by key.
    pub settings: BTreeMap<String, String>,
    /// A name that is unique in its part: the name of its player, with the opponent if the part has
    /// several (`eval=matrix1 against eval=discs`).
    pub name: String,
    /// The short name of the player, whose results these are.
    pub player_name: String,
    /// The short name of the opponent, in games.
    pub opponent_name: Option<String>,
    /// The player as written, before the grid is applied.
    template: String,
}

impl Arm {
    /// Whether its part has several opponents, so that the player's name is not enough.
    pub fn is_meeting(&self) -> bool {
        self.name != self.player_name
    }

    /// Whether a name refers to this arm: its name, or the player as written.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name
            || !self.is_meeting() && name.parse().is_ok_and(|spec: Spec| spec == self.player)
    }

    /// The player without the options from this key of the grid: equal for all arms that differ
    /// only in that key.
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
    /// every opponent. A key in an opponent has the value of its player or, if the player does not
    /// mention it, every value.
    pub(super) fn all(
        players: &[String],
        grid: &Grid,
        opponents: Option<&[String]>,
    ) -> Result<Vec<Arm>, PartProblem> {
        let texts = players.iter().chain(opponents.into_iter().flatten());
        let unused = grid.keys().find(|key| !texts.clone().any(|text| mentions(text, key)));
        if let Some(key) = unused {
            return Err(PartProblem::UnusedKey { key: key.clone() });
        }
        let mut arms = Vec::new();
        for text in players {
            for settings in combinations(text, grid)? {
                let player = parse_spec(&filled(text, &settings))?;
                for (opponent, settings) in meetings(opponents, grid, settings)? {
                    arms.push(Arm {
                        player: player.clone(),
                        opponent,
                        settings,
                        name: String::new(),
                        player_name: String::new(),
                        opponent_name: None,
                        template: text.clone(),
                    });
                }
            }
        }
        name_all(&mut arms);
        Ok(arms)
    }
}

/// Values of a grid, by key.
type Settings = BTreeMap<String, String>;

/// The opponents of a player with these settings, each with the settings of both.
fn meetings(
    opponents: Option<&[String]>,
    grid: &Grid,
    settings: Settings,
) -> Result<Vec<(Option<Spec>, Settings)>, PartProblem> {
    let Some(opponents) = opponents else { return Ok(vec![(None, settings)]) };
    let open = grid.iter().filter(|(key, _)| !settings.contains_key(*key));
    let open: Grid = open.map(|(key, values)| (key.clone(), values.clone())).collect();
    let mut met = Vec::new();
    for text in opponents {
        for own in combinations(text, &open)? {
            let both: Settings = settings.clone().into_iter().chain(own).collect();
            met.push((Some(parse_spec(&filled(text, &both))?), both));
        }
    }
    Ok(met)
}

/// Names the arms of a part. An arm is named for its player, because the results are the player's;
/// the opponent is added if there are several.
fn name_all(arms: &mut [Arm]) {
    let players = distinct(arms.iter().map(|arm| &arm.player));
    let opponents = distinct(arms.iter().filter_map(|arm| arm.opponent.as_ref()));
    let (player_names, opponent_names) = names_of(&players, &opponents);
    let called = |specs: &[Spec], names: &[String], spec: &Spec| {
        let at = specs.iter().position(|known| known == spec);
        at.map_or_else(|| spec.to_string(), |at| names[at].clone())
    };
    for arm in arms {
        arm.player_name = called(&players, &player_names, &arm.player);
        let met = arm.opponent.as_ref();
        arm.opponent_name = met.map(|met| called(&opponents, &opponent_names, met));
        arm.name = match &arm.opponent_name {
            Some(met) if opponents.len() > 1 => format!("{} against {met}", arm.player_name),
            _ => arm.player_name.clone(),
        };
    }
}

/// Short names for players and opponents. If both are the same algorithm, as `eval=matrix1` against
/// `eval=discs`, both are named by the options that differ; names are unique.
fn names_of(players: &[Spec], opponents: &[Spec]) -> (Vec<String>, Vec<String>) {
    let akin = |player: &Spec| opponents.iter().any(|met| met.name == player.name && met != player);
    if !players.iter().any(akin) {
        return (short_names(players), short_names(opponents));
    }
    let all = distinct(players.iter().chain(opponents));
    let together = short_names(&all);
    let name = |spec: &Spec| {
        let at = all.iter().position(|known| known == spec);
        at.map_or_else(|| spec.to_string(), |at| together[at].clone())
    };
    let opponent_names: Vec<String> = opponents.iter().map(name).collect();
    let alone = short_names(players);
    let clash = |(player, name): (&Spec, &String)| {
        let met = opponents.iter().zip(&opponent_names);
        met.into_iter().any(|(met, known)| known == name && met != player)
    };
    let clear = players.len() > 1 && !players.iter().zip(&alone).any(clash);
    (if clear { alone } else { players.iter().map(name).collect() }, opponent_names)
}

fn distinct<'a>(specs: impl Iterator<Item = &'a Spec>) -> Vec<Spec> {
    let mut found: Vec<Spec> = Vec::new();
    for spec in specs {
        if !found.contains(spec) {
            found.push(spec.clone());
        }
    }
    found
}

/// The shortest names that distinguish specs: the options that differ, with the name of the player
/// if that differs too.
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

/// Every combination of the values that a text mentions.
fn combinations(text: &str, grid: &Grid) -> Result<Vec<BTreeMap<String, String>>, PartProblem> {
    let mut all = vec![BTreeMap::new()];
    for (key, values) in grid.iter().filter(|(key, _)| mentions(text, key)) {
        check_count(Counted::Players, all.len().saturating_mul(values.len()))?;
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

fn shown(value: &toml::Value) -> Result<String, PartProblem> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        other => Err(PartProblem::GridValue { value: other.to_string() }),
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

    /// An opponent has the value of its player, and all values of keys that the player does not
    /// have.
    #[test]
    fn a_grid_applies_to_opponents_too() {
        let players = ["pvs(depth={depth})".to_owned()];
        let opponents = ["pvs(depth={depth}, eval={eval})".to_owned(), "random".to_owned()];
        let grid = grid("depth = [1, 2]\neval = [\"discs\", \"mixed\"]");
        let arms = Arm::all(&players, &grid, Some(&opponents)).unwrap();
        let met: Vec<_> =
            arms.iter().map(|arm| arm.opponent.clone().unwrap().to_string()).collect();
        let of_depth = |depth: u8| {
            let of = |eval: &str| format!("pvs(depth={depth}, eval={eval})");
            [of("discs"), of("mixed"), "random".to_owned()]
        };
        assert_eq!(met, [of_depth(1), of_depth(2)].concat());
        assert_eq!(arms[1].settings["eval"], "mixed");
        assert!(!arms[2].settings.contains_key("eval"));
    }

    fn names(players: &[&str], opponents: &[&str]) -> Vec<String> {
        let [players, opponents] =
            [players, opponents].map(|texts| texts.iter().map(ToString::to_string).collect());
        let (players, opponents): (Vec<String>, Vec<String>) = (players, opponents);
        let arms = Arm::all(&players, &Grid::new(), Some(&opponents)).unwrap();
        arms.into_iter().map(|arm| arm.name).collect()
    }

    /// The results are the player's: its name comes first, whatever the opponent.
    #[test]
    fn an_arm_is_named_for_its_player() {
        assert_eq!(
            names(
                &["pvs(depth=2, eval=matrix1)"],
                &["pvs(depth=2, eval=matrix2)", "pvs(depth=2, eval=discs)"]
            ),
            ["eval=matrix1 against eval=matrix2", "eval=matrix1 against eval=discs"]
        );
        assert_eq!(
            names(&["pvs(depth=2)", "pvs(depth=3)"], &["random", "level-1"]),
            [
                "depth=2 against random",
                "depth=2 against level-1",
                "depth=3 against random",
                "depth=3 against level-1"
            ]
        );
        assert_eq!(
            names(&["pvs(depth=2)", "pvs(depth=3)"], &["pvs(depth=1)"]),
            ["depth=2", "depth=3"]
        );
        assert_eq!(names(&["pvs(depth=2)"], &["pvs(depth=1)"]), ["depth=2"]);
        assert_eq!(names(&["random"], &["random"]), ["random"]);
        // Names are unique.
        let players = ["pvs(depth=1, eval=discs)", "pvs(depth=1, eval=mixed)"];
        let named = names(&players, &["pvs(eval=discs)", "pvs(eval=mixed)"]);
        assert_eq!(named[0], "depth=1, eval=discs against eval=discs");
    }

    #[test]
    fn an_arm_is_found_by_each_of_its_names() {
        let players = ["pvs(eval=discs)".to_owned()];
        let opponents = ["pvs(eval=mixed)".to_owned(), "random".to_owned()];
        let arms = Arm::all(&players, &Grid::new(), Some(&opponents)).unwrap();
        let called = |name: &str| arms.iter().position(|arm| arm.is_called(name));
        assert_eq!(called("pvs (eval=discs) against random"), Some(1));
        assert_eq!(called("pvs (eval=discs) against pvs (eval=mixed)"), Some(0));
        assert_eq!(called("pvs (eval=mixed)"), None);
        let arms = Arm::all(&players, &Grid::new(), Some(&opponents[1..])).unwrap();
        assert!(arms[0].is_called("pvs") && arms[0].is_called("pvs(eval=discs)"));
    }

    #[test]
    fn names_contain_the_options_that_differ() {
        let specs = ["pvs(depth=3, eval=discs)", "pvs(depth=3, eval=mixed)"];
        let specs = specs.map(|text| text.parse().unwrap());
        assert_eq!(short_names(&specs), ["eval=discs", "eval=mixed"]);
        assert_eq!(short_names(&specs[..1]), ["pvs"]);
    }

    #[test]
    fn unused_grid_keys_are_refused() {
        let players = ["random".to_owned()];
        assert_eq!(
            Arm::all(&players, &grid("depth = [1]"), None),
            Err(PartProblem::UnusedKey { key: "depth".to_owned() })
        );
        assert!(Arm::all(&["alphabeta(".to_owned()], &Grid::new(), None).is_err());
    }
}
