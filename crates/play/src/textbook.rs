//! The textbook players in the catalogue: their options, and how a spec becomes a search.

use std::sync::Arc;

use othellier_board::Size;
use othellier_eval::StaticEvaluator;
use othellier_search::SearchLimits;
use othellier_search::classic::{
    Algorithm, Classic, Hash, Mcts, Memory, Options, Order, Policy, TableOptions, Ties,
};
use othellier_spec::{Access, Expected, Key, Spec, SpecError};

use crate::catalogue::catalogue;
use crate::compiled::compiled;
use crate::entry::{Seat, Setup, key, table_bytes};
use crate::limits::MoveLimits;
use crate::{Player, SearchPlayer, weights_files};

const DEPTH: Key = key("depth", "3", "plies to look ahead");
const TIME: Key = key("time", "", "time for each move, such as 500ms or 2s");
const NODES: Key = key("nodes", "", "most nodes for each move");
const EVAL: Key = key("eval", "mobility", "evaluator of the leaves: see `othellier evaluators`");
const ORDER: Key = key(
    "order",
    "none",
    "move ordering: none, static, dynamic, mobility or endgame (always used when solving)",
);
const NO_TABLE: Key = key("table", "none", "transposition table: none, modulo or zobrist");
const A_TABLE: Key = Key { default: "zobrist", ..NO_TABLE };
const HASH: Key = key("hash", "16MiB", "size of the transposition table");
const MEMORY: Key = key("memory", "undo", "how the board is stored: undo, copy or tree");
const DEEPENING: Key =
    key("deepening", "off", "iterative deepening: on or off (always on with time or nodes)");
const ENDGAME: Key =
    key("endgame", "0", "solve from this many empty squares on; 0 never, 20 at most");
const TIES: Key = key("ties", "first", "among equally good moves: first or random");
const THREADS: Key = key("threads", "1", "threads that share the root moves");
const CONVENTION: Key =
    key("convention", "negamax", "form of the search: negamax or minmax, with the same values");
const PLAYOUTS: Key =
    key("playouts", "1000", "random games for each move, if there is no time limit");
const EXPLORATION: Key = key("c", "1.4", "exploration constant of UCT");
const POLICY: Key = key("policy", "random", "playout policy: random, or corners first");

/// The options of all searches except those below.
pub(crate) const KEYS: &[Key] =
    &[DEPTH, TIME, NODES, EVAL, ORDER, NO_TABLE, HASH, MEMORY, DEEPENING, ENDGAME, TIES, THREADS];
/// NegaScout has two forms.
pub(crate) const NEGASCOUT_KEYS: &[Key] = &[
    DEPTH, TIME, NODES, EVAL, ORDER, NO_TABLE, HASH, MEMORY, DEEPENING, ENDGAME, TIES, THREADS,
    CONVENTION,
];
/// MTD(f) needs a transposition table.
pub(crate) const MTDF_KEYS: &[Key] =
    &[DEPTH, TIME, NODES, EVAL, ORDER, A_TABLE, HASH, MEMORY, DEEPENING, ENDGAME, TIES, THREADS];
/// The options of Monte-Carlo tree search.
pub(crate) const MCTS_KEYS: &[Key] = &[PLAYOUTS, TIME, EXPLORATION, POLICY];

/// Builds a textbook search of a spec.
pub(crate) fn classic<S: Size>(
    algorithm: Algorithm,
    spec: &Spec,
    setup: &Setup,
) -> Result<Seat<S>, SpecError> {
    let (evaluator, limits) = (evaluator(spec, &setup.access)?, MoveLimits::default());
    Ok(Seat::Program(classic_with_evaluator(algorithm, spec, evaluator, &limits, setup)?))
}

