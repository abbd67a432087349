//! Test players: scripted, illegal, failing, slow.
use std::time::Duration;

use othellier_board::{Color, Move, Position, Size, Square};
use othellier_eval::Score;
use othellier_play::{Choice, Clock, Player, PlayerError, StopSignal};
use othellier_record::Game;
use othellier_search::{Line, MemoryUse, SearchReport, Trust};

/// Chooses by a function of the game; reports no statistics.
pub(crate) struct By<F>(pub(crate) F);

impl<S: Size, F> Player<S> for By<F>
where
    F: FnMut(&Game<S>, Clock, &StopSignal) -> Result<Move<S>, PlayerError> + Send,
{
    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        _watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<Choice<S>, PlayerError> {
        Ok(Choice { chosen: (self.0)(game, clock, stop)?, report: None })
    }
}

pub(crate) fn first<S: Size>(position: &Position<S>) -> Move<S> {
    position.moves().next().expect("players are only asked when there is a move")
}

/// Always the first legal move.
pub(crate) fn steady<S: Size>() -> impl Player<S> {
    By(|game: &Game<S>, _, _: &StopSignal| Ok(first(game.position())))
}

/// Plays these moves, whatever the opponent plays.
pub(crate) fn scripted(moves: &str) -> impl Player {
    let moves: Vec<Move> = moves.split(' ').map(|text| text.parse().unwrap()).collect();
    let mut moves = moves.into_iter();
    By(move |_: &Game, _, _: &StopSignal| moves.next().ok_or(PlayerError::NoMove))
}

/// Plays a1, legal or not.
pub(crate) fn illegal_mover<S: Size>() -> impl Player<S> {
    By(|_: &Game<S>, _, _: &StopSignal| Ok(Move::Place(Square::from_index(0).unwrap())))
}

/// Passes although it has a move.
pub(crate) fn passing() -> impl Player {
    By(|_: &Game, _, _: &StopSignal| Ok(Move::Pass))
}

/// Returns an error instead of a move.
pub(crate) fn failing<S: Size>() -> impl Player<S> {
    By(|_: &Game<S>, _, _: &StopSignal| Err(PlayerError::NoMove))
}

pub(crate) fn resigning() -> impl Player {
    By(|_: &Game, _, _: &StopSignal| Err(PlayerError::Resigned))
}

/// Returns the error that it took this long.
pub(crate) fn late(waited: Duration) -> impl Player {
    By(move |_: &Game, _, _: &StopSignal| Err(PlayerError::OutOfTime { waited }))
}

/// Panics without a message on stderr.
pub(crate) fn panicking() -> impl Player {
    By(|_: &Game, _, _: &StopSignal| std::panic::resume_unwind(Box::new("out of ideas")))
}

/// Takes this long for each move.
pub(crate) fn slow(duration: Duration) -> impl Player {
    By(move |game: &Game, _, _: &StopSignal| {
        std::thread::sleep(duration);
        Ok(first(game.position()))
    })
}

/// Searches until a stop is requested.
pub(crate) fn endless<S: Size>() -> impl Player<S> {
    By(|_: &Game<S>, _, stop: &StopSignal| {
        while !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(PlayerError::Stopped)
    })
}

/// Panics when asked for a move.
pub(crate) fn absent() -> impl Player {
    By(|game: &Game, _, _: &StopSignal| panic!("asked in {:?}", game.position()))
}

/// Plays the first legal move and reports this many nodes, and memory in proportion.
pub(crate) struct Reporting(pub(crate) u64);

impl<S: Size> Player<S> for Reporting {
    fn choose(
        &mut self,
        game: &Game<S>,
        _clock: Clock,
        _stop: &StopSignal,
        _watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<Choice<S>, PlayerError> {
        let chosen = first(game.position());
        let line = Line { moves: vec![chosen], score: Score::ZERO, trust: Trust::Estimate };
        let peak_bytes = 100 + game.length();
        let memory =
            MemoryUse { live_bytes: 1, peak_bytes, cumulated_bytes: 1000, reused_nodes: 3 };
        let mut report = SearchReport::new(vec![line]);
        (report.depth, report.nodes, report.memory) = (4, self.0, memory);
        Ok(Choice { chosen, report: Some(report) })
    }
}

/// A board with these rows at the top, empty below, and this side to move.
pub(crate) fn position(rows: &str, side: Color) -> Position {
    let cells = rows.replace(' ', "");
    format!("{cells}{} {}", "-".repeat(64 - cells.len()), side.letter()).parse().unwrap()
}
