//! A start position and the moves since, with undo, redo and navigation.

use std::marker::PhantomData;
use std::time::Duration;

use othellier_board::{
    Bitboard, Color, Eight, IllegalMove, Move, Placement, Position, Size, SizeFamily, Status,
};

/// A game: its start, every move played, and the current move.
///
/// Undone moves are kept for redo until another move is played in their place.
///
/// ```
/// use othellier_board::{Move, Square};
/// use othellier_record::Game;
///
/// let mut game = Game::new();
/// game.play(Move::Place(Square::F5))?;
/// game.play(Move::Place(Square::D6))?;
/// game.undo();
/// assert_eq!((game.length(), game.full_length()), (1, 2));
/// game.play(Move::Place(Square::F6))?;
/// assert_eq!((game.length(), game.full_length()), (2, 2));
/// # Ok::<(), othellier_board::IllegalMove>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<S: Size = Eight> {
    start: Position<S>,
    /// The position after the first `length` moves.
    position: Position<S>,
    /// Every move, including undone ones.
    moves: Vec<Played<S>>,
    length: usize,
    names: [String; 2],
    ending: Option<Ending>,
}

/// A move of a game, with what is needed to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<S: Size = Eight> {
    /// The move that was played.
    pub played: Move<S>,
    /// The discs it flipped; empty for a pass.
    pub flips: Bitboard<S>,
    /// The thinking time, if known.
    pub duration: Option<Duration>,
}

/// How a game ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side resigned.
    Resigned(Color),
    /// This side's clock ran out.
    OutOfTime(Color),
}

impl Ending {
    /// The losing side.
    pub const fn loser(self) -> Color {
        match self {
            Ending::Resigned(color) | Ending::OutOfTime(color) => color,
        }
    }
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Black's discs minus White's, empty squares to the winner; a game lost by resignation or on
    /// time counts as lost by every square.
    pub black_score: i32,
}

impl Game {
    /// A new 8×8 game from the standard start; `Game::<S>::default()` for any size.
    pub fn new() -> Game {
        Game::default()
    }
}

impl<S: Size> Game<S> {
    /// This game as one of another size of board, if that is its size.
    pub fn cast<T: Size>(&self) -> Option<&Game<T>> {
        struct Games<'a>(PhantomData<&'a ()>);
        impl<'a> SizeFamily for Games<'a> {
            type Of<S: Size> = &'a Game<S>;
        }
        S::cast::<Games<'_>, T>(self)
    }

    /// A new game from any position.
    pub fn from_position(start: Position<S>) -> Game<S> {
        Game {
            start,
            position: start,
            moves: Vec::new(),
            length: 0,
            names: Default::default(),
            ending: None,
        }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position<S> {
        &self.start
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// The number of moves up to the current position, including passes.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The number of all moves, including undone ones.
    pub fn full_length(&self) -> usize {
        self.moves.len()
    }

    /// The moves up to the current position.
    pub fn moves(&self) -> &[Played<S>] {
        &self.moves[..self.length]
    }

    /// Every move, including undone ones.
    pub fn all_moves(&self) -> &[Played<S>] {
        &self.moves
    }

    /// The name of a player; empty if not given.
    pub fn name(&self, color: Color) -> &str {
        &self.names[color as usize]
    }

    /// Sets the name of a player.
    pub fn set_name(&mut self, color: Color, name: impl Into<String>) {
        self.names[color as usize] = name.into();
    }

    /// How the game ended early, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Ends the game by resignation or on time at the current position. Playing or undoing a move
    /// clears the ending.
    pub fn end(&mut self, ending: Ending) {
        self.moves.truncate(self.length);
        self.ending = Some(ending);
    }

    /// Whether the game is over at the current position, by the rules or early.
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let black_score = match (self.ending, self.position.status()) {
            (Some(ending), _) => match ending.loser() {
                Color::Black => -i32::from(S::SQUARES),
                Color::White => i32::from(S::SQUARES),
            },
            (None, Status::Over { .. }) => self.position.final_score(Color::Black),
            (None, Status::ToMove | Status::MustPass) => return None,
        };
        let winner = match black_score {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        };
        Some(Outcome { winner, black_score })
    }

    /// The total thinking time of one side up to the current move.
    pub fn time_used(&self, color: Color) -> Duration {
        self.durations(color).fold(Duration::ZERO, Duration::saturating_add)
    }

    /// The time of each move of a side; zero if unknown.
    pub fn durations(&self, color: Color) -> impl Iterator<Item = Duration> + '_ {
        let first = self.start.side_to_move();
        let movers = [first, !first].into_iter().cycle();
        let of_color = self.moves().iter().zip(movers).filter(move |(_, mover)| *mover == color);
        of_color.map(|(played, _)| played.duration.unwrap_or_default())
    }

    /// Plays a move. Undone moves are dropped.
    pub fn play(&mut self, played: Move<S>) -> Result<(), IllegalMove<S>> {
        self.play_timed(played, None)
    }

    /// Plays a move that took this long.
    pub fn play_timed(
        &mut self,
        played: Move<S>,
        duration: Option<Duration>,
    ) -> Result<(), IllegalMove<S>> {
        let illegal = IllegalMove { attempted: played, position: self.position };
        let board = self.position.board();
        let (next, flips) = match played {
            Move::Place(square) => {
                let placement = board.placement(square).ok_or(illegal)?;
                (board.with(placement), placement.flips)
            }
            Move::Pass if self.position.is_legal(played) => (board.passed(), Bitboard::EMPTY),
            Move::Pass => return Err(illegal),
        };
        self.moves.truncate(self.length);
        self.moves.push(Played { played, flips, duration });
        self.length += 1;
        self.position = Position::new(next, !self.position.side_to_move());
        self.ending = None;
        Ok(())
    }

    /// Plays a move, inserting a forced pass that the record omits. On an error nothing changes.
    pub(crate) fn play_after_pass(&mut self, attempted: Move<S>) -> Result<(), IllegalMove<S>> {
        let Err(illegal) = self.play(attempted) else { return Ok(()) };
        let here = self.position;
        let is_after_pass =
            here.status() == Status::MustPass && here.after(Move::Pass).is_legal(attempted);
        if !is_after_pass {
            return Err(illegal);
        }
        self.play(Move::Pass)?;
        self.play(attempted)
    }

    pub(crate) fn reserve(&mut self, moves: usize) {
        self.moves.reserve(moves);
    }

    /// Sets the time of the last move.
    pub(crate) fn set_last_duration(&mut self, duration: Duration) {
        if let Some(last) = self.moves.last_mut() {
            last.duration = Some(duration);
        }
    }

    /// Undoes one move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Played<S>> {
        let last = *self.moves().last()?;
        let mut board = self.position.board();
        match last.played {
            Move::Place(square) => board.take_back(Placement { square, flips: last.flips }),
            Move::Pass => board = board.passed(),
        }
        self.position = Position::new(board, !self.position.side_to_move());
        self.length -= 1;
        self.ending = None;
        Some(last)
    }

    /// Redoes one move and returns it; `None` at the end.
    pub fn redo(&mut self) -> Option<Played<S>> {
        let next = *self.moves.get(self.length)?;
        self.position = self.position.after(next.played);
        self.length += 1;
        Some(next)
    }

    /// Drops the moves after the current position.
    pub fn drop_undone(&mut self) {
        self.moves.truncate(self.length);
    }

    /// Goes to the position after this many moves; 0 is the start.
    pub fn go_to(&mut self, length: usize) -> Result<(), NoSuchMove> {
        if length > self.moves.len() {
            return Err(NoSuchMove { wanted: length, last: self.moves.len() });
        }
        while self.length > length {
            self.undo();
        }
        while self.length < length {
            self.redo();
        }
        Ok(())
    }
}