/// Builds the textbook search of a spec with other limits; `None` if the spec names none.
pub(crate) fn limited<S: Size>(
    spec: &Spec,
    limits: &MoveLimits,
    setup: &Setup,
) -> Option<Result<Seat<S>, SpecError>> {
    if spec.name == "mcts" {
        return Some(mcts(spec, limits, setup));
    }
    let (_, algorithm) = WITH_EVALUATOR.iter().find(|(name, _)| *name == spec.name)?;
    let build = |evaluator| (compiled::<S>().classic)(*algorithm, spec, evaluator, limits, setup);
    Some(evaluator(spec, &setup.access).and_then(build).map(Seat::Program))
}

/// Builds the search that a spec names, with an evaluator that is not in the catalogue, such as one that is
/// being evolved or fitted. The spec must not name another.
pub fn build_with_evaluator<S: Size>(
    spec: &Spec,
    evaluator: Arc<dyn StaticEvaluator<S>>,
    setup: &Setup,
) -> Result<Box<dyn Player<S>>, SpecError> {
    let entries = catalogue::<S>();
    spec.check("player", entries.iter().map(|entry| &entry.description))?;
    let algorithm = WITH_EVALUATOR.iter().find(|(name, _)| *name == spec.name);
    let (_, algorithm) = algorithm.ok_or_else(|| spec.refused("it takes no evaluator"))?;
    if spec.option("eval").is_some() {
        let why = "eval is given already";
        return Err(spec.refused(why));
    }
    (compiled::<S>().classic)(*algorithm, spec, evaluator, &MoveLimits::default(), setup)
}

/// The players that take an evaluator.
const WITH_EVALUATOR: [(&str, Algorithm); 7] = [
    ("minimax", Algorithm::Minimax),
    ("alphabeta", Algorithm::AlphaBeta),
    ("negamax", Algorithm::Negamax),
    ("negamax-ab", Algorithm::NegamaxAb),
    ("negascout", Algorithm::NegaScout),
    ("pvs", Algorithm::Pvs),
    ("mtdf", Algorithm::Mtdf),
];

/// Builds a textbook search; [`compiled`] instantiates it for each size.
pub(crate) fn classic_with_evaluator<S: Size>(
    algorithm: Algorithm,
    spec: &Spec,
    evaluator: Arc<dyn StaticEvaluator<S>>,
    given: &MoveLimits,
    setup: &Setup,
) -> Result<Box<dyn Player<S>>, SpecError> {
    let limits = limits(spec, given)?;
    let limited = limits.time.is_some() || limits.nodes.is_some();
    let table = spec.choice(
        "table",
        &[("none", None), ("modulo", Some(Hash::Modulo)), ("zobrist", Some(Hash::Zobrist))],
    )?;
    let own_table = if algorithm == Algorithm::Mtdf { Some(Hash::Zobrist) } else { None };
    let bytes = table_bytes(spec, 16 << 20)?;
    let algorithm = match spec.choice("convention", &[("negamax", false), ("minmax", true)])? {
        Some(true) => Algorithm::NegaScoutMinmax,
        _ => algorithm,
    };
    let deepening = spec.choice("deepening", &[("on", true), ("off", false)])?;
    let options = Options {
        algorithm,
        evaluator,
        order: spec
            .choice(
                "order",
                &[
                    ("none", Order::None),
                    ("static", Order::Static),
                    ("dynamic", Order::Dynamic),
                    ("mobility", Order::Mobility),
                    ("endgame", Order::Endgame),
                ],
            )?
            .unwrap_or(Order::None),
        table: table.unwrap_or(own_table).map(|hash| TableOptions { hash, bytes }),
        memory: spec
            .choice(
                "memory",
                &[("undo", Memory::Undo), ("copy", Memory::Copy), ("tree", Memory::Tree)],
            )?
            .unwrap_or(Memory::Undo),
        deepening: deepening.unwrap_or(limited),
        endgame: spec.number("endgame", 0..=20)?.unwrap_or(0),
        ties: spec
            .choice("ties", &[("first", Ties::First), ("random", Ties::Random)])?
            .unwrap_or(Ties::First),
        threads: given.threads(spec)?,
    };
    check(spec, &options, limited)?;
    let search = Classic::new(options, setup.seed);
    Ok(Box::new(SearchPlayer::new(search, limits)))
}

