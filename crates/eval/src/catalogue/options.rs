//! The options of the evaluators that have some: each key before the builder that reads it.

use std::any::Any;
use std::sync::Arc;

use othellier_board::Size;
use othellier_spec::{Key, Spec, SpecError};

use super::{Built, words};
use crate::Evaluator;
use crate::classic::{
    Genome, GenomeError, MATRIX1, MATRIX2, Matrix, Mixed, Mobility, OwnMatrix, OwnMobility, Parity,
    ParityByDiscs, Phased, Quarter,
};
use crate::patterns::Patterns;

pub(super) const COUNT: Key = Key {
    name: "count",
    default: "difference",
    about: words(
        "difference, or own: the mover's discs only",
        "difference, ou own : seulement les pions de qui joue",
    ),
};

pub(super) fn matrix<S: Size>(spec: &Spec, quarter: &Quarter) -> Built<S> {
    let own = spec.choice("count", &[("difference", false), ("own", true)])?.unwrap_or(false);
    let matrix = Matrix::new(quarter);
    Ok(if own { Arc::new(OwnMatrix(matrix)) } else { Arc::new(matrix) })
}

pub(super) const CORNERS: Key = Key {
    name: "corners",
    default: "on",
    about: words(
        "on: a corner is worth ten moves to its owner; or off",
        "on : un coin vaut dix coups pour qui l'occupe ; ou off",
    ),
};
pub(super) const MOBILITY_RULE: Key = Key {
    name: "rule",
    default: "difference",
    about: words(
        "difference, or literal: the mover's moves only",
        "difference, ou literal : seulement les coups de qui joue",
    ),
};

pub(super) fn mobility<S: Size>(spec: &Spec) -> Built<S> {
    let corners = spec.choice("corners", &[("on", true), ("off", false)])?.unwrap_or(true);
    let rules = [("difference", false), ("literal", true)];
    let literal = spec.choice("rule", &rules)?.unwrap_or(false);
    let mobility = Mobility { corners };
    Ok(if literal { Arc::new(OwnMobility(mobility)) } else { Arc::new(mobility) })
}

pub(super) const PARITY_RULE: Key = Key {
    name: "rule",
    default: "regions",
    about: words(
        "regions, or more-discs: with an even number of empty squares, more discs are better",
        "regions, ou more-discs : quand les cases vides sont en nombre pair, mieux vaut plus de pions",
    ),
};

pub(super) fn parity<S: Size>(spec: &Spec) -> Built<S> {
    let rules = [("regions", false), ("more-discs", true)];
    let by_discs = spec.choice("rule", &rules)?.unwrap_or(false);
    Ok(if by_discs { Arc::new(ParityByDiscs) } else { Arc::new(Parity) })
}

pub(super) const MATRIX: Key = Key {
    name: "matrix",
    default: "1",
    about: words("the table of square values, 1 or 2", "la table des valeurs des cases, 1 ou 2"),
};
pub(super) const FROM: Key = Key { name: "from", default: "40", ..DISCS_FROM };
pub(super) const MOBILITY_FROM: Key = Key {
    name: "mobility_from",
    default: "20",
    about: words(
        "the move from which mobility counts, of 60",
        "le coup à partir duquel la mobilité compte, sur 60",
    ),
};
pub(super) const DISCS_FROM: Key = Key {
    name: "discs_from",
    default: "50",
    about: words(
        "the move from which discs count, of 60",
        "le coup à partir duquel les pions comptent, sur 60",
    ),
};

pub(super) fn mixed_discs<S: Size>(spec: &Spec) -> Built<S> {
    let from = move_number(spec, "from")?.unwrap_or(40);
    Ok(Arc::new(Mixed::new(quarter(spec)?, from, from)))
}

pub(super) fn mixed<S: Size>(spec: &Spec) -> Built<S> {
    let mobility_from = move_number(spec, "mobility_from")?.unwrap_or(20);
    let discs_from = move_number(spec, "discs_from")?.unwrap_or(50);
    if mobility_from > discs_from {
        return Err(spec.refused(words(
            "mobility_from is after discs_from",
            "mobility_from vient après discs_from",
        )));
    }
    Ok(Arc::new(Mixed::new(quarter(spec)?, mobility_from, discs_from)))
}

fn quarter(spec: &Spec) -> Result<&'static Quarter, SpecError> {
    Ok(spec.choice("matrix", &[("1", &MATRIX1), ("2", &MATRIX2)])?.unwrap_or(&MATRIX1))
}

fn move_number(spec: &Spec, key: &'static str) -> Result<Option<u32>, SpecError> {
    spec.number(key, 0..=60)
}

pub(super) const FILE: Key = Key {
    name: "file",
    default: "",
    about: words(
        "the file of weights; without one, those written by hand",
        "le fichier des poids ; sans lui, ceux écrits à la main",
    ),
};

/// The one place where an evaluator is read from a file.
pub(super) fn genome<S: Size>(spec: &Spec) -> Built<S> {
    let genome = match spec.option("file") {
        Some(path) => read_genome(path).map_err(|fault| spec.faulty(format!("{path}: {fault}")))?,
        None => Genome::default(),
    };
    Ok(Arc::new(Phased::new(&genome)))
}

fn read_genome(path: &str) -> Result<Genome, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    text.parse().map_err(|error: GenomeError| error.to_string())
}

pub(super) const WEIGHTS: Key = Key {
    name: "file",
    default: "",
    about: words(
        "the file of weights; without one, those that come with the program",
        "le fichier de poids ; sans lui, ceux qui viennent avec le programme",
    ),
};

/// The learned evaluation, with its own weights or those of a file.
pub(super) fn patterns<S: Size>(spec: &Spec) -> Built<S> {
    learned(spec, false)
}

/// The same of weights that have a net.
pub(super) fn net<S: Size>(spec: &Spec) -> Built<S> {
    learned(spec, true)
}

fn learned<S: Size>(spec: &Spec, needs_net: bool) -> Built<S> {
    let patterns = match spec.option("file") {
        Some(path) => Patterns::read(path).map_err(|error| spec.faulty(error))?,
        None => Patterns::shipped(),
    };
    if needs_net && !patterns.has_net() {
        return Err(spec.refused(words(
            "these weights have no net: `patterns` is for them",
            "ces poids n'ont pas de réseau : `patterns` est fait pour eux",
        )));
    }
    let evaluator: Arc<dyn Evaluator> = Arc::new(patterns);
    // The same type where the board is the usual one.
    let evaluator: Box<dyn Any> = Box::new(evaluator);
    let evaluator = evaluator.downcast::<Arc<dyn Evaluator<S>>>();
    evaluator.map(|evaluator| *evaluator).map_err(|_| {
        spec.refused(words("it knows 8×8 boards alone", "il ne connaît que les plateaux 8×8"))
    })
}
