//! Takes the terminal for the screen, and restores it however the screen ends.

use std::io::{self, Stdout, stdout};
use std::ops::{Deref, DerefMut};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Whether the screen uses the terminal.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal in raw mode; dropping this restores it.
pub(crate) struct ScreenTerminal(Terminal<CrosstermBackend<Stdout>>);

impl Deref for ScreenTerminal {
    type Target = Terminal<CrosstermBackend<Stdout>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for ScreenTerminal {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Drop for ScreenTerminal {
    fn drop(&mut self) {
        leave();
    }
}

/// Takes the terminal: raw mode, mouse events, alternate screen.
pub(crate) fn take() -> io::Result<ScreenTerminal> {
    leave_on_panic();
    let held = ScreenTerminal(Terminal::new(CrosstermBackend::new(stdout()))?);
    IS_TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    Ok(held)
}

/// Restores the terminal, if the screen uses it.
pub(crate) fn leave() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // If the terminal has closed, there is nothing to restore.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// A panic of this thread restores the terminal before it is printed. A program that panics in its
/// own thread does not end the game: the session reports it, and nothing is printed over the board.
fn leave_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let own = std::thread::current().id();
        let next_hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().id() == own {
                leave();
            }
            if !IS_TAKEN.load(Ordering::SeqCst) {
                next_hook(panic);
            }
        }));
    });
}
