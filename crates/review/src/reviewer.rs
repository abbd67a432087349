//! Goes through a game from its end to its start.

use othellier_board::{Eight, Move, Position, Size};
use othellier_record::Game;
use othellier_search::StopSignal;

use crate::{Grade, Mind, MoveReview, Review, Reviewable, Settings};

/// What a watcher sees while a game is reviewed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress<'a, S: Size = Eight> {
    /// The game is looked at with this level now; what was found before is found anew.
    Level(u32),
    /// A move was judged: the last one of the game first.
    Move(&'a MoveReview<S>),
}

/// Reviews games; remembers positions from one to the next.
pub struct Reviewer<S: Reviewable = Eight> {
    mind: Box<dyn Mind<S>>,
    settings: Settings,
}

impl<S: Reviewable> Reviewer<S> {
    /// A reviewer of games of this size.
    pub fn new(settings: &Settings) -> Reviewer<S> {
        Reviewer { mind: S::mind(settings), settings: settings.clone() }
    }

    /// Reviews the moves of a game up to now. `watch` sees each of them as it is judged, with its
    /// reasons. When told to stop it gives what is known by then.
    pub fn review(
        &mut self,
        game: &Game<S>,
        stop: &StopSignal,
        watch: &mut dyn FnMut(Progress<'_, S>),
    ) -> Review<S> {
        todo!()
    }

    /// Says what a move is worth beside the best one; nothing when told to stop first, or when the
    /// move is not legal there. It is how the answer to an [`Exercise`](crate::Exercise) is graded.
    pub fn grade(
        &mut self,
        position: &Position<S>,
        answer: Move<S>,
        stop: &StopSignal,
    ) -> Option<Grade<S>> {
        todo!()
    }
}
