//! The state of the screen besides the session, and what happens without input: programs think,
//! clocks run and messages appear. Keys and clicks are handled in [`input`](super::input).

use std::time::Duration;

use othellier_board::{Color, Placement, Size, Square};
use othellier_platform::clock::Instant;
use othellier_play::SessionState;
use ratatui::Frame;
use ratatui::layout::Rect;

use super::draw::draw;
use super::layout::Layout;
use super::style::Styles;
use super::text::wrap;
use super::view::View;
use super::window::Window;
use crate::game::{PendingChoice, TerminalGame};

/// Redraw interval while a clock or the spinner runs.
const TICK: Duration = Duration::from_millis(100);
/// Poll interval while a program thinks.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// A program that answers within this time is not shown as thinking.
const INSTANT_ANSWER: Duration = Duration::from_millis(20);
/// Pause between two moves of programs, so that they can be followed.
const PACE: Duration = Duration::from_millis(300);
/// Poll timeout when nothing runs.
const IDLE_TIMEOUT: Duration = Duration::from_secs(3600);
const MAX_MESSAGES: usize = 50;

/// The state of the screen besides the session.
pub(super) struct ScreenState<S: Size> {
    styles: Styles,
    seed: u64,
    pub(super) cursor: Square<S>,
    pub(super) highlighted: Option<Placement<S>>,
    pub(super) input: String,
    messages: Vec<String>,
    new_count: usize,
    pub(super) window: Option<Window>,
    thinking: Option<PendingChoice<S>>,
    /// When the program began to think, for the spinner.
    thinking_since: Instant,
    /// No program begins before this time.
    next_move_at: Instant,
    /// The area that was drawn last.
    pub(super) area: Rect,
    pub(super) has_changed: bool,
    drawn_at: Instant,
}

impl<S: Size> ScreenState<S> {
    pub(super) fn new(session: &TerminalGame<S>, seed: u64, styles: Styles) -> ScreenState<S> {
        let middle = Square::at(S::SIDE / 2, S::SIDE / 2).expect("a board has a middle");
        let now = Instant::now();
        let mut state = ScreenState {
            styles,
            seed,
            cursor: session.game().position().legal_moves().first().unwrap_or(middle),
            highlighted: None,
            input: String::new(),
            messages: Vec::new(),
            new_count: 0,
            window: None,
            thinking: None,
            thinking_since: now,
            next_move_at: now,
            area: Rect::ZERO,
            has_changed: true,
            drawn_at: now,
        };
        let welcome = session.has_person().then(|| session.lang().text("screen-welcome"));
        state.add_messages(welcome.into_iter().chain(session.result()).collect());
        state
    }

    /// Advances the game without input: programs, the clock.
    pub(super) fn advance(&mut self, session: &mut TerminalGame<S>) {
        if let Some(messages) = session.check_clock() {
            self.interrupt(session);
            self.report(session, messages);
        }
        match (&self.thinking, session.state()) {
            (Some(thinking), _) => {
                if let Some(result) = thinking.wait(Duration::ZERO) {
                    self.thinking = None;
                    let messages = session.apply_choice(result);
                    self.report(session, messages);
                }
            }
            (None, SessionState::Thinking) if Instant::now() < self.next_move_at => {}
            (None, SessionState::Thinking) => self.think(session),
            (None, SessionState::Waiting | SessionState::Paused | SessionState::Over) => {}
        }
    }

    fn think(&mut self, session: &mut TerminalGame<S>) {
        let thinking = session.think();
        match thinking.wait(INSTANT_ANSWER) {
            Some(result) => {
                let messages = session.apply_choice(result);
                self.report(session, messages);
            }
            None => {
                self.thinking_since = Instant::now();
                self.thinking = Some(thinking);
                self.has_changed = true;
            }
        }
    }

    /// Stops the thinking program before the game is changed.
    pub(super) fn interrupt(&mut self, session: &mut TerminalGame<S>) {
        if let Some(thinking) = self.thinking.take() {
            session.reinstate(thinking.interrupt());
        }
    }

    /// Shows what happened on the board, and the result at the end.
    pub(super) fn report(&mut self, session: &TerminalGame<S>, mut messages: Vec<String>) {
        messages.extend(session.result());
        self.add_messages(messages);
        self.highlighted = None;
        self.has_changed = true;
        if !session.has_person() {
            self.next_move_at = Instant::now() + PACE;
        }
    }

    /// Adds messages, but not the same ones twice in a row.
    pub(super) fn add_messages(&mut self, messages: Vec<String>) {
        self.has_changed = true;
        let is_repeated = !messages.is_empty() && self.messages.ends_with(&messages);
        self.new_count = messages.len();
        if !is_repeated {
            self.messages.extend(messages);
        }
        let excess = self.messages.len().saturating_sub(MAX_MESSAGES);
        self.messages.drain(..excess);
    }

    /// Shows messages if they fit, else opens a window.
    pub(super) fn answer(&mut self, session: &TerminalGame<S>, messages: Vec<String>) {
        let fits = Layout::of(self.area, S::SIDE).is_none_or(|layout| {
            let columns = usize::from(layout.messages.width);
            let lines: usize = messages.iter().map(|line| wrap(line, columns, 0).len()).sum();
            lines <= usize::from(layout.messages.height)
        });
        if fits {
            self.add_messages(messages);
        } else {
            self.window = Some(Window::new(session.lang().text("screen-answer"), messages));
        }
    }

    /// Whether something new has to be drawn.
    pub(super) fn needs_redraw(&self, session: &TerminalGame<S>) -> bool {
        self.has_changed || (self.is_animated(session) && self.drawn_at.elapsed() >= TICK)
    }

    /// Whether a clock or the spinner runs.
    fn is_animated(&self, session: &TerminalGame<S>) -> bool {
        self.thinking.is_some() || session.is_clock_running()
    }

    /// How long to wait for input.
    pub(super) fn poll_timeout(&self, session: &TerminalGame<S>) -> Duration {
        match session.state() {
            _ if self.thinking.is_some() => POLL_INTERVAL,
            SessionState::Thinking => self.next_move_at.saturating_duration_since(Instant::now()),
            _ if self.is_animated(session) => TICK,
            _ => IDLE_TIMEOUT,
        }
    }

    pub(super) fn draw(&mut self, session: &TerminalGame<S>, frame: &mut Frame<'_>) {
        self.area = frame.area();
        self.has_changed = false;
        self.drawn_at = Instant::now();
        let ticks = self.thinking_since.elapsed().as_millis() / TICK.as_millis();
        let view = View {
            lang: session.lang(),
            styles: self.styles,
            game: session.game(),
            state: session.state(),
            names: Color::ALL.map(|color| session.name(color)),
            clocks: Color::ALL.map(|color| session.clock(color)),
            thinking: self.thinking.as_ref().map(|_| ticks as usize),
            seed: self.seed,
            cursor: self.cursor,
            highlighted: self.highlighted,
            messages: &self.messages,
            new_count: self.new_count,
            input: &self.input,
            window: self.window.as_ref(),
        };
        if let Some(cursor) = draw(&view, self.area, frame.buffer_mut()) {
            frame.set_cursor_position(cursor);
        }
    }
}
