//! An NBoard session: handles each line at once, and searches in a thread.
//!
//! The search thread owns the state while it runs and returns it when joined. Every valid message
//! stops and joins the search before it is executed, so that all later output is about the new
//! position.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use othellier_play::StopSignal;
use othellier_record::{Record, ggf};
use othellier_spec::Spec;

use super::engine_state::{DynEngineState, Task, new_state};
use super::message::Message;
use crate::engine::{LineSink, PlayerSetupError, player_has_option};

/// The protocol version that introduced `nodestats`.
const WITH_NODE_STATS: u32 = 2;

/// The state of a session.
pub(crate) struct Session {
    player: Spec,
    seed: u64,
    version: u32,
    /// Where games to learn are appended.
    learn_file: Option<PathBuf>,
    output: LineSink,
    state: State,
    is_over: bool,
}

enum State {
    Idle(Box<dyn DynEngineState>),
    Searching {
        thread: JoinHandle<Box<dyn DynEngineState>>,
        stop: StopSignal,
    },
    /// Placeholder while one of the others is being replaced.
    Transition,
}

impl Session {
    /// A new game on 8×8 for this player.
    pub(crate) fn new(
        player: Spec,
        seed: u64,
        learn_file: Option<PathBuf>,
        output: LineSink,
    ) -> Result<Session, PlayerSetupError> {
        let state = State::Idle(new_state(&player, seed, &Record::default())?);
        let version = WITH_NODE_STATS;
        Ok(Session { player, seed, version, learn_file, output, state, is_over: false })
    }

    /// Whether `quit` was received.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Parses and executes any bytes; fails only if the output is closed.
    pub(crate) fn handle_line(&mut self, line: &[u8]) -> io::Result<()> {
        match Message::parse(line) {
            None => Ok(()),
            Some(Ok(message)) => self.execute(message),
            Some(Err(wrong)) => self.send_error(&wrong),
        }
    }

    /// Waits for the search to finish.
    pub(crate) fn finish(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Transition) {
            State::Searching { thread, .. } => match thread.join() {
                Ok(state) => State::Idle(state),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            idle => idle,
        };
    }

    fn execute(&mut self, message: Message) -> io::Result<()> {
        let state = self.idle_state();
        match message {
            Message::Version(version) => {
                self.version = version;
                self.send("set myname Othellier")
            }
            Message::Depth(depth) => self.set_depth(depth),
            Message::Game(record) => self.set_game(&record),
            Message::Contempt(0) => Ok(()),
            Message::Contempt(_) => self.send_error("Contempt has no effect"),
            Message::Move(text, took) => match state.play(&text, took) {
                Ok(()) => Ok(()),
                Err(wrong) => self.send_error(&wrong),
            },
            Message::Hint(lines) => self.start(Task::Hint(lines)),
            Message::Go => self.start(Task::Go),
            Message::Analyze => self.start(Task::Analyze),
            Message::Ping(word) => self.send(&format!("pong {word}")),
            Message::Learn => self.learn(),
            Message::Quit => {
                self.is_over = true;
                Ok(())
            }
        }
    }

    fn send(&self, line: &str) -> io::Result<()> {
        (self.output)(line)
    }

    /// Sends an error as a status line: the protocol has no other way.
    fn send_error(&self, wrong: &str) -> io::Result<()> {
        self.send(&format!("status {wrong}"))
    }

    /// The state, after the search was stopped and joined.
    fn idle_state(&mut self) -> &mut dyn DynEngineState {
        if let State::Searching { stop, .. } = &self.state {
            stop.stop();
            self.finish();
        }
        match &mut self.state {
            State::Idle(state) => &mut **state,
            State::Searching { .. } | State::Transition => unreachable!("the thread was joined"),
        }
    }

    fn start(&mut self, task: Task) -> io::Result<()> {
        let state = std::mem::replace(&mut self.state, State::Transition);
        let State::Idle(mut state) = state else { unreachable!("the thread was joined") };
        let stop = StopSignal::default();
        let (output, heard, version) = (Arc::clone(&self.output), stop.clone(), self.version);
        let thread = std::thread::spawn(move || {
            state.run(task, &heard, &mut |line| {
                let is_known = version >= WITH_NODE_STATS || !line.starts_with("nodestats");
                // The output is closed: stop searching.
                if is_known && output(&line).is_err() {
                    heard.stop();
                }
            });
            state
        });
        self.state = State::Searching { thread, stop };
        Ok(())
    }

    /// Sets the `level` of a player that has levels and no other limit; else its `depth`, if any.
    fn set_depth(&mut self, depth: u32) -> io::Result<()> {
        let mut player = self.player.clone();
        let is_limited = ["depth", "time", "nodes"].iter().any(|key| player.option(key).is_some());
        let key =
            if player_has_option(&player, "level") && !is_limited { "level" } else { "depth" };
        if !player_has_option(&player, key) {
            return self.send_error(&format!("{} has no depth", player.name));
        }
        player.set(key, depth.clamp(1, 60).to_string());
        let seed = self.seed;
        match self.idle_state().set_player(&player, seed) {
            Ok(()) => {
                self.player = player;
                self.send(&format!("set myname Othellier{depth}"))
            }
            Err(error) => self.send_error(&error.to_string()),
        }
    }

