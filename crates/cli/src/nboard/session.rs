//! The engine behind the protocol: takes a line at once, and answers when it can.
//!
//! Thinking is done in a thread, which takes the desk with it and brings it back. Every message that
//! is understood ends the thinking before it is obeyed, so that whatever is said afterwards is about
//! the position of afterwards.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use othellier_play::StopSignal;
use othellier_record::{Record, ggf};
use othellier_spec::Spec;

use super::desk::{Seated, Task, desk};
use super::message::Message;
use crate::engine::{Refusal, Voice, has_option};

/// The version of the protocol that brought `nodestats`.
const WITH_NODE_STATS: u32 = 2;

/// An engine that obeys lines.
pub(crate) struct Session {
    player: Spec,
    seed: u64,
    version: u32,
    /// Where games are kept that are to be learnt.
    learnt: Option<PathBuf>,
    voice: Voice,
    state: State,
    is_over: bool,
}

enum State {
    Idle(Box<dyn Seated>),
    Thinking {
        thread: JoinHandle<Box<dyn Seated>>,
        stop: StopSignal,
    },
    /// Only while one of the others is being made.
    Between,
}

impl Session {
    /// A new game on 8×8 for this player.
    pub(crate) fn new(
        player: Spec,
        seed: u64,
        learnt: Option<PathBuf>,
        voice: Voice,
    ) -> Result<Session, Refusal> {
        let state = State::Idle(desk(&player, seed, &Record::default())?);
        let version = WITH_NODE_STATS;
        Ok(Session { player, seed, version, learnt, voice, state, is_over: false })
    }

    /// Whether it was told to quit.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Obeys any bytes; fails only where nobody hears it any more.
    pub(crate) fn obey(&mut self, line: &[u8]) -> io::Result<()> {
        match Message::read(line) {
            None => Ok(()),
            Some(Ok(message)) => self.follow(message),
            Some(Err(wrong)) => self.complain(&wrong),
        }
    }

    /// Lets the thinking come to its end.
    pub(crate) fn finish(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Between) {
            State::Thinking { thread, .. } => match thread.join() {
                Ok(desk) => State::Idle(desk),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            idle => idle,
        };
    }

    fn follow(&mut self, message: Message) -> io::Result<()> {
        let desk = self.desk();
        match message {
            Message::Version(version) => {
                self.version = version;
                self.say("set myname Othellier")
            }
            Message::Depth(depth) => self.set_depth(depth),
            Message::Game(record) => self.set_game(&record),
            Message::Contempt(0) => Ok(()),
            Message::Contempt(_) => self.complain("Contempt has no effect"),
            Message::Move(text, took) => match desk.play(&text, took) {
                Ok(()) => Ok(()),
                Err(wrong) => self.complain(&wrong),
            },
            Message::Hint(lines) => self.think(Task::Hint(lines)),
            Message::Go => self.think(Task::Go),
            Message::Analyze => self.think(Task::Analyze),
            Message::Ping(word) => self.say(&format!("pong {word}")),
            Message::Learn => self.learn(),
            Message::Quit => {
                self.is_over = true;
                Ok(())
            }
        }
    }

    fn say(&self, line: &str) -> io::Result<()> {
        (self.voice)(line)
    }

    /// The protocol has no other way to say that something is wrong.
    fn complain(&self, wrong: &str) -> io::Result<()> {
        self.say(&format!("status {wrong}"))
    }

    /// The desk, after an end to all thinking.
    fn desk(&mut self) -> &mut dyn Seated {
        if let State::Thinking { stop, .. } = &self.state {
            stop.stop();
            self.finish();
        }
        match &mut self.state {
            State::Idle(desk) => &mut **desk,
            State::Thinking { .. } | State::Between => unreachable!("the thread was joined"),
        }
    }

    fn think(&mut self, task: Task) -> io::Result<()> {
        let state = std::mem::replace(&mut self.state, State::Between);
        let State::Idle(mut desk) = state else { unreachable!("the thread was joined") };
        let stop = StopSignal::default();
        let (voice, heard, version) = (Arc::clone(&self.voice), stop.clone(), self.version);
        let thread = std::thread::spawn(move || {
            desk.think(task, &heard, &mut |line| {
                let is_known = version >= WITH_NODE_STATS || !line.starts_with("nodestats");
                // What nobody hears need not be thought.
                if is_known && voice(&line).is_err() {
                    heard.stop();
                }
            });
            desk
        });
        self.state = State::Thinking { thread, stop };
        Ok(())
    }

