//! The catalogue: players, evaluators, levels and formats, with all that a form needs.

use othellier_board::{Eight, Size};
use othellier_play::NamedLevel;
use othellier_record::{Format, with_size};
use othellier_spec::{Description, Key};
use othellier_wire::Sentence;
use serde::Serialize;

use crate::allowed::{PlayerSpec, evaluator, is_offered};
use crate::form::{Form, form};
use crate::levels::{LevelShown, levels};
use crate::limits;

pub const SIZES: [u8; 4] = [4, 6, 8, 10];

/// Everything that can be chosen.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Catalogue {
    version: &'static str,
    sizes: [u8; 4],
    players: Vec<PlayerShown>,
    evaluators: Vec<EvaluatorShown>,
    levels: Vec<LevelShown>,
    formats: Vec<FormatShown>,
    limits: LimitsShown,
}

/// A player and the fields of its form.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerShown {
    name: &'static str,
    about: Sentence,
    /// The player that a named level stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_for: Option<&'static str>,
    /// `human` or `program`.
    kind: &'static str,
    sizes: Vec<u8>,
    /// Whether its search tree can be shown.
    has_tree: bool,
    options: Vec<OptionShown>,
}

/// An evaluator and the fields of its form.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvaluatorShown {
    name: &'static str,
    about: Sentence,
    sizes: Vec<u8>,
    options: Vec<OptionShown>,
}

/// A field of a form.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionShown {
    name: &'static str,
    about: Sentence,
    /// Empty if there is none.
    default: &'static str,
    #[serde(flatten)]
    form: Form,
}

/// A file format.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FormatShown {
    name: &'static str,
    extension: &'static str,
    about: Sentence,
    reads: bool,
    writes: bool,
}

/// The limits of requests.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LimitsShown {
    body_bytes: usize,
    analysis_ms: u64,
    analyses: usize,
    tree_depth: u8,
    exercise_empties: [u32; 2],
    match_games: usize,
    review_level: u32,
}

/// The limits that the edge sets and the catalogue reports.
#[derive(Clone, Copy, Debug)]
pub struct EdgeLimits {
    /// The largest request, in bytes.
    pub body_bytes: usize,
    pub analyses: usize,
}

impl Catalogue {
    /// Removes the outcome model, whose weights are no part of the module for the browser.
    pub(crate) fn in_browser(mut self) -> Catalogue {
        self.evaluators.retain(|evaluator| evaluator.name != "net");
        self
    }
}

/// The catalogue of players, evaluators, levels and formats.
pub fn catalogue(edge: EdgeLimits) -> Catalogue {
    let players = othellier_play::catalogue::<Eight>();
    let evaluators = othellier_eval::catalogue::<Eight>();
    let players = players.iter().map(|entry| player_shown(&entry.description));
    let evaluators = evaluators.iter().map(|entry| evaluator_shown(&entry.description));
    Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        sizes: SIZES,
        players: players.filter(|player| !player.sizes.is_empty()).collect(),
        evaluators: evaluators.filter(|evaluator| !evaluator.sizes.is_empty()).collect(),
        levels: levels(),
        formats: formats(),
        limits: LimitsShown {
            body_bytes: edge.body_bytes,
            analysis_ms: limits::ANALYSIS_TIME.as_millis() as u64,
            analyses: edge.analyses,
            tree_depth: limits::TREE_DEPTH,
            exercise_empties: limits::EXERCISE_EMPTIES,
            match_games: limits::MATCH_GAMES,
            review_level: limits::REVIEW_LEVEL,
        },
    }
}

fn player_shown(description: &Description) -> PlayerShown {
    let Description { name, about, keys } = *description;
    let plays = |size: &u8| is_offered(description) && PlayerSpec::read(name, *size).is_ok();
    let sizes: Vec<u8> = SIZES.into_iter().filter(plays).collect();
    let kind = if name == "human" { "human" } else { "program" };
    let has_tree = !sizes.is_empty() && has_tree(name);
    PlayerShown {
        name,
        about: sentence(about),
        stands_for: NamedLevel::named(name).map(|level| level.spec),
        kind,
        sizes,
        has_tree,
        options: options(name, keys),
    }
}

