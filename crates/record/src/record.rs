//! A game with its metadata: what all formats read and write.

use std::collections::BTreeMap;

use othellier_board::{Color, Move, Position, Size, Status};
use othellier_spec::Spec;

use crate::format_name::Format;
use crate::{
    Ending, Game, Location, Outcome, ReadError, TimeControl, Warning, WarningKind, each_size,
};

/// A game of any size with its metadata. Missing texts are empty.
///
/// ```
/// use othellier_board::{Color, Position};
/// use othellier_record::{Record, ggf, transcript};
///
/// let game = transcript::read(Position::start(), "f5d6c3")?;
/// let mut record = Record::from(game);
/// record.game.set_name(Color::Black, "Alice");
/// record.date = "2024".to_owned();
///
/// let mut file = Vec::new();
/// ggf::write(&mut file, &record)?;
/// let read: Vec<Record> = ggf::read(&file[..]).collect::<Result<_, _>>()?;
/// assert_eq!(read, [record]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The start, the moves with their times, the players' names, and how the game ended early, if
    /// it did.
    pub game: AnyGame,
    /// The tournament, or another occasion.
    pub event: String,
    /// The place where it was played.
    pub place: String,
    /// The round of the tournament.
    pub round: String,
    /// The date, as written in the file.
    pub date: String,
    /// The ratings of Black and White, as written in the file.
    pub ratings: [String; 2],
    /// Who played Black and White, a person (`human`) or a program, if it is known. A file may
    /// name any player, also one that starts a program: nothing here builds it.
    pub players: [Option<Spec>; 2],
    /// The time that Black and White had.
    pub clocks: [Option<TimeControl>; 2],
    /// Black's discs minus White's according to the file, if the moves do not lead to it: the last
    /// moves are unknown, or there is a handicap in discs.
    pub score: Option<f64>,
    /// The score of perfect play from some point on.
    pub theoretical: Option<Theoretical>,
    /// The comment on the whole game.
    pub comment: String,
    /// Annotations of moves, by move number from 1, counting passes.
    pub notes: BTreeMap<usize, Note>,
    /// Search costs of moves, by move number from 1, counting passes.
    pub costs: BTreeMap<usize, MoveCost>,
    /// Properties that only one format has; they are written again in that format.
    pub tags: Vec<Tag>,
    /// Warnings about the file, and about what was not kept.
    pub warnings: Vec<Warning>,
}

/// The annotation of one move, except its time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// The player's evaluation, in discs from the player's side.
    pub eval: Option<f64>,
    /// The text of the annotator.
    pub comment: String,
}

/// The search cost of one move, except its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCost {
    /// Nodes visited by the search.
    pub nodes: u64,
    /// Nodes reused from the tree of an earlier move.
    pub reused_nodes: u64,
}

/// The theoretical score of a position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theoretical {
    /// Black's discs minus White's after perfect play by both sides.
    pub black_score: i32,
    /// The number of empty squares from which play is perfect.
    pub empties: u8,
}

/// A property of one format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The format it belongs to.
    pub format: Format,
    /// The number of moves before it; 0 for game properties.
    pub at: usize,
    /// Its name in that format.
    pub name: String,
    /// The text after the name.
    pub value: String,
}

macro_rules! any_game {
    ([$($side:literal $size:ident),*]) => {
        /// A game of any size. [`with_game!`](crate::with_game) unwraps it.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum AnyGame {
            $($size(Game<othellier_board::$size>),)*
        }

        $(impl From<Game<othellier_board::$size>> for AnyGame {
            fn from(game: Game<othellier_board::$size>) -> AnyGame {
                AnyGame::$size(game)
            }
        })*
    };
}
each_size!(any_game);

/// `with_game!(any, game => expression)`: evaluates the expression for a game of any size.
///
/// ```
/// use othellier_record::{AnyGame, Record, transcript, with_game};
/// let record = Record::default();
/// assert_eq!(with_game!(&record.game, game => transcript::write(game)), "");
/// ```
#[macro_export]
macro_rules! with_game {
    ([$($side:literal $size:ident),*] $any:expr, $game:ident => $body:expr) => {
        match $any {
            $($crate::AnyGame::$size($game) => $body,)*
        }
    };
    ($any:expr, $game:ident => $body:expr) => {
        $crate::each_size!($crate::with_game, $any, $game => $body)
    };
}

