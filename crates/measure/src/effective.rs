//! Specs with every default that has an effect filled in, as settings of a measurement.

use othellier_board::Eight;
use othellier_play::{NamedLevel, catalogue};
use othellier_spec::{Key, Spec};

/// A player in a table of settings: its effective spec, preceded by the name of a level.
pub fn display_spec(spec: &Spec) -> String {
    match NamedLevel::named(&spec.name) {
        Some(level) => format!("{}: {}", level.name, effective(spec)),
        None => effective(spec).to_string(),
    }
}

/// A player's spec with every default that has an effect filled in; for a level, that of the player
/// behind it.
pub fn effective(spec: &Spec) -> Spec {
    if let Some(level) = NamedLevel::named(&spec.name) {
        return effective(&level.stands_for());
    }
    let entries = catalogue::<Eight>();
    let entry = entries.iter().find(|entry| entry.description.name == spec.name);
    let keys = entry.map_or(&[][..], |entry| entry.description.keys);
    let default = |name: &str| keys.iter().find(|key| key.name == name).map(|key| key.default);
    let has = |name: &str| spec.option(name).is_some();
    let is_limited = has("time") || has("nodes");
    let has_table = spec.option("table").or(default("table")) != Some("none");
    let in_effect = |key: &Key| match key.name {
        "hash" if !has_table => "",
        // A time or node limit replaces the depth and implies iterative deepening.
        "depth" if is_limited => "",
        "level" if is_limited || has("depth") => "",
        "deepening" if is_limited => "on",
        _ => key.default,
    };
    let value = |key: &Key| {
        let value = spec.option(key.name).unwrap_or(in_effect(key));
        (!value.is_empty()).then(|| (key.name.to_owned(), value.to_owned()))
    };
    Spec { name: spec.name.clone(), options: keys.iter().filter_map(value).collect() }
}

#[cfg(test)]
mod tests {
    use othellier_play::{Setup, build_seat};

    use super::*;

    #[test]
    fn effective_specs_can_be_parsed_again() {
        for (text, whole) in [
            ("alphabeta", "alphabeta(depth=3"),
            ("pvs(time=1s)", "pvs(time=1s"),
            ("mtdf(table=zobrist)", "mtdf(depth=3"),
            ("champion", "champion(level=16"),
            ("champion(depth=1)", "champion(depth=1"),
            ("mcts", "mcts(playouts=1000"),
            ("level-1", "random"),
            ("level-4", "minimax(depth=4, eval=runs(discs=on), order=none, table=none"),
        ] {
            let effective = effective(&text.parse().unwrap());
            assert!(effective.to_string().starts_with(whole), "{effective}");
            assert!(
                build_seat::<Eight>(
                    &effective,
                    &Setup { seed: 1, access: othellier_spec::Access::Sealed }
                )
                .is_ok(),
                "{effective}"
            );
        }
    }
}
