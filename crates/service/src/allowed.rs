//! Validation of player specs that strangers send: they must not start programs or access files, and
//! their time and memory are bounded.

use othellier_board::{Eight, Size};
use othellier_eval::StaticEvaluator;
use othellier_play::{
    NamedLevel, NoProgram, Participant, Player, Seat, Setup, build_player, build_seat,
};
use othellier_record::with_size;
use othellier_spec::{Access, Description, Spec, SpecError};
use std::sync::Arc;

use crate::error::ServiceError;
use crate::form::{Form, form};
use crate::limits;

/// A validated spec of a player that may play on a board of a given size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    spec: Spec,
    is_human: bool,
}

/// Whether a player or an evaluator of the catalogue is offered to clients: not if it starts a
/// program.
pub fn is_offered(description: &Description) -> bool {
    description.keys.iter().all(|key| key.name != "cmd")
}

impl PlayerSpec {
    /// The person at the page.
    pub fn human() -> PlayerSpec {
        PlayerSpec { spec: Spec { name: "human".to_owned(), options: Vec::new() }, is_human: true }
    }

    /// Reads the spec of a player, if clients may use it on a board of this size.
    pub fn read(text: &str, size: u8) -> Result<PlayerSpec, ServiceError> {
        let spec = parse(text)?;
        check_options(&spec)?;
        let seat = with_size!(size, S => {
            let seat = build_seat::<S>(&with_hash(&spec, 1 << 20), &sealed(0));
            seat.map(|seat| matches!(seat, Seat::Human))
        });
        let is_human = seat.expect("a size that was checked").map_err(refused)?;
        Ok(PlayerSpec { spec, is_human })
    }

    /// The player of a session, whose spec was validated before it entered.
    pub fn of(player: &Participant) -> PlayerSpec {
        PlayerSpec { spec: player.spec.clone(), is_human: player.is_person }
    }

    /// Whether it is a person.
    pub fn is_human(&self) -> bool {
        self.is_human
    }

    /// The spec as it was given.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The transposition table that the program has use for: the searches of low levels are small.
    pub fn table_bytes(&self) -> usize {
        let spec = NamedLevel::expanded(&self.spec);
        let level = spec.option("level").and_then(|level| level.parse::<u32>().ok());
        let usual = match (spec.name.as_str(), level) {
            ("champion", Some(0..=5)) => 64 << 10,
            ("champion", Some(6..=7)) => 1 << 20,
            ("champion", Some(8..=10)) => 4 << 20,
            ("champion" | "mtdf", _) => limits::SPEC_BYTES,
            _ if spec.option("table").is_some_and(|table| table != "none") => limits::SPEC_BYTES,
            _ => 0,
        };
        let given = spec.option("hash").and_then(othellier_play::parse_bytes);
        given.unwrap_or(usual).min(limits::SPEC_BYTES)
    }

    /// Whether it is a level that every device plays within seconds, so that it needs no clock.
    pub(crate) fn is_fast(&self) -> bool {
        let level = self.spec.option("level").and_then(|level| level.parse::<u32>().ok());
        self.spec.name == "champion" && level.is_some_and(|level| level <= limits::FAST_LEVEL)
    }

    /// Builds the program, with a transposition table of the size that it has use for.
    pub fn program<S: Size>(&self, seed: u64) -> Result<Box<dyn Player<S>>, ServiceError> {
        self.program_within(seed, self.table_bytes())
    }

    /// Builds the program, with a transposition table of at most `table_bytes` bytes.
    pub fn program_within<S: Size>(
        &self,
        seed: u64,
        table_bytes: usize,
    ) -> Result<Box<dyn Player<S>>, ServiceError> {
        let spec = with_hash(&self.spec, table_bytes);
        build_player(&spec, &sealed(seed)).map_err(|error| match error {
            NoProgram::Spec(error) => refused(error),
            NoProgram::Human => ServiceError::bad_player("a person cannot play here"),
        })
    }

    /// This spec with an option set to another value, if the player has that option.
    pub fn with(&self, key: &str, value: &str, size: u8) -> PlayerSpec {
        let mut spec = NamedLevel::expanded(&self.spec);
        spec.set(key, value);
        PlayerSpec::read(&spec.to_string(), size).unwrap_or_else(|_| self.clone())
    }
}

/// Builds the evaluator of a spec, if clients may use it.
pub fn evaluator<S: Size>(text: &str) -> Result<Arc<dyn StaticEvaluator<S>>, ServiceError> {
    let spec = parse(text)?;
    check_options(&spec)?;
    othellier_eval::build(&spec, &Access::Sealed).map_err(refused)
}