fn has_tree(name: &str) -> bool {
    let player_spec = PlayerSpec::read(name, 4);
    let player =
        player_spec.and_then(|player_spec| player_spec.program::<othellier_board::Four>(0));
    player.is_ok_and(|mut player| {
        let traced = player.search().and_then(|(search, _)| search.trace(&Default::default(), 1));
        traced.is_some()
    })
}

fn evaluator_shown(description: &Description) -> EvaluatorShown {
    let Description { name, about, keys } = *description;
    let supports = |size: &u8| with_size!(*size, S => is_built::<S>(name)).unwrap_or(false);
    let sizes = SIZES.into_iter().filter(supports).collect();
    EvaluatorShown { name, about: sentence(about), sizes, options: options(name, keys) }
}

fn is_built<S: Size>(name: &str) -> bool {
    evaluator::<S>(name).is_ok()
}

fn options(owner: &str, keys: &[Key]) -> Vec<OptionShown> {
    let shown = keys.iter().filter_map(|key| {
        let form = form(owner, key.name)?;
        Some(OptionShown {
            name: key.name,
            about: sentence(key.about),
            default: default(owner, key),
            form,
        })
    });
    shown.collect()
}

/// The default of an option, within the bounds of this server.
fn default(owner: &str, key: &Key) -> &'static str {
    match (owner, key.name) {
        ("champion", "hash") => "16MiB",
        _ => key.default,
    }
}

fn formats() -> Vec<FormatShown> {
    let shown = crate::export::formats().map(|format| FormatShown {
        name: format.word(),
        extension: format.extensions()[0],
        about: about(format),
        reads: true,
        writes: true,
    });
    shown.collect()
}

/// A text of a catalogue: English where its French is not known.
fn sentence(english: &str) -> Sentence {
    Sentence::translated(english, othellier_locale::french)
}

fn about(format: Format) -> Sentence {
    sentence(match format {
        Format::Save => "Othellier save file, complete",
        Format::Ggf => "GGF, used by game servers",
        Format::Sgf => "SGF, Smart Game Format",
        Format::Pgn => "PGN, headers and moves",
        Format::Transcript => "Moves only",
        Format::Wthor => "WTHOR, the archive of the French federation",
        Format::Obf => "OBF, a problem",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offered_player_is_allowed() {
        let catalogue = catalogue(EdgeLimits { body_bytes: 1 << 18, analyses: 4 });
        let names: Vec<_> = catalogue.players.iter().map(|player| player.name).collect();
        assert!(names.contains(&"champion") && names.contains(&"human") && !names.contains(&"gtp"));
        for player in &catalogue.players {
            assert_eq!(player.sizes.contains(&6), player.name != "champion", "{}", player.name);
            assert!(player.options.iter().all(|option| option.name != "weights"));
        }
        let alphabeta = catalogue.players.iter().find(|player| player.name == "alphabeta").unwrap();
        assert!(alphabeta.has_tree && alphabeta.options.len() > 5);
        assert!(catalogue.players.iter().any(|player| player.name == "mcts" && !player.has_tree));
    }

    #[test]
    fn every_default_is_within_its_form() {
        let catalogue = catalogue(EdgeLimits { body_bytes: 1 << 18, analyses: 4 });
        let of_players = catalogue.players.iter().flat_map(|player| &player.options);
        let options =
            of_players.chain(catalogue.evaluators.iter().flat_map(|known| &known.options));
        for option in options.filter(|option| !option.default.is_empty()) {
            assert_eq!(option.form.violation(option.default), None, "{}", option.name);
        }
    }
}
