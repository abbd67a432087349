//! A position as a player sees it: the discs and whose turn it is.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::size::{Eight, Size, SizeFamily};
use crate::{Bitboard, Board, Color, ParseSquareError, Placement, Square};

/// A board and the colour of its mover.
///
/// As text: one character per square from a1, row by row, `X` black, `O` white, `-` empty, then a
/// space and the side to move. Reading also takes `*`, `b`, `w`, `.`, either case, and white space
/// anywhere.
///
/// ```
/// use othellier_board::Position;
/// let text = "---------------------------OX------XO--------------------------- X";
/// assert_eq!(text.parse(), Ok(Position::start()));
/// assert_eq!(Position::start().to_string(), text);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<S: Size = Eight> {
    board: Board<S>,
    side_to_move: Color,
}

/// A player's turn. A pass is a move too, so that it cannot be forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move<S: Size = Eight> {
    /// A disc on this square.
    Place(Square<S>),
    /// No disc: legal only when there is no square to play and the opponent has one.
    Pass,
}

/// Whether the game is over, and if not, whether the side to move can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The side to move has a move.
    ToMove,
    /// The side to move has none, the other side has.
    MustPass,
    /// The game is over: neither side has a move.
    Over {
        /// Black discs on the board.
        black: u32,
        /// White discs on the board.
        white: u32,
    },
}

impl Position {
    /// The start of Othello on 8×8; `Position::<S>::default()` is the start on any size.
    pub fn start() -> Position {
        Position::default()
    }
}

impl<S: Size> Position<S> {
    /// This board, with the mover of this colour.
    pub const fn new(board: Board<S>, side_to_move: Color) -> Position<S> {
        Position { board, side_to_move }
    }

    /// This position as one of the 8×8 board, if it is.
    pub fn as_eight(&self) -> Option<Position> {
        struct Positions;
        impl SizeFamily for Positions {
            type Of<S: Size> = Position<S>;
        }
        S::cast::<Positions, Eight>(*self)
    }

    /// The discs as the side to move sees them.
    #[inline]
    pub const fn board(&self) -> Board<S> {
        self.board
    }

    /// Whose turn it is.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The discs of one colour.
    #[inline]
    pub fn discs(&self, color: Color) -> Bitboard<S> {
        if color == self.side_to_move { self.board.mover() } else { self.board.opponent() }
    }

    /// The colour of the disc on a square, if there is one.
    pub fn disc_at(&self, square: Square<S>) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.discs(color).contains(square))
    }

    /// This position with one square changed, for setting up boards.
    pub fn with_disc_at(&self, square: Square<S>, disc: Option<Color>) -> Position<S> {
        let here = square.bitboard();
        let discs_of = |color| {
            let others = self.discs(color) - here;
            if disc == Some(color) { others | here } else { others }
        };
        let mover = discs_of(self.side_to_move);
        let opponent = discs_of(!self.side_to_move);
        Position { board: Board::from_disjoint(mover, opponent), ..*self }
    }

    /// The squares where the side to move may play.
    #[inline]
    pub fn legal_moves(&self) -> Bitboard<S> {
        self.board.legal_moves()
    }

    /// Every legal move: the squares, or the pass when it is forced, or nothing when the game is
    /// over.
    pub fn moves(&self) -> Moves<S> {
        Moves { squares: self.legal_moves().into_iter(), pass: self.status() == Status::MustPass }
    }

    /// Whether the side to move can move, must pass, or the game is over.
    pub fn status(&self) -> Status {
        if !self.legal_moves().is_empty() {
            Status::ToMove
        } else if !self.board.passed().legal_moves().is_empty() {
            Status::MustPass
        } else {
            Status::Over {
                black: self.discs(Color::Black).len(),
                white: self.discs(Color::White).len(),
            }
        }
    }

    /// Whether this move may be played now.
    pub fn is_legal(&self, attempted: Move<S>) -> bool {
        match attempted {
            Move::Place(square) => self.board.is_legal(square),
            Move::Pass => self.status() == Status::MustPass,
        }
    }

    /// The move to this square with the discs it flips, if it is legal.
    pub fn placement(&self, square: Square<S>) -> Option<Placement<S>> {
        self.board.placement(square)
    }

    /// The position after a move.
    pub fn play(&self, attempted: Move<S>) -> Result<Position<S>, IllegalMove<S>> {
        if self.is_legal(attempted) {
            Ok(self.after(attempted))
        } else {
            Err(IllegalMove { attempted, position: *self })
        }
    }

    /// The position after a move that the caller knows to be legal.
    pub fn after(&self, played: Move<S>) -> Position<S> {
        let board = match played {
            Move::Place(square) => self.board.after(square),
            Move::Pass => self.board.passed(),
        };
        Position { board, side_to_move: !self.side_to_move }
    }

    /// The result for one colour if the game ended here, with the empty squares given to the
    /// winner.
    pub fn final_score(&self, color: Color) -> i32 {
        let score = self.board.final_score();
        if color == self.side_to_move { score } else { -score }
    }
}

