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
    (0, 570, 97),
    (1, 693, 102),
    (2, 1106, 122),
    (3, 1327, 129),
    (4, 1635, 138),
    (5, 1822, 143),
    (6, 2147, 150),
    (8, 2650, 161),
    (10, 2879, 167),
    (12, 3051, 172),
    (16, 3215, 182),
    (20, 3404, 192),
];

/// The levels, weakest first.
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
