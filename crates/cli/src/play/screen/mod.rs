//! The full-screen interface.
//!
//! [`state`] is the state of the screen, and [`input`] turns keys and clicks into commands for the
//! session. A [`View`](draw::View) has everything that is drawn: drawing is a pure function of it
//! and of the size of the [`terminal`]. [`layout`] computes the areas, [`style`] has the colours,
//! and [`draw`] draws the [`board`], the [`panel`] and a [`window`].

mod board;
mod draw;
mod input;
mod layout;
mod panel;
mod state;
mod style;
mod terminal;
mod text;
mod window;

use std::time::Duration;

use othellier_board::Size;
use ratatui::crossterm::event;

use self::state::ScreenState;
use super::Exit;
use super::session::PlaySession;
use crate::common::error::CliError;

/// Restores the terminal, if the screen uses it.
pub(crate) fn leave() {
    terminal::leave();
}

/// Plays on the full screen until the person quits.
pub(crate) fn run<S: Size>(session: &mut PlaySession<S>, seed: u64) -> Result<Exit, CliError> {
    let mut terminal = terminal::take()?;
    let mut state = ScreenState::new(session, seed, terminal::styles());
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