/// Refuses options that cannot be combined.
fn check<S: Size>(spec: &Spec, options: &Options<S>, limited: bool) -> Result<(), SpecError> {
    let why = match options {
        Options { deepening: false, .. } if limited => {
            "time and nodes need deepening: the last complete depth answers"
        }
        Options { memory: Memory::Tree, threads: 2.., .. } => "memory=tree is for one thread",
        Options { table: None, .. } if spec.option("hash").is_some() => {
            "hash is of no use without a table"
        }
        _ => return Ok(()),
    };
    Err(spec.refused(why))
}

fn limits(spec: &Spec, given: &MoveLimits) -> Result<SearchLimits, SpecError> {
    let (time, nodes) = (given.time(spec)?, given.nodes(spec)?);
    let depth = given.depth(spec, 1..=120)?;
    // Without any limit, the default is a depth.
    let default = if time.is_some() || nodes.is_some() { None } else { Some(3) };
    let mut limits = SearchLimits::default();
    (limits.depth, limits.nodes, limits.time) = (depth.or(default), nodes, time);
    Ok(limits)
}

fn evaluator<S: Size>(
    spec: &Spec,
    access: &Access,
) -> Result<Arc<dyn StaticEvaluator<S>>, SpecError> {
    let text = spec.option("eval").unwrap_or(EVAL.default);
    let eval: Spec = text.parse().map_err(|_| SpecError::BadValue {
        owner: spec.name.clone(),
        key: "eval",
        value: text.to_owned(),
        expected: Expected::Described("an evaluator such as mobility"),
    })?;
    othellier_eval::build_with(&eval, access, weights_files::read)
}

/// Builds the Monte-Carlo tree search of a spec.
pub(crate) fn mcts<S: Size>(
    spec: &Spec,
    given: &MoveLimits,
    setup: &Setup,
) -> Result<Seat<S>, SpecError> {
    let playouts = spec.number("playouts", 1..)?.unwrap_or(1000_u64);
    let not_negative = Expected::Described("a number from 0 on");
    let exploration = spec
        .read("c", not_negative, |text| {
            text.parse().ok().filter(|c: &f64| c.is_finite() && *c >= 0.0)
        })?
        .unwrap_or(1.4);
    let policy = spec
        .choice("policy", &[("random", Policy::Random), ("corners", Policy::Corners)])?
        .unwrap_or(Policy::Random);
    let mut limits = SearchLimits::default();
    limits.time = given.time(spec)?;
    let search = Mcts::new(playouts, exploration, policy, setup.seed);
    Ok(Seat::Program(Box::new(SearchPlayer::new(search, limits))))
}

#[cfg(test)]
mod tests {
    use othellier_board::Eight;
    use othellier_eval::classic::Discs;

    use super::*;

    #[test]
    fn every_player_with_an_evaluator_accepts_another() {
        let built = |spec: &str| {
            let spec: Spec = spec.parse().unwrap();
            build_with_evaluator::<Eight>(
                &spec,
                Arc::new(Discs),
                &Setup { seed: 0, access: Access::Sealed },
            )
            .map(drop)
        };
        for entry in catalogue::<Eight>() {
            let name = entry.description.name;
            let has_one = entry.description.keys.iter().any(|key| key.name == "eval");
            assert_eq!(built(name).is_ok(), has_one, "{name}");
        }
        assert!(built("pvs(depth=2, order=mobility)").is_ok());
        let refused = built("pvs(eval=discs)").unwrap_err();
        assert_eq!(refused.to_string(), "pvs: eval is given already");
        assert!(matches!(built("pvs(deep=2)"), Err(SpecError::UnknownOption { .. })));
    }
}