/// The start of the game: Black to move.
impl<S: Size> Default for Position<S> {
    fn default() -> Position<S> {
        Position { board: Board::default(), side_to_move: Color::Black }
    }
}

/// The legal moves of a [`Position`], in the order of the squares.
#[derive(Clone, Debug)]
pub struct Moves<S: Size = Eight> {
    squares: crate::Squares<S>,
    pass: bool,
}

impl<S: Size> Iterator for Moves<S> {
    type Item = Move<S>;

    fn next(&mut self) -> Option<Move<S>> {
        self.squares
            .next()
            .map(Move::Place)
            .or_else(|| std::mem::take(&mut self.pass).then_some(Move::Pass))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.squares.len() + usize::from(self.pass);
        (left, Some(left))
    }
}

impl<S: Size> ExactSizeIterator for Moves<S> {}

impl<S: Size> fmt::Display for Move<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => write!(f, "{square}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl<S: Size> FromStr for Move<S> {
    type Err = ParseMoveError;

    /// Reads a square, or any usual spelling of a pass: `pass`, `pa`, `ps`, `pp`, `--`.
    fn from_str(text: &str) -> Result<Move<S>, ParseMoveError> {
        let lower = text.to_ascii_lowercase();
        if matches!(lower.as_str(), "pass" | "pa" | "ps" | "pp" | "--") {
            return Ok(Move::Pass);
        }
        text.parse()
            .map(Move::Place)
            .map_err(|ParseSquareError { text, side }| ParseMoveError { text, side })
    }
}

impl<S: Size> fmt::Display for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let cell = self.disc_at(square).map_or('-', Color::letter);
            write!(f, "{cell}")?;
        }
        write!(f, " {}", self.side_to_move.letter())
    }
}

impl<S: Size> fmt::Debug for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position(\"{self}\")")
    }
}

impl<S: Size> FromStr for Position<S> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position<S>, ParsePositionError> {
        let cells = usize::from(S::SQUARES);
        let mut discs = [Bitboard::EMPTY; 2];
        let mut side_to_move = None;
        let mut read = 0;
        for (offset, letter) in text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
            let unexpected = ParsePositionError::UnexpectedCharacter { letter, offset };
            let color = match letter {
                '-' | '.' => None,
                _ => Some(Color::from_letter(letter).ok_or(unexpected.clone())?),
            };
            match Square::from_index(read) {
                Some(square) => {
                    if let Some(color) = color {
                        discs[color as usize] |= square.bitboard();
                    }
                    read += 1;
                }
                None if side_to_move.is_none() && color.is_some() => side_to_move = color,
                None => return Err(unexpected),
            }
        }
        if usize::from(read) < cells {
            return Err(ParsePositionError::TooShort { read: read.into(), cells });
        }
        let side_to_move = side_to_move.ok_or(ParsePositionError::NoSideToMove)?;
        let [black, white] = discs;
        let (mover, opponent) = match side_to_move {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Ok(Position { board: Board::from_disjoint(mover, opponent), side_to_move })
    }
}

/// The move cannot be played in this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove<S: Size = Eight> {
    /// The move that was tried.
    pub attempted: Move<S>,
    /// The position in which it was tried.
    pub position: Position<S>,
}

impl<S: Size> fmt::Display for IllegalMove<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not legal here", self.attempted)
    }
}

impl<S: Size> Error for IllegalMove<S> {}

/// The text is neither a square of this board nor a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMoveError {
    /// The text that is not a position.
    pub text: String,
    /// Size of the board it was read for.
    pub side: u8,
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, side } = self;
        let last = (b'a' + side - 1) as char;
        write!(f, "`{text}` is not a move; expected a square a1-{last}{side} or pass")
    }
}

