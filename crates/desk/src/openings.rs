//! The name of the opening of a game.

use othellier_record::openings::{Reached, of_game};
use othellier_record::{AnyGame, with_game};
use serde::Serialize;

use crate::wire::Sentence;

/// An opening that has a name.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpeningShown {
    name: Sentence,
    /// After how many moves of the game.
    ply: usize,
}

/// The last named opening that a game reached.
pub fn opening_of(game: &AnyGame) -> Option<OpeningShown> {
    let Reached { opening, length } = with_game!(game, game => of_game(game))?;
    Some(OpeningShown { name: Sentence { en: opening.english, fr: opening.french }, ply: length })
}
