//! An engine that speaks the Go Text Protocol, version 2, as Othello engines do.
//!
//! ```text
//! we:      play b f5      genmove w
//! engine:  =              = d6
//! ```
//!
//! Every command is answered by `=` and a text, or by `?` and a reason; other lines are ignored. We send
//! commands without ids, since engines differ in how they repeat them. Each command waits for its
//! answer, and output written before it is discarded, so an answer always belongs to the last command.
//!
//! The engine has its own board, which `genmove` plays on. Before each move the missing moves are sent;
//! where its moves are not a prefix of the game, the board is set up again.

use std::time::Duration;

use othellier_board::{Color, Move, Position, Size};
use othellier_record::Game;
use othellier_spec::{Key, Spec, SpecError};

use super::EngineError;
use super::player::{self, Protocol, TIME, seconds, shortened};
use super::process::{Deadline, Process};
use crate::catalogue::{Seat, Setup, key};
use crate::{Clock, PlayerError};

/// How many other lines may precede an answer: greetings and search output.
const MAX_OTHER_LINES: usize = 1000;

const CMD: Key = key("cmd", "", "the command that starts the engine, such as \"edax -gtp\"");
const LEVEL: Key = key("level", "", "its level, sent by `set_level` if the engine supports it");

/// The options of an engine.
pub(crate) const KEYS: &[Key] = &[CMD, LEVEL, TIME];

/// The engine of a spec.
pub(crate) fn gtp<S: Size>(spec: &Spec, _setup: &Setup) -> Result<Seat<S>, SpecError> {
    player::seat::<S, Engine<S>>(spec, CMD)
}

/// An engine, and what was sent to it.
struct Engine<S: Size> {
    process: Process,
    dialect: TimeDialect,
    /// Its start position; `None` before it is initialised.
    start: Option<Position<S>>,
    /// The moves sent or received since.
    moves: Vec<Move<S>>,
    /// The last time settings sent.
    time: String,
}

/// How an engine reads `time_settings MAIN BYO-YOMI STONES`.
#[derive(Clone, Copy)]
enum TimeDialect {
    /// The byo-yomi time is per move once the main time is over; with one stone it is an increment.
    Usual,
    /// Edax: whole seconds; with stones the main time is per move, and there is no increment.
    Edax,
}

impl TimeDialect {
    fn time_for_each_move(self, time: Duration) -> String {
        match self {
            TimeDialect::Usual => format!("time_settings 0 {} 1", seconds(time)),
            TimeDialect::Edax => format!("time_settings {0} {0} 1", time.as_secs()),
        }
    }

    fn time_for_the_game(self, main: Duration, increment: Duration) -> String {
        match self {
            TimeDialect::Usual if !increment.is_zero() => {
                format!("time_settings {} {} 1", main.as_secs(), seconds(increment))
            }
            TimeDialect::Usual | TimeDialect::Edax => {
                format!("time_settings {} 0 0", main.as_secs())
            }
        }
    }
}

impl<S: Size> Protocol<S> for Engine<S> {
    fn with(process: Process) -> Engine<S> {
        let (dialect, moves, time) = (TimeDialect::Usual, Vec::new(), String::new());
        Engine { process, dialect, start: None, moves, time }
    }

    fn initialise(
        &mut self,
        level: Option<u32>,
        deadline: &Deadline<'_>,
    ) -> Result<(), PlayerError> {
        if self.start.is_some() {
            return Ok(());
        }
        self.require("protocol_version", deadline)?;
        if self.ask("name", deadline)?.is_ok_and(|name| name.starts_with("Edax")) {
            self.dialect = TimeDialect::Edax;
        }
        self.require(&format!("boardsize {}", S::SIDE), deadline)?;
        self.require("clear_board", deadline)?;
        if let Some(level) = level {
            self.require(&format!("set_level {level}"), deadline)?;
        }
        self.start = Some(Position::default());
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        deadline: &Deadline<'_>,
    ) -> Result<Move<S>, PlayerError> {
        self.synchronise(game, deadline)?;
        let color = letter(game.position().side_to_move());
        self.send_time(color, clock, deadline)?;
        let asked = format!("genmove {color}");
        let answered = self.require(&asked, deadline)?;
        if answered.eq_ignore_ascii_case("resign") {
            return Err(PlayerError::Resigned);
        }
        match answered.parse() {
            Ok(chosen) => {
                self.moves.push(chosen);
                Ok(chosen)
            }
            Err(_) => Err(EngineError::NoMove { asked, answered: shortened(&answered) }.into()),
        }
    }