impl<G: Into<AnyGame>> From<G> for Record {
    fn from(game: G) -> Record {
        Record { game: game.into(), ..Record::default() }
    }
}

/// A new game on 8×8.
impl Default for AnyGame {
    fn default() -> AnyGame {
        AnyGame::Eight(Game::new())
    }
}

impl AnyGame {
    /// The size of the board.
    pub fn side(&self) -> u8 {
        fn side<S: Size>(_: &Game<S>) -> u8 {
            S::SIDE
        }
        with_game!(self, game => side(game))
    }

    /// Squares on the board.
    pub fn squares(&self) -> u8 {
        self.side() * self.side()
    }

    /// The name of a player; empty if not given.
    pub fn name(&self, color: Color) -> &str {
        with_game!(self, game => game.name(color))
    }

    /// Sets the name of a player.
    pub fn set_name(&mut self, color: Color, name: impl Into<String>) {
        with_game!(self, game => game.set_name(color, name));
    }

    /// The number of moves up to the current position, including passes.
    pub fn length(&self) -> usize {
        with_game!(self, game => game.length())
    }

    /// The number of all moves, including undone ones.
    pub fn full_length(&self) -> usize {
        with_game!(self, game => game.full_length())
    }

    /// How the game ended early, if it did.
    pub fn ending(&self) -> Option<Ending> {
        with_game!(self, game => game.ending())
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        with_game!(self, game => game.outcome())
    }

    /// Whether neither side can move.
    pub fn is_played_out(&self) -> bool {
        with_game!(self, game => matches!(game.position().status(), Status::Over { .. }))
    }

    /// Whether it starts from the standard position of its size.
    pub fn has_standard_start(&self) -> bool {
        with_game!(self, game => *game.start() == Position::default())
    }

    /// Whether the last move is a pass.
    pub fn ends_with_pass(&self) -> bool {
        with_game!(self, game => game.moves().last().is_some_and(|last| last.played == Move::Pass))
    }

    /// Whether the time of any move is known.
    pub fn has_times(&self) -> bool {
        with_game!(self, game => game.moves().iter().any(|played| played.duration.is_some()))
    }
}

impl Record {
    /// Whether there were variations that were not read.
    pub fn has_variations(&self) -> bool {
        self.warnings.iter().any(|warning| matches!(warning.kind, WarningKind::Variations { .. }))
    }

    /// Black's discs minus White's: from the file, or else from the moves.
    pub fn black_score(&self) -> Option<f64> {
        self.score.or_else(|| self.shown_score())
    }

    /// Black's discs minus White's, from the moves.
    fn shown_score(&self) -> Option<f64> {
        self.game.outcome().map(|outcome| outcome.black_score.into())
    }

    /// The annotation of a move, for changing it.
    pub(crate) fn note(&mut self, number: usize) -> &mut Note {
        self.notes.entry(number).or_default()
    }

    /// Sets the score given in a file, unless it follows from the moves. Files may count the empty
    /// squares of a finished game for the winner or not.
    pub(crate) fn set_score(&mut self, recorded: f64) {
        let counted = with_game!(&self.game, game => match game.position().status() {
            Status::Over { black, white } => Some(f64::from(black) - f64::from(white)),
            _ => None,
        });
        let is_shown = self.shown_score() == Some(recorded)
            || (self.game.ending().is_none() && counted == Some(recorded));
        self.score = (!is_shown).then_some(recorded);
    }

    /// The value of a tag of a format.
    pub(crate) fn tag(&self, format: Format, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.format == format && tag.name == name);
        tag.map(|tag| tag.value.as_str())
    }

    /// The tags of a format after this many moves.
    pub(crate) fn tags_at(&self, format: Format, at: usize) -> impl Iterator<Item = &Tag> {
        self.tags.iter().filter(move |tag| tag.format == format && tag.at == at)
    }
}

/// The iterator of a reader: records and errors.
pub type Records<'a> = Box<dyn Iterator<Item = Result<Record, ReadError>> + 'a>;

/// Warns if the recorded score of a finished game differs from that of its moves.
pub(crate) fn check_score(record: &mut Record, location: Location) {
    let (Some(recorded), Some(outcome)) = (record.score, record.game.outcome()) else { return };
    if record.game.ending().is_none() {
        let kind = WarningKind::Score { recorded, shown: outcome.black_score };
        record.warnings.push(Warning { location, kind });
    }
}
