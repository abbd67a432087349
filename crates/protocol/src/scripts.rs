//! The scripts of `testdata/sessions.txt`, with an engine behind GTP and behind NBoard.
//!
//! An interface plays each script on its own session, and leads the engine as a GUI does: it sends what
//! was played, takes back what is undone, and asks it for the moves of the programs. The engine must have
//! the same game after every command, and refuse the same moves.

#[path = "../testdata/sessions.rs"]
mod sessions;

use std::sync::{Arc, Mutex};

use othellier_board::{Color, Move};
use othellier_platform::clock::Instant;
use othellier_record::{Format, Game, Record, Tag, TimeControl, ggf, parse_duration, transcript};
use othellier_search::StopSignal;
use othellier_session::{
    Command, GameSession, Participant, SessionError, SessionSettings, SessionState,
};

use crate::testing::TestPrograms;
use crate::{gtp, nboard};

/// The requests of a controller to an engine.
trait Engine {
    /// Plays a move of a side; `false` if it is refused.
    fn play(&mut self, color: Color, played: Move) -> bool;

    /// Lets the engine choose a move for a side and play it.
    fn choose(&mut self, color: Color) -> Move;

    /// Takes the last move back.
    fn undo(&mut self);

    fn begin_new_game(&mut self);

    /// The game as the engine has it.
    fn game(&mut self) -> Game;
}

struct Gtp(gtp::Session<TestPrograms>);

impl Gtp {
    fn new(clock: Option<TimeControl>) -> Gtp {
        let session = gtp::Session::new(TestPrograms, "random".parse().unwrap()).unwrap();
        let mut engine = Gtp(session);
        if let Some(TimeControl { main, increment, .. }) = clock {
            let (main, increment) = (main.as_secs_f64(), increment.as_secs_f64());
            engine.ask(&format!("time_settings {main} {increment} 1")).unwrap();
        }
        engine
    }

    fn ask(&mut self, line: &str) -> Result<String, String> {
        let answer = self.0.handle_line(line.as_bytes()).unwrap();
        let text = answer[1..].trim().to_owned();
        if answer.starts_with('=') { Ok(text) } else { Err(text) }
    }
}

impl Engine for Gtp {
    fn play(&mut self, color: Color, played: Move) -> bool {
        self.ask(&format!("play {color} {played}")).is_ok()
    }

    fn choose(&mut self, color: Color) -> Move {
        self.ask(&format!("genmove {color}")).unwrap().parse().unwrap()
    }

    fn undo(&mut self) {
        self.ask("undo").unwrap();
    }

    fn begin_new_game(&mut self) {
        self.ask("clear_board").unwrap();
    }

    fn game(&mut self) -> Game {
        transcript::read(Default::default(), &self.ask("othellier-moves").unwrap()).unwrap()
    }
}

struct NBoard {
    session: nboard::Session<TestPrograms>,
    learned: Arc<Mutex<Vec<u8>>>,
    clock: Option<TimeControl>,
}

impl NBoard {
    fn new(clock: Option<TimeControl>) -> NBoard {
        let learned = Arc::new(Mutex::new(Vec::new()));
        let to_learn = Arc::clone(&learned);
        let session = nboard::Session::new(TestPrograms, "random".parse().unwrap()).unwrap();
        let session = session.with_learning(Box::new(move |game| {
            *to_learn.lock().unwrap() = game.to_vec();
            Ok(())
        }));
        let mut engine = NBoard { session, learned, clock };
        engine.begin_new_game();
        engine
    }

    fn ask(&mut self, line: &str) -> Vec<String> {
        let message = nboard::Message::parse(line.as_bytes()).unwrap().unwrap();
        let reaction = self.session.handle(message);
        let mut lines = reaction.lines;
        if let Some(task) = reaction.task {
            self.session.run(task, &StopSignal::default(), &mut |line| lines.push(line));
        }
        lines
    }

    /// The protocol has no way back but to set the game anew.
    fn set_game(&mut self, game: &Game) {
        let mut about = Record::default();
        if let Some(TimeControl { main, increment, .. }) = self.clock {
            let value = format!("{}/{}", main.as_secs_f64(), increment.as_secs_f64());
            about.tags.push(Tag { format: Format::Ggf, at: 0, name: "TI".to_owned(), value });
        }
        let mut line = b"set game ".to_vec();
        ggf::write_game(&mut line, &about, game).unwrap();
        assert_eq!(self.ask(&String::from_utf8(line).unwrap()), [""; 0]);
    }
}

impl Engine for NBoard {
    fn play(&mut self, _: Color, played: Move) -> bool {
        self.ask(&format!("move {played}//0.01")).is_empty()
    }

