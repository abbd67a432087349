//! Options of evaluators: each key stands before the function that reads it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use othellier_board::{Eight, Size, SizeFamily};
use othellier_platform::file::read_text;
use othellier_spec::{Access, Expected, Fault, Key, Spec, SpecError};

use super::{Built, ReadWeights};
use crate::StaticEvaluator;
use crate::classic::{
    Criterion, DiscsAndRuns, Genome, GradedStability, LiteralMobility, MATRIX1, MATRIX2, Matrix,
    Mixed, Mobility, OwnSquares, Parity, ParityByDiscs, Phased, PhasedStrategic, Quarter, Runs,
    SemiStability, SquareTables, Stability, Strategic, Sum,
};
use crate::outcome::OutcomeModel;
use crate::patterns::Patterns;

pub(super) const COUNT: Key = Key {
    name: "count",
    default: "difference",
    about: "difference, or own: only the discs of the player who searches",
};

fn counts_own(spec: &Spec) -> Result<bool, SpecError> {
    Ok(spec.choice("count", &[("difference", false), ("own", true)])?.unwrap_or(false))
}

pub(super) fn matrix<S: Size>(spec: &Spec, quarter: &Quarter) -> Built<S> {
    let matrix = Matrix::new(quarter);
    Ok(if counts_own(spec)? { Arc::new(OwnSquares(matrix)) } else { Arc::new(matrix) })
}

pub(super) const TABLES: Key = Key {
    name: "file",
    default: "",
    about: "the file: a whole number for each square, or such a table after each line `phase EMPTIES`; \
         without one, built-in tables for opening, middle game and end",
};

/// Square values from a file, or the built-in ones.
pub(super) fn tables<S: Size>(spec: &Spec, access: &Access) -> Built<S> {
    let tables = match file(spec, access)? {
        Some((name, path)) => read_tables(&path).map_err(|fault| spec.faulty_file(name, fault))?,
        None => SquareTables::default(),
    };
    Ok(if counts_own(spec)? { Arc::new(OwnSquares(tables)) } else { Arc::new(tables) })
}

/// The file that a spec names, as written and where it is.
fn file<'a>(spec: &'a Spec, access: &Access) -> Result<Option<(&'a str, PathBuf)>, SpecError> {
    let Some(name) = spec.option("file") else { return Ok(None) };
    let path = access.file(name).map_err(|error| spec.denied(error))?;
    Ok(Some((name, path)))
}

/// The largest file that is read.
const MAX_TABLE_BYTES: u64 = 1 << 20;

fn read_tables<S: Size>(path: &Path) -> Result<SquareTables<S>, Fault> {
    let text = read_text(path, MAX_TABLE_BYTES);
    Ok(text.map_err(|error| io::Error::from(error.problem))?.parse()?)
}

pub(super) const CORNERS: Key = Key {
    name: "corners",
    default: "on",
    about: "on: a corner counts as ten moves for its owner; or off",
};
pub(super) const MOBILITY_RULE: Key = Key {
    name: "rule",
    default: "difference",
    about: "difference, or literal: the moves of the side to move at the leaf, counted for the player who \
         searches",
};

pub(super) fn mobility<S: Size>(spec: &Spec) -> Built<S> {
    let corners = spec.choice("corners", &ON_OR_OFF)?.unwrap_or(true);
    let rules = [("difference", false), ("literal", true)];
    let literal = spec.choice("rule", &rules)?.unwrap_or(false);
    let mobility = Mobility { corners };
    Ok(if literal { Arc::new(LiteralMobility(mobility)) } else { Arc::new(mobility) })
}

pub(super) const PARITY_RULE: Key = Key {
    name: "rule",
    default: "regions",
    about: "regions, or more-discs: more discs are better while the number of empty squares is even, \
         fewer while it is odd",
};

pub(super) fn parity<S: Size>(spec: &Spec) -> Built<S> {
    let rules = [("regions", false), ("more-discs", true)];
    let by_discs = spec.choice("rule", &rules)?.unwrap_or(false);
    Ok(if by_discs { Arc::new(ParityByDiscs) } else { Arc::new(Parity) })
}

