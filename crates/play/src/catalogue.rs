//! The catalogue of players.
//!
//! To add a player, implement [`Player`] (or `Searcher`, wrapped in a [`SearchPlayer`]) and add an
//! [`Entry`] to [`catalogue`]: the player then appears in `othellier players`, in `play`, and wherever
//! else a spec is read.

use othellier_board::Size;
use othellier_search::SearchLimits;
use othellier_search::classic::Random;
use othellier_spec::{Access, Description, ParseSpecError, Spec, SpecError};

use crate::entry::{Entry, Seat, Setup, entry};
#[cfg(not(target_family = "wasm"))]
use crate::foreign;
use crate::levels::{LEVELS, NamedLevel};
use crate::limits::MoveLimits;
#[cfg(feature = "textbook")]
use crate::textbook;
use crate::{Player, SearchPlayer, champion};

/// Every player, in the order they are listed.
#[cfg(feature = "textbook")]
pub fn catalogue<S: Size>() -> Vec<Entry<S>> {
    (crate::compiled::compiled::<S>().entries)()
}

/// Every player, in the order they are listed.
#[cfg(not(feature = "textbook"))]
pub fn catalogue<S: Size>() -> Vec<Entry<S>> {
    entries()
}

pub(crate) fn entries<S: Size>() -> Vec<Entry<S>> {
    let mut entries = vec![
        entry("human", "the person at this interface", &[], |_, _| Ok(Seat::Human)),
        entry("random", "a uniformly random legal move", &[], |_, setup| {
            let random = Random::new(setup.seed);
            Ok(Seat::Program(Box::new(SearchPlayer::new(random, SearchLimits::default()))))
        }),
    ];
    #[cfg(feature = "textbook")]
    entries.extend(textbook_entries());
    entries.push(entry(
        "champion",
        "our engine: learned evaluation, selective search, exact endings; 8×8 only",
        champion::KEYS,
        |spec, setup| champion::champion(spec, &MoveLimits::default(), setup),
    ));
    #[cfg(not(target_family = "wasm"))]
    entries.extend([
        entry(
            "gtp",
            "a foreign engine that speaks the Go Text Protocol, started by its command",
            foreign::GTP_KEYS,
            foreign::gtp,
        ),
        entry(
            "nboard",
            "a foreign engine that speaks the NBoard protocol, started by its command",
            foreign::NBOARD_KEYS,
            foreign::nboard,
        ),
    ]);
    entries.extend(LEVELS.iter().map(|level| Entry {
        description: Description { name: level.name, about: level.about, keys: &[] },
        build: |spec, setup| {
            let level = NamedLevel::named(&spec.name).expect("a named level");
            build_seat(&level.stands_for(), setup)
        },
    }));
    entries
}

/// The textbook searches.
#[cfg(feature = "textbook")]
fn textbook_entries<S: Size>() -> Vec<Entry<S>> {
    use othellier_search::classic::Algorithm;
    vec![
        entry("minimax", "every line to a depth", textbook::KEYS, |spec, setup| {
            textbook::classic(Algorithm::Minimax, spec, setup)
        }),
        entry(
            "alphabeta",
            "minimax without the lines that cannot matter",
            textbook::KEYS,
            |spec, setup| textbook::classic(Algorithm::AlphaBeta, spec, setup),
        ),
        entry("negamax", "minimax in one rule instead of two", textbook::KEYS, |spec, setup| {
            textbook::classic(Algorithm::Negamax, spec, setup)
        }),
        entry(
            "negamax-ab",
            "alpha-beta in the notation of negamax",
            textbook::KEYS,
            |spec, setup| textbook::classic(Algorithm::NegamaxAb, spec, setup),
        ),
        entry(
            "negascout",
            "the first move searched, the others tested with a null window",
            textbook::NEGASCOUT_KEYS,
            |spec, setup| textbook::classic(Algorithm::NegaScout, spec, setup),
        ),
        entry(
            "pvs",
            "principal variation search: only the best line is searched for its value",
            textbook::KEYS,
            |spec, setup| textbook::classic(Algorithm::Pvs, spec, setup),
        ),
        entry(
            "mtdf",
            "MTD(f): the value by null-window searches alone",
            textbook::MTDF_KEYS,
            |spec, setup| textbook::classic(Algorithm::Mtdf, spec, setup),
        ),
        entry(
            "mcts",
            "Monte-Carlo tree search: random games, more where they go well",
            textbook::MCTS_KEYS,
            |spec, setup| textbook::mcts(spec, &MoveLimits::default(), setup),
        ),
    ]
}

/// Builds the seat that a spec names, for an interface that can ask a person.
pub fn build_seat<S: Size>(spec: &Spec, setup: &Setup) -> Result<Seat<S>, SpecError> {
    let entries = catalogue::<S>();
    let description = spec.check("player", entries.iter().map(|entry| &entry.description))?;
    let entry = entries.iter().find(|entry| entry.description.name == description.name);
    (entry.expect("a description of the catalogue").build)(spec, setup)
}