    fn choose(&mut self, color: Color) -> Move {
        let said = self.ask("go");
        let answer = said.iter().find_map(|line| line.strip_prefix("=== "));
        let answer = answer.unwrap_or_else(|| panic!("no move: {said:?}"));
        let chosen = answer.split('/').next().unwrap().parse().unwrap();
        assert!(self.play(color, chosen), "the GUI sends the move back");
        chosen
    }

    fn undo(&mut self) {
        let mut game = self.game();
        game.undo().unwrap();
        game.drop_undone();
        self.set_game(&game);
    }

    fn begin_new_game(&mut self) {
        self.set_game(&Game::new());
    }

    fn game(&mut self) -> Game {
        assert_eq!(self.ask("learn"), ["learned"]);
        let learned = self.learned.lock().unwrap().clone();
        let record = ggf::read(&learned[..]).next().unwrap().unwrap();
        othellier_record::with_game!(&record.game, game => game.cast()).cloned().unwrap()
    }
}

fn moves(game: &Game) -> Vec<Move> {
    game.moves().iter().map(|played| played.played).collect()
}

/// An interface with its own session, and the engine that it leads.
struct Interface<E> {
    session: GameSession,
    engine: E,
    now: Instant,
}

impl<E: Engine> Interface<E> {
    fn execute(&mut self, word: &str, argument: &str) {
        let game = self.session.game();
        let command = match word {
            "wait" => {
                self.now += parse_duration(argument).unwrap();
                Command::CheckClock
            }
            "look" => Command::CheckClock,
            "any" => {
                let square = game.position().legal_moves().first();
                Command::Play(square.map_or(Move::Pass, Move::Place))
            }
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "goto" => Command::GoTo(argument.parse().unwrap()),
            "pause" => Command::Pause,
            "resume" => Command::Resume,
            "resign" => Command::Resign(None),
            "swap" => Command::Swap,
            "restart" => Command::GoTo(0),
            "new" => Command::NewGame,
            "recall" => Command::Recall(argument.parse().unwrap()),
            square => Command::Play(square.parse().unwrap()),
        };
        match self.session.apply(command, self.now) {
            Ok(_) if word == "new" => self.engine.begin_new_game(),
            Err(SessionError::Illegal(illegal)) => {
                let color = self.session.side_to_move();
                assert!(!self.engine.play(color, illegal.attempted), "{illegal}");
            }
            Ok(_) | Err(_) => {}
        }
        self.lead_engine();
    }

    /// Sends what the engine lacks, and asks it for the moves of the programs.
    fn lead_engine(&mut self) {
        let (wanted, mut has) = (moves(self.session.game()), moves(&self.engine.game()));
        while !wanted.starts_with(&has) {
            self.engine.undo();
            has.pop();
        }
        let first = self.session.game().start().side_to_move();
        for (ply, &played) in wanted.iter().enumerate().skip(has.len()) {
            let color = if ply.is_multiple_of(2) { first } else { !first };
            assert!(self.engine.play(color, played), "{played}");
        }
        while self.session.state() == SessionState::Thinking {
            let chosen = self.engine.choose(self.session.side_to_move());
            self.session.apply(Command::Choose { chosen, thought: None }, self.now).unwrap();
        }
    }
}

fn drive<E: Engine>(new_engine: impl Fn(Option<TimeControl>) -> E) {
    for case in sessions::cases() {
        let players = case.players.map(|spec| match spec {
            "human" => Participant::person("Alice"),
            spec => Participant::program("", spec.parse().unwrap()),
        });
        let clock = case.clock.map(|clock| clock.parse().unwrap());
        assert_eq!(case.size, 8, "no script has another size");
        let settings = SessionSettings { clocks: [clock; 2], ..SessionSettings::new(players) };
        let now = Instant::now();
        let session = GameSession::new(Game::new(), Record::default(), settings, now);
        let mut interface = Interface { session, engine: new_engine(clock), now };
        interface.lead_engine();
        for step in &case.steps {
            interface.execute(step.word, step.argument);
            let at = format!("{}, line {}", case.name, step.line);
            let game = interface.session.game();
            let state = format!("{:?}", interface.session.state()).to_lowercase();
            let state = format!("{}/{} {state}", game.length(), game.full_length());
            assert_eq!(state, step.expected, "{at}");
            if let Some(running) = step.running {
                let runs = interface.session.running();
                let runs = runs.map_or("none".to_owned(), |color| color.to_string());
                assert_eq!(runs, running, "{at}");
            }
            assert_eq!(moves(&interface.engine.game()), moves(game), "{at}");
        }
    }
}

#[test]
fn every_script_over_gtp() {
    drive(Gtp::new);
}

#[test]
fn every_script_over_nboard() {
    drive(NBoard::new);
}
