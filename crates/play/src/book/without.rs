//! No opening book: what stands for one without the feature `book`.

use othellier_eval::Score;
use othellier_spec::{Access, Spec, SpecError};

use crate::Player;

/// A book that nobody can open: the feature is off.
#[derive(Clone)]
pub(crate) enum OpenBook {}

impl OpenBook {
    pub(super) fn named(_: &str, spec: &Spec, _: &Access) -> Result<OpenBook, SpecError> {
        Err(spec.refused("it has no book here"))
    }

    pub(crate) fn before(self, _: Box<dyn Player>, _: Score, _: u64) -> Box<dyn Player> {
        match self {}
    }
}
