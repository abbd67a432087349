//! The levels of the slider, and how strong they are where that was measured.
//!
//! A strength is a difference from a random player, in Elo, with its error; `docs/levels.md` says how it
//! was measured.

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
const LEVELS: [(u32, &str, &str); 12] = [
    (0, "Beginner", "Débutant"),
    (1, "Learner", "Apprenti"),
    (2, "Casual", "Occasionnel"),
    (3, "Regular", "Habitué"),
    (4, "Club player", "Joueur de club"),
    (5, "Strong club player", "Bon joueur de club"),
    (6, "Expert", "Expert"),
    (8, "Master", "Maître"),
    (10, "Grandmaster", "Grand maître"),
    (12, "Champion", "Champion"),
    (16, "Superhuman", "Surhumain"),
    (20, "As strong as it gets at once", "Le plus fort sans attendre"),
];

/// Measured, in `docs/levels.md`: the level, its strength and the error.
const STRENGTHS: [(u32, i32, i32); 11] = [
    (0, 526, 88),
    (1, 665, 106),
    (2, 1072, 136),
    (3, 1305, 147),
    (4, 1635, 165),
    (5, 1821, 175),
    (6, 2106, 186),
    (8, 2636, 205),
    (10, 2910, 216),
    (12, 3115, 232),
    (16, 3332, 262),
];

/// The levels, weakest first.
pub(crate) fn levels() -> Vec<LevelShown> {
    let strength = |level| STRENGTHS.into_iter().find(|(measured, ..)| *measured == level);
    let shown = LEVELS.into_iter().map(|(level, en, fr)| LevelShown {
        level,
        spec: format!("champion(level={level})"),
        name: Sentence { en, fr },
        elo: strength(level).map(|(_, elo, _)| elo),
        elo_error: strength(level).map(|(.., error)| error),
    });
    shown.collect()
}
