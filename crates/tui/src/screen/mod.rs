//! The full-screen interface.
//!
//! [`state`] is the state of the screen, and [`input`] turns keys and clicks into commands for the
//! session. A [`View`](view::View) has everything that is drawn: drawing is a pure function of it
//! and of the size of the [`terminal`](crate::terminal). [`layout`] computes the areas, [`style`] has the colours,
//! and [`draw`] draws the [`board`], the [`panel`] and a [`window`].

mod board;
mod draw;
mod input;
mod layout;
mod panel;
mod state;
mod style;
mod text;
mod view;
mod window;

use std::io;
use std::time::Duration;

use othellier_board::Size;
use ratatui::crossterm::event;

use self::state::ScreenState;
use crate::game::{Exit, TerminalGame};
use crate::terminal;

/// Plays on the full screen until the person quits.
pub(crate) fn run<S: Size>(session: &mut TerminalGame<S>, seed: u64) -> io::Result<Exit> {
    let mut terminal = terminal::take()?;
    let mut state = ScreenState::new(session, seed, style::styles());
    loop {
        state.advance(session);
        // One event at a time, so that a program can reply between two moves that were typed ahead.
        let nothing_waits = !event::poll(Duration::ZERO)?;
        if nothing_waits && state.needs_redraw(session) {
            terminal.draw(|frame| state.draw(session, frame))?;
        }
        if event::poll(state.poll_timeout(session))?
            && let Some(exit) = state.handle_event(session, event::read()?)
        {
            return Ok(exit);
        }
    }
}
