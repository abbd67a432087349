//! Everything that is drawn, as plain data.

use std::time::Duration;

use othellier_board::{Bitboard, Color, Placement, Size, Square};
use othellier_locale::Lang;
use othellier_play::SessionState;
use othellier_record::Game;

use super::style::Styles;
use super::window::Window;

pub(super) struct View<'a, S: Size> {
    pub(super) lang: Lang,
    pub(super) styles: Styles,
    pub(super) game: &'a Game<S>,
    pub(super) state: SessionState,
    pub(super) names: [&'a str; 2],
    pub(super) clocks: [Option<Duration>; 2],
    /// While a program thinks: the ticks of the spinner.
    pub(super) thinking: Option<usize>,
    pub(super) seed: u64,
    pub(super) cursor: Square<S>,
    /// A move to highlight instead of the one at the cursor.
    pub(super) highlighted: Option<Placement<S>>,
    pub(super) messages: &'a [String],
    /// How many of them are new.
    pub(super) new_count: usize,
    pub(super) input: &'a str,
    pub(super) window: Option<&'a Window>,
}

impl<S: Size> View<'_, S> {
    /// The legal moves of the person to move.
    pub(super) fn legal(&self) -> Bitboard<S> {
        match self.state {
            SessionState::Waiting => self.game.position().legal_moves(),
            _ => Bitboard::EMPTY,
        }
    }

    pub(super) fn shown(&self) -> Option<Placement<S>> {
        let at_cursor = || match self.state {
            SessionState::Waiting => self.game.position().placement(self.cursor),
            _ => None,
        };
        self.highlighted.or_else(at_cursor)
    }

    /// Black's discs minus White's.
    pub(super) fn difference(&self) -> i32 {
        let count = |color| self.game.position().discs(color).len() as i32;
        count(Color::Black) - count(Color::White)
    }
}
