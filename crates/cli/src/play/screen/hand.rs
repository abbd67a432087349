//! What the person does: keys and clicks become commands for the session.

use othellier_board::{Move, Size, Square};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use super::face::Face;
use super::layout::Layout;
use super::panel::move_at;
use super::window::Window;
use crate::complaint::interrupt;
use crate::play::Exit;
use crate::play::command::Command;
use crate::play::session::{Answer, Effect, Session, Turn};

impl<S: Size> Face<S> {
    /// Does what the person asks for by a key or the mouse.
    pub(super) fn obey_event(&mut self, session: &mut Session<S>, event: Event) -> Option<Exit> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.obey_key(session, key),
            Event::Mouse(mouse) => self.obey_mouse(session, mouse),
            Event::Resize(..) => {
                self.has_changed = true;
                None
            }
            _ => None,
        }
    }

    fn obey_key(&mut self, session: &mut Session<S>, key: KeyEvent) -> Option<Exit> {
        self.has_changed = true;
        if key.modifiers == KeyModifiers::CONTROL {
            return self.obey_control(session, key.code);
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
            KeyCode::Enter if !is_empty => return self.obey_line(session),
            KeyCode::Enter => return self.play(session, self.cursor),
            KeyCode::Char(' ') if is_empty => return self.play(session, self.cursor),
            KeyCode::F(1) => return self.obey(session, Command::Help),
            KeyCode::Char('?') if is_empty => return self.obey(session, Command::Help),
            KeyCode::Char(letter) => self.input.push(letter),
            KeyCode::Backspace => {
                self.input.pop();
            }
            KeyCode::Esc => self.input.clear(),
            KeyCode::PageUp => return self.obey(session, Command::Back),
            KeyCode::PageDown => return self.obey(session, Command::Forward),
            KeyCode::Home => return self.obey(session, Command::GoTo(0)),
            KeyCode::End => {
                let last = session.game().full_length();
                return self.obey(session, Command::GoTo(last));
            }
            _ => {}
        }
        None
    }

    fn obey_control(&mut self, session: &mut Session<S>, code: KeyCode) -> Option<Exit> {
        match code {
            KeyCode::Char('c') => {
                super::leave();
                interrupt()
            }
            KeyCode::Char('d') => return self.obey(session, Command::Quit),
            KeyCode::Char('u') => self.input.clear(),
            // What some terminals send for Backspace.
            KeyCode::Char('h') => {
                self.input.pop();
            }
            _ => {}
        }
        None
    }

    fn obey_mouse(&mut self, session: &mut Session<S>, mouse: MouseEvent) -> Option<Exit> {
        let length = session.game().length();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if self.window.is_some() => {
                self.has_changed = true;
                self.turn_page(KeyCode::Null);
                None
            }
            _ if self.window.is_some() => None,
            MouseEventKind::Down(MouseButton::Left) => {
                self.obey_click(session, Position::new(mouse.column, mouse.row))
            }
            MouseEventKind::ScrollUp if length > 0 => self.obey(session, Command::GoTo(length - 1)),
            MouseEventKind::ScrollDown if length < session.game().full_length() => {
                self.obey(session, Command::GoTo(length + 1))
            }
            _ => None,
        }
    }

    /// A click on a square plays there; one on a move of the list goes to it.
    fn obey_click(&mut self, session: &mut Session<S>, place: Position) -> Option<Exit> {
        let layout = Layout::of(self.area, S::SIDE)?;
        if let Some(square) = layout.grid.square_at(place) {
            self.cursor = square;
            return self.play(session, square);
        }
        let number = move_at(session.game(), layout.panel?.moves, place)?;
        self.obey(session, Command::GoTo(number))
    }

    /// Runs what was typed.
    fn obey_line(&mut self, session: &mut Session<S>) -> Option<Exit> {
        let line = std::mem::take(&mut self.input);
        if line.trim().is_empty() {
            return None;
        }
        match Command::read(&line, session.lang()) {
            Ok(command) => self.obey(session, command),
            Err(sentence) => {
                self.answer(session, vec![sentence]);
                None
            }
        }
    }

    fn play(&mut self, session: &mut Session<S>, square: Square<S>) -> Option<Exit> {
        self.obey(session, Command::Play(Move::Place(square)))
    }

    fn obey(&mut self, session: &mut Session<S>, command: Command<S>) -> Option<Exit> {
        self.has_changed = true;
        if command == Command::Help {
            self.window = Some(Window::help(session.lang()));
            return None;
        }
        if changes_the_game(&command) {
            self.recall(session);
        }
        let Answer { said, effect, shown } = session.obey(command);
        match effect {
            Effect::Show => self.tell(session, said),
            _ => self.answer(session, said),
        }
        self.pointed = shown;
        match effect {
            Effect::Nothing | Effect::Show => None,
            Effect::Open(path) => Some(Exit::Open(path)),
            Effect::Quit => Some(Exit::Quit),
        }
    }

    /// Moves the cursor by columns and rows, as far as the board goes.
    fn move_cursor(&mut self, columns: i8, rows: i8) {
        let column = self.cursor.column().saturating_add_signed(columns);
        let row = self.cursor.row().saturating_add_signed(rows);
        self.cursor = Square::at(column, row).unwrap_or(self.cursor);
        self.pointed = None;
    }

    /// Moves the cursor to the next legal square in this order, or to the first.
    fn seek(&mut self, session: &Session<S>, order: impl Fn(Square<S>) -> u8) {
        if session.turn() != Turn::Person {
            return;
        }
        let mut moves: Vec<_> = session.game().position().legal_moves().into_iter().collect();
        moves.sort_by_key(|square| order(*square));
        let next = moves.iter().find(|square| order(**square) > order(self.cursor));
        self.cursor = next.or(moves.first()).copied().unwrap_or(self.cursor);
        self.pointed = None;
    }

    /// Any key turns the page, or closes the window after the last; Escape closes it at once.
    fn turn_page(&mut self, code: KeyCode) {
        let has_more = self.window.as_mut().is_some_and(|window| window.turn_page(self.area));
        if !has_more || code == KeyCode::Esc {
            self.window = None;
        }
    }
}

