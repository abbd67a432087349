//! An NBoard session that handles each line at once, and searches in a thread.
//!
//! The search thread owns the session while it runs and returns it when joined. Every valid message
//! stops and joins the search before it is executed, so that all later output is about the new
//! position.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use othellier_search::StopSignal;

use super::game_state::Task;
use super::message::Message;
use super::session::{Session, format_error};
use crate::{LineSink, Programs};

/// A session, and its search thread.
pub struct Engine<P> {
    state: State<P>,
    output: LineSink,
    is_over: bool,
}

enum State<P> {
    Idle(Box<Session<P>>),
    Searching {
        thread: JoinHandle<Box<Session<P>>>,
        stop: StopSignal,
    },
    /// Placeholder while one of the others is being replaced.
    Transition,
}

impl<P: Programs + Send + 'static> Engine<P> {
    /// Runs this session, which writes to this output.
    pub fn new(session: Session<P>, output: LineSink) -> Engine<P> {
        Engine { state: State::Idle(Box::new(session)), output, is_over: false }
    }

    /// Whether `quit` was received.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Parses and executes any bytes; fails only if the output is closed.
    pub fn handle_line(&mut self, line: &[u8]) -> io::Result<()> {
        match Message::parse(line) {
            None => Ok(()),
            Some(Ok(message)) => self.execute(message),
            Some(Err(wrong)) => (self.output)(&format_error(&wrong)),
        }
    }

    /// Waits for the search to finish.
    pub fn finish(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Transition) {
            State::Searching { thread, .. } => match thread.join() {
                Ok(session) => State::Idle(session),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            idle => idle,
        };
    }

    fn execute(&mut self, message: Message) -> io::Result<()> {
        self.is_over = message == Message::Quit;
        let reaction = self.idle_session().handle(message);
        for line in &reaction.lines {
            (self.output)(line)?;
        }
        if let Some(task) = reaction.task {
            self.start(task);
        }
        Ok(())
    }

    /// The session, after the search was stopped and joined.
    fn idle_session(&mut self) -> &mut Session<P> {
        self.stop();
        self.finish();
        match &mut self.state {
            State::Idle(session) => session,
            State::Searching { .. } | State::Transition => unreachable!("the thread was joined"),
        }
    }

    fn start(&mut self, task: Task) {
        let state = std::mem::replace(&mut self.state, State::Transition);
        let State::Idle(mut session) = state else { unreachable!("the thread was joined") };
        let stop = StopSignal::default();
        let (output, heard) = (Arc::clone(&self.output), stop.clone());
        let thread = std::thread::spawn(move || {
            session.run(task, &heard, &mut |line| {
                // The output is closed: stop searching.
                if output(&line).is_err() {
                    heard.stop();
                }
            });
            session
        });
        self.state = State::Searching { thread, stop };
    }
}

impl<P> Engine<P> {
    fn stop(&self) {
        if let State::Searching { stop, .. } = &self.state {
            stop.stop();
        }
    }
}

/// Stops a running search.
impl<P> Drop for Engine<P> {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestPrograms;
    use proptest::prelude::*;
    use std::sync::Mutex;

    /// The games that were learned.
    type Learned = Arc<Mutex<Vec<u8>>>;

    /// A session and its output since the last request.
    struct TestSession {
        session: Engine<TestPrograms>,
        learned: Learned,
        said: Arc<Mutex<Vec<String>>>,
    }

    impl TestSession {
        fn with(player: &str) -> TestSession {
            let said = Arc::new(Mutex::new(Vec::new()));
            let heard = Arc::clone(&said);
            let output: LineSink = Arc::new(move |line: &str| {
                heard.lock().unwrap().push(line.to_owned());
                Ok(())
            });
            let learned = Learned::default();
            let to_learn = Arc::clone(&learned);
            let session = Session::new(TestPrograms, player.parse().unwrap()).unwrap();
            let session = session.with_learning(Box::new(move |game| {
                to_learn.lock().unwrap().extend(game);
                Ok(())
            }));
            TestSession { session: Engine::new(session, output), learned, said }
        }