impl Error for ParseMoveError {}

/// The text does not describe a position of this size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// A character that no board has, or one too many.
    UnexpectedCharacter {
        /// The character that is none of a position.
        letter: char,
        /// Its offset in bytes from the start of the text.
        offset: usize,
    },
    /// The text ends before the last square.
    TooShort {
        /// Squares that the text has.
        read: usize,
        /// Squares that a board of the size has.
        cells: usize,
    },
    /// The squares are all there, the side to move is not.
    NoSideToMove,
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedCharacter { letter, offset } => {
                write!(f, "unexpected `{letter}` at offset {offset} of the position; ")?;
                write!(f, "expected X, O or - for each square, then X or O to move")
            }
            Self::TooShort { read, cells } => {
                write!(f, "the position has {read} squares; expected {cells}")
            }
            Self::NoSideToMove => {
                write!(f, "the position does not say who moves; expected X or O after the squares")
            }
        }
    }
}

impl Error for ParsePositionError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ten;

    #[test]
    fn a_game_of_three_moves() {
        let mut position = Position::start();
        for name in ["f5", "d6", "c3"] {
            position = position.play(name.parse().unwrap()).unwrap();
        }
        assert_eq!(
            position.to_string(),
            "------------------X--------XX------OXX-----O-------------------- O"
        );
        assert_eq!(position.discs(Color::Black).len(), 5);
    }

    #[test]
    fn a_pass_is_legal_only_when_forced() {
        let error = Position::start().play(Move::Pass).unwrap_err();
        assert_eq!(error.to_string(), "pass is not legal here");
        assert!(Position::start().moves().all(|m| m != Move::Pass));

        // White has only a1 and cannot flank anything; Black can take it.
        let text = format!("OX-{} O", "-".repeat(61));
        let over: Position = text.parse().unwrap();
        assert_eq!(over.moves().collect::<Vec<_>>(), [Move::Place(Square::C1)]);
        let must_pass: Position = text.replace(" O", " X").parse().unwrap();
        assert_eq!(must_pass.status(), Status::MustPass);
        assert_eq!(must_pass.moves().collect::<Vec<_>>(), [Move::Pass]);
        assert_eq!(must_pass.moves().len(), 1);
        assert_eq!(must_pass.play(Move::Pass).unwrap(), over);
    }

    #[test]
    fn a_wiped_out_board_is_over_and_the_empties_go_to_the_winner() {
        let text = "--------------------X------XXX----XXXXX----XXX------X----------- O";
        let position: Position = text.parse().unwrap();
        assert_eq!(position.status(), Status::Over { black: 13, white: 0 });
        assert_eq!(position.moves().count(), 0);
        assert_eq!(position.final_score(Color::Black), 64);
        assert_eq!(position.final_score(Color::White), -64);
    }

    #[test]
    fn text_in_the_usual_spellings_is_read() {
        let start = Position::start();
        let spread =
            "........\n........\n........\n...w*...\n...bO...\n........\n........\n........\nb";
        assert_eq!(spread.parse(), Ok(start));
        let ten = Position::<Ten>::default();
        assert_eq!(ten.to_string().parse(), Ok(ten));
    }

    #[test]
    fn broken_text_is_refused_with_a_reason() {
        let cells = "-".repeat(64);
        for (text, reason) in [
            ("", "the position has 0 squares; expected 64"),
            ("XO", "the position has 2 squares; expected 64"),
            (&cells, "the position does not say who moves; expected X or O after the squares"),
            (&format!("{cells}-"), "unexpected `-` at offset 64"),
            (&format!("{cells} X X"), "unexpected `X` at offset 67"),
            ("--?", "unexpected `?` at offset 2"),
        ] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
    }

    #[test]
    fn set_up_changes_one_square() {
        let position = Position::start().with_disc_at(Square::A1, Some(Color::White));
        assert_eq!(position.disc_at(Square::A1), Some(Color::White));
        let position = position.with_disc_at(Square::A1, Some(Color::Black));
        assert_eq!(position.disc_at(Square::A1), Some(Color::Black));
        assert_eq!(position.with_disc_at(Square::A1, None), Position::start());
    }
}