pub(super) const SEMI: Key = Key {
    name: "semi",
    default: "0",
    about: "what a semi-stable disc counts in percent of a stable one",
};
pub(super) const SEMI_RULE: Key = Key {
    name: "rule",
    default: "next-move",
    about: "which discs are semi-stable: next-move, those that no reply flips; or edges, those on an \
         edge or with no empty square beside them",
};

pub(super) fn stability<S: Size>(spec: &Spec) -> Built<S> {
    let rules = [("next-move", SemiStability::NextMove), ("edges", SemiStability::Edges)];
    let semi = spec.choice("rule", &rules)?.unwrap_or(SemiStability::NextMove);
    Ok(match spec.number("semi", 0..=100)?.unwrap_or(0) {
        0 => Arc::new(Stability),
        percent => Arc::new(GradedStability { percent, semi }),
    })
}

pub(super) const WITH_DISCS: Key =
    Key { name: "discs", default: "off", about: "on: added to the disc difference; or off" };

pub(super) fn runs<S: Size>(spec: &Spec) -> Built<S> {
    let with_discs = spec.choice("discs", &ON_OR_OFF)?.unwrap_or(false);
    Ok(if with_discs { Arc::new(DiscsAndRuns) } else { Arc::new(Runs) })
}

pub(super) const PHASE: Key = Key {
    name: "phase",
    default: "off",
    about: "on: the values follow the phase of the game; or off",
};

pub(super) fn strategic<S: Size>(spec: &Spec) -> Built<S> {
    let by_phase = spec.choice("phase", &ON_OR_OFF)?.unwrap_or(false);
    Ok(if by_phase { Arc::new(PhasedStrategic::default()) } else { Arc::new(Strategic) })
}

const ON_OR_OFF: [(&str, bool); 2] = [("on", true), ("off", false)];

/// The weight of each feature of a sum.
pub(super) const TERMS: [Key; Criterion::ALL.len()] = {
    let about = "its weight, a whole number";
    let mut keys = [Key { name: "", default: "0", about }; Criterion::ALL.len()];
    let mut at = 0;
    while at < keys.len() {
        keys[at].name = Criterion::ALL[at].name();
        at += 1;
    }
    keys
};

pub(super) fn sum<S: Size>(spec: &Spec) -> Built<S> {
    let mut weights = Vec::new();
    for criterion in Criterion::ALL {
        let expected = Expected::Described("a whole number from -1000 to 1000");
        let weight = spec.read(criterion.name(), expected, |text| {
            text.parse().ok().filter(|weight| (-1000..=1000).contains(weight))
        })?;
        weights.extend(weight.map(|weight| (criterion, weight)));
    }
    if weights.is_empty() {
        return Err(spec.refused("it needs a weight, such as sum(discs=2, corners=3)"));
    }
    Ok(Arc::new(Sum::new(weights)))
}

pub(super) const MATRIX: Key =
    Key { name: "matrix", default: "1", about: "the table of square values, 1 or 2" };
pub(super) const FROM: Key = Key { name: "from", default: "40", ..DISCS_FROM };
pub(super) const MOBILITY_FROM: Key = Key {
    name: "mobility_from",
    default: "20",
    about: "the move from which mobility counts, of 60",
};
pub(super) const DISCS_FROM: Key =
    Key { name: "discs_from", default: "50", about: "the move from which discs count, of 60" };

pub(super) fn mixed_discs<S: Size>(spec: &Spec) -> Built<S> {
    let from = move_number(spec, "from")?.unwrap_or(40);
    Ok(Arc::new(Mixed::new(quarter(spec)?, from, from)))
}

pub(super) fn mixed<S: Size>(spec: &Spec) -> Built<S> {
    let mobility_from = move_number(spec, "mobility_from")?.unwrap_or(20);
    let discs_from = move_number(spec, "discs_from")?.unwrap_or(50);
    if mobility_from > discs_from {
        return Err(spec.refused("mobility_from is after discs_from"));
    }
    Ok(Arc::new(Mixed::new(quarter(spec)?, mobility_from, discs_from)))
}

