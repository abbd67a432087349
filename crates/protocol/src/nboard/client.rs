//! The client side of NBoard: a controller of an engine.
//!
//! Only `ping` and `go` are answered, and an engine may write anything at any time: its progress, its
//! results, its name. So a ping comes before every position, and output written before its pong is
//! discarded. Every request carries the whole game and the current clock, so that the boards cannot
//! differ. Whether a level was accepted cannot be seen.

use std::time::Duration;

use othellier_board::{Move, Size};
use othellier_record::{Clock, Format, Game, Record, Tag, ggf};

use crate::client::{BadAnswer, Channel, ClientError, receive_answer, seconds, shortened};

/// How many other lines may precede an answer: engines write search output at every depth.
const MAX_OTHER_LINES: usize = 10_000;

/// The number of pings sent so far.
#[derive(Clone, Debug, Default)]
pub struct Client {
    /// Zero before the engine is initialised.
    pings: u64,
}

impl<S: Size> crate::Client<S> for Client {
    fn initialise<C: Channel>(
        &mut self,
        level: Option<u32>,
        engine: &mut C,
    ) -> Result<(), ClientError<C::Error>> {
        if self.pings > 0 {
            return Ok(());
        }
        send(engine, "nboard 2")?;
        if let Some(level) = level {
            send(engine, &format!("set depth {level}"))?;
        }
        self.ping(engine)
    }

    fn synchronise<C: Channel>(
        &mut self,
        game: &Game<S>,
        engine: &mut C,
    ) -> Result<(), ClientError<C::Error>> {
        send(engine, &set_game(game, Clock::default()))?;
        self.ping(engine)
    }

    fn choose<C: Channel>(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        engine: &mut C,
    ) -> Result<Move<S>, ClientError<C::Error>> {
        self.ping(engine)?;
        send(engine, &set_game(game, clock))?;
        send(engine, "go")?;
        let answered = receive_answer(engine, "go", MAX_OTHER_LINES, move_answer)?;
        let word = answered.split(['/', ' ', '\t']).next().unwrap_or_default();
        match word.parse() {
            _ if word.is_empty() => Ok(Move::Pass),
            Ok(chosen) => Ok(chosen),
            Err(_) => {
                let (asked, answered) = ("go".to_owned(), shortened(&answered));
                Err(BadAnswer::NoMove { asked, answered }.into())
            }
        }
    }
}

impl Client {
    /// Makes sure that all further output was written after this point.
    fn ping<C: Channel>(&mut self, engine: &mut C) -> Result<(), ClientError<C::Error>> {
        self.pings += 1;
        let number = self.pings.to_string();
        engine.discard_received();
        send(engine, &format!("ping {number}"))?;
        receive_answer(engine, "ping", MAX_OTHER_LINES, |line| {
            let answer = line.trim_start().strip_prefix("pong")?;
            (answer.trim() == number).then_some(())
        })
    }
}

/// The text after `===` in the answer to `go`.
fn move_answer(line: &str) -> Option<String> {
    line.trim_start().strip_prefix("===").map(|rest| rest.trim().to_owned())
}

fn send<C: Channel>(engine: &mut C, line: &str) -> Result<(), ClientError<C::Error>> {
    engine.send(line).map_err(ClientError::Channel)
}

/// The command that sets the game as a line of GGF, with the current clock and no times of moves.
fn set_game<S: Size>(game: &Game<S>, clock: Clock) -> String {
    let mut bare = Game::from_position(*game.start());
    for played in game.moves() {
        bare.play(played.played).expect("a move of a game");
    }
    let mut about = Record { event: "Othellier".to_owned(), ..Record::default() };
    if let Some(value) = clock_text(clock, game.position().board().empties().len()) {
        about.tags.push(Tag { format: Format::Ggf, at: 0, name: "TI".to_owned(), value });
    }
    let mut line = Vec::new();
    ggf::write_game(&mut line, &about, &bare).expect("memory takes everything");
    format!("set game {}", String::from_utf8_lossy(&line).trim_end())
}

/// The clock in GGF. The protocol has no time per move: the sum over the moves to come is sent instead.
fn clock_text(clock: Clock, empties: u32) -> Option<String> {
    let moves_to_come = empties.div_ceil(2).max(1);
    let share = clock.per_move.map(|time| time.saturating_mul(moves_to_come));
    let main = [share, clock.left].into_iter().flatten().min()?;
    // Byo-yomi is equivalent to an increment.
    Some(match clock.increment.saturating_add(clock.byo_yomi) {
        Duration::ZERO => time_text(main),
        increment => format!("{}/{}", time_text(main), time_text(increment)),
    })
}

/// Minutes and seconds; a short time to the millisecond.
fn time_text(time: Duration) -> String {
    match time.as_secs() {
        0..10 => seconds(time).to_string(),
        whole => format!("{}:{:02}", whole / 60, whole % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Client as _;
    use crate::nboard::{Message, Session};
    use crate::testing::{EngineSide, TestPrograms};
    use othellier_search::StopSignal;
    use proptest::prelude::*;

    /// Our client plays a whole game with our engine, on two sizes of board.
    fn play<S: Size>() {
        let mut session = Session::new(TestPrograms, "random".parse().unwrap()).unwrap();
        let mut engine = EngineSide::new(move |line| {
            let message = Message::parse(line.as_bytes()).expect("a known line").unwrap();
            let reaction = session.handle(message);
            let mut lines = reaction.lines;
            if let Some(task) = reaction.task {
                session.run(task, &StopSignal::default(), &mut |line| lines.push(line));
            }
            lines
        });
        let mut client = Client::default();
        crate::Client::<S>::initialise(&mut client, None, &mut engine).unwrap();
        let clock = Clock { per_move: Some(Duration::from_secs(1)), ..Clock::default() };
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

    proptest! {
        #[test]
        fn any_line_of_an_engine_is_read(line in ".*") {
            let _ = move_answer(&line);
        }
    }

    #[test]
    fn clocks_are_written_as_in_ggf() {
        let text = |left: Option<u64>, per_move: Option<u64>, increment: u64| {
            let [left, per_move] = [left, per_move].map(|time| time.map(Duration::from_millis));
            let increment = Duration::from_millis(increment);
            clock_text(Clock { left, increment, per_move, ..Clock::default() }, 59)
        };
        assert_eq!(text(None, None, 0), None);
        assert_eq!(text(Some(300_000), None, 0).unwrap(), "5:00");
        assert_eq!(text(Some(61_900), None, 1_500).unwrap(), "1:01/1.5");
        assert_eq!(text(Some(1_250), None, 0).unwrap(), "1.25");
        assert_eq!(text(None, Some(2_000), 0).unwrap(), "1:00");
        assert_eq!(text(Some(9_000), Some(2_000), 0).unwrap(), "9");
    }
}
