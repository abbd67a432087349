//! Specs from strangers: they must not start programs or touch files, and what they take is bounded.

use othellier_board::{Size, with_size};
use othellier_eval::StaticEvaluator;
use othellier_play::{NamedLevel, Player, Seat, Setup, build};
use othellier_spec::{Description, Spec, SpecError};
use std::sync::Arc;

use crate::form::{Form, form};
use crate::limits;
use crate::trouble::Trouble;

/// A player that may sit down at a board of this size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Guest {
    spec: Spec,
    is_human: bool,
}

/// Whether a player or an evaluator of the catalogue is offered at all: not if it starts a program,
/// nor if it cannot do without what strangers may not set.
pub(crate) fn is_offered(description: &Description) -> bool {
    description.keys.iter().all(|key| key.name != "cmd")
}

impl Guest {
    /// The person at the page.
    pub(crate) fn human() -> Guest {
        Guest { spec: Spec { name: "human".to_owned(), options: Vec::new() }, is_human: true }
    }

    /// The player that a text names, if strangers may have it on a board of this size.
    pub(crate) fn read(text: &str, size: u8) -> Result<Guest, Trouble> {
        let spec = parse(text)?;
        check_options(&spec)?;
        if spec.options.iter().any(|(key, _)| key == "cmd")
            || matches!(&*spec.name, "gtp" | "nboard")
        {
            return Err(Trouble::not_allowed(format!("{} would start a program", spec.name)));
        }
        let seat = with_size!(size, S => {
            let seat = build::<S>(&with_hash(&spec, 1 << 20), &Setup { seed: 0 });
            seat.map(|seat| matches!(seat, Seat::Human))
        });
        let is_human = seat.expect("a size that was checked").map_err(refused)?;
        Ok(Guest { spec, is_human })
    }

    pub(crate) fn is_human(&self) -> bool {
        self.is_human
    }

    pub(crate) fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The program itself, with little memory of its own.
    pub(crate) fn program<S: Size>(&self, seed: u64) -> Result<Box<dyn Player<S>>, Trouble> {
        let spec = with_hash(&self.spec, limits::SPEC_BYTES);
        match build::<S>(&spec, &Setup { seed }).map_err(refused)? {
            Seat::Program(player) => Ok(player),
            Seat::Human => Err(Trouble::bad_player("a person cannot be asked here")),
        }
    }

    /// The same with another value of an option, where it has that option.
    pub(crate) fn with(&self, key: &str, value: &str, size: u8) -> Guest {
        let mut spec = expanded(&self.spec);
        spec.options.retain(|(name, _)| name != key);
        spec.options.push((key.to_owned(), value.to_owned()));
        Guest::read(&spec.to_string(), size).unwrap_or_else(|_| self.clone())
    }
}

/// The evaluator that a text names, if strangers may have it.
pub(crate) fn evaluator<S: Size>(text: &str) -> Result<Arc<dyn StaticEvaluator<S>>, Trouble> {
    let spec = parse(text)?;
    check_options(&spec)?;
    othellier_eval::build(&spec).map_err(refused)
}

fn parse(text: &str) -> Result<Spec, Trouble> {
    if text.len() > limits::SPEC_LETTERS {
        let most = limits::SPEC_LETTERS;
        return Err(Trouble::bad_player(format!("a spec has at most {most} letters")));
    }
    text.parse().map_err(Trouble::bad_player)
}

/// Every option must have a line in the table of forms, and be within its bounds.
fn check_options(spec: &Spec) -> Result<(), Trouble> {
    let all = othellier_play::catalogue::<othellier_board::Eight>();
    let players = all.iter().map(|entry| entry.description);
    let all = othellier_eval::catalogue::<othellier_board::Eight>();
    let evaluators = all.iter().map(|entry| entry.description);
    let known = players.chain(evaluators).find(|known| known.name == spec.name);
    for (key, value) in &spec.options {
        match form(&spec.name, key) {
            Some(Form::Evaluator) => check_options(&parse(value)?)?,
            Some(form) => {
                if let Some(expected) = form.objection(value) {
                    let name = &spec.name;
                    let sentence =
                        format!("{key} of {name} may not be `{value}` here; expected {expected}");
                    return Err(Trouble::not_allowed(sentence));
                }
            }
            // What does not exist at all is explained by the catalogue.
            None if known.is_some_and(|known| known.keys.iter().any(|known| known.name == key)) => {
                return Err(Trouble::not_allowed(format!(
                    "{key} of {} may not be set here",
                    spec.name
                )));
            }
            None => {}
        }
    }
    Ok(())
}