impl<S: Size> Default for Game<S> {
    fn default() -> Game<S> {
        Game::from_position(Position::default())
    }
}

/// The game has fewer moves than requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no move {wanted}; expected 0 to {last}")]
pub struct NoSuchMove {
    /// The number of the move that was asked for.
    pub wanted: usize,
    /// The last move of the game.
    pub last: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new();
        for text in moves {
            game.play(text.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn undo_and_redo_restore_every_position() {
        let mut game = game(&["f5", "d6", "c3", "d3", "c4"]);
        let end = *game.position();
        let mut seen = vec![end];
        while game.undo().is_some() {
            seen.push(*game.position());
        }
        assert_eq!(seen.last(), Some(game.start()));
        for expected in seen.iter().rev().skip(1) {
            assert!(game.redo().is_some());
            assert_eq!(game.position(), expected);
        }
        assert_eq!(game.redo(), None);
        assert_eq!(game.position(), &end);
    }

    #[test]
    fn restart_keeps_the_old_game_until_a_move_is_played() {
        let mut game = game(&["f5", "d6", "c3"]);
        game.go_to(0).unwrap();
        assert_eq!(game.full_length(), 3);
        game.go_to(3).unwrap();
        game.go_to(0).unwrap();
        game.play("d3".parse().unwrap()).unwrap();
        assert_eq!(game.full_length(), 1);
        assert_eq!(game.go_to(2), Err(NoSuchMove { wanted: 2, last: 1 }));
        assert_eq!(game.length(), 1);
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = game(&["f5", "d6"]);
        game.undo();
        let before = game.clone();
        assert!(game.play("a1".parse().unwrap()).is_err());
        assert_eq!(game, before);
    }

    #[test]
    fn the_shortest_game_is_a_wipe_out() {
        let game = game(&["f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7"]);
        let outcome = Outcome { winner: Some(Color::Black), black_score: 64 };
        assert_eq!(game.outcome(), Some(outcome));
    }

    #[test]
    fn resigning_loses_by_every_square_and_can_be_undone() {
        let mut game = game(&["f5"]);
        game.end(Ending::Resigned(Color::White));
        assert_eq!(game.outcome().unwrap().black_score, 64);
        game.undo();
        assert!(!game.is_over());
    }

    #[test]
    fn time_used_is_counted_by_side() {
        let mut game = Game::new();
        for (text, seconds) in [("f5", 1), ("d6", 10), ("c3", 2)] {
            game.play_timed(text.parse().unwrap(), Some(Duration::from_secs(seconds))).unwrap();
        }
        assert_eq!(game.time_used(Color::Black), Duration::from_secs(3));
        assert_eq!(game.time_used(Color::White), Duration::from_secs(10));
        game.undo();
        assert_eq!(game.time_used(Color::Black), Duration::from_secs(1));
    }
}