    /// The level of a player that has levels and no other limit; else its depth, if it has one.
    fn set_depth(&mut self, depth: u32) -> io::Result<()> {
        let mut player = self.player.clone();
        let is_limited = ["depth", "time", "nodes"].iter().any(|key| player.option(key).is_some());
        let key = if has_option(&player, "level") && !is_limited { "level" } else { "depth" };
        if !has_option(&player, key) {
            return self.complain(&format!("{} has no depth", player.name));
        }
        player.options.retain(|(name, _)| name != key);
        player.options.push((key.to_owned(), depth.clamp(1, 60).to_string()));
        let seed = self.seed;
        match self.desk().seat(&player, seed) {
            Ok(()) => {
                self.player = player;
                self.say(&format!("set myname Othellier{depth}"))
            }
            Err(refusal) => self.complain(&refusal.to_string()),
        }
    }

    /// The player stays, and knows what it knew, where the size does.
    fn set_game(&mut self, record: &Record) -> io::Result<()> {
        if self.desk().take(record) {
            return Ok(());
        }
        match desk(&self.player, self.seed, record) {
            Ok(desk) => {
                self.state = State::Idle(desk);
                Ok(())
            }
            Err(refusal) => self.complain(&refusal.to_string()),
        }
    }

    /// Adds the game to the file of those to be learnt.
    fn learn(&mut self) -> io::Result<()> {
        let Some(path) = self.learnt.clone() else {
            return self.complain("Nothing is learnt without --learn FILE");
        };
        let mut line = Vec::new();
        ggf::write(&mut line, &self.desk().record())?;
        let file = File::options().create(true).append(true).open(path);
        match file.and_then(|mut file| file.write_all(&line).and_then(|()| file.sync_data())) {
            Ok(()) => self.say("learned"),
            Err(error) => self.complain(&format!("Nothing is learnt: {error}")),
        }
    }
}