/// The same spec with a table of at most so many bytes, if it may have one.
fn with_hash(spec: &Spec, bytes: usize) -> Spec {
    let mut spec = spec.clone();
    let given = spec.option("hash").and_then(othellier_play::parse_bytes);
    if given.is_none() && spec.option("hash").is_some() {
        // What is no size at all is left to the catalogue to refuse.
        return spec;
    }
    let has_table = spec.name == "champion" || given.is_some();
    if has_table && given.is_none_or(|given| given > bytes) {
        spec.options.retain(|(key, _)| key != "hash");
        spec.options.push(("hash".to_owned(), bytes.to_string()));
    }
    spec
}

/// The spec of what a level of the ladder stands for, or its own.
fn expanded(spec: &Spec) -> Spec {
    NamedLevel::named(&spec.name).map_or_else(|| spec.clone(), NamedLevel::stands_for)
}

fn refused(error: SpecError) -> Trouble {
    Trouble::bad_player(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn code(text: &str) -> &'static str {
        Guest::read(text, 8).map_or_else(|trouble| trouble.code, |_| "ok")
    }

    #[test]
    fn strangers_start_no_programs_and_touch_no_files() {
        for text in [
            "gtp(cmd=\"sh -c id\")",
            "gtp",
            "champion(weights=/etc/passwd)",
            "champion(weights=\"\")",
            "champion(book=/etc/passwd)",
            "alphabeta(eval=genome(file=/etc/passwd))",
            "alphabeta(eval=matrix(file=/etc/passwd))",
            "alphabeta(eval=matrix(count=own, file=/etc/passwd))",
            "alphabeta(eval=net(file=/etc/passwd))",
            "alphabeta(eval=\"genome(file=/etc/passwd)\")",
            "champion(threads=64)",
            "champion(hash=64GiB)",
            "champion(hash=99999999999999)",
            "champion(time=1h)",
            "pvs(memory=tree)",
            "pvs(depth=99999999999999999999)",
            "mcts(playouts=100000000)",
        ] {
            assert_eq!(code(text), "not_allowed", "{text}");
        }
        for text in ["champion(hash=rubbish)", "champion(hash=16EiB)", "champion(hash=-1)"] {
            assert_eq!(code(text), "bad_player", "{text}");
        }
        for text in ["", "nobody", "champion(level=x)", "pvs(deep=3)", "pvs(hash=1MiB)", "(", "é"]
            .into_iter()
            .chain(["alphabeta(eval=patterns(weights=/etc/passwd))"])
        {
            assert_eq!(code(text), "bad_player", "{text}");
        }
        assert_eq!(code(&"x".repeat(10_000)), "bad_player");
        assert_eq!(code("champion(book=on, variety=1)"), "ok");
        for text in [
            "human",
            "level-3",
            "champion(level=10)",
            "pvs(depth=4, eval=mixed(matrix=2))",
            "pvs(order=endgame, eval=matrix(count=own))",
            "pvs(eval=runs(discs=on))",
            "pvs(eval=strategic(phase=on))",
            "pvs(eval=stability(semi=40))",
        ] {
            assert_eq!(code(text), "ok", "{text}");
        }
        assert_eq!(Guest::read("champion", 6).unwrap_err().code, "bad_player");
    }

    #[test]
    fn a_level_becomes_its_search_when_an_option_is_set() {
        let guest = Guest::read("level-3", 8).unwrap().with("depth", "2", 8);
        assert_eq!(guest.spec().option("depth"), Some("2"));
        assert_eq!(guest.spec().name, "minimax");
        let random = Guest::read("random", 8).unwrap();
        assert_eq!(random.with("depth", "2", 8), random);
    }
}
