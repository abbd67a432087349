//! A game with everything that is written beside its moves: what all formats read and write.

use std::collections::BTreeMap;

use othellier_board::{Color, Eight, Four, Move, Position, Six, Size, Status, Ten};

use crate::format::Format;
use crate::{Doubt, Ending, Game, Outcome, ReadError, Remark};

/// A game of any size with its meta data. A text is empty where the file does not give one.
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
    /// The start, the moves with the time each took, the players' names, and how the game ended
    /// if it was given up.
    pub game: AnyGame,
    /// The tournament.
    pub event: String,
    /// Where it was played.
    pub place: String,
    /// The round of the tournament.
    pub round: String,
    /// When it was played, as the file writes it.
    pub date: String,
    /// The ratings of Black and White, as the file writes them.
    pub ratings: [String; 2],
    /// Black's discs less White's according to the file, where the moves do not show just that:
    /// in a game whose last moves are unknown, or one with a handicap in discs.
    pub score: Option<f64>,
    /// The score that perfect play would have given from some point on.
    pub theoretical: Option<Theoretical>,
    /// What is said of the whole game.
    pub comment: String,
    /// What is said of a move, by its number from 1, passes included.
    pub notes: BTreeMap<usize, Note>,
    /// What a program spent on a move, by its number from 1, passes included.
    pub costs: BTreeMap<usize, MoveCost>,
    /// What one format says and no other understands; it is written in that format again.
    pub tags: Vec<Tag>,
    /// What is doubtful in the file, and what was not kept of it.
    pub remarks: Vec<Remark>,
}

/// What is said of one move, beside the time it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// What the player thought the game was worth, in discs for the player.
    pub eval: Option<f64>,
    /// A comment.
    pub comment: String,
}

/// What a program spent on one move, beside the time it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCost {
    /// Positions visited.
    pub nodes: u64,
    /// Nodes found again in the tree of an earlier move.
    pub reused_nodes: u64,
}

/// The value of a position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theoretical {
    /// Black's discs less White's after perfect play by both sides.
    pub black_score: i32,
    /// From the position with this many empty squares on.
    pub empties: u8,
}

/// A property of one format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The format it belongs to.
    pub format: Format,
    /// The number of moves before it; 0 for what stands before the game.
    pub at: usize,
    /// What it is called there.
    pub name: String,
    /// What it says.
    pub value: String,
}

/// A game of one size or another. [`with_game!`](crate::with_game) opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AnyGame {
    Four(Game<Four>),
    Six(Game<Six>),
    Eight(Game<Eight>),
    Ten(Game<Ten>),
}

/// `with_game!(any, game => expression)`: the expression for the game of whatever size.
///
/// ```
/// use othellier_record::{AnyGame, Record, transcript, with_game};
/// let record = Record::default();
/// assert_eq!(with_game!(&record.game, game => transcript::write(game)), "");
/// ```
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::AnyGame::Four($game) => $body,
            $crate::AnyGame::Six($game) => $body,
            $crate::AnyGame::Eight($game) => $body,
            $crate::AnyGame::Ten($game) => $body,
        }
    };
}

macro_rules! from_game {
    ($($size:ident)*) => {$(
        impl From<Game<$size>> for AnyGame {
            fn from(game: Game<$size>) -> AnyGame {
                AnyGame::$size(game)
            }
        }
    )*};
}
from_game!(Four Six Eight Ten);

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
    /// Squares to a side.
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

    /// Names a player.
    pub fn set_name(&mut self, color: Color, name: impl Into<String>) {
        with_game!(self, game => game.set_name(color, name));
    }

    /// How many moves lie between the start and now, passes included.
    pub fn length(&self) -> usize {
        with_game!(self, game => game.length())
    }

    /// How many moves there are, those undone included.
    pub fn full_length(&self) -> usize {
        with_game!(self, game => game.full_length())
    }

    /// How the game ended before the board did, if it did.
    pub fn ending(&self) -> Option<Ending> {
        with_game!(self, game => game.ending())
    }

    /// How the game came out, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        with_game!(self, game => game.outcome())
    }

    /// Whether neither side can move any more.
    pub fn is_played_out(&self) -> bool {
        with_game!(self, game => matches!(game.position().status(), Status::Over { .. }))
    }

    /// Whether it begins as every game of its size does.
    pub fn has_usual_start(&self) -> bool {
        with_game!(self, game => *game.start() == Position::default())
    }

    /// Whether the last move is a pass.
    pub fn ends_with_pass(&self) -> bool {
        with_game!(self, game => game.moves().last().is_some_and(|last| last.played == Move::Pass))
    }

    /// Whether the time of a move is known.
    pub fn has_times(&self) -> bool {
        with_game!(self, game => game.moves().iter().any(|played| played.duration.is_some()))
    }
}

impl Record {
    /// Whether lines stood beside the game that were not read.
    pub fn has_variations(&self) -> bool {
        self.remarks.iter().any(|remark| matches!(remark.doubt, Doubt::Variations { .. }))
    }

    /// Black's discs less White's: as the file gives them, else as the moves show.
    pub fn black_score(&self) -> Option<f64> {
        self.score.or_else(|| self.shown_score())
    }

    /// Black's discs less White's, as the moves show.
    fn shown_score(&self) -> Option<f64> {
        self.game.outcome().map(|outcome| outcome.black_score.into())
    }

    /// What is said of a move, to be added to.
    pub(crate) fn note(&mut self, number: usize) -> &mut Note {
        self.notes.entry(number).or_default()
    }

    /// Takes over the score that a file gives, unless the moves show it too. The discs of a
    /// finished game may be counted with the empty squares or without.
    pub(crate) fn set_score(&mut self, said: f64) {
        let counted = with_game!(&self.game, game => match game.position().status() {
            Status::Over { black, white } => Some(f64::from(black) - f64::from(white)),
            _ => None,
        });
        let is_shown = self.shown_score() == Some(said)
            || (self.game.ending().is_none() && counted == Some(said));
        self.score = (!is_shown).then_some(said);
    }

    /// The value of a tag of a format.
    pub(crate) fn tag(&self, format: Format, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.format == format && tag.name == name);
        tag.map(|tag| tag.value.as_str())
    }

    /// The tags of a format that stand after that many moves.
    pub(crate) fn tags_at(&self, format: Format, at: usize) -> impl Iterator<Item = &Tag> {
        self.tags.iter().filter(move |tag| tag.format == format && tag.at == at)
    }
}

/// What a reader gives: records, and why there is none where there should be one.
pub type Records<'a> = Box<dyn Iterator<Item = Result<Record, ReadError>> + 'a>;
