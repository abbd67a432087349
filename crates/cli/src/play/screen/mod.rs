//! The full screen.
//!
//! The [`face`] is the state of the screen, and the [`hand`] turns keys and clicks into commands for
//! the session. A [`View`](draw::View) is what there is to see of both: drawing it is a pure function
//! of it and of the size of the [`terminal`]. [`layout`] says where things stand, [`ink`] how they are
//! coloured, and [`draw`] puts the [`board`], the [`panel`] and a [`window`] there.

mod board;
mod draw;
mod face;
mod hand;
mod ink;
mod layout;
mod panel;
mod terminal;
mod text;
mod window;

use std::time::Duration;

use othellier_board::Size;
use ratatui::crossterm::event;

use self::face::Face;
use super::Exit;
use super::session::Session;
use crate::complaint::Complaint;

/// Gives the terminal back, if the screen has it.
pub(crate) fn leave() {
    terminal::leave();
}

/// Plays on the full screen until the person leaves.
pub(crate) fn run<S: Size>(session: &mut Session<S>, seed: u64) -> Result<Exit, Complaint> {
    let mut terminal = terminal::take()?;
    let mut face = Face::new(session, seed, terminal::ink());
    loop {
        face.go_on(session);
        // One event at a time, so that a program can answer between two moves typed ahead.
        let nothing_waits = !event::poll(Duration::ZERO)?;
        if nothing_waits && face.wants_drawing(session) {
            terminal.draw(|frame| face.draw(session, frame))?;
        }
        if event::poll(face.patience(session))?
            && let Some(exit) = face.obey_event(session, event::read()?)
        {
            return Ok(exit);
        }
    }
}