/// Builds the program that a spec names; a person is an error.
///
/// ```
/// use othellier_board::Eight;
/// use othellier_play::{Access, Setup, build_player};
///
/// let setup = Setup { seed: 1, access: Access::Full };
/// assert!(build_player::<Eight>(&"minimax(depth=2)".parse().unwrap(), &setup).is_ok());
/// let error = build_player::<Eight>(&"human".parse().unwrap(), &setup).err().unwrap();
/// assert_eq!(error.to_string(), "a human cannot be an engine; expected a program");
/// ```
pub fn build_player<S: Size>(spec: &Spec, setup: &Setup) -> Result<Box<dyn Player<S>>, NoProgram> {
    match build_seat(spec, setup)? {
        Seat::Program(player) => Ok(player),
        Seat::Human => Err(NoProgram::Human),
    }
}

/// Builds the program that a spec names, with other limits for each move. A limit that the player cannot
/// have is an error that names the options it has.
///
/// ```
/// use othellier_board::Eight;
/// use othellier_play::{Access, MoveLimits, Setup, build_limited};
///
/// let limits = MoveLimits { nodes: Some(1000), ..MoveLimits::default() };
/// let build = |text: &str| {
///     build_limited::<Eight>(&text.parse().unwrap(), &limits, &Setup { seed: 1, access: Access::Full })
/// };
/// let mut player = build("pvs(depth=4)").unwrap();
/// assert_eq!(player.search().unwrap().1.nodes, Some(1000));
/// let error = build("mcts").err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "mcts has no option `nodes`; expected one of playouts, time, c, policy"
/// );
/// ```
pub fn build_limited<S: Size>(
    spec: &Spec,
    limits: &MoveLimits,
    setup: &Setup,
) -> Result<Box<dyn Player<S>>, NoProgram> {
    let written = limits.written(spec);
    written.check("player", catalogue::<S>().iter().map(|entry| &entry.description))?;
    let spec = NamedLevel::expanded(spec);
    #[cfg(feature = "textbook")]
    let search = textbook::limited(&spec, limits, setup);
    #[cfg(not(feature = "textbook"))]
    let search: Option<Result<Seat<S>, SpecError>> = None;
    let seat = match search {
        Some(seat) => seat?,
        None if spec.name == "champion" => champion::champion(&spec, limits, setup)?,
        // A foreign engine gets its limits as text anyway.
        None => build_seat(&written, setup)?,
    };
    match seat {
        Seat::Program(player) => Ok(player),
        Seat::Human => Err(NoProgram::Human),
    }
}

/// Why a spec names no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProgram {
    /// No such player, or an invalid option.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The spec names a human.
    #[error("a human cannot be an engine; expected a program")]
    Human,
}

/// Why a text does not name a program.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The text is not a spec.
    #[error(transparent)]
    Syntax(#[from] ParseSpecError),
    /// No player is built from this spec.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The spec names a person.
    #[error("`{name}` is a person, not a program")]
    Person {
        /// The name of the spec.
        name: String,
    },
}

