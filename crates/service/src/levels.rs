//! The levels of the slider, with their measured strengths.
//!
//! A strength is an Elo difference to the random player, with its error; `docs/levels.md` describes
//! the measurement.

use othellier_wire::Sentence;
use serde::Serialize;

/// A level of the champion.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LevelShown {
    level: u32,
    spec: String,
    name: Sentence,
    /// Elo above `random`; none if it was not measured.
    elo: Option<i32>,
    elo_error: Option<i32>,
}

/// The levels that are offered with their names, weakest first.
const LEVELS: [(u32, &str); 12] = [
    (0, "Beginner"),
    (1, "Learner"),
    (2, "Casual"),
    (3, "Regular"),
    (4, "Club player"),
    (5, "Strong club player"),
    (6, "Expert"),
    (8, "Master"),
    (10, "Grandmaster"),
    (12, "Champion"),
    (16, "Superhuman"),
    (20, "Strongest without waiting"),
];

/// Measured in `docs/levels.md`: the level, its Elo and the error.
const STRENGTHS: [(u32, i32, i32); 12] = [
    (0, 531, 84),
    (1, 684, 92),
    (2, 1028, 105),
    (3, 1302, 114),
    (4, 1674, 127),
    (5, 1870, 133),
    (6, 2150, 140),
    (8, 2665, 153),
    (10, 2885, 160),
    (12, 3091, 166),
    (16, 3246, 177),
    (20, 3374, 190),
];

pub fn levels() -> Vec<LevelShown> {
    let strength = |level| STRENGTHS.into_iter().find(|(measured, ..)| *measured == level);
    let shown = LEVELS.into_iter().map(|(level, name)| LevelShown {
        level,
        spec: format!("champion(level={level})"),
        name: Sentence::translated(name, othellier_locale::french),
        elo: strength(level).map(|(_, elo, _)| elo),
        elo_error: strength(level).map(|(.., error)| error),
    });
    shown.collect()
}