/// Nobody is left to think for.
impl Drop for Session {
    fn drop(&mut self) {
        if let State::Thinking { stop, .. } = &self.state {
            stop.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A session and what it said since it was last asked.
    struct Talk {
        session: Session,
        said: Arc<Mutex<Vec<String>>>,
    }

    impl Talk {
        fn with(player: &str, learnt: Option<PathBuf>) -> Talk {
            let said = Arc::new(Mutex::new(Vec::new()));
            let heard = Arc::clone(&said);
            let voice: Voice = Arc::new(move |line: &str| {
                heard.lock().unwrap().push(line.to_owned());
                Ok(())
            });
            let session = Session::new(player.parse().unwrap(), 1, learnt, voice).unwrap();
            Talk { session, said }
        }

        /// What a line comes to when there is time for it.
        fn ask(&mut self, line: &str) -> Vec<String> {
            self.session.obey(line.as_bytes()).unwrap();
            self.session.finish();
            std::mem::take(&mut *self.said.lock().unwrap())
        }

        #[track_caller]
        fn check(&mut self, conversation: &[(&str, &[&str])]) {
            for (line, expected) in conversation {
                let said = self.ask(line);
                assert_eq!(said.len(), expected.len(), "{line}: {said:?}");
                // A star stands for whatever may differ.
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
        let mut talk = Talk::with("alphabeta(depth=1, eval=discs)", None);
        talk.check(&[
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
            ("move z9", &["status z9 is no move"]),
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
            ("learn", &["status Nothing is learnt without --learn FILE"]),
        ]);
        assert!(!talk.session.is_over());
        talk.check(&[("quit", &[])]);
        assert!(talk.session.is_over());
    }

    /// Black takes a1, White has no move, Black takes g1, and nobody has one.
    #[test]
    fn passes_and_the_end() {
        let start = format!("set position -OXXXO--{} X", "-".repeat(56));
        let mut talk = Talk::with("champion(level=6)", None);
        let over = "status The game is over";
        for pass in ["move PA", "PASS", "move"] {
            talk.check(&[
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
        // A pass that nobody tells of is played by whoever knows of it.
        talk.check(&[(&start, &[]), ("move a1", &[]), ("move g1", &[]), ("go", &[over])]);
        talk.check(&[(&start, &[]), ("move a1", &[])]);
        let hint = talk.ask("hint 3");
        let line = "search PA-G1 -64.00 0 ";
        assert!(hint.iter().any(|said| said.starts_with(line)), "{hint:?}");
    }

    #[test]
    fn the_book_speaks_first() {
        let mut talk = Talk::with("champion(level=1, book=on)", None);
        let said = talk.ask("hint 2");
        assert_eq!(said[0], "status Analyzing");
        for line in &said[1..3] {
            assert!(line.starts_with("book ") && line.contains(" 0 "), "{line}");
        }
        assert!(said[3].starts_with("search "), "{said:?}");
    }

    #[test]
    fn a_thought_is_interrupted() {
        let mut talk = Talk::with("champion(level=60)", None);
        for question in ["hint 8", "go", "analyze"] {
            talk.session.obey(question.as_bytes()).unwrap();
            // Long before it could have ended.
            talk.session.obey(b"ping 9").unwrap();
            let said = talk.ask("ping 10");
            let at = said.iter().position(|line| line == "pong 9");
            assert_eq!(at, Some(said.len() - 2), "nothing is said after the pong: {said:?}");
            assert!(!said.iter().any(|line| line.starts_with("===")), "{said:?}");
        }
        talk.session.obey(b"hint 8").unwrap();
    }

    #[test]
    fn levels_clocks_and_sizes() {
        let mut talk = Talk::with("champion", None);
        talk.check(&[("set depth 6", &["set myname Othellier6"])]);
        assert_eq!(talk.session.player.to_string(), "champion(level=6)");
        // Two hundredths of a second for the whole game leave no time for level 60.
        talk.check(&[
            ("set depth 60", &["set myname Othellier60"]),
            ("set game (;GM[Othello]TI[0.02];)", &[]),
        ]);
        assert!(talk.ask("go").iter().any(|line| line.starts_with("=== ")));
        talk.check(&[("set game (;GM[Othello]TY[6];)", &["status champion: it plays on*"])]);
        let mut talk = Talk::with("champion(nodes=1000)", None);
        talk.check(&[("set depth 3", &["set myname Othellier3"])]);
        assert_eq!(talk.session.player.to_string(), "champion(nodes=1000, depth=3)");
        let mut talk = Talk::with("random", None);
        talk.check(&[
            ("set depth 3", &["status random has no depth"]),
            ("set game (;GM[Othello]TY[6];)", &[]),
            ("go", &["status Thinking", "=== *", "status"]),
            ("set contempt 100", &["status Contempt has no effect"]),
        ]);
    }

    #[test]
    fn games_are_learnt() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("learnt.ggf");
        let mut talk = Talk::with("random", Some(path.clone()));
        talk.check(&[
            (&format!("set game {GAME}"), &[]),
            ("move C3", &[]),
            ("learn", &["learned"]),
            ("set game (;GM[Othello]TY[4];)", &[]),
            ("learn", &["learned"]),
        ]);
        let learnt = std::fs::read_to_string(path).unwrap();
        assert_eq!(learnt.lines().count(), 2);
        assert!(learnt.contains("PB[a]PW[b]") && learnt.contains("B[f5]W[d6]B[c3];)"), "{learnt}");
    }

    #[test]
    fn any_bytes_are_survived() {
        let mut talk = Talk::with("random", None);
        let mut state = 1_u64;
        let mut dice = || {
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
            for _ in 0..1 + dice() % 4 {
                match dice() % 8 {
                    0 => line.extend((0..dice() % 30).map(|_| dice() as u8)),
                    _ => line.extend(words[dice() % words.len()].as_bytes()),
                }
                line.push(b' ');
            }
            talk.session.obey(&line).unwrap();
        }
        assert!(talk.ask("ping 1").ends_with(&["pong 1".to_owned()]));
    }
}
