//! An engine that speaks the Go Text Protocol, version 2, as Othello engines do.
//!
//! ```text
//! we:  play b f5      genmove w
//! it:  =              = d6
//! ```
//!
//! Every command is answered by `=` and a text, or by `?` and a reason; other lines are chatter.
//! We send no numbers with our commands, since engines differ in how they repeat them. Each
//! command waits for its answer, and what was written before it is forgotten, so an answer is
//! always that to the last command.
//!
//! The engine has a board of its own, which `genmove` plays on. Before each move it is told what
//! it does not know yet; where its moves are not those of the game, it begins again.

use std::time::Duration;

use othellier_board::{Color, Move, Position, Size};
use othellier_record::Game;
use othellier_spec::{Key, Spec, SpecError};

use super::EngineError;
use super::player::{self, Conversation, TIME, seconds, shortened};
use super::program::{Program, Wait};
use crate::catalogue::{Seat, Setup, key};
use crate::{Clock, PlayerError};

/// How many lines may come before an answer: engines greet, and tell what they think.
const MOST_CHATTER: usize = 1000;

const CMD: Key = key(
    "cmd",
    "",
    "the command that starts the engine, such as \"edax -gtp\"",
    "la commande qui lance le moteur, comme \"edax -gtp\"",
);
const LEVEL: Key = key(
    "level",
    "",
    "its level, told by `set_level` where it knows that",
    "son niveau, donné par `set_level` s'il connaît cela",
);

/// The options of an engine.
pub(crate) const KEYS: &[Key] = &[CMD, LEVEL, TIME];

/// The engine of a spec.
pub(crate) fn gtp<S: Size>(spec: &Spec, _setup: &Setup) -> Result<Seat<S>, SpecError> {
    player::seat::<S, Engine<S>>(spec, CMD)
}

/// An engine and what it knows.
struct Engine<S: Size> {
    program: Program,
    habits: Habits,
    /// The position it began at; nothing before it was told one.
    start: Option<Position<S>>,
    /// The moves it was told or gave since.
    moves: Vec<Move<S>>,
    /// The last thing it was told about its time.
    time: String,
}

/// How an engine reads `time_settings MAIN BYO-YOMI STONES`.
#[derive(Clone, Copy)]
enum Habits {
    /// So much for every move once the main time is over; a main time with a time for one stone is
    /// an increment.
    Usual,
    /// As Edax has it: whole seconds; with stones the main time is that for each move, and there is
    /// no increment.
    Edax,
}

impl Habits {
    fn time_for_each_move(self, time: Duration) -> String {
        match self {
            Habits::Usual => format!("time_settings 0 {} 1", seconds(time)),
            Habits::Edax => format!("time_settings {0} {0} 1", time.as_secs()),
        }
    }

    fn time_for_the_game(self, main: Duration, increment: Duration) -> String {
        match self {
            Habits::Usual if !increment.is_zero() => {
                format!("time_settings {} {} 1", main.as_secs(), seconds(increment))
            }
            Habits::Usual | Habits::Edax => format!("time_settings {} 0 0", main.as_secs()),
        }
    }
}

impl<S: Size> Conversation<S> for Engine<S> {
    fn with(program: Program) -> Engine<S> {
        let (habits, moves, time) = (Habits::Usual, Vec::new(), String::new());
        Engine { program, habits, start: None, moves, time }
    }

    fn greet(&mut self, level: Option<u32>, wait: &Wait<'_>) -> Result<(), PlayerError> {
        if self.start.is_some() {
            return Ok(());
        }
        self.order("protocol_version", wait)?;
        if self.ask("name", wait)?.is_ok_and(|name| name.starts_with("Edax")) {
            self.habits = Habits::Edax;
        }
        self.order(&format!("boardsize {}", S::SIDE), wait)?;
        self.order("clear_board", wait)?;
        if let Some(level) = level {
            self.order(&format!("set_level {level}"), wait)?;
        }
        self.start = Some(Position::default());
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        wait: &Wait<'_>,
    ) -> Result<Move<S>, PlayerError> {
        self.follow(game, wait)?;
        let color = letter(game.position().side_to_move());
        self.tell_time(color, clock, wait)?;
        let asked = format!("genmove {color}");
        let answered = self.order(&asked, wait)?;
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

    /// Tells it the moves that it does not know; all of them where it knows others.
    fn follow(&mut self, game: &Game<S>, wait: &Wait<'_>) -> Result<(), PlayerError> {
        let moves: Vec<_> = game.moves().iter().map(|played| played.played).collect();
        if self.start != Some(*game.start()) || !moves.starts_with(&self.moves) {
            self.order("clear_board", wait)?;
            if *game.start() != Position::default() {
                self.order(&format!("othellier-position {}", game.start()), wait)?;
            }
            self.start = Some(*game.start());
            self.moves.clear();
        }
        let first = game.start().side_to_move();
        for (at, played) in moves.into_iter().enumerate().skip(self.moves.len()) {
            let color = letter(if at.is_multiple_of(2) { first } else { !first });
            let told = self.ask(&format!("play {color} {played}"), wait)?;
            // Engines that pass by themselves where they must may not want to be told to.
            if let (Err(why), Move::Place(_)) = (told, played) {
                return Err(refusal(&format!("play {color} {played}"), &why).into());
            }
            self.moves.push(played);
        }
        Ok(())
    }
}

impl<S: Size> Engine<S> {
    /// Tells it how long it may think. Engines that have no clock refuse, and are none the worse.
    fn tell_time(&mut self, color: char, clock: Clock, wait: &Wait<'_>) -> Result<(), PlayerError> {
        let settings = match (clock.per_move, clock.left) {
            (Some(time), _) => self.habits.time_for_each_move(time),
            // The main time is told once; what is left of it, before each move.
            (None, Some(_)) if !self.time.is_empty() => self.time.clone(),
            (None, Some(left)) => self.habits.time_for_the_game(left, clock.increment),
            (None, None) => return Ok(()),
        };
        if settings != self.time {
            let _ = self.ask(&settings, wait)?;
            self.time = settings;
        }
        if let (None, Some(left)) = (clock.per_move, clock.left) {
            let _ = self.ask(&format!("time_left {color} {} 0", seconds(left)), wait)?;
        }
        Ok(())
    }

    /// Asks what may not be refused.
    fn order(&mut self, command: &str, wait: &Wait<'_>) -> Result<String, PlayerError> {
        self.ask(command, wait)?.map_err(|why| refusal(command, &why).into())
    }

    /// The first line of what it answers, or of why it refuses.
    fn ask(
        &mut self,
        command: &str,
        wait: &Wait<'_>,
    ) -> Result<Result<String, String>, PlayerError> {
        self.program.forget();
        self.program.send(command)?;
        for _ in 0..MOST_CHATTER {
            let line = self.program.hear(wait)?;
            if let Some(text) = line.strip_prefix('=') {
                return Ok(Ok(text.trim().to_owned()));
            }
            if let Some(reason) = line.strip_prefix('?') {
                return Ok(Err(reason.trim().to_owned()));
            }
        }
        Err(EngineError::Babbling { asked: command.to_owned(), lines: MOST_CHATTER }.into())
    }
}

impl<S: Size> Drop for Engine<S> {
    /// Says good-bye, for those who have something to put away.
    fn drop(&mut self) {
        let _ = self.program.send("quit");
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