    /// Sends the missing moves; all of them where the engine has other ones.
    fn synchronise(&mut self, game: &Game<S>, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        let moves: Vec<_> = game.moves().iter().map(|played| played.played).collect();
        if self.start != Some(*game.start()) || !moves.starts_with(&self.moves) {
            self.require("clear_board", deadline)?;
            if *game.start() != Position::default() {
                self.require(&format!("othellier-position {}", game.start()), deadline)?;
            }
            self.start = Some(*game.start());
            self.moves.clear();
        }
        let first = game.start().side_to_move();
        for (at, played) in moves.into_iter().enumerate().skip(self.moves.len()) {
            let color = letter(if at.is_multiple_of(2) { first } else { !first });
            let answer = self.ask(&format!("play {color} {played}"), deadline)?;
            // Engines that pass automatically may refuse a pass.
            if let (Err(why), Move::Place(_)) = (answer, played) {
                return Err(refusal(&format!("play {color} {played}"), &why).into());
            }
            self.moves.push(played);
        }
        Ok(())
    }
}

impl<S: Size> Engine<S> {
    /// Sends the time limits. Engines without a clock refuse them, which is no error.
    fn send_time(
        &mut self,
        color: char,
        clock: Clock,
        deadline: &Deadline<'_>,
    ) -> Result<(), PlayerError> {
        let settings = match (clock.per_move, clock.left) {
            (Some(time), _) => self.dialect.time_for_each_move(time),
            // The main time is sent once; the time left, before each move.
            (None, Some(_)) if !self.time.is_empty() => self.time.clone(),
            (None, Some(left)) => self.dialect.time_for_the_game(left, clock.increment),
            (None, None) => return Ok(()),
        };
        if settings != self.time {
            let _ = self.ask(&settings, deadline)?;
            self.time = settings;
        }
        if let (None, Some(left)) = (clock.per_move, clock.left) {
            let _ = self.ask(&format!("time_left {color} {} 0", seconds(left)), deadline)?;
        }
        Ok(())
    }

    /// Sends a command that must not be refused.
    fn require(&mut self, command: &str, deadline: &Deadline<'_>) -> Result<String, PlayerError> {
        self.ask(command, deadline)?.map_err(|why| refusal(command, &why).into())
    }

    /// Sends a command; returns the first line of the answer, or of the refusal.
    fn ask(
        &mut self,
        command: &str,
        deadline: &Deadline<'_>,
    ) -> Result<Result<String, String>, PlayerError> {
        self.process.discard_output();
        self.process.send(command)?;
        for _ in 0..MAX_OTHER_LINES {
            let line = self.process.read_line(deadline)?;
            if let Some(text) = line.strip_prefix('=') {
                return Ok(Ok(text.trim().to_owned()));
            }
            if let Some(reason) = line.strip_prefix('?') {
                return Ok(Err(reason.trim().to_owned()));
            }
        }
        Err(EngineError::UnexpectedOutput { asked: command.to_owned(), lines: MAX_OTHER_LINES }
            .into())
    }
}

impl<S: Size> Drop for Engine<S> {
    /// Sends `quit`, so that the engine can clean up.
    fn drop(&mut self) {
        let _ = self.process.send("quit");
    }
}

fn refusal(command: &str, why: &str) -> EngineError {
    let why = if why.is_empty() { "?".to_owned() } else { shortened(why) };
    EngineError::Refused { asked: command.to_owned(), why }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}
