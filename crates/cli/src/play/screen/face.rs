//! What the screen knows beside the session, and what it does when nobody touches a key: it lets
//! programs think, clocks run and messages appear. What it does when somebody does is in
//! [`hand`](super::hand).

use std::time::{Duration, Instant};

use othellier_board::{Color, Placement, Size, Square};
use ratatui::Frame;
use ratatui::layout::Rect;

use super::draw::{View, draw};
use super::ink::Ink;
use super::layout::Layout;
use super::text::wrap;
use super::window::Window;
use crate::play::session::{Session, Thinking, Turn};

/// Between two drawings while a clock or the spinner runs.
const TICK: Duration = Duration::from_millis(100);
/// Between two looks at a program that thinks.
const GLANCE: Duration = Duration::from_millis(10);
/// What a program that answers at once may take: it is not shown as thinking.
const AT_ONCE: Duration = Duration::from_millis(20);
/// Between two moves where only programs play, so that they can be followed.
const PACE: Duration = Duration::from_millis(300);
/// Between two looks at nothing.
const IDLE: Duration = Duration::from_secs(3600);
/// Sentences kept.
const MEMORY: usize = 50;

/// The state of the screen beside that of the session.
pub(super) struct Face<S: Size> {
    ink: Ink,
    seed: u64,
    pub(super) cursor: Square<S>,
    pub(super) pointed: Option<Placement<S>>,
    pub(super) input: String,
    said: Vec<String>,
    fresh: usize,
    pub(super) window: Option<Window>,
    thinking: Option<Thinking<S>>,
    /// When the program at work began, for the spinner.
    thinks_since: Instant,
    /// No program begins before this.
    rests_until: Instant,
    /// The terminal as it was drawn last.
    pub(super) area: Rect,
    pub(super) has_changed: bool,
    drawn_at: Instant,
}

impl<S: Size> Face<S> {
    pub(super) fn new(session: &Session<S>, seed: u64, ink: Ink) -> Face<S> {
        let middle = Square::at(S::SIDE / 2, S::SIDE / 2).expect("a board has a middle");
        let now = Instant::now();
        let mut face = Face {
            ink,
            seed,
            cursor: session.game().position().legal_moves().first().unwrap_or(middle),
            pointed: None,
            input: String::new(),
            said: Vec::new(),
            fresh: 0,
            window: None,
            thinking: None,
            thinks_since: now,
            rests_until: now,
            area: Rect::ZERO,
            has_changed: true,
            drawn_at: now,
        };
        let welcome = session.has_person().then(|| session.lang().text("screen-welcome"));
        face.say(welcome.into_iter().chain(session.result()).collect());
        face
    }

    /// Lets the game go on by itself: passes, programs, the clock.
    pub(super) fn go_on(&mut self, session: &mut Session<S>) {
        if let Some(said) = session.check_clock() {
            self.recall(session);
            self.tell(session, said);
        }
        match (&self.thinking, session.turn()) {
            (Some(thinking), _) => {
                if let Some(thought) = thinking.wait(Duration::ZERO) {
                    self.thinking = None;
                    let said = session.settle(thought);
                    self.tell(session, said);
                }
            }
            (None, Turn::Pass | Turn::Program) if Instant::now() < self.rests_until => {}
            (None, Turn::Pass) => {
                let said = session.pass();
                self.tell(session, said);
            }
            (None, Turn::Program) => self.think(session),
            (None, Turn::Person | Turn::Paused | Turn::Over) => {}
        }
    }

    fn think(&mut self, session: &mut Session<S>) {
        let thinking = session.think();
        match thinking.wait(AT_ONCE) {
            Some(thought) => {
                let said = session.settle(thought);
                self.tell(session, said);
            }
            None => {
                self.thinks_since = Instant::now();
                self.thinking = Some(thinking);
                self.has_changed = true;
            }
        }
    }

    /// Stops the program at work, before the game changes under it.
    pub(super) fn recall(&mut self, session: &mut Session<S>) {
        if let Some(thinking) = self.thinking.take() {
            session.seat_again(thinking.interrupt());
        }
    }

    /// Says what happened on the board, and the result if that was the end.
    pub(super) fn tell(&mut self, session: &Session<S>, mut said: Vec<String>) {
        said.extend(session.result());
        self.say(said);
        self.pointed = None;
        self.has_changed = true;
        if !session.has_person() {
            self.rests_until = Instant::now() + PACE;
        }
    }

    /// Adds sentences to the messages, once if they are repeated.
    pub(super) fn say(&mut self, said: Vec<String>) {
        self.has_changed = true;
        let is_repeated = !said.is_empty() && self.said.ends_with(&said);
        self.fresh = said.len();
        if !is_repeated {
            self.said.extend(said);
        }
        let excess = self.said.len().saturating_sub(MEMORY);
        self.said.drain(..excess);
    }

    /// Says it if there is room, else shows it in a window.
    pub(super) fn answer(&mut self, session: &Session<S>, said: Vec<String>) {
        let fits = Layout::of(self.area, S::SIDE).is_none_or(|layout| {
            let columns = usize::from(layout.messages.width);
            let lines: usize = said.iter().map(|line| wrap(line, columns, 0).len()).sum();
            lines <= usize::from(layout.messages.height)
        });
        if fits {
            self.say(said);
        } else {
            self.window = Some(Window::new(session.lang().text("screen-answer"), said));
        }
    }

    /// Whether there is something new to see.
    pub(super) fn wants_drawing(&self, session: &Session<S>) -> bool {
        self.has_changed || (self.moves_by_itself(session) && self.drawn_at.elapsed() >= TICK)
    }

    /// Whether a clock or the spinner runs.
    fn moves_by_itself(&self, session: &Session<S>) -> bool {
        let ticks = matches!(session.turn(), Turn::Person | Turn::Program);
        self.thinking.is_some() || (ticks && session.clock(session.side_to_move()).is_some())
    }

    /// How long to wait for the person before going on.
    pub(super) fn patience(&self, session: &Session<S>) -> Duration {
        match session.turn() {
            _ if self.thinking.is_some() => GLANCE,
            Turn::Pass | Turn::Program => {
                self.rests_until.saturating_duration_since(Instant::now())
            }
            _ if self.moves_by_itself(session) => TICK,
            _ => IDLE,
        }
    }

    pub(super) fn draw(&mut self, session: &Session<S>, frame: &mut Frame<'_>) {
        self.area = frame.area();
        self.has_changed = false;
        self.drawn_at = Instant::now();
        let ticks = self.thinks_since.elapsed().as_millis() / TICK.as_millis();
        let view = View {
            lang: session.lang(),
            ink: self.ink,
            game: session.game(),
            turn: session.turn(),
            names: Color::ALL.map(|color| session.name(color)),
            clocks: Color::ALL.map(|color| session.clock(color)),
            thinking: self.thinking.as_ref().map(|_| ticks as usize),
            seed: self.seed,
            cursor: self.cursor,
            pointed: self.pointed,
            said: &self.said,
            fresh: self.fresh,
            input: &self.input,
            window: self.window.as_ref(),
        };
        if let Some(cursor) = draw(&view, self.area, frame.buffer_mut()) {
            frame.set_cursor_position(cursor);
        }
    }
}
