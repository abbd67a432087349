//! Input: keys and mouse events become commands for the session.

use othellier_board::{Move, Size, Square};
use othellier_play::{Command as SessionCommand, SessionState};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::layout::Layout;
use super::panel::move_at;
use super::state::ScreenState;
use super::window::Window;
use crate::command::Command;
use crate::error::interrupt;
use crate::game::{Effect, Exit, Response, TerminalGame};

impl<S: Size> ScreenState<S> {
    /// Handles a key or a mouse event.
    pub(super) fn handle_event(
        &mut self,
        session: &mut TerminalGame<S>,
        event: Event,
    ) -> Option<Exit> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.handle_key(session, key),
            Event::Mouse(mouse) => self.handle_mouse(session, mouse),
            Event::Resize(..) => {
                self.has_changed = true;
                None
            }
            _ => None,
        }
    }

    fn handle_key(&mut self, session: &mut TerminalGame<S>, key: KeyEvent) -> Option<Exit> {
        self.has_changed = true;
        if key.modifiers == KeyModifiers::CONTROL {
            return self.handle_control(session, key.code);
        }
        if self.window.is_some() {
            self.turn_page(key.code);
            return None;
        }
        let is_empty = self.input.is_empty();
        match key.code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Tab => self.seek(session, Square::index),
            KeyCode::BackTab => self.seek(session, |square| S::SQUARES - 1 - square.index()),
            KeyCode::Enter if !is_empty => return self.execute_line(session),
            KeyCode::Enter => return self.play(session, self.cursor),
            KeyCode::Char(' ') if is_empty => return self.play(session, self.cursor),
            KeyCode::F(1) => return self.execute(session, Command::Help),
            KeyCode::Char('?') if is_empty => return self.execute(session, Command::Help),
            KeyCode::Char(letter) => self.input.push(letter),
            KeyCode::Backspace => {
                self.input.pop();
            }
            KeyCode::Esc => self.input.clear(),
            KeyCode::PageUp => {
                return self.execute(session, Command::Session(SessionCommand::Undo));
            }
            KeyCode::PageDown => {
                return self.execute(session, Command::Session(SessionCommand::Redo));
            }
            KeyCode::Home => {
                return self.execute(session, Command::Session(SessionCommand::GoTo(0)));
            }
            KeyCode::End => {
                let last = session.game().full_length();
                return self.execute(session, Command::Session(SessionCommand::GoTo(last)));
            }
            _ => {}
        }
        None
    }

    fn handle_control(&mut self, session: &mut TerminalGame<S>, code: KeyCode) -> Option<Exit> {
        match code {
            KeyCode::Char('c') => interrupt(),
            KeyCode::Char('d') => return self.execute(session, Command::Quit),
            KeyCode::Char('u') => self.input.clear(),
            // Some terminals send this for Backspace.
            KeyCode::Char('h') => {
                self.input.pop();
            }
            _ => {}
        }
        None
    }

    fn handle_mouse(&mut self, session: &mut TerminalGame<S>, mouse: MouseEvent) -> Option<Exit> {
        let length = session.game().length();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if self.window.is_some() => {
                self.has_changed = true;
                self.turn_page(KeyCode::Null);
                None
            }
            _ if self.window.is_some() => None,
            MouseEventKind::Down(MouseButton::Left) => {
                self.handle_click(session, Position::new(mouse.column, mouse.row))
            }
            MouseEventKind::ScrollUp if length > 0 => {
                self.execute(session, Command::Session(SessionCommand::GoTo(length - 1)))
            }
            MouseEventKind::ScrollDown if length < session.game().full_length() => {
                self.execute(session, Command::Session(SessionCommand::GoTo(length + 1)))
            }
            _ => None,
        }
    }

    /// A click on a square plays there; a click on a move of the list goes to it.
    fn handle_click(&mut self, session: &mut TerminalGame<S>, place: Position) -> Option<Exit> {
        let layout = Layout::of(self.area, S::SIDE)?;
        if let Some(square) = layout.grid.square_at(place) {
            self.cursor = square;
            return self.play(session, square);
        }
        let number = move_at(session.game(), layout.panel?.moves, place)?;
        self.execute(session, Command::Session(SessionCommand::GoTo(number)))
    }

    fn execute_line(&mut self, session: &mut TerminalGame<S>) -> Option<Exit> {
        let line = std::mem::take(&mut self.input);
        if line.trim().is_empty() {
            return None;
        }
        match Command::read(&line, session.lang()) {
            Ok(command) => self.execute(session, command),
            Err(sentence) => {
                self.answer(session, vec![sentence]);
                None
            }
        }
    }

    fn play(&mut self, session: &mut TerminalGame<S>, square: Square<S>) -> Option<Exit> {
        self.execute(session, Command::Session(SessionCommand::Play(Move::Place(square))))
    }

    fn execute(&mut self, session: &mut TerminalGame<S>, command: Command<S>) -> Option<Exit> {
        self.has_changed = true;
        if command == Command::Help {
            self.window = Some(Window::help(session.lang()));
            return None;
        }
        if command.changes_the_game() {
            self.interrupt(session);
        }
        let Response { messages, effect, shown } = session.execute(command);
        match effect {
            Effect::Show => self.report(session, messages),
            _ => self.answer(session, messages),
        }
        self.highlighted = shown;
        match effect {
            Effect::Nothing | Effect::Show => None,
            Effect::Open(path) => Some(Exit::Open(path)),
            Effect::Quit => Some(Exit::Quit),
        }
    }

    /// Moves the cursor by columns and rows, up to the edge of the board.
    fn move_cursor(&mut self, columns: i8, rows: i8) {
        let column = self.cursor.column().saturating_add_signed(columns);
        let row = self.cursor.row().saturating_add_signed(rows);
        self.cursor = Square::at(column, row).unwrap_or(self.cursor);
        self.highlighted = None;
    }

    /// Moves the cursor to the next legal square in this order, or to the first.
    fn seek(&mut self, session: &TerminalGame<S>, order: impl Fn(Square<S>) -> u8) {
        if session.state() != SessionState::Waiting {
            return;
        }
        let mut moves: Vec<_> = session.game().position().legal_moves().into_iter().collect();
        moves.sort_by_key(|square| order(*square));
        let next = moves.iter().find(|square| order(**square) > order(self.cursor));
        self.cursor = next.or(moves.first()).copied().unwrap_or(self.cursor);
        self.highlighted = None;
    }

    /// Any key turns the page, or closes the window after the last one; Escape closes it at once.
    fn turn_page(&mut self, code: KeyCode) {
        let has_more = self.window.as_mut().is_some_and(|window| window.turn_page(self.area));
        if !has_more || code == KeyCode::Esc {
            self.window = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::style::Styles;
    use othellier_board::Eight;
    use othellier_locale::Lang;
    use othellier_platform::clock::Instant;
    use othellier_play::{
        Choice, Clock, GameSession, Participant, Player, PlayerError, SessionSettings, Setup,
        StopSignal, TimeControl, build_player,
    };
    use othellier_record::{Game, Record};
    use othellier_search::SearchReport;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    /// The program of White; `None` for a person.
    type Program = Option<Box<dyn Player>>;

    /// Thinks until it is stopped, then ends in this way.
    struct SlowPlayer(fn() -> Result<Choice, PlayerError>);

    impl Player for SlowPlayer {
        fn choose(
            &mut self,
            _: &Game,
            _: Clock,
            stop: &StopSignal,
            _: &mut dyn FnMut(&SearchReport),
        ) -> Result<Choice, PlayerError> {
            while !stop.is_stopped() {
                std::thread::yield_now();
            }
            (self.0)()
        }
    }

    /// A player that returns no move when it is stopped.
    fn slow_player() -> Program {
        Some(Box::new(SlowPlayer(|| Err(PlayerError::Stopped))))
    }

    /// A player that panics, without a message on stderr.
    fn panicking_player() -> Program {
        Some(Box::new(SlowPlayer(|| std::panic::resume_unwind(Box::new(())))))
    }

    /// A screen without a terminal.
    struct Harness {
        session: TerminalGame<Eight>,
        state: ScreenState<Eight>,
        terminal: Terminal<TestBackend>,
    }

    impl Harness {
        fn new(white: Program, clock: Option<TimeControl>) -> Harness {
            let name = "program";
            let player = match white {
                Some(_) => Participant::program(name, "random".parse().unwrap()),
                None => Participant::person(name),
            };
            let players = [Participant::person("Alice"), player];
            let settings =
                SessionSettings { clocks: [None, clock], ..SessionSettings::new(players) };
            let session =
                GameSession::new(Game::new(), Record::default(), settings, Instant::now());
            let session = TerminalGame::new(session, [None, white], None, Lang::En);
            let state = ScreenState::new(&session, 7, Styles::COLORS_256);
            let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
            terminal.clear().unwrap();
            let mut harness = Harness { session, state, terminal };
            harness.screen();
            harness
        }

        fn key(&mut self, code: KeyCode) -> Option<Exit> {
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            let exit = self.state.handle_event(&mut self.session, Event::Key(key));
            self.state.advance(&mut self.session);
            exit
        }

        fn line(&mut self, line: &str) -> Option<Exit> {
            line.chars().for_each(|letter| assert!(self.key(KeyCode::Char(letter)).is_none()));
            self.key(KeyCode::Enter)
        }

        fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
            let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
            self.state.handle_event(&mut self.session, Event::Mouse(mouse));
        }

        fn screen(&mut self) -> String {
            let Harness { session, state, terminal } = self;
            terminal.draw(|frame| state.draw(session, frame)).unwrap();
            terminal.backend().to_string()
        }

        fn length(&self) -> usize {
            self.session.game().length()
        }
    }

    fn random_player() -> Program {
        Some(
            build_player(
                &"random".parse().unwrap(),
                &Setup { seed: 7, access: othellier_spec::Access::Sealed },
            )
            .unwrap(),
        )
    }

    fn thinking(program: Program) -> Harness {
        let mut harness = Harness::new(program, None);
        harness.line("d3");
        assert!(harness.screen().contains("program (O) is thinking…"));
        harness
    }

    #[test]
    fn keys_move_the_cursor_and_play() {
        let mut harness = Harness::new(None, None);
        assert_eq!(harness.state.cursor, Square::D3);
        for code in [KeyCode::Left, KeyCode::Down] {
            harness.key(code);
        }
        harness.key(KeyCode::Char(' '));
        assert_eq!(harness.session.game().moves()[0].played, Move::Place(Square::C4));
        harness.key(KeyCode::Tab);
        assert_eq!(harness.state.cursor, Square::C5);
        harness.key(KeyCode::BackTab);
        assert_eq!(harness.state.cursor, Square::E3);
        harness.key(KeyCode::Enter);
        assert_eq!(harness.length(), 2);
        for _ in 0..20 {
            harness.key(KeyCode::Up);
            harness.key(KeyCode::Left);
        }
        assert_eq!(harness.state.cursor, Square::A1);
        for (code, length) in
            [(KeyCode::Home, 0), (KeyCode::PageDown, 1), (KeyCode::PageUp, 0), (KeyCode::End, 2)]
        {
            harness.key(code);
            assert_eq!(harness.length(), length, "{code:?}");
        }
    }

    #[test]
    fn lines_are_edited_and_executed() {
        let mut harness = Harness::new(None, None);
        for code in [KeyCode::Char('d'), KeyCode::Char('4'), KeyCode::Backspace, KeyCode::Char('3')]
        {
            harness.key(code);
        }
        assert!(harness.screen().contains("Alice (X) to move ▸ d3"));
        harness.key(KeyCode::Enter);
        assert_eq!(harness.length(), 1);
        harness.line("quitt");
        assert!(harness.screen().contains("the nearest command is `quit`"));
        harness.line("flips c3");
        assert!(harness.state.highlighted.is_some());
        harness.key(KeyCode::Char('x'));
        harness.key(KeyCode::Esc);
        harness.key(KeyCode::Char('?'));
        assert!(harness.screen().contains("Help"));
        harness.key(KeyCode::Esc);
        assert!(!harness.screen().contains("Help"));
        assert!(matches!(harness.line("quit"), Some(Exit::Quit)));
    }

    #[test]
    fn the_mouse_plays_and_navigates() {
        let mut harness = Harness::new(None, None);
        let layout = Layout::of(harness.state.area, 8).unwrap();
        let click = MouseEventKind::Down(MouseButton::Left);
        for (square, length) in [(Square::D3, 1), (Square::D3, 1), (Square::C3, 2)] {
            let inside = layout.grid.inside(square.column(), square.row());
            harness.mouse(click, (inside.x + 1, inside.y));
            assert_eq!((harness.state.cursor, harness.length()), (square, length));
        }
        assert!(harness.screen().contains("d3 is taken"));
        let moves = layout.panel.unwrap().moves;
        harness.mouse(click, (moves.x + 4, moves.y));
        assert_eq!(harness.length(), 1);
        harness.mouse(MouseEventKind::ScrollUp, (0, 0));
        harness.mouse(MouseEventKind::ScrollUp, (0, 0));
        assert_eq!(harness.length(), 0);
        harness.mouse(MouseEventKind::ScrollDown, (0, 0));
        harness.mouse(MouseEventKind::Moved, (9, 9));
        assert_eq!(harness.length(), 1);
    }

    #[test]
    fn a_program_answers_at_once() {
        let mut harness = Harness::new(random_player(), None);
        harness.line("d3");
        while harness.length() < 2 {
            harness.state.advance(&mut harness.session);
        }
        assert!(harness.screen().contains("program plays"));
    }

    #[test]
    fn a_program_that_thinks_can_be_interrupted() {
        for line in ["back", "goto 0", "restart", "swap", "pause", "load nothing"] {
            let mut harness = thinking(slow_player());
            harness.line(line);
            // The program is back, and thinks again on request.
            harness.line("goto 1");
            harness.line("continue");
            harness.screen();
        }
        assert!(matches!(thinking(slow_player()).line("quit"), Some(Exit::Quit)));
    }

    #[test]
    fn a_person_takes_over_from_a_program_that_panicked() {
        let mut harness = thinking(panicking_player());
        harness.line("back");
        harness.line("d3");
        assert_eq!(harness.session.state(), SessionState::Waiting);
        harness.line("c3");
        assert_eq!(harness.length(), 2);
    }

    #[test]
    fn read_only_commands_do_not_interrupt_a_program() {
        let mut harness = thinking(slow_player());
        for line in ["d3", "transcript", "flips", "variations", "nonsense"] {
            harness.line(line);
            harness.key(KeyCode::Esc);
            assert!(harness.screen().contains("program (O) is thinking…"), "{line}");
        }
        assert_eq!(harness.length(), 1);
    }

    #[test]
    fn the_clock_of_a_program_that_thinks_too_long_runs_out() {
        let clock = TimeControl::default();
        let mut harness = Harness::new(slow_player(), Some(clock));
        harness.line("d3");
        while harness.session.state() != SessionState::Over {
            harness.state.advance(&mut harness.session);
        }
        let screen = harness.screen();
        assert!(screen.contains("The time of program is up."), "{screen}");
        assert!(screen.contains("Alice (X) wins by 64."), "{screen}");
    }
}