    /// Keeps the player and its tables if the board size stays the same.
    fn set_game(&mut self, record: &Record) -> io::Result<()> {
        if self.idle_state().set_game(record) {
            return Ok(());
        }
        match new_state(&self.player, self.seed, record) {
            Ok(state) => {
                self.state = State::Idle(state);
                Ok(())
            }
            Err(error) => self.send_error(&error.to_string()),
        }
    }

    /// Appends the game to the file of games to learn.
    fn learn(&mut self) -> io::Result<()> {
        let Some(path) = self.learn_file.clone() else {
            return self.send_error("Nothing is learned without --learn FILE");
        };
        let mut line = Vec::new();
        ggf::write(&mut line, &self.idle_state().record())?;
        let file = File::options().create(true).append(true).open(path);
        match file.and_then(|mut file| file.write_all(&line).and_then(|()| file.sync_data())) {
            Ok(()) => self.send("learned"),
            Err(error) => self.send_error(&format!("Nothing is learned: {error}")),
        }
    }
}

/// Stops a running search.
impl Drop for Session {
    fn drop(&mut self) {
        if let State::Searching { stop, .. } = &self.state {
            stop.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A session and its output since the last request.
    struct TestSession {
        session: Session,
        said: Arc<Mutex<Vec<String>>>,
    }

    impl TestSession {
        fn with(player: &str, learn_file: Option<PathBuf>) -> TestSession {
            let said = Arc::new(Mutex::new(Vec::new()));
            let heard = Arc::clone(&said);
            let output: LineSink = Arc::new(move |line: &str| {
                heard.lock().unwrap().push(line.to_owned());
                Ok(())
            });
            let session = Session::new(player.parse().unwrap(), 1, learn_file, output).unwrap();
            TestSession { session, said }
        }

        /// The output of a line after its search has finished.
        fn ask(&mut self, line: &str) -> Vec<String> {
            self.session.handle_line(line.as_bytes()).unwrap();
            self.session.finish();
            std::mem::take(&mut *self.said.lock().unwrap())
        }

        #[track_caller]
        fn check(&mut self, conversation: &[(&str, &[&str])]) {
            for (line, expected) in conversation {
                let said = self.ask(line);
                assert_eq!(said.len(), expected.len(), "{line}: {said:?}");
                // A trailing `*` matches any rest.
                for (said, expected) in said.iter().zip(*expected) {
                    match expected.strip_suffix('*') {
                        Some(beginning) => assert!(said.starts_with(beginning), "{line}: {said}"),
                        None => assert_eq!(said, expected, "{line}"),
                    }
                }
            }
        }
    }

    const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2026-01-01 00:00:00 GMT]PB[a]PW[b]RE[?]TI[5:00]\
        TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";

    #[test]
    fn the_session_of_the_protocol() {
        let mut session = TestSession::with("alphabeta(depth=1, eval=discs)", None);
        session.check(&[
            ("nboard 1", &["set myname Othellier"]),
            ("set depth 2", &["set myname Othellier2"]),
            (&format!("set game {GAME}"), &[]),
            ("ping 7", &["pong 7"]),
            ("hint 2", &["status Analyzing", "search *", "search *", "status"]),
            ("go", &["status Thinking", "=== *", "status"]),
            ("move C4/-0.51/0.00", &[]),
            ("ping 8", &["pong 8"]),
            ("set contempt 0", &[]),
            ("D3", &[]),
            ("move a1", &["status a1 is not legal here"]),
            ("move z9", &["status z9 is not a move"]),
            ("hello world", &[]),
            ("hint", &["status expected hint NUMBER"]),
            ("nboard 2", &["set myname Othellier"]),
            ("go", &["status Thinking", "nodestats *", "nodestats *", "=== *", "status"]),
            (
                "analyze",
                &[
                    "status Analyzing",
                    "analysis 4 *",
                    "analysis 3 *",
                    "analysis 2 *",
                    "analysis 1 *",
                    "analysis 0 *",
                    "status",
                ],
            ),
            ("learn", &["status Nothing is learned without --learn FILE"]),
        ]);
        assert!(!session.session.is_over());
        session.check(&[("quit", &[])]);
        assert!(session.session.is_over());
    }

    /// Black plays a1, White must pass, Black plays g1, and the game is over.
    #[test]
    fn passes_and_the_end() {
        let start = format!("set position -OXXXO--{} X", "-".repeat(56));
        let mut session = TestSession::with("champion(level=6)", None);
        let over = "status The game is over";
        for pass in ["move PA", "PASS", "move"] {
            session.check(&[
                (&start, &[]),
                ("move PA", &["status PA is not legal here"]),
                ("move a1", &[]),
                ("go", &["=== PA", "status"]),
                (pass, &[]),
                ("move g1", &[]),
                ("go", &[over]),
                ("hint 1", &[over]),
                (
                    "analyze",
                    &[
                        "status Analyzing",
                        "analysis 3 -64.00",
                        "analysis 2 64.00",
                        "analysis 1 -64.00",
                        "analysis 0 64.00",
                        "status",
                    ],
                ),
            ]);
        }
        // A pass that is not sent is implied.
        session.check(&[(&start, &[]), ("move a1", &[]), ("move g1", &[]), ("go", &[over])]);
        session.check(&[(&start, &[]), ("move a1", &[])]);
        let hint = session.ask("hint 3");
        let line = "search PA-G1 -64.00 0 ";
        assert!(hint.iter().any(|said| said.starts_with(line)), "{hint:?}");
    }

    #[test]
    fn book_moves_come_first() {
        let mut session = TestSession::with("champion(level=1, book=on)", None);
        let said = session.ask("hint 2");
        assert_eq!(said[0], "status Analyzing");
        for line in &said[1..3] {
            assert!(line.starts_with("book ") && line.contains(" 0 "), "{line}");
        }
        assert!(said[3].starts_with("search "), "{said:?}");
    }

    #[test]
    fn a_search_is_interrupted() {
        let mut session = TestSession::with("champion(level=60)", None);
        for question in ["hint 8", "go", "analyze"] {
            session.session.handle_line(question.as_bytes()).unwrap();
            // Long before the search could have finished.
            session.session.handle_line(b"ping 9").unwrap();
            let said = session.ask("ping 10");
            let at = said.iter().position(|line| line == "pong 9");
            assert_eq!(at, Some(said.len() - 2), "nothing is said after the pong: {said:?}");
            assert!(!said.iter().any(|line| line.starts_with("===")), "{said:?}");
        }
        session.session.handle_line(b"hint 8").unwrap();
    }

    #[test]
    fn levels_clocks_and_sizes() {
        let mut session = TestSession::with("champion", None);
        session.check(&[("set depth 6", &["set myname Othellier6"])]);
        assert_eq!(session.session.player.to_string(), "champion(level=6)");
        // 0.02 s for the whole game are not enough for level 60.
        session.check(&[
            ("set depth 60", &["set myname Othellier60"]),
            ("set game (;GM[Othello]TI[0.02];)", &[]),
        ]);
        assert!(session.ask("go").iter().any(|line| line.starts_with("=== ")));
        session.check(&[("set game (;GM[Othello]TY[6];)", &["status champion: it plays on*"])]);
        let mut session = TestSession::with("champion(nodes=1000)", None);
        session.check(&[("set depth 3", &["set myname Othellier3"])]);
        assert_eq!(session.session.player.to_string(), "champion(nodes=1000, depth=3)");
        let mut session = TestSession::with("random", None);
        session.check(&[
            ("set depth 3", &["status random has no depth"]),
            ("set game (;GM[Othello]TY[6];)", &[]),
            ("go", &["status Thinking", "=== *", "status"]),
            ("set contempt 100", &["status Contempt has no effect"]),
        ]);
    }

    #[test]
    fn games_are_learned() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("learned.ggf");
        let mut session = TestSession::with("random", Some(path.clone()));
        session.check(&[
            (&format!("set game {GAME}"), &[]),
            ("move C3", &[]),
            ("learn", &["learned"]),
            ("set game (;GM[Othello]TY[4];)", &[]),
            ("learn", &["learned"]),
        ]);
        let learned = std::fs::read_to_string(path).unwrap();
        assert_eq!(learned.lines().count(), 2);
        assert!(
            learned.contains("PB[a]PW[b]") && learned.contains("B[f5]W[d6]B[c3];)"),
            "{learned}"
        );
    }

    #[test]
    fn any_bytes_are_handled() {
        let mut session = TestSession::with("random", None);
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize
        };
        let words = [
            "nboard",
            "set",
            "depth",
            "game",
            "position",
            "contempt",
            "move",
            "hint",
            "go",
            "ping",
            "analyze",
            "F5",
            "D6",
            "PA",
            "1",
            "-1",
            "1e400",
            "nan",
            "(;GM[Othello]B[F5];)",
            "é",
            "/",
            "99999999999",
            "learn",
        ];
        for _ in 0..2000 {
            let mut line: Vec<u8> = Vec::new();
            for _ in 0..1 + random() % 4 {
                match random() % 8 {
                    0 => line.extend((0..random() % 30).map(|_| random() as u8)),
                    _ => line.extend(words[random() % words.len()].as_bytes()),
                }
                line.push(b' ');
            }
            session.session.handle_line(&line).unwrap();
        }
        assert!(session.ask("ping 1").ends_with(&["pong 1".to_owned()]));
    }
}
