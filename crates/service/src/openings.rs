//! The named openings, and what the shipped book knows of a position.

use othellier_record::{AnyGame, openings};
use othellier_wire::BookProbe;
use serde::Serialize;

use crate::error::ServiceError;
use crate::positions::PositionQuery;

/// The named openings.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Openings {
    #[serde(rename = "type")]
    kind: &'static str,
    openings: Vec<NamedOpening>,
}

/// A named opening.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NamedOpening {
    /// Moves that lead to it.
    moves: &'static str,
    name: OpeningName,
}

/// The name of an opening in both languages.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpeningName {
    en: &'static str,
    fr: &'static str,
}

/// The named openings, each with moves that lead to it.
pub fn openings() -> Openings {
    let named = |it: &openings::Opening| NamedOpening {
        moves: it.moves,
        name: OpeningName { en: it.english, fr: it.french },
    };
    Openings { kind: "openings", openings: openings::all().iter().map(named).collect() }
}

/// The shipped book's moves in a position.
pub fn book(query: &PositionQuery) -> Result<BookProbe, ServiceError> {
    let AnyGame::Eight(game) = query.read()? else {
        return Err(ServiceError::bad_request("the book has positions of 8×8 alone"));
    };
    Ok(BookProbe::new(othellier_book::shipped(), game.position()))
}