fn parse(text: &str) -> Result<Spec, ServiceError> {
    if text.len() > limits::SPEC_CHARS {
        let most = limits::SPEC_CHARS;
        return Err(ServiceError::bad_player(format!("a spec has at most {most} characters")));
    }
    text.parse().map_err(ServiceError::bad_player)
}

/// Checks that every option is in the table of forms and within its bounds.
fn check_options(spec: &Spec) -> Result<(), ServiceError> {
    let known = description(&spec.name);
    for (key, value) in &spec.options {
        match form(&spec.name, key) {
            Some(Form::Evaluator) => check_options(&parse(value)?)?,
            Some(form) => {
                if let Some(expected) = form.violation(value) {
                    let name = &spec.name;
                    let sentence =
                        format!("{key} of {name} may not be `{value}` here; expected {expected}");
                    return Err(ServiceError::not_allowed(sentence));
                }
            }
            // The catalogue reports options that do not exist.
            None if known.is_some_and(|known| known.keys.iter().any(|known| known.name == key)) => {
                return Err(ServiceError::not_allowed(format!(
                    "{key} of {} may not be set here",
                    spec.name
                )));
            }
            None => {}
        }
    }
    Ok(())
}

/// The player or the evaluator of this name.
fn description(name: &str) -> Option<Description> {
    let mut players = othellier_play::catalogue::<Eight>().into_iter();
    let player = players.find(|entry| entry.description.name == name);
    let known = player.map(|entry| entry.description);
    // Evaluators are for the textbook searches.
    #[cfg(feature = "full")]
    let known = known.or_else(|| {
        let mut evaluators = othellier_eval::catalogue::<Eight>().into_iter();
        evaluators.find(|entry| entry.description.name == name).map(|entry| entry.description)
    });
    known
}

/// This spec with a transposition table of at most `bytes`, if the player has one.
fn with_hash(spec: &Spec, bytes: usize) -> Spec {
    let mut spec = spec.clone();
    let given = spec.option("hash").and_then(othellier_play::parse_bytes);
    if given.is_none() && spec.option("hash").is_some() {
        // The catalogue reports texts that are not sizes.
        return spec;
    }
    let has_table = matches!(&*spec.name, "champion" | "mtdf")
        || spec.option("table").is_some_and(|table| table != "none")
        || given.is_some();
    if has_table && given.is_none_or(|given| given > bytes) {
        spec.set("hash", bytes.to_string());
    }
    spec
}

/// Requests reach no file and no program.
fn sealed(seed: u64) -> Setup {
    Setup { seed, access: Access::Sealed }
}

fn refused(error: SpecError) -> ServiceError {
    match error {
        SpecError::Denied { .. } => ServiceError::not_allowed(error.to_string()),
        error => ServiceError::bad_player(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn code(text: &str) -> &'static str {
        PlayerSpec::read(text, 8).map_or_else(|error| error.code(), |_| "ok")
    }

    #[test]
    fn clients_start_no_programs_and_access_no_files() {
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
            "pvs(eval=stability(semi=40, rule=edges))",
        ] {
            assert_eq!(code(text), "ok", "{text}");
        }
        assert_eq!(PlayerSpec::read("champion", 6).unwrap_err().code(), "bad_player");
    }

    #[test]
    fn tables_are_as_large_as_a_program_has_use_for() {
        for (text, bytes) in [
            ("human", 0),
            ("random", 0),
            ("pvs(depth=4)", 0),
            ("level-6", 0),
            ("pvs(depth=4, table=zobrist)", 16 << 20),
            ("mtdf", 16 << 20),
            ("champion(level=4)", 64 << 10),
            ("champion(level=7)", 1 << 20),
            ("champion(level=10)", 4 << 20),
            ("champion(level=11)", 16 << 20),
            ("champion(time=1s)", 16 << 20),
            ("champion(level=4, hash=1MiB)", 1 << 20),
        ] {
            let player = PlayerSpec::read(text, 8).unwrap();
            assert_eq!(player.table_bytes(), bytes, "{text}");
            if !player.is_human() {
                player.program_within::<Eight>(1, bytes / 2).unwrap();
            }
        }
    }

    #[test]
    fn setting_an_option_expands_a_level() {
        let player_spec = PlayerSpec::read("level-3", 8).unwrap().with("depth", "2", 8);
        assert_eq!(player_spec.spec().option("depth"), Some("2"));
        assert_eq!(player_spec.spec().name, "minimax");
        let random = PlayerSpec::read("random", 8).unwrap();
        assert_eq!(random.with("depth", "2", 8), random);
    }
}