/// Whether a program must stop thinking before this is done.
fn changes_the_game<S: Size>(command: &Command<S>) -> bool {
    match command {
        Command::Back | Command::Forward | Command::GoTo(_) | Command::Restart => true,
        Command::Load(_) | Command::Swap | Command::Quit => true,
        Command::Play(_) | Command::Help | Command::Save(_) | Command::Flips(_) => false,
        Command::Statistics | Command::Transcript | Command::Continue => false,
        Command::Resign => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;
    use crate::play::screen::ink::Ink;
    use crate::play::session::Chair;
    use othellier_board::Eight;
    use othellier_play::{
        Choice, Clock, Player, PlayerError, Seat, Setup, StopSignal, TimeControl, build,
    };
    use othellier_record::Game;
    use othellier_search::SearchReport;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    /// Thinks until it is told to stop, then ends in this way.
    struct Ponderer(fn() -> Result<Choice, PlayerError>);

    impl Player for Ponderer {
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

    /// One that has nothing to say when it is stopped.
    fn ponderer() -> Seat {
        Seat::Program(Box::new(Ponderer(|| Err(PlayerError::Stopped))))
    }

    /// One that breaks down, without a word on stderr.
    fn breaker() -> Seat {
        Seat::Program(Box::new(Ponderer(|| std::panic::resume_unwind(Box::new(())))))
    }

    /// A screen without a terminal.
    struct Desk {
        session: Session<Eight>,
        face: Face<Eight>,
        terminal: Terminal<TestBackend>,
    }

    impl Desk {
        fn new(white: Seat, clock: Option<TimeControl>) -> Desk {
            let chairs =
                [Chair::new("Alice".into(), Seat::Human), Chair::new("program".into(), white)];
            let session = Session::new(Game::new(), chairs, [None, clock], None, Lang::En);
            let face = Face::new(&session, 7, Ink::MANY);
            let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
            terminal.clear().unwrap();
            let mut desk = Desk { session, face, terminal };
            desk.screen();
            desk
        }

        fn key(&mut self, code: KeyCode) -> Option<Exit> {
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            let exit = self.face.obey_event(&mut self.session, Event::Key(key));
            self.face.go_on(&mut self.session);
            exit
        }

        fn line(&mut self, line: &str) -> Option<Exit> {
            line.chars().for_each(|letter| assert!(self.key(KeyCode::Char(letter)).is_none()));
            self.key(KeyCode::Enter)
        }

        fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
            let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
            self.face.obey_event(&mut self.session, Event::Mouse(mouse));
        }

        fn screen(&mut self) -> String {
            let Desk { session, face, terminal } = self;
            terminal.draw(|frame| face.draw(session, frame)).unwrap();
            terminal.backend().to_string()
        }

        fn length(&self) -> usize {
            self.session.game().length()
        }
    }

    fn dice() -> Seat {
        build(&"random".parse().unwrap(), &Setup { seed: 7 }).unwrap()
    }

    fn thinking(program: Seat) -> Desk {
        let mut desk = Desk::new(program, None);
        desk.line("d3");
        assert!(desk.screen().contains("program (O) is thinking…"));
        desk
    }

    #[test]
    fn keys_move_the_cursor_and_play() {
        let mut desk = Desk::new(Seat::Human, None);
        assert_eq!(desk.face.cursor, Square::D3);
        for code in [KeyCode::Left, KeyCode::Down] {
            desk.key(code);
        }
        desk.key(KeyCode::Char(' '));
        assert_eq!(desk.session.game().moves()[0].played, Move::Place(Square::C4));
        desk.key(KeyCode::Tab);
        assert_eq!(desk.face.cursor, Square::C5);
        desk.key(KeyCode::BackTab);
        assert_eq!(desk.face.cursor, Square::E3);
        desk.key(KeyCode::Enter);
        assert_eq!(desk.length(), 2);
        for _ in 0..20 {
            desk.key(KeyCode::Up);
            desk.key(KeyCode::Left);
        }
        assert_eq!(desk.face.cursor, Square::A1);
        for (code, length) in
            [(KeyCode::Home, 0), (KeyCode::PageDown, 2), (KeyCode::PageUp, 0), (KeyCode::End, 2)]
        {
            desk.key(code);
            assert_eq!(desk.length(), length, "{code:?}");
        }
    }

    #[test]
    fn lines_are_edited_and_obeyed() {
        let mut desk = Desk::new(Seat::Human, None);
        for code in [KeyCode::Char('d'), KeyCode::Char('4'), KeyCode::Backspace, KeyCode::Char('3')]
        {
            desk.key(code);
        }
        assert!(desk.screen().contains("Alice (X) to move ▸ d3"));
        desk.key(KeyCode::Enter);
        assert_eq!(desk.length(), 1);
        desk.line("quitt");
        assert!(desk.screen().contains("the nearest command is `quit`"));
        desk.line("flips c3");
        assert!(desk.face.pointed.is_some());
        desk.key(KeyCode::Char('x'));
        desk.key(KeyCode::Esc);
        desk.key(KeyCode::Char('?'));
        assert!(desk.screen().contains("Help"));
        desk.key(KeyCode::Char('x'));
        assert!(!desk.screen().contains("Help"));
        assert!(matches!(desk.line("quit"), Some(Exit::Quit)));
    }

    #[test]
    fn the_mouse_plays_and_navigates() {
        let mut desk = Desk::new(Seat::Human, None);
        let layout = Layout::of(desk.face.area, 8).unwrap();
        let click = MouseEventKind::Down(MouseButton::Left);
        for (square, length) in [(Square::D3, 1), (Square::D3, 1), (Square::C3, 2)] {
            let inside = layout.grid.inside(square.column(), square.row());
            desk.mouse(click, (inside.x + 1, inside.y));
            assert_eq!((desk.face.cursor, desk.length()), (square, length));
        }
        assert!(desk.screen().contains("d3 is taken"));
        let moves = layout.panel.unwrap().moves;
        desk.mouse(click, (moves.x + 4, moves.y));
        assert_eq!(desk.length(), 1);
        desk.mouse(MouseEventKind::ScrollUp, (0, 0));
        desk.mouse(MouseEventKind::ScrollUp, (0, 0));
        assert_eq!(desk.length(), 0);
        desk.mouse(MouseEventKind::ScrollDown, (0, 0));
        desk.mouse(MouseEventKind::Moved, (9, 9));
        assert_eq!(desk.length(), 1);
    }

    #[test]
    fn a_program_answers_at_once() {
        let mut desk = Desk::new(dice(), None);
        desk.line("d3");
        while desk.length() < 2 {
            desk.face.go_on(&mut desk.session);
        }
        assert!(desk.screen().contains("program plays"));
    }

    #[test]
    fn a_program_that_thinks_can_be_interrupted() {
        for line in ["back", "goto 0", "restart", "swap", "load nothing"] {
            let mut desk = thinking(ponderer());
            desk.line(line);
            // It sits on its chair again, and thinks if it is asked to.
            desk.line("goto 1");
            desk.line("continue");
            desk.screen();
        }
        assert!(matches!(thinking(ponderer()).line("quit"), Some(Exit::Quit)));
    }

    #[test]
    fn a_program_that_breaks_down_leaves_its_chair_to_a_person() {
        let mut desk = thinking(breaker());
        desk.line("back");
        desk.line("d3");
        assert_eq!(desk.session.turn(), Turn::Person);
        desk.line("c3");
        assert_eq!(desk.length(), 2);
    }

    #[test]
    fn what_does_not_change_the_game_does_not_disturb() {
        let mut desk = thinking(ponderer());
        for line in ["d3", "resign", "transcript", "flips", "nonsense"] {
            desk.line(line);
            desk.key(KeyCode::Esc);
            assert!(desk.screen().contains("program (O) is thinking…"), "{line}");
        }
        assert_eq!(desk.length(), 1);
    }

    #[test]
    fn the_clock_of_a_program_that_thinks_too_long_runs_out() {
        let clock = TimeControl::default();
        let mut desk = Desk::new(ponderer(), Some(clock));
        desk.line("d3");
        while desk.session.turn() != Turn::Over {
            desk.face.go_on(&mut desk.session);
        }
        let screen = desk.screen();
        assert!(screen.contains("The time of program is up."), "{screen}");
        assert!(screen.contains("Alice (X) wins by 64."), "{screen}");
    }
}
