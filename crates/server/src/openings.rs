//! The name of the opening that a game has played.

use othellier_record::AnyGame;
use othellier_record::opening::{OpeningName, name_of};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::Sentence;

/// An opening that has a name.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct OpeningShown {
    name: Sentence,
    /// How many moves it has.
    ply: usize,
}

/// The longest opening with a name that a game begins with.
pub(crate) fn opening_of(game: &AnyGame) -> Option<OpeningShown> {
    let AnyGame::Eight(game) = game else { return None };
    let OpeningName { en, fr, length } = name_of(game)?;
    Some(OpeningShown { name: Sentence { en, fr }, ply: length })
}
