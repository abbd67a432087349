//! The levels of the slider, and how strong they are where that was measured.
//!
//! A strength is a difference from a random player, in Elo, with its error; a figure here needs a page
//! in `docs/results/` that says how it was measured.

use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::Sentence;

/// A level of the champion.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LevelShown {
    level: u32,
    spec: String,
    name: Sentence,
    /// Against `random` at zero; none where it was not measured.
    elo: Option<i32>,
    elo_error: Option<i32>,
}

/// The levels that are offered, weakest first: each is called by a name, and its strength is said
/// where it was measured.
const LEVELS: [(u32, &str, &str, Option<(i32, i32)>); 12] = [
    (0, "Beginner", "Débutant", None),
    (1, "Learner", "Apprenti", None),
    (2, "Casual", "Occasionnel", None),
    (3, "Regular", "Habitué", None),
    (4, "Club player", "Joueur de club", None),
    (5, "Strong club player", "Bon joueur de club", None),
    (6, "Expert", "Expert", None),
    (8, "Master", "Maître", None),
    (10, "Grandmaster", "Grand maître", None),
    (13, "Champion", "Champion", None),
    (16, "Superhuman", "Surhumain", None),
    (20, "As strong as it gets at once", "Le plus fort sans attendre", None),
];

/// The levels, weakest first.
pub(crate) fn levels() -> Vec<LevelShown> {
    let shown = LEVELS.into_iter().map(|(level, en, fr, strength)| LevelShown {
        level,
        spec: format!("champion(level={level})"),
        name: Sentence { en, fr },
        elo: strength.map(|(elo, _)| elo),
        elo_error: strength.map(|(_, error)| error),
    });
    shown.collect()
}
