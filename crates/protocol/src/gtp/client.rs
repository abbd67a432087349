//! The client side of GTP: a controller of an engine.
//!
//! Every command is answered by `=` and a text, or by `?` and a reason; other lines are ignored. We send
//! commands without ids, since engines differ in how they repeat them. Each command waits for its
//! answer, and output written before it is discarded, so an answer always belongs to the last command.
//!
//! The engine has its own board, which `genmove` plays on. Before each move the missing moves are sent;
//! where its moves are not a prefix of the game, the board is set up again.

use std::time::Duration;

use othellier_board::{Color, Move, Position, Size};
use othellier_record::{Clock, Game};

use super::request::{Response, parse_response};
use crate::client::{BadAnswer, Channel, ClientError, receive_answer, seconds, shortened};

/// How many other lines may precede an answer: greetings and search output.
const MAX_OTHER_LINES: usize = 1000;

/// The state of an engine as its client has set it.
#[derive(Clone, Debug)]
pub struct Client<S: Size> {
    dialect: TimeDialect,
    /// The engine's start position; `None` before it is initialised.
    start: Option<Position<S>>,
    /// The moves sent or received since.
    moves: Vec<Move<S>>,
    /// The last time settings sent.
    time: String,
}

impl<S: Size> Default for Client<S> {
    fn default() -> Client<S> {
        let (dialect, moves, time) = (TimeDialect::Usual, Vec::new(), String::new());
        Client { dialect, start: None, moves, time }
    }
}

/// How an engine reads `time_settings MAIN BYO-YOMI STONES`.
#[derive(Clone, Copy, Debug)]
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

    /// The main time in whole seconds, at least one: zero would mean none. What is left is sent too.
    fn time_for_the_game(self, main: Duration, increment: Duration) -> String {
        let main = main.as_secs().max(1);
        match self {
            TimeDialect::Usual if !increment.is_zero() => {
                format!("time_settings {main} {} 1", seconds(increment))
            }
            TimeDialect::Usual | TimeDialect::Edax => format!("time_settings {main} 0 0"),
        }
    }
}

impl<S: Size> crate::Client<S> for Client<S> {
    fn initialise<C: Channel>(
        &mut self,
        level: Option<u32>,
        engine: &mut C,
    ) -> Result<(), ClientError<C::Error>> {
        if self.start.is_some() {
            return Ok(());
        }
        require(engine, "protocol_version")?;
        if ask(engine, "name")?.is_ok_and(|name| name.starts_with("Edax")) {
            self.dialect = TimeDialect::Edax;
        }
        require(engine, &format!("boardsize {}", S::SIDE))?;
        require(engine, "clear_board")?;
        if let Some(level) = level {
            require(engine, &format!("set_level {level}"))?;
        }
        self.start = Some(Position::default());
        Ok(())
    }

    /// Sends the missing moves; all of them where the engine has other ones.
    fn synchronise<C: Channel>(
        &mut self,
        game: &Game<S>,
        engine: &mut C,
    ) -> Result<(), ClientError<C::Error>> {
        let moves: Vec<_> = game.moves().iter().map(|played| played.played).collect();
        if self.start != Some(*game.start()) || !moves.starts_with(&self.moves) {
            require(engine, "clear_board")?;
            if *game.start() != Position::default() {
                require(engine, &format!("othellier-position {}", game.start()))?;
            }
            self.start = Some(*game.start());
            self.moves.clear();
        }
        let first = game.start().side_to_move();
        for (at, played) in moves.into_iter().enumerate().skip(self.moves.len()) {
            let color = letter(if at.is_multiple_of(2) { first } else { !first });
            let answer = ask(engine, &format!("play {color} {played}"))?;
            // Engines that pass automatically may refuse a pass.
            if let (Err(why), Move::Place(_)) = (answer, played) {
                return Err(refusal(&format!("play {color} {played}"), &why));
            }
            self.moves.push(played);
        }
        Ok(())
    }

    fn choose<C: Channel>(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        engine: &mut C,
    ) -> Result<Move<S>, ClientError<C::Error>> {
        crate::Client::synchronise(self, game, engine)?;
        let color = letter(game.position().side_to_move());
        self.send_time(color, clock, engine)?;
        let asked = format!("genmove {color}");
        let answered = require(engine, &asked)?;
        if answered.eq_ignore_ascii_case("resign") {
            return Err(ClientError::Resigned);
        }
        match answered.parse() {
            Ok(chosen) => {
                self.moves.push(chosen);
                Ok(chosen)
            }
            Err(_) => Err(BadAnswer::NoMove { asked, answered: shortened(&answered) }.into()),
        }
    }
}

impl<S: Size> Client<S> {
    /// Sends the time limits. Engines without a clock refuse them, which is no error.
    fn send_time<C: Channel>(
        &mut self,
        color: char,
        clock: Clock,
        engine: &mut C,
    ) -> Result<(), ClientError<C::Error>> {
        let settings = match (clock.per_move, clock.left) {
            (Some(time), _) => self.dialect.time_for_each_move(time),
            // The main time is sent once; the time left, before each move.
            (None, Some(_)) if !self.time.is_empty() => self.time.clone(),
            (None, Some(left)) => self.dialect.time_for_the_game(left, clock.increment),
            (None, None) => return Ok(()),
        };
        if settings != self.time {
            let _ = ask(engine, &settings)?;
            self.time = settings;
        }
        if let (None, Some(left)) = (clock.per_move, clock.left) {
            let _ = ask(engine, &format!("time_left {color} {} 0", seconds(left)))?;
        }
        Ok(())
    }
}

/// Sends a command that must not be refused.
fn require<C: Channel>(engine: &mut C, command: &str) -> Result<String, ClientError<C::Error>> {
    ask(engine, command)?.map_err(|why| refusal(command, &why))
}

/// Sends a command; returns the first line of the answer, or of the refusal.
fn ask<C: Channel>(engine: &mut C, command: &str) -> Result<Response, ClientError<C::Error>> {
    engine.discard_received();
    engine.send(command).map_err(ClientError::Channel)?;
    receive_answer(engine, command, MAX_OTHER_LINES, parse_response)
}

fn refusal<E>(command: &str, why: &str) -> ClientError<E> {
    let why = if why.is_empty() { "?".to_owned() } else { shortened(why) };
    BadAnswer::Refused { asked: command.to_owned(), why }.into()
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Client as _;
    use crate::gtp::Session;
    use crate::testing::{EngineSide, TestPrograms};

    /// Our client plays a whole game with our engine, on two sizes of board.
    fn play<S: Size>() {
        let mut session = Session::new(TestPrograms, "random".parse().unwrap()).unwrap();
        let mut engine =
            EngineSide::new(move |line| session.handle_line(line.as_bytes()).into_iter().collect());
        let mut client = Client::<S>::default();
        client.initialise(Some(1), &mut engine).unwrap();
        let clock = Clock { left: Some(Duration::from_secs(60)), ..Clock::default() };
        let mut game = Game::<S>::default();
        while !game.is_over() {
            let chosen = client.choose(&game, clock, &mut engine).unwrap();
            game.play(chosen).unwrap();
        }
        assert!(game.length() > 6);
    }

    #[test]
    fn client_and_engine_play_a_game() {
        play::<othellier_board::Eight>();
        play::<othellier_board::Six>();
    }
}