fn quarter(spec: &Spec) -> Result<&'static Quarter, SpecError> {
    Ok(spec.choice("matrix", &[("1", &MATRIX1), ("2", &MATRIX2)])?.unwrap_or(&MATRIX1))
}

fn move_number(spec: &Spec, key: &'static str) -> Result<Option<u32>, SpecError> {
    spec.number(key, 0..=60)
}

pub(super) const FILE: Key =
    Key { name: "file", default: "", about: "the weights file; without one, the built-in weights" };

/// Weights of features, from a file or the built-in ones.
pub(super) fn genome<S: Size>(spec: &Spec, access: &Access) -> Built<S> {
    let genome = match file(spec, access)? {
        Some((name, path)) => read_genome(&path).map_err(|fault| spec.faulty_file(name, fault))?,
        None => Genome::default(),
    };
    Ok(Arc::new(Phased::new(&genome)))
}

fn read_genome(path: &Path) -> Result<Genome, Fault> {
    let text = read_text(path, Genome::MAX_BYTES);
    Ok(text.map_err(|error| io::Error::from(error.problem))?.parse()?)
}

pub(super) const WEIGHTS: Key =
    Key { name: "file", default: "", about: "the weights file; without one, the shipped weights" };

/// The learned evaluation, with the shipped weights or those of a file.
pub(super) fn patterns<S: Size>(spec: &Spec, access: &Access, read: ReadWeights) -> Built<S> {
    let patterns = match file(spec, access)? {
        Some((_, path)) => read(&path).map_err(|error| spec.faulty(error))?,
        None => shipped_patterns(spec)?,
    };
    of_eight(spec, Arc::new(patterns))
}

pub(super) const MODEL: Key =
    Key { name: "file", default: "", about: "the model file; without one, the shipped model" };

/// The outcome model: the shipped one, or that of a file.
pub(super) fn net<S: Size>(spec: &Spec, access: &Access) -> Built<S> {
    let model = match file(spec, access)? {
        Some((_, path)) => OutcomeModel::read(&path).map_err(|error| spec.faulty(error))?,
        None => shipped_model(spec)?,
    };
    of_eight(spec, Arc::new(model))
}

#[cfg(feature = "weights")]
fn shipped_patterns(_: &Spec) -> Result<Patterns, SpecError> {
    Ok(Patterns::shipped())
}

#[cfg(all(feature = "weights", not(target_arch = "wasm32")))]
fn shipped_model(_: &Spec) -> Result<OutcomeModel, SpecError> {
    Ok(OutcomeModel::shipped())
}

/// Without the feature `weights` there are no shipped weights: a file is required.
#[cfg(not(feature = "weights"))]
fn shipped_patterns(spec: &Spec) -> Result<Patterns, SpecError> {
    Err(SpecError::MissingOption { owner: spec.name.clone(), key: WEIGHTS })
}

#[cfg(not(all(feature = "weights", not(target_arch = "wasm32"))))]
fn shipped_model(spec: &Spec) -> Result<OutcomeModel, SpecError> {
    Err(SpecError::MissingOption { owner: spec.name.clone(), key: MODEL })
}

/// An evaluator of 8×8 boards.
fn of_eight<S: Size>(spec: &Spec, evaluator: Arc<dyn StaticEvaluator>) -> Built<S> {
    struct Evaluators;
    impl SizeFamily for Evaluators {
        type Of<S: Size> = Arc<dyn StaticEvaluator<S>>;
    }
    // `S` is `Eight` where the board is 8×8.
    Eight::cast::<Evaluators, S>(evaluator)
        .ok_or_else(|| spec.refused("it supports 8×8 boards only"))
}

#[cfg(all(test, not(feature = "weights")))]
mod tests {
    use super::*;

    #[test]
    fn without_the_shipped_weights_a_file_is_required() {
        let built = patterns::<othellier_board::Eight>(
            &"patterns".parse().unwrap(),
            &Access::Full,
            |path| Patterns::read(path),
        );
        let error = built.err().unwrap();
        assert!(matches!(error, SpecError::MissingOption { key: Key { name: "file", .. }, .. }));
    }
}