        /// The output of a line after its search has finished.
        fn ask(&mut self, line: &str) -> Vec<String> {
            self.session.handle_line(line.as_bytes()).unwrap();
            self.session.finish();
            std::mem::take(&mut *self.said.lock().unwrap())
        }

        fn player(&mut self) -> String {
            self.session.idle_session().player().to_string()
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
        let mut session = TestSession::with("alphabeta(depth=1)");
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
            ("learn", &["learned"]),
        ]);
        assert!(!session.session.is_over());
        session.check(&[("quit", &[])]);
        assert!(session.session.is_over());
    }

    /// Black plays a1, White must pass, Black plays g1, and the game is over.
    #[test]
    fn passes_and_the_end() {
        let start = format!("set position -OXXXO--{} X", "-".repeat(56));
        let mut session = TestSession::with("champion(level=6)");
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
        let mut session = TestSession::with("champion(level=1, book=on)");
        let said = session.ask("hint 2");
        assert_eq!(said[0], "status Analyzing");
        for line in &said[1..3] {
            assert!(line.starts_with("book ") && line.contains(" 0 "), "{line}");
        }
        assert!(said[3].starts_with("search "), "{said:?}");
    }

    #[test]
    fn a_search_is_interrupted() {
        let mut session = TestSession::with("champion(level=60)");
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
        let mut session = TestSession::with("champion");
        session.check(&[("set depth 6", &["set myname Othellier6"])]);
        assert_eq!(session.player(), "champion(level=6)");
        // 0.02 s for the whole game are not enough for level 60.
        session.check(&[
            ("set depth 60", &["set myname Othellier60"]),
            ("set game (;GM[Othello]TI[0.02];)", &[]),
        ]);
        assert!(session.ask("go").iter().any(|line| line.starts_with("=== ")));
        session.check(&[("set game (;GM[Othello]TY[6];)", &["status champion: it plays on*"])]);
        let mut session = TestSession::with("champion(nodes=1000)");
        session.check(&[("set depth 3", &["set myname Othellier3"])]);
        assert_eq!(session.player(), "champion(nodes=1000, depth=3)");
        let mut session = TestSession::with("random");
        session.check(&[
            ("set depth 3", &["status random has no depth"]),
            ("set game (;GM[Othello]TY[6];)", &[]),
            ("go", &["status Thinking", "=== *", "status"]),
            ("set contempt 100", &["status Contempt has no effect"]),
        ]);
    }

    #[test]
    fn games_are_learned() {
        let mut session = TestSession::with("random");
        session.check(&[
            (&format!("set game {GAME}"), &[]),
            ("move C3", &[]),
            ("learn", &["learned"]),
            ("set game (;GM[Othello]TY[4];)", &[]),
            ("learn", &["learned"]),
        ]);
        let learned = String::from_utf8(session.learned.lock().unwrap().clone()).unwrap();
        assert_eq!(learned.lines().count(), 2);
        assert!(
            learned.contains("PB[a]PW[b]") && learned.contains("B[f5]W[d6]B[c3];)"),
            "{learned}"
        );
    }

    /// Any bytes, or known words in any order.
    fn any_line() -> impl Strategy<Value = Vec<u8>> {
        let words = "((nboard|set|depth|game|position|contempt|move|hint|go|ping|analyze|F5|D6|PA|1|\
            -1|1e400|nan|\\(;GM\\[Othello\\]B\\[F5\\];\\)|é|/|99999999999|learn) ){1,4}";
        prop_oneof![any::<Vec<u8>>(), words.prop_map(String::into_bytes)]
    }

    proptest! {
        #[test]
        fn any_bytes_are_handled(lines in proptest::collection::vec(any_line(), 0..40)) {
            let mut session = TestSession::with("random");
            for line in lines {
                session.session.handle_line(&line).unwrap();
            }
            prop_assert!(session.ask("ping 1").ends_with(&["pong 1".to_owned()]));
        }
    }
}
