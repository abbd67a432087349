//! The terminal: taken for the screen, and given back however the screen ends.

use std::io::{self, Stdout, stdout};
use std::ops::{Deref, DerefMut};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{AutoStream, ColorChoice};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::available_color_count;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::ink::Ink;

/// Whether the screen has the terminal.
static HELD: AtomicBool = AtomicBool::new(false);

/// The terminal while the screen has it; dropping this gives it back.
pub(super) struct Held(Terminal<CrosstermBackend<Stdout>>);

impl Deref for Held {
    type Target = Terminal<CrosstermBackend<Stdout>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        leave();
    }
}

/// Takes the terminal: raw keys, the mouse, and a page of its own.
pub(super) fn take() -> io::Result<Held> {
    leave_on_panic();
    let held = Held(Terminal::new(CrosstermBackend::new(stdout()))?);
    HELD.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    Ok(held)
}

/// Gives the terminal back, if the screen has it.
pub(super) fn leave() {
    if HELD.swap(false, Ordering::SeqCst) {
        // A terminal that is gone cannot be given back, and needs not be.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Makes a panic of this thread leave the screen before it is told. A program that breaks down in a
/// thread of its own does not end the game: the session says so, and nothing else is written over
/// the board.
fn leave_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let own = std::thread::current().id();
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().id() == own {
                leave();
            }
            if !HELD.load(Ordering::SeqCst) {
                tell(panic);
            }
        }));
    });
}

/// The colours that this terminal has and its user wants.
pub(super) fn ink() -> Ink {
    let term = std::env::var("TERM").unwrap_or_default();
    let is_mono = term.starts_with("vt") || term.ends_with("-m") || term.ends_with("-mono");
    // The count goes by COLORTERM alone where that is set, even to a word without a number.
    let has_many = available_color_count() >= 256 || term.contains("256");
    match AutoStream::choice(&stdout()) {
        ColorChoice::Never => Ink::NONE,
        _ if is_mono => Ink::NONE,
        _ if has_many => Ink::MANY,
        _ => Ink::FEW,
    }
}
