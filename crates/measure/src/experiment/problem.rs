//! Faults in a part of an experiment.

use othellier_play::{ParseDurationError, PlayerError};
use othellier_record::PositionTextError;
use othellier_spec::{AccessError, Fault, ParseSpecError, SpecError};

use crate::evolve::{EvolutionError, ParseLawError};
use crate::{MatchError, OpeningsError};

/// The maximum number of games, searches or generations of a part.
pub(super) const MAX_UNITS: usize = 1_000_000;

/// Why a part of an experiment is refused or cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartProblem {
    /// The name has other characters.
    #[error("a name has only lower-case letters, digits and hyphens")]
    Name,
    /// Two parts have this name.
    #[error("the name is used twice")]
    NameTwice,
    /// A comparison names no part.
    #[error("there is no such part")]
    NoPart,
    /// `quick` is not a table.
    #[error("expected a table, such as {{ games = 10 }}")]
    NotATable,
    /// There is no such table of square values.
    #[error("there is no table `{table}`; expected matrix1 or matrix2")]
    NoTable {
        /// The name in the file.
        table: String,
    },
    #[error("a fitness is a number of discs from -100 to 100")]
    Fitness,
    /// A comparison names no arm.
    #[error("compare: there is no arm `{arm}`; expected one of: {known}")]
    NoArm {
        /// The name in the file.
        arm: String,
        /// The names of the arms.
        known: String,
    },
    /// There is too much to do.
    #[error("{count} {what}; expected at most {MAX_UNITS}")]
    TooMany { count: usize, what: Counted },
    /// A file is out of reach.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// A spec names a human player.
    #[error("`{name}` is a person; expected a program")]
    Person {
        /// The name in the spec.
        name: String,
    },
    /// A part has no games.
    #[error("there is nothing to play; expected players, opponents and games")]
    NothingToPlay,
    /// A part has no searches.
    #[error("there is nothing to search; expected list or phases")]
    NothingToSearch,
    /// A part has no evolution.
    #[error("there is nothing to breed; expected laws, generations, runs and openings")]
    NothingToBreed,
    /// A part has no hash function.
    #[error("there is nothing to hash; expected functions, passes, repetitions")]
    NothingToHash,
    /// A part has no positions to hash.
    #[error("there is nothing to hash; expected slots and games")]
    NoPositionsToHash,
    /// A part has no boards.
    #[error("there is nothing to count; expected boards and repetitions")]
    NothingToCount,
    /// `split` or `by` names no key of the grid.
    #[error("{option} is not a key of the grid")]
    NotAKey {
        /// `split` or `by`.
        option: &'static str,
    },
    /// `sprt` or `range` is not two numbers in order.
    #[error("{option} has two numbers, the smaller first")]
    Order {
        /// `sprt` or `range`.
        option: &'static str,
    },
    /// An SPRT with fixed colours.
    #[error("sprt counts pairs of games; expected colors = \"swapped\"")]
    SprtColors,
    /// An arm has no opponent.
    #[error("there is no opponent")]
    NoOpponent,
    /// A position has no legal move.
    #[error("{name}: there is no move to choose")]
    NoMove {
        /// The name of the position.
        name: String,
    },
    /// A key of the grid is not used.
    #[error("no player has {{{key}}}")]
    UnusedKey { key: String },
    /// A value of the grid has another type.
    #[error("`{value}` is not a value of a grid; expected a number or a text")]
    GridValue { value: String },
    /// A rate is not a probability.
    #[error("a rate is a number from 0 to 1")]
    Rate,
    /// The step of a mutation is too small.
    #[error("nudge is a number of at least 1")]
    Nudge,
    /// A measured function gave a wrong result.
    #[error("{arm} gives {found}; expected {expected}")]
    Checksum { arm: &'static str, found: u64, expected: u64 },
    /// A part has both a player and a file.
    #[error("player or file; expected one of them")]
    PlayerAndFile,
    /// A file of games cannot be read.
    #[error("{0}")]
    Source(Fault),
    /// A file has too few finished games.
    #[error("{file}: {found} finished games; expected as many as games says")]
    FewGames { file: String, found: usize },
    /// A text is not a spec.
    #[error("`{text}`: {error}")]
    NotASpec {
        /// The text in the file.
        text: String,
        /// The fault in the spec.
        error: ParseSpecError,
    },
    /// A player or an evaluator cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A law cannot be read.
    #[error(transparent)]
    Law(#[from] ParseLawError),
    /// The openings cannot be read or made.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A time cannot be read.
    #[error(transparent)]
    Time(#[from] ParseDurationError),
    /// A position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionTextError),
    /// A player gave no move.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An evolution cannot be run.
    #[error(transparent)]
    Evolution(#[from] EvolutionError),
}

/// Things that there can be too many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Counted {
    #[error("games")]
    Games,
    #[error("positions")]
    Positions,
    /// Combinations of the values of a grid.
    #[error("players of a grid")]
    Players,
    #[error("individuals")]
    Individuals,
    #[error("openings")]
    Openings,
    /// All units of a part.
    #[error("games, searches or generations")]
    Units,
}

impl PartProblem {
    /// The largest number of games, searches or generations of a part.
    pub const MOST_UNITS: usize = MAX_UNITS;
}

impl From<MatchError> for PartProblem {
    fn from(error: MatchError) -> PartProblem {
        match error {
            MatchError::Spec(error) => PartProblem::Spec(error),
            MatchError::Person { name } => PartProblem::Person { name },
        }
    }
}
