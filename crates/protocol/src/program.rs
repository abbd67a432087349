//! Who thinks behind the engine side of a protocol.

use std::fmt::Display;

use othellier_board::{Move, Position, Size};
use othellier_record::{Clock, Game};
use othellier_search::{Line, SearchLimits, SearchReport, Searcher, StopSignal};
use othellier_spec::Spec;

/// A program that chooses moves.
pub trait Program<S: Size>: Send {
    /// Waits until it can choose without delay: it may still be preparing when it was built.
    fn make_ready(&mut self) {}

    /// Chooses a move in the current position, which has at least one legal square. Blocks until it is
    /// chosen; returns as soon as possible when stopped. `watch` receives intermediate reports, if any.
    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<ProgramChoice<S>, ProgramError>;

    /// The search behind this program and its limits for a move, if it has one.
    fn search(&mut self) -> Option<(&mut dyn Searcher<S>, &SearchLimits)> {
        None
    }

    /// The opening book's moves in a position, best first, if the book has the position.
    fn book_report(&mut self, _position: &Position<S>) -> Option<SearchReport<S>> {
        None
    }
}

/// The decision of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramChoice<S: Size> {
    /// The move to play, legal or not.
    pub chosen: Move<S>,
    /// The best line of its search, if it makes one.
    pub line: Option<Line<S>>,
}

/// Why a program gave no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The program resigned instead of moving.
    #[error("it resigns")]
    Resigned,
    /// Another failure, as its sentence.
    #[error("{0}")]
    Failed(String),
}

/// The programs that an engine can be: a catalogue that builds them by name.
pub trait Programs {
    /// Why a program cannot be built.
    type Error: Display;

    /// Builds the program that a spec names. What takes long is left to [`Program::make_ready`].
    fn build<S: Size>(&self, spec: &Spec) -> Result<Box<dyn Program<S>>, Self::Error>;

    /// Whether the program that a spec names has an option of this name.
    fn has_option(&self, spec: &Spec, name: &str) -> bool;

    /// The graded programs `level-1`, `level-2`, …, if there are any.
    fn levels(&self) -> Vec<Spec> {
        Vec::new()
    }
}
