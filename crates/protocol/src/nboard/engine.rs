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

    /// Whether `quit` was received, after which nothing is answered.
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
        for pass in ["move PA", "PASS", "move"] {
            session.check(&[
                (&start, &[]),
                ("move PA", &["status PA is not legal here"]),
                ("move a1", &[]),
                ("go", &["=== PA", "status"]),
                (pass, &[]),
                ("move g1", &[]),
                // Nothing is left to say; the status is cleared.
                ("go", &["=== PA", "status"]),
                ("move PA", &[]),
                ("hint 1", &["status"]),
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
        session.check(&[
            (&start, &[]),
            ("move a1", &[]),
            ("move g1", &[]),
            ("go", &["=== PA", "status"]),
        ]);
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

    /// The messages of NBoard for boards that the player does not know, and a game it cannot have written.
    #[test]
    fn no_move_is_made_in_a_game_that_was_refused() {
        let mut session = TestSession::with("champion(level=1)");
        let start = "(;GM[Othello]PC[NBoard]TY[8]B[F5];)";
        for (game, reason) in [
            (
                "(;GM[Othello]PC[NBoard]TY[6]BO[6 --------------O*----*O-------------- *];)",
                "status champion: it plays on 8×8 boards",
            ),
            (
                "(;GM[Othello]PC[NBoard]TY[12];)",
                "status the game cannot be read: a board of size `12`; expected 4, 6, 8 or 10",
            ),
            (
                "(;GM[Othello]PC[NBoard]TY[8]B[A1];)",
                "status the game cannot be read: move 1, `A1`, is not legal",
            ),
        ] {
            session.check(&[
                (&format!("set game {start}"), &[]),
                ("ping 1", &["pong 1"]),
                (&format!("set game {game}"), &[reason]),
                ("ping 2", &["pong 2"]),
                ("go", &[reason]),
                ("hint 4", &[reason]),
                ("move D6", &[reason]),
                ("analyze", &[reason]),
                ("learn", &[reason]),
                (&format!("set game {start}"), &[]),
                ("move D6", &[]),
                ("go", &["status Thinking", "nodestats *", "=== *", "status"]),
            ]);
        }
        assert!(session.learned.lock().unwrap().is_empty());
    }

    /// A reason is the last status of a request, else the GUI would clear it at once.
    #[test]
    fn the_reason_of_a_failure_stays() {
        let mut session = TestSession::with("resigning");
        session.check(&[
            ("go", &["status Thinking", "status There is no move: it resigns"]),
            ("hint 1", &["status Analyzing", "status This player has no search to show"]),
            ("analyze", &["status Analyzing", "status This player has no search to show"]),
        ]);
    }

    /// The GUI keeps the last value of every move: a move that falls out of the list gets a new one.
    #[test]
    fn a_hint_leaves_no_better_value_of_a_shallower_search() {
        let mut session = TestSession::with("champion(level=5)");
        let mut dropped = 0;
        for moves in ["", "B[F5]W[D6]", "B[F5]W[D6]B[C3]W[D3]B[C4]W[F4]B[F6]W[F3]"] {
            session.check(&[(&format!("set game (;GM[Othello]TY[8]{moves};)"), &[])]);
            let mut known: Vec<(String, f64, u32)> = Vec::new();
            let mut listed = 0;
            for line in session.ask("hint 2") {
                if line.starts_with("nodestats") {
                    // The end of a list: nothing in it is worse than what stands beside it.
                    let depth = known.iter().map(|(_, _, depth)| *depth).max().unwrap();
                    assert!(known.iter().all(|known| known.2 == depth), "{known:?}");
                    dropped += listed - 2;
                    listed = 0;
                }
                let Some(line) = line.strip_prefix("search ") else { continue };
                let words: Vec<_> = line.split(' ').collect();
                let first = words[0].split('-').next().unwrap().to_owned();
                known.retain(|(name, _, _)| *name != first);
                known.push((first, words[1].parse().unwrap(), words[3].parse().unwrap()));
                listed += 1;
                assert_eq!(listed > 2, line.ends_with(" at most"), "{line}");
                let worst = known[known.len() - listed..].iter().map(|known| known.1);
                assert!(listed <= 2 || worst.clone().all(|value| value >= known.last().unwrap().1));
            }
        }
        assert!(dropped > 0, "the test has such a move");
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
