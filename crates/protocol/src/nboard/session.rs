//! The engine side of NBoard: the state of a session, and what each message does.

use std::io;

use othellier_record::{Record, ggf};
use othellier_search::StopSignal;
use othellier_spec::Spec;

use super::game_state::{DynGameState, Task, new_state};
use super::message::Message;
use crate::Programs;

/// The protocol version that introduced `nodestats`.
const WITH_NODE_STATS: u32 = 2;

/// Keeps a game to learn, a line of GGF; an error is the reason why it is not kept.
pub type Learn = Box<dyn FnMut(&[u8]) -> Result<(), String> + Send>;

/// An engine in a conversation with one GUI.
pub struct Session<P> {
    programs: P,
    player: Spec,
    version: u32,
    /// The depth that hints and analyses reach at least, by `set depth`.
    depth: u8,
    learn: Learn,
    state: Box<dyn DynGameState<P>>,
    /// Whether `state` has the game of the GUI, else why that was refused.
    accepted: Result<(), String>,
}

/// The reaction to a message: these lines, then perhaps a task for [`Session::run`].
#[derive(Debug, Default, PartialEq)]
pub struct Reaction {
    /// The lines to send, in this order.
    pub lines: Vec<String>,
    /// The task to run, after they were sent.
    pub task: Option<Task>,
}

impl<P: Programs + 'static> Session<P> {
    /// A new game on 8×8 for this player. It learns nothing.
    pub fn new(programs: P, player: Spec) -> Result<Session<P>, P::Error> {
        let state = new_state(&programs, &player, &Record::default())?;
        let learn: Learn = Box::new(|_| Err("Nothing is learned here".to_owned()));
        let (version, depth, accepted) = (WITH_NODE_STATS, 0, Ok(()));
        Ok(Session { programs, player, version, depth, learn, state, accepted })
    }

    /// Sets how the session keeps the games to learn.
    pub fn with_learning(self, learn: Learn) -> Session<P> {
        Session { learn, ..self }
    }

    /// The spec of the player, as the messages have changed it.
    pub fn player(&self) -> &Spec {
        &self.player
    }

    /// Executes a message. No task may be running.
    pub fn handle(&mut self, message: Message) -> Reaction {
        match message {
            Message::Move(..)
            | Message::Hint(_)
            | Message::Go
            | Message::Analyze
            | Message::Learn
                if self.accepted.is_err() =>
            {
                refusal(self.accepted.clone())
            }
            Message::Version(version) => {
                self.version = version;
                say("set myname Othellier")
            }
            Message::Depth(depth) => self.set_depth(depth),
            Message::Game(game) => {
                self.accepted = game.and_then(|record| self.set_game(&record));
                refusal(self.accepted.clone())
            }
            Message::Contempt(0) => Reaction::default(),
            Message::Contempt(_) => refusal(Err("Contempt has no effect".to_owned())),
            Message::Move(text, took) => refusal(self.state.play(&text, took)),
            Message::Hint(lines) => start(Task::Hint(lines)),
            Message::Go => start(Task::Go),
            Message::Analyze => start(Task::Analyze),
            Message::Ping(word) => say(&format!("pong {word}")),
            Message::Learn => match self.learn() {
                Ok(()) => say("learned"),
                Err(wrong) => say(&format_error(&wrong)),
            },
            Message::Quit => Reaction::default(),
        }
    }

    /// Runs a task until it is finished or stopped, and sends its lines.
    pub fn run(&mut self, task: Task, stop: &StopSignal, send: &mut dyn FnMut(String)) {
        let version = self.version;
        self.state.run(task, self.depth, stop, &mut |line| {
            if version >= WITH_NODE_STATS || !line.starts_with("nodestats") {
                send(line);
            }
        });
    }

    /// Sets the `level` of a player that has levels and no other limit; else its `depth`, if any. A weak
    /// level looks less far ahead than its number says; hints do not.
    fn set_depth(&mut self, depth: u32) -> Reaction {
        let mut player = self.player.clone();
        let is_limited = ["depth", "time", "nodes"].iter().any(|key| player.option(key).is_some());
        let has_option = |key| self.programs.has_option(&player, key);
        let key = if has_option("level") && !is_limited { "level" } else { "depth" };
        if !has_option(key) {
            return refusal(Err(format!("{} has no depth", player.name)));
        }
        let plies = depth.clamp(1, 60) as u8;
        player.set(key, plies.to_string());
        match self.state.set_player(&self.programs, &player) {
            Ok(()) => {
                self.player = player;
                self.depth = plies;
                say(&format!("set myname Othellier{depth}"))
            }
            Err(error) => say(&format_error(&error.to_string())),
        }
    }

    /// Keeps the player and its tables if the board size stays the same.
    fn set_game(&mut self, record: &Record) -> Result<(), String> {
        if !self.state.set_game(record) {
            let state = new_state(&self.programs, &self.player, record);
            self.state = state.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn learn(&mut self) -> Result<(), String> {
        let mut line = Vec::new();
        let written: io::Result<_> = ggf::write(&mut line, &self.state.record());
        written.map_err(|error| error.to_string())?;
        (self.learn)(&line)
    }
}

fn say(line: &str) -> Reaction {
    Reaction { lines: vec![line.to_owned()], task: None }
}

fn start(task: Task) -> Reaction {
    Reaction { lines: Vec::new(), task: Some(task) }
}

/// The error, if there is one.
fn refusal(result: Result<(), String>) -> Reaction {
    result.map_or_else(|wrong| say(&format_error(&wrong)), |()| Reaction::default())
}

/// An error as a status line: the protocol has no other way.
pub(super) fn format_error(wrong: &str) -> String {
    format!("status {wrong}")
}