/// Builds the program that a text such as `alphabeta(depth=6)` names, with the seed of its random
/// numbers. The text reaches no file and no program: [`build_player`] builds those that do.
///
/// ```
/// use othellier_board::Eight;
/// assert!(othellier_play::build_program::<Eight>("champion(level=4)", 1).is_ok());
/// assert!(othellier_play::build_program::<Eight>("human", 1).is_err());
/// ```
pub fn build_program<S: Size>(text: &str, seed: u64) -> Result<Box<dyn Player<S>>, ProgramError> {
    let spec: Spec = text.parse()?;
    build_player(&spec, &Setup { seed, access: Access::Sealed }).map_err(|error| match error {
        NoProgram::Spec(error) => ProgramError::Spec(error),
        NoProgram::Human => ProgramError::Person { name: spec.name },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Eight, Six};
    use std::num::NonZeroUsize;
    use std::time::Duration;

    /// The required options of a player.
    fn needed(name: &str) -> Vec<(String, String)> {
        // Cargo runs these tests, so that program exists.
        let cmd = ("cmd".to_owned(), format!("'{}'", env!("CARGO")));
        if matches!(name, "gtp" | "nboard") { vec![cmd] } else { Vec::new() }
    }

    #[test]
    fn every_entry_builds_from_its_name_and_its_required_options() {
        for entry in catalogue::<Eight>() {
            let name = entry.description.name;
            let spec = Spec { name: name.to_owned(), options: needed(name) };
            assert!(
                build_seat::<Eight>(&spec, &Setup { seed: 1, access: Access::Full }).is_ok(),
                "{name}"
            );
            let six = build_seat::<Six>(&spec, &Setup { seed: 1, access: Access::Full });
            assert_eq!(six.is_ok(), name != "champion", "{name}");
        }
    }

    fn refusal(text: &str) -> String {
        match build_seat::<Eight>(&text.parse().unwrap(), &Setup { seed: 1, access: Access::Full })
        {
            Ok(_) => panic!("{text} was built"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn an_unknown_option_is_an_error_that_names_the_known_ones() {
        assert_eq!(refusal("random(depth=3)"), "random has no option `depth`; expected no option");
        let keys = "playouts, time, c, policy";
        assert_eq!(
            refusal("mcts(depth=3)"),
            format!("mcts has no option `depth`; expected one of {keys}")
        );
        for (text, message) in [
            ("minimax(depth=0)", "expected a number from 1 to 120"),
            ("minimax(depth=deep)", "expected a number from 1 to 120"),
            ("minimax(eval=luck)", "there is no evaluator `luck`"),
            ("minimax(eval=matrix1(x=1))", "matrix1 has no option `x`"),
            ("pvs(order=up)", "one of none, static, dynamic, mobility, endgame"),
            ("pvs(table=big)", "one of none, modulo, zobrist"),
            ("pvs(hash=4MiB)", "without a table"),
            ("pvs(table=zobrist, hash=4 MiB)", "a size such as 16MiB"),
            ("pvs(time=1s, deepening=off)", "need deepening"),
            ("pvs(memory=tree, threads=2)", "one thread"),
            ("pvs(threads=0)", "1 to 256"),
            ("pvs(endgame=99)", "0 to 20"),
            ("pvs(convention=minmax)", "no option `convention`"),
            ("mcts(c=-1)", "from 0 on"),
            ("mcts(playouts=0)", "a number from 1 on"),
            ("champion(nodes=0)", "a number from 1 on"),
            ("champion(threads=0)", "a number from 1 to 256"),
            ("champion(selectivity=80)", "one of 73, 87, 95, 98, 99, 100"),
            ("level-1(depth=3)", "no option `depth`"),
            ("champion(hash=17179869183GiB)", "there is no room for a table of"),
            ("pvs(table=zobrist, hash=17179869183GiB)", "there is no room for a table of"),
            ("champion(variety=1)", "variety is of no use without a book"),
            ("champion(book=on, variety=-1)", "a number of discs from 0 to 64"),
            ("champion(book=no-such-file)", "no-such-file: "),
            ("gtp", "gtp needs cmd: the command that starts the engine"),
            ("gtp(cmd=\"\")", "it is empty"),
            ("gtp(cmd=\"edax 'x\")", "a quotation does not end"),
            ("gtp(cmd=no-such-engine)", "`no-such-engine` cannot be started"),
            ("gtp(cmd=edax, level=high)", "expected a number from 0 on"),
            ("gtp(cmd=edax, time=soon)", "a time such as 500ms or 2s"),
            ("nboard", "nboard needs cmd: the command that starts the engine, such as \"ntest x\""),
            ("nboard(cmd=no-such-engine)", "`no-such-engine` cannot be started"),
            ("nboard(cmd=ntest, depth=3)", "nboard has no option `depth`"),
        ] {
            let refusal = refusal(text);
            assert!(refusal.contains(message), "{text}: {refusal}");
        }
    }

    /// Typed limits build the player that their text form names.
    #[test]
    fn limits_are_those_of_the_written_spec() {
        let all = [
            MoveLimits::default(),
            MoveLimits { depth: Some(2), ..MoveLimits::default() },
            MoveLimits { depth: Some(100), ..MoveLimits::default() },
            MoveLimits { time: Some(Duration::from_secs(2)), ..MoveLimits::default() },
            MoveLimits { nodes: Some(50), threads: NonZeroUsize::new(2), ..MoveLimits::default() },
        ];
        let specs = [
            "champion",
            "champion(level=3)",
            "champion(depth=9, time=soon)",
            "pvs",
            "pvs(depth=7, deepening=off)",
            "negascout(memory=tree)",
            "mcts",
            "random",
            "level-1",
            "level-3",
            "human",
        ];
        for (spec, limits) in specs.iter().flat_map(|spec| all.map(|limits| (spec, limits))) {
            let spec: Spec = spec.parse().unwrap();
            let found = |player: Result<Box<dyn Player>, NoProgram>| {
                player.map(|mut player| player.search().map(|(_, limits)| format!("{limits:?}")))
            };
            let (setup, written) = (Setup { seed: 1, access: Access::Full }, limits.written(&spec));
            let direct = found(build_limited(&spec, &limits, &setup));
            assert_eq!(direct, found(build_player(&written, &setup)), "{written}");
        }
    }

    #[test]
    fn every_default_is_accepted() {
        for entry in catalogue::<Eight>() {
            let Description { name, keys, .. } = entry.description;
            for key in keys.iter().filter(|key| !key.default.is_empty()) {
                let options = vec![(key.name.to_owned(), key.default.to_owned())];
                let with_table = [("table".to_owned(), "zobrist".to_owned())];
                let options = match key.name {
                    "hash" if name != "champion" => options.into_iter().chain(with_table).collect(),
                    _ => options,
                };
                let spec = Spec { name: name.to_owned(), options };
                assert!(
                    build_seat::<Eight>(&spec, &Setup { seed: 1, access: Access::Full }).is_ok(),
                    "{spec}"
                );
            }
        }
    }
}
